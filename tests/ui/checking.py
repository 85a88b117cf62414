#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Functions that tests of dialogs in a real GIMP share: TAP, and the comparison of the preview with OK's result."""
import sys

import desktop
from desktop import call_of, numpy

LOAD = """(gimp-display-new (car (gimp-file-load RUN-NONINTERACTIVE "{photo}")))"""
# Every script starts anew; the photo was opened first, the drawable its topmost layer.
WITH_TOP = f"""(let* ((image {desktop.PHOTO})
       (layers (car (gimp-image-get-layers image)))
       (layer (vector-ref layers 0)))
  {{body}})"""
OPEN = "({procedure} #:run-mode RUN-INTERACTIVE #:image image #:drawables (vector layer))"
CHECKS = (0x99, 0x66)
# Places in a dialog's log that scroll with the parameters, and the distance of clicks from the edge, pixels.
SCROLLED = ("recipe menu", "save recipe", "histogram", "within", "advanced", "copy", "compare")
MARGIN = 6


class Test:
    def __init__(self, gimp):
        self.gimp = gimp
        self.n = 0
        self.failed = 0
        self.may_repeat = False

    def check(self, condition, name, why=""):
        """A case; one that fails ends the run if a new desktop may repeat it."""
        if self.may_repeat and not condition:
            raise TimeoutError(f"{name}; {why}" if why else name)
        self.n += 1
        self.failed += not condition
        print(f"{'ok' if condition else 'not ok'} {self.n} - {name}")
        if not condition and why:
            print("# " + why)
        sys.stdout.flush()

    def unfold(self):
        """Opens the options that few users need."""
        if self.gimp.logged("trace: advanced: (.*)")[-1] != "open":
            self.click_until("advanced", lambda: self.gimp.logged("trace: advanced: (.*)")[-1] == "open", seconds=2)
        self.gimp.rest()

    def has_vector_layers(self):
        """They came with GIMP 3.2."""
        return self.gimp.python("Gimp.get_pdb().procedure_exists('gimp-vector-layer-new')") == "True"

    def drawn(self):
        """Waits until the dialog has drawn what was changed last."""
        desktop.happens(lambda: self.gimp.logged(r"mark (\d+) display")[-1:] == self.gimp.logged(r"mark (\d+) changed")[-1:], 10)

    def stays_open(self, ended):
        """Whether the dialog is there, and its call goes on, after it has read all keys."""
        return self.gimp.answers_keys(self.gimp.screen.active()) and not ended.exists()

    def place_of(self, what):
        """A place as the dialog last logged it; it logs moves within a tenth of a second."""
        return tuple(map(int, self.gimp.logged(f"trace: {what} at " + r"(-?\d+) (-?\d+) (\d+) (\d+)")[-1]))

    def beyond(self, what):
        """The distance by which the middle of a scrolled place is out of sight; negative if it is above."""
        if what not in SCROLLED:
            return 0
        _, y, _, height = self.place_of(what)
        _, top, _, seen = self.place_of("parameters")
        middle = y + height / 2 - top
        return min(middle - MARGIN, 0) or max(middle - (seen - MARGIN), 0)

    def scroll_to(self, what):
        """As a user would, with the wheel over the words beside the sliders."""
        for _ in range(40):
            beyond, place = self.beyond(what), self.place_of(what)
            if not beyond:
                break
            x, y, _, height = self.place_of("parameters")
            self.gimp.click(x + 8, y + height / 2, 4 if beyond < 0 else 5)
            desktop.happens(lambda: self.place_of(what) != place, 1)

    def click_place(self, what):
        self.scroll_to(what)
        x, y, width, height = self.place_of(what)
        self.gimp.click(x + width / 2, y + height / 2)

    def repeat(self, act, happened, what, seconds=3):
        for _ in range(10):
            act()
            if desktop.happens(happened, seconds):
                return
        name = self.gimp.screen.name_of(self.gimp.screen.active())
        raise TimeoutError(f"{what}: nothing after ten; the active window is “{name}”")

    def click_until(self, what, happened, *keys, seconds=3):
        """Clicks a place and presses keys, and repeats both until @happened, because the place may move at that moment, and a
        busy machine loses keys."""
        def act():
            self.click_place(what)
            self.gimp.keys(*keys)
        self.repeat(act, happened, f"a click on {what}", seconds)

    def press_until(self, key, happened):
        """Presses a key, and again if a busy machine swallowed it, until @happened; not sooner, because a second one may undo
        the first one's effect."""
        self.repeat(lambda: self.gimp.keys(key), happened, key)

    def open_by(self, what, window, *keys):
        """Clicks a place that opens a window, and waits until the window is active."""
        self.click_until(what, lambda: self.gimp.windows(window), *keys)
        self.gimp.activate(window)

    def open_by_keys(self, procedure):
        """From GIMP's window: scripts are free meanwhile. Returns whether the call is there no more."""
        gimp = self.gimp
        shown = len(gimp.logged("first result"))
        for _ in range(4):      # a busy machine swallows keys
            gimp.activate("– GIMP$")
            gimp.keys(desktop.KEYS[procedure])
            if desktop.happens(lambda: call_of(gimp), 10):
                break
        gimp.activate("^CUDA ")
        desktop.wait_for(lambda: len(gimp.logged("first result")) > shown, "first result")
        return lambda: not call_of(gimp)

    def report(self):
        """What GIMP said of faults comes from no lost key."""
        self.may_repeat = False
        for line in self.gimp.logged("cuda-edges trace: (?!mark)(.*)"):
            print("# " + line)
        bad = self.gimp.faults(r"CRITICAL|(?:Gtk|LibGimpConfig)-WARNING|GimpProcedureConfig object was refed|duplicate mnemonic")
        self.check(not bad, "no warning and no critical", "; ".join(bad[:5]))


