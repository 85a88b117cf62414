# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs with a GPU or the driver for tests (run.py), which can sharpen by an amount of 0: a named GPU computes in the core."""
from functools import partial

from core import effect_of
from tools import expected_layer, fill, new_image, new_layer, read, same, succeed

NOTHING = {"method": "kernel", "amount": 0.0}


def check(output, calls):
    for seed in range(calls):
        image = new_image(300, 200)
        source = new_layer(image, 300, 200)
        fill(source, seed)
        wanted = expected_layer(source, source, "sharpen", NOTHING)
        succeed("sharpen", image, [source], backend="cuda", output=output, **NOTHING)
        same(read(image.get_layers()[0]), wanted, "pixels")


def check_merged():
    image = new_image(300, 200)
    source = new_layer(image, 300, 200)
    fill(source)
    wanted = expected_layer(source, source, "sharpen", NOTHING)
    source.merge_filter(effect_of(source, "sharpen", backend="cuda", **NOTHING))
    same(read(source), wanted, "pixels")


def cases():
    yield "replace, the first call", partial(check, "replace", 1)
    for output in ("new-layer", "replace"):
        yield output, partial(check, output, 3)
    yield "merged by hand", check_merged
