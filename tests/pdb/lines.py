# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests edges as lines: a path, a vector layer, a selection, a file, return values and refusals."""
import os
import random
import tempfile
from functools import partial
from xml.etree import ElementTree

from gi.repository import Gegl, Gimp, Gio

from refusals import refused
from tools import call, new_image, new_layer, snapshot, write

LINES = "plug-in-cuda-lines"
SVG = "{http://www.w3.org/2000/svg}"
WIDTH, HEIGHT = 120, 90


def disks(offsets=(0, 0), precision="U8_NON_LINEAR"):
    """Two disks: each one closed line."""
    image = new_image(200, 150, precision=precision)
    layer = new_layer(image, WIDTH, HEIGHT, offsets=offsets)
    inside = [min((x - 35) ** 2, (x - 85) ** 2) + (y - 45) ** 2 < 400 for y in range(HEIGHT) for x in range(WIDTH)]
    write(layer, "R'G'B' u8", bytes(level for one in inside for level in 3 * [220 if one else 30]))
    return image, layer


def lines(image, drawables, **arguments):
    status, values, said = call(LINES, image, drawables, **{"sigma": 1.0, "low": 25.0, "high": 60.0, "backend": "cpu",
                                                            **arguments})
    assert status == Gimp.PDBStatusType.SUCCESS, said
    return values


def check_numbers(values, n_paths=2):
    paths, curves, length, length_mm, travel = values[:5]
    assert paths == n_paths and 2 * n_paths <= curves <= 14 * n_paths, values
    assert abs(length / n_paths / (2 * 3.14159265 * 20) - 1) < 0.01, values
    assert abs(length_mm - length * 25.4 / 300) < 1e-6 * length and 0 < travel < (WIDTH + HEIGHT) * 25.4 / 300, values


def check_path(offsets):
    image, layer = disks(offsets)
    image.clean_all()
    before = snapshot(image)
    values = lines(image, [layer])
    check_numbers(values)
    path, = image.get_paths()
    assert len(path.get_strokes()) == 2, path.get_strokes()
    assert path.get_name() == "σ 1, 25–60, 0.25 px · CUDA Lines", path.get_name()
    assert path.get_visible() and image.get_selected_paths() == [path], image.get_selected_paths()
    points = [path.stroke_get_points(stroke)[1] for stroke in path.get_strokes()]
    xs, ys = [v for p in points for v in p[0::6]], [v for p in points for v in p[1::6]]
    assert abs(min(xs) - offsets[0] - 15.5) < 3 and abs(max(xs) - offsets[0] - 105.5) < 3, (min(xs), max(xs))
    assert abs(min(ys) - offsets[1] - 25.5) < 3 and abs(max(ys) - offsets[1] - 65.5) < 3, (min(ys), max(ys))
    assert image.is_dirty()
    image.remove_path(path)
    assert snapshot(image) == before


def strokes_of(path):
    return [(closed, points) for _, points, closed in
            ((one[0], list(one[1]), one[2]) for one in map(path.stroke_get_points, path.get_strokes()))]


def anchors(strokes):
    """Strokes, whatever their order and their direction."""
    return sorted((closed, sorted((round(x, 2), round(y, 2)) for x, y in zip(points[2::6], points[3::6])))
                  for closed, points in strokes)


def check_import(image, layer, file):
    """GIMP reads the file's lines where the path has them, in any resolution."""
    lines(image, [layer])
    made, = image.get_paths()
    _, paths = image.import_paths_from_file(Gio.File.new_for_path(file), True, False)
    found, wanted = anchors(strokes_of(paths[0])), anchors(strokes_of(made))
    assert [closed for closed, _ in found] == [closed for closed, _ in wanted], found
    for (_, one), (_, other) in zip(found, wanted):
        assert len(one) == len(other) and max(abs(a - b) for p, q in zip(one, other) for a, b in zip(p, q)) < 0.02
    for path in image.get_paths():
        image.remove_path(path)
    image.clean_all()


