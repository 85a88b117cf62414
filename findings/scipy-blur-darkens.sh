#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Software: SciPy 1.17.1, ndimage.gaussian_filter.
# Expected: a blur of 8-bit samples keeps an even area as it is and an image's mean, but for rounding.
# Came: an even 200 becomes 198 (sigma 1.4), and an image loses one level on average. Results have the type of the input,
# and both the passes along rows and along columns cut the fraction off instead of rounding it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q scipy==1.17.1 numpy==2.4.6
venv/bin/python <<'END'
import sys

import numpy as np
import scipy
from scipy import ndimage

even = int(ndimage.gaussian_filter(np.full((60, 60), 200, np.uint8), 1.4)[30, 30])
image = np.random.default_rng(0).integers(0, 256, (300, 300), np.uint8)
lost = float(image.mean() - ndimage.gaussian_filter(image, 2).mean())
print(f"SciPy {scipy.__version__}, gaussian_filter of 8-bit samples:")
print("expected: an even 200 stays 200, a mean stays within a tenth of a level")
print(f"came: 200 becomes {even}, the mean falls by {lost:.2f} levels")
sys.exit(not (even == 198 and lost > 0.8))
END
