#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""That the figures which NEWS gives stand in the pages of docs, as TAP: stated.py NEWS DOCS.

A figure is a number with a unit of time, size or comparison, and under Speed each one with a point. It stands in docs if a
page has the same digits."""
import re
import sys
from pathlib import Path

FIGURE = re.compile(r"(?<![\w.])(\d[\d,]*(?:\.\d+)?)(?=(?:\s+(?:ms|seconds|times|MB|megapixels|pixels|px)\b|\s?%)| to \d[\d.]* ms)")

SPEED = re.compile(r"(?<!GIMP )(?<![\w.])\d+\.\d+(?![\w.]*\.)(?=[\s,;).:]|$)", re.MULTILINE)


def main(news, docs):
    text = Path(news).read_text(encoding="utf-8")
    pages = "\n".join(path.read_text(encoding="utf-8") for path in sorted(Path(docs).rglob("*.md")))
    speed = re.search(r"^Speed\n.*?\n\n.*?\n\n", text, re.MULTILINE | re.DOTALL)
    figures = sorted(set(FIGURE.findall(text)) | set(SPEED.findall(speed[0]) if speed else ()))
    missing = [figure for figure in figures if not re.search(rf"(?<![\d.]){re.escape(figure)}(?![\d]|\.\d)", pages)]
    print("1..1")
    print(f"{'not ok' if missing else 'ok'} 1 - the {len(figures)} figures of NEWS stand in docs")
    for figure in missing:
        line = next(line for line in text.splitlines() if figure in line)
        print(f"# {figure}: {line.strip()}")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
