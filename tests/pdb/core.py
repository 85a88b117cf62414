# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests the operations in GIMP's core: merged, as effects, in files, and behind the procedures."""
import os
import tempfile
from functools import partial

from gi.repository import Babl, Gegl, Gimp, Gio

from results import PRECISIONS
from tools import (call, channels, encoding, exchange, expected_layer, fill, new_image, new_layer, read, same, snapshot,
                   succeed, write, FILTERS)


def effect_of(drawable, name, **parameters):
    """A filter that is set and not on the drawable yet."""
    effect = Gimp.DrawableFilter.new(drawable, "cuda-edges:" + name, "")
    effect.set_blend_mode(Gimp.LayerMode.REPLACE)
    effect.set_opacity(1.0)
    config = effect.get_config()
    for key, value in {"backend": "cpu", **parameters}.items():
        config.set_property(key.replace("_", "-"), value)
    effect.update()
    return effect


def seen(image, like):
    """Returns the image's visible pixels in the format of its layers."""
    layer = Gimp.Layer.new_from_visible(image, image, "visible")
    image.insert_layer(layer, None, 0)
    layer.set_visible(False)
    assert encoding(layer).split(" ")[1] == encoding(like).split(" ")[1]
    return layer


def without_alpha(samples, pixel, sample):
    return b"".join(bytes(samples[i:i + pixel - sample]) for i in range(0, len(samples), pixel))


def check_merged(name, base, alpha, precision, parameters):
    """A merge of the operation gives the engine's result."""
    image = new_image(61, 43, base, precision)
    layer = new_layer(image, 61, 43, alpha)
    fill(layer)
    wanted = expected_layer(layer, layer, name, parameters)
    layer.merge_filter(effect_of(layer, name, **parameters))
    same(read(layer), wanted, f"{exchange(layer)} {channels(layer)}")


def check_cuda_merged(name):
    """An operation cannot refuse, and is never black."""
    check_merged(name, "RGB", False, "U8_NON_LINEAR", {"backend": "cuda"})


def check_effect(name, output_by_hand):
    """The layer's pixels stay; the image shows the result."""
    image = new_image(50, 40)
    layer = new_layer(image, 50, 40, True)
    write(layer, "R'G'B'A u8", [v if i % 4 < 3 else 255 for i, v in enumerate(scene_of(layer))])
    before = bytes(read(layer))
    wanted = expected_layer(layer, layer, name, {})
    if output_by_hand:
        layer.append_filter(effect_of(layer, name))
    else:
        succeed(name, image, [layer], backend="cpu", output="effect")
    same(read(layer), before, "the layer's own pixels")
    effects = layer.get_filters()
    assert [effect.get_operation_name() for effect in effects] == ["cuda-edges:" + name]
    same(read(seen(image, layer)), wanted, "what is seen")
    assert len(image.get_layers()) == 2


def scene_of(layer, seed=1):
    from tools import scene
    return scene(layer.get_width(), layer.get_height(), channels(layer), False, seed)


def check_effect_values():
    """The effect has the call's arguments."""
    Gimp.context_set_foreground(Gegl.Color.new("#c02030"))
    image = new_image(50, 40)
    layer = new_layer(image, 50, 40)
    fill(layer)
    succeed("canny", image, [layer], backend="cpu", output="effect", sigma=1.37, low=12.5, high=60.25, norm="l1",
            style="lines", operator="scharr")
    config = layer.get_filters()[0].get_config()
    found = {name: config.get_property(name) for name in ("backend", "norm", "style", "operator")}
    assert found == {"backend": "cpu", "norm": "l1", "style": "lines", "operator": "scharr"}, found
    assert abs(config.get_property("sigma") - 1.37) < 1e-9 and config.get_property("low") == 12.5
    color = bytes(config.get_property("color").get_bytes(Babl.format("R'G'B' u8")).get_data())
    assert color == b"\xc0\x20\x30", f"the color is {color.hex()}, not the foreground's"


