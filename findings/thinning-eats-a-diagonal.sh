#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Software: scikit-image 0.26.0, morphology.skeletonize; SimpleITK 2.5.7, BinaryThinning.
# Expected: the skeleton of a line is a line of about the same length, whatever its direction, because thinning takes no
# pixel that would break or shorten it.
# Came: in one direction of 45 degrees nothing but one pixel is left: by skeletonize, of a line of stairs with two pixels
# in each row, as scikit-image's own Canny draws the edge of a diagonal step; by BinaryThinning, of a bar of 15 pixels.
# Mirrored, both stay. skeletonize (method="lee") keeps the line.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q scikit-image==0.26.0 scipy==1.17.1 simpleitk==2.5.7 numpy==2.4.6
venv/bin/python <<'END'
import sys

import numpy as np
import SimpleITK
import skimage
from skimage import feature, morphology


def thin(shape):
    return SimpleITK.GetArrayFromImage(SimpleITK.BinaryThinning(SimpleITK.GetImageFromArray(shape.astype(np.uint8))))


y, x = np.indices((120, 120))
edge = feature.canny((x > y).astype(float), 1)
bar = (abs(x + y - 119) <= 7) & (abs(x - y) < 60)
skeletons = [int(morphology.skeletonize(picture).sum()) for picture in (edge, edge[:, ::-1])]
lee = int((morphology.skeletonize(edge, method="lee") > 0).sum())
thinned = [int(thin(picture).sum()) for picture in (bar, bar[:, ::-1])]
print(f"scikit-image {skimage.__version__}, an edge of {edge.sum()} pixels; SimpleITK {SimpleITK.Version_VersionString()}, "
      f"a bar of {bar.sum()} pixels:")
print("expected: about a hundred pixels of the edge and 50 of the bar, mirrored or not")
print(f"came: {skeletons[0]} of the edge, {skeletons[1]} mirrored, {lee} by Lee's method; "
      f"{thinned[0]} of the bar, {thinned[1]} mirrored")
sys.exit(not (skeletons[0] == thinned[0] == 1 and skeletons[1] > 100 and lee > 100 and thinned[1] > 50))
END
