#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests the line below deconvolution's radius in a real GIMP with a screen reader, as TAP: photos blurred by a known amount,
pictures without an answer, and values of an effect and a recipe that ask for the radius to be found. Usage: radius.py PLUG-IN PHOTO"""
import math
import re
import sys

import desktop
import photos
from checking import WITH_TOP, main
from desktop import numpy
from spoken import Heard, Spoken

SIGMA = 1.5
CHECKED = 4         # a bit of a widget's state
LOOKING = "Looking for the radius…"
SAID = re.compile("Looking for the radius|.* found in|Sharp already|Cannot tell")
FOUND = re.compile(r"([\d.]+) px, found in ([\d,]+) edges")
# What an effect of a layer on top has.
EFFECT = """(lambda config: f"{config.get_property('radius'):g} {config.get_property('radius-from')}")(
    Gimp.get_images()[-1].get_layers()[0].get_filters()[0].get_config())"""

# An effect that a script made, and a recipe of an older version's file.
ASK = """(lambda layer: (lambda effect: ([effect.get_config().set_property(*pair) for pair in (("method", "deconvolve"),
    ("radius-from", "found"), ("iterations", 3), ("amount", 1.0))], layer.append_filter(effect), Gimp.displays_flush()))(
    Gimp.DrawableFilter.new(layer, "cuda-edges:sharpen", "Found")))(Gimp.get_images()[-1].get_layers()[0])"""
DELETE = "Gimp.get_images()[-1].get_layers()[0].get_filters()[0].delete()"
RECIPE = "[Of my lens]\nfilter=sharpen\nparameters=method=deconvolve radius-from=found iterations=3 amount=1\n"


def blur(pixels, sigma):
    """Of bytes with sRGB's curve, in light, by a Gaussian; edges are extended."""
    levels = pixels.astype(float) / 255
    light = numpy.where(levels <= 0.04045, levels / 12.92, ((levels + 0.055) / 1.055) ** 2.4)
    reach = math.ceil(4 * sigma)
    taps = numpy.exp(-numpy.arange(-reach, reach + 1) ** 2 / (2 * sigma ** 2))
    for axis in (0, 1):
        wide = numpy.pad(light, [(reach, reach) if one == axis else (0, 0) for one in range(3)], mode="edge")
        light = sum(tap * numpy.take(wide, range(i, i + light.shape[axis]), axis) for i, tap in enumerate(taps)) / taps.sum()
    levels = numpy.where(light <= 0.0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055)
    return numpy.rint(255 * levels.clip(0, 1)).astype(numpy.uint8)


