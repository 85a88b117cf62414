#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Software: Pillow 13.0.0, ImageFilter.FIND_EDGES.
# Expected: FIND_EDGES of an even area is black everywhere, borders included.
# Came: it is black inside a frame of the area's own value. Pixels whose neighbors are not all in the image are copied
# from the image, not computed; a bright photo gets a bright frame of one pixel, of two by a 5 x 5 kernel, which any
# threshold takes for edges.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q pillow==13.0.0 numpy==2.4.6
venv/bin/python <<'END'
import sys

import numpy as np
import PIL
from PIL import Image, ImageFilter

edges = np.array(Image.new("L", (16, 16), 200).filter(ImageFilter.FIND_EDGES))
print(f"Pillow {PIL.__version__}, FIND_EDGES of an even 200:")
print("expected: 0 everywhere")
print(f"came: {edges[1:-1, 1:-1].max()} inside, and a frame of {edges[0].min()}: {np.count_nonzero(edges)} pixels of edges")
sys.exit(not (edges[1:-1, 1:-1].max() == 0 and np.count_nonzero(edges) == 60))
END
