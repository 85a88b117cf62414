#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Software: scikit-image 0.26.0, morphology.skeletonize.
# Expected: the middle of a mirrored drawing is the mirrored middle of the drawing.
# Came: it lies one pixel beside. Of the two middle rows of a stroke of even width the method keeps the one that its order
# of passes leaves, the same one however the drawing is turned, so that what was above the true middle is below it after a
# mirroring.
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
from skimage import morphology

stroke = np.zeros((40, 200), bool)
stroke[16:24, 20:180] = True
there = morphology.skeletonize(stroke)[:, 60:140].nonzero()[0]
back = morphology.skeletonize(stroke[::-1])[::-1][:, 60:140].nonzero()[0]
print(f"scikit-image {skimage.__version__}, skeletonize of a bar in rows 16 to 23, whose middle is 19.5:")
print("expected: the same rows, whether or not it is mirrored before and back afterwards")
print(f"came: row {there.mean():.0f} as it is, row {back.mean():.0f} by way of the mirror")
sys.exit(not (np.ptp(there) == np.ptp(back) == 0 and abs(there[0] - back[0]) == 1))
END
