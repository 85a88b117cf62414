#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests the list of tests that a run of all tests has to run, as TAP.

    must_run.py PROJECT"""
import contextlib
import io
import json
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, sys.argv[1] + "/tools")
import must_run

LIST = "# words\n~ GPU\none\nother\n"
RUN = {"result": "OK", "returncode": 0}


def says(log, *runs):
    """The exit status and the output for a log."""
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()) as said:
        Path(folder, "list").write_text(LIST, encoding="utf-8")
        Path(folder, log).write_text(json.dumps(runs[0]) if log.startswith("intro") else "\n".join(map(json.dumps, runs)), encoding="utf-8")
        status = must_run.main(f"{folder}/list", f"{folder}/{log}")
    return status, said.getvalue()


def of(name, stdout):
    return RUN | {"name": f"cuda-edges:engine / {name}", "stdout": stdout}


ONE, OTHER = of("one", "ok 1 - a\n1..1\n"), of("other", "ok 1 - a # SKIP there is no GPU\n1..1\n")
CASES = (
    ("all that has to run, but for a GPU", says("log", ONE, OTHER) == (0, "")),
    ("a program that is not there", says("log", ONE) == (1, "NOT TESTED other did not run\n")),
    ("one that skips itself", says("log", ONE, of("other", "1..0 # SKIP Xvfb is missing\n"))[0] == 1),
    ("a case that is skipped for want of a library", says("log", ONE, of("other", "ok 1 - a # SKIP no OpenCV\n1..1\n"))[0] == 1),
    ("a new test that is not in the list", "not ok" in says("intro-tests.json", [{"name": "one"}, {"name": "new"}])[1]),
    ("and one that is", "not ok" not in says("intro-tests.json", [{"name": "one"}])[1]),
)
for number, (name, passed) in enumerate(CASES, 1):
    print(f"{'ok' if passed else 'not ok'} {number} - {name}")
print(f"1..{len(CASES)}")
