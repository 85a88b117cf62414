#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Closes or changes a dialog's image while the dialog is open, in a real GIMP, as TAP: the dialog says so or closes, and
nothing crashes. Usage: gone.py PLUG-IN PHOTO"""
import sys

import desktop
from desktop import call_of
from canvas import Canvas
from checking import LOAD, main

IMAGE = "Gimp.get_images()[-1]"
TOP = IMAGE + ".get_layers()[0]"
CLOSE = "Gimp.get_images() and [Gimp.Display.get_by_id(i).delete() for i in range(1, 99) if Gimp.Display.id_is_valid(i)]"
# A change of the image, and the dialog's sentence when the user comes back.
CASES = (
    ("the layer is removed", f"{IMAGE}.remove_layer({TOP})", "no longer there"),
    ("the image is closed", f"({IMAGE}.clean_all(), {CLOSE})", "no longer there"),
    ("the image is cropped", f"{IMAGE}.crop(300, 200, 30, 20)", "has changed"),
    ("the image becomes gray", f"{IMAGE}.convert_grayscale()", "has changed"),
    ("the image becomes indexed",
     f"{IMAGE}.convert_indexed(Gimp.ConvertDitherType.NONE, Gimp.ConvertPaletteType.GENERATE, 16, False, False, '')", "Indexed"),
)


class Gone(Canvas):
    def layers_of_all(self):
        return self.gimp.python("[len(image.get_layers()) for image in Gimp.get_images()]")

    def open(self, photo):
        """Canny's dialog of a new image."""
        gimp = self.gimp
        gimp.python(CLOSE)
        gimp.finish(LOAD.format(photo=photo))
        self.open_by_keys("plug-in-cuda-canny")
        gimp.rest()             # with the keyboard it reads the layer once more; GIMP ends a call that reads a removed one

    def crashed(self):
        return bool(self.gimp.logged("fatal error|crashed"))

    def run_case(self, photo, what, code, words, comes_back):
        """Back in the dialog OK is insensitive; pressed by its key it only gives the reason."""
        gimp = self.gimp
        self.open(photo)
        gimp.python(code)
        before = self.layers_of_all()
        if comes_back:
            gimp.activate("GIMP$|^GNU Image")
            gimp.activate("^CUDA Canny$")
            said = desktop.happens(lambda: words in gimp.logged("trace: status: (.*)")[-1], 10)
            self.check(said, f"{what}: it is said", gimp.logged("trace: status: (.*)")[-1])
        gimp.keys("alt+o")
        gimp.rest()
        if call_of(gimp):
            gimp.activate("^CUDA Canny$")
            gimp.keys("Escape")
        ended = desktop.happens(lambda: not call_of(gimp), 20)
        self.check(ended and not self.crashed() and self.layers_of_all() == before,
                   f"{what}{', OK at once' if not comes_back else ''}: nothing is done and nothing crashes",
                   f"ended {ended}, crashed {self.crashed()}, layers {before} {self.layers_of_all()}")

    def run_all(self, photo):
        for case in CASES:
            for comes_back in (True, False):
                self.run_case(photo, *case, comes_back)


if __name__ == "__main__":
    sys.exit(main(Gone, operations=True))
