#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares our deconvolution with scikit-image's and G'MIC's on the same photo: the difference of the results, step by step
until the arithmetic is the same, and the times.

    deconvolution.py OUT.json RENDER CE-BENCH [WIDTHxHEIGHT…]

RENDER and CE-BENCH may have words before the program, as a loader has. Others are timed on the plane of linear light that
they restore; ours from bytes to bytes, the light of three channels and the way back with it. Rounds are interleaved,
medians."""
import datetime
import functools
import importlib.metadata
import json
import platform
import shlex
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from unittest import mock

import numpy as np

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "reference"))
from reference_sharpen import light_of, relit, share     # noqa: E402
from reference_signals import F, gaussian, luma          # noqa: E402

PHOTO = HERE.parent.parent / "data/photos/coffee.png"
RADIUS, ITERATIONS, ROUNDS = 1.0, 20, 5
BORDER = 3 * ITERATIONS     # how far what lies beyond the image may have reached


def point_spread():
    """Our Gaussian as one row, the blur of one bright pixel."""
    one = np.zeros((1, 2 * int(3 * RADIUS) + 1), F)
    one[0, one.shape[1] // 2] = 1
    return gaussian(one, RADIUS)


class ScikitImage:
    """restoration.richardson_lucy begins with 0.5 everywhere and has black beyond the image."""
    def __init__(self):
        from skimage.restoration import deconvolution
        self.module = deconvolution
        self.name = f"scikit-image {importlib.metadata.version('scikit-image')}"
        row = point_spread()
        self.psf = row.T * row
        self.ways = [("richardson_lucy (light, gaussian, 20)", self.as_it_is, True),
                     ("the same, begun with the image", lambda light: self.begun(light, self.module.convolve), False),
                     ("the same, with our borders and order of sums", lambda light: self.begun(light, nearest), False)]

    def as_it_is(self, light, steps=ITERATIONS):
        return self.module.richardson_lucy(light, self.psf, num_iter=steps, clip=False)

    def begun(self, light, convolve):
        """One step more, whose two convolutions make the image of the 0.5: then image / 1, and twice that."""
        todo = [lambda one: one * F(2), lambda one: one * F(2)]

        def convolved(one, psf, mode):
            return todo.pop()(one) if todo else convolve(one, psf, mode=mode)
        with mock.patch.object(self.module, "convolve", convolved):
            return self.as_it_is(light, ITERATIONS + 1)


def nearest(one, _psf, mode):
    """In place of scipy.signal.convolve: the nearest pixel inside lies beyond, sums in the order of docs/arithmetic.md."""
    assert mode == "same"
    return gaussian(one, RADIUS)


class GMic:
    """Its command begins with the image and has the nearest pixel beyond it; its Gaussian is a recursive one, and what it
    divides by is at least 1e-6."""
    def __init__(self):
        import gmic
        self.gmic = gmic
        self.name = f"G'MIC {importlib.metadata.version('gmic')}"
        blur = "convolve. [1],1 convolve. [2],1"
        steps = f"[0] repeat {ITERATIONS} [-1] {blur} add. 1e-12 +div[0,-1] rm[-2] {blur} mul[-2,-1] done keep[-1]"
        own = f"deblur_richardsonlucy {RADIUS:g},{ITERATIONS},1"
        self.ways = [(own, lambda light: self.run(own, light), True),
                     ("the same steps, with our Gaussian (convolve)", lambda light: self.run(steps, light), False)]

    def run(self, commands, light):
        row = point_spread()
        planes = [light] if commands.startswith("deblur") else [light, row, row.T]
        images = self.gmic.ImageList([self.gmic.Image.from_yxc(np.ascontiguousarray(plane)[..., None]) for plane in planes])
        return self.gmic.run(commands, images)[0].to_numpy().squeeze().T


def sized(photo, width, height):
    """The photo, mirrored at its borders until it is so large."""
    return np.pad(photo, ((0, height - photo.shape[0]), (0, width - photo.shape[1]), (0, 0)), "symmetric")


def restored(samples, restore):
    """The levels of the result where RESTORE makes luminance of light sharper, as docs/arithmetic.md says."""
    levels = samples.astype(F) * F(255)
    light = luma(light_of(share(levels)), "luma-709")
    change = restore(light) - light
    to = np.where(light + change > 0, light + change, F(0))
    ratio = np.where(light > 0, to / light, F(1))
    return np.stack([levels[..., i] + relit(levels[..., i], ratio) for i in range(3)], axis=-1) / F(255)


def ours(render, samples):
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
        files = [str(Path(folder, name)) for name in ("in", "out")]
        Path(files[0]).write_bytes(samples.tobytes())
        subprocess.run([*render, "sharpen", "cpu", f"method=deconvolve amount=1 radius={RADIUS} iterations={ITERATIONS}",
                        str(samples.shape[1]), str(samples.shape[0]), "3", "f32", *files], check=True)
        return np.fromfile(files[1], F).reshape(samples.shape)


def difference(result, exact):
    """Pixels of another float, pixels of another byte, and the mean and greatest difference in levels, the latter without
    the border, too."""
    far = np.abs(result.astype(float) - exact).max(axis=2) * 255
    bytes_of = [np.clip(np.rint(one * 255), 0, 255).astype(np.uint8) for one in (result, exact)]
    inner = far[BORDER:-BORDER, BORDER:-BORDER]
    return {"pixels": far.size, "floats_differ": int((far > 0).sum()),
            "bytes_differ": int((bytes_of[0] != bytes_of[1]).any(axis=2).sum()), "mean": round(float(far.mean()), 5),
            "levels": round(float(far.max()), 4), "levels_inside": round(float(inner.max()), 4)}


def compare(libraries, photo, render):
    exact = ours(render, photo)
    rows = [{"on": library.name, "way": way, **difference(restored(photo, restore), exact)}
            for library in libraries for way, restore, _ in library.ways]
    for row in rows:
        print("{on:22} {way:46} floats {floats_differ:7} bytes {bytes_differ:7} levels {mean:8} {levels:8}"
              " inside {levels_inside:8}".format(**row))
    return rows


def timed(restore, light):
    begin = time.perf_counter()
    restore(light)
    return (time.perf_counter() - begin) * 1e3


def our_ms(bench, size):
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
        out = Path(folder, "ours.json")
        subprocess.run([*bench, "--no-peer", "--groups", "sharpen", "--only", f"deconvolve-{RADIUS:g}", "--at", size,
                        "--channels", "3", "--type", "u8", "--backends", "cpu,cuda", "--rounds", "3", "--json", out],
                       check=True, capture_output=True)
        found = json.loads(out.read_text(encoding="utf-8"))
    return found, {f"ours, {row['on']}": row["compute_ms"] for row in found["rows"] if row["kind"] == "ours"}


def clock(libraries, photo, bench, size):
    light = luma(light_of(share(sized(photo, *map(int, size.split("x"))).astype(F) * F(255))), "luma-709")
    times = {}
    for _ in range(ROUNDS):
        about, once = our_ms(bench, size)
        once.update({f"{library.name}: {way}": timed(restore, light) for library in libraries
                     for way, restore, is_timed in library.ways if is_timed})
        for name, ms in once.items():
            times.setdefault(name, []).append(ms)
    rows = [{"size": size, "on": name, "ms": round(statistics.median(each), 2), "least_ms": round(min(each), 2),
             "rounds": ROUNDS} for name, each in times.items()]
    for row in rows:
        print("{size:10} {on:60} {ms:10} {least_ms:10}".format(**row), flush=True)
    return about, rows


def main(output, render, bench, sizes):
    from skimage.io import imread
    photo = (imread(PHOTO)[..., :3] / 255).astype(F)
    libraries = [ScikitImage(), GMic()]
    rows, times = compare(libraries, photo, shlex.split(render)), []
    for size in sizes or ["1000x1000", "3000x2000"]:
        about, found = clock(libraries, photo, shlex.split(bench), size)
        times += found
    Path(output).write_text(json.dumps({
        "date": datetime.date.today().isoformat(), "photo": PHOTO.name, "radius": RADIUS, "iterations": ITERATIONS,
        "processor": about["processor"], "threads": about["threads"], "python": platform.python_version(),
        "rows": rows, "times": times}, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    np.seterr(all="ignore")
    main(*sys.argv[1:4], sys.argv[4:])
