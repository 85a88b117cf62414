# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads the results of ./dev ladder in a folder and the documents' claims, and looks rows up."""
import json
from pathlib import Path

HERE = Path(__file__).resolve().parent


def megapixels(row):
    return row["width"] * row["height"] / 1e6


def time(row):
    """Milliseconds: of one in a row where that was measured, since a lone launch counts its own start; else warm."""
    return row.get("row_ms") or row["compute_ms"]


def of_size(size):
    width, height = size.split("x")
    return int(width), int(height)


class Measured:
    def __init__(self, folder):
        self.folder = Path(folder)
        self.about = json.loads((self.folder / "ladder.json").read_text(encoding="utf-8"))
        self.rows = self.about["rows"]
        self.claimed = json.loads((HERE / "claimed.json").read_text(encoding="utf-8"))
        self.one_core = self.read("serial-1.json").get("rows", [])
        self.profile = self.read("profile.json")
        self.checks = {row["case"]: row["check"] for row in self.about["checks"]}

    def read(self, name):
        path = self.folder / name
        return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}

    def find(self, rows=None, size=None, **wanted):
        if size:
            wanted["width"], wanted["height"] = of_size(size)
        return [row for row in (self.rows if rows is None else rows)
                if all(row.get(key) == value for key, value in wanted.items())]

    def rungs(self, document, size):
        return self.find(group=document, kind="rung", size=size)

    def row(self, case, size, block=None):
        """The row of a rung, with its best block unless one is named; None without one."""
        found = [row for row in self.find(case=case, size=size, kind="rung") if block is None or row["block"] == block]
        return min(found, key=time) if found else None

    def ms(self, case, size, block=None):
        row = self.row(case, size, block)
        return time(row) if row else None

    def ours(self, document, name, size):
        found = self.find(group=document, case=name, kind="ours", size=size)
        return found[0]["compute_ms"] if found else None

    def since(self, case, kind, then):
        """Ours of 100 megapixels of gray as ./dev bench measured it after this run, where it is another time than then."""
        path = HERE.parent / "docs/performance" / self.folder.name / "filters.json"
        rows = json.loads(path.read_text(encoding="utf-8"))["rows"] if path.exists() else []
        found = [row["compute_ms"] for row in self.find(rows, case=case, type=kind, channels=1, on="cuda", size="10000x10000")]
        return found[0] if found and found[0] < 0.8 * then else None

    def copy(self, row, bytes_per_pixel):
        """Milliseconds of a copy of equally many bytes, in the same state as the row."""
        pixels = row["width"] * row["height"]
        found = [one for one in self.find(group=row["group"], kind="floor", width=row["width"], height=row["height"])
                 if one["bytes"] == 2 * int(bytes_per_pixel / 2 * pixels)]
        return (found[0].get("row_ms") if row.get("row_ms") else None) or found[0]["compute_ms"] if found else None

    def sizes(self, document):
        found = {(row["width"], row["height"]) for row in self.find(group=document, kind="rung")}
        return [f"{w}x{h}" for w, h in sorted(found, key=lambda size: size[0] * size[1])]

    def cases(self, document):
        return list(dict.fromkeys(row["case"] for row in self.find(group=document, kind="rung")))

    def peak(self, name):
        return self.find(group="peak", case=name)[0]["per_second"]

    def bandwidth(self):
        """Bytes per second of the best copy beyond the caches."""
        return max(row["bytes"] / time(row) * 1e3 for row in self.rows
                   if row["kind"] == "floor" and row["bytes"] > 4 * self.about["l2"])

    def kernel(self, name):
        return self.profile.get(name, {})


def claimed_ms(m, row):
    """The document's milliseconds of a rung at this size with this block; None without a figure."""
    document, case = row["group"], row["case"][4:]
    size, block = f"{row['width']}x{row['height']}", str(row["block"])
    claim = m.claimed[document]
    if document == "000":
        return claim["ms"].get(case, {}).get(block) if size == claim["size"] else None
    if document == "002":
        if case == "chain-kernels":
            return claim["all"].get(size, {}).get(block)
        stage = claim["stages"].get(size, {}).get(case)
        return stage[1] if stage and block == "32" else None
    if document == "003":
        name = {"hysteresis-shared": "hysteresis-shared, a pass", "hysteresis-global": "hysteresis-global, a pass",
                "chain": "GPU all", "blur-separable-2": "blur-separable"}.get(case, case)
        seconds = claim["seconds"].get(name, {}).get(size)
        return seconds * 1e3 if seconds else None
    return None
