# SPDX-License-Identifier: GPL-3.0-or-later
"""Kills calls that GIMP's core computes before each request that they send (refuse.c): the result is whole or missing. Only
two things may stay: an empty image, if the call dies before it marks its scratch image, and an empty step of undo, if the
call dies after the step's begin."""
from functools import partial

from gi.repository import Gimp

from refused import asked, control, unsent
from sharpness import FOUND, squares
from tools import (call, delete_images, expected_layer, fill, new_image, new_layer, read, same, scratch_images, snapshot,
                   succeed, write)

REQUESTS = 3
MOST = 250


def kill_before(turn, image, layers, name="sharpen", **parameters):
    """Whether the call ended by itself, and the request that it could not send."""
    control(REQUESTS, turn)
    status, _, _ = call(name, image, layers, backend="cpu", **parameters)
    n_asked, _ = asked()
    moment = unsent()
    control()
    assert (status == Gimp.PDBStatusType.SUCCESS) == (n_asked <= turn), f"request {turn}: {status.value_nick}"
    return n_asked <= turn, moment


def remove_empty(images):
    """A scratch image is no more than an empty image before it has its sign."""
    empty = [image for image in Gimp.get_images() if image.get_id() not in images | scratch_images()]
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
        done, _ = kill_before(turn, image, [layer], output=output)
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
    # Marks of the source and of its result are steps, too.
    assert n_empty <= 2 and n_dirty <= 6, f"{n_empty} empty images, {n_dirty} steps of undo"
    assert done, f"more than {MOST} requests"
    succeed("sobel", image, [layer], backend="cpu")
    left = scratch_images()
    assert not left, f"{len(left)} scratch images are left"


def check_found():
    """An effect whose radius is found has the number, or is not there; the pixels stay."""
    image, layer = squares()
    pixels, images, done = bytes(read(layer)), {i.get_id() for i in Gimp.get_images()}, False
    for turn in range(MOST):
        done, _ = kill_before(turn, image, [layer], output="effect", **FOUND)
        remove_empty(images)
        effects = layer.get_filters()
        assert effects or not done, "a call that ended did nothing"
        for effect in effects:
            config = effect.get_config()
            assert config.get_property("radius-from") == "given" and 0.5 < config.get_property("radius") < 2, f"request {turn}"
            effect.delete()
        assert bytes(read(layer)) == pixels, f"request {turn}: the pixels changed"
        if done:
            break
    assert done, f"more than {MOST} requests"
    print(f"refused: requests of an effect with a found radius: {turn}", flush=True)
    assert not scratch_images(), "scratch images are left"


def layers_of(n_layers):
    image = new_image(40, 30)
    layers = [new_layer(image, 40, 30, name=f"layer {i}") for i in range(n_layers)]
    for i, layer in enumerate(layers):
        fill(layer, seed=i + 1)
    return image, layers


def state(layer):
    return layer.has_alpha(), bytes(read(layer))


def check_several(n_layers, style, selection):
    """Replaced layers are whole, each before or after. A kill between two layers, or between the alpha channel that lines
    need and the lines, is one of the few moments that GIMP has no request for: they are counted."""
    image, layers = layers_of(n_layers)
    if selection:
        image.select_rectangle(Gimp.ChannelOps.REPLACE, 9, 6, 20, 14)
        Gimp.Selection.feather(image, 5)
    before = [state(layer) for layer in layers]
    copies = [layer.copy() for layer in layers]
    for copy in copies:
        image.insert_layer(copy, None, n_layers)
    succeed("sobel", image, layers, backend="cpu", output="replace", style=style)
    if not selection:
        for layer, copy in zip(layers, copies):
            same(read(layer), expected_layer(copy, layer, "sobel", {"style": style}), "pixels")
    after = [state(layer) for layer in layers]
    images, counts, done = None, {"before": set(), "after": set(), "between": set(), "alpha": set()}, False
    for turn in range(MOST):
        if not turn or [state(layer) for layer in layers] != before:
            delete_images()     # a call asks GIMP for each
            image, layers = layers_of(n_layers)
            if selection:
                image.select_rectangle(Gimp.ChannelOps.REPLACE, 9, 6, 20, 14)
                Gimp.Selection.feather(image, 5)
            images = {i.get_id() for i in Gimp.get_images()}
        done, moment = kill_before(turn, image, layers, "sobel", output="replace", style=style)
        remove_empty(images)
        found = [state(layer) for layer in layers]
        whole = [after[i] if found[i] == after[i] else before[i] for i in range(n_layers)]
        n_alpha = sum(found[i][0] and not before[i][0] and found[i] != after[i] for i in range(n_layers))
        assert n_alpha <= 1 and sum(a != b for a, b in zip(found, whole)) == n_alpha, f"request {turn}: half a layer"
        n_after = sum(a == b for a, b in zip(found, after))
        assert n_after == n_layers or not done, "a call that ended did nothing"
        word = "alpha" if n_alpha else "before" if not n_after else "after" if n_after == n_layers else "between"
        # A call after a killed one queries the remains first, so the same moment comes at a later turn again.
        counts[word].add((n_after, n_alpha, moment))
        if done:
            break
    assert done, f"more than {MOST} requests"
    print(f"refused: replacing {n_layers}, {style}{', in a selection' if selection else ''}: {turn} requests, "
          f"{ {word: len(moments) for word, moments in counts.items()} }", flush=True)
    succeed("sobel", image, layers, backend="cpu")
    assert not scratch_images(), "scratch images are left"
    # For several layers: the requests between the first and the last merge. For lines: the two requests of each merge.
    most_alpha = 2 * n_layers * (style == "lines")
    assert len(counts["between"]) <= 3 * (n_layers - 1) and len(counts["alpha"]) <= most_alpha, counts


def cases():
    yield "a new layer", partial(check, "new-layer", False)
    yield "a new layer in a selection", partial(check, "new-layer", True)
    yield "replacing", partial(check, "replace", False)
    yield "an effect with a found radius", check_found
    for n_layers, style, selection in ((2, "white-on-black", False), (1, "lines", True), (2, "lines", False)):
        yield (f"replacing {n_layers}, {style}{', in a selection' if selection else ''}",
               partial(check_several, n_layers, style, selection))
