#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Software: NumPy 2.4.6, mean and std along axes of 32-bit floats.
# Expected: the mean of each color of a white picture is 1, as its mean over all samples is, because NumPy adds in pairs
# and loses nothing that counts.
# Came: of 24 megapixels of 32-bit floats each color's mean is 0.70, and its standard deviation 0.30. NumPy adds in pairs
# along the last axis only; along the others it adds one after the other, and a 32-bit sum of ones ends at 16,777,216.
# Pictures up to 16 megapixels give 1. A threshold or a white balance from such a mean is 30 percent off; dtype=float
# mends it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q numpy==2.4.6
venv/bin/python <<'END'
import sys

import numpy as np

white = np.ones((4000, 6000, 3), np.float32)
whole, colors, spread = white.mean(), white.mean(axis=(0, 1)), white.std(axis=(0, 1))
small, exact = white[:2000].mean(axis=(0, 1)), white.mean(axis=(0, 1), dtype=float)
print(f"NumPy {np.__version__}, 6000 x 4000 pixels of three 32-bit floats, all of them 1:")
print("expected: means of 1 and deviations of 0")
print(f"came: {whole:.3f} over all, {colors[0]:.3f} of each color, a deviation of {spread[0]:.3f};")
print(f"      {small[0]:.3f} of half the picture, {exact[0]:.3f} with dtype=float")
sys.exit(not (whole == 1 and (colors < 0.71).all() and (spread > 0.29).all() and (small == 1).all() and (exact == 1).all()))
END
