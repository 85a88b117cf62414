#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Files of the dialogs that are not what they should be, in a real GIMP, as TAP: nothing hangs, nothing is lost, and it
is said. Usage: files.py PLUG-IN PHOTO"""
import os
import sys

import desktop
from checking import main
from features import Features

STRAY = "[canny: Mine]\nfilter=canny\nparameters=low=1\nthis line is no setting\n"


class Files(Features):
    def open_and_close(self):
        ended = self.open_top("plug-in-cuda-canny", "CUDA Canny")
        area = self.place_of("preview")
        self.gimp.click(area[0] + 2, area[1] + 2)
        self.press("plus", "show=0")
        self.gimp.keys("Escape")
        desktop.wait_for(ended.exists, "end of the call")

    def run_all(self, _):
        recipes = self.gimp.folder / "gimp" / "cuda-edges-recipes.ini"
        state = self.gimp.folder / "gimp" / "cuda-edges-dialogs.ini"

        recipes.write_text(STRAY, encoding="utf-8")
        os.mkfifo(state)
        self.open_and_close()
        self.check(self.gimp.logged("trace: recipes: .*is left as it is.*this line"), "recipes with a stray line are said")
        self.check(state.is_fifo(), "a pipe in place of the dialogs' file neither hangs nor is replaced")

        ended = self.open_top("plug-in-cuda-canny", "CUDA Canny")
        self.click_place("save recipe")
        self.gimp.activate("^Save Recipe$")
        self.gimp.type("Another")
        self.gimp.keys("Return")
        desktop.pause(1)
        self.gimp.keys("Escape")        # the sentence
        self.gimp.activate("^CUDA Canny$")
        self.gimp.keys("Escape")
        desktop.wait_for(ended.exists, "end of the call")
        self.check(recipes.read_text(encoding="utf-8") == STRAY, "and saving another does not overwrite them",
                   recipes.read_text(encoding="utf-8"))

        state.unlink()
        state.write_text("[view]\nwidth=512\nheight=512\nzoom=nan\nx=inf\ny=-nan\n[canny]\nsplit=nan\nwidth=-5\n"
                         "controls=2000000000\n", encoding="utf-8")
        self.open_and_close()
        self.check(self.gimp.logged("trace: view: (.*)")[-1].startswith("zoom=1.5 x=256 y=256 "),
                   "numbers that are none are forgotten", self.gimp.logged("trace: view: (.*)")[-1])


if __name__ == "__main__":
    sys.exit(main(Files))
