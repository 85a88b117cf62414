#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests the result of a dialog on GIMP's own canvas, as TAP: it appears, follows the parameters, and leaves no trace in files,
in undo steps or in the image of a killed dialog.
Usage: canvas.py PLUG-IN PHOTO [PICTURE]: PICTURE gets a picture of the dialog with the canvas behind it."""
import os
import signal
import sys

import checking
import desktop
from desktop import call_of

STATE = "[canny]\ncanvas=true\n"
TOP = "Gimp.get_images()[-1].get_layers()[0]"


RUN = """
import json
from gi.repository import Gio
def in_file(path):
    image = Gimp.file_load(Gimp.RunMode.NONINTERACTIVE, Gio.File.new_for_path(path))
    effects = len(image.get_layers()[0].get_filters())
    layer = Gimp.Layer.new_from_visible(image, image, 'seen')
    answer = f'{effects} {digest(layer)}'
    image.delete()
    return answer
def save(image, path):
    return Gimp.file_save(Gimp.RunMode.NONINTERACTIVE, image, Gio.File.new_for_path(path), None)
def run(name):
    procedure = Gimp.get_pdb().lookup_procedure(name)
    return procedure.run(procedure.create_config()).index(1)
"""
# Whether an effect shows the same on both backends, and no operation of ours failed meanwhile.
EFFECT = """from gi.repository import Gimp
def failed(layer):
    return Gimp.DrawableFilter.new(layer, 'gimp-cuda-edges:call', '').get_config().get_property('failed')
def put(layer, name, backend):
    effect = Gimp.DrawableFilter.new(layer, 'cuda-edges:' + name, '')
    effect.set_blend_mode(Gimp.LayerMode.REPLACE)
    for key, value in (('backend', backend), ('strict', backend == 'cuda')):
        effect.get_config().set_property(key, value)
    effect.update()
    layer.append_filter(effect)
    Gimp.displays_flush()
    return effect
