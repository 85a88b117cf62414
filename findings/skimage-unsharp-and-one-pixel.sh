#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Software: scikit-image 0.26.0, filters.unsharp_mask.
# Expected: a pixel's result depends on the pixels around it, as far as the radius reaches.
# Came: one sample below zero, -0.000001 in a corner as noise reduction or resampling leaves it, changes pixels
# everywhere. Results are cut off at 0 and 1, but at -1 and 1 if any sample of the image is negative: dark halos get three
# tenths deeper. Samples above 1 are cut off at 1 in both cases.
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
from skimage import filters

image = np.full((40, 40), 0.02)
image[:, 20:] = 0.9
touched = image.copy()
touched[0, 0] = -1e-6
before, after = (filters.unsharp_mask(picture, radius=2, amount=1)[30, 19] for picture in (image, touched))
print(f"scikit-image {skimage.__version__}, unsharp_mask (radius=2) with and without one sample of -0.000001, 30 rows away:")
print("expected: the same at row 30, column 19")
print(f"came: {before:.3f} without it, {after:.3f} with it")
sys.exit(not (before == 0 and after < -0.3))
END
