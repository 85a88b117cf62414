#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Adds up the cases of every test program in meson's testlog.json.

A program that speaks TAP counts once per "ok" or "not ok" line; any other, and
one that broke off before its first case, counts once. Prints why cases were
skipped and which failed, and last the line "N passed, N failed, N skipped".
"""
import json
import re
import sys

CASE = re.compile(r"^(ok|not ok)\b\s*\d*\s*-?\s*(.*)$")
DIRECTIVE = re.compile(r"\s*#\s*(skip|todo)\b[\s:]*(.*)$", re.IGNORECASE)
PLAN_SKIP = re.compile(r"^1\.\.0\b\s*#\s*skip\S*\s*(.*)$", re.IGNORECASE)
BAD = {"FAIL", "ERROR", "TIMEOUT", "INTERRUPT", "UNEXPECTEDPASS"}


def cases(run):
    """Yields (verdict, name, reason) of each case of one program."""
    found, failed = False, False
    for line in run.get("stdout", "").splitlines():
        plan = PLAN_SKIP.match(line)
        if plan:
            found = True
            yield "skipped", run["name"], plan.group(1)
            continue
        case = CASE.match(line)
        if not case:
            continue
        found = True
        directive = DIRECTIVE.search(case.group(2))
        name = f"{run['name']}: {DIRECTIVE.sub('', case.group(2))}"
        if directive and directive.group(1).lower() == "skip":
            yield "skipped", name, directive.group(2)
        elif case.group(1) == "ok":
            yield "passed", name, ""
        else:
            failed = True
            yield "failed", name, ""
    if run["result"] in BAD and not failed:
        yield "failed", run["name"], f"{run['result'].lower()}, exit status {run.get('returncode')}"
    elif not found:
        yield ("skipped" if run["result"] == "SKIP" else "passed"), run["name"], ""


def main(path):
    try:
        with open(path, encoding="utf-8") as log:
            runs = [json.loads(line) for line in log]
    except OSError:
        runs = []
    counts = {"passed": 0, "failed": 0, "skipped": 0}
    for run in runs:
        for verdict, name, reason in cases(run):
            counts[verdict] += 1
            if verdict != "passed":
                print(f"{verdict.upper()} {name}" + (f" ({reason})" if reason else ""))
    if not runs:
        print("no test ran")
    print("{passed} passed, {failed} failed, {skipped} skipped".format(**counts))
    return 1 if counts["failed"] or not counts["passed"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
