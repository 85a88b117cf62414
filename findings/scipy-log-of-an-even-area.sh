#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Software: SciPy 1.17.1, ndimage.gaussian_laplace.
# Expected: the Laplacian of Gaussian of an even area is 0 for any sigma, as its second derivatives are, and a step from 100
# to 110 has a zero crossing in each row.
# Came: an even area of 1 gives -0.13 at sigma 0.6, -1.12 at 0.5 and -20.3 at 0.3, because the sampled weights of the second
# derivative are not made to add up to 0. So the answer of an area grows with its level, it is -112 at 100, and the step has
# no zero crossing at sigma 0.6 and below. From 0.8 on it has one in each row.
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

even, step = np.ones((60, 60)), np.full((60, 60), 100.0)
step[:, 30:] = 110


def rows_with_crossings(sigma):
    came = ndimage.gaussian_laplace(step, sigma)
    return int((came[:, 1:] * came[:, :-1] < 0).any(axis=1).sum())


level = {sigma: round(float(ndimage.gaussian_laplace(even, sigma)[30, 30]), 3) for sigma in (0.3, 0.5, 0.6, 0.8, 1.4)}
rows = {sigma: rows_with_crossings(sigma) for sigma in level}
print(f"SciPy {scipy.__version__}, Laplacian of Gaussian by sigma:")
print("expected: 0 of an even area, and zero crossings in 60 of 60 rows of a step")
print(f"came: {level} of an even area of 1; zero crossings in rows {rows}")
sys.exit(not (level[0.3] < -20 and -1.13 < level[0.5] < -1.11 and -0.14 < level[0.6] < -0.12 and abs(level[1.4]) < 0.001
              and rows[0.5] == rows[0.6] == 0 and rows[0.8] == rows[1.4] == 60))
END
