#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests the dialog with three open images, as TAP: it changes its own image alone, and the color of lines is GIMP's foreground
color, which Cancel restores. Usage: several.py PLUG-IN PHOTO"""
import sys

import desktop
from desktop import call_of
from checking import LOAD, main
from painted import CANNY, CLOSE, HELP, Painted

# Images in the order they were opened.
IMAGES = """
def images():
    return sorted(Gimp.get_images(), key=lambda image: image.get_id())
def displays():
    return [Gimp.Display.get_by_id(i) for i in range(1, 999) if Gimp.Display.id_is_valid(i)]
def effects():
    return [len(image.get_layers()[-1].get_filters()) for image in images()]
def wanted(index):
    '''What a call makes of an image as it is.'''
    image = images()[index].duplicate()
    procedure = Gimp.get_pdb().lookup_procedure('plug-in-cuda-canny')
    config = procedure.create_config()
    config.set_property('image', image)
    config.set_core_object_array('drawables', image.get_layers())
    procedure.run(config)
    answer = digest(image.get_layers()[0])
    image.delete()
    return answer
def foreground():
    return [round(value, 2) for value in Gimp.context_get_foreground().get_rgba()][:3]
def set_foreground(name):
    return Gimp.context_set_foreground(Gegl.Color.new(name))
def line_colors():
    '''Of the pixels of the topmost layer that are not transparent.'''
    layer = images()[-1].get_layers()[0]
    area = Gegl.Rectangle.new(0, 0, layer.get_width(), layer.get_height())
    data = layer.get_buffer().get(area, 1.0, "R'G'B'A u8", Gegl.AbyssPolicy.NONE)
    return sorted({tuple(data[i:i + 3]) for i in range(0, len(data), 4) if data[i + 3]})
"""


class Several(Painted):
    def run_images(self, photo):
        gimp = self.gimp
        gimp.python(CLOSE)
        for _ in range(3):
            gimp.finish(LOAD.format(photo=photo))
        gimp.python("[paint(image.get_layers()[0], 40 * i, 90, 120, 70) for i, image in enumerate(images())]")
        wanted = gimp.python("wanted(1)")
        (gimp.folder / "gimp" / "cuda-edges-dialogs.ini").write_text("[canny]\ncanvas=true\nunfolded=true\n", encoding="utf-8")
        gimp.python("displays()[1].present()")
        self.open_by_keys(CANNY)
        self.check(desktop.happens(lambda: gimp.python("effects()") == "[0, 1, 0]", 20),
                   "of three images the canvas of the one that the dialog is about shows its result", gimp.python("effects()"))

        gimp.python("(paint(images()[2].get_layers()[0], 300, 300, 90, 80), Gimp.displays_flush())")
        gimp.python("(images()[0].get_layers()[0].invert(True), Gimp.displays_flush())")
        gimp.activate("GIMP$|^GNU Image")
        gimp.activate("^CUDA Canny$")
        others = gimp.python("[pixels(images()[i]) for i in (0, 2)]")
        ended = self.accept("CUDA Canny")
        self.check(ended and gimp.python("[len(image.get_layers()) for image in images()]") == "[1, 2, 1]"
                   and gimp.python("digest(images()[1].get_layers()[0])") == wanted,
                   "OK makes a layer of that image alone", gimp.python("[len(image.get_layers()) for image in images()]"))
        self.check(gimp.python("[pixels(images()[i]) for i in (0, 2)]") == others and gimp.python("effects()") == "[0, 0, 0]",
                   "and what was done to the others meanwhile stays", gimp.python("effects()"))

    def choose_color(self, key, happened):
        """In the menu of the button, again if a busy machine lost the click or the key."""
        for _ in range(3):
            x, y, width, height = self.place_of("line color")
            self.gimp.click(x + width // 2, y + height // 2, 3)
            self.gimp.screen.settle()
            self.gimp.keys(key)
            if desktop.happens(happened, 5):
                return True
        return False

    def run_line_color(self, photo):
        gimp = self.gimp
        values = {"style": "lines", "output": "new-layer"}
        (gimp.folder / "gimp" / "cuda-edges-dialogs.ini").unlink(missing_ok=True)
        gimp.python("set_foreground('red')")
        self.open(photo, CANNY, (), values)
        asked = len(gimp.logged(r"mark \d+ changed"))
        self.check(self.choose_color("w", lambda: len(gimp.logged(r"mark \d+ changed")) > asked),
                   "another color of lines is rendered")
        self.check(gimp.python("foreground()") == "[1.0, 1.0, 1.0]", "and is GIMP's", gimp.python("foreground()"))
        self.check(self.accept("CUDA Canny") and gimp.python("line_colors()") == "[(255, 255, 255)]", "OK draws with it",
                   gimp.python("line_colors()")[:200])

        self.open(photo, CANNY, (), values)
        self.check(self.choose_color("k", lambda: gimp.python("foreground()") == "[0.0, 0.0, 0.0]"), "a color is another at once")
        gimp.activate("^CUDA Canny$")
        gimp.keys("Escape")
        self.check(desktop.happens(lambda: gimp.python("foreground()") == "[1.0, 1.0, 1.0]", 10), "Cancel gives it back",
                   gimp.python("foreground()"))

    def run_all(self, photo):
        self.run_images(photo)
        self.run_line_color(photo)


if __name__ == "__main__":
    desktop.Desktop.DIGEST += "\n" + HELP + IMAGES
    sys.exit(main(Several, operations=True))
