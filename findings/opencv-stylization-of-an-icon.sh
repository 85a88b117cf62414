#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Software: OpenCV 5.0.0 (opencv-python-headless 5.0.0.93), stylization.
# Expected: a clean drawing keeps its areas and gets dark lines at its edges, at any size.
# Came: a ring of 64 x 64 pixels on white becomes a black square, without an error; four times as large it is right, and so
# is it with noise of 3 levels. Where few edges are, the filter's window (sigma_s, 60 unless said) covers a whole row or
# column, and then there is nothing to average: with sigma_s=200 it is 256 x 256 pixels. edgePreservingFilter does the
# same with NORMCONV_FILTER, and not with its other filter.
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

icon = np.full((64, 64, 3), 255, np.uint8)
cv2.circle(icon, (32, 32), 20, (0, 0, 0), 2)
large = cv2.resize(icon, None, fx=4, fy=4, interpolation=cv2.INTER_NEAREST)
noisy = icon - np.minimum(icon, np.random.default_rng(0).integers(0, 4, icon.shape, np.uint8))
came = {"of 64": cv2.stylization(icon), "of 256": cv2.stylization(large), "noisy": cv2.stylization(noisy),
        "of 256, sigma_s=200": cv2.stylization(large, sigma_s=200),
        "normalized": cv2.edgePreservingFilter(icon, flags=cv2.NORMCONV_FILTER),
        "recursive": cv2.edgePreservingFilter(icon, flags=cv2.RECURS_FILTER)}
most = {name: int(picture.max()) for name, picture in came.items()}
print(f"OpenCV {cv2.__version__}, the lightest sample of a stylized ring on white:")
print("expected: about 255")
print(f"came: {most}")
sys.exit(not (most["of 64"] == most["of 256, sigma_s=200"] == most["normalized"] == 0
              and min(most["of 256"], most["noisy"], most["recursive"]) > 240))
END
