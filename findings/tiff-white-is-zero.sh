#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Software: Pillow 13.0.0, OpenCV 5.0.0 (opencv-python-headless 5.0.0.93), tifffile 2026.3.3.
# Expected: a reader of TIFF either gives the stored numbers of a scan in which 0 is white (MINISWHITE) or inverts them,
# but the same in 8 and in 16 bits.
# Came: Pillow and OpenCV invert 8 bits and not 16: white paper is 255 in one file and 0 in the other, black lines become
# white lines. tifffile inverts none.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q tifffile==2026.3.3 opencv-python-headless==5.0.0.93 pillow==13.0.0 numpy==2.4.6
venv/bin/python <<'END'
import sys

import cv2
import numpy as np
import PIL
import tifffile
from PIL import Image

came = {}
for bits, kind in ((8, np.uint8), (16, np.uint16)):
    scan = np.zeros((32, 32), kind)
    scan[12:16] = np.iinfo(kind).max
    tifffile.imwrite("scan.tif", scan, photometric="miniswhite")
    came[bits] = {"Pillow": int(np.array(Image.open("scan.tif"))[0, 0]),
                  "OpenCV": int(cv2.imread("scan.tif", cv2.IMREAD_UNCHANGED)[0, 0]),
                  "tifffile": int(tifffile.imread("scan.tif")[0, 0])}
print(f"Pillow {PIL.__version__}, OpenCV {cv2.__version__}, tifffile {tifffile.__version__}: white paper, where 0 is white:")
print("expected: 255 and 65535, or 0 and 0")
print(f"came: {came[8]} of 8 bits, {came[16]} of 16 bits")
sys.exit(not all(came[8][name] == 255 and came[16][name] == 0 for name in ("Pillow", "OpenCV")))
END
