#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests what is seen first, in a real GIMP, as TAP: sharpening opens at 100 % where most detail is, the other filters with
values that fit a large picture, nothing moves when something comes late, and beside the canvas each row is in sight.
Usage: sights.py PLUG-IN PHOTO SIZE-OF-THE-SCREEN"""
import re
import sys

import checking
import desktop
from checking import WITH_TOP
from desktop import numpy

FILTERS = ("sobel", "laplacian", "canny", "line-art", "sharpen")
# A photo of 9 megapixels, soft but for a part of it.
SIDE, PART = 3000, (2300, 400, 300, 200)
ENLARGE = f"""(gimp-image-scale image {SIDE} {SIDE})
  (gimp-image-select-rectangle image CHANNEL-OP-REPLACE {" ".join(map(str, PART))})
  (gimp-drawable-edit-fill layer FILL-PATTERN)
  (gimp-selection-none image)"""
# What the defaults show at 1500 pixels.
FITTED = (("sobel", "gain=1.41"), ("laplacian", "sigma=2.8 threshold=1.3"), ("canny", "sigma=2.8 low=20 high=40 width=2"),
          ("lines", "sigma=2.8 low=20 high=40 least-length=16"))
DEFAULT = (("sobel", "gain=1"), ("canny", "sigma=1.4 low=40 high=80 width=1"))
WHITE = f"""(let* ((all (car (gimp-layer-new image "White" {SIDE} {SIDE} RGB-IMAGE 100 LAYER-MODE-NORMAL))))
    (gimp-image-insert-layer image all 0 0)
    (gimp-drawable-fill all FILL-WHITE))"""


class Sights(checking.Exact):
    def open(self, name):
        return self.open_top(f"plug-in-cuda-{name}")

    def cancel(self, ended):
        self.gimp.keys("Escape")
        desktop.wait_for(ended.exists, "end of the call")

    def has_values(self, text):
        return all(self.has_value(*value.split("=")) for value in text.split())

    def view(self):
        found = re.search(r"zoom=(\S+) x=(\S+) y=(\S+)", self.gimp.logged(r"trace: view: (.*)")[-1])
        return tuple(map(float, found.groups()))

    def run_detail(self):
        """Sharpening alone opens at 100 %; a chosen zoom is of its filter."""
        zoom = int(self.gimp.environment["GDK_SCALE"])
        for _ in range(2):
            ended = self.open("sharpen")
            scale, x, y = self.view()
            left, top, width, height = PART
            near = abs(x - left - width / 2) < 250 and abs(y - top - height / 2) < 200
            self.check(scale == zoom and near, "sharpening opens at 100 % where most detail is", f"{scale}, {x}, {y}")
            self.cancel(ended)
        ended = self.open("canny")
        self.check(self.view()[0] == 0, "and Canny of the same photo shows all of it", f"{self.view()}")
        self.press("1", f"zoom={zoom}")
        self.cancel(ended)
        ended = self.open("sharpen")
        self.press("0", "zoom=0")
        self.cancel(ended)
        ended = self.open("canny")
        self.check(self.view()[0] == zoom, "until 100 % is chosen there", f"{self.view()}")
        self.cancel(ended)
        ended = self.open("sharpen")
        self.check(self.view()[0] == 0, "and sharpening opens as it was left", f"{self.view()}")
        self.cancel(ended)

    def run_fitted(self):
        """Canceled, a first opening stays the first; what OK has used stays."""
        for name, values in FITTED + FITTED[2:3]:
            ended = self.open(name)
            self.check(self.has_values(values), f"{name} opens with what fits", self.gimp.logged(r"trace: values (.*)")[-1])
            self.cancel(ended)
        for name, values in DEFAULT:
            ended = self.open(name)
            self.gimp.keys("alt+f", "Home", "Down")
            self.check(desktop.happens(lambda values=values: self.has_values(values), 5),
                       f"{name} has its default values when they are chosen", self.gimp.logged(r"trace: values (.*)")[-1])
            self.close_with_ok(ended)
            ended = self.open(name)
            self.check(self.has_values(values), "and keeps them", self.gimp.logged(r"trace: values (.*)")[-1])
            self.cancel(ended)
            self.gimp.finish(WITH_TOP.format(body="(gimp-image-remove-layer image layer)"))

    def run_late(self):
        """The image's noise and the pictures of stages come after the picture, and move no row."""
        n = {name: len(self.gimp.logged(f"trace: {name} at ")) for name in ("advanced", "strip", "stages", "bar")}
        ended = self.open("sharpen")
        desktop.wait_for(lambda: self.gimp.logged("trace: noise: "), "the noise")
        self.gimp.rest()
        for name, before in n.items():
            places = self.gimp.logged(f"trace: {name} at (.*)")[before:]
            self.check(len({tuple(place.split()[1::2]) for place in places}) == 1, f"{name} stays in its row", f"{places}")
        self.cancel(ended)

    def run_empty(self):
        """While the first result is being computed both sides show the picture, here a white one, and no words but “Before”."""
        self.gimp.finish(WITH_TOP.format(body=WHITE))
        n_rows, n_first = len(self.gimp.logged("trace: all rows")), len(self.gimp.logged("first result"))
        ended = self.gimp.script(WITH_TOP.format(body=checking.OPEN.format(procedure="plug-in-cuda-line-art")))
        desktop.wait_for(lambda: len(self.gimp.logged("trace: all rows")) > n_rows, "all rows")
        window = self.gimp.activate("^CUDA ")
        desktop.happens(lambda: self.gimp.logged("trace: preview at "), 5)
        x, y, width, height = self.place_of("preview")
        left, top = self.gimp.screen.place_of(window)[:2]
        side = min(width, height)
        seen = self.gimp.screen.pixels(left + x + width // 2 + 20, top + y + height // 2 + 20, side // 2 - 40,
                                       side // 2 - 30)
        early = len(self.gimp.logged("first result")) == n_first
        self.check(not early or (numpy.asarray(seen) == 255).all(), "without a result there is the picture, and no words on it",
                   f"early {early}, darkest {numpy.asarray(seen).min()}")
        self.cancel(ended)
        self.gimp.finish(WITH_TOP.format(body="(gimp-image-remove-layer image layer)"))

    def toggle_canvas(self, state):
        x, y, _, height = self.place_of("strip")
        scale = int(self.gimp.environment["GDK_SCALE"])
        self.repeat(lambda: self.gimp.click((x + 12) * scale, (y + height - 12) * scale),
                    lambda: self.gimp.logged("trace: preview: (.*)")[-1:] == [state], "On canvas", 5)
        self.gimp.rest()

    def check_beside(self, name):
        """Where the window is, and whether its last scrolled row and its last row of all are in sight."""
        x, y, width, height = self.place_of_window()
        screen = tuple(map(int, self.gimp.size.split("x")))
        self.check(x + width >= screen[0] - 8 and y < 100 and y + height <= screen[1],
                   f"{name}: the window is at the edge of the screen", f"{width} × {height} at {x}, {y} of {screen}")
        opened = self.gimp.logged("trace: advanced: (.*)")[-1] == "open"
        last, seen = self.place_of("compare" if opened else "advanced"), self.place_of("parameters")
        self.check(last[1] + last[3] <= seen[1] + seen[3], f"{name}: each row is in sight", f"{last} in {seen}")

    def run_beside(self):
        for name in FILTERS:
            ended = self.open(name)
            before = self.place_of_window()
            self.toggle_canvas("folded")
            self.check_beside(name)
            if name == "sobel" and self.gimp.environment["GDK_SCALE"] == "1":
                self.unfold()
                self.check_beside(f"{name} with its advanced rows")
                self.click_until("advanced", lambda: self.gimp.logged("trace: advanced: (.*)")[-1] == "folded", seconds=2)
            self.toggle_canvas("open")
            after = self.place_of_window()
            self.check(all(abs(a - b) <= 2 for a, b in zip(after, before)), f"{name}: it goes back", f"{after}, before {before}")
            self.cancel(ended)

    def run_erased(self):
        """What the preview says goes with it; what is erased stays in sight."""
        ended = self.open("canny")
        self.press("0", "zoom=0")
        x, y, width, height = self.place_of("preview")
        n = len(self.gimp.logged(r"trace: erased [1-9]"))
        self.gimp.screen.hold("Shift_L", True)
        self.gimp.drag(x + width / 2 - 60, y + height / 2 - 60, x + width / 2 + 60, y + height / 2 + 60)
        self.gimp.screen.hold("Shift_L", False)
        desktop.wait_for(lambda: len(self.gimp.logged(r"trace: erased [1-9]")) > n, "erased edges")
        x, y, width, height = self.place_of("stages")
        self.click_until("stages", lambda: self.gimp.logged("trace: looks at "), seconds=3)
        self.check(desktop.happens(lambda: "OK" in self.gimp.logged("trace: status: (.*)")[-1], 5), "another stage is explained",
                   self.gimp.logged("trace: status: (.*)")[-1])
        self.toggle_canvas("folded")
        self.drawn()
        self.check(desktop.happens(lambda: "OK" not in self.gimp.logged("trace: status: (.*)")[-1], 10),
                   "but not beside the canvas, where it is not shown", self.gimp.logged("trace: status: (.*)")[-1])
        strip, erased, back = self.place_of("strip"), self.place_of("erased"), self.place_of("all back")
        height = self.place_of_window()[3]
        self.check(strip[1] + strip[3] <= erased[1] and back[1] + back[3] < height, "erased edges are still told",
                   f"{erased}, {back} below {strip} of {height}")
        self.check_beside("canny with erased edges")
        self.toggle_canvas("open")
        self.cancel(ended)

    def run_all(self, _):
        self.gimp.finish(WITH_TOP.format(body=ENLARGE))
        is_plain, scale = self.gimp.environment.get("LANGUAGE") is None, self.gimp.environment["GDK_SCALE"]
        if is_plain and scale == "1":
            self.run_fitted()
            self.run_late()
            self.run_empty()
        if is_plain:
            self.run_detail()
        self.run_beside()
        if scale == "1":
            self.run_erased()


if __name__ == "__main__":
    IS_SMALL = sys.argv[3] == "1280x800"
    sys.exit(checking.main(Sights, size=sys.argv[3], languages=(None, "de") if IS_SMALL else (None,),
                           scales=(1, 2) if IS_SMALL else (1,), operations=True))
