#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks the house rules as far as a program can, as TAP: includes between
folders, lengths of files, license lines, layout of the code, translations.
Usage: checks.py [PROJECT FOLDER]"""
import os
import re
import shutil
import subprocess
import sys
from fnmatch import fnmatch
from pathlib import Path

import mnemonics
import structure

# Which project headers a folder may include, and one inside it instead. "engine/*" is any header of the engine.
COMPUTING = {f"engine/{name}.h" for name in ("cuda-edges", "image", "place", "plan", "backend", "arithmetic", "line-art", "samples",
                                             "memory", "text", "threads")}
# The engine's one public header. Other folders include it alone.
DOOR = "engine/cuda-edges.h"
ALLOWED = {
    "engine": {"engine/*"},
    "cpu": {"cpu/*"} | COMPUTING,
    "cuda": {"cuda/*"} | COMPUTING,
    "live": {"live/*", DOOR},
    "ui": {"ui/*", "live/*", DOOR},
    "pixels": {"pixels/*", DOOR},
    "operation": {"operation/*", "pixels/*", DOOR},
    "docs": {DOOR, "pixels/*", "live/json.h"},
    "batch": {"batch/*", "live/recipes.h", "live/preset.h", "pixels/paint.h", DOOR, "live/json.h"},
    "plugin": {"plugin/*", "pixels/*", "live/*", "ui/*", DOOR},
    "ladder": {"ladder/*", "tests/bench/*", "engine/*"},
    "tests/fake-cuda": {"tests/fake-cuda/*", "cuda/kernels/*", "cuda/clang/words.h", "cuda/driver.h"},
    "tests": {"tests/*", "live/*", "engine/*", "pixels/*", "batch/tags.h", "cuda/kernels/table.h", "cuda/kernels/kernels.h"},
}
# Libraries that only some folders may know, by the start of the header's name.
LIBRARIES = {
    "gtk/": {"ui", "plugin"},
    "gdk/": {"ui", "plugin"},
    "gegl": {"pixels", "operation", "ui", "plugin", "tests"},
    "babl/": {"pixels", "ui", "plugin", "tests"},
    "vips/": {"batch"},
    "libgimp": {"ui", "plugin", "tests"},
    "cuda": {"cuda", "tests/fake-cuda"},
    "opencv": {"tests"},
}
# A pattern of addresses, which names of namespaces are not, and the files that may have one; data/flatpak/README.md lists
# those that a maintainer fills in.
ADDRESS = re.compile(r"https?://(?!www\.w3\.org|ns\.(adobe|apple|google)\.com|purl\.org/dc/)|[\w.]@[\w-]+\.\w|\.(example|invalid)\b"
                     r"|(?<![\w./-])([a-z\d-]+\.)+(org|com|net)\b(?![\w.(])")
ADDRESSED = {"COPYING", "meson_options.txt", "data/meson.build", "debian/changelog", "debian/control", "debian/copyright", "tools/checks.py",
             "data/flatpak/org.gimp.GIMP.Plugin.CudaEdges.json"}
LONGEST = 410
# A struct of the dialog's that another file uses: the boxes that it places.
PLACED = {("dialog-layout.c", "rows"), ("dialog-layout.c", "sides")}
WIDEST = 125
# A program that ends before it has read all lets the writer fail, and with it, under pipefail, the whole line: by chance.
LEAVES = re.compile(r"(?<!\|)\|\s*(grep -\w*q|head\b|awk [^|]*\bexit\b)")
INCLUDE = re.compile(r'^\s*#\s*include\s+([<"])([^>"]+)[>"]', re.MULTILINE)


def sources(top, folder, *suffixes):
    return sorted(p for p in (top / folder).rglob("*") if p.suffix in suffixes and p.is_file())


def project_header(top, source, name):
    """The project's path of an included header, None for one of the system."""
    for base in (source.parent, top):
        path = (base / name).resolve()
        if path.is_file() and path.is_relative_to(top):
            return path.relative_to(top).as_posix()
    return None


