# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests the radius of a picture's own blur with every output: an effect keeps the number, and a layer without one stays as it
is. Tests where a picture is sharp, too."""
import math
from functools import partial

from gi.repository import Gimp

from core import effect_of, merged_effect
from tools import effect_is_there, engine, expected_layer, fill, new_image, new_layer, read, same, succeed, write

WIDTH, HEIGHT = 288, 240
FOUND = {"method": "deconvolve", "iterations": 3, "amount": 1.0, "radius_from": "found"}


def row(n, sigma):
    """Bars of 24 pixels, blurred."""
    def step(x):
        return math.erf(x / (sigma * math.sqrt(2)))
    return [(step(i % 48 - 11.5) - step(i % 48 - 35.5)) / 2 for i in range(n)]


def squares(sigma=1.2):
    image = new_image(WIDTH, HEIGHT, "GRAY")
    layer = new_layer(image, WIDTH, HEIGHT)
    across, down = row(WIDTH, sigma), row(HEIGHT, sigma)
    write(layer, "Y' u8", [round(70 + 120 * a * b) for b in down for a in across])
    return image, layer


def few():
    image = new_image(60, 40, "GRAY")
    layer = new_layer(image, 60, 40)
    fill(layer)
    return image, layer


def text_of(parameters):
    return " ".join(f"{name.replace('_', '-')}={value}" for name, value in parameters.items())


def check_found(output, selection):
    """The result of the engine; what is selected has no effect on what is found."""
    image, layer = squares()
    if selection:
        image.select_rectangle(Gimp.ChannelOps.REPLACE, 20, 30, 60, 50)
    wanted = bytes(engine(layer, "sharpen", text_of(FOUND)))
    before = bytes(read(layer))
    assert wanted != before, "the engine sharpens"
    succeed("sharpen", image, [layer], backend="cpu", output=output, **FOUND)
    result = image.get_layers()[0]
    found = bytes(read(result, "Y' u8"))
    if selection:
        inside = [y * WIDTH + x for y in range(30, 80) for x in range(20, 80)]
        assert [found[i] for i in inside] == [wanted[i] for i in inside], "the selected pixels differ"
    else:
        same(found, wanted, "pixels")
    if output == "new-layer":
        assert result.get_name().startswith("σ 1.") or result.get_name().startswith("σ 0."), result.get_name()


def check_effect(selection):
    """An effect keeps the number that is found in the whole layer, as all outputs have it."""
    image, layer = squares()
    wanted = bytes(engine(layer, "sharpen", text_of(FOUND)))
    if selection:
        image.select_rectangle(Gimp.ChannelOps.REPLACE, 20, 30, 60, 50)
    succeed("sharpen", image, [layer], backend="cpu", output="effect", **FOUND)
    config = layer.get_filters()[0].get_config()
    radius = config.get_property("radius")
    assert config.get_property("radius-from") == "given" and 0.5 < radius < 2 and radius != 1, radius
    given = engine(layer, "sharpen", text_of({**FOUND, "radius": radius, "radius_from": "given"}))
    same(bytes(given), wanted, "the number's pixels")
    if not selection:
        same(merged_effect(image), wanted, "pixels")


def check_operation():
    """GEGL's operation finds it, too, and keeps its values."""
    _, layer = squares()
    wanted = bytes(engine(layer, "sharpen", text_of(FOUND)))
    effect = effect_of(layer, "sharpen", **FOUND)
    layer.append_filter(effect)
    assert effect.get_config().get_property("radius-from") == "found"
    layer.merge_filters()
    same(bytes(read(layer)), wanted, "pixels")


def check_none(output):
    """Too few edges: nothing changes, and an effect keeps the word, and adds nothing."""
    image, layer = few()
    before = bytes(read(layer))
    succeed("sharpen", image, [layer], backend="cpu", output=output, **FOUND)
    if output == "effect":
        config = layer.get_filters()[0].get_config()
        assert config.get_property("radius-from") == "found" and config.get_property("radius") == 1, "values"
        assert config.get_property("amount") == 0, "amount"
        same(merged_effect(image), before, "pixels")
    else:
        same(bytes(read(image.get_layers()[0])), before, "pixels")
    if output == "new-layer":
        name = image.get_layers()[0].get_name()
        assert name == "Unchanged · CUDA Sharpen", name


def check_shown(output):
    image, layer = squares()
    wanted = expected_layer(layer, layer, "sharpen", {"stage": "sharpness"})
    assert len(set(bytes(wanted))) < 20, "squares of one level"
    succeed("sharpen", image, [layer], backend="cpu", output=output, stage="sharpness")
    same(merged_effect(image) if output == "effect" else bytes(read(image.get_layers()[0])), bytes(wanted), "pixels")


def cases():
    for output in ("new-layer", "replace"):
        for selection in (False, True):
            yield f"found, {output}{', selection' if selection else ''}", partial(check_found, output, selection)
    outputs = ("new-layer", "replace", "effect") if effect_is_there() else ("new-layer", "replace")
    for output in outputs:
        yield f"none, {output}", partial(check_none, output)
        yield f"shown, {output}", partial(check_shown, output)
    if "effect" not in outputs:
        return
    for selection in (False, True):
        yield f"found, effect{', selection' if selection else ''}", partial(check_effect, selection)
    yield "found, operation", check_operation
