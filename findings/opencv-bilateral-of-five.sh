#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Software: OpenCV 5.0.0 (opencv-python-headless 5.0.0.93) on x86, bilateralFilter.
# Expected: smoothing that keeps edges keeps the mean lightness as well, whatever its diameter is.
# Came: bytes of one channel lose half a level at each pass with diameters of 5 and less: after 20 passes, as one makes to
# get flat areas before edges are found, 9 levels. With a diameter of 7, of three channels and of floats they lose
# nothing. The small diameters are computed by Intel's IPP, which cuts off what it should round; cv2.ipp.setUseIPP(False)
# helps.
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


def lost(picture, diameter, passes):
    smooth = picture
    for _ in range(passes):
        smooth = cv2.bilateralFilter(smooth, diameter, 50, 50)
    return round(float(picture.mean() - smooth.mean()), 2)


gray = cv2.GaussianBlur(np.random.default_rng(0).integers(0, 256, (200, 300), np.uint8), (0, 0), 2)
once = {diameter: lost(gray, diameter, 1) for diameter in (3, 5, 7, 9)}
often = {diameter: lost(gray, diameter, 20) for diameter in (5, 7)}
turned = lost(np.ascontiguousarray(gray.T), 5, 20)
others = lost(cv2.merge([gray] * 3), 5, 20), lost(gray.astype(np.float32), 5, 20)
cv2.ipp.setUseIPP(False)
without = lost(gray, 5, 20)
print(f"OpenCV {cv2.__version__}, what a gray picture of mean {gray.mean():.1f} loses by bilateralFilter:")
print("expected: nothing")
print(f"came: by diameter {once} at once, {often} after 20 passes; turned {turned}; three channels {others[0]}, floats "
      f"{others[1]}, without IPP {without}")
sys.exit(not (all(0.4 < once[diameter] < 0.6 and abs(once[diameter + 4]) < 0.05 for diameter in (3, 5)) and often[5] > 7
              and turned > 7 and max(abs(often[7]), abs(others[0]), abs(others[1]), abs(without)) < 0.5))
END
