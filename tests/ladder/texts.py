# SPDX-License-Identifier: GPL-3.0-or-later
"""What the page says between its tables. Every figure and every verdict is computed; what a document prints comes from
claimed.json. A sentence that needs a profiler is left out where there was none."""
import os
from collections import Counter

from measured import time

LARGE = "10000x10000"


def us(ms):
    return "not measured" if ms is None else f"{1e3 * ms:.1f} µs" if ms < 1 else f"{ms:.2f} ms"


def named(case):
    return case.split("-", 1)[1]


def still(slow, fast):
    """Whether what a document found slower is."""
    return "still so" if slow > 1.05 * fast else "the other way round" if slow < 0.95 * fast else "now the same"


def beside(a, b):
    """What a is beside b, of their times."""
    return f"{b / a:.2f} times as fast as" if a < 0.97 * b else f"{a / b:.2f} times as slow as" if a > 1.03 * b else "as fast as"


def order(times):
    """Names from the fastest to the slowest."""
    return ", ".join(f"{name} {us(ms)}" for name, ms in sorted(times.items(), key=lambda item: item[1]))


def same_order(first, second):
    """Whether two tables of times put their names in one order, but for what is within 3 %."""
    names = sorted(first, key=first.get)
    return all(second[a] <= 1.03 * second[b] for i, a in enumerate(names) for b in names[i + 1:])


def times_of(m, cases, size, block=None):
    found = {named(case): m.ms(case, size, block) for case in cases}
    return {name: ms for name, ms in found.items() if ms}


def blocks(m, document, size):
    """Which side of a block is best, and which worst, for how many kernels."""
    best, worst = Counter(), Counter()
    for case in m.cases(document):
        rows = {row["block"]: time(row) for row in m.find(case=case, size=size, kind="rung")}
        if len(rows) > 1:
            best[min(rows, key=rows.get)] += 1
            worst[max(rows, key=rows.get)] += 1

    def said(counter):
        return ", ".join(f"{side} for {n}" for side, n in counter.most_common())
    return f"of {sum(best.values())} kernels at {size} blocks of {said(best)} are best, {said(worst)} worst"


def profiled(m, sentence, *names):
    """sentence (kernel, …) where the profiler saw all of these kernels."""
    kernels = [m.kernel(name) for name in names]
    return sentence(*kernels) if all("l1" in kernel for kernel in kernels) else ""


def beginning(page, m):
    about = m.about
    equal = sum(check == "equal" for check in m.checks.values())
    page.say("# The ladder")
    page.say("<!-- Written by tests/ladder/page.py; edit the measurements or its texts, not this page. -->")
    page.say("CUDA Edges grew from five documents, each of which takes image filters to a GPU step by step. Here every method of theirs is",
             "built again, checked to the last bit against what the document says it computes, and timed on one GPU in one run beside",
             "ours: what each step gained then, and what it gains now. It is also an introduction to filters on a GPU.")
    page.say(f"Measured {about['date']} on {about['device']} ({about['processors']} multiprocessors, {about['l2'] >> 20} MiB of second cache,",
             f"{about['shared'] >> 10} KiB of shared memory for a block) with `{about['command']}`; `./dev ladder` does it on your",
             f"machine, with nvcc or clang. A copy moves {m.bandwidth() / 1e12:.2f} TB/s at best; products and sums reach",
             f"{m.peak('peak_fused') / 1e12:.1f} trillion a second fused, {m.peak('peak_separate') / 1e12:.1f} not fused, as exact results demand.")
    page.say(f"Of {len(m.checks)} rungs that compute something, {equal} are equal to their statements in every bit (tests/ladder/plain*.c) with all sizes of",
             "blocks, on pictures of 3x3 to 1030x260 pixels; a test holds the statements to answers worked out by hand. Of all pairs of derivatives",
             f"of 8-bit images {about['sectors'][0]} fall into another sector than exact arithmetic puts them with the quick division and arc tangent",
             f"of 002, {about['sectors'][1]} with atan2f, {about['sectors'][2]} with 003's.")
    page.say("**Warm** is a launch right after the same one, **cold** one after the second cache was overwritten, **in a row** one of 20",
             "behind each other: a lone launch of an almost empty kernel takes microseconds. Medians of up to 15 interleaved rounds. “There” is what",
             "a document prints, of devices of 2013 to 2017: compare gains, not times. A document's table has its rungs, each with a link to its kernel: what a thread",
             "loads for a pixel, bytes that have to be read and written, operations, milliseconds with the best blocks, and the gain over the first of its ladder.",
             "The tables of all rungs, blocks and sizes stand in files beside this page.")
    seen = m.profile.get("about")
    if seen and seen != [about["device"], about["date"]]:
        page.say(f"The profiler's figures are those of {seen[0]}, {seen[1]}.")
    if not m.profile:
        page.say("No profiler ran. With `ncu.csv` and `sass.txt` in the folder (tests/ladder/keep.py says how) the page has hits in the first cache,",
                 "instructions, occupancy as it was reached, and conflicts of banks, too.")


