# SPDX-License-Identifier: GPL-3.0-or-later
"""Calls in GIMP: tables of a page."""
from measurements import ratio

FILTERS = ["canny", "sobel", "laplacian", "sharpen"]


def calls(page, m):
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
    sigmas(page, m)
    peaks_of_memory(page, m)


def sigmas(page, m):
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


def peaks_of_memory(page, m):
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
