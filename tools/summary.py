#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Adds up the cases of every test program in meson's testlog.json.

A program that speaks TAP counts once per "ok" or "not ok" line; any other, and
one that broke off before its first case, counts once. Prints why cases were
skipped, which failed, and which failed once and passed on a new desktop, and
last the line "N passed, N failed, N skipped".
"""
import collections
import itertools
import json
import re
import sys

CASE = re.compile(r"^(ok|not ok)\b\s*\d*\s*-?\s*(.*)$")
DIRECTIVE = re.compile(r"\s*#\s*(skip|todo)\b[\s:]*(.*)$", re.IGNORECASE)
PLAN_SKIP = re.compile(r"^1\.\.0\b\s*#\s*skip\S*\s*(.*)$", re.IGNORECASE)
AGAIN = re.compile(r"^# again on a new desktop: (.*)$", re.MULTILINE)
BAD = {"FAIL", "ERROR", "TIMEOUT", "INTERRUPT", "UNEXPECTEDPASS"}


def tap_cases(run):
    """The cases of a program that speaks TAP; the comments after a failed one say why."""
    lines = run.get("stdout", "").splitlines()
    for number, line in enumerate(lines):
        plan = PLAN_SKIP.match(line)
        case = CASE.match(line)
        if plan:
            yield "skipped", run["name"], plan.group(1)
        if not case:
            continue
        directive = DIRECTIVE.search(case.group(2))
        name = f"{run['name']}: {DIRECTIVE.sub('', case.group(2))}"
        if directive and directive.group(1).lower() == "skip":
            yield "skipped", name, directive.group(2)
        elif case.group(1) == "ok":
            yield "passed", name, ""
        else:
            comments = itertools.takewhile(lambda text: text.startswith("#"), lines[number + 1:])
            yield "failed", name, "; ".join(text.strip("# ") for text in comments)


def cases(run):
    """Verdict, name and reason of each case of one program."""
    found = list(tap_cases(run))
    if run["result"] in BAD and not any(verdict == "failed" for verdict, _, _ in found):
        found.append(("failed", run["name"], f"{run['result'].lower()}, exit status {run.get('returncode')}"))
    elif not found:
        found.append(("skipped" if run["result"] == "SKIP" else "passed", run["name"], ""))
    return found


def main(path):
    try:
        with open(path, encoding="utf-8") as log:
            runs = [json.loads(line) for line in log]
    except OSError:
        runs = []
    counts = collections.Counter()
    skipped = {}
    for run in runs:
        for again in AGAIN.findall(run.get("stdout", "")):
            print(f"AGAIN {run['name']}: {again}")
        for verdict, name, reason in cases(run):
            counts[verdict] += 1
            if verdict == "failed":
                print(f"FAILED {name}" + (f" ({reason})" if reason else ""))
            elif verdict == "skipped":
                skipped.setdefault(reason, []).append(name)
    for reason, names in skipped.items():
        print(f"SKIPPED {len(names)}, {names[0]}" + (" and others" if names[1:] else "") + f": {reason}")
    if not runs:
        print("no test ran")
    print(f"{counts['passed']} passed, {counts['failed']} failed, {counts['skipped']} skipped")
    return 1 if counts["failed"] or not counts["passed"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
