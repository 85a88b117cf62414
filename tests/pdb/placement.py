# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests the place of results: layers, groups, masks, channels, selections, offsets, profiles."""
from functools import partial

from gi.repository import Babl, Gegl, Gimp, Gio

from tools import (call, channels, effect_is_there, encoding, expected_layer, fill, group_of_two, new_image, new_layer, read,
                   same, selected, succeed, unpacked, write)

KEPT = tuple(f"{kind}_{curve}" for kind in ("U8", "U16", "U32", "HALF", "FLOAT", "DOUBLE")
             for curve in ("NON_LINEAR", "LINEAR", "PERCEPTUAL"))
# GIMP changes their colors when it changes their alpha.
WIDE = ("U32_NON_LINEAR", "U32_LINEAR", "FLOAT_PERCEPTUAL", "DOUBLE_NON_LINEAR", "DOUBLE_LINEAR")


def names(parent):
    return [item.get_name() for item in parent]


def check_position():
    image = new_image(40, 30)
    bottom = new_layer(image, 40, 30, name="bottom")
    source = new_layer(image, 20, 15, name="middle", offsets=(7, 5))
    new_layer(image, 40, 30, name="top")
    fill(source)
    succeed("sobel", image, [source], backend="cpu")
    assert names(image.get_layers()) == ["top", "Magnitude · CUDA Sobel", "middle", "bottom"], names(image.get_layers())
    result = image.get_layers()[1]
    assert tuple(result.get_offsets())[1:] == (7, 5) and (result.get_width(), result.get_height()) == (20, 15)
    same(read(result), expected_layer(source, result, "sobel", {}), "pixels")
    assert bottom.is_valid()


def check_opacity(thresholds, output):
    """Opacity of a new layer, computed in the core or in the plug-in; Replace keeps the layer's own."""
    image = new_image(20, 15)
    source = new_layer(image, 20, 15)
    fill(source)
    source.set_opacity(80)
    succeed("canny", image, [source], backend="cpu", output=output, thresholds=thresholds, opacity=37.5)
    found = [round(layer.get_opacity(), 3) for layer in image.get_layers()]
    assert found == ([37.5, 80] if output == "new-layer" else [80]), found


def check_blend(thresholds, output):
    """Blend mode of a new layer or an effect, computed in the core or in the plug-in; Replace has none."""
    image = new_image(20, 15)
    source = new_layer(image, 20, 15)
    fill(source)
    succeed("canny", image, [source], backend="cpu", output=output, thresholds=thresholds, blend_mode="multiply")
    modes = [layer.get_mode() for layer in image.get_layers()] + [effect.get_blend_mode() for effect in source.get_filters()]
    normal, multiply = Gimp.LayerMode.NORMAL, Gimp.LayerMode.MULTIPLY
    wanted = {"new-layer": [multiply, normal], "replace": [normal], "effect": [normal, multiply]}[output]
    assert modes == wanted, modes


def check_partly_outside(name, output):
    image = new_image(30, 30)
    source = new_layer(image, 50, 40, True, offsets=(-12, 15))
    fill(source)
    wanted = expected_layer(source, source, name, {})
    succeed(name, image, [source], backend="cpu", output=output)
    result = image.get_layers()[0]
    assert tuple(result.get_offsets())[1:] == (-12, 15)
    same(read(result), wanted, "pixels")


def check_in_group():
    image = new_image(40, 30)
    group, lower, _ = group_of_two(image)
    succeed("canny", image, [lower], backend="cpu")
    assert names(group.get_children()) == ["upper", "σ 1.4, 40–80 · CUDA Canny", "lower"], names(group.get_children())
    same(read(group.get_children()[1]), expected_layer(lower, group.get_children()[1], "canny", {}), "pixels")


def check_group_as_source():
    image = new_image(40, 30)
    group, _, _ = group_of_two(image)
    wanted_children = names(group.get_children())
    succeed("sobel", image, [group], backend="cpu")
    assert names(image.get_layers()) == ["Magnitude · CUDA Sobel", "group"], names(image.get_layers())
    assert names(group.get_children()) == wanted_children
    result = image.get_layers()[0]
    same(read(result), expected_layer(group, result, "sobel", {}), "pixels")


def check_several(output):
    image = new_image(40, 30)
    layers = [new_layer(image, 40 - i, 30, i == 1, name=f"layer {i}") for i in range(3)]
    for i, layer in enumerate(layers):
        fill(layer, i)
    before = [bytes(read(layer)) for layer in layers]
    wanted = [expected_layer(layer, layer, "laplacian", {}) for layer in layers]
    succeed("laplacian", image, layers, backend="cpu", output=output)
    if output == "replace":
        assert len(image.get_layers()) == 3
        for i, layer in enumerate(layers):
            same(read(layer), wanted[i], f"layer {i}")
        return
    assert len(image.get_layers()) == 6
    for i, layer in enumerate(layers):
        position = image.get_item_position(layer)
        same(read(image.get_layers()[position - 1]), wanted[i], f"layer {i}")
        same(read(layer), before[i], f"source {i}")


