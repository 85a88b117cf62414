# SPDX-License-Identifier: GPL-3.0-or-later
"""Lists the calls that GIMP's core computes (run.py compares the plug-in's messages). Each case is one call of one drawable."""
from functools import partial

from gi.repository import Gimp

from results import cuda_reason
from tools import call, fill, new_image, new_layer, succeed


def small(precision="U8_NON_LINEAR"):
    image = new_image(60, 40, "RGB", precision)
    layer = new_layer(image, 60, 40)
    fill(layer)
    return image, layer


def check_plain(name, parameters):
    image, layer = small()
    succeed(name, image, [layer], **parameters)


def check_cuda():
    image, layer = small()
    status, _, _ = call("sobel", image, [layer], backend="cuda")
    assert (status == Gimp.PDBStatusType.SUCCESS) == (cuda_reason() is None), status.value_nick


def check_selection(output):
    image, layer = small()
    image.select_rectangle(Gimp.ChannelOps.REPLACE, 5, 5, 20, 20)
    succeed("sobel", image, [layer], output=output)


def check_double():
    image, layer = small("DOUBLE_LINEAR")
    succeed("sobel", image, [layer])


def check_mask():
    image, layer = small()
    mask = layer.create_mask(Gimp.AddMaskType.WHITE)
    layer.add_mask(mask)
    succeed("sobel", image, [mask])


def check_group():
    image, _ = small()
    group = Gimp.GroupLayer.new(image, "group")
    image.insert_layer(group, None, 0)
    new_layer(image, 20, 20, parent=group)
    succeed("sobel", image, [group])


def check_text():
    image, _ = small()
    text = Gimp.TextLayer.new(image, "Text", Gimp.Font.get_by_name("Sans-serif") or Gimp.context_get_font(), 12,
                              Gimp.Unit.pixel())
    image.insert_layer(text, None, 0)
    succeed("sobel", image, [text])


def check_layer_with_effect():
    image, layer = small()
    layer.append_filter(Gimp.DrawableFilter.new(layer, "gegl:invert-gamma", ""))
    succeed("sobel", image, [layer])


def check_wide():
    """Somebody would wait for long: progress and Cancel."""
    image = new_image(9000, 7000, "GRAY")
    layer = new_layer(image, 9000, 7000)
    succeed("canny", image, [layer], sigma=50.0, stage="blurred")


def cases():
    core, here = "computed in core", "computed in the plug-in"
    for output in ("new-layer", "replace", "effect"):
        for backend in ("auto", "cpu"):
            yield f"{output}, {backend}: {core}", partial(check_plain, "canny", {"output": output, "backend": backend})
    yield f"named cuda{' that is not there' if cuda_reason() else ''}: {here if cuda_reason() else core}", check_cuda
    yield f"new layer where something is selected: {core}", partial(check_selection, "new-layer")
    yield f"replace where something is selected: {core}", partial(check_selection, "replace")
    yield f"new layer with thresholds to be found: {core}", partial(check_plain, "canny", {"thresholds": "otsu"})
    yield (f"replace with thresholds to be found: {core}",
           partial(check_plain, "canny", {"thresholds": "otsu", "output": "replace"}))
    yield (f"a stage that has no thresholds: {core}",
           partial(check_plain, "canny", {"thresholds": "otsu", "stage": "magnitude"}))
    yield f"doubles: {core}", check_double
    yield f"a mask: {here}", check_mask
    yield f"a group: {core}", check_group
    yield f"a text: {core}", check_text
    yield f"a layer with an effect: {core}", check_layer_with_effect
    yield f"something that takes long: {here}", check_wide
