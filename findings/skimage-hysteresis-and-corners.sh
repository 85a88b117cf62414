#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Software: scikit-image 0.26.0, filters.apply_hysteresis_threshold.
# Expected: a weak line that begins at a strong pixel is kept whatever its direction: Canny's paper, which the function
# names, and feature.canny follow an edge to all eight neighbors.
# Came: it follows to four. Of a line one pixel wide, as thinned edges are, the part up to the first diagonal step is left:
# all 40 pixels of a level one, 4 at 8 degrees, 1 at 30 and at 45.
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
from skimage import draw, filters


def kept(row, mirrored):
    """Pixels that are left of a weak line over 40 columns whose first pixel is strong, by four and by eight neighbors."""
    strength = np.zeros((60, 60))
    strength[draw.line(5, 5, row, 44)] = 0.3
    strength[5, 5] = 0.9
    strength = strength[:, ::-1] if mirrored else strength
    labels, _ = ndimage.label(strength > 0.2, np.ones((3, 3)))
    followed = filters.apply_hysteresis_threshold(strength, 0.2, 0.8)
    return int(followed.sum()), int((labels == labels[strength > 0.8][0]).sum())


lines = {"0 degrees": 5, "8 degrees": 10, "30 degrees": 28, "45 degrees": 44}
came = {name: kept(row, False) for name, row in lines.items()}
mirrored = {name: kept(row, True) for name, row in lines.items()}
print(f"scikit-image {skimage.__version__}, a weak line of 40 pixels from a strong one, apply_hysteresis_threshold:")
print(f"expected: {[eight for _, eight in came.values()]} pixels at {', '.join(lines)}")
print(f"came: {[four for four, _ in came.values()]}, mirrored {[four for four, _ in mirrored.values()]}")
sys.exit(not (came == mirrored and list(came.values()) == [(40, 40), (4, 40), (1, 40), (1, 40)]))
END
