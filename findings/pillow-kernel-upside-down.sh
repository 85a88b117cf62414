#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Software: Pillow 13.0.0, ImageFilter.Kernel.
# Expected: nine weights are used as they are written (correlation) or turned by 180 degrees (convolution), and either way
# Sobel's two kernels give the gradient's direction, at most its opposite.
# Came: they are mirrored from top to bottom only. A derivative across has the sign of a correlation and one down that of
# a convolution, so an angle made of both is mirrored, and a relief whose weights put the light at the top left has it at
# the bottom left.
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

dot = np.zeros((9, 9), np.uint8)
dot[4, 4] = 1
weights = np.arange(1, 10).reshape(3, 3)
came = np.array(Image.fromarray(dot).filter(ImageFilter.Kernel((3, 3), weights.ravel().tolist(), scale=1)))
used = came[5:2:-1, 5:2:-1]
ramp = Image.fromarray((np.add.outer(np.arange(20), np.arange(20)) * 4).astype(np.uint8))
sides = [ramp.filter(ImageFilter.Kernel((3, 3), kernel, scale=8, offset=128)).getpixel((10, 10)) - 128
         for kernel in ((-1, 0, 1, -2, 0, 2, -1, 0, 1), (-1, -2, -1, 0, 0, 0, 1, 2, 1))]
print(f"Pillow {PIL.__version__}, weights 1 to 9, and Sobel's derivatives where levels rise by 4 to the right and down:")
print(f"expected: {weights.tolist()} or {weights[::-1, ::-1].tolist()}; derivatives of 4 and 4 or of -4 and -4")
print(f"came: {used.tolist()}; derivatives of {sides[0]} and {sides[1]}")
sys.exit(not ((used == weights[::-1]).all() and sides == [4, -4]))
END
