#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares our lines with other tracers, on a disc and a wave with known edges, and on photos: potrace on Canny's pixels, as
Inkscape traces edges, and autotrace's center lines of them.

peers_lines.py FOLDER LINES RENDER PHOTOS: writes pictures, their edges and our lines to FOLDER
peers_lines.py FOLDER OUT.json: writes the number of paths and curves, their length, their distance from the known edges, and
the number of edge pixels, also of short chains, that are farther than 1 px from every curve."""
import json
import math
import re
import subprocess
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "batch"))
import files  # noqa: E402

FOLDER = Path(sys.argv[1])
SIDE, SAMPLES = 400, 8
CX, CY, R = 200.31, 199.72, 140.37


def drawn(inside):
    """200 on 40, with 8 x 8 samples per pixel, blurred by 0.7 pixels."""
    at = (np.arange(SIDE * SAMPLES) + 0.5) / SAMPLES
    image = np.where(inside(*np.meshgrid(at, at)), 200.0, 40.0).reshape(SIDE, SAMPLES, SIDE, SAMPLES).mean((1, 3))
    weights = np.exp(-np.arange(-3, 4) ** 2 / (2 * 0.7 * 0.7))
    for axis in (0, 1):
        image = np.apply_along_axis(lambda v: np.convolve(np.pad(v, 3, "edge"), weights / weights.sum(), "valid"), axis, image)
    return image


def wave_error(p):
    x = np.linspace(0, SIDE, 8001)
    curve = np.c_[x, 200 + 90 * np.sin(x / 60)]
    return np.array([np.hypot(*(curve - q).T).min() for q in p])


def wave_length():
    x = np.linspace(0, SIDE, 8001)
    return np.hypot(np.diff(x), np.diff(90 * np.sin(x / 60))).sum()


def paths_of(svg):
    """Lists of curves, each of two or four points."""
    found = []
    for path in re.findall(r"M[^M\"]*", " ".join(re.findall(r' d="([^"]*)"', svg))):
        curves, at = [], None
        for letter, numbers in re.findall(r"([MLC])([^MLCZz]*)", path):
            p = np.array(re.findall(r"-?[\d.]+", numbers), float).reshape(-1, 2)
            curves += [] if letter == "M" else [np.vstack([at, p])]
            at = p[-1]
        found.append(curves)
    return found


def with_potrace(edges):
    import potrace
    paths = []
    for curve in potrace.Bitmap(~edges).trace(turdsize=0):
        curves, at = [], curve.start_point
        for one in curve.segments:
            steps = [[one.c], [one.end_point]] if one.is_corner else [[one.c1, one.c2, one.end_point]]
            for step in steps:
                curves.append(np.array([(p.x, p.y) for p in (at, *step)]))
                at = step[-1]
        paths.append(curves)
    return paths


def with_autotrace(edges):
    from autotrace import Bitmap, VectorFormat
    paper = np.repeat(np.where(edges, 0, 255).astype(np.uint8)[:, :, None], 3, 2).copy()
    traced = Bitmap(paper).trace(background_color=(255, 255, 255), centerline=True)
    return paths_of(traced.encode(VectorFormat.SVG).decode())


def points_of(paths):
    """A point for each pixel of length, and the length."""
    points, length = [], 0.0
    for curve in (curve for path in paths for curve in path):
        p = curve if len(curve) == 4 else np.linspace(curve[0], curve[1], 4)
        at = lambda t: ((1 - t) ** 3 * p[0] + 3 * (1 - t) ** 2 * t * p[1] + 3 * (1 - t) * t * t * p[2] + t ** 3 * p[3])
        way = np.hypot(*np.diff(at(np.linspace(0, 1, 60)[:, None]), axis=0).T).sum()
        n = max(2, int(2 * way))
        points.append(at(((np.arange(n) + 0.5) / n)[:, None]))
        length += way
    return (np.concatenate(points) if points else np.zeros((0, 2))), length


def far_pixels(edges, points):
    """Edge pixels whose center is farther than 1 px from every point."""
    cells = {}
    for p in points:
        cells.setdefault((int(p[0]), int(p[1])), []).append(p)
    near = lambda x, y: (p for j in range(y - 1, y + 2) for i in range(x - 1, x + 2) for p in cells.get((i, j), ()))
    return sum(not any(math.hypot(p[0] - x - 0.5, p[1] - y - 0.5) <= 1 for p in near(x, y)) for y, x in np.argwhere(edges))


SHAPES = {"disc": (lambda x, y: (x - CX) ** 2 + (y - CY) ** 2 < R * R,
                   lambda p: abs(np.hypot(p[:, 0] - CX, p[:, 1] - CY) - R), 2 * math.pi * R),
          "wave": (lambda x, y: y > 200 + 90 * np.sin(x / 60), wave_error, wave_length())}
TRACERS = {"potrace of Canny": with_potrace, "autotrace, center lines of Canny": with_autotrace}


def pictures(photos):
    """Names, samples, Canny's parameters, and the tolerance of lines."""
    for name, (inside, _, _) in SHAPES.items():
        image = drawn(inside)
        for noise in (0, 8):
            noisy = image + np.random.default_rng(1).normal(0, noise, image.shape)
            yield f"{name}, noise {noise}", np.clip(np.rint(noisy), 0, 255).astype(np.uint8), "sigma=1 low=25 high=60", 0.25
    for name in ("astronaut", "coffee", "chelsea"):
        width, height, channels, _, samples = files.decode(photos / f"{name}.png")
        yield name, np.frombuffer(samples, np.uint8).reshape(height, width, channels), "sigma=1.4 low=40 high=80", 0.5


