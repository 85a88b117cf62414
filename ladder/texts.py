# SPDX-License-Identifier: GPL-3.0-or-later
"""The page's texts between its tables. The code computes every figure and every verdict; the documents' figures come from
claimed.json. Without a profiler the page leaves out the sentences that need one."""
import os
from collections import Counter

from measured import time

LARGE = "10000x10000"


def us(ms):
    return "not measured" if ms is None else f"{1e3 * ms:.1f} µs" if ms < 1 else f"{ms:.2f} ms"


def named(case):
    return case.split("-", 1)[1]


def still(slow, fast):
    """Whether a document's slower way is still the slower one."""
    return "still so" if slow > 1.05 * fast else "the other way round" if slow < 0.95 * fast else "now the same"


def beside(a, b):
    """How many times as fast or as slow a is as b, by their times."""
    return f"{b / a:.2f} times as fast as" if a < 0.97 * b else f"{a / b:.2f} times as slow as" if a > 1.03 * b else "as fast as"


def order(times):
    """Names from the fastest to the slowest."""
    return ", ".join(f"{name} {us(ms)}" for name, ms in sorted(times.items(), key=lambda item: item[1]))


def same_order(first, second):
    """Whether two tables of times put their names in one order, apart from differences within 3 %."""
    names = sorted(first, key=first.get)
    return all(second[a] <= 1.03 * second[b] for i, a in enumerate(names) for b in names[i + 1:])


def times_of(m, cases, size, block=None):
    found = {named(case): m.ms(case, size, block) for case in cases}
    return {name: ms for name, ms in found.items() if ms}


def blocks(m, document, size):
    """The best and the worst sides of a block, with the number of kernels of each."""
    best, worst = Counter(), Counter()
    for case in m.cases(document):
        rows = {row["block"]: time(row) for row in m.find(case=case, size=size, kind="rung")}
        if len(rows) > 1:
            best[min(rows, key=rows.get)] += 1
            worst[max(rows, key=rows.get)] += 1

    def said(counter):
        return ", ".join(f"{side} for {n}" for side, n in counter.most_common())
    return f"for {sum(best.values())} kernels at {size} the best blocks are {said(best)}, the worst {said(worst)}"


def profiled(m, sentence, *names):
    """sentence (kernel, …) where the profiler saw all of these kernels."""
    kernels = [m.kernel(name) for name in names]
    return sentence(*kernels) if all("l1" in kernel for kernel in kernels) else ""


def beginning(page, m):
    about = m.about
    equal = sum(check == "equal" for check in m.checks.values())
    page.say("# The ladder")
    page.say("<!-- Written by ladder/page.py; edit the measurements or its texts, not this page. -->")
    page.say("CUDA Edges grew from five documents. Each document takes image filters to a GPU step by step. This page rebuilds all of their",
             "methods, checks them to the last bit against the documents' definitions, and times them beside ours on one GPU in one run. It",
             "shows the gain of each step then and now, and is also an introduction to filters on a GPU.")
    page.say(f"Measured {about['date']} on {about['device']} ({about['processors']} multiprocessors, {about['l2'] >> 20} MiB of second cache,",
             f"{about['shared'] >> 10} KiB of shared memory for a block) with `{about['command']}`; `./dev ladder` builds,",
             "tests and measures all of it on your machine, with nvcc or clang (`--check`: tests only; `--quick`: two sizes), while `./dev build`",
             f"and `./dev test` leave it alone. A copy moves {m.bandwidth() / 1e12:.2f} TB/s at best; products and sums reach",
             f"{m.peak('peak_fused') / 1e12:.1f} trillion a second fused, {m.peak('peak_separate') / 1e12:.1f} not fused, as exact results demand.")
    page.say(f"{equal} of {len(m.checks)} rungs that compute something are equal to their statements (ladder/plain*.c) in every bit, with all sizes",
             "of blocks, on pictures of 3x3 to 1030x260 pixels. A test compares the statements with answers worked out by hand. The quick division and arc",
             f"tangent of 002 put {about['sectors'][0]} of all pairs of derivatives of 8-bit images into another sector than exact arithmetic does,",
             f"atan2f {about['sectors'][1]}, and 003's {about['sectors'][2]}.")
    page.say("A **warm** launch follows the same one, a **cold** one follows an overwritten second cache, and one **in a row** is one of 20 without a pause,",
             "because a lone launch of an almost empty kernel takes microseconds. Times are medians of up to 15 interleaved rounds. Figures “there” are a",
             "document's own, from devices of 2013 to 2017: compare gains, not times. A document's table lists its rungs, each with a link to its kernel, a thread's",
             "loads for a pixel, the bytes that it has to read and write, operations, milliseconds with the best blocks, and the gain over the first rung of its ladder.",
             "The tables of all rungs, blocks and sizes stand in files beside this page.")
    seen = m.profile.get("about")
    if seen and seen != [about["device"], about["date"]]:
        page.say(f"The profiler's figures are those of {seen[0]}, {seen[1]}.")
    if not m.profile:
        page.say("No profiler ran. With `ncu.csv` and `sass.txt` in the folder (see ladder/keep.py) the page has hits in the first cache,",
                 "instructions, achieved occupancy, and bank conflicts, too.")


