#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Software: scikit-image 0.26.0, restoration.richardson_lucy.
# Expected: an even gray area, which no blur changes, stays an even gray area at every step, up to its borders.
# Came: its borders become black and a line inside them white. The image is taken for zero outside, at each of the
# convolutions, so that the border seems to lack light: after 30 steps an even 0.5 is 0 at the border and 1 a few pixels
# inside.
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
from skimage import restoration

x = np.exp(-np.arange(-6, 7) ** 2 / 8)
blur = np.outer(x, x) / x.sum() ** 2
result = restoration.richardson_lucy(np.full((64, 64), 0.5), blur, num_iter=30)
print(f"scikit-image {skimage.__version__}, 30 steps of richardson_lucy on an even 0.5, Gaussian of sigma 2:")
print("expected: 0.5 everywhere")
print("came: %.3f in the middle, %.3f at the border, %.3f at most" % (result[32, 32], result[32, 0], result.max()))
sys.exit(not (abs(result[32, 32] - 0.5) < 0.01 and result[32, 0] < 0.05 and result.max() > 0.95))
END
