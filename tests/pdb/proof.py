# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures on a machine with a GPU, for prove.py; run.py does not run this part by itself. Every number is a line of the file
that CE_PROOF names. CE_PROOF_WHAT is "equal", "photos", "growth", "idle", "times" or "old"."""
import os
import random
import tempfile
import time
from functools import partial
from itertools import product
from pathlib import Path

from gi.repository import Gimp, Gio

from core import effect_of
from results import PRECISIONS
from tools import channels, encoding, fill, new_image, new_layer, read, succeed, FILTERS, TYPES

CHOICES = {"sobel": {"operator": ("sobel", "scharr", "prewitt"), "component": ("magnitude", "horizontal", "direction"),
                     "norm": ("l2", "l1"), "channel": ("luma-709", "strongest"), "gain": (0.3, 4.0)},
           "laplacian": {"sigma": (0.0, 3.0), "response": ("edges", "zero-crossings", "signed"), "threshold": (0.0, 30.0)},
           "line-art": {"sigma": (0.3, 3.0), "coherence": (0.0, 9.0), "flow": (0.3, 5.0), "strength": (1.0, 90.0), "tone": (0.0, 100.0),
                        "threshold": (0.0, 255.0), "softness": (0.0, 255.0), "smooth": (0.0, 2.0),
                        "stage": ("lines", "lines", "difference", "smoothed")},
           "canny": {"sigma": (0.0, 4.0), "channel": ("luma-709", "strongest"), "thresholds": ("manual", "percentile", "otsu"),
                     "low": (5.0, 60.0), "high": (60.0, 200.0), "operator": ("sobel", "scharr", "prewitt"), "norm": ("l2", "l1"),
                     "width": (1, 9), "stage": ("edges", "edges", "thinned", "magnitude", "blurred", "classes")},
           "sharpen": {"method": ("unsharp", "kernel", "deconvolve", "adaptive"), "radius": (0.3, 5.0), "amount": (0.1, 3.0),
                       "channels": ("luminance", "rgb"), "iterations": (1, 12), "threshold": (0.0, 20.0),
                       "threshold-kind": ("hard", "soft"), "detail": (0.0, 20.0), "edge-mask": (0.0, 100.0),
                       "halo-light": (0.0, 100.0), "halo-dark": (0.0, 100.0), "stage": ("result", "result", "mask")}}


def tell(*fields):
    with open(os.environ["CE_PROOF"], "a", encoding="utf-8") as file:
        file.write("\t".join(str(field) for field in fields) + "\n")


def draw(rnd, name):
    """Parameters at random."""
    return {key: rnd.choice(values) if isinstance(values[0], str)
            else rnd.randint(*values) if isinstance(values[0], int) else round(rnd.uniform(*values), 2)
            for key, values in CHOICES[name].items() if rnd.random() < 0.6}


def merged(source, name, backend, parameters):
    layer = source.copy()
    source.get_image().insert_layer(layer, None, 0)
    layer.merge_filter(effect_of(layer, name, backend=backend, strict=backend == "cuda", **parameters))
    return bytes(read(layer))


def report():
    image = new_image(8, 8)
    config = Gimp.DrawableFilter.new(new_layer(image, 8, 8), "gimp-cuda-edges:call", "").get_config()
    return config.get_property("failed")


def check_equal():
    """GPU and processor, merged in GIMP's core: pixels that differ, of how many, for every format and filter."""
    rnd = random.Random(7)
    failed = report()
    total = different = renders = 0
    draws = int(os.environ.get("CE_PROOF_DRAWS", "3"))
    for base in ("RGB", "GRAY"):
        for alpha in (False, True):
            for precision in PRECISIONS:
                image = new_image(331, 257, base, precision)
                source = new_layer(image, 331, 257, alpha)
                fill(source)
                size = channels(source) * {"B": 1, "H": 2, "e": 2, "I": 4, "f": 4, "d": 8}[TYPES[encoding(source).split(" ")[1]][0]]
                for name in FILTERS:
                    for parameters in [{}] + [draw(rnd, name) for _ in range(draws)]:
                        cuda, cpu = (merged(source, name, backend, parameters) for backend in ("cuda", "cpu"))
                        n = 0 if cuda == cpu else sum(cuda[i:i + size] != cpu[i:i + size] for i in range(0, len(cpu), size))
                        changed = cpu != bytes(read(source))
                        renders, total, different = renders + 1, total + len(cpu) // size, different + n
                        if n or not changed:
                            tell("differs" if n else "unchanged", base, alpha, precision, name, parameters, n)
                image.delete()
    tell("equal", "renders", renders, "pixels", total, "different", different, "failed", report() != failed)
    assert different == 0 and report() == failed, report()


