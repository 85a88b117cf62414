#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests the dialogs on the smallest screen, in every language, as TAP: each fits it, and no widget leaves its pane.
Usage: narrow.py PLUG-IN PHOTO"""
import re
import sys

import checking
import desktop
from checking import WITH_TOP
from dialog import CASES

WIDTH, HEIGHT = 900, 600
LANGUAGES = (None, "cs", "de", "es", "fr", "zh_CN")


class Narrow(checking.Exact):
    def run_case(self, procedure, title):
        ended = self.open_top(procedure)
        x, y, width, height = self.place_of_window()
        edge = self.place_of("recipe menu")
        self.check(edge[0] + edge[2] < width, f"{title} shows all of its parameters' width", f"{edge} of {width}")
        strip = self.place_of("strip")
        self.check(strip[0] + strip[2] < width and strip[1] + strip[3] < height - 30,
                   f"{title} shows what OK will do", f"{strip} of {width} × {height}")
        self.check(edge[0] + edge[2] == strip[0] + strip[2], f"{title}: rows that are scrolled end where the others do",
                   f"{edge}, {strip}")
        self.check(x >= 0 and y >= 0 and x + width <= WIDTH and y + height <= HEIGHT,
                   f"{title} is on a screen of {WIDTH} × {HEIGHT}", f"{width} × {height} at {x}, {y}")
        german = self.gimp.environment.get("LANGUAGE") == "de"
        if german:
            self.run_german(title)
        if german and title == "CUDA Sharpen":
            self.close_with_ok(ended)
            name = self.gimp.ask(WITH_TOP, "(car (gimp-item-get-name layer))")
            self.check(name == "σ 3, ×0.5 · CUDA Schärfen", "and so is the new layer, its numbers first", name)
            return
        self.gimp.keys("Escape")
        desktop.wait_for(ended.exists, "end of the call")

    def run_german(self, title):
        status = self.gimp.logged("trace: status: (.*)")[-1]
        self.check("CPU (" not in status and "Lines: " not in status, f"{title} is in German, beside the operations, too", status)
        if title == "CUDA Sharpen":
            self.check(self.gimp.windows("^CUDA Schärfen$"), "and called as in the menu")
        if title == "CUDA Canny":
            self.check(self.gimp.logged("trace: views: menu"), "its views are a menu, where their words would be cut")
            for _ in range(3):
                self.gimp.rest()        # the bar may move, and the menu chooses what appears under the mouse
                x, y, width, height = self.place_of("bar")
                self.gimp.click(x + width - 20, y + height / 2)
                self.gimp.rest()
                self.gimp.keys("Down", "Return")
                if desktop.happens(lambda: "show=1" in self.gimp.logged(r"trace: view: (.*)")[-1].split(), 3):
                    break
            self.check("show=1" in self.gimp.logged(r"trace: view: (.*)")[-1].split(),
                       "which shows what is chosen in it", self.gimp.logged(r"trace: view: (.*)")[-1])

    def run_zoom(self):
        """100 % is as large as GIMP's, which counts pixels as large as those of a screen at scale 1."""
        ended = self.open_top("plug-in-cuda-sobel")
        self.gimp.keys("s")             # the preview's keys work from anywhere
        self.press("1", "zoom=2")
        self.gimp.keys("0")
        fits = desktop.happens(lambda: 1 < self.scale() < 2, 5)
        self.check(fits, "and a picture that is too large for that fills the preview", str(self.scale()))
        self.gimp.keys("Escape")
        desktop.wait_for(ended.exists, "end of the call")

    def scale(self):
        return float(re.findall(r"scale=(\S+)", self.gimp.logged(r"trace: view: (.*)")[-1])[0])

    def run_folded(self):
        """With the result on GIMP's canvas the window is as small as GIMP's own dialogs."""
        ended = self.open_top("plug-in-cuda-canny")
        for _ in range(3):
            x, y, _, height = self.place_of("strip")
            self.gimp.click(x + 12, y + height - 12)
            if desktop.happens(lambda: self.gimp.logged("trace: preview: folded"), 5):
                break
        self.gimp.rest()
        x, y, width, height = self.place_of_window()
        self.check(width <= 448 and x + width >= WIDTH - 8 and y + height <= HEIGHT,
                   "folded, Canny is a window of 448 pixels at most, at the edge of the screen", f"{width} × {height} at {x}, {y}")
        self.gimp.keys("Escape")
        desktop.wait_for(ended.exists, "end of the call")

    def run_all(self, _):
        if self.gimp.environment["GDK_SCALE"] == "2":
            self.run_zoom()
            return
        for procedure, title, *_ in (*CASES, ("plug-in-cuda-lines", "CUDA Lines")):
            self.run_case(procedure, title)
        self.run_folded()


if __name__ == "__main__":
    sys.exit(checking.main(Narrow, size=f"{WIDTH}x{HEIGHT}", languages=LANGUAGES, scales=(1, 2), operations=True))
