# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes calls that must fail with one sentence and leave the image unchanged, or do what they are asked for once."""
import os
import tempfile
from functools import partial

from gi.repository import Gimp, Gio

from inside import Skip
from results import cuda_reason
from tools import (call, effect_is_there, exchange, expected_layer, fill, group_of_two, new_image, new_layer, read, same,
                   snapshot, succeed, write, EDGE_FILTERS, FILTERS)


def refused(says, name, image, drawables, **parameters):
    image.clean_all()
    before = snapshot(image)
    status, _, said = call(name, image, drawables, **parameters)
    assert status in (Gimp.PDBStatusType.EXECUTION_ERROR, Gimp.PDBStatusType.CALLING_ERROR), status.value_nick
    assert says in said, said
    assert said.strip().endswith(".") and "\n" not in said.strip(), said
    assert snapshot(image) == before, "the image changed"
    assert not image.is_dirty(), "the image is dirty"


def plain():
    image = new_image(30, 20)
    source = new_layer(image, 30, 20)
    fill(source)
    return image, source


def check_value(name, argument, value, says):
    image, source = plain()
    refused(says, name, image, [source], **{argument: value})


def check_nan(name, argument):
    """GIMP's library refuses it by itself, and says no reason."""
    image, source = plain()
    before = snapshot(image)
    status, _, _ = call(name, image, [source], **{argument: float("nan")})
    assert status != Gimp.PDBStatusType.SUCCESS
    assert snapshot(image) == before, "the image changed"


def check_indexed(name, output):
    """The call says what to do; then it works."""
    image, source = plain()
    image.convert_indexed(Gimp.ConvertDitherType.NONE, Gimp.ConvertPaletteType.GENERATE, 16, False, False, "")
    refused("Image → Mode → RGB", name, image, image.get_layers(), backend="cpu", output=output)
    assert source.is_valid()
    image.convert_rgb()
    succeed(name, image, image.get_layers(), backend="cpu", output=output)


def check_no_drawable(name):
    image, _ = plain()
    refused("select one first", name, image, [])


def check_other_image(name):
    image, _ = plain()
    _, other = plain()
    refused("is not in this image", name, image, [other])


def check_not_inserted(name):
    """A layer and a channel that were made and never inserted, and the mask of such a layer."""
    image, _ = plain()
    layer = Gimp.Layer.new(image, "loose", 30, 20, Gimp.ImageType.RGB_IMAGE, 100, Gimp.LayerMode.NORMAL)
    channel = Gimp.Channel.new(image, "loose", 30, 20, 50, image.get_selection().get_color())
    mask = layer.create_mask(Gimp.AddMaskType.WHITE)
    for loose in (layer, channel, mask):
        refused("is not in this image", name, image, [loose], backend="cpu")


def check_twice(output):
    """A layer that is named twice is filtered once."""
    image = new_image(40, 30)
    source, twin = (new_layer(image, 40, 30, name=name) for name in ("source", "twin"))
    for layer in (source, twin):
        fill(layer)
    succeed("sobel", image, [source, source], backend="cpu", output=output)
    succeed("sobel", image, [twin], backend="cpu", output=output)
    n_effects = [len(layer.get_filters()) for layer in (source, twin)]
    assert read(source) == read(twin) and n_effects[0] == n_effects[1], n_effects
    assert len(image.get_layers()) == (4 if output == "new-layer" else 2), image.get_layers()


def check_group(name):
    image = new_image(40, 30)
    group, _, _ = group_of_two(image)
    refused("layer group", name, image, [group], output="replace")


def link_of(image, folder):
    """A layer that GIMP 3.2 makes of a file."""
    inner, source = plain()
    source.add_alpha()
    file = Gio.File.new_for_path(os.path.join(folder, "linked.png"))
    Gimp.file_save(Gimp.RunMode.NONINTERACTIVE, inner, file, None)
    return Gimp.LinkLayer.new(image, file)


def vectors_of(image, _folder):
    """One that it makes of a path."""
    path = Gimp.Path.new(image, "path")
    image.insert_path(path, None, 0)
    points = [point for corner in ((4, 3), (25, 5), (12, 17)) for point in 3 * corner]
    path.stroke_new_from_points(Gimp.PathStrokeType.BEZIER, points, True)
    return Gimp.VectorLayer.new(image, path)


