#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests the words of menus and dialogs in a real GIMP, as TAP: whatever takes the keyboard has a name for a screen reader in the
user's language; no two entries of a menu have the letter of one of ours; GIMP's search finds the filters by their purposes.
Usage: spoken.py PLUG-IN PHOTO"""
import gettext
import re
import sys
from pathlib import Path

import desktop
from checking import Exact, main
from listening import Listener

FILTERS = ("plug-in-cuda-sharpen", "plug-in-cuda-sobel", "plug-in-cuda-laplacian", "plug-in-cuda-line-art", "plug-in-cuda-lines",
           "plug-in-cuda-canny")
ANSWERS = ("combo box", "slider", "spin button", "push button", "button", "toggle button", "radio button", "check box", "text", "chart",
           "image")
CATALOGUE = (Path(__file__).parents[2] / "engine/catalogue.c").read_text(encoding="utf-8")
NICKS = set(re.findall(r'^  \{ "([\w-]+)", N_\(', CATALOGUE, re.MULTILINE))
# What people look for, and how many of our entries there are at least.
WORDS = {"en": "outline line_art sketch vectorize trace svg laser page_to_color",
         "de": "Umriss Strichzeichnung Skizze vektorisieren nachzeichnen SVG Laser ausmalen",
         "zh_CN": "轮廓 线稿 素描 矢量 描摹 SVG 激光 填色 矢量化 激光切割",
         "fr": "contour dessin_au_trait croquis vectoriser tracer SVG laser colorier",
         "es": "contorno dibujo_de_líneas boceto vectorizar trazar SVG láser colorear",
         "cs": "obrys perokresba skica vektorizovat trasovat SVG laser omalovánka"}


class Heard(desktop.Desktop):
    """A desktop that has a screen reader."""

    def __init__(self, *arguments, language=None, **options):
        super().__init__(*arguments, language=language, **options)
        self.language = language or "en"
        self.catalogue = gettext.translation("cuda-edges", self.folder / "gimp/plug-ins/cuda-edges/locale", [self.language],
                                             fallback=True)

    def translated(self, text):
        return self.catalogue.gettext(text)

    def start_bus(self):
        super().start_bus()
        self.environment["AT_SPI_BUS_ADDRESS"] = self.environment["DBUS_SESSION_BUS_ADDRESS"]
        self.listener = Listener(self.environment["AT_SPI_BUS_ADDRESS"])


class Spoken(Exact):
    def tree(self):
        return desktop.wait_for(lambda: self.gimp.listener.program_of(desktop.call_of(self.gimp)), "tree of the dialog")

    def call(self, what):
        return f"{self.gimp.language}, {what}"

    def run_names(self, procedure):
        ended = self.open_top(procedure)
        self.unfold()
        found = list(self.tree().all())
        answers = [one for one in found if one.role in ANSWERS]
        dumb = [one.role for one in answers if not one.name and not any(one.labels)]
        self.check(len(answers) > 20 and not dumb, self.call(f"{procedure}: all that answers has a name"), f"{len(answers)}: {dumb}")
        labels = {one.name for one in found if one.role == "label"}
        sliders = [one.name for one in found if one.role == "slider"]
        self.check(sliders and labels.issuperset(sliders), self.call(f"{procedure}: sliders are called what stands beside them"),
                   f"{sliders}")
        choices = [one.name for one in found if one.role == "combo box"]
        self.check(len(choices) > 3 and not NICKS.intersection(choices), self.call(f"{procedure}: choices are called what they show"),
                   f"{choices}")
        if procedure == "plug-in-cuda-lines":
            self.check_offered(found)
        if procedure == FILTERS[-1]:
            names = [one.name for one in found if one.role == "label"]
            place = names.index(self.gimp.translated("Co_mpute on").replace("_", ""))
            self.check(re.search(r" · [\d.,]+\s?\S+$", names[place + 1]), self.call("the line below Compute on says what computed"),
                       names[place + 1])
            self.follow()
        self.gimp.keys("Escape")
        desktop.wait_for(ended.exists, "end of the call")

    def check_offered(self, found):
        """No name and no tooltip speaks of vector layers where GIMP has none."""
        has_them = self.has_vector_layers()
        word = self.gimp.translated("Vector layer").lower()
        telling = [text for one in found for text in (one.name, one.description) if word in text.lower()]
        self.check(bool(telling) == has_them, self.call("vector layers are spoken of where GIMP has them"), f"{has_them}: {telling}")

    def follow(self):
        """The name of a choice is that of its new value."""
        before = self.choice("white-on-black")
        self.gimp.keys("alt+" + re.search(r"_(\w)", self.gimp.translated("St_yle"))[1].lower())
        self.choose("style", "Down", 1, "black-on-white")
        after = self.choice("black-on-white")
        self.check(before and after and before != after, self.call("a choice's name follows its value"), f"{before}, {after}")

    def choice(self, nick):
        """The name of the style's list, if that is the nick's in the user's language."""
        label = re.search(rf'"{nick}", N_\("(.*?)"\)', CATALOGUE)[1]
        names = [one.name for one in self.tree().all() if one.role == "combo box"]
        wanted = self.gimp.translated(label)
        return wanted if wanted in names else None

    def run_menus(self):
        """Of the menus that have entries of ours."""
        bar = self.gimp.listener.program_of(self.gimp.pid).find("menu bar")
        menus = [menu.children() for top in bar.children() for menu in top.children()]
        ours = 0
        for entries in menus:
            letters = [(one.name, one.letter) for one in entries if one.name] if any("CUDA" in one.name for one in entries) else []
            for name, letter in letters:
                same = [other for other, its in letters if its == letter and other != name]
                if "CUDA" in name:
                    ours += 1
                    self.check(letter and not same, self.call(f"“{name}” has a letter of its own"), f"{letter}: {same}")
        self.check(ours == len(FILTERS), self.call("all entries are there"), f"{ours}")

    def run_search(self):
        gimp = self.gimp
        gimp.activate("GIMP$")
        gimp.keys("slash")
        field = desktop.wait_for(lambda: self.search().find("text"), "the search's field")
        for word in WORDS[gimp.language].split():
            self.check(self.finds(field, word.replace("_", " ")), self.call(f"GIMP's search finds a filter by “{word}”"))
        gimp.keys("Escape")

    def finds(self, field, words):
        """Whether an entry of ours is found; it looks when a key is released, and has not begun at the first ones."""
        def is_found():
            field.write("")
            field.write(words)
            self.gimp.keys("End")
            cells = [one.name for one in self.search().all() if one.role == "table cell" and one.name]
            return cells and any("CUDA" in name for name in cells)
        return desktop.happens(is_found, 10)

    def search(self):
        """GIMP's window that came last."""
        return self.gimp.listener.program_of(self.gimp.pid).children()[-1]

    def run_all(self, photo):
        self.run_menus()
        self.run_search()
        for procedure in FILTERS if self.gimp.language == "en" else FILTERS[-2:]:
            self.run_names(procedure)


if __name__ == "__main__":
    desktop.Desktop = Heard
    sys.exit(main(Spoken, size="1280x800", languages=(None, "de", "zh_CN", "fr", "es", "cs"), NO_AT_BRIDGE="0"))
