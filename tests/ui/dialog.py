#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The dialogs of the four filters in a real GIMP, as TAP: open, move a slider,
type a value, press OK, and compare the new layer with that of a call without
a dialog. Usage: dialog.py PLUG-IN PHOTO"""
import sys
import time

import desktop

LOAD = """(gimp-display-new (car (gimp-file-load RUN-NONINTERACTIVE "{photo}")))"""
# Every script starts anew; the photo is the only image, its own layer the lowest.
WITH_IMAGE = """(let* ((image (vector-ref (car (gimp-get-images)) 0))
       (layers (car (gimp-image-get-layers image)))
       (layer (vector-ref layers (- (vector-length layers) 1))))
  {body})"""
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

# Procedure, title, the row whose slider moves, what is typed into which row, the same as arguments.
CASES = (
    ("plug-in-cuda-canny", "CUDA Canny", "alt+w", (("alt+w", "12"), ("alt+i", "61.5")), "#:low 12 #:high 61.5"),
    ("plug-in-cuda-sobel", "CUDA Sobel", "alt+i", (("alt+i", "2.5"),), "#:gain 2.5"),
    ("plug-in-cuda-laplacian", "CUDA Laplacian of Gaussian", "alt+g", (("alt+g", "2.25"), ("alt+t", "3")),
     "#:sigma 2.25 #:threshold 3"),
    ("plug-in-cuda-sharpen", "CUDA Sharpen", "alt+i", (("alt+i", "4.5"), ("alt+a", "1.75")), "#:radius 4.5 #:amount 1.75"),
)


class Test:
    def __init__(self, gimp):
        self.gimp = gimp
        self.n = 0
        self.failed = 0

    def check(self, condition, name, why=""):
        self.n += 1
        self.failed += not condition
        print(f"{'ok' if condition else 'not ok'} {self.n} - {name}")
        if not condition and why:
            print("# " + why)
        sys.stdout.flush()

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

    def fill(self, fields):
        for row, text in fields:
            self.gimp.keys(row, "ctrl+a")
            self.gimp.type(text)
            self.gimp.keys("Tab")

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
                   f"{sum(a != b for a, b in zip(shown, called))} of {len(called)} bytes differ")

        self.call(procedure)
        self.check(self.save_top(f"{procedure}-default")[1] != called, f"{title}: and not those of the defaults")

    def run_cancel(self):
        ended = self.open("plug-in-cuda-canny", "CUDA Canny")
        begin = time.monotonic()
        self.gimp.keys("Escape")
        desktop.wait_for(ended.exists, "end of the call")
        seconds = time.monotonic() - begin
        self.check(self.save_top("cancel")[0] == 1, "Escape makes no layer")
        print(f"# from Escape to the end of the call {seconds * 1000:.0f} ms")

    def report(self):
        for line in self.gimp.logged("cuda-edges trace: (.*)"):
            print("# " + line)
        bad = self.gimp.logged(r"(?:CRITICAL|Gtk-WARNING|GimpProcedureConfig object was refed|duplicate mnemonic).*")
        bad = [line for line in bad if "script-fu" not in line]
        self.check(not bad, "no warning and no critical", "; ".join(bad[:5]))


def main():
    plug_in, photo = sys.argv[1:3]
    reason = desktop.missing()
    if reason:
        print(f"1..0 # SKIP {reason}")
        return 0

    with desktop.Desktop(plug_in) as gimp:
        test = Test(gimp)
        print("TAP version 13")
        gimp.finish(LOAD.format(photo=photo))
        for case in CASES:
            test.run_case(*case)
        test.run_cancel()
        test.report()
        print(f"1..{test.n}")
    return 1 if test.failed else 0


if __name__ == "__main__":
    sys.exit(main())