def check_same_twice():
    image = new_image(40, 30)
    source = new_layer(image, 40, 30)
    fill(source)
    wanted = expected_layer(source, source, "sharpen", {})
    succeed("sharpen", image, [source, source], backend="cpu", output="replace")
    same(read(source), wanted, "pixels")


def select(image, feather=0):
    image.select_rectangle(Gimp.ChannelOps.REPLACE, 9, 6, 20, 14)
    if feather:
        Gimp.Selection.feather(image, feather)


def check_selection_layer(name, base, alpha, precision, feather, parameters):
    Gimp.context_set_foreground(Gegl.Color.new("#c02030"))
    image = new_image(48, 36, base, precision)
    source = new_layer(image, 40, 30, alpha, offsets=(3, 2))
    fill(source)
    select(image, feather)
    succeed(name, image, [source], backend="cpu", **parameters)
    result = image.get_layers()[0]
    assert result.has_alpha()
    same(read(result), expected_layer(source, result, name, parameters), "pixels")


def check_selection_keeps(base, alpha, precision):
    """Selected pixels of a new layer equal those of Replace, to the bit; the others are transparent."""
    image = new_image(40, 30, base, precision)
    source = new_layer(image, 40, 30, alpha)
    fill(source)
    twin = new_layer(image, 40, 30, alpha)
    fill(twin)
    succeed("sharpen", image, [twin], backend="cpu", output="replace", radius=5.0)
    select(image)
    succeed("sharpen", image, [source], backend="cpu", radius=5.0)
    result = image.get_layers()[1]
    n, m = channels(result), channels(twin)
    found, wanted, covered = (unpacked(encoding(result), read(result)), unpacked(encoding(twin), read(twin)),
                              selected(image, source, "f32"))
    assert set(covered) == {0.0, 1.0}
    for i in range(40 * 30):
        if covered[i]:
            pixel = list(wanted[i * m:i * m + m]) + ([1.0] if m < n else [])
            assert list(found[i * n:i * n + n]) == pixel, f"pixel {i % 40}, {i // 40}: {found[i * n:i * n + n]}, {pixel}"
        else:
            assert found[i * n + n - 1] == 0, f"pixel {i % 40}, {i // 40} is not transparent"


def check_selection_replace(name, precision, alpha):
    image = new_image(40, 30, "RGB", precision)
    source = new_layer(image, 40, 30, alpha)
    fill(source)
    before, wanted = bytes(read(source)), expected_layer_without_selection(source, name)
    select(image)
    succeed(name, image, [source], backend="cpu", output="replace")
    after, size = bytes(read(source)), len(before) // (40 * 30)
    covered = selected(image, source, "u8")
    for i in range(40 * 30):
        pixel = slice(i * size, (i + 1) * size)
        assert covered[i] in (0, 255)
        same(after[pixel], wanted[pixel] if covered[i] else before[pixel], f"pixel {i % 40}, {i // 40}")


def expected_layer_without_selection(source, name):
    return bytes(expected_layer(source, source, name, {}))


def check_soft_replace():
    image = new_image(40, 30)
    source = new_layer(image, 40, 30)
    fill(source)
    before, wanted = bytes(read(source)), expected_layer_without_selection(source, "sobel")
    select(image, 6)
    succeed("sobel", image, [source], backend="cpu", output="replace")
    after, covered = bytes(read(source)), selected(image, source, "u8")
    assert any(0 < level < 255 for level in covered)
    between = 0
    for i in range(40 * 30):
        for c in range(3 * i, 3 * i + 3):
            low, high = sorted((before[c], wanted[c]))
            assert low <= after[c] <= high, f"{after[c]} is not between {low} and {high}"
            between += low < after[c] < high
            assert covered[i] != 0 or after[c] == before[c]
    assert between > 50, between


def check_selection_of_one():
    """The selection touches one of two layers: only that one is filtered."""
    image = new_image(60, 30)
    touched = new_layer(image, 30, 30)
    other = new_layer(image, 20, 30, offsets=(40, 0))
    fill(touched)
    fill(other)
    before = bytes(read(other))
    select(image)
    succeed("sobel", image, [touched, other], backend="cpu")
    result = image.get_layers()[1]
    assert image.get_layers() == [other, result, touched], names(image.get_layers())
    same(read(result), expected_layer(touched, result, "sobel", {}), "pixels")
    same(read(other), before, "the other layer")


