#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Software: resvg-py 0.5.0, svg_to_bytes.
# Expected: 10mm are 37.8 pixels, because an inch of SVG has 96, and the documentation of dpi says that its default of 0
# means SVG's default.
# Came: dpi is taken as 0: mm, cm, in, pt and pc are 0 pixels. A drawing that is 20mm wide, as drawing programs save it, is
# refused for its size; a line of 1mm in a drawing of pixels is not there, and nothing is said. dpi=96 helps.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q resvg-py==0.5.0 pillow==13.0.0 numpy==2.4.6
venv/bin/python <<'END'
import importlib.metadata
import io
import sys

import numpy as np
import resvg_py
from PIL import Image


def draw(size, line, **options):
    """The covered area of a line of that width over 40 pixels, in pixels, or the error."""
    svg = (f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size}" viewBox="0 0 60 60">'
           f'<path d="M10 30H50" stroke="#000" stroke-width="{line}"/></svg>')
    try:
        png = bytes(resvg_py.svg_to_bytes(svg_string=svg, **options))
    except ValueError as error:
        return str(error)
    return round(float(np.array(Image.open(io.BytesIO(png)).convert("RGBA"))[:, :, 3].sum() / 255))


units = {unit: draw("60", "1" + unit) for unit in ("px", "mm", "cm", "in", "pt", "pc")}
right = {unit: draw("60", "1" + unit, dpi=96) for unit in ("px", "mm", "cm", "pt", "pc")}
page, right_page = draw("20mm", "1"), draw("20mm", "1", dpi=96)
print(f"resvg-py {importlib.metadata.version('resvg-py')}, area of a line of 40 pixels that is 1 unit wide:")
print(f"expected: {right}, and a page of 20mm has one, too: {right_page}")
print(f"came: {units}; the page of 20mm: {page}")
sys.exit(not (units == {"px": 40, "mm": 0, "cm": 0, "in": 0, "pt": 0, "pc": 0} and "size" in str(page)
              and 140 < right["mm"] < 170 and 45 < right["pt"] < 65 and isinstance(right_page, int)))
END