def check_many():
    """Thousands of lines go to GIMP as one element; their strokes are those of an element for each of them."""
    side = 320
    image = new_image(side, side)
    layer = new_layer(image, side, side)
    fill = random.Random(1)
    write(layer, "R'G'B' u8", bytes(level for _ in range(side * side) for level in 3 * [fill.randrange(256)]))
    arguments = {"sigma": 0.5, "low": 40.0, "high": 80.0, "least-length": 2}
    values = lines(image, [layer], **arguments)
    path, = image.get_paths()
    made = strokes_of(path)
    assert len(made) == values[0] > 2000, (len(made), values)
    assert {closed for closed, _ in made} == {False, True}, "open and closed lines"
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "many.svg")
        lines(image, [layer], output="svg", file=Gio.File.new_for_path(file), **arguments)
        drawn = [one.get("d") for one in ElementTree.parse(file).iter(f"{SVG}path")]
    found = []
    for elements in (drawn, ["".join(drawn)]):
        text = "".join(f'<path d="{d}"/>' for d in elements)
        text = f'<svg xmlns="http://www.w3.org/2000/svg" width="{side}" height="{side}">{text}</svg>'
        _, paths = image.import_paths_from_string(text, len(text), True, False)
        found.append(strokes_of(paths[0]))
    assert found[1] == found[0][::-1], "GIMP begins with the last element, and draws the same strokes of one"
    assert anchors(made) == anchors(found[1]), "the path differs from the file"
    firsts = [points[3] for _, points in made]
    assert firsts[0] > side / 2 and firsts[-1] < 20, "the order is that of merged elements"


def check_svg(dpi):
    image, layer = disks()
    image.set_resolution(dpi, dpi)
    image.clean_all()
    before = snapshot(image)
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "lines ü.svg")
        values = lines(image, [layer], output="svg", file=Gio.File.new_for_path(file))
        root = ElementTree.parse(file).getroot()
        assert abs(float(root.get("width").removesuffix("mm")) - WIDTH * 25.4 / dpi) < 0.001, root.attrib
        assert abs(float(root.get("height").removesuffix("mm")) - HEIGHT * 25.4 / dpi) < 0.001, root.attrib
        assert root.get("viewBox") == f"0 0 {WIDTH}.000 {HEIGHT}.000", root.attrib
        assert len(root.findall(f".//{SVG}path")) == values[0] == 2
        check_import(image, layer, file)
        assert abs(values[3] - values[2] * 25.4 / dpi) < 1e-6 * values[2], values
        before = snapshot(image)
        with open(file, "rb") as first:
            text = first.read()
        lines(image, [layer], output="svg", file=Gio.File.new_for_path(file))
        with open(file, "rb") as second:
            assert second.read() == text, "another file"
        assert os.listdir(folder) == ["lines ü.svg"], os.listdir(folder)
    assert snapshot(image) == before and not image.is_dirty()


def check_width(resolution):
    """The file is as wide as a call says, whatever the resolution; lengths are those of the file."""
    image, layer = disks()
    image.set_resolution(*resolution)
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "wide.svg")
        values = lines(image, [layer], output="svg", file=Gio.File.new_for_path(file), svg_width=300.0)
        root = ElementTree.parse(file).getroot()
        height = 300 * HEIGHT / WIDTH * resolution[0] / resolution[1]
        assert root.get("width") == "300.000mm" and root.get("height") == f"{height:.3f}mm", root.attrib
        assert abs(values[3] - values[2] * 300 / WIDTH) < 1e-6 * values[2], values
        values = lines(image, [layer], output="path", svg_width=300.0)
        assert abs(values[3] - values[2] * 25.4 / resolution[0]) < 1e-6 * values[2], values


def check_selection():
    image, layer = disks((10, 20))
    lines(image, [layer], output="selection")
    bounds = Gimp.Selection.bounds(image)
    assert bounds[1] and abs(bounds[2] - 25) <= 1 and abs(bounds[3] - 45) <= 1, tuple(bounds)
    assert abs(bounds[4] - 116) <= 1 and abs(bounds[5] - 86) <= 1 and not image.get_paths(), tuple(bounds)


def check_selected():
    """Only what is selected becomes lines."""
    image, layer = disks((10, 20))
    image.select_rectangle(Gimp.ChannelOps.REPLACE, 0, 0, 70, 150)
    values = lines(image, [layer])
    check_numbers(values, 1)


