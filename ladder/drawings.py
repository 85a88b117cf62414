# SPDX-License-Identifier: GPL-3.0-or-later
"""The page's plots, with those of tests/bench."""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests/bench"))
import plots  # noqa: E402
from measured import megapixels, of_size, time  # noqa: E402

SQUARES = ["256x256", "512x512", "1024x1024", "2048x2048", "4096x4096", "10000x10000"]


def save(m, name, svg):
    path = m.folder / f"{name}.svg"
    path.write_text(svg, encoding="utf-8")
    return path


def curve(m, case, sizes=SQUARES, scale=1.0):
    found = [(of_size(size), m.ms(case, size)) for size in sizes]
    return [(w * h / 1e6, ms * scale) for (w, h), ms in found if ms]


def against_size(m, name, title, cases, ours):
    series = {case[4:]: (curve(m, case), False) for case in cases if curve(m, case)}
    for document, case in ours:
        points = [(of_size(size)[0] * of_size(size)[1] / 1e6, m.ours(document, case, size)) for size in SQUARES]
        series[f"ours: {case}"] = ([point for point in points if point[1]], False)
    floor = [(megapixels(row), time(row)) for row in m.find(group=cases[0][:3], kind="floor")
             if row["width"] == row["height"] and row["bytes"] == 2 * row["width"] * row["height"]]
    series["floor: 1 byte in, 1 out"] = (floor, True)
    return save(m, name, plots.lines(series, title, "megapixels", "milliseconds"))


def speed_up(m, taps, cases):
    """The document's figures 8 and 9: over one serial core."""
    series = {}
    for case in cases:
        points = []
        for size in SQUARES:
            one = m.find(m.one_core, case=f"001-serial-conv{taps}", size=size) or m.find(m.one_core, case=f"001-serial-conv{taps}")
            row = m.row(case, size)
            if one and row:
                serial = one[-1]["compute_ms"] * megapixels(row) / megapixels(one[-1])
                points.append((row["width"], serial / time(row)))
        series[case[4:]] = (points, False)
    return save(m, f"001-speed-up-{taps}", plots.lines(series, f"{taps}x{taps}: times as fast as one core", "pixels along a side",
                                                       "speed-up"))


def tiles(m, size):
    """Time against how many tiles a block has."""
    series = {}
    for name in ("conv3-tiles-float", "conv3-tiles-short", "conv5-tiles-float", "conv5-tiles-short", "conv5-separable-tiles"):
        rows = [row for row in m.rungs("001", size) if row["case"].startswith(f"001-{name}-")]
        series[name] = (sorted({(row["value"], time(row)) for row in rows if row["value"]}), False)
    return save(m, "001-tiles", plots.lines(series, f"{size}: time against tiles in a block", "tiles", "milliseconds"))


def roofline(m, points, name, title):
    return save(m, name, plots.roofline(points, m.bandwidth(), m.peak("peak_separate"), title, m.peak("peak_fused")))


def per_pixel(m, name, title, groups, unit="ns per pixel"):
    """Bars of time per pixel, here and as claimed."""
    rows = []
    for label, here, then in groups:
        rows += [(label, here, " here", 0), ("", then, " then", -1)]
    return save(m, name, plots.bars(rows, title, unit))


def stages(m, sizes):
    """The document's figure 16 d: its stages against size."""
    cases = ["grey-int", "blur-separable-2", "sobel-shared", "thin", "threshold", "hysteresis-shared", "chain"]
    series = {case: (curve(m, f"003-{case}", sizes), False) for case in cases}
    return save(m, "003-stages", plots.lines(series, "003: each stage against size", "megapixels", "milliseconds"))


def blurs(m, size):
    series = {}
    for kind in ("global", "constant", "tile", "separable"):
        points = [(sigma, m.ms(f"003-blur-{kind}-{sigma}", size)) for sigma in range(1, 6)]
        series[kind] = ([point for point in points if point[1]], False)
    series["ours"] = ([(sigma, m.ours("003", f"Gaussian {sigma}", size)) for sigma in range(1, 6)], False)
    return save(m, "003-blur", plots.lines(series, f"003: blur of {size} by sigma", "sigma", "milliseconds"))


def passes(m):
    """The share of chained pixels that each number of passes misses."""
    series = {}
    for source in dict.fromkeys(row["source"] for row in m.about["passes"]):
        rows = [row for row in m.about["passes"] if row["source"] == source and row["method"] in ("copies", "statement")
                and row["block"] == 32 and row["passes"] > 0 and row["missing_most"]]
        if rows:
            series[source] = ([(row["passes"], 100 * row["missing_most"] / row["chained"]) for row in rows], False)
    return save(m, "passes-lost", plots.lines(series, "What passes over tiles of 30 miss", "passes", "percent of chained pixels"))
