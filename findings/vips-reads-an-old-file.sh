#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Software: libvips 8.18.7 (pyvips-binary), new_from_file.
# Expected: a program that reads a file again after something else wrote it gets the new pixels: the time, the size and
# the bytes of the file have changed.
# Came: it gets the old pixels. A load is an operation, and operations with equal arguments, of which the file is only a
# name, come from a cache. revalidate=True, or a cache of size 0, reads.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q pyvips==3.2.0 pyvips-binary==8.18.7
venv/bin/python <<'END'
import os
import sys

import pyvips

for name, gray in (("black.png", 0), ("white.png", 255)):
    (pyvips.Image.black(40, 30) + gray).cast("uchar").pngsave(name)
os.rename("black.png", "photo.png")
before = pyvips.Image.new_from_file("photo.png").avg()
os.rename("white.png", "photo.png")
os.utime("photo.png", (0, 0))
after = pyvips.Image.new_from_file("photo.png").avg()
fresh = pyvips.Image.new_from_file("photo.png", revalidate=True).avg()
print(f"libvips {pyvips.version(0)}.{pyvips.version(1)}.{pyvips.version(2)}: a photo.png that is replaced is read again:")
print("expected: 255 on average")
print(f"came: {after:.0f}, the average of the first file ({before:.0f}); with revalidate=True: {fresh:.0f}")
sys.exit(not (before == after == 0 and fresh == 255))
END
