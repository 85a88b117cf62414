#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests the dialogs of the filters in a real GIMP, as TAP: opens them, moves a slider, types a value, presses OK, and
compares the new layer with that of a call without a dialog. Usage: dialog.py PLUG-IN PHOTO"""
import math
import re
import sys
import time

import checking
import desktop

# Every script starts anew; the photo was opened first, its own layer the lowest.
WITH_IMAGE = f"""(let* ((image {desktop.PHOTO})
       (layers (car (gimp-image-get-layers image)))
       (layer (vector-ref layers (- (vector-length layers) 1))))
  {{body}})"""
# The number of layers, and the topmost as a file; it goes away, the photo stays.
SAVE = """(let* ((top (vector-ref layers 0))
         (copy (car (gimp-image-new (car (gimp-drawable-get-width top)) (car (gimp-drawable-get-height top)) RGB)))
         (port (open-output-file "{count}")))
    (gimp-image-insert-layer copy (car (gimp-layer-new-from-drawable top copy)) -1 0)
    (gimp-file-save RUN-NONINTERACTIVE copy "{file}" -1)
    (write (vector-length layers) port)
    (close-output-port port)
    (gimp-image-delete copy)
    (if (> (vector-length layers) 1) (gimp-image-remove-layer image top)))"""
CALL = "({procedure} #:run-mode {mode} #:image image #:drawables (vector layer) {arguments})"

# Procedure, title, the row whose slider moves, typed texts by row, the same as arguments.
CASES = (
    ("plug-in-cuda-canny", "CUDA Canny", "alt+w", (("alt+w", "12"), ("alt+i", "61.5")), "#:low 12 #:high 61.5"),
    ("plug-in-cuda-sobel", "CUDA Sobel", "alt+i", (("alt+i", "2.5"),), "#:gain 2.5"),
    ("plug-in-cuda-laplacian", "CUDA Laplacian of Gaussian", "alt+g", (("alt+g", "2.25"), ("alt+t", "3")),
     "#:sigma 2.25 #:threshold 3"),
    ("plug-in-cuda-line-art", "CUDA Line Art", "alt+a", (("alt+a", "60"), ("alt+t", "3.5")), "#:strength 60 #:coherence 3.5"),
    ("plug-in-cuda-sharpen", "CUDA Sharpen", "alt+i", (("alt+i", "4.5"), ("alt+a", "1.75")), "#:radius 4.5 #:amount 1.75"),
)


def different(shown, called):
    """The number of bytes that differ; most often none of many millions, which is known at once."""
    return 0 if shown == called else sum(a != b for a, b in zip(shown, called))


class Dialogs(checking.Test):
    def call(self, procedure, arguments=""):
        body = CALL.format(procedure=procedure, mode="RUN-NONINTERACTIVE", arguments=arguments)
        self.gimp.finish(WITH_IMAGE.format(body=body))

    def save_top(self, name):
        """Number of layers and the bytes of the topmost, which is removed."""
        file, count = self.gimp.folder / f"{name}.ppm", self.gimp.folder / f"{name}.count"
        self.gimp.finish(WITH_IMAGE.format(body=SAVE.format(file=file, count=count)))
        return int(count.read_text(encoding="ascii")), file.read_bytes()

    def open(self, procedure, title):
        shown = len(self.gimp.logged("first result"))
        body = CALL.format(procedure=procedure, mode="RUN-INTERACTIVE", arguments="")
        ended = self.gimp.script(WITH_IMAGE.format(body=body))
        self.gimp.activate(f"^{title}$")
        desktop.wait_for(lambda: len(self.gimp.logged("first result")) > shown, "first result")
        return ended

    def slide(self, row):
        """The slider is one step back from the number that the mnemonic goes to."""
        self.gimp.keys(row, "shift+Tab")
        for key in ["Right"] * 20 + ["Left"] * 10:
            self.gimp.keys(key)

    def has(self, text):
        """Whether a parameter has this value, as the dialog last logged it."""
        return text in re.findall(r"=(\S+)", self.gimp.logged(r"trace: values (.*)")[-1])

    def fill(self, fields):
        """Types again if a busy machine lost keys, because only OK's result is tested here."""
        for row, text in fields:
            for _ in range(3):
                self.gimp.keys(row, "ctrl+a")
                self.gimp.type(text)
                self.gimp.keys("Tab")
                if desktop.happens(lambda: self.has(text), 3):
                    break
            else:
                self.check(False, f"“{text}” typed after {row} arrives", self.gimp.logged(r"trace: values (.*)")[-1])

    def run_case(self, procedure, title, slider, fields, arguments):
        ended = self.open(procedure, title)
        self.slide(slider)
        self.fill(fields)
        self.gimp.keys("alt+o")
        desktop.wait_for(ended.exists, "end of the call")
        n_layers, shown = self.save_top(f"{procedure}-dialog")
        self.check(n_layers == 2, f"{title}: OK makes a layer", f"{n_layers} layers")

        self.call(procedure, arguments)
        n_layers, called = self.save_top(f"{procedure}-call")
        self.check(n_layers == 2 and shown == called, f"{title}: the same pixels as a call with {arguments}",
                   f"{different(shown, called)} of {len(called)} bytes differ")

        self.call(procedure)
        self.check(self.save_top(f"{procedure}-default")[1] != called, f"{title}: and not those of the defaults")

    def compare_with_call(self, name, procedure, arguments):
        """The dialog's layer, which is on top, with that of a call."""
        n_layers, shown = self.save_top(f"{name}-dialog")
        self.call(procedure, arguments)
        called = self.save_top(f"{name}-call")[1]
        self.check(n_layers == 2 and shown == called, f"{name}: the same pixels as a call with {arguments}",
                   f"{n_layers} layers; {different(shown, called)} of {len(called)} bytes differ")

    def run_recipe(self):
        """The first of the list, after one's own values and the defaults."""
        ended = self.open("plug-in-cuda-sobel", "CUDA Sobel")
        self.gimp.keys("alt+f", "Home", "Down", "Down", "alt+o")
        desktop.wait_for(ended.exists, "end of the call")
        self.compare_with_call("recipe", "plug-in-cuda-sobel", '#:operator "scharr" #:gain 0.6')

    def copy_command(self, key):
        """The clipboard after a choice from “Copy As”."""
        before = self.gimp.clipboard()
        self.unfold()
        self.click_until("copy", lambda: self.gimp.clipboard() not in ("", before), key, seconds=2)
        return self.gimp.clipboard()

    def run_command(self):
        """Runs the command that "Copy As" copies for Script-Fu."""
        ended = self.open("plug-in-cuda-laplacian", "CUDA Laplacian of Gaussian")
        self.fill((("alt+g", "3.3"), ("alt+t", "1.7")))
        command = self.copy_command("s")
        self.gimp.keys("alt+o")
        desktop.wait_for(ended.exists, "end of the call")
        shown = self.save_top("command-dialog")[1]
        self.gimp.finish(WITH_IMAGE.format(body="(gimp-image-set-selected-layers image (vector layer))"))
        self.gimp.finish(command)
        kept = self.gimp.ask(WITH_IMAGE, "(= layer (vector-ref (car (gimp-image-get-selected-layers image)) 0))")
        self.check(kept == "#t", "and leaves the layer selected that it filtered", kept)
        n_layers, pasted = self.save_top("command-pasted")
        self.check(n_layers == 2 and "#:sigma 3.3" in command and shown == pasted, "what “Copy As” copies does the same",
                   command)

    def run_mouse(self):
        """Dialogs begin with the last values, here those of the first case. Drags the line of the high threshold, the split and the picture; zooms; compares CPU and GPU."""
        gimp = self.gimp
        ended = self.open("plug-in-cuda-canny", "CUDA Canny")
        x, y, width, height = self.place_of("histogram")
        at = x + math.log1p(61.5) / math.log1p(1500) * width
        gimp.drag(at, y + height / 2, at + 60, y + height / 2)
        self.drawn()

        x, y, width, height = area = self.place_of("preview")
        pictures = [gimp.pixels(*area)]
        gimp.drag(x + width / 2, y + 20, x + width / 2 - 90, y + 20)
        pictures.append(gimp.pixels(*area))
        gimp.keys("plus", "plus", "plus")
        pictures.append(gimp.pixels(*area))
        gimp.drag(x + width / 2 + 50, y + 40, x + width / 2 + 150, y + 90)
        pictures.append(gimp.pixels(*area))
        gimp.keys("space")
        pictures.append(gimp.pixels(*area))
        self.check(len(set(pictures)) == 5, "split, zoom, pan and flip each change the picture", "as " + " ".join(str(pictures.index(picture)) for picture in pictures))

        self.unfold()
        self.open_by("compare", "CPU and GPU Compared")
        gimp.keys("Escape")
        desktop.wait_for(lambda: not gimp.windows("CPU and GPU Compared"), "end of the comparison")

        gimp.keys("alt+o")
        desktop.wait_for(ended.exists, "end of the call")
        low, high = gimp.ask(WITH_IMAGE, "(car (gimp-item-get-name (vector-ref layers 0)))").split(" · ")[0].split(", ")[1].split("–")
        self.check(low == "12" and float(high) > 70, "a dragged line moves its threshold, and no other", f"{low}–{high}")
        self.compare_with_call("dragged", "plug-in-cuda-canny", f"#:low {low} #:high {high}")

    def open_from_menu(self):
        """Through GIMP's menus: Filters, Edge-Detect, CUDA Sobel; scripts are free meanwhile. Returns how many dialogs
        there were before."""
        shown = len(self.gimp.logged("first result"))
        self.gimp.activate("GIMP$")
        self.gimp.keys("alt+r", "t", "b")
        self.gimp.activate("^CUDA Sobel$")
        desktop.wait_for(lambda: len(self.gimp.logged("first result")) > shown, "first result")
        return shown

    def run_menu(self):
        self.open_from_menu()
        self.fill((("alt+i", "1.5"),))
        self.gimp.keys("alt+o")
        desktop.wait_for(lambda: self.gimp.ask(WITH_IMAGE, "(vector-length layers)") == "2", "layer", 20)
        self.compare_with_call("menu", "plug-in-cuda-sobel", '#:operator "scharr" #:gain 1.5')

    def run_cancel(self):
        ended = self.open("plug-in-cuda-canny", "CUDA Canny")
        begin = time.monotonic()
        self.gimp.keys("Escape")
        desktop.wait_for(ended.exists, "end of the call")
        seconds = time.monotonic() - begin
        self.check(self.save_top("cancel")[0] == 1, "Escape makes no layer")
        print(f"# from Escape to the end of the call {seconds * 1000:.0f} ms")

    def run_all(self, _):
        for case in CASES:
            self.run_case(*case)
        self.run_recipe()
        self.run_command()
        self.run_mouse()
        self.run_menu()
        self.run_cancel()


if __name__ == "__main__":
    sys.exit(checking.main(Dialogs))
