# SPDX-License-Identifier: GPL-3.0-or-later
"""The page's table of other libraries beside ours."""
from measurements import megapixels, ms


def wrong(row):
    return f" ({row['differ']:,} pixels differ)" if row.get("differ") else ""


def best(m, case):
    """The fastest other library on the GPU, as multiple of a copy, at the largest size that it was measured at; and the
    fastest one whose pixels are all right, where that is another."""
    rows = [row for row in m.peers.get("rows", []) if (row["kind"], row.get("where"), row["case"]) == ("peer", "gpu", case)]
    if not rows:
        return "not measured"
    width = max(row["width"] for row in rows)
    copy = m.find(m.peers["rows"], on="device copy", case=case, width=width)[0]["compute_ms"]
    at_most = sorted((row for row in rows if row["width"] == width), key=lambda row: row["compute_ms"])
    named = at_most[:1] + [row for row in at_most[1:] if at_most[0]["differ"] and not row["differ"]][:1]
    return "; ".join(f"{row['on']}: {row['compute_ms'] / copy:.1f}{wrong(row)}" for row in named) + f"; at {megapixels(named[0]):.3g} MP"


def on_gpu(row):
    return row.get("where", row["on"]) in ("gpu", "cuda")


def rows_of(rows, case):
    """Ours first, then the others by their time at the largest size."""
    by_name = {}
    for row in rows:
        if row["case"] == case and row["kind"] != "floor":
            by_name.setdefault(row["on"], {})[row["width"]] = row

    def order(found):
        last = found[max(found)]
        return last["kind"] == "peer", not on_gpu(last), last["compute_ms"] / megapixels(last)
    return sorted(by_name.values(), key=order)


def faster_ones(rows):
    """The cases in which a library is faster than ours on the same processor."""
    ours = {(row["on"], row["case"], row["width"]): row for row in rows if row["kind"] == "ours"}
    for row in (row for row in rows if row["kind"] == "peer"):
        mine = ours.get(("cuda" if on_gpu(row) else "cpu", row["case"], row["width"]))
        for field, what in (("compute_ms", "computing"), ("total_ms", "from host to host"))[:2 if on_gpu(row) else 1]:
            if mine and row[field] < mine[field]:
                yield [row["on"], row["case"], f"{row['width']}x{row['height']}", what, ms(row[field]), ms(mine[field]),
                       f"{row.get('differ', 0):,}"]


def peers(page, m):
    rows = m.find(m.peers.get("rows", []), channels=1)
    if not rows:
        return
    widths = sorted({row["width"] for row in rows if row["kind"] == "peer"})
    page.say("### Peers")
    page.say(f"`./dev bench --peers`, {m.peers['date']}: other libraries and ours on the same gray picture, each on its own best",
             "terms, milliseconds: of computing on data that is where it computes, and of GPUs in brackets from host memory to host",
             "memory, pinned before where the library can. Of a GPU's libraries the kernels are timed between two events, behind",
             "something that hides how long they take to start, or 20 calls in a row, whichever is less; ours is one call, its start",
             "counted. Pixels that differ from the exact result at the largest size measured, of the interior.")
    table = []
    compared = {row["case"] for row in rows if row["kind"] == "peer"}
    for case in (case for case in dict.fromkeys(row["case"] for row in rows) if case in compared):
        for found in rows_of(rows, case):
            last = found[max(found)]
            name = f"**ours, {last['on']}**" if last["kind"] == "ours" else last["on"]
            times = [ms(found[w]["compute_ms"]) + (f" ({ms(found[w]['total_ms'])})" if on_gpu(last) else "") if w in found else ""
                     for w in widths]
            table.append([case, name, "GPU" if on_gpu(last) else "processor"] + times + [f"{last.get('differ', 0):,}"])
    names = {row["width"]: f"{row['width']}x{row['height']}" for row in rows}
    page.table(["", "", "on"] + [names[w] for w in widths] + ["pixels that differ"], table)
    faster = list(faster_ones(rows))
    page.say("Faster than ours on the same processor:" if faster else "None is faster than ours in any of these.")
    page.table(["", "", "", "", "ms", "ours, ms", "pixels that differ"], faster)
    if m.peers.get("missing"):
        page.say(m.notes.get("Peers", ""), "Not had:", "; ".join(f"{one['name']} ({one['reason']})" for one in m.peers["missing"]) + ".")


def deconvolution(page, m):
    found = m.read_json("deconvolution.json")
    if not found:
        return
    page.say("### Deconvolution beside others")
    page.say(f"`./dev bench --deconvolution`, {found['date']}: `data/photos/{found['photo']}`, a radius of {found['radius']:g},",
             f"{found['iterations']} iterations, all of the change, on linear light's luminance. Said with the same arithmetic the results",
             "are the same. scikit-image's `richardson_lucy` begins with 0.5 everywhere, which is a step from the blurred image, has",
             "black beyond the image, and sums in the order of its FFT; G'MIC's `deblur_richardsonlucy` begins with the image, as ours",
             "does, and approximates the Gaussian by a recursive filter. Differences are in levels of 255.")
    page.table(["", "", "floats that differ", "bytes that differ", "mean", "greatest", "greatest without the border"],
               [[row["on"], row["way"]] + [f"{row[field]:,}" for field in ("floats_differ", "bytes_differ", "mean", "levels", "levels_inside")]
                for row in found["rows"]])
    sizes = list(dict.fromkeys(row["size"] for row in found["times"]))
    times = {(row["size"], row["on"]): row["ms"] for row in found["times"]}
    page.say(m.notes.get("Deconvolution", ""), "Milliseconds: of the others for the plane of light that they restore, of ours from bytes of",
             "three channels to such bytes, the light and the way back with it.")
    page.table([""] + sizes, [[on] + [ms(times.get((size, on))) for size in sizes] for on in dict.fromkeys(on for _, on in times)])
