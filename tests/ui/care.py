#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests the dialogs as a photographer uses them, in a real GIMP on a laptop's screen, as TAP: no control is hidden, and no
value changes by accident. Usage: care.py PLUG-IN PHOTO"""
import re
import subprocess
import sys
import time
from pathlib import Path

import desktop
from checking import main
from features import Features

# Two more images, one of them with a file.
THREE = """(begin
  (let ((image (car (gimp-file-load RUN-NONINTERACTIVE "{photo}"))))
    (gimp-image-set-file image "{folder}/it's \\"mine\\".xcf")
    (gimp-display-new image))
  (gimp-display-new (car (gimp-file-load RUN-NONINTERACTIVE "{photo}"))))"""
LARGE = """(let* ((loaded (car (gimp-file-load RUN-NONINTERACTIVE "{photo}")))
       (image (car (plug-in-tile #:run-mode RUN-NONINTERACTIVE #:image loaded
                                 #:drawables (car (gimp-image-get-layers loaded))
                                 #:new-width 6000 #:new-height 4000 #:new-image TRUE))))
  (gimp-image-undo-disable image)
  (gimp-display-new image))"""
SUMS = """(map (lambda (image)
    (car (gimp-drawable-histogram (vector-ref (car (gimp-image-get-layers image)) 0) HISTOGRAM-VALUE 0.0 1.0)))
  (list 1 2 3))"""
OPEN = "({procedure} #:run-mode RUN-INTERACTIVE #:image {image} #:drawables (car (gimp-image-get-selected-drawables {image})))"


class Care(Features):
    def open_image(self, procedure, title, image):
        shown = len(self.gimp.logged("first result"))
        ended = self.gimp.script(OPEN.format(procedure=procedure, image=image))
        self.gimp.activate(f"^{title}$")
        desktop.wait_for(lambda: len(self.gimp.logged("first result")) > shown, "first result")
        return ended

    def cancel(self, ended):
        self.gimp.keys("Escape")
        desktop.wait_for(ended.exists, "end of the call")

    def run_three(self, photo):
        """Copies a command that replaces the second of three images, and runs it after the dialog has closed."""
        gimp = self.gimp
        gimp.finish(THREE.format(photo=photo, folder=gimp.folder))
        before = gimp.ask("(begin {body})", SUMS).split()
        keeper = gimp.spawn(sys.executable, str(Path(__file__).with_name("keeper.py")), stdout=subprocess.PIPE, text=True)
        keeper.stdout.readline()
        for image, name in ((2, "the one with a file"), (3, "the last one"), (1, "the first one")):
            ended = self.open_image("plug-in-cuda-sobel", "CUDA Sobel", image)
            gimp.keys("alt+u")
            self.choose("output", "Down", 2, "replace")
            command = self.copy_command("s")
            self.cancel(ended)
            self.check(gimp.clipboard() == command != "", f"{name}: what was copied outlives the dialog", gimp.clipboard())
            gimp.finish(command)
            after = gimp.ask("(begin {body})", SUMS).split()
            changed = [i + 1 for i, (old, new) in enumerate(zip(before, after)) if old != new]
            self.check(changed == [image], f"{name}: the command replaces it alone", f"changed: {changed}\n{command}")
            before = after
        said = gimp.logged("trace: status: (Copied.*)")
        self.check(len(said) == 3 and 'it\'s "mine".xcf”' in said[0], "that something was copied is said", str(said))

    def run_wheel(self):
        """Over every row of the pane, in small steps."""
        gimp = self.gimp
        ended = self.open_image("plug-in-cuda-canny", "CUDA Canny", 1)
        values = gimp.logged("trace: values (.*)")[-1]
        x, y, width, height = self.place_of("histogram")
        pane = (x, 60, width, 400)
        top = gimp.pixels(*pane)
        for share in (0.3, 0.7, 0.9):
            for at in range(30, 480, 25):
                for button in (5, 4, 5):
                    gimp.click(x + share * width, at, button)
        self.check(gimp.logged("trace: values (.*)")[-1] == values, "the wheel over the parameters changes none",
                   f"{values}\n# {gimp.logged('trace: values (.*)')[-1]}")
        self.check(gimp.pixels(*pane) != top, "it scrolls them")
        self.cancel(ended)

    def run_rounding(self):
        """A slider, wherever it stops."""
        gimp = self.gimp
        ended = self.open_image("plug-in-cuda-sobel", "CUDA Sobel", 1)
        gimp.keys("alt+i", "shift+Tab", "Right", "Right", "Right")
        values = gimp.logged("trace: values (.*)")[-1]
        command = self.copy_command("s")
        self.check(re.search(r"gain=\d+(\.\d\d?)? ", values) and re.search(r"#:gain \d+(\.\d\d?)? ", command)
                   and "gain=1 " not in values, "a slider gives the digits that are shown", values + "\n" + command)
        self.cancel(ended)

    def run_knob(self):
        """A result is drawn at once, and nothing older is drawn with it."""
        gimp = self.gimp
        ended = self.open_image("plug-in-cuda-sobel", "CUDA Sobel", 1)
        gimp.leave()
        x, y, width, _ = self.place_of("histogram")
        seen = {}
        for value in ("1", "10", "100", "10") * 3:
            self.fill((("alt+i", value),))
            self.drawn()
            seen.setdefault(value, set()).add(gimp.pixels(x, y - 45, width, 40))
        self.check(all(len(pictures) == 1 for pictures in seen.values()), "a slider is where the number that was typed has it",
                   str({value: len(pictures) for value, pictures in seen.items()}))
        x, y, width, _ = self.place_of("histogram")
        self.fill((("alt+i", "3"),))
        gimp.keys("alt+i")
        gimp.rest()
        gimp.click(x + 0.8 * width, y - 24, 4)
        self.check(desktop.happens(lambda: not self.has_value("gain", "3"), 3), "the wheel changes a number that has the focus",
                   gimp.logged("trace: values (.*)")[-1])
        keys = gimp.logged("trace: keys: (.*)")[-1]
        self.check("V shows" in keys and "O shows" not in keys and "E asks" not in keys, "the keys that are told do something", keys)
        self.cancel(ended)

    def run_thresholds(self):
        """Thresholds push each other; found ones stay when they become manual."""
        gimp = self.gimp
        ended = self.open_image("plug-in-cuda-canny", "CUDA Canny", 1)
        self.fill((("alt+w", "40"), ("alt+i", "80"), ("alt+w", "120")))
        self.check(desktop.happens(lambda: self.has_value("high", "120"), 3), "a low threshold pushes the high one",
                   gimp.logged("trace: values (.*)")[-1])
        self.fill((("alt+i", "50"),))
        self.check(desktop.happens(lambda: self.has_value("low", "50"), 3), "and the other way round",
                   gimp.logged("trace: values (.*)")[-1])
        self.fill((("alt+w", "20"), ("alt+i", "90"), ("alt+i", "0.2"), ("alt+i", "70")))
        self.check(desktop.happens(lambda: self.has_value("low", "20"), 3), "moved back, it lets the other one go back",
                   gimp.logged("trace: values (.*)")[-1])
        gimp.keys("alt+t")
        self.choose("thresholds", "Down", 3, "otsu")
        self.drawn()
        gimp.keys("alt+t")
        self.choose("thresholds", "Up", 3, "manual")
        low, high = float(self.value("low")), float(self.value("high"))
        self.check((low, high) != (20, 70) and abs(low / high - 0.4) < 0.2, "what Otsu found is kept", f"{low}, {high}")
        gimp.keys("F1")
        self.check(desktop.happens(lambda: gimp.logged("trace: help: (keys)"), 3), "F1 shows the keys where no manual is")
        self.check("E asks" in gimp.logged("trace: keys: (.*)")[-1], "Canny's asks about an edge")
        gimp.keys("Escape")
        gimp.activate("^CUDA Canny$")
        self.cancel(ended)
        (gimp.folder / "gimp" / "plug-ins" / "cuda-edges" / "help" / "en").mkdir(parents=True)
        (gimp.folder / "gimp" / "plug-ins" / "cuda-edges" / "help" / "en" / "canny.html").write_text("<p>Canny", encoding="utf-8")
        ended = self.open_image("plug-in-cuda-canny", "CUDA Canny", 1)
        gimp.keys("F1")
        self.check(desktop.happens(lambda: gimp.logged("trace: help: (file:.*/help/en/canny.html)"), 3), "and the page where one is")
        gimp.keys("Escape")             # where nothing opens a page, the keys are there
        gimp.rest()
        if not ended.exists():
            gimp.activate("^CUDA Canny$")
            self.cancel(ended)

    def layer(self, image):
        return f"(vector-ref (car (gimp-image-get-layers {image})) 0)"

    def run_refusal(self):
        """A layer whose pixels are locked; then a dialog whose layer is locked while it is open."""
        gimp = self.gimp
        layer = gimp.ask("(begin {body})", self.layer(3))
        gimp.finish(f"(gimp-item-set-lock-content {layer} TRUE)")
        ended = self.open_image("plug-in-cuda-sobel", "CUDA Sobel", 3)
        self.fill((("alt+i", "2.75"),))
        gimp.keys("alt+u")
        self.choose("output", "Down", 2, "replace")
        self.check(desktop.happens(lambda: "locked" in gimp.logged("trace: status: (.*)")[-1], 3),
                   "that the layer is locked is said while choosing", gimp.logged("trace: status: (.*)")[-1])
        gimp.keys("alt+o")
        self.check(self.stays_open(ended), "and OK is not to be had")
        gimp.keys("alt+u")
        self.choose("output", "Up", 3, "new-layer")
        self.close_with_ok(ended)
        chosen = gimp.ask("(begin {body})", "(vector-ref (car (gimp-image-get-selected-drawables 3)) 0)")
        n = gimp.ask("(begin {body})", "(vector-length (car (gimp-image-get-layers 3)))")
        self.check(chosen == layer and n == "2", "after a new layer the photo is selected, to be filtered again",
                   f"{chosen}, not {layer}, of {n} layers")

    def run_group(self):
        """A layer group can be looked at, not replaced."""
        gimp = self.gimp
        gimp.finish("""(let* ((group (car (gimp-group-layer-new 3 "all"))))
            (gimp-image-insert-layer 3 group 0 0)
            (gimp-image-reorder-item 3 (vector-ref (car (gimp-image-get-layers 3)) 1) group 0)
            (gimp-image-set-selected-layers 3 (vector group)))""")
        ended = self.open_image("plug-in-cuda-sobel", "CUDA Sobel", 3)
        gimp.keys("alt+u")
        self.choose("output", "Down", 2, "replace")
        self.check(desktop.happens(lambda: "layer group" in gimp.logged("trace: status: (.*)")[-1], 3),
                   "that a group has no pixels to replace is said while choosing", gimp.logged("trace: status: (.*)")[-1])
        gimp.keys("alt+o")
        self.check(self.stays_open(ended), "and OK is not to be had")
        gimp.resize(860, 540)
        gimp.rest()
        cut = len(gimp.logged("trace: status is cut"))
        gimp.keys("alt+u", "Up", "Down")
        gimp.rest()
        self.check(len(gimp.logged("trace: status is cut")) == cut, "a small window has all of the sentence")
        self.cancel(ended)

    def run_repeat(self):
        """GIMP's Repeat and Re-Show, twice, on the photo each time."""
        gimp = self.gimp
        gimp.finish("(gimp-display-new (car (gimp-file-load RUN-NONINTERACTIVE \"%s\")))" % self.photo)
        image = gimp.ask("(begin {body})", "(vector-ref (car (gimp-get-images)) 0)")
        layers = f"(vector-length (car (gimp-image-get-layers {image})))"
        first = f"(car (gimp-image-get-layers {image}))"
        photo = gimp.ask("(begin {body})", f"(vector-ref {first} 0)")
        self.open_from_menu()
        gimp.keys("alt+u")
        self.choose("output", "Up", 3, "new-layer")
        gimp.keys("alt+o")
        self.check(desktop.happens(lambda: gimp.ask("(begin {body})", layers) == "2", 20), "the filter runs from the menu")
        gimp.activate("GIMP$")
        gimp.keys("ctrl+f")
        self.check(desktop.happens(lambda: gimp.ask("(begin {body})", layers) == "3", 20), "Repeat runs it again")
        n = len(gimp.logged("first result"))
        gimp.activate("GIMP$")
        gimp.keys("ctrl+shift+f")
        gimp.activate("^CUDA Sobel$")
        desktop.wait_for(lambda: len(gimp.logged("first result")) > n, "first result")
        gimp.keys("alt+o")
        self.check(desktop.happens(lambda: gimp.ask("(begin {body})", layers) == "4", 20), "and Re-Show with its dialog")
        same = gimp.ask("(begin {body})", f"""(map (lambda (i) (car (gimp-drawable-histogram (vector-ref {first} i)
            HISTOGRAM-VALUE 0.0 1.0))) (list 0 1 2))""").strip("()").split()
        chosen = gimp.ask("(begin {body})", f"(vector-ref (car (gimp-image-get-selected-drawables {image})) 0)")
        self.check(len(set(same)) == 1 and chosen == photo, "each of the photo, which stays selected", f"{same} {chosen} {photo}")

    def run_failure(self):
        """A failure after OK is shown in a dialog that still has the values. It uses the menu, because scripts wait for scripts."""
        gimp = self.gimp
        layer = gimp.ask("(begin {body})", "(vector-ref (car (gimp-image-get-selected-drawables 3)) 0)")
        gimp.finish(f"(gimp-item-set-lock-content {layer} FALSE)")
        n = self.open_from_menu()
        self.fill((("alt+i", "3.25"),))
        gimp.keys("alt+u")
        self.choose("output", "Down", 2, "replace")
        gimp.finish(f"(gimp-item-set-lock-content {layer} TRUE)")
        gimp.activate("^CUDA Sobel$")
        gimp.keys("alt+o")
        again = desktop.happens(lambda: len(gimp.logged("first result")) == n + 2, 10)
        self.check(again and self.has("3.25") and desktop.happens(lambda: "locked" in gimp.logged("trace: status: (.*)")[-1], 3),
                   "what fails after OK is said in the dialog, with the values",
                   f"{again} {gimp.logged('trace: values (.*)')[-1]} {gimp.logged('trace: status: (.*)')[-1]}")
        gimp.finish(f"(gimp-item-set-lock-content {layer} FALSE)")
        gimp.activate("^CUDA Sobel$")
        gimp.keys("Escape")
        desktop.happens(lambda: not gimp.windows("^CUDA Sobel$"), 10)

    def run_large(self, photo):
        """24 megapixels in a preview a tenth as wide are not black; and no edges are said."""
        gimp = self.gimp
        gimp.finish(LARGE.format(photo=photo))
        image = gimp.ask("(begin {body})", "(vector-ref (car (gimp-get-images)) 0)")
        ended = self.open_image("plug-in-cuda-canny", "CUDA Canny", image)
        self.fill((("alt+w", "40"), ("alt+i", "80")))
        area = self.place_of("preview")
        gimp.click(area[0] + 4, area[1] + 4)
        self.press("0", "zoom=0")
        bolder = gimp.logged("trace: view: .*bolder=(.)")[-1]
        self.press("1", "zoom=1")
        self.check((bolder, gimp.logged("trace: view: .*bolder=(.)")[-1]) == ("1", "0"),
                   "where lines are drawn bolder than they are that is said", bolder)
        self.press("0", "zoom=0")
        self.click_place("bolder")
        self.check(desktop.happens(lambda: "zoom=1" in gimp.logged(r"trace: view: (.*)")[-1].split(), 3), "a click on that shows 100 %",
                   gimp.logged(r"trace: view: (.*)")[-1])
        self.press("0", "zoom=0")
        self.press("a", "show=1")
        gimp.leave()
        self.drawn()
        seen = gimp.seen(*area)
        bright = (seen[..., 0] >= 250).mean()
        self.check(bright > 0.02, "edges of 24 megapixels are seen as a whole", f"{bright * 100:.2f} % of the preview is white")
        self.fill((("alt+i", "1500"), ("alt+w", "1400")))
        self.check(desktop.happens(lambda: "There are no edges" in gimp.logged("trace: status: (.*)")[-1], 5),
                   "that there are no edges is said, and what to change", gimp.logged("trace: status: (.*)")[-1])
        self.cancel(ended)

    def run_all(self, photo):
        self.run_three(photo)
        self.run_wheel()
        self.run_rounding()
        self.run_knob()
        self.run_thresholds()
        self.run_refusal()
        self.run_failure()
        self.run_group()
        self.photo = photo
        self.run_repeat()
        self.run_large(photo)


if __name__ == "__main__":
    sys.exit(main(Care, size="1366x768"))
