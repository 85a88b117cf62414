#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads GIMP's output of the demo from stdin.

reason: prints the reason why CUDA cannot be used, from plug-in-cuda-edges-info's report; nothing if it can.
table FOLDER: makes the user's table from the rows of demo.scm, and compares the pixels of
the backends."""
import json
import struct
import sys
import zlib
from pathlib import Path


def reason(text):
    report = json.loads(text[text.index("{"):text.rindex("}") + 1])
    return "" if report["cuda"]["usable"] else report["cuda"]["reason"]


def pixels(png):
    """Its format and samples: GIMP writes the time into a file as well."""
    data, parts, at = png.read_bytes(), {b"IHDR": b"", b"PLTE": b"", b"tRNS": b"", b"IDAT": b""}, 8
    while at < len(data):
        size, name = struct.unpack_from(">I4s", data, at)
        if name in parts:
            parts[name] += data[at + 8:at + 8 + size]
        at += 12 + size
    parts[b"IDAT"] = zlib.decompress(parts[b"IDAT"])
    return parts


def table(text, folder):
    rows = [line.split("\t")[1:] for line in text.splitlines() if line.startswith("row\t")]
    print(f"\n  {'picture':<28}{'backend':<9}{'ms':>7}  {'pixels':<12}layer")
    for name, _, backend, ms, width, height, layer, *_ in rows:
        print(f"  {name + '.png':<28}{backend:<9}{float(ms):>7.0f}  {width + ' x ' + height:<12}{layer}")
    print("  (ms: the whole call, from GIMP to the finished layer)")
    on_gpu = [row[0] for row in rows if row[0].endswith("-cuda")]
    for name in on_gpu:
        same = pixels(folder / f"{name}.png") == pixels(folder / f"{name[:-5]}.png")
        print(f"  {name}.png and {name[:-5]}.png are {'identical' if same else 'DIFFERENT'}")
    return 0 if rows else 1


if __name__ == "__main__":
    if sys.argv[1] == "reason":
        print(reason(sys.stdin.read()))
    else:
        sys.exit(table(sys.stdin.read(), Path(sys.argv[2])))