def primer(page):
    """The first rung: ten lines of code, what a thread reads, and the words of the trade."""
    source = (page.sources / "sobel-tiles.cu").read_text(encoding="utf-8")
    begin = source.rindex("template", 0, source.index("neighbours_from_global ("))
    code = source[begin:source.index("\n}\n", begin) + 2]
    page.say("## The first rung, and the words")
    page.say("A **kernel** is a function that a GPU runs once for each **thread**, here once for each pixel. Threads come in **blocks**, which share a small fast",
             "memory (**shared memory**), and run in **warps** of 32 that do the same instruction at once. When a warp's threads read neighbors in memory, one",
             "transaction serves them all: the reads **coalesce**. Shared memory has 32 **banks**; threads that want different words of one bank wait for each",
             "other. **Occupancy** is the share of the threads a multiprocessor could hold that it does hold: others compute while some wait.")
    page.out += ["    x x x    Each thread reads nine pixels around its own. Its neighbor in the warp reads the nine one to the right,",
                 "    x o x    six of which are the same: the first cache serves them, or, in the next rungs, a tile of shared memory,",
                 "    x x x    which a block fills once, with a ring of pixels around it (an apron).", ""]
    page.out += ["```cuda", code, "```", ""]


def text_000(m):
    size, claim = "512x512", m.claimed["000"]["ms"]
    ways = ("000-sobel-global", "000-sobel-naive-shared", "000-sobel-apron", "000-sobel-apron-1d")
    there = {named(case): claim[named(case)]["32"] for case in ways}
    here, large = times_of(m, ways, size, 32), times_of(m, ways, LARGE)
    best = min(large, key=large.get)
    copy = m.copy(m.row("000-" + best, LARGE), 8)
    later = m.since("sharpen-kernel", "f32", m.ours("000", "sharpen, float", LARGE))
    later = f" ([later](performance.md) {us(later)})" if later else ""

    def why(*code):
        orders = "follows" if same_order({n: c["instructions"] for n, c in zip(here, code)}, here) else "does not follow"
        return (f" The first way finds {code[0]['l1']:.0f} % of its loads in the first cache; the four execute "
                + ", ".join(f"{c['instructions'] / 1e6:.2f}" for c in code) + f" million instructions, and time {orders} their number.")

    last = [m.kernel(f"{named(case).replace('-', '_')}_32").get("code") for case in ways[2:]]
    code = f", with {last[0][0]} and {last[1][0]} instructions" if all(last) else ""
    return [
        "Four ways to have nine floats near: from global memory, from a tile as large as the block, from a tile with an apron, and from the same tile under "
        f"one index. Fastest first there: {order(there)}. Here, {size}, blocks of 32, in a row: {order(here)}; at 100 megapixels, best blocks: {order(large)}. "
        f"The order of the document {'holds' if same_order(there, here) else 'does not hold'} at its size, and {'holds' if same_order(there, large) else 'does not'} at the large one."
        + profiled(m, why, *(f"{named(case).replace('-', '_')}_32" for case in ways)),
        f"**The last step.** [B+2][B+2] lies in memory as (B+2)·(B+2) does{code}: {us(m.ms(ways[2], LARGE, 32))} and {us(m.ms(ways[3], LARGE, 32))}, "
        f"{still(m.ms(ways[2], LARGE, 32), m.ms(ways[3], LARGE, 32))}. The gain it prints is one run on a clock of 1.024 µs.",
        f"**“Smaller blocks are better”** fails for its own sharpening ({claim['sharpen-apron-1d']['32']} ms with blocks of 32, {claim['sharpen-apron-1d']['16']} with 16). "
        f"Here {blocks(m, '000', size)}; {blocks(m, '000', LARGE)}.",
        f"**Ours** march down strips, load each row once and use its sums three times, on bytes: {us(m.ours('000', 'sobel, 8-bit', LARGE))} at 100 megapixels, where the best "
        f"rung ({best}) takes {us(large[best])} and the copy of its floats {us(copy)}. On floats our Sobel takes {us(m.ours('000', 'sobel, float', LARGE))}, our sharpening "
        f"{us(m.ours('000', 'sharpen, float', LARGE))}{later}, {beside(m.ours('000', 'sharpen, float', LARGE), m.ms('000-sharpen-global', LARGE))} the document's first rung. At {size} ours take "
        f"{us(m.ours('000', 'sobel, 8-bit', size))} and {us(m.ours('000', 'sobel, float', size))}, the first rung {us(m.row(ways[0], size)['compute_ms'])}, warm.",
    ]


