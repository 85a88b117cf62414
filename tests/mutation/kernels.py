#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Mistakes in kernels, for a machine with a GPU and nothing else: makes those of mutations.toml in cuda/kernels, one at a time,
and compiles each with nvcc for one architecture.

kernels.py SOURCES FOLDER ARCHITECTURE [WORD…]   only mistakes in whose file or text a WORD is; 90 is an H200's

FOLDER/gpu, some 0.6 MB for each, is what to take there: "sh run.sh" puts one after the other into "known", whose kernels are
replaced in place, and says which are found. Work that is done stays, so that it can be gone on with.
"""
import shutil
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from run import copy, mistakes, problem  # noqa: E402

RUN = """#!/bin/sh
# Which mistakes in kernels "known" finds here. The first one is none, and must pass.
cd "$(dirname "$0")" || exit 2
one ()
{
  work=$(mktemp -d) || exit 2
  { head -c OFFSET known; cat "$1.fatbin"; tail -c +AFTER known; } >"$work/known"
  chmod +x "$work/known"
  "$work/known" cuda >"$work/log" 2>&1
  status=$?
  if grep -q '# SKIP' "$work/log"; then echo "SKIPPED $(cat "$1.txt"): there is no GPU"
  elif [ $status = 0 ]; then echo "NOT FOUND $(cat "$1.txt")"
  elif grep '^not ok' "$work/log" >"$work/failed"; then
    echo "FOUND $(cat "$1.txt"): $(wc -l <"$work/failed") times, $(head -n 1 "$work/failed")"
  else echo "ENDED with $status $(cat "$1.txt"): $(tail -n 1 "$work/log")"; fi
  rm -r "$work"
}
if [ $# = 1 ]; then one "$1"; exit; fi
one none
ls | sed -n 's/^\\([0-9]*\\)\\.fatbin$/\\1/p' | xargs -n 1 -P 6 sh ./run.sh
"""


def fatbin(sources, options, output):
    """Compiles the kernels of a copy of the sources."""
    if not output.is_file():
        nvcc = shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc"
        subprocess.run([sys.executable, sources / "cuda/compile.py", "--nvcc", nvcc, "--include", sources,
                        f"--options={options}", "--output", output.with_suffix(".part"), sources / "cuda/kernels/kernels.cu"],
                       check=True)
        output.with_suffix(".part").unlink()
        output.with_suffix(".part.fatbin").rename(output)
    return output.read_bytes()


def make(copied, work, architecture, words):
    """Compiles each mistake; returns the files and what was done wrong in them."""
    nvcc = shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc"
    probe = subprocess.run([sys.executable, copied / "cuda/compile.py", "--nvcc", nvcc, "--include", copied, "--probe",
                            "--architectures", architecture], check=True, capture_output=True, text=True)
    options = probe.stdout.splitlines()[1]
    made = {"none": (fatbin(copied, options, work / "none.fatbin"), "none")}
    for number, mistake in enumerate(mistakes(copied)):
        if not mistake["file"].startswith("cuda/kernels/") or (
                words and not any(word in mistake["file"] + mistake["what"] for word in words)):
            continue
        if problem(copied, mistake):
            sys.exit(problem(copied, mistake))
        path = copied / mistake["file"]
        right = path.read_text(encoding="utf-8")
        path.write_text(right.replace(mistake["text"], mistake["by"]), encoding="utf-8")
        try:
            text = f"{mistake['what']} ({mistake['file']})"
            made[f"{number:03}"] = fatbin(copied, options, work / f"{number:03}.fatbin"), text
            print(f"{number:03} {text}", flush=True)
        finally:
            path.write_text(right, encoding="utf-8")
    return made


def link(copied, build, work, largest, architecture):
    """A program that needs nothing of the machine, with room for the largest kernels. Returns it and where they are."""
    if not (build / "build.ninja").is_file():
        subprocess.run(["meson", "setup", build, copied, "-Dprefer_static=true", "-Dplugin=disabled", f"-Dcuda-architectures={architecture}"], check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["ninja", "-C", build, "tests/known"], check=True, stdout=subprocess.DEVNULL)
    kernels = build / "cuda/kernels.c"
    subprocess.run([sys.executable, "-c", EMBED, largest, kernels, copied / "cuda"], check=True)
    subprocess.run(["ninja", "-C", build, "tests/known"], check=True, stdout=subprocess.DEVNULL)
    program = (build / "tests/known").read_bytes()
    data = largest.read_bytes()
    if program.count(data) != 1:
        sys.exit("the kernels are not in the program once")
    return program, program.index(data)


# compile.py is a program; its function that makes the array is all that is needed.
EMBED = """
import re, sys
text = open(sys.argv[3] + "/compile.py").read()
exec (re.search(r"^def embed\\(.*?(?=^def )", text, re.M | re.S).group())
embed(open(sys.argv[1], "rb").read(), "ce_cuda_fatbin", sys.argv[2])
"""


def main(sources, folder, architecture, words):
    sources, folder = Path(sources).resolve(), Path(folder).resolve()
    copied, work, gpu = folder / "sources", folder / "work", folder / "gpu"
    for name in (copied, work, gpu):
        name.mkdir(parents=True, exist_ok=True)
    copy(sources, copied)
    made = make(copied, work, architecture, words)
    largest = max(made, key=lambda name: len(made[name][0]))
    size = len(made[largest][0])
    program, offset = link(copied, folder / "build", work, work / f"{largest}.fatbin", architecture)
    (gpu / "known").write_bytes(program)
    (gpu / "known").chmod(0o755)
    (gpu / "run.sh").write_text(RUN.replace("OFFSET", str(offset)).replace("AFTER", str(offset + size + 1)), encoding="utf-8")
    for name, (data, text) in made.items():
        (gpu / f"{name}.fatbin").write_bytes(data + bytes(size - len(data)))
        (gpu / f"{name}.txt").write_text(text + "\n", encoding="utf-8")
    print(f"{len(made) - 1} mistakes, {sum(file.stat().st_size for file in gpu.iterdir()) / 1e6:.1f} MB in {gpu}")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4:])
