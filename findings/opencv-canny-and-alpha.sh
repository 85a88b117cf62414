#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Software: OpenCV 5.0.0, Canny.
# Expected: of a picture with transparency, as PNG files give it, Canny takes a gray, or the three colors, or refuses it; a
# picture of one color has no edge.
# Came: alpha counts as a fourth color. Where a picture of one color becomes transparent there is an edge, as strong as one
# from black to white, and none in its three colors.
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

picture = np.full((40, 60, 4), (90, 120, 200, 255), np.uint8)
picture[:, 30:, 3] = 0
colors = np.ascontiguousarray(picture[..., :3])
of_all, of_colors = (int(cv2.countNonZero(cv2.Canny(one, 100, 200))) for one in (picture, colors))
print(f"OpenCV {cv2.__version__}, Canny of one color that is opaque on the left and transparent on the right, 40 rows:")
print("expected: no edge, or an error for four channels")
print(f"came: {of_all} edge pixels of all four channels, {of_colors} of the three colors")
sys.exit(not (of_all == 40 and of_colors == 0))
END