def include_problems(top, folder):
    inside = [top / name for name in ALLOWED if name.startswith(folder + "/")]
    for source in sources(top, folder, ".c", ".h", ".cu", ".cuh", ".cpp", ".inc"):
        if any(source.is_relative_to(other) for other in inside):
            continue
        for bracket, name in INCLUDE.findall(source.read_text(encoding="utf-8")):
            where = source.relative_to(top)
            header = project_header(top, source, name) if bracket == '"' else None
            if header:
                if not any(fnmatch(header, rule) for rule in ALLOWED[folder]):
                    yield f"{where} includes {header}"
                continue
            for start, folders in LIBRARIES.items():
                if name.startswith(start) and folder not in folders:
                    yield f"{where} includes <{name}>"


def all_files(top):
    """The project's files, also in hidden folders, in a checkout with builds and caches."""
    for folder, folders, names in os.walk(top):
        folders[:] = [name for name in folders if name not in (".git", ".flatpak-builder", "__pycache__")
                      and not (Path(folder) == top and name.startswith("build"))]
        yield from (Path(folder) / name for name in names if name != ".git")


def address_problems(top):
    for path in all_files(top):
        where = path.relative_to(top).as_posix()
        if path.suffix not in (".svg", ".bin", ".png", ".jpg") and where not in ADDRESSED:
            for address in ADDRESS.finditer(path.read_text(encoding="utf-8", errors="replace")):
                yield f"{where} has an address: {address[0]}"
    homepage = re.search(r"option\('homepage'.*?value: '(.*?)'", (top / "meson_options.txt").read_text(encoding="utf-8"))[1]
    control = top / "debian/control"
    if control.is_file() and re.findall("^Homepage: (.*)", control.read_text(encoding="utf-8"), re.MULTILINE) != [homepage] * bool(homepage):
        yield f"debian/control's Homepage is not {homepage or 'left out'}"


SAID = re.compile(r"(?<![\w*/.-])(?:\.ci|batch|cpu|cuda|data|engine|findings|ladder|live|operation|pixels|plugin|tests|tools|ui)/[\w./-]*\w")


def said_problems(top):
    """Paths in pages whose file does not exist."""
    for path in [*top.glob("*.md"), *(top / "docs").glob("*.md"), *(top / "data").rglob("*.md"), *(top / "findings").glob("*.md"),
                 *(top / "ladder").glob("*.md")]:
        for span in re.findall(r"`([^`\n]+)`", path.read_text(encoding="utf-8")):
            for name in SAID.findall(span):
                if "NAME" not in name and not any(top.glob(name + "*")):
                    yield f"{path.relative_to(top)} says {name}"


def written_files(top):
    files = all_files(top)
    kinds = {".c", ".h", ".cu", ".cuh", ".cpp", ".py", ".sh", ".scm", ".build", ""}
    return sorted(p for p in files if p.suffix in kinds and p.name not in ("COPYING", "NEWS", "LINGUAS"))


def length_problems(top):
    """Files of more than LONGEST lines, but for the one public header, which is types and their reference."""
    for path in written_files(top):
        lines = path.read_bytes().count(b"\n")
        if lines > LONGEST and path != top / DOOR:
            yield f"{path.relative_to(top)} has {lines} lines"


def licence_problems(top):
    for path in written_files(top):
        if path.suffix in (".c", ".h", ".cu", ".cuh", ".cpp", ".py"):
            if "SPDX-License-Identifier:" not in path.read_text(encoding="utf-8")[:400]:
                yield f"{path.relative_to(top)} has no SPDX line"
    # Debian's file says what is under another license than the rest; a source release has no such file.
    debian = top / "debian/copyright"
    if not debian.is_file():
        return
    stanzas = re.finditer(r"^Files: (.*)\n(?:(?!\n).*\n)*?License: (\S+)", debian.read_text(encoding="utf-8"), re.MULTILINE)
    others = {(name, stanza[2]) for stanza in stanzas for name in stanza[1].split()}
    for path in all_files(top):
        where = path.relative_to(top).as_posix()
        own = re.search(rb"SPDX-License-Identifier: ([\w.-]+)", path.read_bytes()[:400])
        if own and own[1] != b"GPL-3.0-or-later" and (where, own[1].decode()) not in others:
            yield f"debian/copyright does not say that {where} is under {own[1].decode()}"


