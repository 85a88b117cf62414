#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Counts the structure of the code, from its text alone: the rows of the table in CONTRIBUTING.md. The docstring of a
counter is its rule. tools/checks.py compares the counts with the table.
Usage: structure.py [PROJECT FOLDER], which prints each count and what it consists of."""
import re
import sys
from pathlib import Path

PRODUCT = ("engine", "cpu", "cuda", "pixels", "operation", "plugin", "live", "ui", "batch")
BACKENDS = ("cpu", "cuda")
ABOVE = ("pixels", "operation", "plugin", "live", "ui", "batch", "docs")
C = {".c", ".h", ".cu", ".cuh", ".cpp", ".inc"}
PREFIXES = ("ce_", "ladder_")
# Folders of a product's folder whose code is for tests, and folders whose code is no product.
FOR_TESTS = {"fake", "tests"}
BESIDE = {"tests", "ladder", "findings"}

# GNU style: the type has a line of its own, the name begins one, and the body ends at a brace in the first column.
FUNCTION = re.compile(r"^([^\n#{}();=]+)\n([a-z]\w*) \(([^;{]*)\)\n\{\n(.*?)^\}", re.MULTILINE | re.DOTALL)
VARIABLE = re.compile(r"^(?!static |extern |typedef )\w[\w ]*?[ *]([a-z]\w*)(?:\[\w*\])*(?: =|;)", re.MULTILINE)
TABLE = re.compile(r"^(\w[\w *]*?)(\w+)(?:\[\w*\])* = \{(.*?)\};", re.MULTILINE | re.DOTALL)
DECLARED = re.compile(r"^[\w ]+?[ *]\*?((?:ce|ladder)_\w+)\s+\([^;{]*\)", re.MULTILINE)
STRUCT = re.compile(r"^(?:typedef )?struct\b *(\w*)\s*\{(.*?)^\} *(\w*)", re.MULTILINE | re.DOTALL)
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.MULTILINE)
MACRO = re.compile(r"^#define .*", re.MULTILINE)
COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
NAME = re.compile(r"\b[A-Za-z_]\w*")


def files(top, folders, suffixes):
    """The files of folders, without code for tests."""
    found = (path for folder in folders for path in (top / folder).rglob("*") if path.suffix in suffixes and path.is_file())
    return sorted(path for path in found if not FOR_TESTS & set(path.relative_to(top).parts))


def code(path):
    """The text without comments."""
    return COMMENT.sub("", path.read_text(encoding="utf-8"))


def bare(path):
    """The text without comments and what strings say."""
    return re.sub(r'"(?:\\.|[^"\\\n])*"', '""', code(path))


def defined(path, text):
    """The names of the functions and variables that a file defines for others; a header's functions are static."""
    functions = {name for kind, name, _, _ in FUNCTION.findall(text) if "static" not in kind or path.suffix == ".h"}
    return {name for name in functions | set(VARIABLE.findall(text)) if name.startswith(PREFIXES)}


def used(path, text):
    """The names in a file; of a header those in its functions, because what it declares it does not use."""
    return set(NAME.findall(text if path.suffix == ".c" else " ".join(body for _, _, _, body in FUNCTION.findall(text))))


def circles_of(uses):
    """The largest sets of two and more of the keys of @uses, each of which reaches every other one."""
    reached = {}
    for start in uses:
        found, left = set(), [start]
        while left:
            new = uses[left.pop()] - found
            found |= new
            left += new
        reached[start] = found
    return {frozenset(other for other in reached[one] if one in reached[other]) for one in uses if one in reached[one]}


def header(top, source, name):
    return next((base for base in (source.parent / name, top / name) if base.is_file()), None)


