#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests that ./dev felt measures each backend that a build can use, and names those that it cannot, as TAP.

    felt.py PROJECT"""
import contextlib
import io
import json
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, sys.argv[1] + "/tests/bench")
import felt

REASON = "CUDA cannot be used: there is no driver."
PROGRAMS = {"tests/bench/ce-bench": f'''echo "cuda is left out: {REASON}" >&2; for file; do :; done; echo '{{"rows": []}}' >"$file"''',
            "tests/ui/ui-pace": f'''echo "# cuda: {REASON}"; echo "# cuda: {REASON}"
                                    echo "# cpu   canny      low       fit    median   12.5 ms, longest   13.0 ms, 9 of 9 changes painted"'''}


def backends(cuda):
    """The backends of the calls with a plug-in that reports @cuda, and what was said."""
    felt.gimp = lambda *_: f'words\n{json.dumps({"plug-in": "1", "cuda": cuda}, indent=1)}\n'
    with contextlib.redirect_stdout(io.StringIO()) as said:
        labels = [label for label, _convert, _call in felt.of_calls(felt.usable("build", "new", "folder"))]
    return [label.rsplit(" ", 1)[1] for label in labels if label.startswith("canny, replace")], said.getvalue()


def said_twice(kind):
    """What two passes of a kind measured of programs that lack CUDA, and what was said."""
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()) as said:
        for name, text in PROGRAMS.items():
            file = Path(folder, name)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text("#!/bin/sh\n" + text + "\n", encoding="utf-8")
            file.chmod(0o755)
        measured = [felt.KINDS[kind](Path(folder), "old", Path(folder), "") for _ in range(2)]
    return measured, said.getvalue()


CASES = (
    ("calls with a GPU", backends({"usable": True, "reason": None}) == (["cpu", "cuda", "auto"], "")),
    ("calls without one", backends({"usable": False, "reason": REASON})
     == (["cpu", "auto"], f"calls of the new build: cuda is left out: {REASON}\n")),
    ("kernels without one", said_twice("kernels") == ([[], []], f"kernels of the old build: cuda is left out: {REASON}\n")),
    ("sliders without one", said_twice("slider")
     == ([[("slider canny low at fit, cpu", 12.5)]] * 2, f"sliders of the old build: cuda is left out: {REASON}\n")),
)
for number, (name, passed) in enumerate(CASES, 1):
    print(f"{'ok' if passed else 'not ok'} {number} - {name}")
print(f"1..{len(CASES)}")
