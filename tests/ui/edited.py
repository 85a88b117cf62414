#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests that the dialog edits a layer's topmost effect, if it is of the same filter, in a real GIMP, as TAP: it opens with
the effect's values, OK changes the effect in one step of undo, and Cancel nothing. Usage: edited.py PLUG-IN PHOTO [FOLDER]:
FOLDER gets screenshots."""
import sys

import desktop
from checking import Exact, main
from dialog import Dialogs

MESSAGE = "^GIMP Message$"
CANNY, SOBEL = "plug-in-cuda-canny", "plug-in-cuda-sobel"
HELP = """
import re
from gi.repository import Gimp
def layer():
    return Gimp.get_images()[-1].get_layers()[-1]
def add(operation, name, **values):
    effect = Gimp.DrawableFilter.new(layer(), operation, name)
    for key, value in values.items():
        effect.get_config().set_property(key.replace('_', '-'), value)
    effect.set_blend_mode(Gimp.LayerMode.MULTIPLY)
    effect.set_opacity(0.6)
    layer().append_filter(effect)
    Gimp.displays_flush()
def color(config):
    return config.get_property('color').get_rgba()[:3] if config.find_property('color') else ''
def effects():
    return [(effect.get_name(), effect.get_operation_name(), effect.get_blend_mode().value_nick,
             round(effect.get_opacity(), 3), *[re.sub('#[0-9a-f]{16}', '', str(effect.get_config().get_property(name)))
               if effect.get_config().find_property(name) else '' for name in ('sigma', 'low', 'style', 'erased', 'radius')],
             color(effect.get_config()))
            for effect in layer().get_filters()]
def foreground():
    return Gimp.context_get_foreground().get_rgba()[:3]
