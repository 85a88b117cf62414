#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures the ink of line art, for docs/proofs.md; needs numpy, Pillow and scipy. line_art.py RENDER PHOTO…

Pieces: the ink (below level 128) of each photo, 8-connected, in luma with noise of 0, 8 and 16 levels, beside a difference
of Gaussians of the same sigma without flow and with the same share of ink; and the share of ink in pieces below 10 px.
Disks of radius 120.7 with a contrast and noise, ten of each: the share of 720 directions in which ink is at most 5 px from
the edge, and the share of ink that is farther. Angles: the largest difference of Gaussians across an edge of 100 levels at
sigma 1, wherever it lies in a pixel, over 0 to 45 degrees, by the smallest; of edges without blur and blurred ones."""
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
from PIL import Image
from scipy import ndimage, special

DARK, SPECK, NEAR, RADIUS, SIDE = 128, 10, 5, 120.7, 320
LUMA = (0.2126, 0.7152, 0.0722)


def render(program, levels, words=""):
    """The line art of gray levels, as floats."""
    height, width = levels.shape
    with tempfile.TemporaryDirectory() as folder:
        source, result = Path(folder, "in"), Path(folder, "out")
        (levels / 255).astype(np.float32).tofile(source)
        subprocess.run([program, "line-art", "cpu", words, str(width), str(height), "1", "f32", source, result], check=True)
        return np.fromfile(result, np.float32).reshape(height, width) * 255


def without_flow(levels, share):
    """The darkest ink, of that share or of what is black, of a difference of Gaussians with the same ramp."""
    near, far = (ndimage.gaussian_filter(levels, sigma, mode="nearest", truncate=3) for sigma in (1, 1.6))
    ramp = np.clip(1 + (40 * (near - far) + 55) / 100, 0, 1)
    return ramp < max(np.quantile(ramp, share), 1e-6)


def pieces(ink):
    """How many there are, and the share of ink in specks, whose longer side is less than SPECK."""
    labels, n = ndimage.label(ink, np.ones((3, 3)))
    sides = np.array([max(side.stop - side.start for side in box) for box in ndimage.find_objects(labels)])
    sizes = np.bincount(labels.ravel())[1:]
    return n, sizes[sides < SPECK].sum() / max(sizes.sum(), 1)


def measure_photo(program, path, random):
    luma = np.asarray(Image.open(path).convert("RGB")).astype(np.float64) @ LUMA
    row = []
    for noise in (0, 8, 16):
        levels = np.clip(luma + noise * random.standard_normal(luma.shape), 0, 255)
        ink = render(program, levels) < DARK
        n, specks = pieces(ink)
        n_other, _ = pieces(without_flow(levels, ink.mean()))
        row.append(f"{n / n_other:.2f} {specks:.2f}")
    print(f"{path.name:28} pieces and specks, noise 0, 8, 16: {'; '.join(row)}")


def measure_disk(program, contrast, noise, random):
    y, x = np.mgrid[:SIDE, :SIDE]
    found, wrong = [], []
    for _ in range(10):
        cx, cy = SIDE / 2 + random.uniform(-1, 1, 2)
        away = np.hypot(x - cx, y - cy) - RADIUS
        levels = 128 + contrast * (np.clip(0.5 - away, 0, 1) - 0.5)
        inked = render(program, levels + noise * random.standard_normal(x.shape)) < DARK
        near = abs(away) <= NEAR
        angles = np.degrees(np.arctan2(y - cy, x - cx))[inked & near]
        found.append(len(np.unique(np.floor(2 * angles) % 720)) / 720)
        wrong.append((inked & ~near).sum() / max(inked.sum(), 1))
    print(f"disk, contrast {contrast}, noise {noise}: {np.mean(found):.3f} of the edge, "
          f"{np.mean(wrong):.3f} of the ink beside it")


def edge(away, blur):
    return 78 + 100 * (special.ndtr(away / blur) if blur else np.clip(0.5 + away, 0, 1))


def measure_angles(program, blur):
    y, x = np.mgrid[:61, :61] - 30.0
    most = []
    for degrees in range(0, 46, 5):
        turn, largest = np.radians(degrees), 0
        for offset in np.arange(0, 1, 0.125):
            levels = edge(offset + x * np.cos(turn) + y * np.sin(turn), blur)
            middle = render(program, levels, "stage=difference strength=1 threshold=0")[20:41, 20:41]
            largest = max(largest, abs(middle - 255).max())
        most.append(largest)
    print(f"angles, an edge blurred by {blur} px: largest by smallest {max(most) / min(most):.3f}")


def main():
    program, *photos = sys.argv[1:]
    random = np.random.default_rng(1)
    for path in map(Path, photos):
        measure_photo(program, path, random)
    for contrast, noise in ((80, 16), (40, 8)):
        measure_disk(program, contrast, noise, random)
    for blur in (0, 0.5, 0.7):
        measure_angles(program, blur)


if __name__ == "__main__":
    main()