def check_effect_again():
    """Settings that change, one after the other: each as if it were the first."""
    image = new_image(80, 60)
    layer = new_layer(image, 80, 60, True)
    write(layer, "R'G'B'A u8", [v if i % 4 < 3 else 255 for i, v in enumerate(scene_of(layer))])
    effect = effect_of(layer, "canny")
    layer.append_filter(effect)
    for parameters in ({"low": 20.0}, {"sigma": 2.5}, {"thresholds": "otsu"}, {"stage": "magnitude"},
                       {"thresholds": "manual", "stage": "edges", "low": 40.0, "sigma": 1.4}):
        for key, value in parameters.items():
            effect.get_config().set_property(key, value)
        effect.update()
        now = {key: effect.get_config().get_property(key) for key in ("sigma", "low", "high", "thresholds", "stage")}
        visible = seen(image, layer)
        same(read(visible), expected_layer(layer, visible, "canny", now), str(parameters))
        image.remove_layer(visible)


def check_painted():
    """Painting below an effect: the image shows the effect of the current pixels."""
    image = new_image(300, 200)
    layer = new_layer(image, 300, 200, True)
    write(layer, "R'G'B'A u8", [v if i % 4 < 3 else 255 for i, v in enumerate(scene_of(layer))])
    layer.append_filter(effect_of(layer, "sobel"))
    for x, y in ((10, 10), (130, 120), (298, 198)):
        bytes(read(seen(image, layer)))
        buffer = layer.get_buffer()
        size = (min(40, 300 - x), min(30, 200 - y))
        buffer.set(Gegl.Rectangle.new(x, y, *size), "R'G'B'A u8", bytes([x % 256, y, 200, 255]) * (size[0] * size[1]))
        buffer.flush()
        layer.update(x, y, *size)
        visible = seen(image, layer)
        same(read(visible), expected_layer(layer, visible, "sobel", {}), f"painted at {x}, {y}")


def saved_and_loaded(image):
    with tempfile.TemporaryDirectory() as folder:
        file = Gio.File.new_for_path(os.path.join(folder, "effect.xcf"))
        assert Gimp.file_save(Gimp.RunMode.NONINTERACTIVE, image, file, None)
        return Gimp.file_load(Gimp.RunMode.NONINTERACTIVE, file)


# A layer of 70 by 50 pixels, its position, the selection, and the rectangle of the layer that has selected pixels.
SELECTIONS = {
    "a rectangle": ((0, 0), lambda image: image.select_rectangle(Gimp.ChannelOps.REPLACE, 11, 9, 31, 23), (11, 9, 31, 23)),
    "an ellipse": ((0, 0), lambda image: image.select_ellipse(Gimp.ChannelOps.REPLACE, 5, 6, 40, 30), (5, 6, 40, 30)),
    "partly outside": ((0, 0), lambda image: image.select_rectangle(Gimp.ChannelOps.REPLACE, 40, -10, 90, 33), (40, 0, 30, 23)),
    "a layer elsewhere": ((13, -7), lambda image: image.select_rectangle(Gimp.ChannelOps.REPLACE, 20, 5, 30, 25),
                          (7, 12, 30, 25)),
    "feathered": ((0, 0), lambda image: (image.select_rectangle(Gimp.ChannelOps.REPLACE, 20, 15, 20, 12),
                                         Gimp.Selection.feather(image, 6)), None),
    "all of it": ((0, 0), lambda image: image.select_rectangle(Gimp.ChannelOps.REPLACE, 0, 0, 70, 50), (0, 0, 70, 50)),
}
IN_SELECTION = (("sobel", {}), ("canny", {"low": 20.0, "high": 40.0}), ("canny", {"thresholds": "percentile", "share": 80.0}),
                ("canny", {"thresholds": "otsu"}), ("laplacian", {}), ("sharpen", {"radius": 6.0}),
                ("sharpen", {"method": "deconvolve", "radius": 2.0, "amount": 1.0}))


def merged_effect(image):
    layer = image.get_layers()[0]
    layer.merge_filters()
    return bytes(read(layer))


def light(value):
    share = value / 255
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4


