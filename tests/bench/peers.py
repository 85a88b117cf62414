#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Times other libraries on the pictures that peers-prepare.sh made in a folder, each library in its fastest way.

peers.py FOLDER OUT.json [LIBRARY…]: rows have the form of ce-bench's. compute_ms is the time of work on data that is in the
library's own memory; on a GPU it is the lesser of the kernels' time between two events and of calls in a row. total_ms is
from host memory to host memory, pinned before if the library can. "differ" counts pixels that differ from the exact result,
except the outermost ring. A missing library is named with the reason. Rows of named libraries (OpenCV) are added to
OUT.json, to measure another version."""
import functools
import json
import statistics
import sys
import time
from pathlib import Path

import numpy as np

import peers_cpu
import peers_gpu
import peers_nvidia

LIBRARIES = peers_gpu.LIBRARIES + peers_nvidia.LIBRARIES + peers_cpu.LIBRARIES
# Seconds of rounds, and of one call that is too long to wait for.
ROUNDS, BUDGET, SLOW = 15, 0.3, 2.0


@functools.lru_cache(maxsize=10)
def read_exact(folder, size, case):
    width, height = map(int, size.split("x"))
    return np.fromfile(folder / f"{size}-{case}.raw", np.uint8).reshape(height, width, -1).squeeze()


def read_picture(folder, size, colors):
    width, height = map(int, size.split("x"))
    return np.fromfile(folder / f"{size}{colors}.raw", np.uint8).reshape(height, width, -1).squeeze()


def timed(run, wait, times=1):
    begin = time.perf_counter()
    for _ in range(times):
        run()
    wait()
    return (time.perf_counter() - begin) / times


def milliseconds(run, wait):
    """Median of rounds after two; of short ones several in a row, since a call from Python has its own cost. One that
    takes longer than all rounds may is called once."""
    timed(run, wait)
    first = timed(run, wait)
    if first > BUDGET:
        return first * 1e3, first * 1e3, 1
    in_a_row = max(1, min(20, int(2e-3 / first)))
    times, start = [], time.perf_counter()
    while len(times) < 3 or (len(times) < ROUNDS and time.perf_counter() - start < BUDGET):
        times.append(timed(run, wait, in_a_row) * 1e3)
    return statistics.median(times), min(times), len(times)


def differing(result, exact):
    result = np.asarray(result)
    if result.dtype == bool:
        result = result * np.uint8(255)
    elif result.dtype != np.uint8:
        result = np.clip(np.rint(result), 0, 255).astype(np.uint8)
    return int((result[1:-1, 1:-1] != exact[1:-1, 1:-1]).sum())


def measure(library, case, picture, exact):
    make, at_home = library.cases[case], library.ready(picture)
    run, whole = make(library.send(at_home)), lambda: library.fetch(make(library.send(at_home))())
    compute, least, rounds = milliseconds(run, library.wait)
    total = compute
    if library.where == "gpu":
        kernels = [library.kernels_ms(run) for _ in range(rounds)]
        compute, least = min(compute, statistics.median(kernels)), min(least, *kernels)
        total = milliseconds(whole, library.wait)[0]
    height, width = picture.shape[:2]
    return {"group": "size", "case": case.removesuffix("-rgb"), "picture": "natural",
            "channels": picture.shape[2] if picture.ndim == 3 else 1, "type": "u8", "width": width,
            "height": height, "on": library.name, "kind": "peer", "where": library.where, "compute_ms": round(compute, 4),
            "least_ms": round(least, 4), "total_ms": round(total, 4), "rounds": rounds,
            "differ": differing(library.fetch(run()), exact)}


def start(wanted, missing):
    """The available libraries, by the name of their class."""
    libraries = []
    for kind in LIBRARIES:
        if wanted and kind.__name__ not in wanted:
            continue
        try:
            libraries.append(kind())
        except Exception as reason:     # a library may fail in ways of its own
            say_missing(missing, kind.__name__, f"{type(reason).__name__}: {str(reason)[:200]}")
    return libraries


def say_missing(missing, name, reason):
    missing.append({"name": name, "reason": reason})
    print(f"not had: {name}: {reason}", flush=True)


def keep(output, found, rows, missing):
    text = json.dumps({**found, "missing": found["missing"] + missing, "rows": found["rows"] + rows}, separators=(",", ":"))
    output.write_text(text.replace("},{", "},\n{") + "\n", encoding="utf-8")


def compare(library, folder, size, slow, rows, missing):
    pictures = {colors: read_picture(folder, size, colors) for colors in ("", "-rgb")}
    for case in library.cases:
        picture = pictures["-rgb" if case.endswith("-rgb") else ""]
        expected = slow.get((library.name, case), 0) * picture.size / 1e3
        if expected > SLOW:
            say_missing(missing, f"{library.name}, {case}, {size}", f"would take {expected:.0f} s a time")
            continue
        try:
            row = measure(library, case, picture, read_exact(folder, size, case))
        except Exception as reason:     # and in each of its functions
            say_missing(missing, f"{library.name}, {case}, {size}", f"{type(reason).__name__}: {str(reason)[:200]}")
            continue
        rows.append(row)
        slow[library.name, case] = row["total_ms"] / picture.size
        print("{case:16} {on:40} {width:5}x{height:<5} {compute_ms:10.4f} {total_ms:10.4f} {differ:9}".format(**row), flush=True)


def read_ours(folder):
    """Its times from host to host are those into memory that an earlier session left."""
    ours = json.loads((folder / "ours.json").read_text(encoding="utf-8"))
    transfers = folder / "transfers.json"
    rows = json.loads(transfers.read_text(encoding="utf-8"))["rows"] if transfers.exists() else []
    totals = {(row["case"], row["width"]): row["total_ms"] for row in rows if row["on"] == "cuda"}
    for row in ours["rows"]:
        if row["on"] == "cuda":
            row["total_ms"] = totals[row["case"], row["width"]]
    return ours


def main(folder, output, wanted):
    ours = read_ours(folder)
    found = json.loads(output.read_text(encoding="utf-8")) if wanted else {**ours, "missing": []}
    rows, missing, slow = [], [], {}
    libraries = start(wanted, missing)
    sizes = {(row["width"], row["height"]) for row in ours["rows"]}
    for width, height in sorted(sizes):
        for library in libraries:
            compare(library, folder, f"{width}x{height}", slow, rows, missing)
            keep(output, found, rows, missing)


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3:])
