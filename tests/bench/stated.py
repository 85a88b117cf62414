#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that the figures of NEWS, README and manual stand in the pages of docs, as TAP: stated.py DOCS TEXT-OR-FOLDER…

A figure is a number with a unit of time, size or comparison, and under Speed each number with a point. It stands in docs if
a page has the same digits."""
import re
import sys
from pathlib import Path

FIGURE = re.compile(r"(?<![\w.])(\d[\d,]*(?:\.\d+)?)(?=(?:\s+(?:ms|seconds|times|MB|megapixels|pixels|px)\b|\s?%)| to \d[\d.]* ms)")

SPEED = re.compile(r"(?<!GIMP )(?<![\w.])\d+\.\d+(?![\w.]*\.)(?=[\s,;).:]|$)", re.MULTILINE)


def main(docs, texts):
    pages = "\n".join(path.read_text(encoding="utf-8") for path in sorted(Path(docs).rglob("*.md")))
    files = [file for text in map(Path, texts) for file in (sorted(text.iterdir()) if text.is_dir() else [text])]
    print(f"1..{len(files)}")
    for n, file in enumerate(files, 1):
        text = file.read_text(encoding="utf-8")
        speed = re.search(r"^Speed\n.*?\n\n.*?\n\n", text, re.MULTILINE | re.DOTALL)
        figures = sorted(set(FIGURE.findall(text)) | set(SPEED.findall(speed[0]) if speed else ()))
        missing = [figure for figure in figures if not re.search(rf"(?<![\d.]){re.escape(figure)}(?![\d]|\.\d)", pages)]
        print(f"{'not ok' if missing else 'ok'} {n} - the {len(figures)} figures of {file.name} stand in docs")
        for figure in missing:
            line = next(line for line in text.splitlines() if figure in line)
            print(f"# {figure}: {line.strip()}")


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2:])
