#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Counts the clicks from an open photo to what people come for, with the mouse in a real GIMP, as TAP: a page to color, lines for a
cutter, a photo sharpened for print. Opening a submenu by hovering is none. Usage: purposes.py PLUG-IN PHOTO"""
import sys
from xml.etree import ElementTree

import desktop
from checking import WITH_TOP, main
from desktop import call_of, numpy
from features import SAVE_TOP
from spoken import Heard, Spoken

NAMED = '(gimp-image-set-file image "{file}")'
MENUS = {"enhance": ("Filters", "Enhance"), "edges": ("Filters", "Edge-Detect")}


class Purposes(Spoken):
    def tree_of(self, pid):
        return self.gimp.listener.program_of(pid)

    def point(self, widget):
        """Where it rests: menus come by and by."""
        x, y = self.gimp.calm(lambda: widget.middle, lambda one, other: one == other)
        self.gimp.screen.point(x, y)
        self.gimp.screen.settle()

    def click(self, widget):
        self.point(widget)
        for is_down in (True, False):
            self.gimp.screen.button(1, is_down)
        self.gimp.screen.settle()
        self.clicks += 1

    def wait_for(self, pid, role, name):
        """A widget that is seen."""
        def seen():
            tree = self.tree_of(pid)
            return tree and next((one for one in tree.all() if one.role == role and one.name == name and one.is_seen), None)
        return desktop.wait_for(seen, f"{role} “{name}”")

    def open(self, menus, entry):
        """From GIMP's menus."""
        self.clicks = 0
        self.gimp.activate("GIMP$")
        shown = len(self.gimp.logged("first result"))
        for i, name in enumerate(menus):
            (self.point if i else self.click)(self.wait_for(self.gimp.pid, "menu", name))
        self.click(self.wait_for(self.gimp.pid, "menu item", entry))
        desktop.wait_for(lambda: len(self.gimp.logged("first result")) > shown, "first result")
        self.gimp.activate("^CUDA ")
        self.gimp.rest()

    def recipes(self):
        return next(one for one in self.tree().all() if one.role == "combo box" and "Recipe" in one.labels)

    def choose_recipe(self, name):
        self.click(self.recipes())
        self.click(self.wait_for(call_of(self.gimp), "table cell", name))
        desktop.wait_for(lambda: self.recipes().name == name, f"recipe “{name}”")

    def accept(self):
        self.click(self.wait_for(call_of(self.gimp), "button", "OK"))
        desktop.wait_for(lambda: not call_of(self.gimp), "end of the call")

    def top(self):
        """The pixels of the topmost layer, which goes."""
        file = self.gimp.folder / "top.png"
        self.gimp.finish(WITH_TOP.format(body=SAVE_TOP.format(file=file)))
        return self.gimp.picture(file)

    def run_page(self, entry):
        self.open(MENUS["edges"], entry)
        self.choose_recipe("Coloring page")
        self.accept()
        page = self.top()
        self.check(self.clicks <= 5, f"{entry}: a page to color takes {self.clicks} clicks")
        dark = (page[..., :3].max(axis=2) < 64).mean()
        self.check((page[..., 3] == 255).all() and (page[..., :3].min(axis=2) > 191).mean() > 0.7 and 0.01 < dark < 0.3,
                   "black lines on white paper", f"{dark:.3f}")

    def run_lines(self):
        gimp = self.gimp
        gimp.finish(WITH_TOP.format(body=NAMED.format(file=gimp.folder / "photo.xcf")))
        for recipe, name in (("Laser cutting", "photo.svg"), ("Plotter", "photo-2.svg")):
            before = {file.name: file.read_bytes() for file in gimp.folder.glob("*.svg")}
            self.open(MENUS["edges"], "CUDA Lines…")
            self.choose_recipe(recipe)
            self.accept()
            self.check(self.clicks <= 6, f"{recipe}: lines as SVG take {self.clicks} clicks")
            file = gimp.folder / name
            done = file.exists() and ElementTree.parse(file).getroot().findall(".//{http://www.w3.org/2000/svg}path")
            self.check(done and {old.name: old.read_bytes() for old in gimp.folder.glob("*.svg") if old != file} == before,
                       f"they are in {name} beside the photo, and nothing else has changed", sorted(before))

    def run_print(self):
        self.open(MENUS["enhance"], "CUDA Sharpen…")
        self.choose_recipe("For print")
        self.accept()
        sharp = self.top()
        self.check(self.clicks <= 5, f"sharpening for print takes {self.clicks} clicks")
        self.call_filter("plug-in-cuda-sharpen", "#:radius 2 #:amount 1.2 #:threshold 3")
        self.check(numpy.array_equal(self.top(), sharp), "it is that of the recipe's values")

    def call_filter(self, procedure, arguments):
        self.gimp.finish(WITH_TOP.format(body=f"({procedure} #:run-mode RUN-NONINTERACTIVE #:image image #:drawables (vector layer) "
                                              f"{arguments})"))

    def run_changed(self):
        """A recipe that was touched keeps its name."""
        self.open(MENUS["enhance"], "CUDA Sharpen…")
        self.choose_recipe("No halos, for print")
        self.gimp.keys("alt+a", "ctrl+a")
        self.gimp.type("2.5")
        self.gimp.keys("Tab")
        self.check(desktop.happens(lambda: self.recipes().name == "No halos, for print, changed", 10), "a recipe that was touched is “changed”",
                   self.recipes().name)
        self.gimp.keys("Escape")
        desktop.wait_for(lambda: not call_of(self.gimp), "end of the call")

    def run_cutters(self):
        """Canny's engraving says where curves are."""
        self.open(MENUS["edges"], "CUDA Canny…")
        self.choose_recipe("Laser engraving, pixels")
        said = lambda: self.gimp.logged("trace: status: (.*)")[-1]
        self.check(desktop.happens(lambda: said() == "Cutters and plotters want curves: CUDA Lines.", 10), "cutters are told of curves", said())
        self.choose_recipe("Technical drawing")
        self.check(desktop.happens(lambda: "Cutters" not in said(), 10), "others are not", said())
        self.gimp.keys("Escape")
        desktop.wait_for(lambda: not call_of(self.gimp), "end of the call")

    def run_all(self, photo):
        self.run_page("CUDA Canny…")
        self.run_page("CUDA Line Art…")
        self.run_print()
        self.run_changed()
        self.run_cutters()
        self.run_lines()


if __name__ == "__main__":
    desktop.Desktop = Heard
    sys.exit(main(Purposes, size="1280x800", NO_AT_BRIDGE="0"))
