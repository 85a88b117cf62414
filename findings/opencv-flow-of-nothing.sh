#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Software: OpenCV 5.0.0 (opencv-python-headless 5.0.0.93), cornerEigenValsAndVecs.
# Expected: the two eigenvectors have the length 1 everywhere, as those of numpy.linalg.eigh have; where the picture is even
# they are any two at a right angle.
# Came: in even areas, which are most of a drawing, both are (0, 0): there is no direction to follow, and what divides by the
# length makes NaN of it. Lines that are drawn along the flow end at the rim of such an area.
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

picture = np.full((32, 64), 200, np.float32)
picture[:, 32:] = 100
found = cv2.cornerEigenValsAndVecs(picture, 5, 3)
lengths = [np.hypot(found[16, x, 2::2], found[16, x, 3::2]).round(3).tolist() for x in (8, 32)]
ours = np.linalg.norm(np.linalg.eigh(np.zeros((2, 2)))[1], axis=0).tolist()
print(f"OpenCV {cv2.__version__}, eigenvectors of the structure tensor of a step from 200 to 100:")
print(f"expected: lengths of 1 everywhere, as numpy has {ours} of a tensor of zeros")
print(f"came: {lengths[1]} at the step, {lengths[0]} in the even area beside it")
sys.exit(not (lengths == [[0.0, 0.0], [1.0, 1.0]] and ours == [1.0, 1.0]))
END
