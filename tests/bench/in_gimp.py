# SPDX-License-Identifier: GPL-3.0-or-later
"""Calls in GIMP: tables of a page."""
from measurements import ratio

FILTERS = ["canny", "sobel", "laplacian", "sharpen"]


LARGE = 20e6            # pixels from which on targets count


def times(call, other):
    """How many times as long as the other it takes, of runs that did not alternate."""
    return f"{call['ms'] / other['ms']:.2f}" if call and other else ""


def of_a_filter(page, m, width, name, on):
    """A row: into a new layer, and merged."""
    layer, merged = m.call("calls", name, on, width), m.call("calls", f"{name}, merged", on, width)
    old, point, sobel = m.call("old", name, on, width), m.call("calls", "point operation", "gegl", width), m.call(
        "calls", "edge-sobel", "gegl", width)
    pixels = layer["width"] * layer["height"]
    label = f"In GIMP: {name} on {on}, {pixels / 1e6:.3g} MP"
    said = []
    if pixels >= LARGE and old:
        said.append(page.verdict(f"{label}: 0.45 of 0.1's call", layer["ms"] <= 0.45 * old["ms"]))
    if pixels >= LARGE and merged and name == "canny" and on == "cpu":
        said.append(page.verdict(f"{label}: merged in 1.3 times a point operation", ratio(merged, point) <= 1.3))
        said.append(page.verdict(f"{label}: merged 10 times faster than edge-sobel", ratio(sobel, merged) >= 10))
    if pixels >= LARGE and on == "cuda":
        cpu = m.call("calls", name, "cpu", width)
        said.append(page.verdict(f"{label}: not later than the CPU", ratio(layer, cpu) <= 1.05))
    if on == "auto":
        better = min((m.call("calls", name, other, width) for other in ("cpu", "cuda")), key=lambda one: one["ms"])
        said.append(page.verdict(f"{label}: at most 1.1 times the better", ratio(layer, better) <= 1.1))
    return [f"{pixels / 1e6:.3g}", name, on, f"{layer['ms']:.0f}", times(layer, old), f"{merged['ms']:.0f}" if merged else "",
            times(old, merged), f"{ratio(merged, point):.2f}" if merged and point else "",
            f"{ratio(sobel, merged):.1f}" if merged and sobel else "", ", ".join(said)]


def calls(page, m):
    rows, others = [], []
    for width in sorted({call["width"] for call in m.calls if call["what"] == "calls"}):
        rows += [of_a_filter(page, m, width, name, on) for on in ("cpu", "cuda", "auto") for name in FILTERS
                 if m.call("calls", name, on, width)]
        others += [[f"{call['width'] * call['height'] / 1e6:.3g}", call["name"], f"{call['ms']:.0f}"]
                   for call in m.calls if (call["what"], call["width"]) == ("calls", width) and call["on"] in ("copier", "gegl")]
    if not rows:
        return
    page.say("### Inside GIMP")
    page.say("One call on a loaded RGB image in gimp-console, from the call to the flushed result, milliseconds, medians of",
             "interleaved rounds; ratios are medians of each round's. “New layer” is the procedure, a process that asks GIMP's core;",
             "“merged” is the operation alone, as a script merges it. Version 0.1's procedure, in blocks before and after, sent all",
             "pixels over GIMP's wire. From 20 megapixels on a new layer is to take 0.45 of it and never more on cuda than on cpu; Canny",
             "merged 1.3 times what a point operation takes (gegl:invert-gamma), and a tenth of edge-sobel; “auto” is to take at most 1.1 times",
             "the better of the two.", m.notes.get("Inside GIMP", ""))
    page.table(["MP", "filter", "on", "new layer", "of 0.1's", "merged", "0.1's is so many times", "times the point operation",
                "times faster than edge-sobel", "reached"], rows)
    page.say("Beside them, milliseconds; “copy” is a plug-in that only copies the layer to a new one over the wire:")
    page.table(["MP", "", "ms"], others)
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
    page.say("Peak memory of the plug-in's process where it computes (without the module), everything counted (libraries, and on the",
             "GPU the driver); the target is source, result and 64 MiB, for Canny two bitmaps more:")
    page.table(["MP", "filter", "on", "MiB", "target", "reached"], peaks)