def prepare(lines, render, photos):
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, image, parameters, tolerance in pictures(Path(photos)):
        raw, out = FOLDER / "picture.raw", FOLDER / f"{name}.raw"
        raw.write_bytes(np.ascontiguousarray(image).tobytes())
        size = [str(image.shape[1]), str(image.shape[0]), str(1 if image.ndim == 2 else image.shape[2]), "u8", raw]
        subprocess.run([render, "canny", "cpu", parameters, *size, out], check=True)
        svg = subprocess.run([lines, "cpu", parameters, str(tolerance), "8", "0", *size], check=True, capture_output=True).stdout
        (FOLDER / f"{name}.svg").write_bytes(svg)


def rows():
    for svg in sorted(FOLDER.glob("*.svg")):
        text = svg.read_text(encoding="utf-8")
        width = int(float(re.search(' width="([0-9.]*)"', text)[1]))
        edges = np.fromfile(svg.with_suffix(".raw"), np.uint8).reshape(-1, width) > 127
        for on, paths in {"ours": paths_of(text), **{name: trace(edges) for name, trace in TRACERS.items()}}.items():
            points, length = points_of(paths)
            row = {"picture": svg.stem, "on": on, "paths": len(paths), "curves": sum(map(len, paths)), "length": length,
                   "pixels": int(edges.sum()), "far": far_pixels(edges, points)}
            if svg.stem.split(",")[0] in SHAPES:
                _, error, truth = SHAPES[svg.stem.split(",")[0]]
                d = error(points)
                row.update(of_truth=length / truth, mean=d.mean(), largest=d.max())
            yield row


def measure(out):
    found = list(rows())
    Path(out).write_text(json.dumps({"rows": found}, indent=1), encoding="utf-8")
    print("| | | paths | curves | length, px | of the truth | mean error, px | largest | edge pixels beyond 1 px |")
    print("|---|---|---|---|---|---|---|---|---|")
    for row in found:
        numbers = [f"{row[key]:.3f}" if key in row else "" for key in ("of_truth", "mean", "largest")]
        print("|", " | ".join([row["picture"], row["on"], str(row["paths"]), str(row["curves"]), f"{row['length']:.0f}", *numbers,
                               f"{row['far']} of {row['pixels']}"]), "|")


prepare(*sys.argv[2:5]) if len(sys.argv) > 3 else measure(sys.argv[2])
