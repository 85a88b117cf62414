#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Software: SimpleITK 2.5.7, ReadImage and SmoothingRecursiveGaussian.
# Expected: the same pixels in a JPEG or TIFF file and in a PNG file give the same result for the same sigma, whatever
# resolution the files state for printing.
# Came: of JPEG and TIFF the printing resolution becomes the spacing of the pixels, in millimeters, of PNG it does not;
# sigmas are in that unit. At 300 dots per inch a sigma of 2 is one of 2 pixels in a PNG file and of 24 pixels in a TIFF
# file, and gradients are 12 times as steep.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q simpleitk==2.5.7 pillow==13.0.0 numpy==2.4.6
venv/bin/python <<'END'
import sys

import numpy as np
import SimpleITK
from PIL import Image

step = np.zeros((64, 256), np.uint8)
step[:, 128:] = 200
slopes = {}
for ending in ("png", "tif"):
    Image.fromarray(step).save("step." + ending, dpi=(300, 300))
    image = SimpleITK.ReadImage("step." + ending, SimpleITK.sitkFloat32)
    row = SimpleITK.GetArrayFromImage(SimpleITK.SmoothingRecursiveGaussian(image, 2.0))[32]
    slopes[ending] = float(np.diff(row).max()), image.GetSpacing()[0]
print(f"SimpleITK {SimpleITK.Version_VersionString()}, a step of 200 levels at 300 dpi, blurred by a sigma of 2:")
print("expected: the same steepest slope from PNG and TIFF")
print("came: " + ", ".join(f"{slope:.1f} levels a pixel from {name} (spacing {size:.3f})"
                           for name, (slope, size) in slopes.items()))
sys.exit(not slopes["png"][0] > 5 * slopes["tif"][0])
END
