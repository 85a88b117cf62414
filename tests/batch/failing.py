#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes each call of cuda-edges that opens, writes, syncs or renames a file of the output folder fail in turn, or end the
process (tests/support/failing.c), as TAP. Each file with a result's name is whole, missing ones were reported, and the same
command completes them. Usage: failing.py PROGRAM LIBRARY"""
import errno
import json
import os
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))
import patience  # noqa: E402

import files

ONE, FROM, KILLED, TAKEN = range(4)
FORM = "=4i1024s"
MOST_TURNS = 80
# Formats, the failing calls, and the number of files.
CASES = (("png", ONE, 2), ("png", FROM, 1), ("png", KILLED, 1), ("jpg", ONE, 1), ("tif", ONE, 1), ("webp", ONE, 1))
ERRORS = {ONE: (errno.EIO, "one call fails"), FROM: (errno.ENOSPC, "a full disk"), KILLED: (0, "killed")}


def command(program, folder, form):
    return [program, "sobel", "--backend", "cpu", "-j", "1", "-f", form, "-o", str(folder / "out"), "--report", str(folder / "report"),
            str(folder / "in")]


def results(folder):
    out = folder / "out"
    return {path.name: path.read_bytes() if path.is_file() else None for path in out.iterdir()} if out.is_dir() else {}


def clear(folder):
    for name in results(folder):
        (folder / "out" / name).unlink()
    (folder / "report").unlink(missing_ok=True)


def wrong(folder, wanted, done, how):
    """The fault of a run, None if it has none."""
    found = results(folder)
    left = [name for name in found if name.startswith(".")]
    if any(found[name] != wanted[name] for name in found if not name.startswith(".")):
        return "a result is not whole"
    if done.returncode not in (0, 1, 2):
        return f"status {done.returncode}"
    if done.returncode == 0 and set(wanted) - set(found):
        return "status 0 without all results"
    if done.returncode and not done.stderr.strip():
        return "nothing is said"
    if left and how != KILLED:
        return f"{left} is left"
    lines = (folder / "report").read_text(encoding="utf-8").splitlines() if (folder / "report").exists() else []
    for line in map(json.loads, lines):
        if (line["status"] == "done") != (Path(line["result"]).name in found):
            return f"the report says {line['status']}"
        if line["status"] == "failed" and not line["message"].strip():
            return "the report has no reason"
    return None


def go_through(program, library, folder, form, how, error):
    """Fails one call in each turn; returns the number of turns and their faults."""
    plain = command(program, folder, form)
    subprocess.run(plain, check=True, capture_output=True)
    wanted = results(folder)
    control = folder / "control"
    n, faults = 0, []
    for turn in range(MOST_TURNS):
        clear(folder)
        control.write_bytes(struct.pack(FORM, turn, how, error, 0, os.fsencode(folder / "out")))
        done = subprocess.run(plain, capture_output=True, text=True, errors="replace", timeout=patience.limit(60), check=False,
                              env=os.environ | {"LD_PRELOAD": library, "CE_FAILING": str(control), "LC_ALL": "C.UTF-8"})
        killed = how == KILLED and done.returncode == 99
        reason = None if killed else wrong(folder, wanted, done, how)
        for name in results(folder):
            os.utime(folder / "out" / name, (0, 0))     # a kill was long ago
        again = subprocess.run(plain, capture_output=True, text=True, check=False)
        if not reason and (again.returncode or results(folder) != wanted):
            reason = f"again: status {again.returncode}, {sorted(results(folder))}"
        if reason:
            faults.append(f"call {turn + 1}: {reason}: {done.stderr.strip()[-300:]}")
        n += 1
        if struct.unpack(FORM, control.read_bytes())[3] <= turn:
            break
    return n, faults


def taken(program, library, folder, theirs):
    """The fault of a run whose result's name gets a file of somebody, or a byte more, in the moment before the result has it."""
    result = folder / "out/0.png"
    subprocess.run(command(program, folder, "png"), check=True, capture_output=True)
    if theirs:
        (folder / "out/0.png.theirs").write_bytes(theirs)
    wanted = theirs or result.read_bytes() + b"+"
    (folder / "control").write_bytes(struct.pack(FORM, 0, TAKEN, 0, 0, os.fsencode(folder / "out")))
    done = subprocess.run([*command(program, folder, "png"), "--gain=2"], capture_output=True, text=True, check=False,
                          env=os.environ | {"LD_PRELOAD": library, "CE_FAILING": str(folder / "control"), "LC_ALL": "C.UTF-8"})
    good = done.returncode == 1 and set(results(folder)) == {"0.png"} and result.read_bytes().startswith(wanted)
    return None if good else f"status {done.returncode}, {sorted(results(folder))}: {done.stderr}"


def main():
    program, library = sys.argv[1:3]
    number = 0
    failed = 0
    with tempfile.TemporaryDirectory() as name:
        for form, how, n_inputs in CASES:
            error, what = ERRORS[how]
            folder = Path(name) / f"{form}-{how}"
            (folder / "in").mkdir(parents=True)
            for i in range(n_inputs):
                (folder / "in" / f"{i}.png").write_bytes(files.png(60, 40, files.pixels(60, 40, seed=i)))
            n, faults = go_through(program, library, folder, form, how, error)
            number += 1
            good = n > 3 and not faults
            failed += not good
            print(f"{'ok' if good else 'not ok'} {number} - {form}, {what}: {len(faults)} of {n} cases go wrong")
            for fault in faults[:6]:
                print("# " + fault.replace("\n", "\n# "))
            sys.stdout.flush()
        for how, theirs in (("another file", files.png(30, 20, files.pixels(30, 20, seed=9))), ("a byte more", b"")):
            folder = Path(name) / how.replace(" ", "-")
            (folder / "in").mkdir(parents=True)
            (folder / "in/0.png").write_bytes(files.png(60, 40))
            fault = taken(program, library, folder, theirs)
            number += 1
            failed += fault is not None
            print(f"{'not ok' if fault else 'ok'} {number} - a result that is made again has {how} meanwhile, which stays"
                  + (f"\n# {fault}" if fault else ""))
    print(f"1..{number}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