def check_linked(new, name):
    """It has pixels to replace once it is rasterized, as the refusal says, and not before."""
    image = new_image(30, 20)
    with tempfile.TemporaryDirectory() as folder:
        layer = new(image, folder)
        image.insert_layer(layer, None, 0)
    refused("rasterize it", name, image, [layer], output="replace")
    assert layer.rasterize()
    twin = new_layer(image, layer.get_width(), layer.get_height(), layer.has_alpha())
    write(twin, exchange(layer)[1], read(layer, exchange(layer)[1]))
    before = read(layer)
    for one in (layer, twin):
        succeed(name, image, [one], output="replace", backend="cpu")
    assert read(layer) == read(twin) != before


def check_locked(name, output):
    image, source = plain()
    source.set_lock_content(True)
    refused("are locked", name, image, [source], output=output)
    assert not source.get_filters()


def check_locked_group(name, output):
    image = new_image(40, 30)
    group, lower, _ = group_of_two(image)
    group.set_lock_content(True)
    refused("are locked", name, image, [lower], output=output)
    assert not lower.get_filters()


def check_locked_mask(name):
    image, source = plain()
    mask = source.create_mask(Gimp.AddMaskType.WHITE)
    source.add_mask(mask)
    source.set_lock_content(True)
    refused("are locked", name, image, [mask], output="replace")


def check_locked_second(name):
    """Nothing happens to the first layer if the second cannot be filtered."""
    image, source = plain()
    other = new_layer(image, 30, 20)
    fill(other, 2)
    other.set_lock_content(True)
    refused("are locked", name, image, [source, other], output="replace", backend="cpu")


def check_locked_new_layer(name):
    """A lock protects the pixels of the layer, which a new layer leaves alone."""
    image, source = plain()
    source.set_lock_content(True)
    status, _, said = call(name, image, [source], backend="cpu")
    assert status == Gimp.PDBStatusType.SUCCESS, said
    assert len(image.get_layers()) == 2


def check_locked_group_new_layer(name):
    """The same in a group that is locked."""
    image = new_image(40, 30)
    group, lower, upper = group_of_two(image)
    group.set_lock_content(True)
    status, _, said = call(name, image, [lower, upper], backend="cpu")
    assert status == Gimp.PDBStatusType.SUCCESS, said
    assert len(group.get_children()) == 4


def check_locked_alpha(name):
    image, source = plain()
    source.add_alpha()
    source.set_lock_alpha(True)
    refused("is locked", name, image, [source], output="replace", style="lines")


def check_selection_outside(name, output):
    image = new_image(60, 40)
    source = new_layer(image, 20, 20)
    fill(source)
    image.select_rectangle(Gimp.ChannelOps.REPLACE, 30, 25, 10, 10)
    refused("selected", name, image, [source], output=output, backend="cpu")


def check_layer_outside_image(name, output):
    """No reason to refuse: all of it is filtered."""
    image = new_image(20, 20)
    source = new_layer(image, 10, 10, offsets=(50, 50))
    fill(source)
    wanted = expected_layer(source, source, name, {})
    succeed(name, image, [source], output=output, backend="cpu")
    same(read(image.get_layers()[0]), wanted, "pixels")


def check_cuda_unavailable(name):
    reason = cuda_reason()
    if not reason:
        raise Skip("CUDA can be used here")
    image, source = plain()
    refused(reason, name, image, [source], backend="cuda")


def check_auto(name):
    """Automatic works whether there is a GPU or not, and says nothing of a GPU that is not there."""
    image, source = plain()
    status, _, said = call(name, image, [source], backend="auto")
    assert status == Gimp.PDBStatusType.SUCCESS, said


def check_floating(name):
    image, source = plain()
    image.select_rectangle(Gimp.ChannelOps.REPLACE, 3, 3, 10, 10)
    Gimp.Selection.float(image, [source], 2, 2)
    refused("floating selection", name, image, [source], backend="cpu")


