#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that the page's verdicts follow the data, as TAP: verdicts.py FOLDER, a folder that ./dev ladder left.

It writes the page from the real data, from data in which rungs have exchanged their times, and from data without a profiler."""
import json
import shutil
import sys
import tempfile
from pathlib import Path

import page

n = n_failed = 0


def ok(passed, name):
    global n, n_failed
    n += 1
    n_failed += not passed
    print(f"{'ok' if passed else 'not ok'} {n} - {name}")


def text_of(folder, change=None, profiler=True):
    """The page of the folder's data, changed."""
    with tempfile.TemporaryDirectory() as other:
        copy = Path(other) / "data"
        shutil.copytree(folder, copy)
        if not profiler:
            (copy / "profile.json").unlink(missing_ok=True)
        data = json.loads((copy / "ladder.json").read_text(encoding="utf-8"))
        if change:
            change(data)
        (copy / "ladder.json").write_text(json.dumps(data), encoding="utf-8")
        page.main(copy, Path(other) / "ladder.md")
        return (Path(other) / "ladder.md").read_text(encoding="utf-8")


PAIRS = (("000-sobel-global", "000-sobel-apron-1d"), ("003-blur-separable-2", "003-blur-constant-2"),
         ("004-sobel-scalar", "004-sobel-vector16"))


def exchange(data):
    """The times of rungs, and those of blocks of 16 and 32 in the experiment."""
    names = {old: new for pair in PAIRS for old, new in (pair, pair[::-1])}
    for row in data["rows"]:
        row["case"] = names.get(row["case"], row["case"])
    for row in data["passes"]:
        row["block"] = 48 - row["block"] if row["block"] in (16, 32) else row["block"]


def main(folder):
    real = text_of(folder)
    turned = text_of(folder, exchange)
    ok("best blocks: sobel-global" in real and "best blocks: sobel-apron-1d" in turned, "the fastest of two that were exchanged is the other")
    ok("the best rung (sobel-global)" in real and "the best rung (sobel-apron-1d)" in turned, "also where ours are beside it")
    ok("Separating paid there: still so" in real and "Separating paid there: the other way round" in turned, "what held then no longer does")
    fast, slow = "times as fast as one pixel to a thread at 100", "times as slow as one pixel to a thread at 100"
    ok(fast in real and slow in turned and slow not in real, "vectors lose where they do")
    lost = "the document's five passes lose most of coffee: 419"
    ok(f"With blocks of 16 {lost}" in real and f"With blocks of 32 {lost}" in turned, "passes are judged by both sizes of blocks")
    ok("most is lost by the second truncation" in real, "causes are ranked")
    bare = text_of(folder, profiler=False)
    ok("No profiler ran" in bare and "first cache;" not in bare and "No profiler ran" not in real, "without a profiler the page says what it lacks")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
    print(f"1..{n}")
    sys.exit(n_failed > 0)