def check_vector_layer():
    image, layer = disks()
    image.clean_all()
    assert "vector layer" not in Gimp.get_pdb().lookup_procedure(LINES).get_blurb()     # it is the menu's tooltip in GIMP 3.0, too
    if not Gimp.get_pdb().procedure_exists("gimp-vector-layer-new"):
        refused("vector layers", LINES, image, [layer], output="vector-layer", backend="cpu")
        return
    check_numbers(lines(image, [layer], output="vector-layer"))
    top = image.get_layers()[0]
    assert type(top).__name__ == "VectorLayer" and len(image.get_paths()) == 1, image.get_layers()
    samples = top.get_buffer().get(top.get_buffer().get_extent(), 1.0, "R'G'B'A u8", 0)
    drawn = sum(alpha > 127 for alpha in bytes(samples)[3::4])
    assert 150 < drawn < 700, f"{drawn} pixels are drawn, of 251 of the lines"
    assert top.get_stroke_width() == 1 and top.get_stroke_cap_style() == Gimp.CapStyle.ROUND, top.get_stroke_width()


def channel(layer, i):
    buffer = layer.get_buffer()
    return bytes(buffer.get(buffer.get_extent(), 1.0, "R'G'B'A u8", 0))[i::4]


def check_stroke(cap):
    """A vector layer of a drawn line is as wide, and its ends are those of the line."""
    if not Gimp.get_pdb().procedure_exists("gimp-vector-layer-new"):
        return
    image = new_image(200, 150)
    layer = new_layer(image, WIDTH, HEIGHT)
    ends = 0 if cap == "BUTT" else 4
    levels = [40 if abs(y - 45) <= 4 and max(20 - x, x - 100, 0) <= ends
              and (20 <= x <= 100 or abs(max(20 - x, x - 100) + (y - 45) * 1j) < 4.5) else 220
              for y in range(HEIGHT) for x in range(WIDTH)]
    write(layer, "R'G'B' u8", bytes(level for one in levels for level in 3 * [one]))
    Gimp.context_set_foreground(Gegl.Color.new("black"))
    lines(image, [layer], output="vector-layer", of="dark-lines", low=10.0, high=20.0)
    top = image.get_layers()[0]
    assert abs(top.get_stroke_width() - 9) < 0.3, top.get_stroke_width()
    assert image.get_layers()[1] == layer and not image.get_paths()[0].get_visible(), "the layer's path"
    Gimp.context_set_foreground(Gegl.Color.new("#c02030"))
    lines(image, [layer], output="vector-layer", of="dark-lines", low=10.0, high=20.0, stroke=3.5)
    wide, top = image.get_layers()[1], image.get_layers()[0]
    assert top.get_stroke_width() == 3.5 and top.get_stroke_color().get_rgba()[:3] != wide.get_stroke_color().get_rgba()[:3]
    assert not top.get_enable_fill() and max(channel(top, 3)) == 255, "it is drawn"
    assert top.get_stroke_cap_style() == getattr(Gimp.CapStyle, cap), top.get_stroke_cap_style()


def check_middles(width, name="line-width"):
    """Two drawn rings: each one closed line along its middle, as wide as it was drawn; the width is found,
    or given by the parameter's name or by that of version 0.2."""
    image = new_image(200, 150)
    layer = new_layer(image, WIDTH, HEIGHT)
    levels = [40 if abs(min(abs(x - c + (y - 45) * 1j) for c in (35, 85)) - 20) < 2.5 else 220
              for y in range(HEIGHT) for x in range(WIDTH)]
    write(layer, "R'G'B' u8", bytes(level for one in levels for level in 3 * [one]))
    arguments = {"of": "dark-lines", name: width, "low": 10.0, "high": 20.0}
    values = lines(image, [layer], **arguments)
    check_numbers(values)
    path, = image.get_paths()
    words = path.get_name().split()
    assert words[1:] == "px, Middles of dark lines, 10–20, 0.25 px · CUDA Lines".split(), words
    assert abs(float(words[0]) - 5) < 1 and (not width or words[0] == f"{width:g}"), words
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "rings.svg")
        lines(image, [layer], output="svg", file=Gio.File.new_for_path(file), **arguments)
        strokes = [float(one.get("stroke-width")) for one in ElementTree.parse(file).iter(f"{SVG}path")]
    assert len(strokes) == 2 and all(abs(stroke - 5) < 0.3 for stroke in strokes), strokes
    refused("No line was found", LINES, image, [layer], backend="cpu", **{**arguments, "of": "light-lines", "high": 1500.0})


