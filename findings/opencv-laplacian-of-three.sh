#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Software: OpenCV 5.0.0 (opencv-python-headless 5.0.0.93), Laplacian.
# Expected: Laplacian (ksize=3) is a 3 x 3 Laplacian, with the four or the eight neighbors, and answers strongest of all
# to a checkerboard of single pixels.
# Came: it is the sum of two second derivatives by Sobel, and its kernel is [2 0 2; 0 -8 0; 2 0 2], without the neighbors
# beside, above and below. A checkerboard gives 0 everywhere. ksize=1, the default, is the one with four neighbors.
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

board = (np.indices((16, 16)).sum(0) % 2 * 255).astype(np.uint8)
one, three = (int(np.abs(cv2.Laplacian(board, cv2.CV_64F, ksize=size)[4:12, 4:12]).max()) for size in (1, 3))
kernel = cv2.Laplacian(np.pad(np.array([[1.0]]), 3), cv2.CV_64F, ksize=3)[2:5, 2:5].astype(int).tolist()
print(f"OpenCV {cv2.__version__}, Laplacian of a checkerboard of black and white pixels:")
print("expected: ksize=3 answers to it at least as ksize=1 does")
print(f"came: ksize=1 gives {one}, ksize=3 gives {three}; its kernel is {kernel}")
sys.exit(not (one > 0 and three == 0 and kernel == [[2, 0, 2], [0, -8, 0], [2, 0, 2]]))
END
