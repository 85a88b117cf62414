#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Edges that are clicked in Canny's dialog, in a real GIMP, as TAP: kept, dropped, erased.
Usage: clicked.py PLUG-IN PHOTO"""
import sys

import desktop
from checking import WITH_TOP, main
from features import SAVE_TOP, Features

BOTH = "(plug-in-cuda-canny #:run-mode RUN-INTERACTIVE #:image image #:drawables layers)"
COPY = """(let ((copy (car (gimp-layer-copy layer))))
    (gimp-image-insert-layer image copy 0 0)
    (gimp-item-set-name copy "Copy"))"""


class Clicked(Features):
    def find_edge(self):
        """The first edge of the picture's middle row, and all edges."""
        self.call("plug-in-cuda-canny", "#:low 40 #:high 80")
        edges = self.top()
        return next(x for x in range(40, 240) if edges[256 * 512 + x] > 0), edges

    def top(self):
        """The red of the topmost layer, which goes."""
        file = self.gimp.folder / "edges.png"
        self.gimp.finish(WITH_TOP.format(body=SAVE_TOP.format(file=file)))
        return self.gimp.picture(file)[::4]

    def open_at(self, x, how=None):
        """Canny's dialog with an edge that was asked about."""
        gimp = self.gimp
        ended = how() if how else self.open_top("plug-in-cuda-canny", "CUDA Canny")
        self.fill((("alt+w", "40"), ("alt+i", "80")))
        area = self.place_of("preview")
        gimp.click(area[0] + 8, area[1] + 8)
        self.press("1", "zoom=1")
        n_edges = len(gimp.logged("trace: edge of"))
        gimp.click(area[0] + (area[2] - 512 + 1) // 2 + x + 0.5, area[1] + (area[3] - 512 + 1) // 2 + 256.5)
        desktop.wait_for(lambda: len(gimp.logged("trace: edge of")) > n_edges, "the edge")
        desktop.pause(0.5)
        return ended

    def erase(self):
        """The edge that was asked about."""
        n = len(self.gimp.logged("trace: erased"))
        self.gimp.keys("Tab", "Return")
        return desktop.happens(lambda: len(self.gimp.logged("trace: erased")) > n, 10)

    def is_said(self, words):
        return desktop.happens(lambda: words in self.gimp.logged("trace: status: (.*)")[-1], 3)

    def answer_popover(self, before):
        """Presses the button that has the focus when the edge is known, until that moves a threshold."""
        for _ in range(10):
            self.gimp.keys("Return")
            if desktop.happens(lambda: (self.value("low"), self.value("high")) != before, 1):
                break
        return float(self.value("low")), float(self.value("high"))

    def run_pick(self):
        """Drops an edge that is clicked, and asks for the one in the middle by keyboard."""
        gimp = self.gimp
        x, _ = self.find_edge()
        ended = self.open_at(x)
        low, high = self.answer_popover(("40", "80"))
        self.check(low == 40 and high > 80, "dropping an edge that was clicked raises the high threshold", f"{low}, {high}")
        shown = gimp.logged("trace: mark .* display")
        desktop.happens(lambda: len(gimp.logged("trace: mark .* display")) > len(shown), 2)
        gimp.keys("e")
        after = self.answer_popover((self.value("low"), self.value("high")))
        self.check(after != (low, high), "the keyboard asks about the edge in the middle", f"{after}")
        self.fill((("alt+w", "40"), ("alt+i", f"{high:g}")))
        self.close_with_ok(ended)
        self.check(self.top()[256 * 512 + x] == 0, "and the edge is gone")

    def run_erase(self):
        """The result has all other edges, and thresholds stay. Undone, it is there again."""
        gimp = self.gimp
        x, before = self.find_edge()
        for undone in (False, True):
            ended = self.open_at(x)
            erased = self.erase()
            if undone:
                gimp.keys("ctrl+z")
                erased = desktop.happens(lambda: gimp.logged("trace: erased (.*)")[-1].startswith("0"), 5)
            self.close_with_ok(ended)
            after = self.top()
            gone = sum(a != b for a, b in zip(before, after))
            size = int(gimp.logged(r"trace: edge of (\d+)")[-1])
            if undone:
                self.check(erased and gone == 0, "undone, all edges are there", f"{gone} pixels differ")
            else:
                self.check(erased and gone == size and after[256 * 512 + x] == 0, "an edge is erased, and no other",
                           f"{gone} pixels differ, it had {size}")

    def open_by_search(self):
        """Scripts are free meanwhile. Returns whether there is a window no more."""
        gimp = self.gimp
        shown = len(gimp.logged("first result"))
        gimp.activate("– GIMP$")
        gimp.keys("slash")
        gimp.type("CUDA Canny")
        desktop.pause(1)
        gimp.keys("Return")
        desktop.wait_for(lambda: len(gimp.logged("first result")) > shown, "first result")
        gimp.activate("^CUDA Canny$")
        return lambda: not gimp.windows("^CUDA Canny$")

    def run_canvas(self):
        """On GIMP's canvas an edge that was erased is seen still: the dialog says why."""
        x, _ = self.find_edge()
        state = self.gimp.folder / "gimp" / "cuda-edges-dialogs.ini"
        text = state.read_text(encoding="utf-8")
        state.write_text(text.replace("canvas=false", "canvas=true"), encoding="utf-8")
        closed = self.open_at(x, self.open_by_search)
        self.check(not self.is_said("canvas still shows"), "with all edges there is nothing to say of the canvas")
        self.erase()
        self.check(self.is_said("GIMP's canvas still shows erased edges"), "why the canvas shows an edge that is erased is said",
                   self.gimp.logged("trace: status: (.*)")[-1])
        self.gimp.keys("Escape", "Escape")
        desktop.wait_for(closed, "end of the dialog")
        text = state.read_text(encoding="utf-8")
        state.write_text(text.replace("canvas=true", "canvas=false"), encoding="utf-8")

    def lock(self, locked):
        self.gimp.finish(WITH_TOP.format(body=f"(gimp-item-set-lock-content layer {locked})"))

    def run_effect(self):
        """An effect would have the edge again: that is said before OK. A failure after OK leaves it erased."""
        gimp = self.gimp
        x, before = self.find_edge()
        gimp.finish(WITH_TOP.format(body=COPY))
        closed = self.open_at(x, self.open_by_search)
        self.erase()
        gimp.keys("alt+u")
        self.choose("output", "Down", 3, "effect")
        self.check(self.is_said("An effect cannot leave single edges out"), "that an effect has all edges is said while choosing",
                   gimp.logged("trace: status: (.*)")[-1])
        gimp.keys("alt+o")
        self.check(desktop.never(closed, 1), "and OK is not to be had")
        self.copy_command("s")
        self.check(self.is_said("it erases no single edges"), "of what is copied as a command it is said, too",
                   gimp.logged("trace: status: (.*)")[-1])
        gimp.keys("alt+u")
        self.choose("output", "Up", 3, "replace")
        self.lock("TRUE")
        n = len(gimp.logged("first result"))
        gimp.activate("^CUDA Canny$")
        gimp.keys("alt+o")
        again = desktop.happens(lambda: len(gimp.logged("first result")) > n, 10)
        gimp.activate("– GIMP$")
        self.lock("FALSE")
        gimp.activate("^CUDA Canny$")
        self.check(self.is_said("CPU"), "a layer that is unlocked meanwhile is noticed", gimp.logged("trace: status: (.*)")[-1])
        gimp.keys("alt+o")
        desktop.happens(closed, 20)
        after = self.top()
        gone = sum(a != b for a, b in zip(before, after))
        self.check(again and gone == int(gimp.logged(r"trace: edge of (\d+)")[-1]),
                   "after a failure the edge is erased still", f"{again}, {gone} pixels differ")

    def open_both(self):
        ended = self.gimp.script(WITH_TOP.format(body=BOTH))
        n = len(self.gimp.logged("first result"))
        self.gimp.activate("^CUDA Canny$")
        desktop.wait_for(lambda: len(self.gimp.logged("first result")) > n, "first result")
        return ended

    def run_several(self):
        """Of two layers the one that is seen loses the edge, and the dialog says so."""
        gimp = self.gimp
        x, before = self.find_edge()
        gimp.finish(WITH_TOP.format(body=COPY))
        ended = self.open_at(x, self.open_both)
        self.erase()
        gimp.keys("alt+u")
        self.choose("output", "Up", 3, "new-layer")
        self.check("of “Copy” only" in gimp.logged("trace: erased (.*)")[-1], "which layer loses the edge is said",
                   gimp.logged("trace: erased (.*)")[-1])
        self.close_with_ok(ended)
        n = int(gimp.ask(WITH_TOP, "(vector-length layers)"))
        first = self.top()
        gimp.finish(WITH_TOP.format(body="(gimp-image-remove-layer image layer)"))
        second = self.top()
        gone = sum(a != b for a, b in zip(before, first))
        self.check(n == 4 and gone == int(gimp.logged(r"trace: edge of (\d+)")[-1]) and second == before,
                   "that one does, and the other does not", f"{n} layers, {gone} pixels differ, {second == before}")

    def run_all(self, photo):
        # With the default values, which dialogs before have not changed.
        self.run_erase()
        self.run_pick()
        self.run_canvas()
        self.run_effect()
        self.run_several()


if __name__ == "__main__":
    sys.exit(main(Clicked, operations=True))
