# SPDX-License-Identifier: GPL-3.0-or-later
"""What GIMP is told, and what stays: each case begins with a line in the log, and run.py counts the sentences after it."""
import json
import os
import re
import sys
import tempfile
from array import array
from functools import partial

from gi.repository import Gimp, Gio

from core import effect_of, merged_effect
from tools import engine, new_image, new_layer, painted, read, same, succeed, write

ERASED, RANGE, FAILED, ON_CPU = ("Edges erased or drawn by hand were those", "1 is white", "could not be computed", "the processor computed")
UNTOLD = "Cannot tell the radius: "


def run(name, case, wanted):
    sys.stdout.flush()
    os.write(1, f"\nnotes: {json.dumps([name, wanted])}\n".encode())
    case()


def lines_image():
    """Three squares, the first of which is erased: its left edge is at 40,60."""
    image = new_image(200, 200, "GRAY")
    layer = new_layer(image, 200, 200)
    write(layer, "Y' u8", [255 if any(a <= x < a + 40 and b <= y < b + 40 for a, b in ((40, 40), (140, 40), (40, 120))) else 0
                           for y in range(200) for x in range(200)])
    return image, layer


def n_edges(image, x, y, size=44):
    """How many edge pixels the image shows around a square."""
    layer = Gimp.Layer.new_from_visible(image, image, "visible")
    image.insert_layer(layer, None, 0)
    data, width = read(layer, "Y' u8"), layer.get_width()
    image.remove_layer(layer)
    return sum(data[j * width + i] > 127 for j in range(max(y, 0), min(y + size, len(data) // width))
               for i in range(max(x, 0), min(x + size, width)))


def check_range(top, precision, output):
    image = new_image(40, 30, "GRAY", precision)
    layer = new_layer(image, 40, 30)
    samples = array("f", [0.25 * (i % 3) for i in range(1200)])
    samples[77] = top
    write(layer, "Y float" if precision == "FLOAT_LINEAR" else "Y' float", samples.tobytes())
    succeed("sobel", image, [layer], backend="cpu", output=output)


def check_geometry(change, wanted):
    """Erased edges of an effect: all three squares are there where the layer was cropped, mirrored or turned, else the first is
    erased."""
    image, layer = lines_image()
    succeed("canny", image, [layer], backend="cpu", output="effect", erased="40,60")
    text = layer.get_filters()[0].get_config().get_property("erased")
    assert re.fullmatch("200x200#[0-9a-f]{16} 40,60", text), text
    before = n_edges(image, 38, 38), n_edges(image, 138, 38)
    assert before[0] == 0 and before[1] > 100, before
    if change == "crop":
        image.crop(160, 200, 10, 0)
        shift = (-10, 0)
    elif change == "resize":
        layer.resize(230, 230, 30, 30)
        shift = (0, 0)
    elif change == "move":
        layer.set_offsets(5, 3)
        shift = (5, 3)
    elif change in ("mirrored", "upside down"):
        layer.transform_flip_simple(Gimp.OrientationType.VERTICAL if change == "upside down" else Gimp.OrientationType.HORIZONTAL, True, 0)
        shift = (-20, 0) if change == "mirrored" else (0, 80)
    elif change in ("turned by 90 degrees", "turned by 180 degrees"):
        layer.transform_rotate_simple(Gimp.RotationType.DEGREES90 if "90" in change else Gimp.RotationType.DEGREES180, True, 0, 0)
        shift = (0, 0) if "90" in change else (-20, 80)
    elif change == "inverted":
        layer.invert(False)
        shift = (0, 0)
    elif change == "painted":
        write(layer, "Y' u8", bytes(255 if i % 200 > 185 else v for i, v in enumerate(read(layer, "Y' u8"))))
        shift = (0, 0)
    elif change == "canvas":
        image.resize(300, 300, 20, 20)
        shift = (20, 20)
    else:
        with tempfile.TemporaryDirectory() as folder:
            file = Gio.File.new_for_path(os.path.join(folder, "effect.xcf"))
            Gimp.file_save(Gimp.RunMode.NONINTERACTIVE, image, file, None)
            image = Gimp.file_load(Gimp.RunMode.NONINTERACTIVE, file)
        shift = (0, 0)
    after = n_edges(image, 38 + shift[0], 38 + shift[1]), n_edges(image, 138 + shift[0], 38 + shift[1])
    assert (after[0] > 100) == wanted and after[1] > 80, after


def check_in_selection():
    """GIMP gives a new effect the selected rectangle alone; the layer has its size all the same."""
    image, layer = lines_image()
    image.select_rectangle(Gimp.ChannelOps.REPLACE, 20, 20, 170, 80)
    succeed("canny", image, [layer], backend="cpu", output="effect", erased="40,60")
    assert n_edges(image, 38, 38) == 0 and n_edges(image, 138, 38) > 100


def check_turned_one(stale, change):
    """Of erased and drawn edges those of a layer that was mirrored since go, and the others stay: the first square is erased
    where @stale are the drawn ones, and the weak fourth one drawn where they are the erased ones."""
    image, layer = lines_image()
    width = layer.get_width()
    data = bytearray(read(layer, "Y' u8"))
    for y in range(120, 160):
        data[y * width + 140:y * width + 180] = bytes([60]) * 40
    write(layer, "Y' u8", data)
    succeed("canny", image, [layer], backend="cpu", output="effect", sigma=0.0, low=100.0, high=300.0, erased="40,60", drawn="140,140")
    assert [n_edges(image, x, y) > 0 for x, y in ((38, 38), (138, 38), (138, 118))] == [False, True, True]
    config = lambda: image.get_layers()[0].get_filters()[0].get_config()
    old = {name: config().get_property(name) for name in ("erased", "drawn")}
    image.get_layers()[0].get_filters()[0].delete()
    layer.transform_flip_simple(Gimp.OrientationType.HORIZONTAL, True, 0)
    fresh = {"erased": "159,60", "drawn": "59,140"}
    if change == "both":
        fresh = old
    succeed("canny", image, [layer], backend="cpu", output="effect", sigma=0.0, low=100.0, high=300.0, **(fresh | {stale: old[stale]}))
    found = [n_edges(image, x, y) > 0 for x, y in ((118, 38), (18, 38), (18, 118))]
    assert found == [stale == "erased" or change == "both", True, stale == "erased" and change != "both"], found


def check_no_points(stale):
    """Beside edges by hand of a layer that was mirrored since, a size without points and one behind a space do no harm."""
    image, layer = lines_image()
    succeed("canny", image, [layer], backend="cpu", output="effect", sigma=0.0, low=100.0, high=300.0, **{stale: "40,60"})
    old = image.get_layers()[0].get_filters()[0].get_config().get_property(stale)
    image.get_layers()[0].get_filters()[0].delete()
    layer.transform_flip_simple(Gimp.OrientationType.HORIZONTAL, True, 0)
    other = "drawn" if stale == "erased" else "erased"
    for text in ("", " 40,60"):
        layer.append_filter(effect_of(layer, "canny", sigma=0.0, low=100.0, high=300.0,
                                      **{stale: old, other: f"{' ' if text else ''}{layer.get_width()}x{layer.get_height()}{text}"}))
        assert n_edges(image, 118, 38) > 0
        image.get_layers()[0].get_filters()[0].delete()


def check_outside(output, axis, points, erased):
    """Points beside the layer name an edge that is within reach, and nothing else."""
    image = new_image(30, 20)
    layer = new_layer(image, 30, 20)
    write(layer, "R'G'B' u8", [200 * ((x, y)[axis] >= (12, 8)[axis]) for y in range(20) for x in range(30) for _ in range(3)])
    text = f"sigma=0 low=30 high=60 erased={points}"
    wanted, plain = (painted(engine(layer, "canny", t), 1, 3, "u8").tobytes() for t in (text, "sigma=0 low=30 high=60"))
    assert (wanted != plain) == erased
    if output == "merge":
        layer.merge_filter(effect_of(layer, "canny", sigma=0.0, low=30.0, high=60.0, erased=points))
        same(bytes(read(layer)), wanted, "pixels")
        return
    succeed("canny", image, [layer], backend="cpu", output=output, sigma=0.0, low=30.0, high=60.0, erased=points)
    same(merged_effect(image) if output == "effect" else bytes(read(image.get_layers()[0])), wanted, "pixels")


def check_long(text):
    """A text of any length is kept as far as it can be of use, so that GIMP reads the file again."""
    image, layer = lines_image()
    effect = effect_of(layer, "canny", erased=text)
    layer.append_filter(effect)
    with tempfile.TemporaryDirectory() as folder:
        file = Gio.File.new_for_path(os.path.join(folder, "long.xcf"))
        Gimp.file_save(Gimp.RunMode.NONINTERACTIVE, image, file, None)
        assert os.path.getsize(file.get_path()) < 500000, os.path.getsize(file.get_path())
        loaded = Gimp.file_load(Gimp.RunMode.NONINTERACTIVE, file)
    assert len(loaded.get_layers()[0].get_filters()) == 1


def check_no_gpu(strict):
    """A named GPU that is not there: a strict operation says why once and changes nothing, another computes on the CPU."""
    image, layer = lines_image()
    before = bytes(read(layer))
    for _ in range(1 if strict else 2):
        layer.merge_filter(effect_of(layer, "sobel", backend="cuda", strict=strict))
    assert (bytes(read(layer)) == before) == strict


def check_blur(output, stage, method):
    """A blur that is not told is said once, and where it has no effect it is not."""
    image, layer = lines_image()
    succeed("sharpen", image, [layer], backend="cpu", output=output, radius_from="found", stage=stage, method=method)
    n_edges(image, 38, 38)
    if output == "effect":
        layer.set_visible(False)
        layer.set_visible(True)
        n_edges(image, 38, 38)


# Name, case, and how often each sentence is said.
def table():
    yield "range", partial(check_range, 65535.0, "FLOAT_NON_LINEAR", "new-layer"), {RANGE: 1}
    yield "linear range", partial(check_range, 65535.0, "FLOAT_LINEAR", "replace"), {RANGE: 1}
    yield "no range", partial(check_range, 4.0, "FLOAT_NON_LINEAR", "new-layer"), {RANGE: 0}
    for change, dropped in (("crop", True), ("resize", True), ("move", False), ("canvas", False), ("file", False), ("mirrored", True),
                            ("upside down", True), ("turned by 90 degrees", True), ("turned by 180 degrees", True),
                            ("inverted", False), ("painted", False)):
        yield change, partial(check_geometry, change, dropped), {ERASED: 1 if dropped else 0}
    for stale in ("erased", "drawn"):
        for change in ("one", "both"):
            yield f"{stale}, {change} turned", partial(check_turned_one, stale, change), {ERASED: 1}
        yield f"{stale}, turned, and no points", partial(check_no_points, stale), {}
    yield "selection", check_in_selection, {ERASED: 0}
    for output in ("new-layer", "replace", "effect"):
        for stage, method, n in (("result", "deconvolve", 1), ("sharpness", "deconvolve", 0), ("result", "unsharp", 0)):
            yield f"blur, {output}, {stage}, {method}", partial(check_blur, output, stage, method), {UNTOLD: n}
    for output in ("new-layer", "replace", "effect", "merge"):
        for axis, points, erased in ((1, "-1,8", True), (0, "12,-2", True), (1, "31,8 -99,-99", True), (0, "12,21", True),
                                     (1, "-3,8 33,8", False), (0, "12,-3 12,23", False)):
            yield f"{output} {points}", partial(check_outside, output, axis, points, erased), {FAILED: 0}
    yield "long", partial(check_long, "x" * 20000000), {}
    yield "strict", partial(check_no_gpu, True), {FAILED: 1}
    yield "named", partial(check_no_gpu, False), {ON_CPU: 1, FAILED: 0}


def cases():
    for name, case, wanted in table():
        yield name, partial(run, name, case, wanted)