def circles(top):
    """A file uses another one of its folder, or of one inside, if it names a function or a variable that the other one
    defines, or is a source that includes the header of a source's name; but a header whose functions a third source defines,
    too, belongs to the folder and not to that source. Files that use each other, through others too, are a circle."""
    found = []
    for folder in (*PRODUCT, "ladder"):
        texts = {path: bare(path) for path in files(top, [folder], {".c", ".h"})}
        owner = {name: path for path, text in texts.items() for name in defined(path, text)}
        uses = {path: {owner[name] for name in used(path, text) if name in owner} - {path} for path, text in texts.items()}
        for path in (path for path in texts if path.suffix == ".c"):
            for name in INCLUDE.findall(code(path)):
                door = header(top, path, name)
                source = door and door.with_suffix(".c")
                owners = {owner.get(named) for named in DECLARED.findall(texts[door])} if source in texts else {folder}
                if owners <= {path, source, None}:
                    uses[path] |= {source} - {path}
        found += [" ".join(sorted(path.relative_to(top).as_posix() for path in circle)) for circle in circles_of(uses)]
    return found


def public_headers(top):
    """A header of the engine is public if a folder above the engine includes it, or a public header does."""
    found, left = set(), files(top, ABOVE, C)
    while left:
        source = left.pop()
        for name in INCLUDE.findall(source.read_text(encoding="utf-8")):
            path = header(top, source, name)
            if path and (top / "engine") in path.parents and path not in found:
                found.add(path)
                left.append(path)
    return sorted(path.relative_to(top).as_posix() for path in found)


def public_functions(top):
    """A function is public if a public header declares it."""
    return sorted({name for path in public_headers(top) for name in DECLARED.findall(bare(top / path))})


def unused_functions(top):
    """A public function that neither a folder above the engine names nor a macro of a public header."""
    used = {name for path in files(top, ABOVE, C) for name in NAME.findall(bare(path))}
    macros = (line for path in public_headers(top) for line in MACRO.findall(bare(top / path)))
    used |= {name for line in macros for name in NAME.findall(line)}
    return [name for name in public_functions(top) if name not in used]


def rooms(top):
    """The way is ce_compute(), and each function and table that one of the way names, but not in cpu/, because it ends at a
    kernel. A room is a file with such a function that takes a CeParams or a CePlan."""
    known = {}
    for path in files(top, ("engine", "cuda", "pixels", "operation", "plugin"), {".c", ".h"}):
        text = bare(path)
        tables = [(kind, name, "", body) for kind, name, body in TABLE.findall(text)]
        for kind, name, takes, body in FUNCTION.findall(text) + tables:
            known.setdefault(name, []).append((path, "static" in kind, takes, body))
    found, seen, left = set(), set(), known["ce_compute"][:]
    while left:
        path, _, takes, body = here = left.pop()
        if here in seen:
            continue
        seen.add(here)
        if re.search(r"\bCe(Params|Plan)\b", takes):
            found.add(path)
        for name in set(NAME.findall(body)):
            left += [there for there in known.get(name, []) if there[0] == path or not there[1]]
    return sorted(path.relative_to(top).as_posix() for path in found)


def found_values(top):
    """A value that a render found belongs into CeFound, which is one place. A file that writes thresholds or a line's width
    into parameters is one more, and so is another struct with a number for a line's width or for noise."""
    writes = re.compile(r"\bparams(?:\.|->)(?:low|high|line_width) = ")
    holds = re.compile(r"\b(?:double|float)\b[^;()]*\b(?:line_width|wider\w*|noise)\b[^;()]*;")
    found = ["CeFound"]
    for path in files(top, [folder for folder in PRODUCT if folder not in BACKENDS], {".c", ".h"}):
        text, name = bare(path), path.relative_to(top).as_posix()
        if writes.search(text):
            found.append(name)
        structs = ((first or last, body) for first, body, last in STRUCT.findall(text))
        found += [f"{name}: {struct}" for struct, body in structs
                  if holds.search(body) and struct not in ("CeFound", "CeParams")]
    return found


def new_filter(top):
    """What line art, the newest filter, touched: files of the code, and lists of files, that name it outside comments. Its
    own files have its name."""
    return [path.relative_to(top).as_posix() for path in files(top, PRODUCT, C | {".build"})
            if "line-art" not in path.name and re.search(r"line.?art", code(path), re.IGNORECASE)]


