#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Software: scikit-image 0.26.0, filters.unsharp_mask.
# Expected: channel_axis=-1, as scikit-image's manual writes it for color pictures and its other filters take it, sharpens red,
# green and blue, as channel_axis=2 does.
# Came: it takes the first three rows for the colors and sharpens these. The rest is memory that nobody has written: often
# black, sometimes what lay there before, without an error. (Its tracker knows it as 7264.)
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

picture = np.random.Generator(np.random.PCG64(5)).random((200, 200, 3))
right = filters.unsharp_mask(picture, 2, 1, channel_axis=2)
same = (filters.unsharp_mask(picture, 2, 1, channel_axis=-1) == right).all(axis=(1, 2))
print(f"scikit-image {skimage.__version__}, unsharp_mask with channel_axis=-1 of 200 rows of a color picture:")
print("expected: what channel_axis=2 gives")
print(f"came: {int(same.sum())} rows of 200 are the same")
sys.exit(int(same.sum() > 20))
END
