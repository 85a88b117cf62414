#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The dialogs on the smallest screen, in the language with the longest words, as TAP: all of them is on it.
Usage: narrow.py PLUG-IN PHOTO"""
import re
import sys

import checking
import desktop
from dialog import CASES

WIDTH, HEIGHT = 900, 600


class Narrow(checking.Exact):
    def run_case(self, procedure, title):
        ended = self.open_top(procedure, title)
        window = self.gimp.xdotool("getactivewindow").strip()
        x, y, width, height = map(int, re.findall(r"(?:X|Y|WIDTH|HEIGHT)=(-?\d+)",
                                                  self.gimp.xdotool("getwindowgeometry", "--shell", window)))
        self.check(x >= 0 and y >= 0 and x + width <= WIDTH and y + height <= HEIGHT,
                   f"{title} is on a screen of {WIDTH} × {HEIGHT}", f"{width} × {height} at {x}, {y}")
        self.gimp.keys("Escape")
        desktop.wait_for(ended.exists, "end of the call")

    def run_all(self, _):
        for procedure, title, *_ in CASES:
            self.run_case(procedure, title)


if __name__ == "__main__":
    sys.exit(checking.main(Narrow, size=f"{WIDTH}x{HEIGHT}", language="de"))
