# SPDX-License-Identifier: GPL-3.0-or-later
"""The first two screens of the page: the times that a user feels in GIMP, then kernels beside the best other libraries."""
from beside_peers import on_gpu, wrong
from measurements import megapixels, ms

FILTERS = ["canny", "sobel", "laplacian", "sharpen"]
PLACES = ["cpu", "cuda", "auto"]
# The least pixels of a large size.
LARGE = 20e6


def in_gimp(page, m):
    """Milliseconds of a whole call, by output and place."""
    def time(name, on, width):
        call = m.call("calls", name, on, width)
        return f"{call['ms']:.0f}" if call else ""
    sizes = sorted({(call["width"], call["height"]) for call in m.calls if call["what"] == "calls" and call["width"] * call["height"] > LARGE})
    if not sizes:
        page.say("Nothing was measured in GIMP on this machine.")
        return
    measured = [on for on in PLACES if any(time(name, on, width) for name in FILTERS for width, _ in sizes)]
    outputs = {"new layer": "", "Replace": ", replace", "effect": ", effect"}
    rows = [[f"{width * height / 1e6:.0f}", name] + [time(name + how, on, width) for how in outputs.values() for on in measured]
            for width, height in sizes for name in FILTERS + ["line-art", "deconvolution"]]
    rows += [[f"{width * height / 1e6:.0f}", f"GEGL's {name}"] + [""] * len(measured) + [time(name, "gegl", width)] + [""] * (2 * len(measured) - 1)
             for width, height in sizes for name in ("edge-sobel", "unsharp-mask", "point operation") if time(name, "gegl", width)]
    page.say("A call on a loaded RGB image in GIMP, milliseconds from the call to the flushed result. An effect's time includes its rendering into the layer; "
             "GEGL's operations replace the layer's pixels." + ("" if "cuda" in measured else " **This machine has no GPU, or none was measured.**"))
    page.table(["MP", ""] + [f"{output}, {on}" for output in outputs for on in measured], [row for row in rows if any(row[2:])])


def beside(m, case, gpu):
    """Ours and the fastest other library on that processor, at the largest size that both have up to 24 megapixels."""
    rows = [row for row in m.find(m.peers.get("rows", []), case=case, channels=1) if on_gpu(row) == gpu and megapixels(row) <= 24]
    for width in sorted({row["width"] for row in rows}, reverse=True):
        ours = [row for row in rows if row["kind"] == "ours" and row["width"] == width and row["on"] in ("cuda", "cpu")]
        others = sorted((row for row in rows if row["kind"] == "peer" and row["width"] == width), key=lambda row: row["compute_ms"])
        if ours and others:
            exact = [row for row in others if not row.get("differ")]
            named = others[:1] + [row for row in exact[:1] if row is not others[0]]
            later = "Commit" in m.notes and m.ms(group="size", case=case, on=ours[0]["on"], channels=1, type="u8", width=width, kind="ours")
            return ms(later or ours[0]["compute_ms"]), "; ".join(f"{row['on']} {ms(row['compute_ms'])}{wrong(row)}" for row in named)
    return "", ""


def alone(page, m):
    """Ours, where no other library was measured."""
    def time(case, on):
        found = m.ms(group="size", case=case, on=on, channels=1, type="u8", width=6000, kind="ours")
        return ms(found) if found else ""
    cases = list(dict.fromkeys(row["case"] for row in m.find(group="size", channels=1, type="u8", width=6000, kind="ours")))
    page.say("Computing alone, 24 megapixels of 8-bit gray, milliseconds; no other library was measured on this machine:")
    page.table([""] + m.backends(), [[case] + [time(case, on) for on in m.backends()] for case in cases])


def kernels(page, m):
    cases = list(dict.fromkeys(row["case"] for row in m.find(m.peers.get("rows", []), channels=1, kind="peer")))
    if not cases:
        alone(page, m)
        return
    columns = [(gpu, words) for gpu, words in ((True, "GPU"), (False, "processor")) if any(beside(m, case, gpu)[0] for case in cases)]
    rows = [[case] + [cell for gpu, _ in columns for cell in beside(m, case, gpu)] for case in cases]
    page.say("Computing alone, 24 megapixels of 8-bit gray, milliseconds, beside the fastest other library, and the fastest with the exact pixels where that is another"
             + (f"; ours of {m.notes['Commit']}, the others of {m.peers['date']}:" if "Commit" in m.notes else ":"))
    page.table([""] + [cell for _, words in columns for cell in (f"ours, {words}", "the fastest other")], rows)


def automatic(page, m):
    """How many times as long Canny takes where it finds its thresholds."""
    def ratio(case, on, width):
        found, given = (m.ms(group="size", case=one, on=on, channels=1, type="u8", width=width, kind="ours") for one in (case, "canny-blurred"))
        return found / given if found and given else None
    rows = [[on, words] + [ratio(case, on, width) for width in (6000, 10000)] for on in m.backends()
            for case, words in (("canny-otsu", "Otsu"), ("canny-percentile", "a share of pixels"))]
    page.say("Canny of gray with sigma 1.4, its thresholds found, times as long as with given ones:")
    page.table(["on", "thresholds", "24 MP", "100 MP"], [row[:2] + [f"{one:.2f}" if one else "" for one in row[2:]] for row in rows if any(row[2:])])
    for on, words, small, large in rows:
        if small and large and large > 1.25 * small:
            page.say(f"On {on} {words} costs more at 100 megapixels, {large:.2f} for {small:.2f}:", m.notes.get("Automatic", "not proportional to pixels, and not explained."))


def machine(page, m, details, link):
    """A machine's two screens; details has its heading."""
    page.say(details)
    page.say(f"Measured {m.about['date']}.")
    in_gimp(page, m)
    kernels(page, m)
    automatic(page, m)
    page.say(f"Every size, sigma, type, stage and transfer, targets and why some are not reached: [{link}]({link}).")