# What of a photo is compared: filter and parameters.
ON_PHOTOS = (("canny", {}), ("canny", {"channel": "strongest", "thresholds": "otsu", "width": 3}),
             ("canny", {"of": "dark-lines"}), ("sobel", {}), ("sobel", {"channel": "strongest", "operator": "scharr"}),
             ("laplacian", {}), ("line-art", {}), ("line-art", {"tone": 40.0, "softness": 30.0}), ("sharpen", {}),
             ("sharpen", {"method": "deconvolve"}), ("sharpen", {"method": "deconvolve", "radius-from": "found"}),
             ("sharpen", {"method": "adaptive", "channels": "rgb"}), ("sharpen", {"stage": "sharpness"}))


def opened(photo):
    return Gimp.file_load(Gimp.RunMode.NONINTERACTIVE, Gio.File.new_for_path(str(photo)))


def called(photo, name, parameters, output, feather, backend):
    """The photo's visible pixels after the call."""
    image = opened(photo)
    if feather:
        Gimp.context_set_feather(True)
        Gimp.context_set_feather_radius(9, 9)
        image.select_ellipse(Gimp.ChannelOps.REPLACE, 20, 30, image.get_width() / 2, image.get_height() / 2)
    succeed(name, image, image.get_layers(), backend=backend, output=output, **parameters)
    samples = bytes(read(image.merge_visible_layers(Gimp.MergeType.CLIP_TO_IMAGE)))
    image.delete()
    return samples


def drawn(photo, folder, backend):
    """The SVG file of the photo's lines."""
    image = opened(photo)
    path = Path(folder, backend + ".svg")
    succeed("lines", image, image.get_layers(), backend=backend, output="svg", file=Gio.File.new_for_path(str(path)))
    image.delete()
    return path.read_bytes()


def calls_on(photo, folder):
    """What is compared of a photo: its words, and the call, which takes a backend."""
    for (name, parameters), output, feather in product(ON_PHOTOS, ("new-layer", "replace", "effect"), (False, True)):
        yield (name, parameters, output, feather), partial(called, photo, name, parameters, output, feather)
    yield "svg", partial(drawn, photo, folder)


def check_photos():
    """GPU and processor by calls on the project's photos: each output, whole and in a selection; bytes that differ."""
    compared, wrong = 0, []
    for photo in sorted(Path(__file__).resolve().parents[2].glob("data/photos/*.*g")):
        with tempfile.TemporaryDirectory() as folder:
            for words, call in calls_on(photo, folder):
                cuda, cpu = (call(backend) for backend in ("cuda", "cpu"))
                compared += 1
                if cuda != cpu:
                    wrong.append((photo.name, words, sum(a != b for a, b in zip(cuda, cpu))))
    tell("photos", "compared", compared, "different", len(wrong), *wrong)
    assert compared and not wrong, wrong[:5]


def memory():
    """GIMP's memory, in KiB."""
    with open(f"/proc/{os.getppid()}/status", encoding="utf-8") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("VmRSS"))


def check_growth():
    """A thousand calls, one in four a process of its own, while GIMP's context lives."""
    image = new_image(700, 500)
    image.undo_disable()
    source = new_layer(image, 700, 500)
    fill(source)
    rnd = random.Random(3)
    backend = os.environ.get("CE_PROOF_BACKENDS", "cuda").split()[-1]
    before = None
    for i in range(1001):
        name = FILTERS[i % 4]
        if i % 4 == i // 4 % 4:
            succeed(name, image, [source], backend=(backend, "auto")[i % 2], output="new-layer")
        else:
            merged(source, name, backend, draw(rnd, name))
        image.remove_layer(image.get_layers()[0])
        if i in (100, 300, 500, 700, 1000):
            tell("growth", "calls", i, "KiB", memory())
            before = before or memory()
    assert memory() < before + 64 * 1024, f"{memory() - before} KiB more"


