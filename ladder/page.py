#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""page.py FOLDER PAGE.md: writes the page about the results of ./dev ladder, and in the folder the plots and a page of tables
for each document. Figures come from the folder's JSON, the documents' own figures from claimed.json."""
import os
import sys
from pathlib import Path

import claims
import drawings
import patterns
import texts
from claims import ms
from markdown import Page  # in tests/bench, as drawings finds plots
from measured import Measured, claimed_ms, time
from texts import LARGE

# For each document: the size of the complete table, and rungs that are steps of one ladder.
DOCUMENTS = {
    "000": ("512x512", [["000-sobel-global", "000-sobel-naive-shared", "000-sobel-apron", "000-sobel-apron-1d"],
                        ["000-sharpen-global", "000-sharpen-apron-1d"]]),
    "001": ("1024x1024", [[f"001-conv3-{step}" for step in ("naive", "shared", "shared-constant", "tiles-float-21", "tiles-float-adaptive")],
                          [f"001-conv5-{step}" for step in ("naive", "shared", "shared-constant", "separable", "tiles-float-21",
                                                            "tiles-float-adaptive", "separable-tiles-21")],
                          [f"001-chain-{step}" for step in ("naive", "shared", "shared-constant", "tiles-8", "tiles-adaptive")]]),
    "002": ("512x512", [["002-gauss-constant", "002-gauss-constant-unrolled", "002-gauss-whole"], ["002-gauss-x-shared", "002-gauss-x"],
                        ["002-gauss-y-one-each", "002-gauss-y"], ["002-gradient-atan2", "002-gradient-listed", "002-gradient-fast", "002-gradient"],
                        ["002-chain-kernels"]]),
    "003": ("4444x3136", [["003-grey-float", "003-grey-int"], ["003-blur-global-2", "003-blur-constant-2", "003-blur-tile-2",
                           "003-blur-separable-2"], ["003-sobel-printed", "003-sobel-naive", "003-sobel-separable", "003-sobel-shared"],
                          ["003-hysteresis-global", "003-hysteresis-shared"],
                          ["003-hysteresis-global-5-passes", "003-hysteresis-shared-5-passes"]]),
    "004": ("512x512", [["004-sobel-scalar", "004-sobel-vector16"], ["004-channels-apart", "004-channels-at-once"]]),
}
# Lines of the plot against size, beside ours and the floor.
PLOTTED = {
    "000": DOCUMENTS["000"][1][0] + ["000-sharpen-global", "000-sharpen-apron-1d"],
    "001": [f"001-conv5-{step}" for step in ("naive", "shared", "shared-constant", "separable", "tiles-float-21")],
    "002": ["002-gauss-whole", "002-gauss-x", "002-gradient", "002-thin", "002-chain-kernels"],
    "003": ["003-blur-constant-2", "003-blur-separable-2", "003-sobel-naive", "003-hysteresis-shared-5-passes", "003-chain"],
    "004": ["004-sobel-scalar", "004-sobel-vector16"],
}


def percent(part, whole):
    return f"{100 * part / whole:.0f}" if part and whole else ""


def steps(page, m, document, size, families):
    """The gain of each step over the first of its ladder, then and now."""
    rows = []
    for family in families:
        blocks = sorted({row["block"] for case in family for row in m.find(case=case, size=size)}, reverse=True)
        for block in blocks:
            first = m.row(family[0], size, block)
            before = first
            for case in family:
                row = m.row(case, size, block)
                if not row or not first or (block != blocks[0] and not claimed_ms(m, row)):
                    continue
                claim, claim_first = claimed_ms(m, row), claimed_ms(m, first)
                rows.append([case[4:], block, ms(claim), f"{claim_first / claim:.2f}" if claim and claim_first else "",
                             ms(row["compute_ms"]), ms(row["cold_ms"]), ms(row.get("row_ms")), f"{time(first) / time(row):.2f}",
                             f"{time(before) / time(row):.2f}"])
                before = row
    claim = m.claimed[document]
    page.say(f"Each step against the first of its ladder, {size}: milliseconds there ({claim['device']}; {claim['where']}) and here,",
             "warm, cold and, where a launch is short, one of 20 in a row; its gain, and that over the rung before.")
    page.table(["rung", "block", "there, ms", "gain", "here, warm", "cold", "in a row", "gain", "over the one before"], rows)


def complete(page, m, document, size):
    """Every rung with every block."""
    rows = []
    for row in m.rungs(document, size):
        moved, taken = row["bytes_read"] + row["bytes_written"], time(row)
        pixels, own, floor = row["width"] * row["height"], m.copy(row, moved), m.copy(row, 2)
        base = row["case"][4:].replace("-", "_")
        profile = m.kernel(f"{base}_{row['block']}")
        rows.append([row["case"][4:], row["block"], row["value"] or "", ms(row["compute_ms"]), ms(row["cold_ms"]),
                     ms(row.get("row_ms")), f"{pixels / taken / 1e3:,.0f}", f"{moved * pixels / taken / 1e6:,.0f}",
                     percent(own, taken), percent(floor, taken), row["registers"] or "", row["shared"] or "",
                     row["occupancy"] if row["registers"] else "", f"{profile['warps']:.0f}" if profile.get("warps") else "",
                     row["check"]])
    page.say(f"## Every rung at {size}")
    page.say("MP/s and GB/s of the bytes that have to move; shares, in percent, of a copy of as many bytes and of the filter's own",
             "floor, a byte in and a byte out; registers and bytes of shared memory; occupancy in theory and, on 512x512, as the",
             "profiler saw it; the check against the statement.")
    page.table(["rung", "block", "tiles", "warm, ms", "cold", "in a row", "MP/s", "GB/s", "of a copy", "of the floor", "registers", "shared",
                "occupancy", "achieved", "check"], rows)


def sizes(page, m, document):
    every = [size for size in m.sizes(document) if size in drawings.SQUARES]
    head = ["warm, best block, ms"] + every
    rows = [[case[4:]] + [ms((m.row(case, size) or {}).get("compute_ms")) for size in every] for case in m.cases(document)]
    names = dict.fromkeys(row["case"] for row in m.find(group=document, kind="ours"))
    rows += [[f"**ours: {name}**"] + [ms(m.ours(document, name, size)) for size in every] for name in names]
    rows.append(["copy, a byte in and out"] + [ms(m.copy({"group": document, "width": int(size.split("x")[0]),
                                                           "height": int(size.split("x")[1])}, 2)) for size in every])
    page.say("## Every size")
    page.table(head, rows)


def processor(page, m):
    rows = []
    for row in m.find(m.one_core, size="1024x1024"):
        many = next((other for other in m.find(group="serial", case=row["case"], on=row["on"], size="1024x1024")
                     if other["threads"] == m.about["threads"]), None)
        rows.append([row["case"], row["on"], ms(row["compute_ms"]), ms(many["compute_ms"]) if many else ""])
    page.say("# The ladder: on the processor")
    page.say("<!-- Written by ladder/page.py. -->")
    page.say(f"The statements themselves, 1024x1024, on {m.about['processor']}: milliseconds with one thread and with {m.about['threads']}, ours beside them.")
    page.table(["", "on", "one thread", f"{m.about['threads']} threads"], rows)
    claims.processor(page, m)


def write(page):
    page.path.write_text("\n".join(page.out).rstrip() + "\n", encoding="utf-8")


def document(page, m, name):
    """Its section, and its page of tables."""
    (size, families), claim, beside = DOCUMENTS[name], m.claimed[name], Page((m.folder / f"{name}.md").resolve())
    beside.say(f"# The ladder, {name}: every table")
    beside.say("<!-- Written by ladder/page.py. -->")
    page.say(f"## {name}: {claim['title']}")
    page.say(f"{claim['author']}.")
    patterns.drawing(page, name)
    for paragraph in filter(None, texts.TEXTS[name](m)):
        page.say(paragraph)
    patterns.table(page, m, name, LARGE if name == "003" else size, families)
    if name in claims.TABLES:
        claims.TABLES[name](page, m, beside)
    steps(beside, m, name, LARGE if name == "003" else size, families)
    ours = [(name, one) for one in dict.fromkeys(row["case"] for row in m.find(group=name, kind="ours"))][:2]
    page.figure(drawings.against_size(m, f"{name}-size", f"{name}: time against size", PLOTTED[name], ours), f"{name}: time against size")
    complete(beside, m, name, size)
    sizes(beside, m, name)
    page.say(f"All rungs, blocks and sizes: [{beside.path.name}]({os.path.relpath(beside.path, page.path.parent)}).")
    return beside


def main(folder, path):
    m, page = Measured(folder), Page(path.resolve())
    page.sources = Path(__file__).resolve().parent
    texts.beginning(page, m)
    texts.primer(page)
    beside = {name: document(page, m, name) for name in DOCUMENTS}
    texts.experiments(page, m, drawings, beside["003"])
    beside["processor"] = Page((m.folder / "processor.md").resolve())
    processor(beside["processor"], m)
    texts.ending(page, m)
    for one in (page, *beside.values()):
        write(one)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(sys.argv[1], Path(sys.argv[2]))