def layout_problems(top):
    for path in written_files(top):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            where = f"{path.relative_to(top)}:{number}"
            if "\t" in line and path.name != "rules":
                yield f"{where} has a tab"
            if line != line.rstrip():
                yield f"{where} ends in a space"
            if len(line) > WIDEST and '"' not in line and path.suffix in (".c", ".h", ".cu", ".cuh", ".py"):
                yield f"{where} is {len(line)} columns wide"


def pipe_problems(top):
    for path in written_files(top):
        text = path.read_text(encoding="utf-8")
        if path.suffix == ".sh" or re.match("#!.*bash", text):
            yield from (f"{path.relative_to(top)}: {found[0]} leaves a pipe early" for found in LEAVES.finditer(text))


def recipe_problems(top):
    recipes = (top / "data/recipes/recipes.ini").read_text(encoding="utf-8")
    listed = (top / "po/recipe-names.h").read_text(encoding="utf-8")
    for name, hint in re.findall(r"^\[(?:[\w-]+: )?(.*)\]$|^hint=(.*)$", recipes, re.MULTILINE):
        if f'N_("{name or hint}")' not in listed:
            yield f"po/recipe-names.h lacks {name or hint}"


def doing_problems(top):
    """A GPU's work in an error message is translated."""
    listed = (top / "cuda/driver.c").read_text(encoding="utf-8")
    for path in sorted((top / "cuda").glob("*.c")):
        for call in re.findall(r"ce_cuda_check \([^;{]*", path.read_text(encoding="utf-8")):
            for doing in re.findall(r'"(.*?)"', call):
                if f'N_("{doing}")' not in listed:
                    yield f"{path.name}: {doing} is not in the list of cuda/driver.c"


def catalogue_problems(top):
    """Every text of the sources is translated, and nothing is only guessed."""
    listed = (top / "po/POTFILES").read_text(encoding="utf-8").split()
    for folder in ("engine", "cpu", "cuda", "pixels", "operation", "plugin", "live", "ui", "batch"):
        for source in sources(top, folder, ".c", ".h"):
            if re.search(r'\bN?_ ?\("', source.read_text(encoding="utf-8")) and str(source.relative_to(top)) not in listed:
                yield f"po/POTFILES lacks {source.relative_to(top)}"
    texts = subprocess.run(["xgettext", "--from-code=UTF-8", "--keyword=_", "--keyword=N_", "--keyword=g_dngettext:2,3",
                            "--keyword=ngettext:1,2", "--files-from=po/POTFILES", "--output=-"], cwd=top, capture_output=True,
                           check=True).stdout
    for language in (top / "po/LINGUAS").read_text(encoding="utf-8").split():
        done = subprocess.run(["msgfmt", "--check", "--check-accelerators=_", "--statistics", "-o", os.devnull,
                               f"po/{language}.po"], cwd=top, env={**os.environ, "LC_ALL": "C", "LANGUAGE": ""},
                              capture_output=True, encoding="utf-8", errors="replace", check=False)
        # "230 translated messages, 4 fuzzy translations, 1 untranslated message."
        if done.returncode or re.search(r"\d+ (fuzzy|untranslated)", done.stderr):
            yield from (f"{language}: {line}" for line in done.stderr.splitlines())
        lacking = subprocess.run(["msgcmp", f"po/{language}.po", "-"], cwd=top, input=texts, stderr=subprocess.PIPE, check=False)
        yield from (f"{language}: {line}" for line in lacking.stderr.decode().splitlines() if lacking.returncode)


