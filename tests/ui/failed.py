#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Lets the last render of a dialog fail for lack of memory, in a real GIMP, as TAP: OK renders again and writes the preview's
result, and an erased edge stays erased. Then lets the first one fail: no line says that something is looked for.
Usage: failed.py PLUG-IN PHOTO"""
import resource
import sys
from pathlib import Path

import desktop
from desktop import call_of
from checking import LOAD, main
from painted import CANNY, CLOSE, HELP, SHARPEN, Painted

SIDE = 3000
# The left half is black but for a square, the right one white.
PICTURE = (f"image.scale({SIDE}, {SIDE})", "Gimp.context_set_default_colors()", "layer.edit_fill(Gimp.FillType.FOREGROUND)",
           f"image.select_rectangle(Gimp.ChannelOps.REPLACE, {SIDE // 2}, 0, {SIDE // 2}, {SIDE})",
           "image.select_rectangle(Gimp.ChannelOps.ADD, 300, 300, 200, 200)", "layer.edit_fill(Gimp.FillType.WHITE)",
           "Gimp.Selection.none(image)")
# Less than the 27 MB of the layer; GTK needs some as well.
SPARE = 12 << 20
# A layer of 243 MB, more than half of which are missing.
LARGE = 9000
SPARE_OF_LARGE = 100 << 20


class Failed(Painted):
    def memory(self):
        """Of the dialog's process, bytes."""
        text = Path(f"/proc/{call_of(self.gimp)}/status").read_text(encoding="ascii")
        return int(dict(line.split(":", 1) for line in text.splitlines())["VmSize"].split()[0]) * 1024

    def limit_memory(self, most):
        resource.prlimit(int(call_of(self.gimp)), resource.RLIMIT_AS, (most, resource.RLIM_INFINITY))

    def run_first(self, photo, most):
        """The pixels have no memory, and nothing is looked for in them."""
        gimp = self.gimp
        gimp.python(CLOSE)
        gimp.finish(LOAD.format(photo=photo))
        self.do(f"image.resize({LARGE}, {LARGE}, 0, 0)", "layer.resize_to_image_size()")
        gimp.activate("– GIMP$")
        self.press_until(desktop.KEYS[SHARPEN], lambda: call_of(gimp))
        self.limit_memory(most)
        self.check(desktop.happens(lambda: "Not enough memory" in gimp.logged("trace: status: (.*)")[-1], 60),
                   "the first render fails", gimp.logged("trace: status: (.*)")[-1])
        said = [gimp.logged(f"trace: {line}: (.*)")[-1] for line in ("radius", "noise", "time")]
        self.check(said == ["", "none", "none"], "nothing says that radius or noise are looked for", f"{said}")
        self.limit_memory(resource.RLIM_INFINITY)
        gimp.activate("^CUDA Sharpen$")
        gimp.keys("Escape")
        self.check(desktop.happens(lambda: not call_of(gimp), 20), "the dialog closes")

    def run_all(self, photo):
        """Another device needs the pixels a second time; reading them anew does not."""
        gimp = self.gimp
        self.open(photo, CANNY, PICTURE, {"output": "replace"})
        gimp.keys("alt+f", "Home", "Down")      # the default values, not those that fit the image
        self.check(desktop.happens(lambda: self.has_value("sigma", "1.4"), 5), "the default values are chosen")
        area = self.place_of("preview")
        gimp.click(area[0] + 8, area[1] + 8)
        self.press_until("e", lambda: gimp.logged("trace: edge of"))
        gimp.screen.settle()
        self.check(self.erase(), "an edge is erased")
        size = int(gimp.logged(r"trace: edge of (\d+)")[-1])
        gimp.python(f"called('{CANNY}', {{'output': 'replace'}}, '{gimp.folder}/all.png')")
        full = self.memory()
        self.limit_memory(full + SPARE)
        gimp.activate("^CUDA Canny$")
        self.unfold()
        gimp.keys("alt+m")
        self.choose("backend", "Down", 1, "cpu")
        self.check(self.is_said("Not enough memory"), "a render fails", gimp.logged("trace: status: (.*)")[-1])
        ended = self.accept("CUDA Canny")
        gimp.python(f"save(Gimp.get_images()[-1].get_layers()[0], '{gimp.folder}/found.png')")
        all_edges, found = (gimp.picture(gimp.folder / f"{name}.png")[..., 0] for name in ("all", "found"))
        gone = (all_edges != found).sum()
        self.check(ended and gone == size, "OK writes what is shown, without the edge that was erased",
                   f"ended {ended}, {gone} pixels differ from all edges, that edge has {size}")
        self.run_first(photo, full + SPARE_OF_LARGE)


if __name__ == "__main__":
    desktop.Desktop.DIGEST += "\n" + HELP
    sys.exit(main(Failed, operations=True))
