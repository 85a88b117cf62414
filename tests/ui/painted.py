#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Paints on the layer, its mask or the selection while a dialog is open, in a real GIMP, as TAP: with every output OK gives the
result of a call on the changed image, and the preview follows. Usage: painted.py PLUG-IN PHOTO"""
import sys

import desktop
from desktop import call_of
from checking import LOAD, main
from clicked import Clicked

CLOSE = "[Gimp.Display.get_by_id(i).delete() for i in range(1, 999) if Gimp.Display.id_is_valid(i)]"
# Selects a drawable, for a call and for a dialog.
HELP = """from gi.repository import Gio, Gimp
def do(*code):
    image = Gimp.get_images()[-1]
    for line in code:
        exec(line, globals(), {'image': image, 'layer': image.get_layers()[-1]})
    Gimp.displays_flush()
def select(drawable):
    if isinstance(drawable, Gimp.LayerMask):
        layer = Gimp.Layer.from_mask(drawable)
        drawable.get_image().set_selected_layers([layer])
        layer.set_edit_mask(True)
    elif isinstance(drawable, Gimp.Channel):
        drawable.get_image().set_selected_channels([drawable])
    else:
        drawable.get_image().set_selected_layers([drawable])
def paint(drawable, x, y, width, height):
    area = Gegl.Rectangle.new(x, y, width, height)
    buffer = drawable.get_buffer()
    buffer.set(area, "R'G'B' u8", bytes([255, 0, 99, 70, 31][i % 5] for i in range(width * height * 3)))
    buffer.flush()
    drawable.update(x, y, width, height)
def mask():
    layer = Gimp.get_images()[-1].get_layers()[-1]
    mask = layer.create_mask(Gimp.AddMaskType.COPY)
    layer.add_mask(mask)
    return mask
def channel():
    image = Gimp.get_images()[-1]
    channel = Gimp.Channel.new_from_component(image, Gimp.ChannelType.GREEN, 'green')
    image.insert_channel(channel, None, 0)
    return channel
def group():
    image = Gimp.get_images()[-1]
    group = Gimp.GroupLayer.new(image, 'group')
    image.insert_layer(group, None, 0)
    image.reorder_item(image.get_layers()[-1], group, 0)
    return group
def all_of(image):
    found = []
    for layer in image.get_layers():
        found += [layer] + ([layer.get_mask()] if layer.get_mask() else [])
    return found + image.get_channels()
def pixels(image):
    for layer in image.get_layers():
        if layer.get_filters():
            layer.merge_filters()
    paths = [image.export_path_to_string(path) for path in image.get_paths()]
    return [digest(drawable) for drawable in all_of(image)] + paths
def save(layer, file):
    image = Gimp.Image.new(layer.get_width(), layer.get_height(), Gimp.ImageBaseType.RGB)
    image.insert_layer(Gimp.Layer.new_from_drawable(layer, image), None, 0)
    Gimp.file_save(Gimp.RunMode.NONINTERACTIVE, image, Gio.File.new_for_path(file), None)
    image.delete()
def called(name, values, file=None):
    '''What a call makes of the image as it is; its topmost layer in a file.'''
    image = Gimp.get_images()[-1].duplicate()
    drawables = image.get_selected_drawables()
    procedure = Gimp.get_pdb().lookup_procedure(name)
    config = procedure.create_config()
    config.set_property('image', image)
    config.set_core_object_array('drawables', drawables)
    for key, value in values.items():
        config.set_property(key, value)
    done = procedure.run(config).index(0)
    answer = pixels(image)
    if file:
        save(image.get_layers()[0], file)
    image.delete()
    return (done.value_nick.upper(), answer)
def found():
    return ('SUCCESS', pixels(Gimp.get_images()[-1]))
