#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes tables and plots from the results of ./dev bench.

report.py FOLDER… PAGE.md: each folder holds the files of one machine (filters.json, transfers.json,
gimp.tsv or gimp.json, reasons.json: for a part of the name of a target that is not reached, a text, notes.json: the
same for a heading). The plots are written to the folder, the page links them."""
import os
import sys
from pathlib import Path

import beside_peers
import figures
import front
import in_detail
import in_gimp
import targets
from markdown import Page
from measurements import Measurements


class Report(Page):
    def __init__(self, path):
        super().__init__(path)
        self.missed = []

    def verdict(self, label, reached):
        if not reached:
            self.missed.append(label)
        return "yes" if reached else "**no**"


def not_reached(page, m):
    """Targets with the same reason stand together."""
    reasons = {}
    for label in page.missed:
        reason = next((text for part, text in m.reasons.items() if part in label), "Not explained yet.")
        reasons.setdefault(reason, []).append(label)
    if reasons:
        page.say("### Not reached")
        page.table(["target", "why"], [[label, f"reason {n}"] for n, labels in enumerate(reasons.values(), 1) for label in labels])
        for n, reason in enumerate(reasons, 1):
            page.say(f"#### Reason {n}")
            page.say(reason)


def title(m):
    about = m.about
    return f"{about['processor']}, {about['threads']} threads" + "".join(f", {one['device']}" for one in about.get("start", []) if one["on"] == "cuda")


def details(page, m):
    """Everything that was measured on a machine."""
    about = m.about
    started = ", ".join(f"{one['on']} ({one['device']}) in {one['start_ms']:.0f} ms" for one in about.get("start", []))
    page.say(f"# Performance: {title(m)}")
    page.say("<!-- Written by tests/bench/report.py. -->")
    page.say(f"Measured {about['date']} with `{about.get('command', 'ce-bench')}`" +
             (" and `gimp-bench.sh`" if m.calls else "") + f". Backends started: {started}. The processor adds "
             f"{about['additions'] / 1e9:.0f} billion floats per second.")
    page.missed = []
    targets.cpu_targets(page, m)
    targets.gpu_targets(page, m)
    beside_peers.peers(page, m)
    beside_peers.deconvolution(page, m)
    in_gimp.calls(page, m)
    in_detail.depths(page, m)
    not_reached(page, m)
    page.say("### Plots")
    page.say("Rooflines count the operations in float that engine/arithmetic.h prescribes, and as bytes the source once and",
             "the result once; a percentage is of the roof at that point.")
    for path, words in figures.draw(m):
        page.figure(path, words)
    in_detail.serial(page, m)
    in_detail.stages(page, m)
    in_detail.sizes(page, m)
    in_detail.sigmas(page, m)


def write(page):
    page.path.write_text("\n".join(page.out).rstrip() + "\n", encoding="utf-8")


def main(folders, path):
    page = Report(Path(path).resolve())
    page.say("# Performance")
    page.say("<!-- Written by tests/bench/report.py; edit the measurements, not this page. -->")
    page.say("What a user feels, measured in GIMP, and kernels beside other libraries. `./dev bench` measures all of it on your machine and leaves",
             "tables, plots and the numbers behind them in `build/bench/`. This page was made by")
    names = " ".join(os.path.relpath(folder, page.path.parent.parent) for folder in folders)
    page.say(f"    tests/bench/report.py {names} {os.path.relpath(page.path, page.path.parent.parent)}")
    for folder in folders:
        m = Measurements(folder)
        every = Report((m.folder / "details.md").resolve())
        details(every, m)
        write(every)
        front.machine(page, m, f"## {title(m)}", os.path.relpath(every.path, page.path.parent))
    write(page)


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(sys.argv[1:-1], sys.argv[-1])
