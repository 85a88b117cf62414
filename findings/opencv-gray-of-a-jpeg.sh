#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Software: OpenCV 5.0.0 (opencv-python-headless 5.0.0.93), imread.
# Expected: imread (IMREAD_GRAYSCALE) of a JPEG is imread (IMREAD_COLOR) and cvtColor (COLOR_BGR2GRAY), or one level
# beside it.
# Came: beside lines of a red pen on white paper they are 27 levels apart. The first takes the luma that the file stores;
# the second adds up colors whose chroma was blurred by the file and which were then cut off at 0 and 255.
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

drawing = np.full((96, 96, 3), 255, np.uint8)
drawing[:, np.arange(96) // 5 % 2 == 0] = (0, 0, 255)
cv2.imwrite("drawing.jpg", drawing, [cv2.IMWRITE_JPEG_QUALITY, 90])
direct = cv2.imread("drawing.jpg", cv2.IMREAD_GRAYSCALE)
converted = cv2.cvtColor(cv2.imread("drawing.jpg", cv2.IMREAD_COLOR), cv2.COLOR_BGR2GRAY)
most = int(np.abs(direct.astype(int) - converted).max())
print(f"OpenCV {cv2.__version__}, two ways to the gray of one JPEG file of red lines on white:")
print("expected: equal, or one level apart by rounding")
print(f"came: up to {most} levels apart")
sys.exit(not most > 15)
END
