# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs with a failing GPU (run.py): an operation continues on the processor, and a procedure that names cuda fails with the
reason."""
from functools import partial

from gi.repository import Gimp

from core import effect_of
from tools import call, expected_layer, fill, new_image, new_layer, read, same, snapshot, FILTERS


def check_merged(name):
    image = new_image(400, 300)
    layer = new_layer(image, 400, 300)
    fill(layer)
    wanted = expected_layer(layer, layer, name, {})
    layer.merge_filter(effect_of(layer, name, backend="cuda"))
    same(read(layer), wanted, "pixels")


def check_cuda(output):
    image = new_image(40, 30)
    source = new_layer(image, 40, 30)
    fill(source)
    image.clean_all()
    before = snapshot(image)
    status, _, said = call("canny", image, [source], backend="cuda", output=output)
    assert status == Gimp.PDBStatusType.EXECUTION_ERROR, status.value_nick
    assert said.strip().endswith("."), said
    assert snapshot(image) == before and not image.is_dirty()


def cases():
    for name in FILTERS:
        yield f"{name} merged", partial(check_merged, name)
    for output in ("new-layer", "replace"):
        yield f"cuda fails, {output}", partial(check_cuda, output)
