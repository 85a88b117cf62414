# SPDX-License-Identifier: GPL-3.0-or-later
"""A page in Markdown, written from top to bottom."""
import os


class Page:
    def __init__(self, path):
        self.path, self.out = path, []

    def say(self, *words):
        self.out += [" ".join(words), ""]

    def table(self, head, rows):
        if rows:
            self.out += ["| " + " | ".join(head) + " |", "|---" * len(head) + "|"]
            self.out += ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows] + [""]

    def figure(self, path, words):
        if path:
            self.out += [f"![{words}]({os.path.relpath(path, self.path.parent)})", ""]
