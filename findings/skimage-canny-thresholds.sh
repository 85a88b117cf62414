#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Software: scikit-image 0.26.0, feature.canny and filters.sobel.
# Expected: the thresholds of canny are in the unit of the library's own gradient, filters.sobel of the blurred image: the
# magnitudes that one looks at to choose them.
# Came: they are 5.66 times as large. canny takes the plain sums of SciPy's Sobel; filters.sobel divides them by 4, and
# the magnitude by the root of 2. So a step of 0.2 passes a threshold of 0.5.
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
from skimage import feature, filters

image = np.zeros((40, 40))
image[:, 20:] = 0.2
strongest = filters.sobel(filters.gaussian(image, 1)).max()


def found(threshold):
    return int(feature.canny(image, sigma=1, low_threshold=threshold, high_threshold=threshold).sum())


passes = max(t for t in np.arange(0.01, 1, 0.001) if found(t))
print(f"scikit-image {skimage.__version__}, canny (sigma=1) of a step whose filters.sobel is {strongest:.4f}:")
print(f"expected: no edge passes a threshold above {strongest:.4f}")
print(f"came: edges pass all thresholds up to {passes:.3f}, {passes / strongest:.2f} times as much")
sys.exit(not 5.5 < passes / strongest < 5.7)
END