def timed(work):
    begin = time.perf_counter()
    work()
    Gimp.displays_flush()
    return (time.perf_counter() - begin) * 1000


CASES = (("canny", "canny", {}), ("canny sigma 5", "canny", {"sigma": 5.0}), ("sharpen", "sharpen", {}),
         ("sharpen radius 10", "sharpen", {"radius": 10.0}),
         ("deconvolution", "sharpen", {"method": "deconvolve", "radius": 1.0}))


def contenders(image, source, old):
    """Name, whether it takes a copy that is made before, and the call."""
    def procedure(name, **parameters):
        return lambda _: succeed(name, image, [source], **parameters)

    def operation(name, **parameters):
        return lambda layer: layer.merge_filter(effect_of(layer, name, **parameters))

    def gegl(name):
        def merge(layer):
            effect = Gimp.DrawableFilter.new(layer, name, "")
            effect.set_blend_mode(Gimp.LayerMode.REPLACE)
            layer.merge_filter(effect)
        return merge

    backends = os.environ.get("CE_PROOF_BACKENDS", "cpu cuda").split()
    for backend in backends:
        for what, name, parameters in CASES[:4 if old else None]:
            label = "0.1: " if old else "procedure: "
            yield f"{label}{what} new layer {backend}", False, procedure(name, backend=backend, **parameters)
        yield f"{'0.1: ' if old else 'procedure: '}canny replace {backend}", True, lambda layer, b=backend: succeed(
            "canny", image, [layer], backend=b, output="replace")
        if not old:
            yield f"merge: canny {backend}", True, operation("canny", backend=backend)
            yield f"merge: canny sigma 5 {backend}", True, operation("canny", backend=backend, sigma=5.0)
            yield f"merge: sharpen {backend}", True, operation("sharpen", backend=backend)
    if not old:
        yield "floor: copy", False, lambda _: image.insert_layer(source.copy(), None, 0)
        yield "floor: point operation", True, gegl("gegl:invert-gamma")
        yield "GIMP: edge-sobel", True, gegl("gegl:edge-sobel")


def check_times(old):
    width, height = map(int, os.environ.get("CE_PROOF_SIZE", "6000x4000").split("x"))
    rounds = int(os.environ.get("CE_PROOF_ROUNDS", "7"))
    image = new_image(width, height)
    image.undo_disable()
    source = new_layer(image, width, height)
    fill_fast(source)
    times = {}
    for i in range(rounds + 1):
        for name, on_copy, work in contenders(image, source, old):
            if name.startswith("GIMP:") and i > 2:
                continue
            layer = source.copy() if on_copy else None
            if layer:
                image.insert_layer(layer, None, 0)
            took = timed(partial(work, layer))
            tell("first" if i == 0 else "time", name, round(took, 1))
            if i:
                times.setdefault(name, []).append(took)
            for extra in image.get_layers():
                if extra.get_id() != source.get_id():
                    image.remove_layer(extra)
    for name, took in times.items():
        tell("median", name, round(sorted(took)[len(took) // 2], 1))


def check_idle():
    """With CE_TESTING=idle=2: a merge on the GPU, nothing for a while, another one. Whoever watches the GPU's memory sees it go."""
    image = new_image(3000, 2000)
    source = new_layer(image, 3000, 2000)
    fill_fast(source)
    wanted = merged(source, "canny", "cpu", {})
    for turn in ("first", "second"):
        tell("idle", turn, "merge", round(time.time(), 1))
        took = time.perf_counter()
        got = merged(source, "canny", "cuda", {})
        assert got == wanted, "the source, unchanged" if got == bytes(read(source)) else "other pixels"
        tell("idle", turn, "took ms", round((time.perf_counter() - took) * 1000))
        time.sleep(6)
        tell("idle", turn, "rested", round(time.time(), 1))


def fill_fast(layer):
    layer.merge_filter(Gimp.DrawableFilter.new(layer, "gegl:plasma", ""))


def cases():
    what = os.environ["CE_PROOF_WHAT"]
    if what == "equal":
        yield "equal", check_equal
    elif what == "photos":
        yield "photos", check_photos
    elif what == "growth":
        yield "growth", check_growth
    elif what == "idle":
        yield "idle", check_idle
    else:
        yield what, partial(check_times, what == "old")