def tiles(k, sample, shared, side=32):
    """Equations 6 to 8 of 001, rounded down."""
    return (shared // sample - 2 * k * (side + 2 * k)) // (2 * k * side + side * side)


def step_of(case):
    return case.split("-", 2)[2].replace("tiles-float", "tiles")


def intensity(taps, step, t=21):
    """Operations for a byte, by equations 9 to 14."""
    square = 2 * taps * taps
    return {"naive": square / (8 * taps * taps), "shared": square / (16 + 4 * taps * taps), "shared-constant": square / 16,
            "tiles-float-21": square * t / (4 * (8 + 2 * (t - 2))), "separable": (2 * taps / 8 + 2 * taps / 8) / 2,
            "separable-tiles-21": 2 * (taps + taps) * t / (4 * (4 + (t - 2)))}[step]


def intensities(m, size):
    """Rungs of 001 with the intensity that its equations give them."""
    for taps in (3, 5):
        for step in ("naive", "shared", "shared-constant", "tiles-float-21") + (("separable", "separable-tiles-21") if taps == 5 else ()):
            case = f"001-conv{taps}-{step}"
            if m.row(case, size):
                yield case, taps, intensity(taps, step)


def text_001(m):
    size = "4096x4096"
    steps = ("naive", "shared", "shared-constant", "tiles-float-21")
    here = {taps: times_of(m, [f"001-conv{taps}-{step}" for step in steps], size) for taps in (3, 5)}
    promised = {taps: {f"conv{taps}-{step}": 1 / intensity(taps, step) for step in steps} for taps in (3, 5)}
    gained = here[5]["conv5-naive"] / here[5]["conv5-tiles-float-21"]
    best = min((row for row in m.rungs("001", size) if row["case"].startswith("001-conv5-tiles")), key=time)
    adaptive = m.row("001-conv5-tiles-float-adaptive", size)
    chains = times_of(m, [case for case in m.cases("001") if case.startswith("001-chain")], size)
    one, two = m.ms("001-conv5-shared-constant", size), m.ms("001-conv5-separable", size)

    def conflicts(x, y):
        return (f" By the profiler conflicts of banks are {y['conflicts']:.0f} in its reads of shared memory, and it writes {y['written'] / x['written']:.0f} times as many sectors as the pass along x.")

    return [
        "One convolution, of 3x3 and 5x5 taps, from the plain kernel to adaptive tiling: as many tiles side by side in one block as shared memory holds. It predicts by arithmetic intensity, "
        "and plots what it measured without printing a number.",
        f"Fastest first at {size}: {order(here[5])}; {order(here[3])}. The order that intensity promises {'holds' if same_order(promised[5], here[5]) else 'does not hold'} for 5x5, and "
        f"{'holds' if same_order(promised[3], here[3]) else 'does not'} for 3x3. For 5x5 the equations promise tiles a gain of {intensity(5, 'tiles-float-21') / intensity(5, 'naive'):.1f}; it is {gained:.1f}. They count loads that are issued, as if no "
        "cache served them, and no stores: the bytes that have to move are eight for each pixel whatever the rung (the roofline below).",
        f"**Adaptive tiling**, all of shared memory, is {tiles(2, 4, 49152)} tiles of floats (5x5) in the document's 48 KiB and {adaptive['value']} in today's {m.about['shared'] >> 10}. Here {best['value']} are best ({named(best['case'])}, {us(time(best))}); "
        f"the adaptive way is {beside(time(adaptive), time(best))} that, at an occupancy of {adaptive['occupancy']} %. Its whole chain, blur, Laplacian and threshold: {order(chains)}.",
        f"**Separating** five taps takes {us(two)}, one pass {us(one)}: it is {beside(two, one)} one pass, and loses there: {still(two, one)}. Its columns from transposed tiles take {us(m.ms('001-conv5-separable-tiles-8', size))} with 8 tiles."
        + profiled(m, conflicts, "conv_line_tiles_x", "conv_line_tiles_y"),
        "**Slips**: 456.52 is printed as 546.52; its tiling factors, 21 and 22, have exchanged their names, and its ceiling does not fit (22 tiles of 5x5 take 50,976 of 49,152 bytes; rounding down gives 22 for 3x3 and 21 for 5x5); equation 5 adds "
        "two passes that have to be composed. Where it is silent (border, rounding) the nearest pixel is taken in each pass, and sums stay undivided, so that every rung has the same bits.",
        f"**Ours** computes another Gaussian (11 taps for 1.4) and the Laplacian in one kernel, from bytes to bytes: {us(m.ours('001', 'laplacian of Gaussian 1.4, 8-bit', size))} at {size}, "
        f"on floats {us(m.ours('001', 'laplacian of Gaussian 1.4, float', size))}; the document's best chain, {min(chains, key=chains.get)}, takes {us(min(chains.values()))}.",
    ]


def text_002(m):
    size = "1024x1024"
    whole, download, queue = (m.row(f"002-{case}", size)["compute_ms"] for case in ("chain-whole", "download", "hysteresis-cpu"))
    ours, edges = m.ours("002", "Canny, as here", size), m.row("002-download-edges", size)
    both = (f"with the download of its edges {us(ours + edges['compute_ms'])}, and the document's whole chain, with its own, {us(whole)}" if edges else
            f"left on the GPU; the document's chain takes {us(whole - download)} without its download")
    f1 = [row["f1"] for row in m.about["agreement"] if row["cause"].startswith("ours, norm")]
    worst = {row["picture"]: row["compute_ms"] for row in m.find(group="worst")}
    flat = worst["flat"]

    def pair(what, slow, fast):
        times = [m.ms(f"002-{case}", size, 32) for case in (slow, fast)]
        return f"{what} ({us(times[0])} and {us(times[1])}: {still(*times)})" if all(times) else f"{what} (not measured)"

    return [
        "Canny with every image in a texture, which brings a cache for squares of pixels and the nearest pixel outside without a test; the Gaussian also in two passes, both derivatives from one reading, hysteresis on the processor.",
        f"Its findings once more, {size}, blocks of 32: " + "; ".join((
            pair("x through shared memory “no gain”", "gauss-x-shared", "gauss-x"), pair("one more load for each thread “slower”", "gauss-y-one-each", "gauss-y"),
            pair("weights in constant memory “slower”, with loops as they stand", "gauss-constant", "gauss-whole"),
            pair("and unrolled as the other is", "gauss-constant-unrolled", "gauss-whole"), pair("atan2f slower than a quick division and atanf", "gradient-atan2", "gradient"),
            pair("listing 7, whose steps are rounded down", "gradient-listed", "gradient"),
            pair("without the root and divisions of its `--use_fast_math`", "gradient", "gradient-fast"))) + ".",
        f"Textures have to be filled: of {us(m.ms('002-chain-kernels', size))} for all kernels and copies, the copy of floats to its array takes {us(m.ms('002-to-array-float', size))}, thinning itself {us(m.ms('002-thin', size))}."
        + profiled(m, lambda k: f" The Gaussian at once asks for 25 samples a pixel, of which {k['l1']:.0f} % come from the first cache; instructions are issued in {k['issue']:.0f} % of the cycles.", "gauss_whole_32"),
        f"**Hysteresis on a GPU**, which it holds to be unfit: its queue takes {us(queue)} of one core and the download before it {us(download)}, for a megapixel. Ours, exact and with everything before it, takes {us(ours)}, {both}. What chains "
        f"cost it at 100 megapixels, above {us(flat)} for a flat picture: {us(worst['natural'] - flat)} on a natural one, {us(worst['spiral'] - flat)} on a spiral, {us(worst['comb'] - flat)} where half of all pixels are one chain.",
        f"**Whether |Gx| + |Gy| shows.** Between edges of the one norm and of the other, at the same thresholds, F1 is {min(f1):.2f} to {max(f1):.2f}: {'it does, as the document says' if min(f1) < 0.95 else 'hardly, though the document says so'}. "
        "The sum is the larger of the two, so that thresholds mean something else.",
    ]


def text_003(m):
    claim, size, lizard = m.claimed["003"]["seconds"], LARGE, "4444x3136"
    sums = claim["sobel-naive"]
    gained = [1 - claim["sobel-separable"][s] / sums[s] for s in sums]
    blur = 1 - sum(claim["blur-separable"][s] for s in sums) / sum(claim["CPU blur"][s] for s in sums)
    threshold = 1 - sum(claim["threshold"][s] for s in sums) / sum(claim["CPU threshold"][s] for s in sums)
    agreement = claim["equal pixels, CPU and GPU"].values()
    shared, glob = m.ms("003-hysteresis-shared", size), m.ms("003-hysteresis-global", size)
    blurs = {sigma: times_of(m, [f"003-blur-{way}-{sigma}" for way in ("global", "constant", "tile", "separable")], size) for sigma in (2, 5)}
    sobel = times_of(m, [f"003-sobel-{way}" for way in ("naive", "separable", "shared", "printed")], size)

    def hits(a, b):
        return f" Of the loads of the plain blur {a['l1']:.0f} % come from the first cache, of the plain Sobel {b['l1']:.0f} %."

    return [
        "Six stages with bytes between them: gray, blur, Sobel, thinning, two thresholds, and hysteresis by five passes over tiles. Nearly every stage is given in two or three ways.",
        f"**Blur**, 100 megapixels, fastest first: {order(blurs[2])}; {order(blurs[5])}. There constant memory “halved” the time of global weights: {still(blurs[2]['blur-global-2'], blurs[2]['blur-constant-2'])}. Separating paid there: "
        f"{still(blurs[2]['blur-constant-2'], blurs[2]['blur-separable-2'])}. Of the tile with threads that idle it has no figure; for sigma 5 four threads of 1,024 have a result." + profiled(m, hits, "blur_global_32", "sobel_naive_32"),
        f"**Sobel**, fastest first: {order(sobel)}. There tiles were {100 * sum(gained) / len(gained):.0f} % faster than the plain kernel: {still(sobel['sobel-naive'], sobel['sobel-separable'])}. As printed 9/8 is 1, and the rest is computed in double.",
        f"**Hysteresis**: a pass over a tile in shared memory is {beside(shared, glob)} one in global memory, where it gained {claim['hysteresis-global, a pass'][lizard] / claim['hysteresis-shared, a pass'][lizard]:.1f}. As printed, threads write to neighbors' pixels "
        "between the barriers at which others read them, and a mark can be lost for good; MSK_DEF has to be 0xff. It is rebuilt so that each thread writes its own pixel alone, which reaches a tile further with as many passes.",
        f"**Ours** computes the same chain, with exact hysteresis, in {us(m.ours('003', 'Canny, as here', size))} at 100 megapixels; the document's, five passes, takes {us(m.ms('003-chain', size))}. Ours keeps rows in registers from luma to thinning, and bits, not bytes, for hysteresis.",
        "**Slips.** 9/8 in integers puts half of all directions into a wrong sector; roots above 255 wrap; H is odd only for some sigma (here 7, 13, 19, 25, 31). By its own tables the blur's "
        f"99.98 % is {100 * blur:.2f} %, thresholding's “over 90” {100 * threshold:.0f} %, agreement {100 * sum(agreement) / len(agreement):.1f} % on average of nine. The size of its blocks is not stated: 16 and 32 are measured.",
    ]


def text_004(m):
    cases, claim = ("004-sobel-scalar", "004-sobel-vector16"), m.claimed["004"]["ms"]
    large, small = times_of(m, cases, LARGE), times_of(m, cases, "512x512")
    one = {row["case"].removeprefix("004-serial-"): row["compute_ms"] for row in m.one_core if row["width"] == 1024}
    later = m.since("sobel-horizontal", "u8", m.ours("004", "horizontal derivative", LARGE))
    later = f" ([later](performance.md) {us(later)})" if later else ""
    planes, apart, at_once = (m.ms(f"004-{case}", LARGE) for case in ("planes", "channels-apart", "channels-at-once"))
    ways = {name: one[name] for name in ("scalar", "vectors", "vectors-v3", "vectors-v4") if one.get(name)}
    return [
        f"Both derivatives, 16 pixels to a thread in the vectors of a phone's GPU. It prints one run: {claim['queued']} ms queued, {claim['waited']} waited, {claim['ran']} run, and that vectors are “much faster”.",
        f"Here vectors are {beside(large['sobel-vector16'], large['sobel-scalar'])} one pixel to a thread at 100 megapixels ({order(large)}), and {beside(small['sobel-vector16'], small['sobel-scalar'])} it at 512x512 in a row ({order(small)})."
        + profiled(m, lambda a, b: f" They execute {b['instructions'] / a['instructions']:.2f} as many instructions; at 512x512 they fill {b['warps']:.0f} % of the device's warps.", "sobel_scalar_32", "sobel_vector16_16")
        + " CUDA loads 16 bytes only from multiples of 16: the three overlapping loads of a row become one aligned one and two of 4 bytes.",
        f"On one core, a megapixel, fastest first: {order(ways)}. Combining both derivatives, which the document leaves to the processor, takes {us(one['combine'])} (their length; it does not say which)." if ways else "",
        "Its listing reads and writes beyond the last rows; its range ends at 127, not 128. Shifting by 3 rounds downwards: ours, to the nearest, differs by one for 892 of 2,041 derivatives.",
        f"**RGB**, “each channel separately”, then combined, which it does not build, as the longest of three gradients: at 100 megapixels the planes and a luma take {us(planes)}, the vectors on each plane and one kernel "
        f"that combines {us(apart)}, one kernel of three channels {us(at_once)}, {beside(at_once, apart)} that." if planes else "",
        f"**Ours** marches down with the same loads, 16 + 4 + 4 bytes a row, and keeps the sums of two rows: the magnitude in {us(m.ours('004', 'sobel, 8-bit', LARGE))}, one derivative alone in {us(m.ours('004', 'horizontal derivative', LARGE))}{later}.",
    ]


def lost_by(rows, passes, block):
    """The photo that loses most of its edges by so many passes, with its F1, which has no false pixel to count."""
    photos = [row for row in rows if not row["source"].startswith(("spiral", "comb", "natural")) and row["method"] == "copies"
              and row["passes"] == passes and row["block"] == block]
    worst = max(photos, key=lambda row: row["missing_most"] / max(row["edges"], 1), default=None)
    return worst and (worst, 2 * (worst["edges"] - worst["missing_most"]) / (2 * worst["edges"] - worst["missing_most"]))


def passes_table(m, block):
    rows, table = m.about["passes"], []
    for source in dict.fromkeys(row["source"] for row in rows):
        of = {row["passes"]: row for row in rows if row["source"] == source and row["method"] in ("copies", "statement") and row["block"] == block}
        if -1 in of:
            table.append([source, of[-1]["chained"]] + [of[n]["missing_most"] if n in of else "" for n in (1, 2, 3, 4, 5, 10, 100)] + [of[-1]["needed"]])
    return table


def methods(page, rows):
    """Each way of passing, after five passes."""
    ways = [(method, block) for method in ("copies", "in place", "copies, global", "in place, global") for block in (16, 32)]
    table = []
    for source in dict.fromkeys(row["source"] for row in rows):
        cells = [source]
        for way in ways:
            of = {row["passes"]: row for row in rows if row["source"] == source and (row["method"], row["block"]) == way}
            least, most = (of[5]["missing_least"], of[5]["missing_most"]) if 5 in of else (None, None)
            cells.append("" if least is None else (f"{most}" if least == most else f"{least} to {most}") + (f", {of[-1]['needed']}" if -1 in of else ""))
        table.append(cells)
    page.say("Every way of passing: missed by five passes, and passes needed.")
    page.table([""] + [f"{method}, {block}" for method, block in ways], table)


def experiments(page, m, drawings, beside_page):
    rows, agreement = m.about["passes"], m.about["agreement"]
    head = ["", "chained pixels"] + [f"missed by {n}" for n in (1, 2, 3, 4, 5, 10, 100)] + ["passes needed"]
    page.say("## What a fixed number of passes misses")
    page.say("Classes of our Canny (sigma 2, 51, 102; for spiral and comb without blur), then passes over tiles in shared memory: pixels that a chain leads to, how many of them so many passes miss, and how many passes until nothing changes.",
             "003 does not say how large its blocks are: 16 and 32 are here. A pass reads one copy and writes another; one fewer is what the document's own passes find, so that its five are the column of 4.",
             f"False pixels found: {sum(row['false'] for row in rows)}. In place, ten runs differ by at most {max(row['missing_most'] - row['missing_least'] for row in rows)} pixels.")
    lost = {block: lost_by(rows, 4, block) for block in (32, 16)}
    tables = {block: passes_table(m, block) for block in (16, 32)}
    for block, table in tables.items():
        beside_page.say(f"What passes miss with blocks of {block}:")
        beside_page.table(head, table)
    page.table(["", "chained pixels"] + [f"{what}, blocks of {block}" for block in tables for what in ("missed by its five passes", "passes needed")],
               [[both[0][0], both[0][1]] + [cell for row in both for cell in (row[5], row[-1])]
                for both in zip(*tables.values())])
    page.figure(drawings.passes(m), "What passes miss")
    if (m.folder / "passes.png").exists():
        page.say("Edges of a photo after one, two, three and four passes over tiles of 14, new ones in green:")
        page.figure(m.folder / "passes.png", "Edges after one to four passes, new ones in green")
    for block, found in lost.items():
        if found:
            page.say(f"With blocks of {block} the document's five passes lose most of {found[0]['source']}: {found[0]['missing_most']} of {found[0]['edges']:,} edge pixels, F1 {found[1]:.3f}.")
    methods(beside_page, rows)
    page.say("## What “99 % of pixels agree” hides")
    page.say("003 compares the edges of its GPU with those of its processor by the share of equal pixels. The same here by the statements (whole blur and exact hysteresis against two passes of blur and five of hysteresis), beside what an",
             "all-black result would score, and F1 of edge pixels, the harmonic mean of how many are right and how many are found.")
    least = {}
    for row in agreement:
        if row["cause"] not in least or row["f1"] < least[row["cause"]]["f1"]:
            least[row["cause"]] = row
    page.table(["what differs", "on the picture where it costs most", "equal pixels, %", "F1", "all black, %"],
               [[cause, row["source"], f"{100 * row['equal']:.2f}", f"{row['f1']:.3f}", f"{100 * row['black']:.2f}"] for cause, row in least.items()])
    beside_page.say("What differs between 003's processor and GPU, each cause alone, on every picture.")
    beside_page.table(["", "what differs", "equal pixels, %", "F1", "all black, %"],
                      [[row["source"], row["cause"], f"{100 * row['equal']:.2f}", f"{row['f1']:.3f}", f"{100 * row['black']:.2f}"] for row in agreement])
    printed = m.claimed["003"]["seconds"]["equal pixels, CPU and GPU"].values()
    causes = {"the second truncation of the blur": least["separable blur, truncated twice"]["f1"], "five passes with blocks of 32": min(least["its five passes"]["f1"], lost[32][1] if lost[32] else 1)}
    if lost[16]:
        causes["five passes with blocks of 16"] = lost[16][1]
    ranked = sorted(causes.items(), key=lambda item: item[1])
    page.say(f"The document's table 7 prints {100 * min(printed):.2f} to {100 * max(printed):.2f} % of equal pixels; a black picture has as many. It blames hysteresis. Alone, and where it costs most, F1 falls to "
             + ", ".join(f"{f1:.3f} by {cause}" for cause, f1 in ranked) + f": most is lost by {ranked[0][0]}.")


def ending(page, m):
    page.say("## What could not be had")
    page.say("Texture references, gone since CUDA 12, are texture objects here, and libtorch as the host is C. PyTorch's convolution is measured by `./dev bench --peers`, Octave's edges are not. OpenCL on a Mali is CUDA and our processor.",
             "The Visual Profiler's figures come from Nsight Compute, `clock ()` is two events, `register` and unrolling by hand are the compiler's. 002 was compiled with `--use_fast_math`: its root and divisions are called by name.",
             "None of the documents' devices was at hand, nor their photographs: the natural picture of tests/bench stands for them, and photos of data/photos in the experiments.",
             "003 also times its stages with and without a wait between kernels: here none waits. clang's arc tangents are its own (tests/ladder/clang.cuh).")
    page.say(f"The statements on one core of the processor and on all: [processor.md]({os.path.relpath(m.folder.resolve() / 'processor.md', page.path.parent)}); OpenCV's times stand on the [page about performance](performance.md).")
    page.say("## A new rung")
    page.say("Its kernel, `ladder_NAME` with the block's side as a template argument, in the `.cu` of its document in tests/ladder/: whose method, access",
             "pattern, bytes and operations, what bounds it. Its statement in `plain*.c`, with an answer worked out by hand in `statements*.c`. A",
             "row in `rungs-*.c`: name, kernels, launch, what it reads and writes, blocks, operations, bytes. Its line in `patterns.py`, what its",
             "document prints in `claimed.json`. `./dev ladder --check --only NAME` holds it to its statement.")
    page.say("## Sources")
    for name, claim in m.claimed.items():
        page.out.append(f"- {name}: {claim['author']}: *{claim['title']}*. Figures from {claim['where']}; {claim['device']}.")
    page.out += ["- J. Canny: *A computational approach to edge detection*. IEEE PAMI 8 (6), 1986.",
                 "- Y. Luo, R. Duraiswami: *Canny edge detection on NVIDIA CUDA*. CVPR Workshops, 2008: passes over tiles.",
                 "- B. van Werkhoven, J. Maassen, F. Seinstra: *Optimizing convolution operations on GPUs using adaptive tiling*. FGCS 30, 2014.",
                 "- S. Williams, A. Waterman, D. Patterson: *Roofline: an insightful visual performance model*. CACM 52 (4), 2009.", ""]


TEXTS = {"000": text_000, "001": text_001, "002": text_002, "003": text_003, "004": text_004}
