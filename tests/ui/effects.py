#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests an effect under a selection, in a real GIMP, as TAP: the preview equals GIMP's canvas, and the dialog describes the
effect in a file. The canvas shows the gaps between lines as transparent, also on a layer without alpha; a merge makes them
black. GIMP's search lists each filter once. Usage: effects.py PLUG-IN PHOTO [FOLDER]: FOLDER gets screenshots."""
import re
import sys

import desktop
from checking import main
from painted import CANNY, FEATHER, HELP, SELECTED, SHARPEN, SOBEL, TITLES, Painted

# All of the lowest layer, as the canvas shows it. The image keeps its size: from 3.2 on GIMP computes an effect from the
# whole layer, as in a file, once that changes.
SAVE = """
def save_canvas(file):
    image = Gimp.get_images()[-1]
    layer = image.get_layers()[-1]
    _, x, y = layer.get_offsets()
    canvas = Gimp.Layer.new_from_visible(image, image, 'canvas')
    image.insert_layer(canvas, None, 0)
    canvas.resize(layer.get_width(), layer.get_height(), -x, -y)
    canvas.set_offsets(0, 0)
    save(canvas, file)
"""
RECTANGLE = "image.select_rectangle(Gimp.ChannelOps.REPLACE, 90, 200, 200, 160)"
CASES = (
    ("an ellipse", SOBEL, (SELECTED,), {}),
    ("an ellipse", CANNY, (SELECTED,), {"thresholds": "otsu"}),
    ("a rectangle, without alpha", CANNY, (RECTANGLE,), {"thresholds": "percentile", "style": "lines"}),
    ("a feathered rectangle, without alpha", CANNY, (RECTANGLE, FEATHER), {"thresholds": "percentile", "style": "lines"}),
    ("a feathered rectangle", CANNY, ("layer.add_alpha()", RECTANGLE, FEATHER), {"thresholds": "percentile", "style": "lines"}),
    ("partly outside a layer elsewhere", SHARPEN, ("image.resize(700, 700, 40, 40)", "layer.set_offsets(71, 23)",
                                                   "image.select_rectangle(Gimp.ChannelOps.REPLACE, 290, 35, 400, 150)"),
     {"method": "deconvolve"}),
)
SAID = "GIMP computes this effect from the selected rectangle alone"


class Effects(Painted):
    def run_effect_in_selection(self, photo, what, procedure, before, values):
        gimp, title = self.gimp, TITLES[procedure]
        name = f"{title}, {what}"
        self.open(photo, procedure, before, {"output": "effect", **values})
        said = desktop.happens(lambda: SAID in gimp.logged("trace: status: (.*)")[-1], 10)
        self.check(said, f"{name}: it is said", gimp.logged("trace: status: (.*)")[-1])
        if len(sys.argv) > 3:
            gimp.screenshot(f"{sys.argv[3]}/{procedure}-{gimp.environment['LANG'][:2]}.png")
        seen, area = self.see()
        self.check(self.accept(title), f"{name}: OK")
        file = gimp.folder / "effect.png"
        gimp.python(f"save_canvas('{file}')")
        self.compare_picture(name, seen, area, file, (512, 512))

    def run_actions(self):
        """All that GIMP's search has is in a file that GIMP writes when it ends."""
        file = self.gimp.folder / "gimp" / "shortcutsrc"
        self.gimp.script("(gimp-quit 1)")
        desktop.happens(lambda: "filters-edge-sobel" in file.read_text(encoding="utf-8"), 30)
        ours = sorted(re.findall(r'"(.*cuda.*?)"', file.read_text(encoding="utf-8").replace(" ", "\n")))
        self.check(ours == sorted(desktop.KEYS), "GIMP's search has each filter once, and nothing else of ours", str(ours))

    def run_all(self, photo):
        for case in CASES:
            self.run_effect_in_selection(photo, *case)
        self.run_actions()


if __name__ == "__main__":
    desktop.Desktop.DIGEST += "\n" + HELP + SAVE
    sys.exit(main(Effects, operations=True))