def level(value):
    return round(255 * (value * 12.92 if value <= 0.0031308 else 1.055 * value ** (1 / 2.4) - 0.055))


def laid(before, computed, mask, box, width):
    """Gray bytes in which a rectangle's result replaces the rectangle, mixed in linear light where half selected."""
    pixels = bytearray(before)
    x, y, columns, _ = box
    for i, value in enumerate(computed):
        j = (y + i // columns) * width + x + i % columns
        pixels[j] = level(light(before[j]) + (light(value) - light(before[j])) * mask[j] / 255)
    return pixels


def check_effect_in_selection(selection, name, parameters):
    """GIMP computes it from the rectangle that has selected pixels alone; once the file is loaded, from the whole layer."""
    offsets, select, box = SELECTIONS[selection]
    image = new_image(70, 50, "GRAY")
    layer = new_layer(image, 70, 50, offsets=offsets)
    fill(layer)
    before = bytes(read(layer))
    part = image.duplicate()
    select(image)
    found, x, y, width, height = layer.mask_intersect()
    assert found and (box is None or box == (x, y, width, height)), (x, y, width, height)
    area = Gegl.Rectangle.new(x, y, width, height)
    mask = bytes(image.get_selection().get_buffer().get(Gegl.Rectangle.new(offsets[0], offsets[1], 70, 50), 1.0, "Y u8",
                                                        Gegl.AbyssPolicy.NONE))
    whole = part.duplicate()
    for other in (part, whole):
        if other is part:
            other.get_layers()[0].resize(width, height, -x, -y)
        succeed(name, other, other.get_layers(), backend="cpu", output="replace", **parameters)
    cut = bytes(read(part.get_layers()[0]))
    wanted = laid(before, bytes(whole.get_layers()[0].get_buffer().get(area, 1.0, "Y' u8", Gegl.AbyssPolicy.NONE)), mask,
                  (x, y, width, height), 70)
    succeed(name, image, [layer], backend="cpu", output="effect", **parameters)
    loaded = saved_and_loaded(image)
    shown, again = merged_effect(image), merged_effect(loaded)
    for other in (part, whole, loaded):
        other.delete()
    near(shown, laid(before, cut, mask, (x, y, width, height), 70), "while the image is open: the rectangle alone")
    either = [i for i in range(len(mask)) if mask[i] in (0, 255)]
    assert all(again[i] == wanted[i] for i in either), "in the file: the whole layer"


def near(found, wanted, what):
    """GIMP mixes floats at half selected pixels."""
    worst = max(abs(a - b) for a, b in zip(found, wanted))
    assert worst <= 1, f"{what}: {worst}"


def check_file(precision):
    """A file that was saved and loaded shows the same bits."""
    image = new_image(70, 50, "RGB", precision)
    layer = new_layer(image, 70, 50, True)
    write(layer, "R'G'B'A u8", [v if i % 4 < 3 else 255 for i, v in enumerate(scene_of(layer))])
    layer.append_filter(effect_of(layer, "canny", sigma=1.37, low=11.3, high=47.9, stage="thinned", operator="scharr"))
    before = bytes(read(seen(image, layer)))
    loaded = saved_and_loaded(image)
    try:
        loaded.remove_layer(loaded.get_layers()[0])
        effects = loaded.get_layers()[0].get_filters()
        assert [effect.get_operation_name() for effect in effects] == ["cuda-edges:canny"]
        config = effects[0].get_config()
        assert config.get_property("stage") == "thinned" and config.get_property("operator") == "scharr"
        same(read(seen(loaded, layer)), before, "what is seen")
    finally:
        loaded.delete()


def keep_file():
    """For the part that runs without the operations."""
    image = new_image(70, 50)
    layer = new_layer(image, 70, 50, True)
    write(layer, "R'G'B'A u8", [v if i % 4 < 3 else 255 for i, v in enumerate(scene_of(layer))])
    layer.append_filter(effect_of(layer, "canny"))
    file = Gio.File.new_for_path(os.path.join(os.environ["HOME"], "effect.xcf"))
    assert Gimp.file_save(Gimp.RunMode.NONINTERACTIVE, image, file, None)


def check_new_layer_is_like_any(locked):
    """Nothing of the source but its pixels comes along."""
    image = new_image(50, 40)
    source = new_layer(image, 40, 30, True, offsets=(5, -3))
    fill(source)
    mask = source.create_mask(Gimp.AddMaskType.WHITE)
    source.add_mask(mask)
    fill(mask, 5)
    source.set_opacity(40)
    source.set_mode(Gimp.LayerMode.MULTIPLY)
    source.set_visible(False)
    source.set_color_tag(Gimp.ColorTag.RED)
    source.attach_parasite(Gimp.Parasite.new("something", 1, b"x"))
    if locked:
        for lock in (source.set_lock_alpha, source.set_lock_content, source.set_lock_position, source.set_lock_visibility):
            lock(True)
    succeed("canny", image, [source], backend="cpu")
    result = image.get_layers()[0]
    plain = new_layer(image, 40, 30, True)
    for what in ("get_opacity", "get_mode", "get_visible", "get_color_tag", "get_lock_alpha", "get_lock_content", "get_mask",
                 "get_lock_position", "get_lock_visibility", "get_blend_space", "get_composite_space", "get_composite_mode",
                 "get_filters"):
        assert getattr(result, what)() == getattr(plain, what)(), what
    assert result.get_parasite_list() == ["cuda-edges-layer"], "only what says whose result it is"
    assert tuple(result.get_offsets())[1:] == (5, -3) and source.get_mask() and source.get_opacity() == 40
    same(read(result), expected_layer(source, result, "canny", {}), "pixels")


def check_no_strays(name, output):
    images = {image.get_id() for image in Gimp.get_images()}
    image = new_image(50, 40)
    source = new_layer(image, 50, 40)
    fill(source)
    succeed(name, image, [source], backend="auto", output=output)
    assert {i.get_id() for i in Gimp.get_images()} == images | {image.get_id()}, "an image is left"


def check_source_with_effect():
    """A layer that has effects: its own pixels are filtered, and the new layer has no effect."""
    image = new_image(50, 40)
    source = new_layer(image, 50, 40)
    fill(source)
    blur = Gimp.DrawableFilter.new(source, "gegl:gaussian-blur", "")
    source.append_filter(blur)
    succeed("sobel", image, [source], backend="cpu")
    result = image.get_layers()[0]
    assert not result.get_filters() and len(source.get_filters()) == 1
    same(read(result), expected_layer(source, result, "sobel", {}), "pixels")


def check_replaced_below_effect():
    """Replace changes the own pixels of a layer with effects; the effects stay."""
    image = new_image(50, 40)
    source = new_layer(image, 50, 40)
    fill(source)
    wanted = expected_layer(source, source, "sobel", {})
    source.append_filter(Gimp.DrawableFilter.new(source, "gegl:gaussian-blur", ""))
    succeed("sobel", image, [source], backend="cpu", output="replace")
    assert [effect.get_operation_name() for effect in source.get_filters()] == ["gegl:gaussian-blur"]
    same(read(source), wanted, "pixels")


def check_text(output):
    """A text becomes pixels where it is replaced; a new layer is like any other."""
    image = new_image(80, 40)
    text = Gimp.TextLayer.new(image, "Text", Gimp.context_get_font(), 20, Gimp.Unit.pixel())
    image.insert_layer(text, None, 0)
    wanted = expected_layer(text, text, "sobel", {})
    assert wanted != bytes(read(text))
    succeed("sobel", image, [text], backend="cpu", output=output)
    result = image.get_layers()[0]
    assert len(image.get_layers()) == (1 if output == "replace" else 2)
    same(read(result), wanted, "pixels")


def check_found():
    """With the thresholds that the name tells the result is the same."""
    image = new_image(90, 70)
    source = new_layer(image, 90, 70)
    fill(source)
    succeed("canny", image, [source], backend="cpu", thresholds="otsu")
    result = image.get_layers()[0]
    low, high = (float(text) for text in result.get_name().removesuffix(" · CUDA Canny").split(", ")[1].split("–"))
    same(read(result), expected_layer(source, result, "canny", {"low": low, "high": high}), result.get_name())


def check_effects_of_several():
    image = new_image(50, 40)
    layers = [new_layer(image, 50, 40, i == 1) for i in range(3)]
    for i, layer in enumerate(layers):
        fill(layer, i)
    succeed("laplacian", image, layers, backend="cpu", output="effect")
    assert [len(layer.get_filters()) for layer in layers] == [1, 1, 1]
    assert len(image.get_layers()) == 3


def check_effect_refused(kind):
    image = new_image(40, 30)
    layer = new_layer(image, 40, 30, True)
    fill(layer)
    if kind == "mask":
        drawable = layer.create_mask(Gimp.AddMaskType.WHITE)
        layer.add_mask(drawable)
    else:
        drawable = Gimp.Channel.new(image, "channel", 40, 30, 50, Gegl.Color.new("red"))
        image.insert_channel(drawable, None, 0)
    image.clean_all()
    before = snapshot(image)
    status, _, said = call("sobel", image, [drawable], backend="cpu", output="effect")
    assert status == Gimp.PDBStatusType.EXECUTION_ERROR and "not a layer" in said, said
    assert snapshot(image) == before and not image.is_dirty()


def check_found_thresholds():
    """A new layer's name has the found thresholds."""
    image = new_image(90, 70)
    source = new_layer(image, 90, 70)
    fill(source)
    succeed("canny", image, [source], backend="cpu", thresholds="otsu")
    name = image.get_layers()[0].get_name()
    assert "–" in name and "40–80" not in name, name


def check_digits(name, parameter, value, same_as):
    """A number means its 32-bit float's shortest decimal form, here as in a file."""
    image = new_image(61, 43, "RGB", "FLOAT_NON_LINEAR")
    source = new_layer(image, 61, 43)
    fill(source)
    succeed(name, image, [source], backend="cpu", **{parameter: value})
    result = image.get_layers()[0]
    same(read(result), expected_layer(source, result, name, {parameter: same_as}), "pixels")


def cases():
    for name in FILTERS:
        for base in ("RGB", "GRAY"):
            for alpha in (False, True):
                for precision in PRECISIONS:
                    yield (f"{name} merged, {base}{' with alpha' if alpha else ''} {precision}",
                           partial(check_merged, name, base, alpha, precision, {}))
        yield f"{name} merged, cuda is asked for", partial(check_cuda_merged, name)
        for by_hand in (False, True):
            yield f"{name} as an effect{' by hand' if by_hand else ''}", partial(check_effect, name, by_hand)
        for output in ("new-layer", "replace", "effect"):
            yield f"{name}, {output} leaves no image behind", partial(check_no_strays, name, output)
    yield "an effect's values", check_effect_values
    yield "an effect that is changed", check_effect_again
    yield "painting below an effect", check_painted
    for precision in ("U8_NON_LINEAR", "FLOAT_LINEAR"):
        yield f"an effect in a file, {precision}", partial(check_file, precision)
    for selection in SELECTIONS:
        for name, parameters in IN_SELECTION:
            yield (f"{name} {parameters} as an effect of what is selected, {selection}",
                   partial(check_effect_in_selection, selection, name, parameters))
    yield "a file is saved", keep_file
    for locked in (False, True):
        yield f"a new layer of a special one{', locked' if locked else ''}", partial(check_new_layer_is_like_any, locked)
    yield "a source with an effect", check_source_with_effect
    yield "replacing below an effect", check_replaced_below_effect
    for output in ("new-layer", "replace"):
        yield f"a text, {output}", partial(check_text, output)
    yield "thresholds that were found are those of the name", check_found
    yield "effects of several layers", check_effects_of_several
    for kind in ("mask", "channel"):
        yield f"no effect of a {kind}", partial(check_effect_refused, kind)
    yield "the name tells what was found", check_found_thresholds
    for value in (1.3700000047683716, 1.37000001):
        yield f"sigma {value}", partial(check_digits, "canny", "sigma", value, 1.37)
