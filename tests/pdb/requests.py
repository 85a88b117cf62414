# SPDX-License-Identifier: GPL-3.0-or-later
"""Calls that GIMP's core computes, killed before each request that they send (refuse.c): what they are to make is there
whole or not at all, whatever was the last that GIMP heard of them. Two things may be left, for GIMP knows no better: an
empty image, before it has the sign of a workshop, and a step of undo of nothing, between its begin and what is in it."""
from functools import partial

from gi.repository import Gimp

from refused import asked, control
from tools import call, expected_layer, fill, new_image, new_layer, read, same, snapshot, succeed, workshops, write

REQUESTS = 3
MOST = 120


def kill_before(turn, image, layer, **parameters):
    """Whether the call came to its end."""
    control(REQUESTS, turn)
    status, _, _ = call("sharpen", image, [layer], backend="cpu", **parameters)
    n_asked, _ = asked()
    control()
    assert (status == Gimp.PDBStatusType.SUCCESS) == (n_asked <= turn), f"request {turn}: {status.value_nick}"
    return n_asked <= turn


def remove_empty(images):
    """A workshop is no more than an empty image before it has its sign."""
    empty = [image for image in Gimp.get_images() if image.get_id() not in images | workshops()]
    assert not any(image.get_layers() for image in empty), "a layer stays for good"
    for image in empty:
        image.delete()
    return bool(empty)


def check(output, selection):
    image = new_image(40, 30)
    layer = new_layer(image, 40, 30)
    fill(layer)
    if selection:
        image.select_rectangle(Gimp.ChannelOps.REPLACE, 9, 6, 20, 14)
        Gimp.Selection.feather(image, 5)
    before, pixels = snapshot(image), bytes(read(layer))
    whole = None if selection else expected_layer(layer, layer, "sharpen", {})
    images, n_empty, n_dirty = {i.get_id() for i in Gimp.get_images()}, 0, 0
    for turn in range(MOST):
        image.clean_all()
        done = kill_before(turn, image, layer, output=output)
        n_empty += remove_empty(images)
        first = image.get_layers()[0]
        is_there = bytes(read(layer)) != pixels if output == "replace" else first != layer
        assert is_there or not done, "a call that ended did nothing"
        n_dirty += image.is_dirty() and not is_there
        if is_there:
            same(read(first), whole or expected_layer(layer, first, "sharpen", {}), f"request {turn}: pixels")
            if output == "replace":
                write(layer, "R'G'B' u8", pixels)
            else:
                image.remove_layer(first)
        assert snapshot(image) == before, f"request {turn}: the image changed"
        if done:
            print(f"refused: requests of {output}{' in a selection' if selection else ''}: {turn}", flush=True)
            break
    assert n_empty <= 2 and n_dirty <= 3, f"{n_empty} empty images, {n_dirty} steps of undo"
    assert done, f"more than {MOST} requests"
    succeed("sobel", image, [layer], backend="cpu")
    left = workshops()
    assert not left, f"{len(left)} workshops are left"


def cases():
    yield "a new layer", partial(check, "new-layer", False)
    yield "a new layer in a selection", partial(check, "new-layer", True)
    yield "replacing", partial(check, "replace", False)
