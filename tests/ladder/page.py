#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""page.py FOLDER PAGE.md: the page about what ./dev ladder measured. Figures come from the folder's JSON or, the documents'
own, from claimed.json; the plots are written to the folder."""
import sys
from pathlib import Path

import claims
import drawings
import patterns
import texts
from claims import ms
from markdown import Page  # in tests/bench, as drawings finds plots
from measured import Measured, claimed_ms, time

# Of each document: the size whose table is complete, rungs that are steps of one ladder, and sizes of the short table.
DOCUMENTS = {
    "000": ("512x512", [["000-sobel-global", "000-sobel-naive-shared", "000-sobel-apron", "000-sobel-apron-1d"],
                        ["000-sharpen-global", "000-sharpen-apron-1d"]]),
    "001": ("1024x1024", [[f"001-conv3-{step}" for step in ("naive", "shared", "shared-constant", "tiles-float-21", "tiles-float-adaptive")],
                          [f"001-conv5-{step}" for step in ("naive", "shared", "shared-constant", "separable", "tiles-float-21",
                                                            "tiles-float-adaptive", "separable-tiles-21")]]),
    "002": ("512x512", [["002-gauss-constant", "002-gauss-whole"], ["002-gauss-x-shared", "002-gauss-x"],
                        ["002-gauss-y-one-each", "002-gauss-y"], ["002-gradient-atan2", "002-gradient"],
                        ["002-chain-kernels"]]),
    "003": ("4444x3136", [["003-grey-float", "003-grey-int"], ["003-blur-global-2", "003-blur-constant-2", "003-blur-tile-2",
                           "003-blur-separable-2"], ["003-sobel-printed", "003-sobel-naive", "003-sobel-separable", "003-sobel-shared"],
                          ["003-hysteresis-global", "003-hysteresis-shared"],
                          ["003-hysteresis-global-5-passes", "003-hysteresis-shared-5-passes"]]),
    "004": ("512x512", [["004-sobel-scalar", "004-sobel-vector16"]]),
}


def percent(part, whole):
    return f"{100 * part / whole:.0f}" if part and whole else ""


def steps(page, m, document, size, families):
    """What each step gains over the first of its ladder: then and now."""
    rows = []
    for family in families:
        blocks = sorted({row["block"] for case in family for row in m.find(case=case, size=size)}, reverse=True)
        for block in blocks:
            first = m.row(family[0], size, block)
            before = first
            for case in family:
                row = m.row(case, size, block)
                if not row or not first:
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
    page.out += [f"<details><summary>Every rung of {document} at {size}</summary>", ""]
    page.say("MP/s and GB/s of the bytes that have to move; shares, in percent, of a copy of as many bytes and of the filter's own",
             "floor, a byte in and a byte out; registers and bytes of shared memory; occupancy in theory and, on 512x512, as the",
             "profiler saw it; the check against the statement.")
    page.table(["rung", "block", "tiles", "warm, ms", "cold", "in a row", "MP/s", "GB/s", "of a copy", "of the floor", "registers", "shared",
                "occupancy", "achieved", "check"], rows)
    page.out += ["</details>", ""]


def sizes(page, m, document):
    every = [size for size in m.sizes(document) if size in drawings.SQUARES]
    head = ["warm, best block, ms"] + every
    rows = [[case[4:]] + [ms((m.row(case, size) or {}).get("compute_ms")) for size in every] for case in m.cases(document)]
    names = dict.fromkeys(row["case"] for row in m.find(group=document, kind="ours"))
    rows += [[f"**ours: {name}**"] + [ms(m.ours(document, name, size)) for size in every] for name in names]
    rows.append(["copy, a byte in and out"] + [ms(m.copy({"group": document, "width": int(size.split("x")[0]),
                                                           "height": int(size.split("x")[1])}, 2)) for size in every])
    page.out += [f"<details><summary>Every size of {document}</summary>", ""]
    page.table(head, rows)
    page.out += ["</details>", ""]


def processor(page, m):
    rows = []
    for row in m.find(m.one_core, size="1024x1024"):
        many = next((other for other in m.find(group="serial", case=row["case"], on=row["on"], size="1024x1024")
                     if other["threads"] == m.about["threads"]), None)
        rows.append([row["case"], row["on"], ms(row["compute_ms"]), ms(many["compute_ms"]) if many else ""])
    page.say("## On the processor")
    page.say(f"The statements themselves, 1024x1024, on {m.about['processor']}: milliseconds with one thread and with",
             f"{m.about['threads']}, ours beside them; OpenCV's times stand on the [page about performance](performance.md).")
    page.table(["", "on", "one thread", f"{m.about['threads']} threads"], rows)
    claims.processor(page, m)


def main(folder, path):
    m, page = Measured(folder), Page(path.resolve())
    texts.beginning(page, m)
    for document, (size, families) in DOCUMENTS.items():
        claim = m.claimed[document]
        page.say(f"## {document}: {claim['title']}")
        page.say(f"{claim['author']}.")
        for paragraph in texts.TEXTS[document](m):
            page.say(paragraph)
        patterns.table(page, m, document)
        steps(page, m, document, "10000x10000" if document == "003" else size, families)
        if document in claims.TABLES:
            claims.TABLES[document](page, m)
        biggest = [case for family in families for case in family]
        ours = [(document, name) for name in dict.fromkeys(row["case"] for row in m.find(group=document, kind="ours"))][:2]
        page.figure(drawings.against_size(m, f"{document}-size", f"{document}: time against size", biggest[:6], ours),
                    f"{document}: time against size")
        complete(page, m, document, size)
        sizes(page, m, document)
    texts.experiments(page, m, drawings)
    processor(page, m)
    texts.ending(page, m)
    path.write_text("\n".join(page.out).rstrip() + "\n", encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(sys.argv[1], Path(sys.argv[2]))