"""
SELECTED = "image.select_ellipse(Gimp.ChannelOps.REPLACE, 40, 30, 300, 200)"
PAINT = "paint(image.get_selected_drawables()[0], 90, 60, 180, 130)"
PAINT_IN_GROUP = "paint(layer.get_children()[0], 90, 60, 180, 130)"
FEATHER = "Gimp.Selection.feather(image, 30)"
OTHER = "image.select_rectangle(Gimp.ChannelOps.REPLACE, 200, 20, 190, 290)"
NONE = "Gimp.Selection.none(image)"
MOVE = "layer.set_offsets(37, -21)"
SOBEL, CANNY, SHARPEN = "plug-in-cuda-sobel", "plug-in-cuda-canny", "plug-in-cuda-sharpen"
LINES = "plug-in-cuda-lines"
TITLES = {SOBEL: "CUDA Sobel", CANNY: "CUDA Canny", SHARPEN: "CUDA Sharpen", LINES: "CUDA Lines"}
# The changed item, the open dialog, the actions before and meanwhile, and the values.
CASES = (
    ("a layer is painted", SOBEL, (), (PAINT,), {"output": "new-layer"}),
    ("a layer is painted", SOBEL, (), (PAINT,), {"output": "replace"}),
    ("a layer is painted", CANNY, (), (PAINT,), {"output": "new-layer", "thresholds": "otsu"}),
    ("a layer is painted", CANNY, (), (PAINT,), {"output": "effect", "thresholds": "otsu"}),
    ("a selected part is painted", SOBEL, (SELECTED,), (PAINT,), {"output": "replace"}),
    ("a selected part is painted", CANNY, (SELECTED,), (PAINT,),
     {"output": "replace", "thresholds": "percentile", "style": "lines"}),
    ("a selected part is painted", SHARPEN, (SELECTED,), (PAINT,), {"output": "new-layer"}),
    ("a selected part is painted", CANNY, (SELECTED,), (PAINT,), {"output": "effect", "thresholds": "percentile"}),
    ("a layer mask is painted", SOBEL, ("select(mask())",), (PAINT,), {"output": "replace"}),
    ("a layer mask is painted", SOBEL, ("select(mask())",), (PAINT,), {"output": "new-layer"}),
    ("a channel is painted", SOBEL, ("select(channel())",), (PAINT,), {"output": "replace"}),
    ("a layer in a group is painted", SOBEL, ("select(group())",), (PAINT_IN_GROUP,), {"output": "new-layer"}),
    ("the selection is feathered", SOBEL, (SELECTED,), (FEATHER,), {"output": "replace"}),
    ("the selection is another", CANNY, (SELECTED,), (OTHER,), {"output": "replace", "thresholds": "otsu"}),
    ("the selection is another", CANNY, (SELECTED,), (OTHER,), {"output": "effect", "thresholds": "otsu"}),
    ("the selection goes, and a layer is painted", SOBEL, (SELECTED,), (NONE, PAINT), {"output": "replace"}),
    ("a selection comes, and a layer is painted", SOBEL, (), (OTHER, PAINT), {"output": "replace"}),
    ("the layer moves under the selection", SOBEL, (SELECTED,), (MOVE,), {"output": "replace"}),
    ("a layer is painted", LINES, (), (PAINT,), {"output": "path"}),
    ("the selection is another", LINES, (SELECTED,), (OTHER,), {"output": "path"}),
)


class Painted(Clicked):
    def do(self, *code):
        self.gimp.python(f"do(*{list(code)})")

    def open(self, photo, procedure, before, values):
        """The dialog of a new image, with values as the last time."""
        gimp = self.gimp
        gimp.python(CLOSE)
        gimp.finish(LOAD.format(photo=photo))
        self.do(*before)
        folder = gimp.folder / "gimp" / "plug-in-settings"
        folder.mkdir(exist_ok=True)
        (folder / f"GimpProcedureConfigRun-{procedure}.last").write_text(
            "".join(f'({key} "{value}")\n' for key, value in values.items()), encoding="utf-8")
        self.open_by_keys(procedure)
        for key, value in values.items():
            if not self.has_value(key, value):
                self.check(False, f"{key} is {value}", gimp.logged("trace: values (.*)")[-1])

    def count(self):
        """How often the dialog has read the layer anew, and rendered."""
        return len(self.gimp.logged("read anew")), len(self.gimp.logged(r"mark \d+ render"))

    def come_back(self, title, read, rendered):
        """Whether the dialog notices, and shows a newer result than when it was counted; it may have done so before, because a
        busy machine tells it late that it has the keyboard."""
        gimp = self.gimp
        gimp.activate("GIMP$|^GNU Image")
        gimp.activate(f"^{title}$")
        return (desktop.happens(lambda: len(gimp.logged("read anew")) > read, 10)
                and desktop.happens(lambda: len(gimp.logged(r"mark \d+ render")) > rendered, 20))

    def accept(self, title):
        """OK at once, and again if it was insensitive then, because with the keyboard the dialog checks the layer."""
        for _ in range(2):
            if self.gimp.windows(f"^{title}$"):
                self.gimp.activate(f"^{title}$")
                self.gimp.keys("alt+o")
                desktop.happens(lambda: not self.gimp.windows(f"^{title}$"), 1)
        return desktop.happens(lambda: not call_of(self.gimp), 30)

    def run_case(self, photo, case, comes_back):
        what, procedure, before, meanwhile, values = case
        gimp, title = self.gimp, TITLES[procedure]
        name = f"{what}, {title}, {', '.join(values.values())}"
        self.open(photo, procedure, before, values)
        counted = self.count()
        self.do(*meanwhile)
        expected = gimp.python(f"called('{procedure}', {values})")
        if comes_back:
            self.check(self.come_back(title, *counted), f"{name}: the dialog follows")
        ended = self.accept(title)
        found = gimp.python("found()")
        self.check(ended and found == expected, f"{name}{'' if comes_back else ', OK at once'}: OK does what a call does",
                   f"{ended}\n# {found}\n# {expected}")

    def run_erased(self, photo):
        """An erased edge stays erased in the changed image, and no other edge is erased."""
        gimp = self.gimp
        gimp.python(CLOSE)
        gimp.finish(LOAD.format(photo=photo))
        values = {"low": 40.0, "high": 80.0, "output": "new-layer"}
        x, _ = self.find_edge()
        self.open_at(x, lambda: self.open(photo, CANNY, (), {"output": "new-layer"}))
        self.erase()
        self.do("paint(layer, 300, 300, 200, 200)")
        file = gimp.folder / "erased.png"
        gimp.python(f"called('{CANNY}', {values}, '{file}')")
        expected = gimp.picture(file)[..., 0].tobytes()
        ended = self.accept("CUDA Canny")
        found = self.top()
        size = int(gimp.logged(r"trace: edge of (\d+)")[-1])
        gone = [i for i, (a, b) in enumerate(zip(expected, found)) if a != b]
        self.check(ended and len(gone) == size and not any(found[i] for i in gone) and not found[256 * 512 + x],
                   "an edge that was erased stays so in the image as it is, and no other goes",
                   f"{ended}, {len(gone)} pixels differ, it had {size}")

    def run_untouched(self, photo):
        """Nobody changed anything: neither coming back nor OK reads anew."""
        gimp = self.gimp
        self.open(photo, SOBEL, (SELECTED,), {"output": "replace"})
        read = len(gimp.logged("read anew"))
        same = len(gimp.logged("checked: the same"))
        gimp.activate("GIMP$|^GNU Image")
        gimp.activate("^CUDA Sobel$")
        checked = desktop.happens(lambda: len(gimp.logged("checked: the same")) > same, 10)
        self.check(checked and self.accept("CUDA Sobel") and len(gimp.logged("read anew")) == read
                   and len(gimp.logged("checked: the same")) >= same + 2, "what nobody changed is not read anew")

    def run_all(self, photo):
        for case in CASES:
            self.run_case(photo, case, False)
        for case in CASES:
            self.run_case(photo, case, True)
        self.run_untouched(photo)
        self.run_erased(photo)


if __name__ == "__main__":
    desktop.Desktop.DIGEST += "\n" + HELP
    sys.exit(main(Painted, operations=True))