def check_none():
    image, layer = disks()
    refused("No line was found", LINES, image, [layer], low=1400.0, high=1500.0, backend="cpu")


def check_open():
    image, layer = disks()
    image.select_rectangle(Gimp.ChannelOps.REPLACE, 0, 0, 35, 150)
    refused("nothing to select", LINES, image, [layer], low=25.0, high=60.0, output="selection", backend="cpu")


def check_beside():
    """Nothing of the layer is selected."""
    image, layer = disks((50, 20))
    image.select_rectangle(Gimp.ChannelOps.REPLACE, 0, 0, 40, 150)
    for output in ("path", "selection"):
        refused("No pixel to filter is selected", LINES, image, [layer], backend="cpu", output=output)


def check_twice():
    image, layer = disks()
    check_numbers(lines(image, [layer, layer]))
    assert len(image.get_paths()) == 1, image.get_paths()


def check_other_file():
    """A script that names a photo as the file does not lose it."""
    image, layer = disks()
    with tempfile.TemporaryDirectory() as folder:
        for name, stays in (("photo.jpg", True), ("svg", True), ("a.svg.bak", True), ("ü.SVG", False)):
            file = os.path.join(folder, name)
            with open(file, "w", encoding="utf-8") as other:
                other.write("a photo")
            if stays:
                refused("does not end in .svg", LINES, image, [layer], output="svg", backend="cpu", low=25.0, high=60.0,
                        file=Gio.File.new_for_path(file))
            else:
                lines(image, [layer], output="svg", file=Gio.File.new_for_path(file))
            with open(file, encoding="utf-8") as other:
                assert (other.read() == "a photo") == stays, name
        lines(image, [layer], output="svg", file=Gio.File.new_for_path(os.path.join(folder, "new.txt")))


def check_two():
    image, layer = disks()
    refused("one layer at a time", LINES, image, [layer, new_layer(image, 20, 20)], backend="cpu")


def check_no_file():
    image, layer = disks()
    refused("no file was named", LINES, image, [layer], output="svg", backend="cpu")


def check_bad_file():
    image, layer = disks()
    refused("cannot be written", LINES, image, [layer], output="svg", backend="cpu", low=25.0, high=60.0,
            file=Gio.File.new_for_path("/nowhere/lines.svg"))


def check_indexed():
    image, _ = disks()
    image.convert_indexed(Gimp.ConvertDitherType.NONE, Gimp.ConvertPaletteType.GENERATE, 16, False, False, "")
    refused("Indexed images", LINES, image, image.get_layers(), backend="cpu")


def check_value(argument, value):
    image, layer = disks()
    refused(argument, LINES, image, [layer], **{argument: value})


def cases():
    yield "a path", partial(check_path, (0, 0))
    yield "a path of a layer that lies elsewhere", partial(check_path, (37, -11))
    for dpi in (72, 300, 600):
        yield f"a file at {dpi} dpi", partial(check_svg, dpi)
    for resolution in ((72, 72), (300, 300), (300, 150)):
        yield f"a file of 300 mm at {resolution} dpi", partial(check_width, resolution)
    yield "a selection", check_selection
    yield "what is selected", check_selected
    yield "a vector layer", check_vector_layer
    for cap in ("BUTT", "ROUND"):
        yield f"a vector layer of a line with ends {cap}", partial(check_stroke, cap)
    for width, name in ((0.0, "line-width"), (5.5, "line-width"), (5.5, "width")):
        yield f"middles of drawn lines, {name} {width:g}", partial(check_middles, width, name)
    yield "no edges", check_none
    yield "no closed line", check_open
    yield "a selection beside the layer", check_beside
    yield "thousands of lines", check_many
    yield "one layer twice", check_twice
    yield "a file of another kind", check_other_file
    yield "two layers", check_two
    yield "no file", check_no_file
    yield "a file that cannot be written", check_bad_file
    yield "an indexed image", check_indexed
    for argument, value in (("tolerance", 0.01), ("tolerance", 11.0), ("gap", 11), ("least-length", -1), ("output", "picture"),
                            ("line-width", 25.0), ("width", 25.0), ("of", "holes"), ("stroke", -1.0)):
        yield f"{argument} {value}", partial(check_value, argument, value)
