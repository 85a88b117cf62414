#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""page.py FOLDER PAGE.md: the page about what ./dev ladder measured. Figures come from the folder's JSON or, the documents'
own, from claimed.json; the plots are written to the folder."""
import os
import sys
from pathlib import Path

import drawings
import texts
from measured import Measured, claimed_ms, megapixels, time

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
        self.out += [f"![{words}]({os.path.relpath(path, self.path.parent)})", ""]


def ms(value):
    return "" if not value else f"{value:.4f}" if value < 0.1 else f"{value:.3f}" if value < 1 else f"{value:.3g}"


def percent(part, whole):
    return f"{100 * part / whole:.0f}" if part and whole else ""


def steps(page, m, document, size, families):
    """What each step gains over the first of its ladder: then and now."""
    rows = []
    for family in families:
        blocks = sorted({row["block"] for case in family for row in m.find(case=case, size=size)}, reverse=True)
        for block in blocks:
            first = m.row(family[0], size, block)
            for case in family:
                row = m.row(case, size, block)
                if not row or not first:
                    continue
                claim, claim_first = claimed_ms(m, row), claimed_ms(m, first)
                rows.append([case[4:], block, ms(claim), f"{claim_first / claim:.2f}" if claim and claim_first else "",
                             ms(row["compute_ms"]), ms(row["cold_ms"]), ms(row.get("row_ms")), f"{time(first) / time(row):.2f}"])
    claim = m.claimed[document]
    page.say(f"Each step against the first of its ladder, {size}: milliseconds there ({claim['device']}; {claim['where']}) and here,",
             "warm, cold and, where a launch is short, one of 20 in a row.")
    page.table(["rung", "block", "there, ms", "gain", "here, warm", "cold", "in a row", "gain"], rows)


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


def document_003(page, m):
    """Its tables 2, 3, 5 and 6 beside the same here."""
    claim = m.claimed["003"]
    cases = ["grey-float", "grey-int", "blur-constant-2", "blur-separable-2", "sobel-naive", "sobel-separable", "sobel-shared", "thin",
             "threshold", "hysteresis-global", "hysteresis-shared", "chain"]
    rows = []
    for case in cases:
        cells = [case]
        for size in ("4444x3136", "14091x9394"):
            row = m.row(f"003-{case}", size)
            if row:
                there = claimed_ms(m, row)
                cells += [ms(there), ms(row["compute_ms"]), ms(row["cold_ms"]), f"{there / row['compute_ms']:.0f}" if there else ""]
        rows.append(cells)
    ours = [m.ours("003", "Canny, as here", size) for size in ("4444x3136", "14091x9394")]
    rows.append(["**ours: exact Canny**", "", ms(ours[0]), "", "", "", ms(ours[1]), "", ""])
    page.say(f"Its {claim['where']}, milliseconds ({claim['device']}) and the same here, best block:")
    page.table(["", "lizard, there", "here", "cold", "times", "sky, there", "here", "cold", "times"], rows)
    taken = [size for size in m.sizes("003") if size in claim["names"]]
    page.figure(drawings.stages(m, taken), "Each stage of 003 against size")
    page.figure(drawings.blurs(m, "10000x10000"), "The blurs of 003 by sigma")
    size, n = "14091x9394", 14091 * 9394 / 1e6
    groups = [(case, m.ms(f"003-{case}", size) / n, claimed_ms(m, m.row(f"003-{case}", size)) / n)
              for case in ("hysteresis-global", "hysteresis-shared", "sobel-naive", "sobel-separable", "sobel-shared")]
    page.figure(drawings.per_pixel(m, "003-per-pixel", "003: time per pixel on the sky", groups), "Time per pixel of 003's steps")


def document_001(page, m):
    size, points, rows = "4096x4096", [], []
    for i, (case, taps, intensity) in enumerate(texts.intensities(m, size)):
        row = m.row(case, size)
        work = row["operations"] * row["width"] * row["height"]
        predicted, measured = intensity * m.claimed["001"]["bandwidth"], work / time(row) / 1e6
        points.append((f"{case[4:]}", row["operations"] / 8, work / time(row) * 1e3, i % 8))
        there = m.claimed["001"]["gflops"].get(texts.step_of(case), {}).get(str(taps)) or \
            m.claimed["001"]["derived"].get(texts.step_of(case), {}).get(str(taps))
        rows.append([case[4:], f"{intensity:.3g}", f"{predicted:.4g}", there or "", f"{row['operations'] / 8:.3g}",
                     f"{min(m.peak('peak_separate'), intensity * m.bandwidth()) / 1e9:,.0f}", f"{measured:,.0f}",
                     f"{100 * measured * 1e9 / m.peak('peak_separate'):.0f}"])
    page.say("Intensity by the document's equation, in operations per byte; what that promises at its 80 GB/s, computed and as printed;",
             f"the intensity of bytes that have to move; what the equation promises at this device's {m.bandwidth() / 1e9:,.0f} GB/s;",
             f"billions of operations per second measured at {size}, and their share of the peak without fused operations.")
    page.table(["rung", "intensity", "promised there", "printed", "by memory", "promised here", "measured", "% of peak"], rows)
    page.figure(drawings.roofline(m, points, "001-roofline", f"001 at {size}: roofs of copies, of sums and products, fused (dashed)"),
                "Roofline of 001")
    page.figure(drawings.tiles(m, size), "Time against tiles in a block")
    for taps in (5, 3):
        cases = [f"001-conv{taps}-{step}" for step in ("naive", "shared", "shared-constant", "tiles-float-21")]
        page.figure(drawings.speed_up(m, taps, cases + (["001-conv5-separable"] if taps == 5 else [])), f"Speed-up of {taps}x{taps}")


def document_002(page, m):
    rows, claim = [], m.claimed["002"]
    for size in claim["stages"]:
        for stage, serial in (("gauss", "002-serial-gauss"), ("gradient", "002-serial-gradient"), ("thin", "002-serial-thin")):
            there = claim["stages"][size][stage]
            case = "002-gauss-whole" if stage == "gauss" else f"002-{stage}"
            here = m.row(case, size, 32)
            both = sum(m.ms(f"002-gauss-{axis}", size, 32) for axis in "xy") if stage == "gauss" else time(here)
            processor = next((row["compute_ms"] for row in m.one_core if row["case"] == serial
                              and f"{row['width']}x{row['height']}" == size), None)
            rows.append([size, stage, ms(there[0]), ms(there[1]), f"{there[0] / there[1]:.0f}", ms(processor), ms(both),
                         f"{processor / both:.0f}" if processor else ""])
    page.say(f"Its tables 1 and 2: milliseconds on {claim['cpu']} and on {claim['device']}, and the same statements here on one core and",
             "as rungs (the Gaussian in two passes; blocks of 32).")
    page.table(["", "stage", "processor there", "GPU there", "times", "one core here", "GPU here", "times"], rows)
    rows = []
    for kernel, there in claim["profile"].items():
        here = m.kernel(f"{'thin_texture' if kernel == 'thin' else kernel.replace('-', '_')}_32")
        row = m.row(f"002-{kernel}", "512x512", 32)
        rows.append([kernel, there["us"], here.get("us", ""), there["registers"], row["registers"], there["occupancy"], here.get("warps", ""),
                     f"{here['threads']:.1f}" if here else "", f"{here['issue']:.0f}" if here else ""])
    page.say("Its profile at 512x512, and the same here: microseconds, registers, achieved occupancy; threads of a warp that are active",
             "in an instruction, and the share of cycles in which one is issued.")
    page.table(["kernel", "µs there", "here", "registers there", "here", "occupancy there", "here", "threads", "issued, %"], rows)
    rows = [[size, ms(octave), ms(cuda)] for size, (octave, cuda) in claim["octave"].items()]
    page.say("Its table 4, milliseconds of Octave 4.0.3 and of its own program; what counts is not stated, and Octave was not at hand:")
    page.table(["", "Octave", "CUDA"], rows)


def processor(page, m):
    rows = []
    for row in m.find(m.one_core, size="1024x1024"):
        many = next((other for other in m.find(group="serial", case=row["case"], on=row["on"], size="1024x1024")
                     if other["threads"] == m.about["threads"]), None)
        rows.append([row["case"], row["on"], ms(row["compute_ms"]), ms(many["compute_ms"]) if many else ""])
    page.say("## On the processor")
    page.say(f"The statements themselves, 1024x1024, on {m.about['processor']}: milliseconds with one thread and with",
             f"{m.about['threads']}, ours beside them.")
    page.table(["", "on", "one thread", f"{m.about['threads']} threads"], rows)


def main(folder, path):
    m, page = Measured(folder), Page(path.resolve())
    texts.beginning(page, m)
    for document, (size, families) in DOCUMENTS.items():
        claim = m.claimed[document]
        page.say(f"## {document}: {claim['title']}")
        page.say(f"{claim['author']}.")
        for paragraph in texts.TEXTS[document](m):
            page.say(paragraph)
        if document != "003":
            steps(page, m, document, size, families)
        else:
            document_003(page, m)
            steps(page, m, document, "10000x10000", families)
        if document == "001":
            document_001(page, m)
        if document == "002":
            document_002(page, m)
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
