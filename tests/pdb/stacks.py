# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests that a new layer lies above the earlier results of its source, whatever became of them."""
import tempfile
from functools import partial

from gi.repository import Gimp, Gio

from placement import names
from tools import IMAGES, fill, group_of_two, new_image, new_layer, succeed


def stack(parent):
    """The last words of names, "Sobel", "Canny", without those of copies."""
    return [[word for word in name.split() if word not in ("copy", "#1")][-1] for name in names(parent)]


def filter_twice(image, source, between):
    """Two results of a layer, and what is done between them."""
    succeed("sobel", image, [source], backend="cpu")
    image = between(image) or image
    source = next(layer for layer in image.get_layers() if layer.get_name() == "source")
    succeed("canny", image, [source], backend="cpu")
    return stack(image.get_layers())


def rename(image):
    image.get_layers()[0].set_name("My Lines")


def reload(image):
    with tempfile.TemporaryDirectory() as folder:
        file = Gio.File.new_for_path(f"{folder}/stack.xcf")
        Gimp.file_save(Gimp.RunMode.NONINTERACTIVE, image, file, None)
        IMAGES.append(Gimp.file_load(Gimp.RunMode.NONINTERACTIVE, file))
    return IMAGES[-1]


def duplicate(image):
    IMAGES.append(image.duplicate())
    return IMAGES[-1]


def copy_result(image):
    image.insert_layer(image.get_layers()[0].copy(), None, 0)


def copy_source(image):
    copy = image.get_layers()[1].copy()
    image.insert_layer(copy, None, 1)
    copy.set_name("another")


def filter_result(image):
    succeed("sharpen", image, [image.get_layers()[0]], backend="cpu")


def delete_result(image):
    image.remove_layer(image.get_layers()[0])


def hide_result(image):
    image.get_layers()[0].set_visible(False)


def lift_result(image):
    new_layer(image, 20, 15, name="between", position=1)


def lower_result(image):
    image.lower_item(image.get_layers()[0])


def foreign_result(image):
    """A result in another image, whose source has the same tattoo."""
    other = new_image(20, 15)
    fill(new_layer(other, 20, 15))
    succeed("sobel", other, [other.get_layers()[0]], backend="cpu")
    image.remove_layer(image.get_layers()[0])
    image.insert_layer(Gimp.Layer.new_from_drawable(other.get_layers()[0], image), None, 0)


STACKS = ((rename, "Canny Lines source"), (reload, "Canny Sobel source"), (duplicate, "Canny Sobel source"),
          (copy_result, "Canny Sobel Sobel source"), (copy_source, "Sobel another Canny source"),
          (filter_result, "Canny Sharpen Sobel source"), (delete_result, "Canny source"), (hide_result, "Canny Sobel source"),
          (lift_result, "Sobel between Canny source"), (lower_result, "Canny source Sobel"), (foreign_result, "Sobel Canny source"))


def check_stack(between, wanted):
    """A new result lies above the earlier ones of its source, and of theirs, but above no other layer."""
    image = new_image(20, 15)
    source = new_layer(image, 20, 15)
    fill(source)
    found = filter_twice(image, source, between)
    assert found == wanted.split(), found


def check_stack_in_group(mask):
    """In a group, of two layers at once, or of a layer's mask."""
    image = new_image(40, 30)
    group, lower, upper = group_of_two(image)
    if mask:
        lower.add_mask(lower.create_mask(Gimp.AddMaskType.COPY))
    sources = [lower.get_mask()] if mask else [upper, lower]
    succeed("sobel", image, sources, backend="cpu")
    succeed("canny", image, sources, backend="cpu")
    wanted = "upper Canny Sobel lower" if mask else "Canny Sobel upper Canny Sobel lower"
    assert stack(group.get_children()) == wanted.split(), names(group.get_children())


def cases():
    for between, wanted in STACKS:
        yield f"a new layer above a result, {between.__name__}", partial(check_stack, between, wanted)
    for mask in (False, True):
        yield f"a new layer above a result in a group{', of a mask' if mask else ''}", partial(check_stack_in_group, mask)
