#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Software: VTracer 0.6.15, convert_image_to_svg_py (colormode="binary").
# Expected: a drawing of two colors is traced by its lightness, so that pure red (76 of 255) and dark red (42) on white
# are ink and light cyan (179) is paper.
# Came: the red sample alone decides, less than 128 is ink. Lines of a red pen are not in the SVG, whether light or dark,
# and fields of cyan are. Gray pictures come out as expected.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q vtracer==0.6.15 pillow==13.0.0
venv/bin/python <<'END'
import importlib.metadata
import sys

import vtracer
from PIL import Image

COLORS = {"black": (0, 0, 0), "blue": (0, 0, 255), "red": (255, 0, 0), "dark red": (140, 0, 0), "cyan": (0, 255, 255)}


def traced(color):
    """Whether there is anything in the SVG of a square of that color on white paper."""
    paper = Image.new("RGB", (60, 60), "white")
    paper.paste(color, (20, 20, 40, 40))
    paper.save("paper.png")
    vtracer.convert_image_to_svg_py("paper.png", "paper.svg", colormode="binary")
    with open("paper.svg") as file:
        return "<path" in file.read()


light = {name: Image.new("RGB", (1, 1), color).convert("L").getpixel((0, 0)) for name, color in COLORS.items()}
came = {name: traced(color) for name, color in COLORS.items()}
print(f"VTracer {importlib.metadata.version('vtracer')}, which colors on white are traced by colormode=\"binary\":")
print(f"expected: those whose lightness is below 128: {[name for name in COLORS if light[name] < 128]}")
print(f"came: {[name for name in COLORS if came[name]]}")
sys.exit(not (came == {"black": True, "blue": True, "red": False, "dark red": False, "cyan": True}))
END
