#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that every listed test ran, because a run must not pass with half of its tests missing.

    must_run.py LIST testlog.json      each listed test ran, and each skipped case has a reason that the list allows
    must_run.py LIST intro-tests.json      each registered test is in the list, as TAP

A line of the list is a test's name; "~ REASON" is a pattern of reasons for which a case may be skipped."""
import json
import re
import sys
from pathlib import Path

import summary


def read_list(path):
    lines = [line for line in Path(path).read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    return [line for line in lines if not line.startswith("~")], "|".join(line[1:].strip() for line in lines if line.startswith("~")) or "(?!)"


def unlisted(names, path):
    """Tests that are registered, and which the list lacks."""
    registered = {test["name"] for test in json.loads(Path(path).read_text(encoding="utf-8"))}
    print("1..1")
    missing = sorted(registered - set(names))
    print(("not ok" if missing else "ok") + " 1 - each test that is registered has to run")
    for name in missing:
        print(f"# {name} is not in the list")
    return 0


def unrun(names, excuses, path):
    """Tests of the list that were not there, and cases that were skipped for another reason than those that are allowed."""
    runs = [json.loads(line) for line in Path(path).read_text(encoding="utf-8").splitlines()] if Path(path).exists() else []
    ran = {run["name"].split(" / ")[-1] for run in runs}
    problems = [f"{name} did not run" for name in names if name not in ran]
    for run in runs:
        for verdict, name, reason in summary.cases(run):
            if verdict == "skipped" and not re.search(excuses, reason or "no reason"):
                problems.append(f"{name} was skipped: {reason or 'no reason'}")
    for problem in problems:
        print(f"NOT TESTED {problem}")
    return 1 if problems else 0


def main(path, log):
    names, excuses = read_list(path)
    return unlisted(names, log) if log.endswith("intro-tests.json") else unrun(names, excuses, log)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
