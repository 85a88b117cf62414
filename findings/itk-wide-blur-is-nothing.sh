#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Software: SimpleITK 2.5.7, DiscreteGaussian and CannyEdgeDetection.
# Expected: a wider blur blurs more, and an even area stays as it is.
# Came: up to a sigma of 26.6 pixels it does; from 26.7 on every sample is NaN, and 0 where samples are bytes. The weights
# come from Bessel functions of the variance, which grow as its exponential, and that is infinite in doubles above 709.78.
# Canny, which blurs the same way, finds no edge from there on, and no error is raised. SmoothingRecursiveGaussian works.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q simpleitk==2.5.7 numpy==2.4.6
venv/bin/python <<'END'
import sys

import numpy as np
import SimpleITK

even, step = np.full((100, 100), 100, np.float32), np.full((100, 100), 100, np.float32)
step[:, 50:] = 200


def run(method, samples, *arguments):
    return SimpleITK.GetArrayFromImage(method(SimpleITK.GetImageFromArray(samples), *arguments))


blurred = {sigma: float(run(SimpleITK.DiscreteGaussian, even, sigma ** 2.0)[50, 50]) for sigma in (20, 26.6, 26.7, 40)}
of_bytes = int(run(SimpleITK.DiscreteGaussian, even.astype(np.uint8), 26.7 ** 2)[50, 50])
edges = {sigma: int(run(SimpleITK.CannyEdgeDetection, step, 0.01, 0.02, [sigma ** 2.0] * 2).sum()) for sigma in (10, 26.7)}
smooth = float(run(SimpleITK.SmoothingRecursiveGaussian, even, 26.7)[50, 50])
print(f"SimpleITK {SimpleITK.Version_VersionString()}, blurs of an even 100 by sigma, and Canny of a step in 100 rows:")
print("expected: 100 of each sigma, and edges")
print(f"came: {blurred}, of bytes at 26.7: {of_bytes}; edge pixels {edges}; recursive at 26.7: {smooth:.0f}")
sys.exit(not (abs(blurred[26.6] - 100) < 0.01 and np.isnan(blurred[26.7]) and np.isnan(blurred[40]) and of_bytes == 0
              and edges[10] >= 100 and edges[26.7] == 0 and abs(smooth - 100) < 0.01))
END
