# SPDX-License-Identifier: GPL-3.0-or-later
"""Run where the plug-in linked the operations (extension.py): effects are there."""
from functools import partial

from gi.repository import Gimp

from tools import call, fill, new_image, new_layer, FILTERS


def check_effect(name):
    image = new_image(40, 30)
    source = new_layer(image, 40, 30)
    fill(source)
    status, _, said = call(name, image, [source], backend="cpu", output="effect")
    assert status == Gimp.PDBStatusType.SUCCESS, said
    assert len(source.get_filters()) == 1


def cases():
    for name in FILTERS:
        yield f"{name} as an effect", partial(check_effect, name)