def finding_problems(top):
    """A finding says in its head what was expected of which software and what came, pins that software, and is in the table."""
    listed = re.findall(r"^\| \[([\w-]+)\]\(\1\.sh\) \|", (top / "findings/README.md").read_text(encoding="utf-8"), re.MULTILINE)
    for name in sorted({path.stem for path in sources(top, "findings", ".sh")} ^ set(listed)):
        yield f"findings/README.md and the folder differ in {name}"
    for path in sources(top, "findings", ".sh"):
        text = path.read_text(encoding="utf-8")
        yield from (f"{path.name} has no line “{word}”" for word in ("# SPDX-License-Identifier: ", "# Software: ", "# Expected: ", "# Came: ")
                    if f"\n{word}" not in text)
        packages = [word for line in re.findall(r"pip install(.*)", text) for word in line.split() if not word.startswith("-")]
        yield from (f"{path.name} does not pin {word}" for word in packages if "==" not in word)


def clang_problems(top):
    """cuda/clang/device.h and its includes define every function of CUDA that the kernels use."""
    known = set(re.findall(r"\b__[a-z]\w*", "".join((top / "cuda/clang" / name).read_text(encoding="utf-8")
                                                   for name in ("device.h", "words.h"))))
    for source in sources(top, "cuda/kernels", ".cu", ".cuh", ".h"):
        for word in sorted(set(re.findall(r"\b__[a-z]\w*", source.read_text(encoding="utf-8"))) - known):
            yield f"{source.relative_to(top)} uses {word}, which cuda/clang/device.h lacks"


def owner_problems(top):
    """Of the dialog's struct each one inside is its file's own, but dialog.c frees what is in it."""
    text = (top / "ui/dialog-private.h").read_text(encoding="utf-8")
    owners = {name: file for file, name in re.findall(r"struct +/\* ([\w-]+\.c).*?\n  } (\w+);", text, re.DOTALL)}
    for path in sources(top, "ui", ".c"):
        for name in sorted(set(re.findall(r"\bself->(\w+)\.", path.read_text(encoding="utf-8")))):
            if owners.get(name, path.name) != path.name and (path.name, name) not in PLACED and path.name != "dialog.c":
                yield f"{path.relative_to(top)} uses {name}, which is {owners[name]}'s"


def main(top):
    checks = [(f"{folder}/ includes what it may", lambda folder=folder: include_problems(top, folder))
              for folder in ALLOWED if (top / folder).is_dir()]
    checks.append((f"no file but the public header is longer than {LONGEST} lines", lambda: length_problems(top)))
    checks.append(("every source names its licence", lambda: licence_problems(top)))
    checks.append(("what pages name is there", lambda: said_problems(top)))
    checks.append(("an address stands where a maintainer fills it in", lambda: address_problems(top)))
    checks.append(("what a script reads of a pipe it reads to the end", lambda: pipe_problems(top)))
    checks.append(("translators see the names of the recipes", lambda: recipe_problems(top)))
    checks.append(("translators see what a GPU did when it failed", lambda: doing_problems(top)))
    checks.append(("the dialog's files leave each other's fields alone", lambda: owner_problems(top)))
    checks.append(("a finding says what was expected and what came", lambda: finding_problems(top)))
    checks.append(("CONTRIBUTING.md has the counts of the code's structure", lambda: structure.problems(top)))
    checks.append(("clang has the words that kernels use", lambda: clang_problems(top)))
    if shutil.which("msgfmt"):
        checks.append(("every translation is complete", lambda: catalogue_problems(top)))
        checks.append(("no two labels of a window have the same letter", lambda: mnemonics.problems(top)))
    else:
        checks.append(("every translation is complete # SKIP msgfmt (gettext) is not installed", lambda: ()))
    checks.append((f"no tabs, no trailing space, no code wider than {WIDEST} columns", lambda: layout_problems(top)))
    print(f"1..{len(checks)}")
    for number, (name, check) in enumerate(checks, 1):
        problems = list(check())
        print(f"{'not ok' if problems else 'ok'} {number} - {name}")
        for problem in problems:
            print(f"# {problem}")
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()))