def both(layer, name):
    before, shown = failed(layer), []
    for backend in ('cpu', 'cuda'):
        effect = put(layer, name, backend)
        image = layer.get_image().duplicate()
        image.flatten()
        shown.append(digest(image.get_layers()[0]))
        image.delete()
        effect.delete()
    return shown[0] == shown[1] and failed(layer) == before"""


class Canvas(checking.Exact):
    def filters(self):
        return int(self.gimp.python(f"len({TOP}.get_filters())"))

    def value(self, name):
        work = self.gimp.python(f"{TOP}.get_filters()[0].get_config().get_property('work')")
        return dict(word.split("=") for word in work.split()[1:])[name]

    def is_clean(self):
        return self.gimp.python(f"{TOP}.get_image().is_dirty()") == "False"

    def layers(self):
        return int(self.gimp.python(f"len({TOP}.get_image().get_layers())"))

    def seen(self):
        """A digest of the image's visible pixels."""
        return self.gimp.python(f"(lambda layer: (digest(layer), layer.delete()))"
                                f"(Gimp.Layer.new_from_visible({TOP}.get_image(), {TOP}.get_image(), 'seen'))[0]")

    def seen_in(self, file):
        """The effects in a file, and its visible pixels."""
        return self.gimp.python(f"in_file('{file}')")

    def told(self):
        return len(self.gimp.logged("canvas: shown"))

    def open_and_wait(self):
        """From GIMP's window: scripts are free to look meanwhile."""
        told = self.told()
        self.open_by_keys("plug-in-cuda-canny")
        desktop.wait_for(lambda: self.told() > told, "the canvas")

    def place(self, name, *box):
        window = self.gimp.activate(name)
        self.gimp.screen.move(window, *box[:2])
        self.gimp.resize(*box[2:])
        self.gimp.rest()

    def close(self, key):
        self.gimp.activate("^CUDA Canny$")
        self.gimp.keys(key)
        desktop.wait_for(lambda: not self.gimp.windows("^CUDA Canny$"), "end of the dialog")
        desktop.wait_for(lambda: not call_of(self.gimp), "end of the call")

    def size(self):
        return self.gimp.screen.place_of(self.gimp.screen.active())[2:]

    def folds(self):
        """The window is small where the canvas shows the result; its own preview comes and goes."""
        small = self.size()
        self.check(small[0] <= 448 and small[1] <= 760 and self.gimp.logged("preview: folded"),
                   "its own preview is folded away", f"{small}")
        n = len(self.gimp.logged("preview at"))
        self.click_until("unfolded", lambda: self.gimp.logged("trace: preview: (.*)")[-1] == "open", seconds=5)
        self.gimp.rest()
        self.check(self.size()[0] > 900 and len(self.gimp.logged("preview at")) > n,
                   "and comes back beside the canvas", f"{self.size()}")
        self.click_until("unfolded", lambda: self.gimp.logged("trace: preview: (.*)")[-1] == "folded", seconds=5)
        self.gimp.rest()
        self.check(self.size() == small, "and goes", f"{self.size()}")

    def follows(self):
        """Typed values arrive on the canvas; the image stays as saved, with one effect."""
        before = self.seen()
        told = self.told()
        self.gimp.activate("^CUDA Canny$")
        self.gimp.keys("alt+i", "ctrl+a")
        self.gimp.type("150")
        self.gimp.keys("Tab")
        desktop.wait_for(lambda: self.told() > told, "the canvas")
        self.check(self.filters() == 1 and self.value("high") == "150", "the canvas follows a value", self.value("high"))
        self.check(self.seen() != before, "and looks different")
        self.check(self.is_clean(), "and the image is as saved")

    def shows_gpu(self):
        """Effects that name the GPU, on the canvas."""
        reason = self.gimp.python("json.loads(run('plug-in-cuda-edges-info'))['cuda']['reason']")
        if reason != "None":
            self.n += 1
            print(f"ok {self.n} - effects on the GPU # SKIP {reason}")
            return
        for name in ("canny", "sobel", "laplacian", "sharpen"):
            found = self.gimp.python(f"both({TOP}, '{name}')")
            self.check(found == "True", f"{name} on the GPU shows what the CPU's shows", found)

    def survives(self, what, code):
        """The effect goes from under the dialog, into a step of undo: the dialog leaves that alone, which GIMP would not survive."""
        self.open_and_wait()
        self.gimp.python(code)
        self.close("Escape")
        self.gimp.python(f"[{TOP}.get_image().select_ellipse(Gimp.ChannelOps.REPLACE, i, 9, 90, 90) for i in range(3)]")
        self.check(not self.gimp.logged("gimp_object_get_memsize|fatal error"), f"{what}, and GIMP goes on")
        self.gimp.python(f"Gimp.Selection.none({TOP}.get_image())")

    def saved(self):
        """Saved from GIMP's window and exported, while something is tried; then Cancel."""
        file, export = self.gimp.folder / "tried.xcf", self.gimp.folder / "tried.png"
        self.gimp.python(f"save({TOP}.get_image(), '{file}')")
        self.gimp.python(f"({TOP}.get_image().set_file(Gio.File.new_for_path('{file}')), {TOP}.get_image().clean_all())")
        original = self.seen()
        self.open_and_wait()
        self.gimp.python(f"{TOP}.set_name('changed')")
        written = os.stat(file).st_mtime_ns
        self.gimp.activate("– GIMP$")
        self.gimp.keys("ctrl+s")
        is_written = desktop.happens(lambda: os.stat(file).st_mtime_ns != written and self.is_clean(), 20)
        self.check(is_written and self.filters() == 1 and self.seen() != original, "the image is saved while something is tried")
        self.gimp.python(f"save({TOP}.get_image(), '{export}')")
        self.close("Escape")
        for name in (file, export):
            found = self.seen_in(name)
            self.check(found == f"0 {original}", f"{name.name} is what the image is after Cancel", found)
        self.check(self.filters() == 0 and self.is_clean() and self.seen() == original, "which counts as saved")

    def undone(self):
        """The layer is removed while something is tried on it; Cancel, then the layer comes back."""
        original = self.seen()
        self.open_and_wait()
        self.gimp.python(f"({TOP}.get_image().insert_layer({TOP}.copy(), None, 1), {TOP}.get_image().remove_layer({TOP}))")
        self.close("Escape")
        self.gimp.activate("– GIMP$")
        self.gimp.keys("ctrl+z")
        self.check(desktop.happens(lambda: self.layers() == 2, 10), "the layer comes back")
        self.check(self.seen() == original, "without what was cancelled")
        self.gimp.python("run('plug-in-cuda-edges-info')")
        self.check(self.filters() == 0, "of which the next call leaves nothing", f"{self.filters()} effects")
        self.gimp.keys("ctrl+z")
        desktop.happens(lambda: self.layers() == 1, 10)

    def kill(self):
        """The dialog's process ends while something is tried; GIMP knows it."""
        self.gimp.python(f"{TOP}.get_image().clean_all()")
        self.open_and_wait()
        pid = call_of(self.gimp)
        os.kill(int(pid), signal.SIGKILL)
        desktop.wait_for(lambda: not os.path.exists(f"/proc/{pid}"), "end of the call")

    def killed(self):
        """Looks after a kill, and after one that the next call follows at once."""
        original = self.seen()
        self.kill()
        self.gimp.python("run('plug-in-cuda-edges-info')")
        self.check(self.filters() == 0 and self.is_clean(), "the next call after a kill removes what was left at once",
                   f"{self.filters()} effects, clean {self.is_clean()}")
        self.kill()
        draw = f"{TOP}.update(0, 0, {TOP}.get_width(), {TOP}.get_height())"
        self.check(desktop.happens(lambda: self.gimp.python(draw) and self.seen() == original, 20),
                   "after a kill the image shows itself")
        self.gimp.python("run('plug-in-cuda-edges-info')")
        self.check(self.filters() == 0 and self.is_clean() and self.seen() == original,
                   "and the next call removes what was left", f"{self.filters()} effects, clean {self.is_clean()}")

    def run(self, photo, picture):
        self.gimp.finish(checking.LOAD.format(photo=photo))
        self.gimp.finish(checking.WITH_TOP.format(body="(gimp-image-clean-all image)"))
        original = self.seen()
        self.place("– GIMP$", 0, 0, 2240, 970)
        self.check(self.is_clean() and self.filters() == 0, "a photo")
        self.open_and_wait()
        self.check(self.filters() == 1 and self.is_clean(), "the dialog shows its result on the canvas")
        self.folds()
        self.follows()
        if picture:
            self.place("^CUDA Canny$", 1255, 60, 940, 820)
            self.gimp.screenshot(picture)
        self.close("Escape")
        self.check(self.seen() == original and self.filters() == 0 and self.is_clean(), "Cancel leaves the image as it was",
                   f"{self.filters()} effects, clean {self.is_clean()}")

        self.open_and_wait()
        self.close("alt+o")
        self.check(self.layers() == 2 and self.filters() == 0, "OK leaves a new layer and no effect")
        self.gimp.finish(checking.WITH_TOP.format(body="(gimp-image-remove-layer image layer)"))
        self.check(self.seen() == original and self.filters() == 0, "and the photo as it was")
        self.saved()
        self.undone()
        self.killed()
        self.shows_gpu()
        self.survives("the effect on the canvas is removed", f"{TOP}.get_filters()[0].delete()")
        self.survives("the effect on the canvas is merged", f"{TOP}.merge_filters()")


def main():
    reason = desktop.missing()
    if reason:
        print(f"1..0 # SKIP {reason}")
        return 0
    gimp = desktop.Desktop(sys.argv[1], size="2240x1000")
    gimp.put_operations(sys.argv[1])
    gimp.DIGEST += RUN + EFFECT
    (gimp.folder / "gimp" / "cuda-edges-dialogs.ini").write_text(STATE, encoding="utf-8")
    with gimp:
        test = Canvas(gimp)
        test.run(sys.argv[2], sys.argv[3] if len(sys.argv) > 3 else None)
        test.report()
    print(f"1..{test.n}")
    return test.failed > 0


if __name__ == "__main__":
    sys.exit(main())
