# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs inside GIMP: every case of every part, one line of TAP each."""
import importlib
import traceback

import tools


class Skip(Exception):
    """A case that cannot run here; says why."""


class Tap:
    """Lines of TAP; who reads them numbers them."""

    def __init__(self, path):
        self.file = open(path, "w", encoding="utf-8")

    def line(self, text):
        self.file.write(text + "\n")
        self.file.flush()

    def run(self, name, case):
        try:
            case()
            self.line(f"ok - {name}")
        except Skip as reason:
            self.line(f"ok - {name} # SKIP {reason}")
        except Exception:
            self.line(f"not ok - {name}")
            for line in traceback.format_exc().splitlines()[-8:]:
                self.line("# " + line[:600])

    def end(self):
        self.line("# end")
        self.file.close()


def main(path, render, curve, parts):
    tools.RENDER, tools.CURVE = render, curve
    tap = Tap(path)
    for part in parts:
        for name, case in importlib.import_module(part).cases():
            tap.run(f"{part}: {name}", case)
            tools.delete_images()
    tap.end()
