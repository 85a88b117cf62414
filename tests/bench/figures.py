#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The plots of one machine's measurements."""
import plots
from measurements import megapixels, operations

# The cases that are plotted against size: case, channels, title.
CURVES = [
    ("canny-l2", 1, "Canny, gray, no blur"),
    ("canny-blurred", 3, "Canny, RGB, sigma 1.4"),
    ("sobel-l2", 1, "Sobel, gray"),
    ("laplacian", 1, "Laplacian of Gaussian, gray"),
    ("sharpen-kernel", 3, "Sharpen 3×3, RGB"),
    ("unsharp", 3, "Unsharp, RGB, sigma 1.4"),
]
ROOFS = [("canny-l2", 1), ("canny-blurred", 1), ("sobel-l2", 1), ("laplacian", 1), ("sharpen-kernel", 1), ("unsharp", 1),
         ("canny-blurred", 3), ("unsharp", 3)]


def size(row):
    return f"{megapixels(row):.3g} megapixels"


def save(m, name, svg):
    path = m.folder / f"{name}.svg"
    path.write_text(svg, encoding="utf-8")
    return path


def against_size(m):
    for case, channels, title in CURVES:
        series = {}
        for row in m.find(group="size", case=case, channels=channels, type="u8"):
            points, _ = series.setdefault(row["on"], ([], row["kind"] == "floor"))
            points.append((megapixels(row), row["compute_ms"]))
        if series and len(next(iter(series.values()))[0]) > 1:
            svg = plots.lines(series, title, "megapixels", "milliseconds of computing")
            yield save(m, f"size-{case}-{channels}", svg), f"{title}: time against size"


def by_case(m):
    rows = []
    width = 10000 if m.find(group="size", on="cuda", width=10000) else 6000
    for i, (case, channels, title) in enumerate(CURVES):
        for row in m.find(group="size", case=case, channels=channels, type="u8", width=width):
            if row["on"].startswith("gegl"):    # would leave no room to see the others
                continue
            color = -1 if row["kind"] == "floor" else i
            rows.append((title if row["kind"] == "ours" else "", row["compute_ms"], f"  {row['on']}", color))
    if rows:
        yield save(m, "cases", plots.bars(rows, "100 megapixels" if width == 10000 else "24 megapixels", "ms")), "Time of each case"


def by_stage(m):
    for on in m.backends():
        found = m.find(group="stage", on=on, kind="ours")
        if found:
            title = f"Canny up to each stage, which is then the result, on {on}, {size(found[0])}"
            svg = plots.bars([(row["case"][6:], row["compute_ms"], "", 0) for row in found], title, "ms")
            yield save(m, f"stages-{on}", svg), f"Canny stage by stage on {on}"


def by_sigma(m):
    series = {}
    found = m.find(group="sigma", kind="ours")
    for row in found:
        name, sigma = row["case"].split("-sigma-")
        if float(sigma):
            series.setdefault(f"{name}, {row['on']}", ([], False))[0].append((float(sigma), row["compute_ms"]))
    if series:
        yield (save(m, "sigma", plots.lines(series, f"{size(found[0])}, by sigma", "sigma", "milliseconds of computing")),
               "Time against sigma")


def roofs(m):
    for on in m.backends():
        floor = "device copy" if on == "cuda" else "copy"
        points, rates = [], []
        for i, (case, channels) in enumerate(ROOFS):
            found = m.find(group="size", case=case, channels=channels, type="u8", on=on)
            if not found:
                continue
            row = max(found, key=megapixels)
            copy = m.find(group="size", case=case, channels=channels, type="u8", on=floor, width=row["width"])
            moved = row["bytes_in"] + row["bytes_out"]
            count = operations(row) * row["width"] * row["height"]
            rates += [moved / one["compute_ms"] * 1e3 for one in copy]
            name = f"{case}, {'gray' if channels == 1 else 'RGB'}"
            points.append((name, count / moved, count / row["compute_ms"] * 1e3, i % len(plots.COLORS)))
        if points and rates:
            peak = m.peaks.get("peak_separate") if on == "cuda" else m.about["additions"]
            title = f"Roofline on {on}: copy {max(rates) / 1e9:.0f} GB/s"
            title += f", {peak / 1e9:.0f} billion operations/s" if peak else ""
            fused = m.peaks.get("peak_fused") if on == "cuda" else None
            yield save(m, f"roofline-{on}", plots.roofline(points, max(rates), peak, title, fused)), f"Roofline on {on}"


def in_gimp(m):
    series = {}
    for call in m.calls:
        if call["what"] == "calls":
            name = call["name"] if call["on"] in ("copier", "gegl") else f"{call['name']}, {call['on']}"
            floor = call["on"] == "copier"
            series.setdefault(name, ([], floor))[0].append((megapixels(call), call["ms"]))
    if series:
        yield (save(m, "gimp-size", plots.lines(series, "Calls in GIMP", "megapixels", "milliseconds")),
               "Calls in GIMP: time against size")
    rows = [(f"{call['name']}, {call['on']}", call["ms"], "", ["cpu", "cuda", "auto"].index(call["on"]))
            for call in m.calls if call["what"] == "sigma" and call["on"] != "copier" and call["width"] == 6000]
    if rows:
        yield save(m, "gimp-sigma", plots.bars(rows, "Calls in GIMP by sigma, 24 megapixels", "ms")), "Calls in GIMP by sigma"


def draw(m):
    """Yields the path and the subject of each plot."""
    for plot in (against_size, by_case, by_stage, by_sigma, roofs, in_gimp):
        yield from plot(m)
