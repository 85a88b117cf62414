#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Software: SciPy 1.17.1, signal.convolve.
# Expected: a 3 x 3 Laplacian of an even area is exactly 0 at any size of the picture, because so small a kernel is
# convolved directly.
# Came: so it is up to 28 x 28 pixels. From 29 x 29 on convolve takes the Fourier transform for nine weights, too, and an
# even area becomes noise of 1e-16 of both signs: zero crossings, which Marr and Hildreth's edges are, are all over it.
# method="direct", or ndimage.convolve, gives 0.
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
from scipy import signal

LAPLACIAN = np.array([[0, 1, 0], [1, -4, 1], [0, 1, 0.0]])


def crossings(size, method):
    """How many neighbors in rows of the Laplacian of an even area have opposite signs."""
    signs = np.sign(signal.convolve(np.full((size, size), 0.7), LAPLACIAN, mode="valid", method=method))
    return int((signs[:, 1:] * signs[:, :-1] < 0).sum())


came = {size: crossings(size, "auto") for size in (20, 28, 29, 100, 200)}
direct = {size: crossings(size, "direct") for size in came}
print(f"SciPy {scipy.__version__}, zero crossings in the Laplacian of an even area by its size, signal.convolve:")
print(f"expected: {dict.fromkeys(came, 0)}")
print(f"came: {came}; with method=\"direct\": {direct}")
sys.exit(not (came[20] == came[28] == 0 and came[29] > 100 and came[200] > 4000 and not any(direct.values())))
END
