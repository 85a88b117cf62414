#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests the tests: makes the mistakes of mutations.toml, one at a time, in a copy of the sources, builds it and runs the
short tests.

run.py SOURCES FOLDER [WORD…]   makes the mistakes whose file or text has a WORD, in a copy in FOLDER
run.py --check SOURCES          only checks that each mistake can still be made, as TAP

The last lines name the test that found each mistake. Exits 1 if one was not found, or could not be made. Mistakes in
kernels and in the host code of CUDA need a compiler for kernels and no GPU.
"""
import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import tomllib
from pathlib import Path

# A test hangs that takes so many times its time limit; what a test returns that had nothing to test.
PATIENCE, SKIPPED = 4, 77

# Meson's names of the tests. The first failing test ends the search.
TESTS = ["known", "known widths of edges", "reference of widths of edges", "sharpness", "params", "parity", "ties", "reference", "session",
         "threads", "hysteresis", "words", "signals", "devices",
         "dialog parts", "dialog recipes", "dialog keeping", "dialog looks", "dialog paint", "dialog edges",
         "dialog drawn edges", "dialog edge colors", "dialog histogram",
         "dialog live", "dialog follow", "dialog without threads",
         "operation", "operation-blocks", "operation-samples", "parity with 13 threads", "keep", "keep in little memory", "starved",
         "brackets", "brackets in little memory", "brackets with threads"]
TESTS_OF_CUDA = ["emulated parity", "emulated known", "emulated parity, small ones", "emulated parity, cut", "emulated ties",
                 "emulated words", "emulated signals", "emulated hysteresis", "emulated session", "transfers of a fake GPU",
                 "order of a fake GPU"]
TESTS_OF_LINES = ["known lines", "accuracy of drawn lines", "accuracy of lines", "reference of lines", "many lines",
                  "corners of lines", "junctions of lines", "straight drawn lines", "turned lines", "lines of line art"]
TESTS_OF_BATCH = ["folders, " + name for name in (
    "lists", "lines", "sharpness", "nothing is lost", "changed results", "command lines", "what is said", "whole pictures", "what is kept",
    "formats", "files fail", "how a run ends")]


def mistakes(sources):
    with open(sources / "tests/mutation/mutations.toml", "rb") as file:
        return tomllib.load(file)["mutation"]


def problem(sources, mistake):
    """Why a mistake cannot be made, None if it can."""
    path = sources / mistake["file"]
    count = path.read_text(encoding="utf-8").count(mistake["text"]) if path.is_file() else None
    if count is None:
        return f"there is no {mistake['file']}"
    return None if count == 1 else f"its line is there {count} times in {mistake['file']}"


def check(sources):
    everything = mistakes(sources)
    for number, mistake in enumerate(everything, 1):
        reason = problem(sources, mistake)
        print(f"{'not ok' if reason else 'ok'} {number} - {mistake['what']}" + (f"\n# {reason}" if reason else ""))
    print(f"1..{len(everything)}")
    return 1 if any(problem(sources, mistake) for mistake in everything) else 0


def copy(sources, folder):
    """Only files that changed, so that what was built of the others stays."""
    for old in sources.rglob("*"):
        name = old.relative_to(sources)
        new = folder / name
        if any(part.startswith((".", "build", "__pycache__")) for part in name.parts):
            continue
        if old.is_file() and not (new.is_file() and new.read_bytes() == old.read_bytes()):
            new.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(old, new)
            shutil.copymode(old, new)


def needs_kernels(mistake):
    return mistake["file"].startswith("cuda/")


def configure(folder, with_cuda):
    """A build, its tests, and the files that they need. Only mistakes in cuda/ need kernels, which take a compiler minutes."""
    build = folder / ("build" if with_cuda else "build-cpu")
    if not (build / "build.ninja").is_file():
        options = ["-Dcuda-architectures=90"] if with_cuda else ["-Dcuda=disabled"]
        subprocess.run(["meson", "setup", build, folder, *options], check=True, stdout=subprocess.DEVNULL)
    listed = subprocess.run(["meson", "introspect", "--tests", "--targets", "-f", build], check=True, capture_output=True,
                            text=True)
    listed = json.loads(listed.stdout)
    files = {target["id"]: target["filename"] for target in listed["targets"]}
    there = {test["name"]: [file for target in test["depends"] for file in files[target]] for test in listed["tests"]}
    return build, {test["name"]: test for test in listed["tests"]}, there


def finders(sources):
    """The test that docs/mistakes.md names for each mistake."""
    rows = [row.split("|") for row in (sources / "docs/mistakes.md").read_text(encoding="utf-8").splitlines()]
    return {row[1].strip(): row[3].split(", since")[0].strip() for row in rows if len(row) == 5}


def tests_of(mistake, there, found):
    """Names of tests, those first that are likely to find it, and the files that they need: of a kernel only the driver that
    runs it, its machine code is not asked."""
    file = mistake["file"]
    names = (TESTS_OF_CUDA if needs_kernels(mistake) else TESTS_OF_LINES if file.startswith("engine/lines/")
             else TESTS_OF_BATCH if file.startswith("batch/") else TESTS)
    likely = found.get(mistake["what"])
    near = {"live": "dialog", "operation": "operation", "pixels": "operation"}.get(file.split("/")[0])
    names = sorted(names, key=lambda name: (name != likely, not near or not name.startswith(near)))
    only = "libcuda" if mistake["file"].startswith("cuda/kernels/") else ""
    return {name: [file for file in there[name] if only in file] for name in names if name in there}


def fails(build, test):
    """Whether a test fails. It is ended at its first failure, or if it hangs."""
    environment = {**os.environ, "CE_PATIENCE": "10", **test["env"]}
    with subprocess.Popen(test["cmd"], env=environment, cwd=test["workdir"] or build, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, text=True, errors="replace", start_new_session=True) as run:
        def end():
            if run.poll() is None:
                os.killpg(run.pid, signal.SIGKILL)
        hangs = threading.Timer(PATIENCE * test["timeout"], end)
        hangs.start()
        failed = any(line.startswith("not ok") for line in run.stdout)
        if failed:
            end()
        hangs.cancel()
    return failed or run.returncode not in (0, SKIPPED)


def failing(build, runs, tests):
    """The name of a test that fails, None if all pass. @runs are Meson's tests by name, tests names and the files that they
    need."""
    for name, files in tests.items():
        built = subprocess.run(["ninja", "-C", build, *(str(Path(file).relative_to(build)) for file in files)],
                               capture_output=True, text=True)
        if built.returncode:
            return "the compiler: " + next(line for line in built.stdout.splitlines() if "error" in line)
        if fails(build, runs[name]):
            return name
    return None


def found_by(folder, build, runs, tests, mistake):
    path = folder / mistake["file"]
    right = path.read_text(encoding="utf-8")
    path.write_text(right.replace(mistake["text"], mistake["by"]), encoding="utf-8")
    try:
        return failing(build, runs, tests)
    finally:
        path.write_text(right, encoding="utf-8")


def main(sources, folder, words):
    sources, folder = Path(sources).resolve(), Path(folder).resolve()
    copy(sources, folder)
    wanted = [mistake for mistake in mistakes(folder)
              if not words or any(word in mistake["file"] + mistake["what"] for word in words)]
    found = finders(sources)
    builds = {needs: configure(folder, needs) for needs in set(map(needs_kernels, wanted))}
    for needs, (build, runs, there) in builds.items():
        names = {name for mistake in wanted if needs_kernels(mistake) == needs for name in tests_of(mistake, there, found)}
        before = failing(build, runs, {name: there[name] for name in there if name in names})
        if before:
            sys.exit(f"{before} fails without any mistake")

    n_missed = 0
    for mistake in wanted:
        build, runs, there = builds[needs_kernels(mistake)]
        tests = tests_of(mistake, there, found)
        if not tests:
            print(f"SKIPPED {mistake['what']} ({mistake['file']}): no compiler for kernels", flush=True)
            continue
        reason = problem(folder, mistake)
        finder = None if reason else found_by(folder, build, runs, tests, mistake)
        n_missed += finder is None
        print(f"{'found by ' + finder if finder else 'NOT MADE' if reason else 'NOT FOUND'}: {mistake['what']} "
              f"({reason or mistake['file']})", flush=True)
    print(f"{n_missed} not found")
    return 1 if n_missed else 0


if __name__ == "__main__":
    if sys.argv[1] == "--check":
        sys.exit(check(Path(sys.argv[2])))
    sys.exit(main(sys.argv[1], sys.argv[2], sys.argv[3:]))
