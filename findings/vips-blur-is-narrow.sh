#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Software: libvips 8.18.7 (pyvips-binary), gaussblur.
# Expected: gaussblur (sigma) blurs by a Gaussian of that sigma, cut where nothing is left of it, at 3 sigma or more.
# Came: its weights end where they fall below a fifth of the middle's (min_ampl=0.2), at 1.8 sigma. What blurs is
# narrower: a sigma of 20 is one of 16.5, and with min_ampl=0.001 one of 19.6.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q pyvips==3.2.0 pyvips-binary==8.18.7
venv/bin/python <<'END'
import math
import sys

import pyvips


def spread(**options):
    """The standard deviation of what becomes of one bright pixel."""
    blurred = (pyvips.Image.black(301, 3).cast("float") + 0).draw_rect(1e6, 150, 0, 1, 3).gaussblur(20, **options)
    row = [blurred(x, 1)[0] for x in range(301)]
    return math.sqrt(sum(v * (x - 150) ** 2 for x, v in enumerate(row)) / sum(row))


print(f"libvips {pyvips.version(0)}.{pyvips.version(1)}.{pyvips.version(2)}, gaussblur (20):")
print("expected: a standard deviation of 20 pixels")
print(f"came: {spread():.2f} pixels; with min_ampl=0.001: {spread(min_ampl=0.001):.2f}")
sys.exit(not 16 < spread() < 17)
END
