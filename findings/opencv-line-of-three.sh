#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Software: OpenCV 5.0.0 (opencv-python-headless 5.0.0.93), line.
# Expected: a line of thickness 3 is 3 pixels wide, and one of thickness 2 is 2 or 3.
# Came: a level or upright one of 3 is 5 pixels wide, as is one of 4; 5 makes 7, 7 makes 9; 2 makes 3. If the line rises by
# one pixel in 40, 3 makes 4. LINE_AA makes 5.4. So do polylines and rectangle. Who draws edges to test a filter, or found
# ones over a picture, has wider lines than he asked for.
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


def width(thickness, end, kind=cv2.LINE_8):
    """How much of the middle column, or row if the line is upright, is covered by a line from the left or from above."""
    picture = np.zeros((61, 61), np.uint8)
    cv2.line(picture, (30, 10) if end[0] == 30 else (10, 30), end, 255, thickness, kind)
    return round(float((picture[30] if end[0] == 30 else picture[:, 30]).sum() / 255), 1)


asked = [1, 2, 3, 4, 5, 7]
level, upright, rising = ([width(thickness, end) for thickness in asked] for end in ((50, 30), (30, 50), (50, 31)))
smooth = width(3, (50, 30), cv2.LINE_AA)
outline = np.zeros((61, 61), np.uint8)
cv2.rectangle(outline, (10, 20), (50, 50), 255, 3)
print(f"OpenCV {cv2.__version__}, width of lines of thickness {asked}:")
print("expected: these, or one more where they are even")
print(f"came: level {level}, upright {upright}, rising by 1 in 40 {rising}, 3 with LINE_AA {smooth}; "
      f"the upper side of a rectangle of 3: {(outline[:35, 30] > 0).sum()}")
sys.exit(not (level == upright == [1, 3, 5, 5, 7, 9] and rising[2] == 4 and 5 < smooth < 6
              and (outline[:35, 30] > 0).sum() == 5))
END
