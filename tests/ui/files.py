#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests damaged and strange files of the dialogs, in a real GIMP, as TAP: nothing hangs, nothing is lost, and a message says
so. Usage: files.py PLUG-IN PHOTO"""
import os
import re
import shutil
import sys

import desktop
from checking import main
from features import Features

STRAY = "[canny: Mine]\nfilter=canny\nparameters=low=1\nthis line is no setting\n"


class Files(Features):
    def open_and_close(self):
        ended = self.open_top("plug-in-cuda-canny", "CUDA Canny")
        area = self.place_of("preview")
        self.gimp.click(area[0] + 2, area[1] + 2)
        self.press("plus", "show=0")
        self.end_call(ended)

    def end_call(self, ended):
        """Presses Escape until the call has ended, because a window that opens or closes may take the first one."""
        self.press_until("Escape", ended.exists)

    def save_recipe(self, name):
        """Types a name and presses Return."""
        self.open_by("save recipe", "^Save Recipe$")
        self.gimp.keys("ctrl+a")
        self.gimp.type(name)
        self.gimp.screen.settle()
        said = self.gimp.logged("trace: recipe name: (.*)")[-1]
        self.gimp.keys("Return")
        self.gimp.rest()
        if self.gimp.windows("^Save Recipe$"):
            self.gimp.keys("Escape")
            desktop.happens(lambda: not self.gimp.windows("^Save Recipe$"), 3)
        self.gimp.activate("^CUDA Sobel$")
        return said

    def run_list(self):
        """Wherever the chosen recipe is in it, nothing of the list is out of sight above."""
        own = self.gimp.screen.active()
        pid = self.gimp.screen.pid_of(own)
        def lists():
            return [window for window in self.gimp.screen.windows_of(pid) if window != own]
        self.click_until("recipes", lists)
        _, top, *_ = self.place_of_window()
        _, y, _, height = self.place_of("recipes")
        tops = [list(self.place_of_window(window))[1] for window in lists()]
        self.check(max(tops) >= top + y + height - 1, "the list of recipes is below its button", f"{tops}, {top + y + height}")
        self.gimp.keys("Escape")
        desktop.happens(lambda: not lists(), 3)

    def run_recipe_of_own(self):
        """Saves the values as a recipe, finds them again by it, and deletes it."""
        gimp = self.gimp
        old = gimp.folder / "gimp" / "cuda-edges-recipes.ini"
        old.write_text("[sobel: Old/one]\nfilter=sobel\nparameters=gain=7.5\n", encoding="utf-8")
        before = old.read_bytes()
        folder = gimp.folder / "gimp" / "cuda-edges" / "recipes" / "sobel"
        shutil.rmtree(folder, ignore_errors=True)
        file = folder / "Mine.settings"
        ended = self.open_top("plug-in-cuda-sobel", "CUDA Sobel")
        self.check((folder / "Old%2Fone.settings").exists() and old.read_bytes() == before,
                   "what older versions kept becomes presets, and stays")
        self.fill((("alt+i", "3.75"),))
        self.save_recipe("Mine")
        self.check(desktop.happens(lambda: file.exists() and "(gain 3.75)" in file.read_text(encoding="utf-8"), 5),
                   "a recipe of one's own is saved, a preset of GIMP's")
        self.check("run-mode" not in file.read_text(encoding="utf-8"), "without what a call has besides")
        self.fill((("alt+i", "1.25"),))
        said = self.save_recipe("Soft outlines")
        self.check("comes with the filter" in said and not (folder / "Soft outlines.settings").exists(),
                   "the name of one that comes along is refused", said)
        said = self.save_recipe(" ")
        self.check(said == "none" and len(list(folder.glob("*.settings"))) == 2, "so is no name", said)
        self.fill((("alt+i", "1.25"),))
        gimp.keys("alt+f", "Home", "Down", "Down", "Down", "Down", "Down")
        self.check(desktop.happens(lambda: self.has("3.75"), 5), "choosing it sets its values",
                   gimp.logged(r"trace: values (.*)")[-1])
        self.fill((("alt+i", "4"),))
        said = self.save_recipe("Mine")
        self.check("will be replaced" in said and "(gain 4)" in file.read_text(encoding="utf-8"),
                   "that one is replaced is said", said)
        self.run_list()
        preset = gimp.folder / "mine.settings"
        proposed = self.choose_file("e", preset)
        self.check(proposed == "Mine.settings", "the file that it is exported to is called like the recipe", proposed)
        values = preset.read_text(encoding="utf-8") if desktop.happens(preset.exists, 5) else ""
        self.check("\n(gain 4)" in values and '\n(operator "' in values and '\n(output "' in values,
                   "it is exported as GIMP and Batcher read presets", values)
        # A preset may have arguments that the dialog has not.
        values = "(run-mode noninteractive)\n" + re.sub(r"\(gain .*?\)", "(gain 4.25)", values)
        (gimp.folder / "theirs.settings").write_text(values, encoding="utf-8")
        self.choose_file("i", gimp.folder / "theirs.settings")
        self.check(desktop.happens(lambda: self.has("4.25"), 5), "a preset is imported", gimp.logged(r"trace: values (.*)")[-1])
        (gimp.folder / "bad.settings").write_text("(gain 3 (", encoding="utf-8")
        said = len(gimp.logged("trace: recipes: "))
        self.choose_file("i", gimp.folder / "bad.settings")
        self.check(desktop.happens(lambda: len(gimp.logged("trace: recipes: ")) > said, 5) and self.has("4.25"),
                   "what is none is refused, and that is said", gimp.logged(r"trace: values (.*)")[-1])
        gimp.keys("alt+f", "Home", "Down", "Down", "Down", "Down", "Down")
        for key, is_there in (("Escape", True), ("alt+d", False)):
            self.open_by("recipe menu", "^Delete Recipe$", "d")
            gimp.keys(key)
            self.check(desktop.happens(lambda: file.exists() == is_there, 5), f"whether it is deleted is asked: {key}")
            desktop.happens(lambda: not gimp.windows("^Delete Recipe$"), 5)
            gimp.activate("^CUDA Sobel$")
        gimp.keys("Escape")
        desktop.wait_for(ended.exists, "end of the call")

    def choose_file(self, key, file):
        """In the menu beside the recipes; then the name of a file."""
        self.open_by("recipe menu", "GIMP Preset$", key)
        # What is there to be opened may begin with files used recently: a place to type is asked for.
        self.gimp.keys(*(("ctrl+a", "ctrl+c") if key == "e" else ("ctrl+l", "ctrl+a")))
        self.gimp.rest()
        proposed = self.gimp.clipboard() if key == "e" else None
        self.gimp.type(str(file))
        self.gimp.rest()
        self.gimp.keys("Return")
        desktop.happens(lambda: not self.gimp.windows("GIMP Preset$"), 5)
        self.gimp.activate("^CUDA Sobel$")
        return proposed

    def run_all(self, _):
        self.run_strange_files()
        shutil.rmtree(self.gimp.folder / "gimp" / "cuda-edges")
        self.run_recipe_of_own()

    def run_strange_files(self):
        """Tests other programs' files in place of the dialogs' own."""
        recipes = self.gimp.folder / "gimp" / "cuda-edges-recipes.ini"
        state = self.gimp.folder / "gimp" / "cuda-edges-dialogs.ini"

        recipes.write_text(STRAY, encoding="utf-8")
        os.mkfifo(state)
        self.open_and_close()
        self.check(self.gimp.logged("trace: recipes: .*is left as it is.*this line"), "recipes with a stray line are said")
        self.check(state.is_fifo(), "a pipe in place of the dialogs' file neither hangs nor is replaced")

        ended = self.open_top("plug-in-cuda-canny", "CUDA Canny")
        self.open_by("save recipe", "^Save Recipe$")
        self.gimp.type("Another")
        self.gimp.keys("Return")
        desktop.happens(lambda: not self.gimp.windows("^Save Recipe$"), 5)
        self.gimp.activate("^CUDA Canny$")
        self.end_call(ended)
        self.check((self.gimp.folder / "gimp" / "cuda-edges" / "recipes" / "canny" / "Another.settings").exists(),
                   "another one can be saved")
        self.check(recipes.read_text(encoding="utf-8") == STRAY, "and saving another does not overwrite them",
                   recipes.read_text(encoding="utf-8"))

        state.unlink()
        state.write_text("[view]\nwidth=512\nheight=512\nzoom=nan\nx=inf\ny=-nan\n[canny]\nsplit=nan\nwidth=-5\n"
                         "controls=2000000000\n", encoding="utf-8")
        self.open_and_close()
        self.check(self.gimp.logged("trace: view: (.*)")[-1].startswith("zoom=1.5 x=256 y=256 "),
                   "numbers that are none are forgotten", self.gimp.logged("trace: view: (.*)")[-1])


if __name__ == "__main__":
    sys.exit(main(Files))