def cases():
    for output in ("new-layer", "replace", "effect") if effect_is_there() else ("new-layer", "replace"):
        yield f"one layer twice, {output}", partial(check_twice, output)
    for name in FILTERS:
        for argument in ("backend", "output"):
            for value in ("nonsense", "", "CPU"):
                yield f"{name} {argument}={value}", partial(check_value, name, argument, value, argument)
        for output in ("new-layer", "replace", "effect"):
            yield f"{name}, an indexed image, {output}", partial(check_indexed, name, output)
        yield f"{name}, no drawable", partial(check_no_drawable, name)
        yield f"{name}, a drawable of another image", partial(check_other_image, name)
        yield f"{name}, drawables that were not inserted", partial(check_not_inserted, name)
        yield f"{name}, replace a group", partial(check_group, name)
        for new in (link_of, vectors_of) if hasattr(Gimp, "LinkLayer") else ():     # GIMP 3.0 has neither
            yield f"{name}, replace a layer without pixels, {new.__name__}", partial(check_linked, new, name)
        for output in ("replace", "effect"):
            yield f"{name}, a locked layer, {output}", partial(check_locked, name, output)
            yield f"{name}, a locked group, {output}", partial(check_locked_group, name, output)
        yield f"{name}, replace a locked layer's mask", partial(check_locked_mask, name)
        yield f"{name}, replace two layers, one locked", partial(check_locked_second, name)
        yield f"{name}, a new layer of a locked one", partial(check_locked_new_layer, name)
        yield f"{name}, new layers in a locked group", partial(check_locked_group_new_layer, name)
        yield f"{name}, a floating selection", partial(check_floating, name)
        for output in ("new-layer", "replace"):
            yield f"{name}, selection outside the layer, {output}", partial(check_selection_outside, name, output)
            yield f"{name}, layer outside the image, {output}", partial(check_layer_outside_image, name, output)
        yield f"{name}, cuda without CUDA", partial(check_cuda_unavailable, name)
        yield f"{name}, auto", partial(check_auto, name)
    for name in EDGE_FILTERS:
        yield f"{name}, lines where alpha is locked", partial(check_locked_alpha, name)
        for argument in ("channel", "style"):
            yield f"{name} {argument}=nonsense", partial(check_value, name, argument, "nonsense", argument)
    for name, argument in (("sobel", "operator"), ("sobel", "component"), ("sobel", "norm"), ("sharpen", "method"),
                           ("sharpen", "channels"), ("laplacian", "response"), ("canny", "thresholds"),
                           ("canny", "operator"), ("canny", "norm"), ("canny", "stage"), ("sharpen", "threshold-kind"), ("sharpen", "radius-from"),
                           ("sharpen", "stage"), ("sobel", "blend-mode")):
        yield f"{name} {argument}=nonsense", partial(check_value, name, argument, "nonsense", argument)
    for name, argument, low, high in (("sobel", "gain", 0.009, 100.1), ("sharpen", "radius", -0.1, 50.1),
                                      ("sharpen", "amount", -1.0, 10.5), ("sharpen", "threshold", -0.5, 255.5),
                                      ("laplacian", "sigma", -1.0, 51.0), ("laplacian", "threshold", -1.0, 2041.0),
                                      ("laplacian", "gain", 0.0, 1e30), ("canny", "sigma", -1.4, 1e300),
                                      ("canny", "low", -1.0, 1501.0), ("canny", "high", -40.0, 1500.5),
                                      ("canny", "share", -0.1, 100.1), ("canny", "width", 0, 33),
                                      ("sharpen", "iterations", 0, 101), ("sharpen", "detail", -1.0, 256.0),
                                      ("sharpen", "edge-mask", -1.0, 101.0), ("sharpen", "halo-light", -1.0, 101.0),
                                      ("sharpen", "halo-dark", -1.0, 101.0), ("sobel", "opacity", -1.0, 101.0)):
        for value in (low, high) + ((float("inf"), float("-inf")) if isinstance(low, float) else ()):
            yield f"{name} {argument}={value}", partial(check_value, name, argument, value, argument)
        if isinstance(low, float):
            yield f"{name} {argument}=nan", partial(check_nan, name, argument)
