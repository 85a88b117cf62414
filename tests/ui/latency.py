#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures the time from an event of the mouse or keyboard to its pixels on the screen, in a real GIMP under a virtual
display. Prints tables and judges nothing. Usage: latency.py PLUG-IN PHOTO [cpu|cuda] [WIDTHxHEIGHT...]

Columns are medians in milliseconds of the changes that were shown: from the event to the parameter, waiting for the
render before, rendering, painting the visible part, the message to the main loop, waiting for GTK's frame, drawing, and
the display; their sum, and the worst."""
import re
import statistics
import sys
import time

import desktop

LOAD = """(let* ((loaded (car (gimp-file-load RUN-NONINTERACTIVE "{photo}")))
       (layers (car (gimp-image-get-layers loaded)))
       (image (car (plug-in-tile #:run-mode RUN-NONINTERACTIVE #:image loaded #:drawables layers
                                 #:new-width {width} #:new-height {height} #:new-image TRUE))))
  (gimp-image-delete loaded)
  (gimp-image-undo-disable image)
  (gimp-display-new image))"""
RUN = """(let* ((image (vector-ref (car (gimp-get-images)) 0)))
  ({procedure} #:run-mode RUN-INTERACTIVE #:image image #:drawables (car (gimp-image-get-layers image)){arguments}))"""

# What moves, procedure, title, the row whose slider moves, and arguments that the dialog begins with.
CASES = (
    ("Sobel, gain", "plug-in-cuda-sobel", "CUDA Sobel", "alt+i", ""),
    ("Canny, low threshold", "plug-in-cuda-canny", "CUDA Canny", "alt+w", ""),
    ("Canny, sigma", "plug-in-cuda-canny", "CUDA Canny", "alt+g", ""),
    ("Laplacian, threshold", "plug-in-cuda-laplacian", "CUDA Laplacian of Gaussian", "alt+t", ""),
    ("Laplacian, sigma", "plug-in-cuda-laplacian", "CUDA Laplacian of Gaussian", "alt+g", ""),
    ("Unsharp, amount", "plug-in-cuda-sharpen", "CUDA Sharpen", "alt+a", ""),
    ("Unsharp, radius", "plug-in-cuda-sharpen", "CUDA Sharpen", "alt+i", ""),
)
PASSED = ("changed", "wait", "render", "paint", "post", "frame", "draw", "display")
PARTS = ("event",) + PASSED[1:] + ("total",)
MARK = r"trace: mark (\d+) (\w+) (\d+)"
# To and fro, so that the values stay near those that the dialog begins with.
STEPS = (["Right"] * 6 + ["Left"] * 6) * 8
STEP_MS = 16


def changes(gimp, begun=0):
    """A dictionary of milliseconds for each change that was shown, from the log's lines after a number."""
    marks, shown = {}, []
    for generation, name, value in gimp.logged(MARK)[begun:]:
        marks.setdefault(generation, {})[name] = int(value)
        if name == "display":
            shown.append(marks.pop(generation))
    return [parts(change) for change in shown if len(change) == len(PASSED) + 1]


def parts(change):
    """X servers date events with the same clock as the trace, in milliseconds of 32 bits."""
    age = (change["changed"] // 1000 - change["event"]) % 2 ** 32
    times = [change["changed"] - (age * 1000 if change["event"] and age < 2000 else 0)]
    times += [change[name] for name in PASSED]
    found = {name: (time - before) / 1000 for name, before, time in zip(PARTS, times, times[1:])}
    return dict(found, total=(times[-1] - times[0]) / 1000)


def head():
    return f"# {'':28} " + " ".join(f"{part:>7}" for part in PARTS) + "   worst  shown"


def row(name, found):
    if not found:
        return f"# {name:28} nothing was shown"
    medians = [statistics.median(change[part] for change in found) for part in PARTS]
    return (f"# {name:28} " + " ".join(f"{value:7.1f}" for value in medians)
            + f" {max(change['total'] for change in found):7.1f} {len(found):6}")


def open_dialog(gimp, procedure, title, arguments=""):
    """Until the first result is there, as if for the first time; the file that there will be at the end."""
    (gimp.folder / "gimp" / "cuda-edges-dialogs.ini").unlink(missing_ok=True)
    shown = len(gimp.logged("first result"))
    ended = gimp.script(RUN.format(procedure=procedure, arguments=arguments))
    gimp.activate(f"^{title}$")
    desktop.wait_for(lambda: len(gimp.logged("first result")) > shown, "first result")
    time.sleep(0.5)
    return ended


def slide(gimp, mnemonic):
    """Moves a slider with the arrow keys, and returns what was shown."""
    begun = len(gimp.logged(MARK))
    gimp.keys(mnemonic, "shift+Tab")
    time.sleep(0.2)
    for key in STEPS:
        gimp.screen.press_named(key)
        time.sleep(STEP_MS / 1000)
    time.sleep(0.5)
    return changes(gimp, begun)


def measure_case(gimp, name, procedure, title, mnemonic, arguments):
    ended = open_dialog(gimp, procedure, title, arguments)
    print(row(name + ", fit", slide(gimp, mnemonic)))
    place = [int(number) for number in gimp.logged(r"trace: preview at (\d+) (\d+) (\d+) (\d+)")[-1]]
    gimp.click(place[0] + 2, place[1] + 2)      # beside the picture: this only takes the focus
    gimp.keys("1")
    print(row(name + ", 100 %", slide(gimp, mnemonic)))
    sys.stdout.flush()
    gimp.keys("Escape")
    desktop.wait_for(ended.exists, "end of the call")


def measure_size(gimp, photo, size, backend, cases=CASES):
    width, height = size.split("x")
    gimp.finish(LOAD.format(photo=photo, width=width, height=height))
    print(f"# {size}, {int(width) * int(height) / 1e6:.0f} megapixels RGB, {len(STEPS)} steps of a slider, "
          f"one each {STEP_MS} ms, on {backend}")
    print(head())
    for *case, arguments in cases:
        measure_case(gimp, *case, f'{arguments} #:backend "{backend}"')


def main():
    plug_in, photo, *sizes = sys.argv[1:]
    reason = desktop.missing()
    if reason:
        print(f"1..0 # SKIP {reason}")
        return 0

    backend = sizes.pop(0) if sizes and "x" not in sizes[0] else "auto"
    print("TAP version 13")
    for size in sizes or ["6000x4000"]:
        with desktop.Desktop(plug_in) as gimp:
            measure_size(gimp, photo, size, backend)
    print("ok 1 - measured\n1..1")
    return 0


if __name__ == "__main__":
    sys.exit(main())
