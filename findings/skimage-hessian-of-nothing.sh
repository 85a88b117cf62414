#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Software: scikit-image 0.26.0, filters.hessian.
# Expected: a filter for ridges answers most on a line and 0 on even paper, as frangi, sato and meijering of the same
# library do; its documentation says of hessian that it almost equals frangi.
# Came: 1 on even paper, less than 0.0001 on the line: each result of frangi that is 0, "no ridge here", is set to 1, the
# most that there is. With a little noise it is a fifth of the pixels, all of them off the line. A threshold finds paper.
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

paper = np.full((100, 100), 0.8)
line = paper.copy()
line[48:52] = 0.2
noisy = line + np.random.default_rng(0).normal(0, 0.02, line.shape)
even = {name: float(getattr(filters, name)(paper).max()) for name in ("frangi", "sato", "meijering", "hessian")}
clean = filters.hessian(line)
grainy = [filters.hessian(picture) == 1 for picture in (noisy, noisy.T)]
shares = [round(float(ones.mean()), 2) for ones in grainy]
on_line = [int(ones[48:52].sum()) for ones in (grainy[0], grainy[1].T)]
print(f"scikit-image {skimage.__version__}, hessian of paper of 0.8 with a dark line of 0.2:")
print("expected: 0 on the paper, more on the line")
print(f"came: {clean[0, 50]:.0f} in the first row, {clean[49, 50]:.6f} on the line; the most on paper without a line: {even}; "
      f"with noise, and turned, 1 in {shares} of the pixels, {on_line} of these on the line")
sys.exit(not (even == {"frangi": 0, "sato": 0, "meijering": 0, "hessian": 1} and clean[0, 50] == 1 and clean[49, 50] < 0.0001
              and min(shares) > 0.15 and on_line == [0, 0]))
END
