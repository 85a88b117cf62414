#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Software: scikit-image 0.26.0, morphology.isotropic_dilation and isotropic_closing, with SciPy 1.17.1.
# Expected: an empty page is empty when its ink is dilated, and a page full of ink is full when it is closed, because a
# closing takes nothing away.
# Came: a blot in the top left corner, as if there were ink at row -1, column 0, and a hole there: a radius of 10 makes 79
# pixels of ink. Both threshold SciPy's distance_transform_edt, which measures to that place if a picture has no zero. Who
# thickens the edges of many pictures meets it where one has no edge. dilation with a disk is right.
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
from scipy import ndimage
from skimage import morphology

empty = np.zeros((60, 90), bool)
blot = morphology.isotropic_dilation(empty, 10)
closed = morphology.isotropic_closing(~empty, 10)
disk = morphology.disk(10)
right = [int(morphology.dilation(empty, disk).sum()), int((~morphology.closing(~empty, disk)).sum())]
distance = float(ndimage.distance_transform_edt(~empty)[3, 4])
print(f"scikit-image {skimage.__version__}, an empty page dilated by 10 and a full one closed by 10, of 60 x 90 pixels:")
print(f"expected: no pixel of ink, and no hole, as a disk as footprint leaves {right}")
print(f"came: {blot.sum()} pixels of ink in rows up to {np.nonzero(blot)[0].max()} and columns up to "
      f"{np.nonzero(blot)[1].max()}, a hole of {(~closed).sum()}; "
      f"the distance at row 3, column 4 of the full one is {distance:.3f}")
sys.exit(not (right == [0, 0] and blot.sum() == (~closed).sum() == 79 and blot[0, 0] and not blot[10:].any()
              and np.isclose(distance, np.hypot(4, 4))))
END
