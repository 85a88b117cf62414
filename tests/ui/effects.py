#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""An effect under a selection, in a real GIMP, as TAP: the preview is what GIMP shows then, and the dialog says what a file
will show. Usage: effects.py PLUG-IN PHOTO [FOLDER]: screenshots go to the last."""
import sys

import desktop
from checking import WITH_TOP, main
from features import SAVE_TOP
from painted import CANNY, HELP, SELECTED, SHARPEN, SOBEL, TITLES, Painted

CASES = (
    ("an ellipse", SOBEL, (SELECTED,), {}),
    ("an ellipse", CANNY, (SELECTED,), {"thresholds": "otsu"}),
    ("a feathered rectangle", CANNY, ("layer.add_alpha()",
                                      "image.select_rectangle(Gimp.ChannelOps.REPLACE, 90, 200, 200, 160)",
                                      "Gimp.Selection.feather(image, 20)"), {"thresholds": "percentile", "style": "lines"}),
    ("partly outside a layer elsewhere", SHARPEN, ("layer.set_offsets(31, -17)",
                                                   "image.select_rectangle(Gimp.ChannelOps.REPLACE, 250, -5, 400, 150)"),
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
        gimp.python("pixels(Gimp.get_images()[-1])")
        file = gimp.folder / "effect.png"
        gimp.finish(WITH_TOP.format(body=SAVE_TOP.format(file=file)))
        self.compare_picture(name, seen, area, file, (512, 512))

    def run_all(self, photo):
        for case in CASES:
            self.run_effect_in_selection(photo, *case)


if __name__ == "__main__":
    desktop.Desktop.DIGEST += "\n" + HELP
    sys.exit(main(Effects, operations=True))