class Radius(Spoken):
    def open(self):
        """With the values of deconvolution."""
        ended = self.open_top("plug-in-cuda-sharpen")
        self.gimp.keys("alt+e")
        self.choose("method", "Down", 3, "deconvolve")
        return ended

    def line(self):
        """What a screen reader finds between the radius and the steps: the words, and the button if there is one."""
        found = list(self.tree().all())
        text = next((one.name for one in found if one.role in ("label", "toggle button") and SAID.match(one.name)), None)
        button = next((one for one in found if one.role in ("push button", "button") and one.name == "Use it"), None)
        return text, button

    def wait_for_answer(self):
        desktop.wait_for(lambda: self.line()[0] not in (None, LOOKING), "answer")
        return self.line()

    def replace(self, pixels):
        """The picture becomes the open image."""
        gimp = self.gimp
        file = gimp.folder / "picture.png"
        height, width, _ = pixels.shape
        photos.write_png(file, width, height, pixels.tobytes())
        gimp.finish(WITH_TOP.format(body=f"""(let ((new (car (gimp-file-load-layer RUN-NONINTERACTIVE image "{file}"))))
            (gimp-image-insert-layer image new 0 0)
            (if (> (vector-length layers) 0) (gimp-image-remove-layer image layer)))"""))

    def click_widget(self, widget):
        """Where it rests: rows come by and by."""
        x, y = self.gimp.calm(lambda: widget.middle, lambda one, other: one == other)
        self.gimp.screen.point(x, y)
        for is_down in (True, False):
            self.gimp.screen.button(1, is_down)

    def run_stage(self):
        """Where the photo is sharp, by a click on its small picture."""
        ended = self.open()
        picture = next(one for one in self.tree().all() if one.role == "radio button" and one.name == "Sharpness")
        self.click_widget(picture)
        is_shown = lambda: self.gimp.logged("trace: looks at sharpness")
        self.check(desktop.happens(is_shown, 5), "the picture of sharpness is shown large")
        seen, (_, _, width, height) = self.see()
        inside = seen[height // 2 - 100:height // 2 + 100, width // 2 - 100:width // 2 + 100].astype(int)
        self.check(numpy.ptp(inside, axis=2).max() == 0 and 1 < len(numpy.unique(inside)) < 20, "its squares are gray",
                   f"{numpy.unique(inside)}")
        self.cancel(ended)

    def run_marked(self):
        """A click on the words marks the edges that were counted in the preview; so does the keyboard."""
        ended = self.open()
        edges = FOUND.fullmatch(self.wait_for_answer()[0])[2].replace(",", "")
        mark = next(one for one in self.tree().all() if one.role == "toggle button" and FOUND.fullmatch(one.name))
        self.check("preview" in mark.description, "the words are a button that says what it does", mark.description)
        before, marked = self.see()[0], lambda: self.gimp.logged("trace: marked: (.*)")[-1:]
        self.click_widget(mark)
        self.check(desktop.happens(lambda: marked() == [edges], 5), "a click on it marks the edges that were counted",
                   f"{marked()} of {edges}")
        dots = lambda seen: (abs(seen[..., :3].astype(int) - (255, 115, 0)).max(axis=2) < 3).sum()
        self.drawn()
        seen = self.look_where_it_rests()[0]
        self.check(dots(before) == 0 and dots(seen) > 0.3 * int(edges), "and they are seen", f"{dots(before)}, {dots(seen)}")
        self.check(mark.has(CHECKED), "a screen reader learns that")
        self.gimp.keys("alt+i", "Tab", "space")
        self.check(desktop.happens(lambda: marked() == ["0"], 5), "the keyboard reaches it after the radius", f"{marked()}")
        self.click_widget(mark)
        self.check(desktop.happens(lambda: marked() == [edges], 5), "they are marked again", f"{marked()}")
        self.gimp.keys("alt+e")
        self.choose("method", "Up", 3, "unsharp")
        self.check(desktop.happens(lambda: marked() == ["0"], 5), "another method has no such edges", f"{marked()}")
        self.cancel(ended)

    def cancel(self, ended):
        self.gimp.keys("Escape")
        desktop.wait_for(ended.exists, "end of the call")

    def radius(self):
        return self.gimp.logged(r"trace: values .*?\bradius=(\S+)")[-1]

    def run_use(self):
        """The radius is told, and set by the button alone: by a click, and by its letter."""
        ended = self.open()
        text, button = self.wait_for_answer()
        number, edges = FOUND.fullmatch(text).groups()
        self.check(abs(float(number) - SIGMA) < 0.2 * SIGMA and int(edges.replace(",", "")) > 500,
                   f"the radius of a blur of {SIGMA} px is told", text)
        self.check(self.radius() == "1", "it is not set by itself", self.radius())
        self.check(button and "blur" in button.description, "the button says what it sets", button and button.description)
        searches = len(self.gimp.logged("trace: radius: "))
        self.click_widget(button)
        is_set = lambda: float(self.radius()) == float(number)
        self.check(desktop.happens(is_set, 5), "a click on the button sets it", self.radius())
        self.gimp.keys("ctrl+z")
        self.check(desktop.happens(lambda: self.radius() == "1", 5), "undo takes that back", self.radius())
        self.drawn()
        self.gimp.keys("alt+t")
        self.check(desktop.happens(is_set, 5), "so does its letter", self.radius())
        self.drawn()
        self.check(len(self.gimp.logged("trace: radius: ")) == searches and self.line()[0] == text,
                   "the line stays as it is while the radius changes", self.line()[0])
        return ended, number

    def run_layer(self):
        ended, number = self.run_use()
        self.gimp.keys("alt+u")
        self.choose("output", "Up", 3, "new-layer")
        self.close_with_ok(ended)
        name = self.gimp.ask(WITH_TOP, "(car (gimp-item-get-name layer))")
        self.check(f"σ {float(number):g}, " in name, "OK sharpens by that radius", name)
        self.gimp.finish(WITH_TOP.format(body="(gimp-image-remove-layer image layer)"))

    def run_effect(self):
        """An effect has the number, not the word."""
        ended = self.open()
        number = FOUND.fullmatch(self.wait_for_answer()[0])[1]
        self.gimp.keys("alt+i", "ctrl+a")
        self.gimp.type("3")
        self.gimp.keys("Tab")
        desktop.happens(lambda: self.has_value("radius", "3"), 5)
        # GTK presses a button for 250 ms, and a key within them may take that back.
        self.gimp.keys("alt+t")
        desktop.happens(lambda: float(self.radius()) == float(number), 5)
        self.gimp.keys("alt+u")
        self.choose("output", "Down", 3, "effect")
        self.close_with_ok(ended)
        kept = self.gimp.python(EFFECT)
        self.check(kept == f"{float(number):g} given", "an effect keeps the number", kept)
        self.gimp.finish(WITH_TOP.format(body="(gimp-drawable-merge-filters layer)"))

    def said(self):
        return self.gimp.logged("trace: status: (.*)")[-1]

    def asks(self, number):
        """Whether the number has taken the word's place, and that is said."""
        is_set = lambda: self.has_value("radius", number) and self.has_value("radius-from", "given")
        set_at_once = desktop.happens(is_set, 20)
        return set_at_once and desktop.happens(lambda: f"ask for the radius to be found: it is {float(number):.2f} px" in self.said(), 10)

    def run_asked_effect(self):
        """The effect of a script has the word: the dialog shows the number that it computes with."""
        self.gimp.python(ASK)
        ended = self.open_top("plug-in-cuda-sharpen")
        number = f"{float(FOUND.fullmatch(self.wait_for_answer()[0])[1]):g}"
        self.check(self.asks(number), "an effect with a radius that is to be found opens with the number, which is said",
                   f"{self.gimp.logged('trace: values (.*)')[-1]}; {self.said()}")
        n = len(self.gimp.logged("trace: values "))
        self.gimp.keys("ctrl+z")
        self.gimp.rest()
        self.check(len(self.gimp.logged("trace: values ")) == n, "that is no step of undo", self.radius())
        self.gimp.keys("alt+i", "ctrl+a")
        self.gimp.type("3")
        self.gimp.keys("Tab")
        is_other = lambda: self.has_value("radius", "3") and "ask for" not in self.said()
        self.check(desktop.happens(is_other, 10), "another radius is the user's own", self.said())
        self.gimp.keys("ctrl+z")
        self.check(self.asks(number), "undo takes it back to the number", self.gimp.logged("trace: values (.*)")[-1])
        self.close_with_ok(ended)
        kept = self.gimp.python(EFFECT)
        self.check(kept == f"{number} given", "OK gives the effect the number", kept)
        self.gimp.python(DELETE)

    def run_asked_recipe(self):
        ended = self.open()
        number = f"{float(FOUND.fullmatch(self.wait_for_answer()[0])[1]):g}"
        self.gimp.keys("alt+i", "ctrl+a")
        self.gimp.type("2")
        self.gimp.keys("Tab")
        self.check(desktop.happens(lambda: self.has_value("radius", "2"), 5), "a radius is set", self.radius())
        self.gimp.keys("alt+f", "End")
        self.check(self.asks(number), "a recipe with a radius that is to be found sets the number, and says so",
                   f"{self.gimp.logged('trace: values (.*)')[-1]}; {self.said()}")
        self.gimp.keys("alt+a", "ctrl+z")
        self.check(desktop.happens(lambda: self.has_value("radius", "2"), 5), "one undo goes to the values before", self.radius())
        self.cancel(ended)

    def run_asked_none(self):
        """There is none: the effect leaves the layer as it is, the dialog says so, and keeps the word until a number is typed."""
        self.gimp.python(ASK)
        ended = self.open_top("plug-in-cuda-sharpen")
        self.wait_for_answer()
        is_said = lambda: "here there is none: the picture stays as it is" in self.said()
        self.check(desktop.happens(is_said, 10) and self.has_value("radius-from", "found"), "where there is none, that is said",
                   f"{self.gimp.logged('trace: values (.*)')[-1]}; {self.said()}")
        for amount in "0", "1":
            self.gimp.keys("alt+a", "ctrl+a")
            self.gimp.type(amount)
            self.gimp.keys("Tab")
            shown = desktop.happens(lambda: self.has_value("amount", amount) and is_said() == (amount == "1"), 10)
            self.check(shown, f"with an amount of {amount} that is {'true' if amount == '1' else 'not the reason'}", self.said())
        self.gimp.keys("alt+i", "ctrl+a")
        self.gimp.type("2")
        self.gimp.keys("Tab")
        is_given = lambda: self.has_value("radius", "2") and self.has_value("radius-from", "given") and not is_said()
        self.check(desktop.happens(is_given, 10), "a number that is typed counts", f"{self.gimp.logged('trace: values (.*)')[-1]}; {self.said()}")
        self.cancel(ended)
        self.gimp.python(DELETE)

    def run_none(self, name, sentence):
        """A sentence, no button, no row that moves."""
        n = {place: len(self.gimp.logged(f"trace: {place} at ")) for place in ("radius", "advanced", "strip")}
        ended = self.open()
        text, button = self.wait_for_answer()
        self.check(re.fullmatch(sentence, text) and not button, f"{name}: a sentence and no button", f"{text}, {button}")
        for place, before in n.items():
            rows = {tuple(row.split()[1::2]) for row in self.gimp.logged(f"trace: {place} at (.*)")[before:]}
            self.check(len(rows) == 1, f"{name}: {place} keeps its row and height", f"{rows}")
        self.cancel(ended)

    def run_painted(self):
        """A layer that is painted while the dialog is open."""
        ended = self.open()
        self.wait_for_answer()
        self.gimp.python("Gimp.get_images()[-1].get_layers()[0].fill(Gimp.FillType.WHITE)")
        self.gimp.activate("GIMP$")
        self.gimp.activate("^CUDA ")
        is_told = lambda: self.line()[0].startswith("Cannot tell the radius: too few clear edges")
        self.check(desktop.happens(is_told, 20), "a layer that is painted over is looked at anew", self.line()[0])
        self.cancel(ended)

    def run_all(self, photo):
        pixels = self.gimp.picture(photo)[..., :3]
        (self.gimp.folder / "gimp" / "cuda-edges-recipes.ini").write_text(RECIPE, encoding="utf-8")
        self.replace(blur(pixels, SIGMA))
        self.run_layer()
        self.run_effect()
        self.run_marked()
        self.run_asked_effect()
        self.run_asked_recipe()
        self.replace(pixels)
        self.run_stage()
        self.run_none("sharp", "Sharp already: nothing to take back\\.")
        self.replace(blur(pixels, SIGMA))
        self.run_painted()
        self.replace(numpy.full((300, 400, 3), 120, numpy.uint8))
        self.run_none("flat", r"Cannot tell the radius: too few clear edges \(0\)\.")
        self.run_asked_none()


if __name__ == "__main__":
    desktop.Desktop = Heard
    sys.exit(main(Radius, size="1280x800", operations=True, NO_AT_BRIDGE="0"))