def check_lines_replace(precision):
    Gimp.context_set_foreground(Gegl.Color.new("#2060a0"))
    image = new_image(40, 30, "RGB", precision)
    source = new_layer(image, 40, 30)
    fill(source)
    wanted = expected_layer(source, new_layer(image, 40, 30, True), "canny", {"style": "lines"})
    succeed("canny", image, [source], backend="cpu", output="replace", style="lines")
    assert source.has_alpha()
    same(read(source), wanted, "pixels")


def check_mask(base, precision, output):
    image = new_image(40, 30, base, precision)
    layer = new_layer(image, 40, 30, True, offsets=(4, 3))
    fill(layer)
    mask = layer.create_mask(Gimp.AddMaskType.WHITE)
    layer.add_mask(mask)
    fill(mask, 5)
    before = bytes(read(layer))
    result_of = {"replace": mask}
    if output == "replace":
        wanted = bytes_of_mask(mask)
    succeed("sobel", image, [mask], backend="cpu", output=output)
    same(read(layer), before, "layer")
    if output == "replace":
        same(read(result_of[output]), wanted, "mask")
        return
    result = image.get_layers()[0]
    assert len(image.get_layers()) == 2 and tuple(result.get_offsets())[1:] == (4, 3)
    same(read(result), expected_layer(mask, result, "sobel", {}), "pixels")


def bytes_of_mask(mask):
    from tools import engine, packed
    return packed(mask, engine(mask, "sobel", ""))


def check_channel(name, output):
    image = new_image(40, 30)
    new_layer(image, 40, 30)
    channel = Gimp.Channel.new(image, "channel", 40, 30, 50, Gegl.Color.new("red"))
    image.insert_channel(channel, None, 0)
    fill(channel, 6)
    if output == "replace":
        wanted = expected_of_channel(channel, name)
        succeed(name, image, [channel], backend="cpu", output=output)
        same(read(channel), wanted, "channel")
        return
    succeed(name, image, [channel], backend="cpu", output=output)
    result = image.get_layers()[0]
    assert len(image.get_layers()) == 2
    same(read(result), expected_layer(channel, result, name, {}), "pixels")


def expected_of_channel(channel, name):
    from tools import engine, packed
    return packed(channel, engine(channel, name, ""))


def check_masked_layer():
    """A layer with a mask: its own pixels are filtered, the mask stays."""
    image = new_image(40, 30)
    source = new_layer(image, 40, 30, True)
    fill(source)
    mask = source.create_mask(Gimp.AddMaskType.WHITE)
    source.add_mask(mask)
    fill(mask, 8)
    before, wanted = bytes(read(mask)), expected_layer(source, source, "canny", {})
    succeed("canny", image, [source], backend="cpu", output="replace")
    same(read(mask), before, "mask")
    same(read(source), wanted, "pixels")


def expected_in_space(source):
    """The bytes of Sobel's result, whose levels are those of the image's own profile."""
    if "'" in encoding(source):
        return expected_layer(source, source, "sobel", {})
    perceptual = Babl.get_name(Babl.format_with_space("R'G'B' float", source.get_format()))
    image = source.get_image()
    plain = new_layer(new_image(40, 30, "RGB", "FLOAT_NON_LINEAR"), 40, 30)
    write(plain, "R'G'B' float", read(source, perceptual))
    scratch = new_layer(image, 40, 30)
    write(scratch, perceptual, expected_layer(plain, plain, "sobel", {}))
    wanted = bytes(read(scratch))
    image.remove_layer(scratch)
    return wanted


def check_profile(precision, output):
    """An image with a profile of its own keeps it; levels are those of the profile, as in a file of 8 bits."""
    image = new_image(40, 30, "RGB", precision)
    source = new_layer(image, 40, 30)
    fill(source)
    profile = Gimp.ColorProfile.new_rgb_adobe()
    assert image.set_color_profile(profile)
    before = encoding(source)
    wanted = expected_in_space(source)
    succeed("sobel", image, [source], backend="cpu", output=output)
    result = image.get_layers()[0]
    assert image.get_color_profile().is_equal(profile)
    assert encoding(result) == before
    assert result.get_format() == source.get_format()
    same(read(result), wanted, "pixels")


def check_replaced_by_step(name):
    """A new layer shows the pixels of Replace."""
    image = new_image(40, 30)
    source = new_layer(image, 40, 30, True)
    fill(source)
    succeed(name, image, [source], backend="cpu")
    succeed(name, image, [source], backend="cpu", output="replace")
    same(read(source), read(image.get_layers()[0]), "pixels")


