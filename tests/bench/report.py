#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tables and plots from what ./dev bench measured.

report.py FOLDER… PAGE.md: each folder holds the files of one machine (filters.json, transfers.json,
gimp.tsv or gimp.json, reasons.json: for a part of the name of a target that is not reached, a text, notes.json: the
same for a heading). The plots are written to the folder, the page links them."""
import math
import os
import sys
from pathlib import Path

import figures
from measurements import Measurements, ratio

# Times of OpenCV that ours may take: case, what it is, picture, channels, share.
CPU = [
    ("size", "canny-l2", "Canny, gray, no blur, L2", "natural", 1, 1 / 4),
    ("size", "canny-blurred", "RGB to luma, Gaussian 1.4, Canny", "natural", 3, 1 / 4),
    ("size", "sobel-l2", "Sobel magnitude L2, gray to 8-bit", "natural", 1, 1 / 5),
    ("size", "sharpen-kernel", "Sharpen 3×3, RGB", "natural", 3, 1 / 4),
    ("size", "unsharp", "Unsharp 1.4, RGB", "natural", 3, 1 / 3),
    ("size", "laplacian", "Gaussian 1.4, Laplacian, threshold, gray", "natural", 1, 1 / 2),
    ("worst", "canny-l2", "Canny on noise", "noise", 1, 1 / 4),
    ("worst", "canny-l2", "Canny on stripes", "stripes", 1, 1 / 4),
    ("worst", "canny-l2", "Canny on a spiral", "spiral", 1, 1 / 4),
]
# Multiples of a copy on the device that ours may take, 8-bit gray, 100 megapixels.
GPU = [
    ("sobel-l2", "Sobel magnitude L2", 1.5),
    ("sharpen-kernel", "Sharpen 3×3", 1.3),
    ("laplacian", "Laplacian of Gaussian 1.4", 5),
    ("canny-l2", "Canny, no blur", 5),
    ("canny-blurred", "Canny, sigma 1.4", 9),
]
FILTERS = ["canny", "sobel", "laplacian", "sharpen"]


class Page:
    def __init__(self, path):
        self.path, self.out, self.missed = path, [], []

    def say(self, *words):
        self.out += [" ".join(words), ""]

    def table(self, head, rows):
        if rows:
            self.out += ["| " + " | ".join(head) + " |", "|---" * len(head) + "|"]
            self.out += ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows] + [""]

    def verdict(self, label, reached):
        if not reached:
            self.missed.append(label)
        return "yes" if reached else "**no**"

    def figure(self, path, words):
        if path:
            self.out += [f"![{words}]({os.path.relpath(path, self.path.parent)})", ""]


def ms(value):
    return "" if value is None else f"{value:.3f}" if value < 1 else f"{value:.2f}" if value < 100 else f"{value:.0f}"


def cpu_targets(page, m):
    rows = []
    for group, case, label, picture, channels, share in CPU:
        at = dict(group=group, case=case, picture=picture, channels=channels, type="u8", width=6000, height=4000)
        ours, peer, copy = m.ms(on="cpu", **at), m.ms(on="OpenCV", **at), m.ms(on="copy", **at)
        if ours and peer:
            rows.append([label, ms(copy), ms(peer), ms(ours), f"{peer / ours:.2f}", f"{1 / share:.0f}",
                         page.verdict(label, ours <= peer * share)])
    if not rows:
        return
    name = next(row["on"] for row in m.find(on="OpenCV"))
    page.say("### Against OpenCV on the CPU")
    page.say(f"24 megapixels, {m.about['threads']} threads for each, milliseconds of computing, medians of interleaved",
             "rounds; “copy” reads the source and writes the result, once.")
    page.table(["", "copy", name, "ours", "times faster", "target", "reached"], rows)
    worst = [(row["picture"], row["compute_ms"]) for row in m.find(group="worst", on="cpu", width=6000)]
    natural = dict(worst).get("natural")
    if natural:
        page.say("Worst cases take", ", ".join(f"{value / natural:.1f} ({name})" for name, value in worst if name != "natural"),
                 "times as long as the natural picture; noise, stripes and the spiral are to take at most 3:",
                 page.verdict("Worst cases", all(value <= 3 * natural for name, value in worst
                                                 if name in ("noise", "stripes", "spiral"))) + ".")


def best_peer(m, case):
    """The fastest other library on the GPU, as multiple of a copy, at the largest size that it was measured at."""
    rows = [row for row in m.peers.get("rows", []) if row["kind"] == "peer" and row["where"] == "gpu" and row["case"] == case]
    if not rows:
        return "not measured"
    width = max(row["width"] for row in rows)
    best = min((row for row in rows if row["width"] == width), key=lambda row: row["compute_ms"])
    copy = m.find(m.peers["rows"], on="device copy", case=case, width=width)
    text = f"{best['on']}: {best['compute_ms'] / copy[0]['compute_ms']:.0f} at {best['width'] * best['height'] / 1e6:.3g} MP"
    return text + (f", {best['differ']:,} pixels differ" if best["differ"] else "")


def peers(page, m):
    rows = m.peers.get("rows", [])
    if not rows:
        return
    widths = sorted({row["width"] for row in rows if row["kind"] == "peer"})
    page.say("### Peers")
    page.say(f"`./dev bench --peers`, {m.peers['date']}: other libraries and ours on the same gray picture, each on its own best terms, milliseconds:",
             "of computing on data that is where it computes, and in brackets from host memory to host memory (of ours, see above). Pixels that differ from the exact",
             f"result at {widths[-1]} pixels a side or the largest size measured, of the interior.")
    table = []
    for case in dict.fromkeys(row["case"] for row in rows if row["kind"] == "peer"):
        for on in dict.fromkeys(row["on"] for row in rows if row["case"] == case and row["kind"] != "floor"):
            found = {row["width"]: row for row in rows if row["case"] == case and row["on"] == on}
            last = found[max(found)]
            table.append([case, f"**ours, {on}**" if last["kind"] == "ours" else on]
                         + [ms(found[w]["compute_ms"]) + ("" if last["kind"] == "ours" else f" ({ms(found[w]['total_ms'])})")
                            if w in found else "" for w in widths]
                         + [f"{last['differ']:,}" if "differ" in last else 0])
    names = {row["width"]: f"{row['width']}x{row['height']}" for row in rows}
    page.table(["", "on"] + [names[w] for w in widths] + ["pixels that differ"], table)
    if m.peers.get("missing"):
        page.say("Not had:", "; ".join(f"{one['name']} ({one['reason']})" for one in m.peers["missing"]) + ".")


def gpu_targets(page, m):
    at = dict(channels=1, type="u8", width=10000, height=10000)
    rows = []
    for case, label, most in GPU:
        ours = m.ms(group="size", case=case, on="cuda", **at)
        copy = m.ms(group="size", case=case, on="device copy", **at)
        if ours and copy:
            rows.append([label, ms(copy), ms(ours), f"{ours / copy:.2f}", most, best_peer(m, case),
                         page.verdict(f"GPU: {label}", ours <= most * copy)])
    if not rows:
        return
    page.say("### On the GPU")
    page.say("100 megapixels of 8-bit gray, on the device, kernels only; “copy” reads and writes as many bytes on the",
             "device, measured in the same rounds; ours as multiples of it.")
    page.table(["", "copy, ms", "ours, ms", "ours, multiple", "target", "best public peer, multiple", "reached"], rows)
    limits = [("Canny, half of the pixels in one chain", m.ms(group="worst", picture="comb", on="cuda", **at), 3)]
    limits += [(f"{label}, 512x512", m.ms(group="size", case=case, on="cuda", channels=1, type="u8", width=512), 0.03)
               for case, label in (("canny-l2", "Canny, no blur"), ("canny-blurred", "Canny, sigma 1.4"))]
    page.table(["", "ms", "target", "reached"],
               [[label, ms(value), most, page.verdict(f"GPU: {label}", value <= most)] for label, value, most in limits if value])
    rows = []
    for ours in m.find(m.transfers, kind="ours"):
        same = {field: ours[field] for field in ("case", "channels", "type", "width")}
        alone = m.find(m.transfers, kind="transfer", **same)
        if alone:
            ratio = ours["total_ms"] / alone[0]["total_ms"]
            label = f"{ours['case']}, {ours['channels']} {ours['type']}"
            pinned = ours["on"] == "cuda"
            rows.append([label, ours["on"].removeprefix("cuda, ") if not pinned else "pinned memory",
                         ms(alone[0]["total_ms"]), ms(ours["total_ms"]), f"{ratio:.2f}",
                         page.verdict(f"Host to host: {label}", ratio <= 1.3) if pinned else ""])
    if rows:
        page.say("From host to host, 100 megapixels, a new session each time; “transfer” sends the source and fetches the",
                 "result at the same time, between memory that was pinned before. The target is 1.3 times the transfer, in",
                 "“pinned memory”: what an earlier session of the process left, as for the second layer of an image. In “new",
                 "memory” a session gets its pages from the system and has them pinned. “After the last row” is what users",
                 "wait for: rows come at the pace of GIMP's, 1.8 ns for each byte, into new memory or not, and the time",
                 "counts from the last one on.")
        page.table(["", "rows", "transfer, ms", "ours, ms", "multiple", "reached"], rows)


def gimp_sigmas(page, m):
    """Each size and sigma, and where there is a GPU, whether automatic choice took the better."""
    rows, n_kept, n_asked = [], 0, 0
    for call in sorted((call for call in m.calls if call["what"] == "sigma" and call["on"] == "cpu"),
                       key=lambda call: call["width"] * call["height"]):
        cpu, cuda, auto = [m.call("sigma", call["name"], on, call["width"]) for on in ("cpu", "cuda", "auto")]
        size, reached, times = f"{call['width'] * call['height'] / 1e6:.3g}", "", ""
        if cuda and auto:
            better = ratio(auto, min(cpu, cuda, key=lambda one: one["ms"]))
            times, n_asked, n_kept = f"{better:.2f}", n_asked + 1, n_kept + (better <= 1.1)
            reached = page.verdict(f"In GIMP: {call['name']} on auto, {size} MP", better <= 1.1)
        rows.append([size, call["name"]] + [f"{one['ms']:.0f}" if one else "" for one in (cpu, cuda, auto)] + [times, reached])
    if rows:
        page.say("The same by sigma, milliseconds" + (f"; automatic choice took at most 1.1 times the better in {n_kept} of "
                                                      f"{n_asked}:" if n_asked else ":"))
        page.table(["MP", "", "cpu", "cuda", "auto", "times the better", "reached"], rows)


def gimp_peaks(page, m):
    peaks = []
    for call in (call for call in m.calls if call["what"] == "memory" and call["on"] != "copier"):
        pixels = call["width"] * call["height"]
        canny = call["name"] == "canny"
        limit = pixels * (6 if call["name"] == "sharpen" else 4) + (64 << 20) + (pixels // 4 if canny else 0)
        peak = call["peak_kib"] * 1024
        label = f"Memory: {call['name']} on {call['on']}, {pixels / 1e6:g} MP"
        peaks.append([f"{pixels / 1e6:g}", call["name"], call["on"], f"{peak / 2**20:.0f}", f"{limit / 2**20:.0f}",
                      page.verdict(label, peak <= limit)])
    if not peaks:
        return
    page.say("Peak memory of the plug-in's process, everything counted (libraries, and on the GPU the driver); the target is",
             "source, result and 64 MiB, for Canny two bitmaps more:")
    page.table(["MP", "filter", "on", "MiB", "target", "reached"], peaks)


def gimp_calls(page, m):
    rows = []
    for width in sorted({call["width"] for call in m.calls if call["what"] == "calls"}):
        copies = [call for call in m.calls if (call["what"], call["on"], call["width"]) == ("calls", "copier", width)]
        copy = min(copies, key=lambda call: call["ms"])
        gegl = m.call("calls", "edge-sobel", "gegl", width)
        size = f"{copy['width'] * copy['height'] / 1e6:.3g}"
        for on in ("cpu", "cuda", "auto"):
            for name in FILTERS:
                call = m.call("calls", name, on, width)
                if not call:
                    continue
                label = f"In GIMP: {name} on {on}, {size} MP"
                reached, ahead = "", ""
                if on == "auto":
                    better = min((m.call("calls", name, other, width) for other in ("cpu", "cuda")),
                                 key=lambda one: one["ms"])
                    reached = page.verdict(f"{label}: at most 1.1 times the better", ratio(call, better) <= 1.1)
                elif gegl:
                    reached = page.verdict(f"{label}, beside the copier", ratio(call, copy) <= 1.15)
                    ahead = page.verdict(f"{label}, beside edge-sobel", ratio(gegl, call) >= 4)
                rows.append([size, name, on, f"{call['ms']:.0f}", f"{ratio(call, copy):.2f}", reached,
                             f"{ratio(gegl, call):.1f}" if gegl else "", ahead])
        rows += [[size, call["name"], "copier", f"{call['ms']:.0f}", f"{ratio(call, copy):.2f}", "",
                  f"{ratio(gegl, call):.1f}" if gegl else "", ""] for call in copies]
        rows += [[size, call["name"], "GEGL", f"{call['ms']:.0f}", f"{ratio(call, copy):.2f}", "", "", ""]
                 for call in m.calls if (call["what"], call["on"], call["width"]) == ("calls", "gegl", width)]
    if not rows:
        return
    page.say("### Inside GIMP")
    page.say("One call on a loaded RGB image in gimp-console, from the call to the flushed result, milliseconds, medians of",
             "interleaved rounds; ratios are medians of each round's. “copier” is a plug-in that only copies the layer to a new one, reading with one thread",
             "or two (the target is 1.15 times the faster), “edge-sobel” is GIMP's own filter, merged (the target is 4 times faster); “auto” is to take at most",
             "1.1 times the better of the two.", m.notes.get("Inside GIMP", ""))
    page.table(["MP", "filter", "on", "ms", "times the copier", "reached", "times faster than edge-sobel", "reached"],
               rows)
    gimp_sigmas(page, m)
    gimp_peaks(page, m)


def stages(page, m):
    """Canny up to each stage, which is then the result, beside a copy of as many bytes."""
    rows = []
    for on in m.backends():
        for row in m.find(group="stage", kind="ours", on=on):
            copy = m.ms(group="stage", case=row["case"], on="device copy" if on == "cuda" else "copy")
            rows.append([row["case"][6:], on, ms(row["compute_ms"]), ms(copy), f"{row['compute_ms'] / copy:.2f}" if copy else ""])
    if rows:
        page.say("### Stages of Canny")
        page.say("Sigma 1.4, 8-bit gray, up to each stage, which is then the result: milliseconds, and as multiple of a copy.")
        page.table(["stage", "on", "ms", "copy, ms", "multiple"], rows)


def sizes(page, m):
    cases = sorted({(row["case"], row["channels"], row["type"]) for row in m.find(group="size", kind="ours")},
                   key=lambda case: (case[2] == "f32", case[1], case[0]))
    widths = sorted({(row["width"], row["height"]) for row in m.find(group="size")})
    for on in m.backends():
        rows = []
        for case, channels, kind in cases:
            at = [m.ms(group="size", case=case, channels=channels, type=kind, on=on, width=w, height=h) for w, h in widths]
            rows.append([case, channels, "8-bit" if kind == "u8" else "float"] + [ms(value) for value in at])
        page.say(f"### Every size, on {on}")
        page.say("Milliseconds of computing" + (", kernels only." if on == "cuda" else "."))
        page.table(["", "channels", ""] + [f"{w * h / 1e6:.3g} MP" for w, h in widths], rows)


def taps(sigma):
    return 2 * math.ceil(3 * sigma) + 1


def sigmas(page, m):
    rows = []
    for on in m.backends():
        found = m.find(group="sigma", kind="ours", on=on)
        for name in dict.fromkeys(row["case"].split("-sigma-")[0] for row in found):
            at = {float(row["case"].split("-sigma-")[1]): row["compute_ms"] for row in found if row["case"].startswith(name)}
            rows += [[name, on, f"{sigma:g}", taps(sigma), ms(value), ms(value / taps(sigma))]
                     for sigma, value in sorted(at.items()) if sigma]
    if rows:
        page.say("### By sigma")
        page.say(f"The image has {found[0]['width']}x{found[0]['height']} pixels. A Gaussian of sigma s has 2⌈3s⌉ + 1 taps.")
        page.table(["", "on", "sigma", "taps", "ms", "ms for a tap"], rows)


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


def machine(page, m):
    about = m.about
    started = ", ".join(f"{one['on']} ({one['device']}) in {one['start_ms']:.0f} ms" for one in about.get("start", []))
    page.say(f"## {about['processor']}, {about['threads']} threads" +
             "".join(f", {one['device']}" for one in about.get("start", []) if one["on"] == "cuda"))
    page.say(f"Measured {about['date']} with `{about.get('command', 'ce-bench')}`" +
             (" and `gimp-bench.sh`" if m.calls else "") + f". Backends started: {started}. The processor adds "
             f"{about['additions'] / 1e9:.0f} billion floats per second.")
    page.missed = []
    cpu_targets(page, m)
    gpu_targets(page, m)
    peers(page, m)
    gimp_calls(page, m)
    not_reached(page, m)
    page.say("### Plots")
    page.say("Rooflines count the operations in float that engine/arithmetic.h prescribes, and as bytes the source once and",
             "the result once; a percentage is of the roof at that point.")
    for path, words in figures.draw(m):
        page.figure(path, words)
    stages(page, m)
    sizes(page, m)
    sigmas(page, m)


def main(folders, path):
    page = Page(Path(path).resolve())
    page.say("# Performance")
    page.say("<!-- Written by tests/bench/report.py; edit the measurements, not this page. -->")
    page.say("`./dev bench` measures all of this on your machine and leaves tables, plots and the numbers behind them in",
             "`build/bench/`. This page was made by")
    names = " ".join(os.path.relpath(folder, page.path.parent.parent) for folder in folders)
    page.say(f"    tests/bench/report.py {names} {os.path.relpath(page.path, page.path.parent.parent)}")
    for folder in folders:
        machine(page, Measurements(folder))
    page.path.write_text("\n".join(page.out).rstrip() + "\n", encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(sys.argv[1:-1], sys.argv[-1])
