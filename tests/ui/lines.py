#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests the dialog of lines in a real GIMP, as TAP: the curves over the photo, their numbers, each output compared with a call
without a dialog, and Canny's output "Path". Usage: lines.py PLUG-IN PHOTO"""
import sys

import desktop
from checking import OPEN, WITH_TOP, Exact, main
from desktop import numpy
from dialog import Dialogs

LINES = "plug-in-cuda-lines"
# A call on a copy of the photo that is removed afterwards; its return values, and its path as SVG. GIMP logs what it says.
HELP = """
from gi.repository import Gimp, Gio
def photo():
    return sorted(Gimp.get_images(), key=lambda image: image.get_id())[0]
def path(image):
    return image.export_path_to_string(image.get_paths()[0])
def wanted(**arguments):
    image = photo().duplicate()
    procedure = Gimp.get_pdb().lookup_procedure('plug-in-cuda-lines')
    config = procedure.create_config()
    config.set_property('image', image)
    config.set_core_object_array('drawables', image.get_layers())
    for name, value in arguments.items():
        config.set_property(name.replace('_', '-'), value)
    handler = Gimp.message_get_handler()
    Gimp.message_set_handler(Gimp.MessageHandlerType.CONSOLE)
    result = procedure.run(config)
    Gimp.message_set_handler(handler)
    numbers = [result.index(i) for i in range(1, 6)]
    text = path(image) if image.get_paths() else ''
    image.delete()
    return numbers, text
def take():
    '''The newest path as SVG; it goes.'''
    text = path(photo())
    photo().remove_path(photo().get_paths()[0])
    return text
"""
# What the dialog of lines is left with.
MIDDLES = {"of": "dark-lines", "low": 10, "high": 20, "tolerance": 1.5}
PINK = (255, 60, 160)
# From the output over the width to the file: its slider, its number and its two buttons are one step each but the buttons.
N_TO_FILE = 3
# What a call and the dialog say of dots.
DOTS = r": (?:.* )?(\S+ dots? or strokes?, too short for a line, w\S+ left out\.)"


