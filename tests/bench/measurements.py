#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads the results of ./dev bench in a folder, and looks rows up."""
import json
import statistics
from pathlib import Path

# Operations in float for a pixel, counted from engine/arithmetic.h: additions, subtractions,
# comparisons, multiplications, square roots. Hysteresis works on bits and is not counted.
GAUSSIAN = 32           # sigma 1.4: 11 taps in two passes, symmetric taps added before they are multiplied
LUMA = 6
GRADIENT = 14


def operations(row):
    colors = 3 if row["channels"] >= 3 else 1
    case = row["case"]
    if case.startswith("sobel"):
        return GRADIENT + 6 + (LUMA if colors == 3 else 0)
    if case.startswith("canny"):
        return GRADIENT + 13 + (GAUSSIAN if "sigma=1.4" in row["parameters"] else 0) + (LUMA if colors == 3 else 0)
    if case.startswith("laplacian"):
        return GAUSSIAN + 7 + (LUMA if colors == 3 else 0)
    if case == "unsharp-luminance":
        return LUMA + GAUSSIAN + 3 + 3 * colors
    if case == "unsharp":
        return (GAUSSIAN + 4) * colors
    return 10 * colors


def megapixels(row):
    return row["width"] * row["height"] / 1e6


def ms(value):
    """Milliseconds as a page prints them."""
    return "" if value is None else f"{value:.3f}" if value < 1 else f"{value:.2f}" if value < 100 else f"{value:.0f}"


def read_calls(path):
    """Medians of the calls in GIMP; for metered calls the peak memory in KiB."""
    calls = {}
    for fields in (line.split("\t") for line in path.read_text().splitlines()):
        what, name, on, width, height, ms = fields[1:7]
        peak = int(fields[7]) if len(fields) > 7 else 0
        calls.setdefault((what, name, on, int(width), int(height)), []).append((float(ms), peak))
    return [{"what": what, "name": name, "on": on, "width": width, "height": height, "rounds": len(values),
             "ms": round(statistics.median(ms for ms, _ in values), 1),
             "least_ms": round(min(ms for ms, _ in values), 1), "each_ms": [round(ms, 1) for ms, _ in values],
             "peak_kib": max(peak for _, peak in values)}
            for (what, name, on, width, height), values in calls.items()]


def ratio(call, other):
    """How many times as long as the other it takes: median over the rounds that both took part in."""
    return statistics.median(a / b for a, b in zip(call["each_ms"], other["each_ms"]))


class Measurements:
    """One machine's."""

    def __init__(self, folder):
        self.folder = Path(folder)
        self.about = self.read_json("filters.json")
        self.rows = [row for path in sorted(self.folder.glob("filters*.json"))
                     for row in self.read_json(path.name)["rows"]]
        self.transfers = [row for path in sorted(self.folder.glob("transfers*.json"))
                          for row in self.read_json(path.name)["rows"]]
        self.calls = self.read_gimp()
        self.reasons = self.read_json("reasons.json")
        self.notes = self.read_json("notes.json")
        self.peers = self.read_json("peers.json")
        self.serial = self.read_json("serial.json").get("rows", [])
        # Of the same machine, where its ladder was measured too.
        ladder = Path(__file__).resolve().parents[2] / "ladder" / self.folder.name / "ladder.json"
        self.peaks = {row["case"]: row["per_second"] for row in json.loads(ladder.read_text(encoding="utf-8"))["rows"]
                      if row["kind"] == "peak"} if ladder.exists() else {}

    def read_json(self, name):
        path = self.folder / name
        return json.loads(path.read_text()) if path.exists() else {}

    def read_gimp(self):
        table, stored = self.folder / "gimp.tsv", self.folder / "gimp.json"
        if table.exists():
            stored.write_text("[\n" + ",\n".join(json.dumps(call) for call in read_calls(table)) + "\n]\n")
        return json.loads(stored.read_text()) if stored.exists() else []

    def find(self, rows=None, **wanted):
        """The rows in which all of these fields are so; "on" may lack a version: OpenCV is OpenCV 4.10.0, cpu not cpu:plain."""
        found = self.rows if rows is None else rows
        on = wanted.pop("on", "")
        return [row for row in found if (not on or row["on"] == on or row["on"].startswith(f"{on} "))
                and all(row.get(field) == value for field, value in wanted.items())]

    def ms(self, rows=None, **wanted):
        """The median of the one row that fits, None without one."""
        found = self.find(rows, **wanted)
        return found[0]["compute_ms"] if found else None

    def call(self, what, name, on, width):
        found = [call for call in self.calls if (call["what"], call["name"], call["on"], call["width"])
                 == (what, name, on, width)]
        return found[0] if found else None

    def backends(self):
        return [name for name in ("cpu", "cuda") if self.find(on=name, kind="ours")]
