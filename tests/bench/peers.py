#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Other libraries on the pictures that peers-prepare.sh left in a folder, each on its own best terms.

peers.py FOLDER OUT.json: rows as ce-bench has them. compute_ms is of work on data that is where the library
computes, total_ms from host memory to host memory; "differ" counts pixels that are not those of the exact result, the
outermost ring apart. What cannot be had is named, with the reason."""
import json
import statistics
import sys
import time
from importlib import metadata
from pathlib import Path

import numpy as np

import peers_cpu
import peers_gpu

# Seconds of rounds, and of one call that is too long to wait for.
ROUNDS, BUDGET, SLOW = 15, 1.0, 2.0
PACKAGES = ("opencv", "cupy", "cucim", "cvcuda", "kornia", "nvidia-npp", "scikit", "torch", "pyvips", "wand", "gmic")


def read_pgm(path):
    head, _, pixels = path.read_bytes().partition(b"\n255\n")
    width, height = map(int, head.split()[1:3])
    return np.frombuffer(pixels, np.uint8).reshape(height, width).copy()


def milliseconds(run, wait):
    """Median of rounds after two; of short ones several in a row, since a call from Python has its own cost."""
    for _ in range(2):
        run()
    wait()
    begin = time.perf_counter()
    run()
    wait()
    in_a_row = max(1, min(20, int(2e-3 / (time.perf_counter() - begin))))
    times, start = [], time.perf_counter()
    while len(times) < 3 or (len(times) < ROUNDS and time.perf_counter() - start < BUDGET):
        begin = time.perf_counter()
        for _ in range(in_a_row):
            run()
        wait()
        times.append((time.perf_counter() - begin) / in_a_row * 1e3)
    return statistics.median(times), min(times), len(times)


def differing(result, exact):
    result = np.asarray(result)
    if result.dtype == bool:
        result = result * np.uint8(255)
    elif result.dtype != np.uint8:
        result = np.clip(np.rint(result), 0, 255).astype(np.uint8)
    return int((result[1:-1, 1:-1] != exact[1:-1, 1:-1]).sum())


def measure(library, case, make, picture, exact):
    at_hand = library.send(picture)
    run, whole = make(at_hand), lambda: library.fetch(make(library.send(picture))())
    compute, least, rounds = milliseconds(run, library.wait)
    total = milliseconds(whole, library.wait)[0]
    height, width = picture.shape
    return {"group": "size", "case": case, "picture": "natural", "channels": 1, "type": "u8", "width": width,
            "height": height, "on": library.name, "kind": "peer", "where": library.where, "compute_ms": round(compute, 4),
            "least_ms": round(least, 4), "total_ms": round(total, 4), "rounds": rounds,
            "differ": differing(library.fetch(run()), exact)}


def say_missing(missing, name, reason):
    missing.append({"name": name, "reason": reason})
    print(f"not had: {name}: {reason}", flush=True)


def found(missing):
    for kind in peers_cpu.LIBRARIES + peers_gpu.LIBRARIES:
        try:
            yield kind()
        except Exception as reason:     # a library may fail in ways of its own
            say_missing(missing, kind.__name__, f"{type(reason).__name__}: {str(reason)[:200]}")


def keep(folder, output, rows, missing):
    ours = json.loads((folder / "ours.json").read_text())
    versions = {one.metadata["Name"]: one.version for one in metadata.distributions() if one.metadata["Name"]}
    versions = {name: version for name, version in sorted(versions.items()) if name.lower().startswith(PACKAGES)}
    text = json.dumps({**ours, "missing": missing, "versions": versions,
                       "rows": [row for row in ours["rows"] if row["type"] == "u8"] + rows}, separators=(",", ":"))
    output.write_text(text.replace("},{", "},\n{") + "\n", encoding="utf-8")


def main(folder, output):
    rows, missing, per_pixel = [], [], {}
    libraries = list(found(missing))
    for path in sorted(folder.glob("*.pgm"), key=lambda path: path.stat().st_size):
        picture = read_pgm(path)
        for library in libraries:
            for case, make in library.cases.items():
                expected = per_pixel.get((library.name, case), 0) * picture.size / 1e3
                if expected > SLOW:
                    say_missing(missing, f"{library.name}, {case}, {path.stem}", f"would take {expected:.0f} s a time")
                    continue
                exact = np.fromfile(folder / f"{path.stem}-{case}.raw", np.uint8).reshape(picture.shape)
                try:
                    row = measure(library, case, make, picture, exact)
                except Exception as reason:
                    say_missing(missing, f"{library.name}, {case}, {path.stem}", f"{type(reason).__name__}: {str(reason)[:200]}")
                    continue
                rows.append(row)
                per_pixel[library.name, case] = row["total_ms"] / picture.size
                print("{case:16} {on:34} {width:5}x{height:<5} {compute_ms:10.4f} {total_ms:10.4f} {differ:9}".format(**row), flush=True)
        keep(folder, output, rows, missing)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(Path(sys.argv[1]), Path(sys.argv[2]))