def primer(page):
    """The first rung: ten lines of code, a thread's reads, and the terms."""
    source = (page.sources / "sobel-tiles.cu").read_text(encoding="utf-8")
    begin = source.rindex("template", 0, source.index("neighbours_from_global ("))
    code = source[begin:source.index("\n}\n", begin) + 2]
    page.say("## The first rung, and the terms")
    page.say("A **kernel** is a function that a GPU runs once for each **thread**, here once for each pixel. Threads come in **blocks**, which share a small fast",
             "memory (**shared memory**), and run in **warps** of 32 that do the same instruction at once. When a warp's threads read neighbors in memory, one",
             "transaction serves them all: the reads **coalesce**. Shared memory has 32 **banks**; threads that want different words of one bank wait for each",
             "other. **Occupancy** is the number of threads on a multiprocessor divided by the most it can hold: some threads compute while others wait.")
    page.out += ["    x x x    Each thread reads nine pixels around its own. Its neighbor in the warp reads the nine pixels one to the right,",
                 "    x o x    and six of them are the same. The first cache serves these, or, in the next rungs, a tile of shared memory:",
                 "    x x x    a block fills it once, with a ring of pixels around it (an apron).", ""]
    page.out += ["```cuda", code, "```", ""]


def text_000(m):
    size, claim = "512x512", m.claimed["000"]["ms"]
    ways = ("000-sobel-global", "000-sobel-naive-shared", "000-sobel-apron", "000-sobel-apron-1d")
    there = {named(case): claim[named(case)]["32"] for case in ways}
    here, large = times_of(m, ways, size, 32), times_of(m, ways, LARGE)
    best = min(large, key=large.get)
    copy = m.copy(m.row("000-" + best, LARGE), 8)
    later = m.since("sharpen-kernel", "f32", m.ours("000", "sharpen, float", LARGE))
    later = f" ([later](../docs/performance.md) {us(later)})" if later else ""

    def why(*code):
        orders = "follows" if same_order({n: c["instructions"] for n, c in zip(here, code)}, here) else "does not follow"
        return (f" The first way finds {code[0]['l1']:.0f} % of its loads in the first cache; the four ways execute "
                + ", ".join(f"{c['instructions'] / 1e6:.2f}" for c in code) + f" million instructions, and time {orders} their number.")

    last = [m.kernel(f"{named(case).replace('-', '_')}_32").get("code") for case in ways[2:]]
    code = f", with {last[0][0]} and {last[1][0]} instructions" if all(last) else ""
    return [
        "Four ways to load nine floats: from global memory, from a tile as large as the block, from a tile with an apron, and from the same tile under "
        f"one index. Fastest first there: {order(there)}. Here, {size}, blocks of 32, in a row: {order(here)}; at 100 megapixels, best blocks: {order(large)}. "
        f"The order of the document {'holds' if same_order(there, here) else 'does not hold'} at its size, and {'holds' if same_order(there, large) else 'does not'} at the large one."
        + profiled(m, why, *(f"{named(case).replace('-', '_')}_32" for case in ways)),
        f"**The last step.** An array [B+2][B+2] lies in memory like one of (B+2)·(B+2){code}: {us(m.ms(ways[2], LARGE, 32))} and {us(m.ms(ways[3], LARGE, 32))}, "
        f"{still(m.ms(ways[2], LARGE, 32), m.ms(ways[3], LARGE, 32))}. The document's gain comes from one run, on a clock of 1.024 µs.",
        f"**“Smaller blocks are better”** is wrong for the document's own sharpening ({claim['sharpen-apron-1d']['32']} ms with blocks of 32, {claim['sharpen-apron-1d']['16']} with 16). "
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
    """The operations for a byte by equations 9 to 14."""
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
        return (f" By the profiler the number of bank conflicts in its reads of shared memory is {y['conflicts']:.0f}; the pass writes {y['written'] / x['written']:.0f} times as many sectors as the pass along x.")

    return [
        "One convolution, of 3x3 and 5x5 taps, from the plain kernel to adaptive tiling: as many tiles side by side in one block as shared memory holds. The document predicts speed by arithmetic intensity, "
        "and plots its measurements without a number.",
        f"Fastest first at {size}: {order(here[5])}; {order(here[3])}. The order that intensity promises {'holds' if same_order(promised[5], here[5]) else 'does not hold'} for 5x5, and "
        f"{'holds' if same_order(promised[3], here[3]) else 'does not'} for 3x3. For 5x5 the equations promise tiles a gain of {intensity(5, 'tiles-float-21') / intensity(5, 'naive'):.1f}; it is {gained:.1f}. The equations count every issued load as if there were no "
        "cache, and no stores; yet each rung has to move eight bytes for each pixel (the roofline below).",
        f"**Adaptive tiling** fills shared memory: {tiles(2, 4, 49152)} tiles of floats (5x5) in the document's 48 KiB and {adaptive['value']} in today's {m.about['shared'] >> 10}. Here {best['value']} tiles are best ({named(best['case'])}, {us(time(best))}); "
        f"the adaptive number is {beside(time(adaptive), time(best))} these, at an occupancy of {adaptive['occupancy']} %. The document's whole chain, blur, Laplacian and threshold: {order(chains)}.",
        f"**Separating** five taps takes {us(two)}, one pass {us(one)}: separating is {beside(two, one)} one pass. It loses there: {still(two, one)}. Columns from transposed tiles take {us(m.ms('001-conv5-separable-tiles-8', size))} with 8 tiles."
        + profiled(m, conflicts, "conv_line_tiles_x", "conv_line_tiles_y"),
        "**Errors.** The document prints 456.52 as 546.52. It swaps its tiling factors, 21 and 22, and rounds them up, which does not fit (22 tiles of 5x5 take 50,976 of 49,152 bytes; rounding down gives 22 for 3x3 and 21 for 5x5). Equation 5 adds "
        "two passes that have to be composed. The document does not define border and rounding: here each pass takes the nearest pixel, and sums stay undivided, so that every rung has the same bits.",
        f"**Ours** computes another Gaussian (11 taps for 1.4) and the Laplacian in one kernel, from bytes to bytes: {us(m.ours('001', 'laplacian of Gaussian 1.4, 8-bit', size))} at {size}, "
        f"on floats {us(m.ours('001', 'laplacian of Gaussian 1.4, float', size))}; the document's best chain, {min(chains, key=chains.get)}, takes {us(min(chains.values()))}.",
    ]


def text_002(m):
    size = "1024x1024"
    whole, download, queue = (m.row(f"002-{case}", size)["compute_ms"] for case in ("chain-whole", "download", "hysteresis-cpu"))
    ours, edges = m.ours("002", "Canny, as here", size), m.row("002-download-edges", size)
    both = (f"with the download of its edges {us(ours + edges['compute_ms'])}, and the document's whole chain, with its download, {us(whole)}" if edges else
            f"without a download; the document's chain takes {us(whole - download)} without its download")
    f1 = [row["f1"] for row in m.about["agreement"] if row["cause"].startswith("ours, norm")]
    worst = {row["picture"]: row["compute_ms"] for row in m.find(group="worst")}
    flat = worst["flat"]

    def pair(what, slow, fast):
        times = [m.ms(f"002-{case}", size, 32) for case in (slow, fast)]
        return f"{what} ({us(times[0])} and {us(times[1])}: {still(*times)})" if all(times) else f"{what} (not measured)"

    return [
        "Canny with every image in a texture, because a texture has a cache for squares of pixels and returns the nearest pixel outside without a test. The Gaussian comes in two passes, too, both derivatives come from one reading, and hysteresis runs on the processor.",
        f"The document's findings, measured again at {size} with blocks of 32: " + "; ".join((
            pair("x through shared memory “no gain”", "gauss-x-shared", "gauss-x"), pair("one more load for each thread “slower”", "gauss-y-one-each", "gauss-y"),
            pair("weights in constant memory “slower”, with loops as they stand", "gauss-constant", "gauss-whole"),
            pair("the same, unrolled", "gauss-constant-unrolled", "gauss-whole"), pair("atan2f slower than a quick division and atanf", "gradient-atan2", "gradient"),
            pair("listing 7, which rounds its steps down", "gradient-listed", "gradient"),
            pair("without the root and divisions of the document's `--use_fast_math`", "gradient", "gradient-fast"))) + ".",
        f"Textures have to be filled: all kernels and copies take {us(m.ms('002-chain-kernels', size))}, the copy of floats to an array {us(m.ms('002-to-array-float', size))} of it, thinning itself {us(m.ms('002-thin', size))}."
        + profiled(m, lambda k: f" The Gaussian in one pass loads 25 samples a pixel, {k['l1']:.0f} % of them from the first cache, and issues instructions in {k['issue']:.0f} % of the cycles.", "gauss_whole_32"),
        f"**Hysteresis on a GPU.** The document calls GPUs unfit for it: its queue takes {us(queue)} of one core and the download before it {us(download)}, for a megapixel. Ours, exact and with everything before it, takes {us(ours)}, {both}. Chains "
        f"add, at 100 megapixels, to {us(flat)} for a flat picture: {us(worst['natural'] - flat)} on a natural one, {us(worst['spiral'] - flat)} on a spiral, {us(worst['comb'] - flat)} if half of all pixels are one chain.",
        f"**Does |Gx| + |Gy| change edges?** At the same thresholds F1 between the edges of both norms is {min(f1):.2f} to {max(f1):.2f}: {'yes, as the document says' if min(f1) < 0.95 else 'hardly, though the document says so'}. "
        "The sum is larger than the root, so the same threshold is lower for it.",
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
        return f" The plain blur loads {a['l1']:.0f} % from the first cache, the plain Sobel {b['l1']:.0f} %."

    return [
        "Six stages with bytes between them: gray, blur, Sobel, thinning, two thresholds, and hysteresis by five passes over tiles. Nearly every stage has two or three versions.",
        f"**Blur**, 100 megapixels, fastest first: {order(blurs[2])}; {order(blurs[5])}. There constant memory “halved” the time of global weights: {still(blurs[2]['blur-global-2'], blurs[2]['blur-constant-2'])}. Separating paid there: "
        f"{still(blurs[2]['blur-constant-2'], blurs[2]['blur-separable-2'])}. The document has no figure for the tile with idle threads; for sigma 5 four threads of 1,024 have a result." + profiled(m, hits, "blur_global_32", "sobel_naive_32"),
        f"**Sobel**, fastest first: {order(sobel)}. There tiles were {100 * sum(gained) / len(gained):.0f} % faster than the plain kernel: {still(sobel['sobel-naive'], sobel['sobel-separable'])}. In its listing 9/8 is 1, and the rest is computed in double.",
        f"**Hysteresis**: a pass over a tile in shared memory is {beside(shared, glob)} one in global memory; the document's gain is {claim['hysteresis-global, a pass'][lizard] / claim['hysteresis-shared, a pass'][lizard]:.1f}. In its listing threads write to neighbors' pixels "
        "between the barriers at which others read them, so a mark can be lost for good; MSK_DEF has to be 0xff. The rung here lets each thread write only its own pixel, and reaches a tile further with as many passes.",
        f"**Ours** computes the same chain, with exact hysteresis, in {us(m.ours('003', 'Canny, as here', size))} at 100 megapixels; the document's chain, with five passes, takes {us(m.ms('003-chain', size))}. Ours keeps rows in registers from luma to thinning, and bits, not bytes, for hysteresis.",
        "**Errors.** 9/8 in integers puts half of all directions into a wrong sector; roots above 255 wrap; H is odd only for some sigma (here 7, 13, 19, 25, 31). By the document's own tables the blur's "
        f"99.98 % is {100 * blur:.2f} %, thresholding's “over 90” {100 * threshold:.0f} %, and agreement {100 * sum(agreement) / len(agreement):.1f} %, the mean of nine. The document does not state the size of its blocks; we measured 16 and 32.",
    ]


def text_004(m):
    cases, claim = ("004-sobel-scalar", "004-sobel-vector16"), m.claimed["004"]["ms"]
    large, small = times_of(m, cases, LARGE), times_of(m, cases, "512x512")
    one = {row["case"].removeprefix("004-serial-"): row["compute_ms"] for row in m.one_core if row["width"] == 1024}
    later = m.since("sobel-horizontal", "u8", m.ours("004", "horizontal derivative", LARGE))
    later = f" ([later](../docs/performance.md) {us(later)})" if later else ""
    planes, apart, at_once = (m.ms(f"004-{case}", LARGE) for case in ("planes", "channels-apart", "channels-at-once"))
    ways = {name: one[name] for name in ("scalar", "vectors", "vectors-v3", "vectors-v4") if one.get(name)}
    return [
        f"Both derivatives, 16 pixels to a thread in the vectors of a phone's GPU. The document prints one run, {claim['queued']} ms queued, {claim['waited']} waited, {claim['ran']} run, and calls vectors “much faster”.",
        f"Here vectors are {beside(large['sobel-vector16'], large['sobel-scalar'])} one pixel to a thread at 100 megapixels ({order(large)}), and {beside(small['sobel-vector16'], small['sobel-scalar'])} it at 512x512 in a row ({order(small)})."
        + profiled(m, lambda a, b: f" They execute {b['instructions'] / a['instructions']:.2f} as many instructions; at 512x512 they fill {b['warps']:.0f} % of the device's warps.", "sobel_scalar_32", "sobel_vector16_16")
        + " CUDA loads 16 bytes only from multiples of 16: the three overlapping loads of a row become one aligned one and two of 4 bytes.",
        f"On one core, a megapixel, fastest first: {order(ways)}. Combining both derivatives, which the document leaves to the processor, takes {us(one['combine'])} (the length; the document does not say how it combines)." if ways else "",
        "The document's listing reads and writes beyond the last rows; its range ends at 127, not 128. Shifting by 3 rounds down; ours rounds to the nearest, and differs by one for 892 of 2,041 derivatives.",
        f"**RGB.** The document suggests “each channel separately”, but does not build it. Here it is the longest of three gradients: at 100 megapixels the planes and a luma take {us(planes)}, the vectors on each plane and one combining "
        f"kernel {us(apart)}, and one kernel of three channels {us(at_once)}, {beside(at_once, apart)} the vectors. "
        "Canny and Sobel have it as `channel=strongest` ([arithmetic](../docs/arithmetic.md)), from interleaved pixels." if planes else "",
        f"**Ours** marches down with the same loads, 16 + 4 + 4 bytes a row, and keeps the sums of two rows: the magnitude in {us(m.ours('004', 'sobel, 8-bit', LARGE))}, one derivative alone in {us(m.ours('004', 'horizontal derivative', LARGE))}{later}.",
    ]


def lost_by(rows, passes, block):
    """The photo that loses the largest share of its edges with @passes passes, and its F1, which has no false pixel to count."""
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
    """The pixels that each way of passing misses after five passes."""
    ways = [(method, block) for method in ("copies", "in place", "copies, global", "in place, global") for block in (16, 32)]
    table = []
    for source in dict.fromkeys(row["source"] for row in rows):
        cells = [source]
        for way in ways:
            of = {row["passes"]: row for row in rows if row["source"] == source and (row["method"], row["block"]) == way}
            least, most = (of[5]["missing_least"], of[5]["missing_most"]) if 5 in of else (None, None)
            cells.append("" if least is None else (f"{most}" if least == most else f"{least} to {most}") + (f", {of[-1]['needed']}" if -1 in of else ""))
        table.append(cells)
    page.say("The pixels that five passes miss, and the passes needed, for every way of passing:")
    page.table([""] + [f"{method}, {block}" for method, block in ways], table)


def experiments(page, m, drawings, beside_page):
    rows, agreement = m.about["passes"], m.about["agreement"]
    head = ["", "chained pixels"] + [f"missed by {n}" for n in (1, 2, 3, 4, 5, 10, 100)] + ["passes needed"]
    page.say("## Pixels that a fixed number of passes misses")
    page.say("We take the classes of our Canny (sigma 2, 51, 102; without blur for spiral and comb), then make passes over tiles in shared memory. The table has the pixels that a chain leads to, the pixels that 1 to 100 passes miss, and the passes until nothing changes.",
             "003 does not state the size of its blocks, so 16 and 32 are here. Our pass reads one copy and writes another. The document's own passes find as much as one pass fewer of ours, so its five are the column of 4.",
             f"False pixels found: {sum(row['false'] for row in rows)}. In place, ten runs differ by at most {max(row['missing_most'] - row['missing_least'] for row in rows)} pixels.")
    lost = {block: lost_by(rows, 4, block) for block in (32, 16)}
    tables = {block: passes_table(m, block) for block in (16, 32)}
    for block, table in tables.items():
        beside_page.say(f"Pixels that passes miss with blocks of {block}:")
        beside_page.table(head, table)
    page.table(["", "chained pixels"] + [f"{what}, blocks of {block}" for block in tables for what in ("missed by its five passes", "passes needed")],
               [[both[0][0], both[0][1]] + [cell for row in both for cell in (row[5], row[-1])]
                for both in zip(*tables.values())])
    page.figure(drawings.passes(m), "Pixels that passes miss")
    if (m.folder / "passes.png").exists():
        page.say("Edges of a photo after one, two, three and four passes over tiles of 14, new ones in green:")
        page.figure(m.folder / "passes.png", "Edges after one to four passes, new ones in green")
    for block, found in lost.items():
        if found:
            page.say(f"With blocks of {block} the document's five passes lose most of {found[0]['source']}: {found[0]['missing_most']} of {found[0]['edges']:,} edge pixels, F1 {found[1]:.3f}.")
    methods(beside_page, rows)
    page.say("## What “99 % of pixels agree” hides")
    page.say("003 compares the edges of its GPU with those of its processor by the share of equal pixels. The statements do the same here (whole blur and exact hysteresis against two passes of blur and five of hysteresis), beside the score of an",
             "all-black result, and F1 of edge pixels, the harmonic mean of precision and recall.")
    least = {}
    for row in agreement:
        if row["cause"] not in least or row["f1"] < least[row["cause"]]["f1"]:
            least[row["cause"]] = row
    page.table(["difference", "picture with the lowest F1", "equal pixels, %", "F1", "all black, %"],
               [[cause, row["source"], f"{100 * row['equal']:.2f}", f"{row['f1']:.3f}", f"{100 * row['black']:.2f}"] for cause, row in least.items()])
    beside_page.say("The differences between 003's processor and GPU, each cause alone, on every picture:")
    beside_page.table(["", "difference", "equal pixels, %", "F1", "all black, %"],
                      [[row["source"], row["cause"], f"{100 * row['equal']:.2f}", f"{row['f1']:.3f}", f"{100 * row['black']:.2f}"] for row in agreement])
    printed = m.claimed["003"]["seconds"]["equal pixels, CPU and GPU"].values()
    causes = {"the second truncation of the blur": least["separable blur, truncated twice"]["f1"], "five passes with blocks of 32": min(least["its five passes"]["f1"], lost[32][1] if lost[32] else 1)}
    if lost[16]:
        causes["five passes with blocks of 16"] = lost[16][1]
    ranked = sorted(causes.items(), key=lambda item: item[1])
    page.say(f"The document's table 7 prints {100 * min(printed):.2f} to {100 * max(printed):.2f} % of equal pixels; a black picture has as many. The document blames hysteresis. Each cause alone, on its worst picture, lowers F1 to "
             + ", ".join(f"{f1:.3f} by {cause}" for cause, f1 in ranked) + f": most is lost by {ranked[0][0]}.")


def ending(page, m):
    page.say("## Substitutes")
    page.say("Texture objects replace texture references, because CUDA 12 removed these. The host is C instead of libtorch; `./dev bench --peers` measures PyTorch's convolution, and nothing measures Octave's edges. CUDA and our processor replace OpenCL on a Mali.",
             "Nsight Compute replaces the Visual Profiler, two events replace `clock ()`, and the compiler replaces `register` and unrolling by hand. 002 was compiled with `--use_fast_math`; here its root and divisions are called by name.",
             "We had none of the documents' devices and photographs: the natural picture of tests/bench replaces the photographs, and photos of data/photos do in the experiments.",
             "003 also times its stages with and without a wait between kernels; here no kernel waits. clang has its own arc tangents (ladder/clang.cuh).")
    page.say(f"The statements on one core of the processor and on all: [processor.md]({os.path.relpath(m.folder.resolve() / 'processor.md', page.path.parent)}); OpenCV's times stand on the [page about performance](../docs/performance.md).")
    page.say("## A new rung")
    page.say("Write its kernel, `ladder_NAME` with the block's side as a template argument, into the `.cu` of its document in ladder/; its comment",
             "names the method's author, access pattern, bytes and operations, and its bound. Write its statement into `plain*.c`, and an answer worked out by",
             "hand into `statements*.c`. Add a row to `rungs-*.c`: name, kernels, launch, memory that it reads and writes, blocks, operations, bytes. Add a line to",
             "`patterns.py`, and the document's figures to `claimed.json`. `./dev ladder --check --only NAME` compares the rung with its statement.")
    page.say("## Sources")
    for name, claim in m.claimed.items():
        page.out.append(f"- {name}: {claim['author']}: *{claim['title']}*. Figures from {claim['where']}; {claim['device']}.")
    page.out += ["- J. Canny: *A computational approach to edge detection*. IEEE PAMI 8 (6), 1986.",
                 "- Y. Luo, R. Duraiswami: *Canny edge detection on NVIDIA CUDA*. CVPR Workshops, 2008: passes over tiles.",
                 "- B. van Werkhoven, J. Maassen, F. Seinstra: *Optimizing convolution operations on GPUs using adaptive tiling*. FGCS 30, 2014.",
                 "- S. Williams, A. Waterman, D. Patterson: *Roofline: an insightful visual performance model*. CACM 52 (4), 2009.", ""]


TEXTS = {"000": text_000, "001": text_001, "002": text_002, "003": text_003, "004": text_004}