"""
VALUES = "sigma=2.5, low=30.0, style='lines', erased='512x512 100,100', color=Gegl.Color.new('#c02030')"

VALUES_SHOWN = "sigma=2.5", "low=30", "style=lines", "output=effect", "blend-mode=multiply"


class Edited(Exact):
    fill = Dialogs.fill
    has = Dialogs.has

    def effects(self):
        return eval(self.gimp.python("effects()"))

    def edits(self):
        return len(self.gimp.logged("trace: hiding: OK changes"))

    def hidden(self):
        return (self.gimp.logged("trace: hiding: (.*)") or [""])[-1]

    def end(self, key, ended):
        self.gimp.keys(key)
        desktop.wait_for(ended, "end of the call")

    def close_message(self):
        """Closes GIMP's window that says why no edge by hand counts: it keeps the keyboard from GIMP's other windows."""
        self.gimp.activate(MESSAGE)
        self.press_until("Return", lambda: not self.gimp.windows(MESSAGE))

    def run_edit(self):
        gimp = self.gimp
        gimp.python(f"add('cuda-edges:canny', 'My edges', {VALUES})")
        before, foreground = self.effects(), gimp.python("foreground()")
        ended = self.open_by_keys(CANNY)
        self.check(all(self.has_value(*pair.split("=")) for pair in VALUES_SHOWN),
                   "the dialog opens with the effect's values", gimp.logged("trace: values (.*)")[-1])
        self.check(self.hidden() == "OK changes the effect “My edges” of “Background”", "and says so", self.hidden())
        if len(sys.argv) > 3:
            gimp.screenshot(f"{sys.argv[3]}/edited.png")
        self.fill((("alt+g", "3.5"),))
        self.end("Escape", ended)
        self.check(self.effects() == before and gimp.python("foreground()") == foreground, "Cancel changes nothing",
                   str(self.effects()))

        ended = self.open_by_keys(CANNY)
        self.fill((("alt+g", "3.5"),))
        self.end("alt+o", ended)
        after = self.effects()
        wanted = [before[0][:4] + ("3.5",) + before[0][5:]]
        self.check(after == wanted, "OK changes the effect, its name, opacity, color and the rest stay", f"{after}; {wanted}")
        self.check(gimp.python("foreground()") == foreground, "GIMP's foreground color is what it was")
        gimp.activate("– GIMP$")
        gimp.keys("ctrl+z")
        self.check(desktop.happens(lambda: self.effects() == before, 20), "one undo gives the old effect", str(self.effects()))
        gimp.keys("ctrl+y")
        self.check(desktop.happens(lambda: self.effects() == wanted, 20), "one redo the new one", str(self.effects()))

    def run_other(self):
        """An effect of another filter, or below another one, is left alone."""
        gimp = self.gimp
        before, n_edits = self.effects(), self.edits()
        self.end("alt+o", self.open_by_keys(SOBEL))
        self.check(self.effects() == before and gimp.python("len(layer().get_image().get_layers())") == "2",
                   "another filter makes a layer and leaves the effect", str(self.effects()))
        gimp.python("layer().get_image().remove_layer(layer().get_image().get_layers()[0])")
        gimp.python("add('gegl:gaussian-blur', 'Blur')")
        both = self.effects()
        ended = self.open_by_keys(CANNY)
        self.check(self.edits() == n_edits, "an effect of another filter, or below another one, is not edited", self.hidden())
        self.end("Escape", ended)
        self.check(self.effects() == both, "and stays", str(self.effects()))

    def run_stale(self):
        """Edges by hand of a layer that has another size now, or that was turned since, are not taken over."""
        gimp = self.gimp
        gimp.python("[layer().get_filters()[0].delete() for _ in layer().get_filters()]")
        gimp.python(f"add('cuda-edges:canny', 'Here', {VALUES})")
        self.end("alt+o", self.open_by_keys(CANNY))
        self.check(self.effects()[0][7] == "512x512 100,100", "points of the same layer stay", str(self.effects()))
        gimp.python("layer().transform_flip_simple(Gimp.OrientationType.HORIZONTAL, True, 0), Gimp.displays_flush()")
        self.close_message()
        self.end("alt+o", self.open_by_keys(CANNY))
        self.check(self.effects()[0][7] == "", "those of a layer that was mirrored go", str(self.effects()))
        for size in "300x200", "512x5120":
            gimp.python("layer().get_filters()[0].delete()")
            gimp.python(f"add('cuda-edges:canny', 'Other size', {VALUES})".replace("512x512", size))
            self.close_message()
            self.end("alt+o", self.open_by_keys(CANNY))
            self.check(self.effects()[0][7] == "", f"and those of another size, {size}", str(self.effects()))

    def run_presets(self):
        """Recipes are presets of GIMP's dialog of the effect; those of the user stay, and so does a file that is not whole."""
        gimp = self.gimp
        file = gimp.folder / "gimp" / "filters" / "GimpGegl-cuda-edges-canny-config.settings"
        shown = file.read_text(encoding="utf-8")
        mine = '\n(GimpGegl-cuda-edges-canny-config "Mine (\\")"\n    (time 0)\n    (sigma 7))\n'
        file.write_text(mine + shown.replace("(low 40)", "(low 41)"), encoding="utf-8")
        # It lies in another folder, as files do that several machines share.
        real = gimp.folder / "shared.settings"
        file.rename(real).chmod(0o640)
        file.symlink_to(real)
        self.end("Escape", self.open_by_keys(CANNY))
        self.check(shown.count(' (CUDA Edges)"\n') > 3 and file.read_text(encoding="utf-8") == mine + shown,
                   "recipes are presets of GIMP, beside the user's", file.read_text(encoding="utf-8")[:900])
        self.check(file.is_symlink() and real.stat().st_mode & 0o777 == 0o640, "a link stays a link, and a file has its mode",
                   f"{file.is_symlink()} {real.stat().st_mode:o}")
        file.write_text("(Gimp" + mine, encoding="utf-8")
        self.end("Escape", self.open_by_keys(CANNY))
        self.check(file.read_text(encoding="utf-8") == "(Gimp" + mine, "a file that is not whole stays")

    def run_all(self, photo):
        self.run_edit()
        self.run_other()
        self.run_stale()
        self.run_presets()


if __name__ == "__main__":
    desktop.Desktop.DIGEST += "\n" + HELP
    sys.exit(main(Edited, size="1280x800", operations=True))
