#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Software: OpenCV 5.0.0, Canny.
# Expected: Canny of a color picture does not depend on whether its channels come as red, green, blue or as blue, green, red,
# because it has no weights of colors.
# Came: of colors whose gradients are equally strong the first channel's counts, with its direction, and thinning follows the
# direction. So a picture that Pillow read and one that OpenCV read have other edges, where colors have few levels in many
# places.
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

rgb = (np.random.Generator(np.random.PCG64(3)).integers(0, 4, (60, 80, 3)) * 60).astype(np.uint8)
bgr = np.ascontiguousarray(rgb[..., ::-1])
differ = {norm: int((cv2.Canny(rgb, 100, 200, L2gradient=l2) != cv2.Canny(bgr, 100, 200, L2gradient=l2)).sum())
          for norm, l2 in (("L1", False), ("L2", True))}
print(f"OpenCV {cv2.__version__}, Canny of 80 x 60 pixels of three colors with four levels, and of the same as blue, green, red:")
print("expected: the same edges")
print("came: " + ", ".join(f"{n} pixels differ with {norm}" for norm, n in differ.items()))
sys.exit(not all(n > 10 for n in differ.values()))
END
