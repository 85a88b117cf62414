#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures on a machine with a GPU: prove.py FOLDER OUT [OLD] [WHAT…]

FOLDER has cuda-edges, cuda-edges-operations.so, render and curve of one build, OLD is an older plug-in to time beside it.
WHAT is any of equal (GPU and processor merged in GIMP's core, pixels that differ), photos (the same by calls, each output,
in a selection too), idle (an idle context goes), times (calls of 24 megapixels, medians), growth (a thousand calls), parts
(a GPU that is named, one that fails at each step). All numbers go to OUT too, a line each. Ends with 0 if all of it holds."""
import os
import sys
import tempfile
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parent), str(Path(__file__).resolve().parents[1] / "support")]
import run  # noqa: E402

WHATS = ("equal", "photos", "idle", "times", "growth", "parts")


def prove(what, plug_in, operations, out, extra):
    with tempfile.TemporaryDirectory(prefix="cuda-edges-proof-") as folder:
        if operations:
            run.put_operations(Path(folder), operations)
        lines, _ = run.run(Path(folder), plug_in, ["", ""], ["proof"], {"CE_PROOF": out, "CE_PROOF_WHAT": what} | extra)
        print("\n".join(lines), flush=True)
        return all(line.startswith(("ok", "#")) for line in lines)


def prove_parts(plug_in, operations, tools):
    """Repeats on this GPU the tests with the driver for tests."""
    lines = []
    with tempfile.TemporaryDirectory(prefix="cuda-edges-proof-") as folder:
        run.put_operations(Path(folder), operations)
        for part in (run.run_on_gpu, run.run_with_failing_gpu):
            lines += part(Path(folder), plug_in, tools, {})
        lines += run.run_rule(Path(folder), plug_in, tools)
    print("\n".join(lines), flush=True)
    return all(line.startswith(("ok", "#")) for line in lines)


def main(folder, out, *rest):
    folder, out = os.path.abspath(folder), os.path.abspath(out)
    plug_in, operations = f"{folder}/cuda-edges", f"{folder}/cuda-edges-operations.so"
    old = next((path for path in rest if path not in WHATS), None)
    good = True
    for what in [what for what in rest if what in WHATS] or WHATS:
        if what == "parts":
            good &= prove_parts(plug_in, operations, [f"{folder}/render", f"{folder}/curve"])
            continue
        # An older one before and after: a machine is not the same all the time.
        steps = ["old", what, "old"] if what == "times" and old else [what]
        for step in steps:
            mine = step != "old"
            extra = {"CE_TESTING": "idle=2"} if step == "idle" else {} if mine else {"CE_PROOF_ROUNDS": "3"}
            good &= prove(step, plug_in if mine else os.path.abspath(old), operations if mine else None, out, extra)
    with open(out, "a+", encoding="utf-8") as file:
        file.seek(0)
        print("".join(line for line in file if not line.startswith("time\t")))
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