class Lines(Exact):
    fill = Dialogs.fill
    has = Dialogs.has

    def said(self):
        told = self.gimp.logged(r"trace: status: (.*)")
        return told[-1] if told else ""

    def says(self, text, seconds=20):
        """Whether the dialog says a text. It does not if the lines of the last change have other numbers once it rests."""
        last = lambda: self.gimp.logged(r"mark \d+ changed|status: Lines: .*")[-1]

        def is_told():
            told = last()
            if text in self.said() or not (told.startswith("status: ") and text.startswith("Lines: ")):
                return text in self.said()
            self.gimp.rest()
            return last() == told

        return desktop.happens(is_told, seconds) and text in self.said()

    def numbers(self, **arguments):
        """What the dialog says of the lines that a call with these arguments makes; asked for while no dialog is open, because
        GIMP runs a call of a script only after the script before it."""
        before = len(self.gimp.logged(DOTS))
        paths, curves, length, length_mm, travel = eval(self.gimp.python(f"wanted(**{arguments})[0]"))
        dots = self.gimp.logged(DOTS)[before:]
        return " ".join([f"Lines: {paths}, of {curves} curves, {length:.0f} px or {length_mm:.0f} mm long.", *dots,
                         f"A pen travels {travel:.0f} mm"])

    def count_pink(self):
        area = self.place_of("preview")
        return int((abs(self.gimp.seen(*area) - numpy.array(PINK)).max(axis=2) < 12).sum())

    def see_curves(self):
        """A curve keeps its width at any zoom, the pixels of an edge do not."""
        area = self.place_of("preview")
        self.gimp.click(area[0] + 8, area[1] + 8)
        self.press("1", "zoom=1")
        self.press("a", "show=1")
        near = self.count_pink()
        for zoom in (1.5, 2, 3, 4):
            self.press("plus", f"zoom={zoom:g}")
        far = self.count_pink()
        self.check(near > 2000 and 0 < far < near, "lines as thin as before are seen at 400 %", f"{near}, {far} pixels")
        self.press("0", "zoom=0")

    def check_told(self, wanted):
        """GIMP's status bar has it, and a call that writes it may not open a window."""
        told = self.gimp.logged("trace: told: (.*)")
        self.check(told[-1:] == [wanted], "GIMP is told what was made", f"{told}; {wanted}")
        self.check(not self.gimp.windows("^GIMP Message"), "GIMP opens no window for it")

    def run_hiding(self):
        """An earlier result above the layer."""
        gimp = self.gimp
        self.close_with_ok(self.open_layer("plug-in-cuda-sharpen"))
        self.close_with_ok(self.open_layer("plug-in-cuda-sobel"))
        sharp, sobel = "σ 3, ×0.5 · CUDA Sharpen", "Magnitude · CUDA Sobel"
        ended = self.open_layer("plug-in-cuda-canny")
        hides = lambda name: self.hidden() == (f"Filters “{self.name}”, not “{name}” above it" if name else "")
        self.check(hides(sobel), "the dialog says which layer it filters", self.hidden())
        gimp.python("photo().get_layers()[0].set_visible(False)")
        self.come_back()
        self.check(desktop.happens(lambda: hides(sharp), 10), "the highest layer that is seen is named", self.hidden())
        gimp.python("photo().get_layers()[1].set_visible(False)")
        self.come_back()
        self.check(desktop.happens(lambda: hides(None), 10), "layers that are not seen hide nothing", self.hidden())
        gimp.keys("Escape")
        desktop.wait_for(ended.exists, "end of the call")
        names = gimp.python("[layer.get_name() for layer in photo().get_layers()]")
        self.check(names == str([sobel, sharp, self.name]), "new layers lie above earlier ones", names)
        gimp.python("[photo().remove_layer(layer) for layer in photo().get_layers()[:2]]")

    def hidden(self):
        return (self.gimp.logged("trace: hiding: (.*)") or [""])[-1]

    def come_back(self):
        """To the dialog, from another window."""
        self.gimp.activate("– GIMP$")
        self.gimp.activate("^CUDA ")

    def open_layer(self, procedure):
        """Of the photo itself."""
        self.name = self.gimp.python("photo().get_layers()[-1].get_name()")
        shown = len(self.gimp.logged("first result"))
        ended = self.gimp.script(WITH_TOP.replace("layers 0", "layers (- (vector-length layers) 1)").format(
            body=OPEN.format(procedure=procedure)))
        self.gimp.activate("^CUDA ")
        desktop.wait_for(lambda: len(self.gimp.logged("first result")) > shown, "first result")
        return ended

    def run_path(self):
        gimp = self.gimp
        expected, fewer = self.numbers(), self.numbers(tolerance=1.5)
        ended = self.open_top(LINES, "CUDA Lines")
        self.check(self.says(expected), "the dialog says how many lines there are and how long", f"{self.said()}; {expected}")
        self.see_curves()
        self.fill((("alt+e", "1.5"),))
        self.check(self.says(fewer), "a larger tolerance makes fewer curves", f"{self.said()}; {fewer}")
        self.close_with_ok(ended)
        n_lines = fewer.split()[1].rstrip(",")
        self.check(gimp.python("photo().get_selected_paths() == photo().get_paths()[:1] and photo().get_paths()[0].get_visible()")
                   == "True", "OK makes a path that is seen and selected")
        self.check_told(f"{n_lines} lines: dock Paths")
        self.check(gimp.python("take() == wanted(tolerance=1.5)[1]") == "True", "it is the path that a call makes")
        self.check(gimp.python("photo().get_selected_layers()[0].get_name()") == gimp.python("photo().get_layers()[-1].get_name()"),
                   "the photo stays selected")

    def name_file(self, name):
        """The name is taken when another parameter gets the focus."""
        self.gimp.keys("alt+u", *["Tab"] * N_TO_FILE, "ctrl+a", "Delete")
        if name:
            self.gimp.type(name)
        self.gimp.keys("alt+d")

    def run_file(self):
        gimp = self.gimp
        file, again = gimp.folder / "lines.svg", gimp.folder / "again.svg"
        gimp.python(f"photo().set_file(Gio.File.new_for_path('{gimp.folder}/my photo.tif.xcf'))")
        (gimp.folder / "my photo.tif.svg").write_text("mine", encoding="utf-8")
        ended = self.open_top(LINES, "CUDA Lines")
        gimp.keys("alt+u")
        self.choose("output", "Down", 3, "svg")
        gimp.keys(*["Tab"] * N_TO_FILE)
        self.check(self.says("“my photo.tif-2.svg” will be 43 × 43 mm."), "a file is proposed, and its size is told", self.said())
        self.name_file("")
        self.check(self.says("no file was named"), "without a file the dialog says what is missing", self.said())
        self.check(self.says("A pen travels") and "no file was named" in self.said(), "and how far a pen travels", self.said())
        newer = self.has_vector_layers()
        passed = bool(gimp.logged(r"trace: values .* output=vector-layer"))
        self.check(passed == newer, "vector layers are offered where GIMP has them", f"{passed}, {newer}")
        gimp.keys("alt+o")
        self.check(self.stays_open(ended), "and OK does nothing")
        self.name_file(file)
        self.check(self.says("Lines: "), "with one it says the numbers", self.said())
        self.fill((("alt+d", "90.5"),))
        self.check(self.says("will be 90 × 90 mm."), "another width makes it smaller", self.said())
        self.fill((("alt+d", "0"),))
        self.check(self.says("will be 43 × 43 mm."), "0 is the size of the print", self.said())
        self.close_with_ok(ended)
        gimp.python(f"wanted(**{MIDDLES}, output='svg', file=Gio.File.new_for_path('{again}'))")
        n_lines = file.read_text(encoding="utf-8").count("<path") if file.exists() else 0
        self.check_told(f"{n_lines} lines in lines.svg")
        self.check(file.exists() and file.read_bytes() == again.read_bytes(), "the file is that of a call")
        self.check(gimp.python("len(photo().get_paths())") == "0", "and the image has no path of it")

        ended = self.open_top(LINES, "CUDA Lines")
        self.check(self.says("Lines: "), "the next dialog does not name a file that exists", self.said())
        self.name_file(file)
        self.check(self.says(f"OK replaces “{file}”, which exists."), "a file that is named and exists is going to be replaced",
                   self.said())
        gimp.keys("Escape")
        desktop.wait_for(ended.exists, "end of the call")
        self.check(file.read_bytes() == again.read_bytes(), "Cancel leaves it")

        file.unlink()
        ended = self.open_top(LINES, "CUDA Lines")
        self.name_file(file)
        gimp.rest()             # until all letters have arrived and what they ask for was said
        file.write_text("mine", encoding="utf-8")
        checked = len(gimp.logged("checked: "))
        gimp.keys("alt+o")              # insensitive until the layer was checked
        stays = (self.says(f"OK replaces “{file}”, which exists.")
                 and desktop.happens(lambda: len(gimp.logged("checked: ")) > checked, 10) and self.stays_open(ended))
        self.check(stays and file.read_text(encoding="utf-8") == "mine", "OK replaces no file that the user was not told of",
                   self.said())
        self.close_with_ok(ended)
        self.check(file.read_bytes() == again.read_bytes(), "the next OK does")

    def run_canny(self):
        gimp = self.gimp
        expected = self.numbers()
        ended = self.open_top("plug-in-cuda-canny", "CUDA Canny")
        gimp.keys("alt+u")
        self.choose("output", "Down", 3, "path")
        self.check(self.says(expected), "Canny's dialog shows its edges as lines, too", f"{self.said()}; {expected}")
        self.close_with_ok(ended)
        self.check(gimp.python("take() == wanted()[1]") == "True", "and OK makes a path of them")

    def run_middles(self):
        """Thresholds that the user has not moved follow the kind of lines. The values are those of the last dialog."""
        gimp = self.gimp
        expected, light = self.numbers(**MIDDLES), self.numbers(**{**MIDDLES, "of": "light-lines"})
        ink, edges = self.numbers(**{**MIDDLES, "of": "line-art"}), self.numbers(tolerance=1.5)
        self.check("left out" in expected and "left out" in light and "left out" not in edges + ink,
                   "calls say how many dots of a drawing they leave out", f"{expected}; {light}; {edges}; {ink}")
        ended = self.open_top(LINES, "CUDA Lines")
        self.check(self.says(edges), "edges first", f"{self.said()}; {edges}")
        gimp.keys("alt+k")
        self.choose("of", "Down", 1, "dark-lines")
        self.check(self.says(expected), "middles of dark lines", f"{self.said()}; {expected}")
        self.choose("of", "Down", 1, "light-lines")
        self.check(self.says(light), "middles of light lines", f"{self.said()}; {light}")
        self.choose("of", "Down", 1, "line-art")
        self.check(self.says(ink), "the ink of line art", f"{self.said()}; {ink}")
        self.choose("of", "Up", 3, "edges")
        self.check(self.says(edges), "and edges again", f"{self.said()}; {edges}")
        self.choose("of", "Down", 1, "dark-lines")
        self.says(expected)
        self.close_with_ok(ended)
        self.check(gimp.python(f"take() == wanted(**{MIDDLES})[1]") == "True", "OK makes the path of a call")

    def run_all(self, photo):
        self.gimp.DIGEST += HELP
        self.run_path()
        self.run_middles()
        self.run_file()
        self.run_canny()
        self.run_hiding()


if __name__ == "__main__":
    sys.exit(main(Lines, size="1280x800"))
