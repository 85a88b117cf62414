# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs every filter on GIMP's longest and highest images: new layer, Replace, and a merged effect. It compares
CE_SHAPES_BACKEND, by default cpu, with the engine's plain C; "cuda" never falls back. CE_SHAPES_FILTERS lists the filters,
by default all four, which take minutes."""
import os
import random
from functools import partial

from core import effect_of
from tools import engine, exchange, new_image, new_layer, read, same, succeed, write, FILTERS

LONGEST = 524288
BACKEND = os.environ.get("CE_SHAPES_BACKEND", "cpu")
CHOSEN = os.environ.get("CE_SHAPES_FILTERS", " ".join(FILTERS)).split()
SHAPES = ((LONGEST, 50, "RGB"), (50, LONGEST, "GRAY"))


def levels(n, seed):
    """Noise around steps whose lengths have no common factor with a row's."""
    noise = bytes(level // 8 for level in random.Random(seed).randbytes(1 << 16))
    steps = b"".join(bytes([40 + 37 * i % 150]) * (1009 + 58 * i) for i in range(97))
    return bytes(a + b for a, b in zip(noise * (len(steps) // len(noise) + 1), steps)) * (n // len(steps) + 1)


def spread(samples, n):
    """A gray result as pixels of n channels."""
    out = bytearray(len(samples) * n)
    for c in range(n):
        out[c::n] = samples
    return out


def result_of(output, name, image, source):
    """The layer with the result; the source stays unchanged."""
    if output == "effect":
        layer = source.copy()
        image.insert_layer(layer, None, 0)
        layer.append_filter(effect_of(layer, name, backend=BACKEND, strict=BACKEND == "cuda"))
        layer.merge_filters()
        return layer
    if output == "replace":
        source = source.copy()
        image.insert_layer(source, None, 0)
    succeed(name, image, [source], backend=BACKEND, output=output)
    return image.get_layers()[0]


def check(name, width, height, base):
    image = new_image(width, height, base)
    n = 3 if base == "RGB" else 1
    source = new_layer(image, width, height)
    write(source, exchange(source)[1], levels(width * height * n, 3)[:width * height * n])
    wanted = engine(source, name, "").tobytes()
    assert len(set(wanted[:1000000])) > 1 and wanted.count(0) < len(wanted) - 10000, "the picture has too few edges"
    wanted = wanted if name == "sharpen" else spread(wanted, n)
    for output in ("new-layer", "replace", "effect"):
        layer = result_of(output, name, image, source)
        assert (layer.get_width(), layer.get_height()) == (width, height)
        same(read(layer), wanted, output)
        image.remove_layer(layer)


def cases():
    for width, height, base in SHAPES:
        for name in CHOSEN:
            yield f"{name} on {width}x{height} {base}, {BACKEND}", partial(check, name, width, height, base)
