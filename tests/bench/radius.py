#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Judges the radius that the edges of photos tell: a folder's photos, reduced until they are sharp, blurred by a Gaussian of
known radius, stored as PNG and as JPEG; then what deconvolution gains with the radius that was found, and with fixed ones.

    radius.py FOCUS RENDER FOLDER

FOCUS and RENDER are tests/focus and tests/render of a build. docs/radius.md has the results of 31 photos."""
import collections
import io
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
from PIL import Image

LONGEST, WIDTH, HEIGHT = 800, 760, 520      # the longer side of a reduced photo, about, and its middle, which is measured
GAIN = 420, 320                             # the middle that is restored
BLURS, FIXED, QUALITIES = (0, .4, .7, 1, 1.5, 2), (.5, .7, .9, 1.2, 1.5, 2), (0, 90)


def original(path):
    """The light of a photo, means of whole squares of its pixels."""
    levels = np.asarray(Image.open(path).convert("RGB"))
    f = max(1, round(max(levels.shape) / LONGEST))
    h, w = levels.shape[0] // f, levels.shape[1] // f
    top, left = max(0, (h - HEIGHT) // 2), max(0, (w - WIDTH) // 2)
    h, w = min(h, HEIGHT), min(w, WIDTH)
    v = levels[top * f:(top + h) * f, left * f:(left + w) * f].astype(np.float32) / 255
    light = np.where(v <= .04045, v / 12.92, ((v + .055) / 1.055) ** 2.4)
    return light.reshape(h, f, w, f, 3).mean((1, 3))


def blurred(light, s):
    n = int(np.ceil(4 * s))
    weights = np.exp(-np.arange(-n, n + 1) ** 2 / (2 * s * s)) if s else np.ones(1)
    for axis in (0, 1):
        wide = np.pad(light, [(n, n) if i == axis else (0, 0) for i in range(3)], "edge")
        light = sum(weight * np.take(wide, range(i, i + light.shape[axis]), axis)
                    for i, weight in enumerate(weights / weights.sum()))
    return light


def photo(light, quality):
    """The bytes of a PNG file, or of a JPEG file if there is a quality."""
    light = np.clip(light, 0, 1)
    levels = np.rint(255 * np.where(light <= .0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - .055)).astype(np.uint8)
    file = io.BytesIO()
    if quality:
        Image.fromarray(levels).save(file, "JPEG", quality=quality, subsampling=2)
    return np.asarray(Image.open(file).convert("RGB")) if quality else levels


def middle(levels):
    h, w = levels.shape[:2]
    top, left = max(0, (h - GAIN[1]) // 2), max(0, (w - GAIN[0]) // 2)
    return np.ascontiguousarray(levels[top:top + GAIN[1], left:left + GAIN[0]])


def distance(a, b):
    """PSNR, at most 60 dB."""
    d = a[4:-4, 4:-4].astype(float) - b[4:-4, 4:-4]
    return min(60.0, 10 * np.log10(255 ** 2 / max(1e-9, (d * d).mean())))


def run(program, image, folder, *words):
    """Runs a program of raw pixels, with @words before and behind the format of them."""
    file = Path(folder, "in")
    image.tofile(file)
    form = [str(image.shape[1]), str(image.shape[0]), "3", "u8", str(file)]
    return subprocess.run([program, *words[0], *form, *words[1]], capture_output=True, text=True, check=True).stdout.split()


def gain(render, image, sharp, radius, quality, folder):
    out = Path(folder, "out")
    values = f"method=deconvolve radius={radius:.3f} iterations=20 amount=1 detail={2 if quality else 0}"
    run(render, image, folder, ["sharpen", "cpu", values], [str(out)])
    return distance(np.fromfile(out, np.uint8).reshape(image.shape), sharp) - distance(image, sharp)


def report(told, gains):
    for s in BLURS:
        answers = collections.Counter(answer for (_, t, _), (answer, _) in told.items() if t == s)
        radii = np.array([r for (_, t, _), (answer, r) in told.items() if t == s and answer == "found"])
        print(f"blur {s}: {dict(answers)}, {(abs(radii - s) <= max(.15, .2 * s) + 1e-9).sum()} within .15 px or 20 %, "
              f"{(radii > 1.4 * s).sum()} more than 40 % too large")
    for quality in QUALITIES:
        for least in (.7, 0):
            keys = [key for key in gains if key[2] == quality and key[1] >= least]
            if not keys:
                continue
            rows = np.array([gains[key] for key in keys])
            means = rows.mean(0)
            fixed = 1 + means[1:].argmax()
            print(f"{'JPEG' if quality else 'PNG'}, blur from {least}: {len(keys)} told, {means[0]:+.2f} dB, best fixed "
                  f"{means[fixed]:+.2f} ({FIXED[fixed - 1]}), best of six {rows[:, 1:].max(1).mean():+.2f}, better than fixed in "
                  f"{(rows[:, 0] > rows[:, fixed]).sum()}, worst {rows[:, 0].min():+.2f}: {keys[rows[:, 0].argmin()]}")


def main(focus, render, photos):
    told, gains = {}, {}
    with tempfile.TemporaryDirectory() as folder:
        for path in sorted(Path(photos).iterdir()):
            light = original(path)
            sharp = middle(photo(light, 0))
            for s, quality in ((s, quality) for s in BLURS for quality in QUALITIES):
                image, key = photo(blurred(light, s), quality), (path.stem, s, quality)
                words = run(focus, image, folder, [], [])
                told[key] = words[0], float(words[1])
                if words[0] == "found":
                    gains[key] = [gain(render, middle(image), sharp, radius, quality, folder)
                                  for radius in (float(words[1]), *FIXED)]
    report(told, gains)


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
