# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes GIMP refuse each request of a call that changes the image, in turn (refuse.c): the call ends with the whole result,
or gives the reason and restores the image."""
from functools import partial

from gi.repository import Gimp

from refused import asked, control
from requests import layers_of
from tools import call, delete_images, encoding, read, scratch_images, snapshot, succeed

ANSWERS = 4
MOST = 250


def prepare(n_layers, selection):
    image, layers = layers_of(n_layers)
    for i, layer in enumerate(layers):
        layer.set_offsets(3 * i, 2 * i)
    if selection:
        image.select_rectangle(Gimp.ChannelOps.REPLACE, 9, 6, 20, 14)
        Gimp.Selection.feather(image, 5)
    return image, layers


def state(image):
    """The layers as a user sees them, without their names and ids."""
    return [(tuple(layer.get_offsets()), encoding(layer), bytes(read(layer)), layer.get_opacity(), len(layer.get_filters()))
            for layer in image.get_layers()]


def check(n_layers, selection, **parameters):
    image, layers = prepare(n_layers, selection)
    succeed("sobel", image, layers, backend="cpu", **parameters)
    wanted = state(image)
    counts = {"succeeded": 0, "said why": 0}
    for turn in range(MOST):
        delete_images()
        image, layers = prepare(n_layers, selection)
        before, open_before = snapshot(image), len(Gimp.get_images())
        control(ANSWERS, turn)
        status, _, said = call("sobel", image, layers, backend="cpu", **parameters)
        n_asked, _ = asked()
        control()
        if status == Gimp.PDBStatusType.SUCCESS:
            assert state(image) == wanted, f"request {turn}: another result"
            counts["succeeded"] += 1
        else:
            assert said and "no return values" not in said, f"request {turn}: {said}"
            changed = [(a, b) for a, b in zip(before, snapshot(image)) if a != b]
            assert not changed and not any(layer.get_filters() for layer in layers), f"request {turn}: {changed} changed"
            counts["said why"] += 1
        assert len(Gimp.get_images()) <= open_before + 1, f"request {turn}: images are left"
        if n_asked <= turn:
            break
    else:
        raise AssertionError(f"more than {MOST} requests")
    print(f"refused: answers to {parameters} of {n_layers}{', in a selection' if selection else ''}: {turn} requests, {counts}",
          flush=True)
    succeed("sobel", image, layers, backend="cpu")
    assert not scratch_images(), "scratch images are left"


def cases():
    for n_layers, selection, output, style in ((2, False, "replace", "white-on-black"), (2, False, "replace", "lines"),
                                               (1, True, "replace", "lines"), (2, True, "new-layer", "lines"),
                                               (2, False, "effect", "white-on-black")):
        name = f"{output} of {n_layers}, {style}{', in a selection' if selection else ''}, GIMP refuses each step"
        yield name, partial(check, n_layers, selection, output=output, style=style)
