#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Software: OpenCV 5.0.0 (opencv-python-headless 5.0.0.93), imread; Pillow 13.0.0.
# Expected: a PGM file says in its head which number is white, 1023 for a sensor of 10 bits, and white is read as 255 or
# 65535.
# Came: OpenCV does not look. Paper of 10 bits is 3 of 255 as gray, and black lines on it are three levels deep, so no
# threshold finds them; of 16 bits it is 1023 of 65535. Where white is 100, it is 100 of 255. Pillow reads it as white.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q opencv-python-headless==5.0.0.93 pillow==13.0.0 numpy==2.4.6
venv/bin/python <<'END'
import sys

import cv2
import numpy as np
import PIL
from PIL import Image

came = {}
for white, kind in ((100, np.uint8), (1023, ">u2")):
    with open("scan.pgm", "wb") as file:
        file.write(b"P5\n32 32\n%d\n" % white + np.full((32, 32), white).astype(kind).tobytes())
    came[white] = (*(int(cv2.imread("scan.pgm", how)[0, 0]) for how in (cv2.IMREAD_GRAYSCALE, cv2.IMREAD_UNCHANGED)),
                   int(np.array(Image.open("scan.pgm"))[0, 0]))
print(f"OpenCV {cv2.__version__}, Pillow {PIL.__version__}: white paper of PGM files that say which number is white:")
print("expected: 255 in bytes and 65535 in words")
for white, (gray, stored, pillow) in came.items():
    print(f"came, of white {white}: OpenCV {gray} as gray and {stored} unchanged, Pillow {pillow}")
sys.exit(not (came == {100: (100, 100, 255), 1023: (3, 1023, 65535)}))
END
