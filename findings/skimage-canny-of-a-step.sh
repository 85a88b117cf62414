#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Software: scikit-image 0.26.0, feature.canny.
# Expected: edges are one pixel wide, because Canny's method keeps only the ridge of the gradient.
# Came: the edge of a sharp step is two pixels wide, with any sigma. The gradient is equally strong on both sides of the
# step, and where two pixels tie both stay (OpenCV keeps one of them). Drawings, text and masks, whose steps are sharp, get
# double lines, and what traces them finds two.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q scikit-image==0.26.0 scipy==1.17.1 numpy==2.4.6
venv/bin/python <<'END'
import sys

import numpy as np
import skimage
from skimage import feature

step = np.zeros((40, 40))
step[:, 20:] = 1
wide = {sigma: int(feature.canny(step, sigma)[20].sum()) for sigma in (0, 1, 2, 4)}
print(f"scikit-image {skimage.__version__}, canny of a step from 0 to 1 between two columns:")
print("expected: one edge pixel in each row")
print("came: " + ", ".join(f"{n} at sigma {sigma}" for sigma, n in wide.items()))
sys.exit(not all(n == 2 for n in wide.values()))
END