class Exact(Test):
    """Looks at the preview at 100 %."""

    def open_top(self, procedure, title=None):
        """In other languages a title is another one."""
        shown = len(self.gimp.logged("first result"))
        ended = self.gimp.script(WITH_TOP.format(body=OPEN.format(procedure=procedure)))
        self.gimp.activate(f"^{title}$" if title else "^CUDA ")
        desktop.wait_for(lambda: len(self.gimp.logged("first result")) > shown, "first result")
        return ended

    def place_of_window(self, window=None):
        """On the screen, without its frame: of the active one, if none is named."""
        return self.gimp.screen.place_of(window or self.gimp.screen.active())

    def close_with_ok(self, ended):
        self.gimp.keys("alt+o")
        desktop.wait_for(ended.exists, "end of the call")

    def choose(self, name, key, steps, nick):
        """Down or up in the menu of a parameter, until it has a value, or back."""
        for key in [key] * steps + [{"Up": "Down", "Down": "Up"}[key]] * steps:
            if self.has_value(name, nick):
                break
            self.gimp.keys(key)         # the dialog logs a value at once
        self.check(desktop.happens(lambda: self.has_value(name, nick), 2), f"{name} is {nick}", self.gimp.logged(r"trace: values (.*)")[-1])

    def has_value(self, name, value):
        values = self.gimp.logged(r"trace: values (.*)")
        return bool(values) and f"{name}={value}" in values[-1].split()

    def press(self, key, state):
        """A key in the preview, again if a busy machine swallowed it, until the view is so."""
        for _ in range(3):
            self.gimp.keys(key)
            if desktop.happens(lambda: state in self.gimp.logged(r"trace: view: (.*)")[-1].split(), 2):
                return
        self.check(False, f"{key} makes it {state}", self.gimp.logged(r"trace: view: (.*)")[-1])

    def see(self):
        """The whole picture at 100 %, after alone, without the outline of the selection; and where that is."""
        area = self.place_of("preview")
        # Beside the picture: this only takes the focus.
        self.gimp.click(area[0] + 8, area[1] + 8)
        self.press("0", "zoom=0")       # sharpening opens at 100 % where most detail is, which need not be the middle
        self.press("1", "zoom=1")
        self.press("a", "show=1")
        if "outlined=1" in self.gimp.logged(r"trace: view: (.*)")[-1]:     # the key shows it again
            self.press("o", "outlined=0")
        return self.look_at_preview()

    def look_at_preview(self):
        """What the preview shows without the cross of the focus, and where that is: it moves while rows and texts come."""
        self.drawn()
        self.gimp.leave()
        with_cross, area = self.look_where_it_rests()
        for _ in range(3):
            self.gimp.keys("Tab")
            if desktop.happens(lambda: not numpy.array_equal(self.gimp.seen(*area), with_cross), 1):
                break
        return self.look_where_it_rests()

    def look_where_it_rests(self):
        for _ in range(5):
            area = self.place_of("preview")
            seen = self.gimp.seen(*area)
            if self.place_of("preview") == area:
                break
        return seen, area

    def compare_picture(self, name, seen, area, file, size, most=1.6):
        """The preview at 100 % against the pixels that OK wrote, laid on the preview's checks, where the preview shows them."""
        width, height = size
        left, top = (area[2] - width + 1) // 2, (area[3] - height + 1) // 2
        rows, columns = slice(max(0, -top), min(height, area[3] - top)), slice(max(0, -left), min(width, area[2] - left))
        pixels = self.gimp.picture(file)[rows, columns].astype(float)
        self.check(pixels[..., 0].size > 0.8 * width * height, f"{name}: most of the picture is in sight", f"{rows} {columns}")
        y, x = numpy.mgrid[rows, columns]
        checks = numpy.array(CHECKS)[((x + left) // 16 + (y + top) // 16) % 2][..., None]
        color, alpha = pixels[..., :3], pixels[..., 3:]
        differences = abs(seen[y + top, x + left] - (color * alpha + checks * (255 - alpha)) / 255)
        # Half a level each for the premultiplied color, the opacity and the sum.
        bad = numpy.argwhere(differences.max(axis=2) > most)
        self.check(not bad.size, f"{name}: what the preview shows is what OK writes",
                   bad.size and f"{len(bad)} pixels differ, by up to {differences.max():.1f}, the first and the last in "
                                f"{bad.min(axis=0)} to {bad.max(axis=0)} of rows and columns")


def main(test_class, size="1600x1000", languages=(None,), operations=False, scales=(1,), **environment):
    """Runs a class's tests, its run_all(), on the plug-in and the photo of the command line; where they need it, with
    the operations in GIMP's core. Screens of other scales than the first one are in English. A desktop may lose a key or
    a window, so the first failure is repeated on a new desktop, where it counts; tools/summary.py names it."""
    plug_in, photo = sys.argv[1:3]
    reason = desktop.missing()
    if reason:
        print(f"1..0 # SKIP {reason}")
        return 0

    print("TAP version 13")
    n = failed = 0
    for language, scale in [(language, scales[0]) for language in languages] + [(None, scale) for scale in scales[1:]]:
        screen = "x".join(str(int(side) * scale) for side in size.split("x"))
        for is_last in (False, True):
            display = desktop.Desktop(plug_in, size=screen, language=language, scale=scale)
            display.environment.update(environment)
            if operations:
                display.put_operations(plug_in)
            test = test_class(display)
            test.n, test.failed, test.may_repeat = n, failed, not is_last
            try:
                with display as gimp:
                    gimp.finish(LOAD.format(photo=photo))
                    test.run_all(photo)
                    test.report()
                break
            except TimeoutError as failure:
                if is_last:
                    raise
                print(f"# again on a new desktop: {' '.join(str(failure).split())}", flush=True)
            finally:
                n, failed = test.n, test.failed
    print(f"1..{n}")
    return 1 if failed else 0
