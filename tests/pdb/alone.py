# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs without the operations (run.py): everything works except effects."""
from functools import partial

from gi.repository import Gimp

from tools import call, fill, new_image, new_layer, snapshot, FILTERS


def check_effect(name):
    image = new_image(40, 30)
    source = new_layer(image, 40, 30)
    fill(source)
    image.clean_all()
    before = snapshot(image)
    status, _, said = call(name, image, [source], backend="cpu", output="effect")
    assert status == Gimp.PDBStatusType.EXECUTION_ERROR, status.value_nick
    assert "operations" in said and said.strip().endswith("."), said
    assert snapshot(image) == before and not image.is_dirty()


def cases():
    for name in FILTERS:
        yield f"{name} as an effect", partial(check_effect, name)
