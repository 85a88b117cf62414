#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests the demo's comparison of the processor's and the GPU's pictures, as TAP.

    demo.py PROJECT

Files that GIMP writes at different times differ, so the demo compares pixels."""
import struct
import subprocess
import sys
import tempfile
import zlib
from pathlib import Path

REPORT = Path(sys.argv[1]) / "tools" / "demo_report.py"
ROWS = "row\ta\tA\tcpu\t1\t2\t1\tlayer\nrow\ta-cuda\tA\tcuda\t1\t2\t1\tlayer\n"


def png(pixels, minute):
    """Two gray pixels and a time."""
    parts = ((b"IHDR", struct.pack(">IIBBBBB", 2, 1, 8, 0, 0, 0, 0)), (b"tIME", bytes((7, 234, 11, 22, 20, minute, 0))),
             (b"IDAT", zlib.compress(b"\0" + bytes(pixels))), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data)) for name, data in parts)


def says(word, second):
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "a.png").write_bytes(png((7, 8), 1))
        (Path(folder) / "a-cuda.png").write_bytes(second)
        said = subprocess.run([sys.executable, REPORT, "table", folder], input=ROWS, capture_output=True, text=True, check=True)
    return f"a-cuda.png and a.png are {word}\n" in said.stdout


print(f"{'ok' if says('identical', png((7, 8), 2)) else 'not ok'} 1 - a file of another time has the same pixels")
print(f"{'ok' if says('DIFFERENT', png((7, 9), 1)) else 'not ok'} 2 - a pixel that differs is said")
print("1..2")
