#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Software: kornia-rs 0.2.0, imgproc.dilate and imgproc.erode (kernel="ellipse").
# Expected: an ellipse of 5 x 5 reaches two pixels to each side and has no corners, and opening (erode, then dilate) leaves a
# large square where it is.
# Came: it is a full square of 4 x 4 pixels, from two to the upper left to one to the lower right; that of 3 x 3 is 2 x 2.
# Each opening moves a shape by one pixel up and one to the left, so that masks no longer lie on their picture. "box" and
# "cross" are in the middle.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q kornia-rs==0.2.0 numpy==2.4.6
venv/bin/python <<'END'
import sys

import kornia_rs
import numpy as np


def run(name, mask, size, kernel):
    samples = np.ascontiguousarray(mask[:, :, None] * np.uint8(255))
    return np.asarray(getattr(kornia_rs.imgproc, name)(samples, kernel, (size, size)))[:, :, 0] > 0


def reach(mask):
    """First and last row and column of a mask, and its pixels."""
    rows, columns = np.nonzero(mask)
    return [int(rows.min()), int(rows.max()), int(columns.min()), int(columns.max()), len(rows)]


dot, square = np.zeros((41, 41), bool), np.zeros((41, 41), bool)
dot[20, 20] = square[12:30, 12:30] = True
dots = {size: reach(run("dilate", dot, size, "ellipse")) for size in (3, 5, 7)}
others = {kernel: reach(run("dilate", dot, 5, kernel)) for kernel in ("box", "cross")}
holes = reach(~run("erode", ~dot, 5, "ellipse"))
opened = [square]
for _ in range(3):
    opened.append(run("dilate", run("erode", opened[-1], 5, "ellipse"), 5, "ellipse"))
print(f"kornia-rs {kornia_rs.__version__}, a dot at row and column 20 (first and last row, first and last column, pixels):")
print("expected: [18, 22, 18, 22, about 17] with an ellipse of 5, and a square stays where it is")
print(f"came: by size {dots}, as a hole {holes}, others {others}; "
      f"a square, opened 0 to 3 times: {[reach(shape) for shape in opened]}")
sys.exit(not (dots[5] == holes == [18, 21, 18, 21, 16] and dots[3] == [19, 20, 19, 20, 4] and dots[7][:4] == [17, 22, 17, 22]
              and others == {"box": [18, 22, 18, 22, 25], "cross": [18, 22, 18, 22, 9]}
              and [reach(shape)[:3:2] for shape in opened] == [[12 - turn] * 2 for turn in range(4)]
              and all(shape.sum() == square.sum() for shape in opened)))
END