def check_found_name(of, thresholds, width):
    """A layer's name has the width and the thresholds that the render found, whoever computed it: the core computes layers,
    and the plug-in channels."""
    image = new_image(96, 64)
    source = new_layer(image, 96, 64)
    channel = Gimp.Channel.new(image, "channel", 96, 64, 100, Gegl.Color.new("black"))
    image.insert_channel(channel, None, 0)
    ground, line = (255, 0) if of == "dark-lines" else (0, 255)
    rows = [line if 20 <= y < 20 + width or 40 <= y < 40 + width else ground for y in range(64)]
    write(source, "R'G'B' u8", [row for row in rows for _ in range(96 * 3)])
    write(channel, encoding(channel), [row for row in rows for _ in range(96)])
    found = []
    for drawable in (source, channel):
        succeed("canny", image, [drawable], backend="cpu", of=of, thresholds=thresholds, low=10.0, high=20.0)
        found.append(image.get_layers()[0].get_name().replace(" #1", ""))
    px, kind = found[0].split(" px, ")
    assert found[0] == found[1] and kind.startswith(f"Middles of {of.split('-')[0]} lines, "), found
    assert width - 1 <= float(px) <= width + 1, found
    assert ("10–20" in found[0]) == (thresholds == "manual"), found


def cases():
    for of in ("dark-lines", "light-lines"):
        for thresholds in ("manual", "otsu", "percentile"):
            for width in (3, 7):
                yield f"the name of {of}, {thresholds}, {width} px", partial(check_found_name, of, thresholds, width)
    yield "a new layer lies above its source", check_position
    for thresholds in ("manual", "otsu"):
        for output in ("new-layer", "replace"):
            yield f"opacity is a new layer's, {thresholds}, {output}", partial(check_opacity, thresholds, output)
        for output in ("new-layer", "replace", "effect") if effect_is_there() else ("new-layer", "replace"):
            yield f"the blend mode of {output}, {thresholds}", partial(check_blend, thresholds, output)
    for output in ("new-layer", "replace"):
        for name in ("canny", "sharpen"):
            yield f"{name}, layer partly outside the image, {output}", partial(check_partly_outside, name, output)
        yield f"three layers, {output}", partial(check_several, output)
        for base in ("RGB", "GRAY"):
            for precision in ("U8_NON_LINEAR", "U16_NON_LINEAR", "FLOAT_LINEAR"):
                yield f"mask in {base} {precision}, {output}", partial(check_mask, base, precision, output)
        for name in ("canny", "sharpen"):
            yield f"{name} of a channel, {output}", partial(check_channel, name, output)
        for precision in ("U8_NON_LINEAR", "U16_NON_LINEAR", "FLOAT_LINEAR"):
            yield f"a profile is kept, {precision}, {output}", partial(check_profile, precision, output)
    yield "a layer in a group", check_in_group
    yield "a group as source", check_group_as_source
    yield "the same layer twice", check_same_twice
    yield "a layer with a mask", check_masked_layer
    for name in ("canny", "sharpen"):
        for base in ("RGB", "GRAY"):
            for alpha in (False, True):
                for precision in ("U8_NON_LINEAR", "U16_NON_LINEAR", "U16_LINEAR", "FLOAT_NON_LINEAR"):
                    for feather in (0, 7):
                        yield (f"{name}, {'soft' if feather else 'hard'} selection, {base} {precision}"
                               f"{' with alpha' if alpha else ''}",
                               partial(check_selection_layer, name, base, alpha, precision, feather, {}))
    for precision in KEPT:
        for base in ("RGB", "GRAY"):
            for alpha in (False, True):
                yield (f"a new layer of what is selected, {base} {precision}{' with alpha' if alpha else ''}",
                       partial(check_selection_keeps, base, alpha, precision))
    for precision in WIDE:
        for base in ("RGB", "GRAY"):
            yield (f"sharpen, soft selection, {base} {precision}",
                   partial(check_selection_layer, "sharpen", base, True, precision, 7, {}))
    for precision in ("U8_NON_LINEAR", "U16_NON_LINEAR", "U16_LINEAR", "FLOAT_NON_LINEAR") + WIDE:
        yield f"lines in a soft selection, {precision}", partial(check_selection_layer, "sobel", "RGB", False, precision, 7,
                                                                 {"style": "lines"})
    for name in ("sobel", "sharpen"):
        for alpha in (False, True):
            yield (f"{name} replaces what is selected{', with alpha' if alpha else ''}",
                   partial(check_selection_replace, name, "U8_NON_LINEAR", alpha))
    yield "a soft selection replaces in part", check_soft_replace
    yield "a selection that touches one of two layers", check_selection_of_one
    for precision in ("U8_NON_LINEAR", "FLOAT_NON_LINEAR") + WIDE:
        yield f"lines replace a layer without alpha, {precision}", partial(check_lines_replace, precision)
    for name in ("sobel", "laplacian", "canny", "line-art", "sharpen"):
        yield f"{name} replaces by what a new layer shows", partial(check_replaced_by_step, name)
