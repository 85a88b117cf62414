# SPDX-License-Identifier: GPL-3.0-or-later
"""The targets of speed, and whether they are reached."""
import beside_peers
from measurements import ms

# With AVX2, by case and channels: how many times as fast as the faster OpenCV our filters should be.
AVX2 = {("canny-l2", 1): 5, ("canny-blurred", 3): 5, ("sobel-l2", 1): 6, ("unsharp", 3): 2.2, ("laplacian", 1): 2.5}
# The share of OpenCV's time that our filters may take: group, case, description, picture, channels, share.
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
    avx2(page, m)
    worst = [(row["picture"], row["compute_ms"]) for row in m.find(group="worst", on="cpu", width=6000)]
    natural = dict(worst).get("natural")
    if natural:
        page.say("Worst cases take", ", ".join(f"{value / natural:.1f} ({name})" for name, value in worst if name != "natural"),
                 "times as long as the natural picture; noise, stripes and the spiral are to take at most 3:",
                 page.verdict("Worst cases", all(value <= 3 * natural for name, value in worst
                                                 if name in ("noise", "stripes", "spiral"))) + ".")


def avx2(page, m):
    """Ours with AVX2, which most processors have, beside both OpenCVs with all of this processor's instructions."""
    rows, names = [], [m.find(on="OpenCV")[0]["on"]]
    newer = [row for row in m.peers.get("rows", []) if row["on"].startswith("OpenCV 5") and "," not in row["on"].removesuffix(", wheel")]
    names += sorted({row["on"] for row in newer})
    for group, case, label, picture, channels, _ in CPU:
        at = dict(case=case, channels=channels, type="u8", width=6000, height=4000)
        ours, best = (m.ms(group=group, picture=picture, on=on, **at) for on in ("cpu:v3", "cpu"))
        others = [m.ms(group=group, picture=picture, on="OpenCV", **at)]
        others += [m.ms(newer, group=group, picture=picture, on=name, **at) for name in names[1:]]
        if not ours or not others[0]:
            continue
        times, most = min(filter(None, others)) / ours, AVX2.get((case, channels))
        rows.append([label] + [ms(other) for other in others] + [ms(best), ms(ours), f"{times:.2f}", most or "",
                                                                page.verdict(f"AVX2: {label}", times >= most) if most else ""])
    if rows:
        page.say("The same with AVX2 (`cpu:v3`), which is what most processors have, beside every OpenCV with all that this",
                 "one has: times as fast as the fastest.")
        page.table([""] + names + ["ours", "ours, AVX2", "times faster", "target", "reached"], rows)


def gpu_targets(page, m):
    at = dict(channels=1, type="u8", width=10000, height=10000)
    rows = []
    for case, label, most in GPU:
        ours = m.ms(group="size", case=case, on="cuda", **at)
        copy = m.ms(group="size", case=case, on="device copy", **at)
        if ours and copy:
            rows.append([label, ms(copy), ms(ours), f"{ours / copy:.2f}", most, beside_peers.best(m, case),
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
    limits += [(f"Deconvolution, 20 iterations, radius {radius}, 24 megapixels RGB",
                m.ms(group="sharpen", case=f"deconvolve-{radius}", on="cuda", channels=3, type="u8"), 8) for radius in (1, 3, 5)]
    limits += automatic(m, at)
    page.table(["", "ms", "target", "reached"],
               [[label, ms(value), most, page.verdict(f"GPU: {label}", value <= most)] for label, value, most in limits if value])
    host_to_host(page, m)


def automatic(m, at):
    """Thresholds that are found may take a third more than those that are given."""
    cases = [("canny-otsu", "canny-blurred", "Otsu, sigma 1.4"), ("canny-percentile", "canny-blurred", "percentile, sigma 1.4"),
             ("canny-l2-otsu", "canny-l2", "Otsu, no blur")]
    found = [(label, m.ms(group="size", case=case, on="cuda", **at), m.ms(group="size", case=given, on="cuda", **at))
             for case, given, label in cases]
    return [(f"Canny, automatic thresholds: {label}, 100 megapixels", value, round(given * 4 / 3, 2))
            for label, value, given in found if value and given]


def host_to_host(page, m):
    rows = []
    for ours in m.find(m.transfers, kind="ours"):
        same = {field: ours[field] for field in ("case", "channels", "type", "width")}
        alone = m.find(m.transfers, kind="transfer", **same)
        if alone:
            times = ours["total_ms"] / alone[0]["total_ms"]
            label = f"{ours['case']}, {ours['channels']} {ours['type']}"
            pinned = ours["on"] == "cuda"
            rows.append([label, ours["on"].removeprefix("cuda, ") if not pinned else "pinned memory",
                         ms(alone[0]["total_ms"]), ms(ours["total_ms"]), f"{times:.2f}",
                         page.verdict(f"Host to host: {label}", times <= 1.3) if pinned else ""])
    if rows:
        page.say("From host to host, 100 megapixels, a new session each time; “transfer” sends the source and fetches the",
                 "result at the same time, between memory that was pinned before. The target is 1.3 times the transfer, in",
                 "“pinned memory”: what an earlier session of the process left, as for the second layer of an image. In “new",
                 "memory” a session gets its pages from the system and has them pinned. “After the last row” is what users",
                 "wait for: rows come at the pace of GIMP's, 1.8 ns for each byte, into new memory or not, and the time",
                 "counts from the last one on.", m.notes.get("Host to host", ""))
        page.table(["", "rows", "transfer, ms", "ours, ms", "multiple", "reached"], rows)
