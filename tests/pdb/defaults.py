# SPDX-License-Identifier: GPL-3.0-or-later
"""Defaults that depend on a choice: deconvolution begins at a radius of 1, unsharp masking at 3, from every door; a stated
radius is what it says, also in the files that earlier versions saved, which state every property."""
import os
import tempfile
from functools import partial

from gi.repository import Gimp, Gio

from core import effect_of, merged_effect
from tools import engine, fill, new_image, new_layer, painted, read, same, succeed

ROWS = (({}, "radius=3"), ({"method": "unsharp"}, "radius=3"), ({"method": "deconvolve"}, "method=deconvolve radius=1"),
        ({"method": "deconvolve", "radius": 3.0}, "method=deconvolve radius=3"), ({"radius": 1.0}, "radius=1"),
        ({"method": "deconvolve", "stage": "mask", "edge-mask": 50.0}, "method=deconvolve stage=mask edge-mask=50"),
        ({"method": "adaptive"}, "method=adaptive"), ({"method": "kernel", "radius": 1.0}, "method=kernel"))


def source():
    image = new_image(67, 45)
    layer = new_layer(image, 67, 45)
    fill(layer, 3)
    return image, layer


def expected(layer, text):
    return painted(engine(layer, "sharpen", text), 3, 3, "u8").tobytes()


def reopened(image):
    with tempfile.TemporaryDirectory() as folder:
        file = Gio.File.new_for_path(os.path.join(folder, "effect.xcf"))
        Gimp.file_save(Gimp.RunMode.NONINTERACTIVE, image, file, None)
        return Gimp.file_load(Gimp.RunMode.NONINTERACTIVE, file)


def check_call(output, parameters, text):
    image, layer = source()
    wanted = expected(layer, text)
    succeed("sharpen", image, [layer], backend="cpu", output=output, **parameters)
    if output != "effect":
        same(read(image.get_layers()[0]), wanted, "pixels")
        return
    config = layer.get_filters()[0].get_config()
    stated = parameters.get("radius", 1.0 if parameters.get("method") == "deconvolve" else 3.0)
    assert config.get_property("radius") == stated, "an effect of a call states its radius"
    again = reopened(image)
    same(merged_effect(image), wanted, "effect")
    same(merged_effect(again), wanted, "effect of the file")
    again.delete()


def check_operation(parameters, text):
    """An operation without a stated radius, merged, as an effect, and in a file, which states every property."""
    image, layer = source()
    wanted = expected(layer, text)
    layer.append_filter(effect_of(layer, "sharpen", **parameters))
    again = reopened(image)
    same(merged_effect(image), wanted, "effect")
    same(merged_effect(again), wanted, "effect of the file")
    again.delete()


def check_other_choice():
    """An effect whose radius is not stated follows its method; a stated one does not."""
    for stated, text in ((None, "radius=1"), (2.0, "radius=2")):
        image, layer = source()
        wanted = expected(layer, "method=deconvolve " + text)
        effect = effect_of(layer, "sharpen", **({"radius": stated} if stated else {}))
        layer.append_filter(effect)
        effect.get_config().set_property("method", "deconvolve")
        effect.update()
        same(merged_effect(image), wanted, text)


def check_name(parameters, wanted):
    image, layer = source()
    succeed("sharpen", image, [layer], backend="cpu", **parameters)
    assert image.get_layers()[0].get_name() == wanted, image.get_layers()[0].get_name()


def check_outside():
    """Numbers below the range are refused, but for the one that stands for the default."""
    image, layer = source()
    wanted = expected(layer, "method=deconvolve radius=1")
    succeed("sharpen", image, [layer], backend="cpu", method="deconvolve", radius=-1.0)
    same(read(image.get_layers()[0]), wanted, "pixels")


def cases():
    for parameters, text in ROWS:
        told = " ".join(f"{name}={value}" for name, value in parameters.items()) or "nothing stated"
        for output in ("new-layer", "replace", "effect"):
            yield f"sharpen, {told}, {output}", partial(check_call, output, parameters, text)
        yield f"cuda-edges:sharpen, {told}", partial(check_operation, parameters, text)
    yield "an effect follows its method", check_other_choice
    for parameters, wanted in (({}, "σ 3, ×0.5 · CUDA Sharpen"),
                               ({"method": "deconvolve"}, "σ 1, ×0.5, 20 iterations, Deconvolution · CUDA Sharpen")):
        yield f"the name of a layer, {parameters}", partial(check_name, parameters, wanted)
    yield "the number that stands for the default", check_outside
