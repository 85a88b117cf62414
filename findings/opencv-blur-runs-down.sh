#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Software: OpenCV 5.0.0 (opencv-python-headless 5.0.0.93), blur of 32-bit floats.
# Expected: a sample that is no number, as renderers leave it, reaches as far as the kernel, the 25 pixels of 5 x 5, and
# so it is with GaussianBlur.
# Came: five columns are NaN from there to the bottom of the picture. Sums are carried from row to row, one sample in and
# one out, and NaN minus NaN is NaN. A sample of 1e20 leaves zeros instead, in place of the gray below it, and 15 x 15
# loses all that is below and further right.
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


def changed(value, blur, *arguments):
    """How many pixels of an even gray change if one of them is the value."""
    picture = np.full((100, 100), 0.25, np.float32)
    picture[20, 30] = value
    return int((~np.isclose(blur(picture, *arguments), 0.25)).sum())


came = {value: changed(value, cv2.blur, (5, 5)) for value in (np.nan, 1e20, 100.0)}
wide, gauss = changed(np.nan, cv2.blur, (15, 15)), changed(np.nan, cv2.GaussianBlur, (5, 5), 1)
print(f"OpenCV {cv2.__version__}, pixels of 100 x 100 that change by a blur of 5 x 5 if one of them is another:")
print("expected: 25 of each, and 225 by 15 x 15")
print(f"came: {came}, {wide} by 15 x 15 (NaN); GaussianBlur 5 x 5 changes {gauss}")
sys.exit(not (came[np.nan] == came[1e20] == 410 and came[100.0] == gauss == 25 and wide > 1000))
END
