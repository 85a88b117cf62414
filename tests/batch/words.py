#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Command lines that nobody would write, and files of any name, as TAP: the program ends by itself, in time, with status 0,
1 or 2, with 2 it says why, and each line of its report is JSON. words.py PROGRAM PHOTOS [CASES [SEED]]"""
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import patience  # noqa: E402

FILTERS = ("sobel", "canny", "laplacian", "sharpen", "--help", "--version", "", "CANNY", "sobel\n", "-")
OPTIONS = ("--sigma", "--low", "--high", "--gain", "--operator", "--style", "--backend", "--quality", "--jobs", "-j", "--format",
           "-f", "--color", "--files-from", "--report", "--overwrite", "--no-metadata", "--quiet", "-q", "--radius", "--amount",
           "--width", "--stage", "--threshold", "--nonsense", "--", "-o", "--output", "--help", "-", "--=", "-j-1", "-jx")
VALUES = ("", "0", "-1", "1e308", "1e-320", "nan", "inf", "-inf", "0x10", "1,5", "99999999999999999999", "5", "2.5", "otsu", "sobel",
          "lines", "cpu", "png", "jpg", "webp", "#ff0000", "#", "%s%n%s", "red; rm -rf", "ä€𝄞", "a" * 5000, "\n", "=", "--", "/dev/null",
          "nowhere/at/all", ".")
# Names of files: in a report they are text of JSON.
NAMES = ("plain.png", 'q"uo\\te.png', "li\nne\t\x01.png", "ä€𝄞.png", os.fsdecode(b"\xff\xfe\xc3(.png"), "no-picture.png", "😀" * 40 + ".png")
REPORT = "report.jsonl"
LIMIT_S = patience.limit(60)


def command(rnd, photo, folder):
    words = [rnd.choice(FILTERS[:4] if rnd.random() < 0.9 else FILTERS)]
    if rnd.random() < 0.8:
        words += ["-o", str(folder / "out")]
    for _ in range(rnd.randrange(6)):
        option = rnd.choice(OPTIONS)
        value = rnd.choice(VALUES)
        words += [option + "=" + value] if rnd.random() < 0.3 else [option, value] if rnd.random() < 0.7 else [option]
    for _ in range(rnd.randrange(3)):
        words.append(rnd.choice((str(photo), "", "-", "\udcff\udc80", rnd.choice(VALUES), *NAMES)))
    if rnd.random() < 0.2:
        rnd.shuffle(words)
    if rnd.random() < 0.7:
        words += ["--report", REPORT, rnd.choice(NAMES)]
    return words


def bad_line(report):
    """A line of a report that is no object of JSON, or does not say its status."""
    for line in report.read_bytes().splitlines() if report.is_file() else []:
        try:
            if json.loads(line.decode())["status"] not in ("done", "skipped", "failed"):
                return line
        except (ValueError, KeyError, TypeError):
            return line
    return None


def problem(program, words, folder):
    """What is wrong, None for nothing."""
    begin = time.monotonic()
    try:
        done = subprocess.run([program, *words], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, timeout=LIMIT_S,
                              env=os.environ | {"LC_ALL": "C.UTF-8", "CE_TESTING": "threads=1"}, check=False)
    except subprocess.TimeoutExpired:
        return f"it is not done after {time.monotonic() - begin:.0f} s"
    said = done.stderr.decode(errors="replace").strip()
    if done.returncode not in (0, 1, 2):
        return f"status {done.returncode}: {said[-300:]}"
    if done.returncode == 2 and not said:
        return "status 2, and nothing is said"
    line = bad_line(folder / REPORT)
    return f"the report has {line!r}" if line is not None else None


def main():
    program, photos = os.path.abspath(sys.argv[1]), Path(sys.argv[2]).resolve()
    n_cases = int(sys.argv[3]) if len(sys.argv) > 3 else 200
    seed = int(sys.argv[4]) if len(sys.argv) > 4 else random.randrange(1000000)
    rnd = random.Random(seed)
    print(f"# seed {seed}")
    n_wrong = 0
    with tempfile.TemporaryDirectory(prefix="cuda-edges-words-") as name:
        folder = Path(name)
        for odd in NAMES:
            os.symlink(photos / "coffee.png" if odd != "no-picture.png" else photos, folder / odd)
        for _ in range(n_cases):
            words = command(rnd, photos / "coffee.png", folder)
            if any("\0" in word for word in words):
                continue
            wrong = problem(program, words, folder)
            if wrong:
                n_wrong += 1
                print(f"# {words!r}: {wrong}")
    print(f"{'not ok' if n_wrong else 'ok'} 1 - {n_wrong} of {n_cases} command lines end as they must not")
    print("1..1")
    return 1 if n_wrong else 0


if __name__ == "__main__":
    sys.exit(main())
