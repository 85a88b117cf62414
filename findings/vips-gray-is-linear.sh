#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Software: libvips 8.18.7 (pyvips-binary), colourspace.
# Expected: the gray of a pure blue pixel of sRGB, converted with colourspace ("b-w"), is 29 as in OpenCV, Pillow and
# video (0.114 of 255), or 18 (0.0722).
# Came: it is 76. The weights are those of luminance, in linear light, and the sum is encoded again. Blue and red come out
# much lighter than from a weighted sum of the stored values, so a threshold that was found with another library's gray
# finds other edges.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q pyvips==3.2.0 pyvips-binary==8.18.7
venv/bin/python <<'END'
import sys

import pyvips

print(f"libvips {pyvips.version(0)}.{pyvips.version(1)}.{pyvips.version(2)}, colourspace (\"b-w\") of pure colors:")
gray = {}
for name, color in (("red", (255, 0, 0)), ("green", (0, 255, 0)), ("blue", (0, 0, 255))):
    image = (pyvips.Image.black(8, 8, bands=3) + color).cast("uchar").copy(interpretation="srgb")
    gray[name] = image.colourspace("b-w")(0, 0)[0]
print("expected: red 76, green 150, blue 29 (0.299, 0.587 and 0.114 of 255)")
print("came: " + ", ".join(f"{name} {value:.0f}" for name, value in gray.items()))
sys.exit(not (gray["blue"] == 76 and gray["red"] > 120))
END
