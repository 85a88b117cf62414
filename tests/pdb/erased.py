# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests erased and drawn edges with every output, in files and in selections; malformed ones are refused."""
from functools import partial

from gi.repository import Gimp

from core import merged_effect, saved_and_loaded, scene_of, seen
from refusals import plain, refused
from tools import effect_is_there, engine, expected_layer, fill, new_image, new_layer, read, same, succeed, text_of, write

WIDE_OPEN = {"low": 20.0, "high": 40.0}
SHUT = {"low": 1400.0, "high": 1500.0}


def edge_of(layer, parameters):
    """A pixel of the longest edge, and how many it has."""
    width, height = layer.get_width(), layer.get_height()
    left = {(i % width, i // width) for i, v in enumerate(engine(layer, "canny", text_of(parameters))) if v}
    longest = []
    while left:
        todo, edge = [left.pop()], []
        while todo:
            x, y = todo.pop()
            edge.append((x, y))
            beside = {(x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1)} & left
            left -= beside
            todo += beside
        longest = max(longest, edge, key=len)
    return longest[0], len(longest)


def picture(alpha=False):
    image = new_image(70, 50)
    layer = new_layer(image, 70, 50, alpha)
    write(layer, "R'G'B'A u8" if alpha else "R'G'B' u8", [255 if alpha and i % 4 == 3 else v for i, v in enumerate(scene_of(layer))])
    (x, y), size = edge_of(layer, WIDE_OPEN)
    assert size > 10
    return image, layer, {**WIDE_OPEN, "erased": f"{x},{y}"}, size


def check_output(output, backend, more):
    image, layer, parameters, size = picture()
    with_it = engine(layer, "canny", text_of(WIDE_OPEN))
    without = engine(layer, "canny", text_of(parameters))
    assert sum(with_it) - sum(without) == 255 * size, "the engine erases it"
    parameters |= more
    wanted = expected_layer(layer, layer, "canny", parameters)
    succeed("canny", image, [layer], output=output, backend=backend, **parameters)
    same(read(image.get_layers()[0]), wanted, "pixels")


def drawn_picture(alpha=False):
    """The longest edge is drawn, and no other one is there."""
    image, layer, parameters, size = picture(alpha)
    parameters = {**SHUT, "drawn": parameters["erased"]}
    assert sum(engine(layer, "canny", text_of(SHUT))) == 0, "nothing is there"
    assert sum(engine(layer, "canny", text_of(parameters))) > 0, "the engine draws it"
    return image, layer, parameters, size


def check_drawn(output, backend, more):
    image, layer, parameters, _ = drawn_picture()
    parameters |= {"erased": parameters["drawn"]} if more == "erased" else more
    wanted = expected_layer(layer, layer, "canny", parameters)
    succeed("canny", image, [layer], output=output, backend=backend, **parameters)
    same(read(image.get_layers()[0]), wanted, "pixels")


def check_mirrored():
    """An effect draws nothing where the layer was mirrored since, and says so."""
    image, layer, parameters, _ = drawn_picture()
    succeed("canny", image, [layer], output="effect", backend="cpu", **parameters)
    before = sum(read(seen(image, layer), "Y' u8"))
    layer.transform_flip_simple(Gimp.OrientationType.HORIZONTAL, True, 0)
    after = sum(read(seen(image, layer), "Y' u8"))
    assert before > 0 and after == 0, f"{before} and {after}"


def check_effect(make, name):
    """As it is shown, and of a file that was saved and loaded."""
    image, layer, parameters, _ = make(True)
    succeed("canny", image, [layer], output="effect", backend="cpu", **parameters)
    assert layer.get_filters()[0].get_config().get_property(name).endswith(" " + parameters[name])
    visible = seen(image, layer)
    wanted = expected_layer(layer, visible, "canny", parameters)
    same(read(visible), wanted, "what is seen")
    image.remove_layer(visible)
    loaded = saved_and_loaded(image)
    try:
        same(read(seen(loaded, layer)), wanted, "what is seen of the file")
    finally:
        loaded.delete()


def check_selected_effect(x, y, width, height):
    """Points are the layer's, whether GIMP shows the effect a part of it or, of a file, all of it."""
    image, layer, parameters, _ = picture()
    before = bytes(read(layer))
    point = [int(number) for number in parameters["erased"].split(",")]
    whole = image.duplicate()
    part = image.duplicate()
    part.get_layers()[0].resize(width, height, -x, -y)
    moved = (point[0] - x, point[1] - y)
    shifted = {**parameters, "erased": f"{moved[0]},{moved[1]}" if min(moved) >= 0 else ""}
    succeed("canny", part, part.get_layers(), backend="cpu", output="replace", **shifted)
    succeed("canny", whole, whole.get_layers(), backend="cpu", output="replace", **parameters)
    cut, full = bytes(read(part.get_layers()[0])), bytes(read(whole.get_layers()[0]))
    image.select_rectangle(Gimp.ChannelOps.REPLACE, x, y, width, height)
    succeed("canny", image, [layer], backend="cpu", output="effect", **parameters)
    loaded = saved_and_loaded(image)
    shown, again = merged_effect(image), merged_effect(loaded)
    for other in (whole, part, loaded):
        other.delete()
    for row in range(50):
        for column in range(70):
            i, inside = 3 * (row * 70 + column), x <= column < x + width and y <= row < y + height
            j = 3 * ((row - y) * width + column - x)
            assert shown[i:i + 3] == (cut[j:j + 3] if inside else before[i:i + 3]), f"shown {column}, {row}"
            assert again[i:i + 3] == (full[i:i + 3] if inside else before[i:i + 3]), f"of the file {column}, {row}"


def check_refused(value, says, output, name="erased"):
    image, source = plain()
    refused(says, "canny", image, [source], output=output, backend="cpu", **{name: value})


def cases():
    for backend in ("cpu", "auto"):
        for output in ("new-layer", "replace"):
            yield f"{output}, {backend}", partial(check_output, output, backend, {})
    for more in ({"width": 5}, {"style": "black-on-white"}, {"width": 4, "style": "black-on-white"}, {"thresholds": "otsu"}):
        yield f"new layer, {more}", partial(check_output, "new-layer", "cpu", more)
        if "thresholds" not in more:
            yield f"drawn, new layer, {more}", partial(check_drawn, "new-layer", "cpu", more)
    yield "drawn, replace", partial(check_drawn, "replace", "auto", {})
    yield "drawn and erased", partial(check_drawn, "new-layer", "cpu", "erased")
    for value in ("5", "1,2,3", "1,2 3", "a,b", "--1,2", "1.5,2", "1,2;3,4", "1, 2"):
        yield f"“{value}” is refused", partial(check_refused, value, "points of pixels", "replace")
    yield "no points to draw are refused", partial(check_refused, "1,2 3", "points of pixels", "new-layer", "drawn")
    yield "4,097 points are refused", partial(check_refused, " ".join(["1,2"] * 4097), "At most 4096", "new-layer")
    if not effect_is_there():
        return
    yield "an effect, also in a file", partial(check_effect, picture, "erased")
    yield "a drawing effect, also in a file", partial(check_effect, drawn_picture, "drawn")
    yield "a drawing effect of a mirrored layer", check_mirrored
    yield "an effect of the middle", partial(check_selected_effect, 9, 7, 50, 38)
    yield "an effect of a corner", partial(check_selected_effect, 0, 0, 69, 49)