def new_signal(top):
    """Files that know how many signals there are, an image's luma and its alpha: with an array of two, a number of them
    beside the array, a comparison of their number with 1 or 2, or the second one by name."""
    knows = re.compile(r"\bn_signals\b|\bsignals?\[2\]|\bsignals?(?:\.|->)n [=<>]=? [12]\b"
                       r"|\b(?:source|planes|s)(?:\.|->)second\b|\bCeCudaPtr second;")
    return [path.relative_to(top).as_posix() for path in files(top, PRODUCT, C) if knows.search(bare(path))]


def is_border(comment):
    """Whether a comment parts the members of a struct by their owners."""
    return re.search(r"\bmembers\b", comment) and re.search(r"\b(lock|thread|protects)\b", comment) \
           and re.search(r"from here on|\babove\b|\bbelow\b|\bto @", comment)


def two_owners(top):
    """A struct has members under two rules of ownership if a comment in it says from where on, or up to where, a lock or a
    thread owns its members."""
    return [f"{path.relative_to(top)}: {first or last}" for path in files(top, PRODUCT, {".c", ".h"})
            for first, body, last in STRUCT.findall(path.read_text(encoding="utf-8"))
            if any(map(is_border, COMMENT.findall(body)))]


def lines_of(paths):
    return sum(path.read_bytes().count(b"\n") for path in paths)


def lines_for_tests(top):
    """Lines of C and CUDA in a product's folder, in a folder that is named fake or tests."""
    return lines_of(path for folder in PRODUCT for path in (top / folder).rglob("*")
                    if path.suffix in C and FOR_TESTS & set(path.relative_to(top).parts))


def lines(top):
    """Lines of C and CUDA, rounded up to full hundreds, without those for tests, and without ladder/ and findings/, which are no
    product."""
    folders = [path.name for path in top.iterdir() if path.is_dir() and not path.name.startswith((".", "build"))]
    return -(-lines_of(files(top, set(folders) - BESIDE, C)) // 100) * 100


ROWS = {
    "circles of files inside a folder": circles,
    "public headers of the engine": public_headers,
    "functions of these headers": public_functions,
    "of them, functions that no folder above the engine uses": unused_functions,
    "rooms on the way of parameters from `ce_compute()` to a kernel": rooms,
    "places that hold a value that a render found": found_values,
    "files that a new filter touches, beside its own": new_filter,
    "files that one more signal touches": new_signal,
    "structs with members under two rules of ownership": two_owners,
    "lines of code for tests in folders of the product": lines_for_tests,
    "lines of C and CUDA without tests, up to full hundreds": lines,
}


def number(count):
    return count if isinstance(count, int) else len(count)


def problems(top):
    """The table in CONTRIBUTING.md has today's counts, which are the most that is allowed."""
    text = (top / "CONTRIBUTING.md").read_text(encoding="utf-8").split("| counted by `tools/checks.py` |")[-1]
    text = text.split("\n\n")[0]
    table = {row: int(today.replace(",", "")) for row, today in re.findall(r"^\| (.+?) \| ([\d,]+) \|", text, re.MULTILINE)}
    yield from (f"CONTRIBUTING.md has a row that is not counted: {row}" for row in table if row not in ROWS)
    for row, counter in ROWS.items():
        counted, most = counter(top), table.get(row)
        if most is None:
            yield f"CONTRIBUTING.md lacks the row: {row}"
        elif number(counted) < most:
            yield f"{row}: {number(counted)}, so lower the figure {most} in CONTRIBUTING.md"
        elif number(counted) > most:
            yield f"{row}: {number(counted)}, but at most {most}" + (f": {counted}" if isinstance(counted, list) else "")


def main(top):
    for row, counter in ROWS.items():
        counted = counter(top)
        print(f"{number(counted):7,}  {row}")
        for what in counted if isinstance(counted, list) else ():
            print(f"         {what}")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve())
