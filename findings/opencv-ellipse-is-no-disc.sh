#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Software: OpenCV 5.0.0 (opencv-python-headless 5.0.0.93), getStructuringElement (MORPH_ELLIPSE).
# Expected: an ellipse of equal sides is a disc, the same when it is turned by 90 degrees, so that dilating a turned drawing
# gives the turned result.
# Came: from 5 x 5 on it is not: its first row has one pixel and its first column three (5 x 5) or more. Lines of a drawing
# get other ends and corners when the page is turned. One of even sides is not its mirror image, either.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q opencv-python-headless==5.0.0.93 numpy==2.4.6
venv/bin/python <<'END'
import sys

import cv2
import numpy as np

discs = {n: cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (n, n)) for n in (3, 5, 7, 9, 6)}
turned = {n: np.array_equal(disc, np.rot90(disc)) for n, disc in discs.items()}
stroke = np.zeros((40, 40), np.uint8)
cv2.line(stroke, (8, 12), (30, 20), 255)
differ = int((np.rot90(cv2.dilate(stroke, discs[7])) != cv2.dilate(np.ascontiguousarray(np.rot90(stroke)), discs[7])).sum())
ends = discs[5][0].sum(), discs[5][:, 0].sum()
print(f"OpenCV {cv2.__version__}, ellipses of n x n pixels:")
print("expected: each is the same when it is turned, and a stroke that is dilated and turned is one turned and dilated")
print(f"came: the same when turned: {turned}; the first row of 5 x 5 has {ends[0]} pixel, the first column {ends[1]};")
print(f"      the two strokes, by 7 x 7, differ in {differ} pixels")
sys.exit(not (turned == {3: True, 5: False, 7: False, 9: False, 6: False} and differ > 0 and ends == (1, 3)))
END
