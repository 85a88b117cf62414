#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures defaults that several methods share, and values beside them, on the photos of data/photos and on drawings.

    defaults.py RENDER [sharpening] [edges] [drawings]

Sharpening: each photo is blurred by 0.7, 1 and 1.5 px in linear light, without and with noise of 2 levels. Of these 24 a
line has those whose PSNR to the photo rises, the mean gain in dB, and that of 0.7 px alone. Edges: the percentage of pixels
of each photo that is marked. Drawings: precision and recall of their middles within 1.5 px, in percent. It needs numpy and
vips."""
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

PHOTOS = Path(__file__).resolve().parent.parent.parent / "data/photos"
METHODS = "unsharp", "kernel", "deconvolve", "adaptive"
LINES = "dark-lines", "light-lines"
CHANGES = ("", " amount=0.15", " amount=0.25", " amount=1", " detail=2", " edge-mask=30", " channels=rgb",
           " halo-light=30 halo-dark=30")
SHARPENING = [f"method={method}{more}" for method in METHODS for more in CHANGES]
SHARPENING += [f"method=unsharp {more}" for more in ("radius=1", "threshold=2", "threshold=4")]
SHARPENING += [f"method=deconvolve {more}" for more in ("radius=3", "iterations=10", "iterations=40")]
EDGES = [("canny", f"operator={name} norm={norm}") for name in ("sobel", "scharr", "prewitt") for norm in ("l2", "l1")]
EDGES += [("canny", f"of={of} thresholds={kind}") for of in ("edges",) + LINES for kind in ("percentile", "otsu")]
EDGES += [("canny", f"of={of}{more}") for of in LINES for more in ("", " low=5 high=10", " thresholds=percentile share=98")]
EDGES += [("laplacian", f"response={response}{more}") for response in ("edges", "zero-crossings")
          for more in ("", " threshold=2", " threshold=10", " sigma=2")]
THRESHOLDS = ("", "low=5 high=10", "thresholds=percentile", "thresholds=percentile share=95",
              "thresholds=percentile share=98", "thresholds=otsu")


def read_photo(path):
    ppm = subprocess.run(["vips", "copy", path, ".ppm"], check=True, capture_output=True).stdout
    width, height, pixels = re.fullmatch(rb"P6\n(?:#.*\n)?(\d+) (\d+)\n255\n([\0-\xff]*)", ppm).groups()
    return np.frombuffer(pixels, np.uint8).reshape(int(height), int(width), 3).astype(float)


def render(program, picture, name, words):
    height, width, channels = picture.shape
    with tempfile.TemporaryDirectory() as folder:
        source, result = Path(folder, "source"), Path(folder, "result")
        source.write_bytes(np.rint(np.clip(picture, 0, 255)).astype(np.uint8).tobytes())
        size = str(width), str(height), str(channels)
        subprocess.run([program, name, "cpu", words, *size, "u8", source, result], check=True)
        return np.frombuffer(result.read_bytes(), np.uint8).reshape(height, width, -1).astype(float)


def blurred(light, sigma):
    reach = int(4 * sigma + 1)
    weights = np.exp(-np.arange(-reach, reach + 1) ** 2 / (2 * sigma * sigma))
    weights /= weights.sum()
    for axis in 0, 1:
        padded = np.pad(light, [(reach, reach) if i == axis else (0, 0) for i in range(3)], "edge")
        light = sum(w * np.take(padded, range(i, i + light.shape[axis]), axis) for i, w in enumerate(weights))
    return light


def soft_photos(photos):
    """Pairs of a photo and what blur and noise leave of it."""
    random = np.random.default_rng(1)
    for sigma in 0.7, 1, 1.5:
        for photo in photos:
            v = photo / 255
            light = blurred(np.where(v <= 0.04045, v / 12.92, ((v + 0.055) / 1.055) ** 2.4), sigma)
            soft = 255 * np.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055)
            yield sigma, photo, np.rint(soft)
            yield sigma, photo, np.rint(np.clip(soft + random.normal(0, 2, soft.shape), 0, 255))


def psnr(a, b):
    return 10 * np.log10(255 ** 2 / ((a - b) ** 2).mean())


def sharpening(program, photos):
    pairs = list(soft_photos(photos))
    for words in SHARPENING:
        results = [render(program, soft, "sharpen", words) for _, _, soft in pairs]
        gains = np.array([psnr(result, photo) - psnr(soft, photo) for result, (_, photo, soft) in zip(results, pairs)])
        least = [sigma == 0.7 for sigma, _, _ in pairs]
        print(f"sharpen {words:50} {(gains > 0).sum():2} of 24  {gains.mean():+.2f} dB  "
              f"{gains[least].mean():+.2f} of 0.7 px", flush=True)


def edges(program, photos):
    for name, words in EDGES:
        shares = [(render(program, photo, name, words)[..., 0] > 127).mean() for photo in photos]
        print(f"{name} {words:50}", *(f"{share * 100:5.1f}" for share in shares), flush=True)


def drawing(ink, paper, width, noise, n):
    """A drawing of @n lines and three circles, and where their middles are."""
    y, x = np.mgrid[:400, :400] + 0.5
    away = np.full(x.shape, 1e3)
    for i in range(n):
        slope = (5 * i if n < 40 else -10) / 360
        at = np.abs((y - 30.3 - 350 / n * i) - slope * (x - 20)) / np.hypot(1, slope)
        away = np.minimum(away, np.where((x > 20) & (x < 380), at, 1e3))
    for radius in (40, 70, 100) if n == 7 else ():
        away = np.minimum(away, np.abs(np.hypot(x - 200, y - 200) - radius))
    levels = paper + (ink - paper) * np.clip(width / 2 + 0.5 - away, 0, 1)
    levels += np.random.default_rng(2).normal(0, noise, x.shape)
    return levels[..., None], away < 0.6


def near(pixels):
    padded = np.pad(pixels, 1)
    return np.any([padded[j:j + 400, i:i + 400] for j in range(3) for i in range(3)], 0)


def drawings(program, _):
    kinds = {"ink": (30, 230, 3, 0, 7), "ink, noise 4": (30, 230, 3, 4, 7), "pencil, noise 4": (180, 230, 2, 4, 7),
             "chalk, noise 4": (220, 40, 4, 4, 7), "one line": (30, 230, 3, 4, 1), "dense": (30, 230, 3, 4, 40)}
    print("drawings:", "; ".join(kinds))
    for words in THRESHOLDS:
        row = []
        for kind in kinds.values():
            picture, truth = drawing(*kind)
            of = "dark-lines" if kind[0] < kind[1] else "light-lines"
            found = render(program, picture, "canny", f"of={of} {words}")[..., 0] > 127
            row.append(f"{(found & near(truth)).sum() / max(found.sum(), 1) * 100:3.0f}/"
                       f"{(truth & near(found)).sum() / truth.sum() * 100:3.0f}")
        print(f"middles {words:50}", *row, flush=True)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    PARTS = {"sharpening": sharpening, "edges": edges, "drawings": drawings}
    PHOTO_LIST = [read_photo(path) for path in sorted(PHOTOS.iterdir()) if path.suffix in (".png", ".jpg")]
    for part in sys.argv[2:] or PARTS:
        PARTS[part](sys.argv[1], PHOTO_LIST)
