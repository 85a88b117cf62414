#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Clicks edges in Canny's dialog, in a real GIMP, as TAP: they are kept, dropped, erased and drawn.
Usage: clicked.py PLUG-IN PHOTO"""
import sys

import desktop
from checking import WITH_TOP, main
from features import SAVE_TOP, Features

BOTH = "(plug-in-cuda-canny #:run-mode RUN-INTERACTIVE #:image image #:drawables layers)"
COPY = """(let ((copy (car (gimp-layer-copy layer))))
    (gimp-image-insert-layer image copy 0 0)
    (gimp-item-set-name copy "Copy"))"""
FLIP = "(gimp-item-transform-flip-simple layer ORIENTATION-HORIZONTAL TRUE 0)"


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
        return self.gimp.picture(file)[..., 0].tobytes()

    def open_at(self, x, how=None):
        """Canny's dialog with an edge that was asked about."""
        gimp = self.gimp
        ended = how() if how else self.open_top("plug-in-cuda-canny", "CUDA Canny")
        self.fill((("alt+w", "40"), ("alt+i", "80")))
        area = self.place_of("preview")
        gimp.click(area[0] + 8, area[1] + 8)
        self.press("1", "zoom=1")
        self.ask(x)
        return ended

    def ask(self, x):
        """Clicks an edge of the middle row, at 100 %."""
        gimp = self.gimp
        n_edges = len(gimp.logged("trace: edge of"))
        for _ in range(10):
            area = self.place_of("preview")
            gimp.click(area[0] + (area[2] - 512 + 1) // 2 + x + 0.5, area[1] + (area[3] - 512 + 1) // 2 + 256.5)
            if desktop.happens(lambda: len(gimp.logged("trace: edge of")) > n_edges, 5):
                break
        gimp.screen.settle()

    def erase(self):
        """The edge that was asked about."""
        n = len(self.gimp.logged(r"trace: erased \d"))
        self.gimp.keys("Tab", "Return")
        return desktop.happens(lambda: len(self.gimp.logged(r"trace: erased \d")) > n, 10)

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
        self.drawn()
        gimp.keys("e")
        after = self.answer_popover((self.value("low"), self.value("high")))
        self.check(after != (low, high), "the keyboard asks about the edge in the middle", f"{after}")
        self.fill((("alt+w", "40"), ("alt+i", f"{high:g}")))
        self.close_with_ok(ended)
        self.check(self.top()[256 * 512 + x] == 0, "and the edge is gone")

    def has_erased(self, n):
        return self.gimp.logged(r"trace: erased (\d+):")[-1] == str(n)

    def n_erased(self, n):
        return desktop.happens(lambda: self.has_erased(n), 5)

    def gone(self, before):
        return sum(a != b for a, b in zip(before, self.top()))

    def size(self):
        return int(self.gimp.logged(r"trace: edge of (\d+)")[-1])

    def run_erase(self):
        """The result has all other edges; the next dialog for the layer does not show erased edges, and can restore them."""
        gimp = self.gimp
        x, before = self.find_edge()
        ended = self.open_at(x)
        self.erase()
        gimp.keys("ctrl+z")
        undone = self.n_erased(0)
        self.ask(x)
        self.erase()
        self.close_with_ok(ended)
        after = self.top()
        gone = sum(a != b for a, b in zip(before, after))
        self.check(undone and gone == self.size() and after[256 * 512 + x] == 0, "an edge is erased, and no other",
                   f"{undone}, {gone} pixels differ, it had {self.size()}")
        ended = self.open_at(x)
        self.check(self.n_erased(1), "the next dialog for the layer has the edge erased still")
        gimp.keys("Return")             # the only button has the focus
        back = self.n_erased(0)
        self.close_with_ok(ended)
        gone = self.gone(before)
        self.check(back and gone == 0, "brought back, all edges are there", f"{back}, {gone} pixels differ")
        self.flip_erased(x)

    def find_faint(self):
        """A pixel of the middle row far from all edges, with a gradient below the low threshold, and all edges."""
        self.call("plug-in-cuda-canny", "#:low 4 #:high 8")
        faint = self.top()
        self.call("plug-in-cuda-canny", "#:low 40 #:high 40.1")
        strong = self.top()
        edges = self.find_edge()[1]
        return next(x for x in range(40, 440) if faint[256 * 512 + x] > 0
                    and not any(strong[(256 + j) * 512 + x + i] for j in range(-7, 8) for i in range(-7, 8))), edges

    def counts(self, words):
        return words in self.gimp.logged(r"trace: erased \d+: (.*)")[-1]

    def is_counted(self, words):
        return desktop.happens(lambda: self.counts(words), 5)

    def run_draw(self):
        """A faint edge is drawn and no other, taken back and done again; the next dialog has it, and All Back takes it away."""
        gimp = self.gimp
        x, before = self.find_faint()
        n = len(gimp.logged(r"trace: others: \d+"))
        ended = self.open_at(x)
        known = desktop.happens(lambda: len(gimp.logged(r"trace: others: \d+")) > n, 10)
        self.check(known, "the price of keeping it is known, though it lowers the low threshold")
        self.erase()
        drawn = self.is_counted("1 edge drawn")
        gimp.keys("ctrl+z")
        undone = self.is_counted("Click")
        gimp.keys("ctrl+shift+z")
        again = self.is_counted("1 edge drawn")
        size = self.size()
        self.close_with_ok(ended)
        after = self.top()
        rest = self.without(after, [256 * 512 + x])
        edge = [i for i, (a, b) in enumerate(zip(after, rest)) if a != b]
        more = sum(before[i] != after[i] for i in edge)
        self.check(drawn and undone and again and len(edge) == size and more > 0 and rest == self.without(before, edge),
                   "an edge is drawn, and no other", f"{drawn} {undone} {again}, {len(edge)} pixels, it had {size}, {more} more")
        ended = self.open_at(x)
        self.check(self.is_counted("1 edge drawn") and self.size() == size, "the next dialog has it, with its pixels alone")
        gimp.keys("Return")             # the only button has the focus
        gone = self.is_counted("Click")
        gimp.keys("ctrl+z")
        back = self.is_counted("1 edge drawn")
        self.go_over("shift", x - 2, 254, x + 2, 258)
        both = self.is_counted("1 edge erased, 1 drawn")
        self.click_until("all back", lambda: self.counts("Click"), seconds=1)
        self.close_with_ok(ended)
        self.check(gone and back and both and self.gone(before) == 0, "it is taken away, and All Back takes both kinds back",
                   f"{gone} {back} {both}")

    def flip_erased(self, x):
        """Points of a layer that is mirrored then would erase other edges."""
        ended = self.open_at(x)
        self.erase()
        self.close_with_ok(ended)
        self.top()
        self.gimp.finish(WITH_TOP.format(body=FLIP))
        ended = self.open_top("plug-in-cuda-canny", "CUDA Canny")
        self.check(self.n_erased(0), "a layer that is mirrored has all its edges")
        self.close_with_ok(ended)
        self.top()
        self.gimp.finish(WITH_TOP.format(body=FLIP))

    def go_over(self, key, x, y, to_x, to_y):
        """A drag at 100 %, in pixels of the picture."""
        area = self.place_of("preview")
        left, top = area[0] + (area[2] - 512 + 1) // 2, area[1] + (area[3] - 512 + 1) // 2
        n = len(self.gimp.logged(r"trace: erased \d"))
        self.gimp.screen.hold(key, True)
        self.gimp.drag(left + x + 0.5, top + y + 0.5, left + to_x + 0.5, top + to_y + 0.5)
        self.gimp.screen.hold(key, False)
        return desktop.happens(lambda: len(self.gimp.logged(r"trace: erased \d")) > n, 10)

    @staticmethod
    def without(edges, seeds):
        """Edges, but those that have one of these pixels."""
        left, open_ = bytearray(edges), [i for i in seeds if edges[i]]
        while open_:
            i = open_.pop()
            if left[i]:
                left[i] = 0
                open_ += [j for dy in (-512, 0, 512) for j in range(i + dy - 1, i + dy + 2)
                          if 0 <= j < len(left) and left[j] and abs(j % 512 - i % 512) < 2]
        return bytes(left)

    def run_many(self):
        """All edges in a rectangle, then those that a brush goes over; back and forth."""
        gimp = self.gimp
        _, edges = self.find_edge()
        ended = self.open_top("plug-in-cuda-canny", "CUDA Canny")
        self.fill((("alt+w", "40"), ("alt+i", "80")))
        area = self.place_of("preview")
        gimp.click(area[0] + 8, area[1] + 8)
        self.press("1", "zoom=1")
        found = self.go_over("shift", 300, 60, 420, 200)
        inside = self.without(edges, [y * 512 + x for y in range(60, 201) for x in range(300, 421)])
        several = int(gimp.logged(r"trace: erased (\d+)")[-1]) > 1
        brushed = self.go_over("ctrl", 120, 400, 200, 400)
        both = self.without(inside, [y * 512 + x for y in range(392, 409) for x in range(112, 209)
                                     if (max(120 - x, x - 200, 0)) ** 2 + (y - 400) ** 2 <= 64])
        n = gimp.logged(r"trace: erased (\d+)")[-1]
        gimp.keys("ctrl+z")
        back = desktop.happens(lambda: gimp.logged(r"trace: erased (\d+)")[-1] != n, 5)
        gimp.keys("ctrl+shift+z")
        forth = self.n_erased(int(n))
        self.check(self.place_of("preview") == area, "and nothing has moved", f"{area} {self.place_of('preview')}")
        self.close_with_ok(ended)
        after = bytes(self.top())
        differs = sum(a != b for a, b in zip(after, both))
        self.check(found and several and brushed and back and forth and both != inside != edges and differs == 0,
                   "edges in a rectangle and under a brush are erased, and no others, taken back and done again",
                   f"{found} {several} {brushed} {back} {forth}, {differs} pixels differ")
        ended = self.open_top("plug-in-cuda-canny", "CUDA Canny")
        gimp.keys("ctrl+z")
        self.check(self.n_erased(int(n)), "the next dialog has nothing to take back")
        self.click_until("all back", lambda: self.has_erased(0), seconds=1)
        self.check(self.n_erased(0), "all come back")
        gimp.keys("ctrl+z")
        self.check(self.n_erased(int(n)), "which is taken back as well")
        gimp.keys("ctrl+shift+z")
        self.n_erased(0)
        self.close_with_ok(ended)
        self.check(bytes(self.top()) == bytes(edges), "and done again")

    def run_undo(self):
        """Values and recipes, one step each."""
        gimp = self.gimp
        ended = self.open_top("plug-in-cuda-canny", "CUDA Canny")
        self.fill((("alt+g", "2.5"), ("alt+w", "30")))
        first = gimp.logged("trace: values (.*)")[-1]
        gimp.keys("alt+f", "End")
        chosen = desktop.happens(lambda: gimp.logged("trace: values (.*)")[-1] != first, 3)
        gimp.keys("ctrl+z")
        self.check(chosen and desktop.happens(lambda: gimp.logged("trace: values (.*)")[-1] == first, 3), "a recipe is taken back",
                   gimp.logged("trace: values (.*)")[-1])
        gimp.keys("ctrl+z")
        self.check(desktop.happens(lambda: self.has_value("low", "40") and self.has_value("sigma", "2.5"), 3),
                   "and a value alone", gimp.logged("trace: values (.*)")[-1])
        gimp.keys("ctrl+shift+z")
        self.check(desktop.happens(lambda: gimp.logged("trace: values (.*)")[-1] == first, 3), "and done again",
                   gimp.logged("trace: values (.*)")[-1])
        gimp.keys("Escape")
        desktop.wait_for(ended.exists, "end of the call")

    def lock(self, locked):
        self.gimp.finish(WITH_TOP.format(body=f"(gimp-item-set-lock-content layer {locked})"))

    def run_effect(self):
        """An effect has the edge erased. A failure after OK leaves it so, too."""
        gimp = self.gimp
        x, before = self.find_edge()
        gimp.finish(WITH_TOP.format(body=COPY))
        closed = self.open_at(x, lambda: self.open_by_keys("plug-in-cuda-canny"))
        self.erase()
        gimp.keys("alt+u")
        self.choose("output", "Down", 3, "effect")
        gimp.keys("alt+o")
        desktop.wait_for(closed, "end of the dialog")
        gimp.finish(WITH_TOP.format(body="(gimp-drawable-merge-filters layer)"))
        gone = self.gone(before)
        self.check(gone == self.size(), "an effect has no edge that was erased", f"{gone} pixels differ, it had {self.size()}")

        gimp.finish(WITH_TOP.format(body=COPY))
        closed = self.open_at(x, lambda: self.open_by_keys("plug-in-cuda-canny"))
        self.check(self.n_erased(0), "another layer has all its edges")
        self.erase()
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
        is_fine = lambda: gimp.logged("trace: status: (.*)")[-1] == ""
        self.check(desktop.happens(is_fine, 3), "a layer that is unlocked meanwhile is noticed", gimp.logged("trace: status: (.*)")[-1])
        gimp.keys("alt+o")
        desktop.happens(closed, 20)
        gone = self.gone(before)
        self.check(again and gone == self.size(), "after a failure the edge is erased still", f"{again}, {gone} pixels differ")

    def open_both(self):
        ended = self.gimp.script(WITH_TOP.format(body=BOTH))
        n = len(self.gimp.logged("first result"))
        self.gimp.activate("^CUDA Canny$")
        desktop.wait_for(lambda: len(self.gimp.logged("first result")) > n, "first result")
        return ended

    def run_several(self):
        """Both of two layers lose the edge, and the dialog says so."""
        gimp = self.gimp
        x, before = self.find_edge()
        gimp.finish(WITH_TOP.format(body=COPY))
        ended = self.open_at(x, self.open_both)
        self.erase()
        gimp.keys("alt+u")
        self.choose("output", "Up", 3, "new-layer")
        self.check("in each layer" in gimp.logged(r"trace: erased (\d.*)")[-1], "that both layers lose the edge is said",
                   gimp.logged(r"trace: erased (\d.*)")[-1])
        self.close_with_ok(ended)
        n = int(gimp.ask(WITH_TOP, "(vector-length layers)"))
        first = self.gone(before)
        gimp.finish(WITH_TOP.format(body="(gimp-image-remove-layer image layer)"))
        second = self.gone(before)
        self.check(n == 4 and first == second == self.size(), "both do", f"{n} layers, {first} and {second} pixels differ")

    def run_all(self, photo):
        # With the default values, which dialogs before have not changed.
        self.run_undo()
        self.run_many()
        self.run_erase()
        self.run_draw()
        self.run_pick()
        self.run_effect()
        self.run_several()


if __name__ == "__main__":
    sys.exit(main(Clicked, operations=True))
