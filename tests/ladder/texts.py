# SPDX-License-Identifier: GPL-3.0-or-later
"""What the page says between its tables. Every figure is computed; those of the documents come from claimed.json."""
import re

from measured import time

LARGE = "10000x10000"


def us(ms):
    return f"{1e3 * ms:.1f} µs" if ms < 1 else f"{ms:.2f} ms"


def ratio(a, b):
    return f"{a / b:.2f}"


def still(slow, fast):
    return "still so" if slow > 1.05 * fast else "no longer" if slow < 0.95 * fast else "now the same"


def beginning(page, m):
    about = m.about
    equal = sum(check == "equal" for check in m.checks.values())
    page.say("# The ladder")
    page.say("<!-- Written by tests/ladder/page.py; edit the measurements or its texts, not this page. -->")
    page.say("CUDA Edges grew from five documents, each of which takes image filters to a GPU step by step. Here every method of theirs is",
             "built again, checked to the last bit against what the document says it computes, and timed on one GPU in one run beside",
             "ours: what each step of optimization gained then, and what it gains now. It is also an introduction to filters on a GPU, from",
             "the simplest kernel to where the shipped ones begin.")
    page.say(f"Measured {about['date']} on {about['device']} ({about['processors']} multiprocessors, {about['l2'] >> 20} MiB of second cache,",
             f"{about['shared'] >> 10} KiB of shared memory for a block) with `{about['command']}`; `./dev ladder` does it on your",
             "machine. A copy on the device moves", f"{m.bandwidth() / 1e12:.2f} TB/s at best; independent products and sums reach",
             f"{m.peak('peak_fused') / 1e12:.1f} trillion operations per second where they are fused, {m.peak('peak_separate') / 1e12:.1f}",
             "where they are not, as exact results demand.")
    page.say(f"Of {len(m.checks)} rungs that compute something, {equal} are equal to their statements in every bit (tests/ladder/plain*.c), with",
             "all sizes of blocks, on pictures of 3x3 to 1030x260 pixels; the statements are held to answers worked out by hand, to each",
             "other and to our own filters by a test. NVIDIA's compute-sanitizer found no access out of bounds and no race in shared memory in any of them. Of all pairs of",
             "derivatives that 8-bit images can have,", f"{about['sectors'][0]} fall into another sector than exact arithmetic puts them with",
             f"the quick division and arc tangent of 002, {about['sectors'][1]} with atan2f, {about['sectors'][2]} with 003's.")
    page.say("**Warm** is a launch right after the same one, **cold** one after the second cache was overwritten, **in a row** one of 20",
             "behind each other: between two events a lone launch of an almost empty kernel takes microseconds, more than small images",
             "need. Medians of up to 15 interleaved rounds. “There” is what a document prints: devices of 2013 to 2017, so gains are to be",
             "compared, not times.")


def text_000(m):
    size, claim = "512x512", m.claimed["000"]["ms"]
    first, naive, apron, last = ("000-sobel-global", "000-sobel-naive-shared", "000-sobel-apron", "000-sobel-apron-1d")
    code = [m.kernel(f"{case[4:].replace('-', '_')}_32") for case in (first, naive, apron, last)]
    small = {case: m.ms(case, LARGE, 8) for case in (first, apron, last)}
    blocks = 1250 ** 2 / small[first] / 1e6
    later = m.since("sharpen-kernel", "f32", m.ours("000", "sharpen, float", LARGE))
    later = f"; since then it marches on floats too and takes {later:.3f} ([performance](performance.md))" if later else ""
    return [
        "Four ways to have nine floats near: from global memory, from a tile as large as the block, from a tile with an apron, and from the same "
        "tile under one index. It holds that each step saves reads of slow memory, and prints a gain of "
        f"{100 - 100 * claim['sobel-apron-1d']['32'] / claim['sobel-global']['32']:.0f} % in all.",
        f"On today's device the order is turned round: the first way is the fastest, {us(m.ms(first, size, 32))} in a row against "
        f"{us(m.ms(apron, size, 32))} with an apron and {us(m.ms(naive, size, 32))} with the tests of the second way; at 100 megapixels, where nothing stays "
        f"in a cache, {m.ms(first, LARGE):.3f}, {m.ms(apron, LARGE):.3f} and {m.ms(naive, LARGE):.3f} ms. The profiler says why: "
        f"{code[0]['l1']:.0f} % of what its nine loads ask for is found in the first cache, which is the shared memory of old without the work of filling it; "
        f"the four ways execute {code[0]['instructions'] / 1e6:.2f}, {code[1]['instructions'] / 1e6:.2f}, {code[2]['instructions'] / 1e6:.2f} and "
        f"{code[3]['instructions'] / 1e6:.2f} million instructions, and all move the same {code[0]['dram'] / 1e6:.2f} MB. Time follows the number of "
        "instructions, no longer that of loads: a scheme that saves loads and adds instructions loses.",
        f"**The last step changes nothing.** [B+2][B+2] lies in memory as (B+2)·(B+2) does. Both kernels have {code[2]['code'][0]} and {code[3]['code'][0]} "
        f"instructions, {code[2]['code'][1]} and {code[3]['code'][1]} loads of shared memory, {code[2]['code'][2]} and {code[3]['code'][2]} of global, and take "
        f"{m.ms(apron, LARGE, 32):.3f} and {m.ms(last, LARGE, 32):.3f} ms; the gain it prints is the variation of a single run on a clock of 1.024 µs.",
        "**“Smaller blocks are better”** fails for its own sharpening, which takes "
        f"{claim['sharpen-apron-1d']['32']} ms with blocks of 32 and {claim['sharpen-apron-1d']['16']} with 16. Here 16 is best for most, and 8 worst for all: at 100 megapixels "
        f"every kernel takes {min(small.values()):.3f} to {max(small.values()):.3f} ms with blocks of 8, whatever it computes, since the device starts "
        f"{blocks:.2f} billion blocks a second and no more.",
        f"**Ours** march down strips instead, so that each row is loaded once and its sums are used three times, on bytes: {m.ours('000', 'sobel, 8-bit', LARGE):.3f} ms "
        f"at 100 megapixels where the best rung takes {m.ms(first, LARGE):.3f}, and the copy of its floats alone {m.copy(m.row(first, LARGE), 8):.3f}. On floats our Sobel takes "
        f"{m.ours('000', 'sobel, float', LARGE):.3f} ms; our sharpening of floats took {m.ours('000', 'sharpen, float', LARGE):.3f} ms in this run where the document's first rung takes "
        f"{m.ms('000-sharpen-global', LARGE):.3f}{later}. For 512x512 pixels a lone launch counts its own start, and strips leave most of the device idle: ours take "
        f"{us(m.ours('000', 'sobel, 8-bit', size))} and {us(m.ours('000', 'sobel, float', size))} where the first rung takes {us(m.row(first, size)['compute_ms'])} warm.",
    ]


def tiles(k, sample, shared, side=32):
    """Equations 6 to 8 of 001, rounded down."""
    return (shared // sample - 2 * k * (side + 2 * k)) // (2 * k * side + side * side)


def step_of(case):
    return case.split("-", 2)[2].replace("tiles-float", "tiles")


def intensities(m, size):
    """Rungs of 001 with the intensity that its equations 9 to 14 give them."""
    for taps in (3, 5):
        square, t = 2 * taps * taps, 21
        table = {"naive": square / (8 * taps * taps), "shared": square / (16 + 4 * taps * taps), "shared-constant": square / 16,
                 "tiles-float-21": square * t / (4 * (8 + 2 * (t - 2)))}
        if taps == 5:
            table["separable"] = (2 * taps / 8 + 2 * taps / 8) / 2
            table["separable-tiles-21"] = 2 * (taps + taps) * t / (4 * (4 + (t - 2)))
        for step, intensity in table.items():
            case = f"001-conv{taps}-{step}"
            if m.row(case, size):
                yield case, taps, intensity


def text_001(m):
    size = "4096x4096"
    naive, constant, tiled = (m.ms(f"001-conv5-{step}", size) for step in ("naive", "shared-constant", "tiles-float-21"))
    best = min((row for row in m.rungs("001", size) if row["case"].startswith("001-conv5-tiles")), key=time)
    adaptive, short = m.row("001-conv5-tiles-float-adaptive", size), m.row("001-conv5-tiles-short-adaptive", size)
    x, y = m.kernel("conv_line_tiles_x"), m.kernel("conv_line_tiles_y")
    first, claim = m.kernel("conv_naive_5"), m.claimed["001"]["gflops"]
    promised = claim["tiles-21"]["5"] / claim["naive"]["5"]
    return [
        "One convolution, of 3x3 and 5x5 taps, from the plain kernel to adaptive tiling: as many tiles side by side in one block as shared memory holds. It predicts by arithmetic intensity and "
        "plots what it measured, on random images; without printing a number of it.",
        f"Its order holds here for 5x5: {us(naive)} plain, {us(m.ms('001-conv5-shared', size))} with a tile, {us(constant)} with the weights in constant memory, {us(tiled)} with 21 tiles, at {size}. "
        f"For 3x3 it does not: {us(m.ms('001-conv3-naive', size))}, {us(m.ms('001-conv3-shared', size))}, {us(m.ms('001-conv3-shared-constant', size))}, {us(m.ms('001-conv3-tiles-float-21', size))}. "
        f"The gains are far from those of intensity: {naive / tiled:.1f} for 5x5 where the equations promise {promised:.1f}. They count loads that are issued, as if no cache served them, and no stores: "
        f"of the plain kernel's, {first['l1']:.0f} % are served by the first cache. The bytes that have to move are eight for each pixel whatever the rung; by these "
        "(in the roofline below) every rung lies under the roof of copies, and what lifts it is fewer instructions for each tap.",
        "**Adaptive tiling was right in its time.** What it calls the best, all of shared memory, gives "
        f"{tiles(2, 4, 49152)} tiles of floats (5x5) in its 48 KiB and {adaptive['value']} in today's {m.about['shared'] >> 10}. Here {best['value']} are best ({best['case'][4:]}, {us(time(best))}); the adaptive {adaptive['value']} take {us(time(adaptive))}, {short['value']} of shorts "
        f"{us(time(short))}. One block then has all of a multiprocessor's memory, occupancy falls to {adaptive['occupancy']} %, and while it fills its tiles nobody computes. Shorts, "
        "which the document counts with, save space that is no longer scarce and pay for it with conversions.",
        f"**The transposed column pass** reads shared memory without conflicts ({y['conflicts']:.0f} counted by the profiler) and then writes columns: {y['written'] / x['written']:.0f} times as many sectors "
        f"as the row pass, so that separable tiles ({us(m.ms('001-conv5-separable-tiles-8', size))}) lose to the plain separable pair ({us(m.ms('001-conv5-separable', size))}). For five taps two passes "
        f"lose to one in any case ({us(constant)}), as the document says: the image between them costs more than the taps that it saves.",
        "Slips of the document: 456.52 is printed as 546.52; its tiling factors, 21 and 22, have exchanged their names, and its ceiling does not fit (22 tiles of 5x5 take 50,976 of 49,152 bytes; rounding down gives "
        "22 for 3x3 and 21 for 5x5); equation 5 adds two passes that have to be composed. Where it is silent (border, rounding) the nearest pixel is taken in each pass, and sums stay undivided, so that "
        "every intermediate is an integer and every rung has the same bits.",
        f"**Ours** computes another Gaussian (11 taps for 1.4) and the Laplacian in one kernel, from bytes to bytes: {us(m.ours('001', 'laplacian of Gaussian 1.4, 8-bit', size))} "
        f"at {size}, where the document's chain with its best convolutions takes {us(m.ms('001-chain-shared-constant', size))}; on floats {us(m.ours('001', 'laplacian of Gaussian 1.4, float', size))}.",
    ]


def text_002(m):
    size = "1024x1024"
    whole, download, queue = (m.row(f"002-{case}", size)["compute_ms"] for case in ("chain-whole", "download", "hysteresis-cpu"))
    f1 = [row["f1"] for row in m.about["agreement"] if row["cause"].startswith("ours, norm")]
    worst = {row["picture"]: row["compute_ms"] for row in m.find(group="worst")}
    flat = worst["flat"]

    def pair(slow, fast):
        times = [m.ms(f"002-{case}", size, 32) for case in (slow, fast)]
        return f"{us(times[0])} and {us(times[1])}: {still(*times)}"

    return [
        "Canny with every image in a texture, which brings a cache for squares of pixels and the nearest pixel outside without a test; the Gaussian also in two passes, both derivatives from one reading, "
        "hysteresis on the processor. It gives the fullest measurements of the five.",
        f"Its findings, once more, at {size} and with its blocks of 32: x through shared memory “no gain” ({pair('gauss-x-shared', 'gauss-x')}); one more load for each thread “slower” "
        f"({pair('gauss-y-one-each', 'gauss-y')}); weights in constant memory “slower” ({pair('gauss-constant', 'gauss-whole')}: unrolled code takes registers and leaves "
        f"occupancy {m.row('002-gauss-whole', size, 32)['occupancy']} %); atan2f slower than a quick division and atanf ({pair('gradient-atan2', 'gradient')}).",
        f"A texture serves one sample of each thread at a time, and that is its bound today: the Gaussian at once takes 25 of them for a pixel, {us(m.ms('002-gauss-whole', size))}, while {m.kernel('gauss_whole_32')['l1']:.0f} % "
        f"come from the first cache and instructions are issued in {m.kernel('gauss_whole_32')['issue']:.0f} % of the cycles. And textures have to be filled: of {us(m.ms('002-chain-kernels', size))} for all kernels and copies, "
        f"the copy of floats to its array takes {us(m.ms('002-to-array-float', size))}, as long as thinning itself ({us(m.ms('002-thin', size))}).",
        f"**Hysteresis is not unfit for a GPU.** Download and queue take {download:.2f} and {queue:.2f} ms of the document's whole chain, {whole:.2f}, for a megapixel; ours, "
        f"exact hysteresis on the GPU included, takes {us(m.ours('002', 'Canny, as here', size))}. What chains cost it at 100 megapixels, above {us(flat)} for a flat picture: {us(worst['natural'] - flat)} on a natural one, "
        f"{us(worst['spiral'] - flat)} on a spiral, {us(worst['comb'] - flat)} where half of all pixels are one chain.",
        f"**Whether |Gx| + |Gy| shows.** It does, as the document says: between edges of the one norm and of the other, at the same thresholds, F1 is {min(f1):.2f} to {max(f1):.2f} on photos and the natural picture. "
        "The sum is the larger of the two, so that thresholds mean something else.",
    ]


def text_003(m):
    size, claim = LARGE, m.claimed["003"]["seconds"]
    ours = m.ours("003", "Canny, as here", size)
    shared, glob = m.ms("003-hysteresis-shared", size), m.ms("003-hysteresis-global", size)
    agreement = claim["equal pixels, CPU and GPU"].values()
    lizard = "4444x3136"
    gained = [1 - claim["sobel-separable"][s] / claim["sobel-naive"][s] for s in claim["sobel-naive"]]
    blur = [1 - sum(claim[case][s] for s in claim["sobel-naive"]) / sum(claim["CPU blur"][s] for s in claim["sobel-naive"]) for case in ("blur-constant-2", "blur-separable")]
    return [
        "Six stages with bytes between them: gray, blur, Sobel, thinning, two thresholds, and hysteresis by five passes over tiles. Nearly every stage is given in two or three ways.",
        f"**Blur.** Weights in constant memory “halved” its time; here both take the same ({us(m.ms('003-blur-global-2', size))} and {us(m.ms('003-blur-constant-2', size))} for sigma 2 at 100 megapixels), because "
        f"{m.kernel('blur_global_32')['l1']:.0f} % of all loads come from the first cache: both are bound by instructions, issued in {m.kernel('blur_global_32')['issue']:.0f} % of the cycles. The tile whose apron threads idle, which it describes "
        f"without a figure, is never worth it: {us(m.ms('003-blur-tile-2', size))} for sigma 2, {us(m.ms('003-blur-tile-5', size))} for sigma 5, where 4 threads of 1,024 have a result. Separating is, then and now: "
        f"{us(m.ms('003-blur-separable-2', size))}, and {us(m.ms('003-blur-separable-5', size))} for sigma 5 against {us(m.ms('003-blur-constant-5', size))}; longer blocks help the larger sigmas.",
        f"**Sobel.** It found tiles {100 * sum(gained) / len(gained):.0f} % (separable) faster and more without separating. Here the plain kernel is the fastest: {us(m.ms('003-sobel-naive', size))} against {us(m.ms('003-sobel-separable', size))} and "
        f"{us(m.ms('003-sobel-shared', size))}. Its bytes come from the first cache ({m.kernel('sobel_naive_32')['l1']:.0f} %), while blocks of 32 that compute (B - 2)² pixels leave threads without work and wait at barriers. As printed, 9/8 is 1 and "
        f"the rest is computed in double: {us(m.ms('003-sobel-printed', size))}.",
        f"**Hysteresis.** A tile in shared memory is {glob / shared:.1f} times as fast as global memory, where it gained {claim['hysteresis-global, a pass'][lizard] / claim['hysteresis-shared, a pass'][lizard]:.1f}; with blocks of 32 "
        f"{m.ms('003-hysteresis-global', size, 32) / m.ms('003-hysteresis-shared', size, 32):.1f} times. "
        "Rounds bound it: each waits at two barriers for the one chain of its block that is still growing. "
        "As printed, threads write to neighbours' pixels between the barriers at which others read them, and a mark can be lost for good; MSK_DEF has to be 0xff. It is rebuilt so that each thread writes its own pixel "
        "alone, which reaches a tile further with the same number of passes.",
        f"**Ours** computes the same chain, with exact hysteresis, in {us(ours)} at 100 megapixels; the document's, five passes, takes {us(m.ms('003-chain', size))}. Bytes between stages are read and written "
        "again seven times and more; ours keeps rows in registers from luma to thinning, and bits, not bytes, for hysteresis.",
        "**Slips.** 9/8 in integers puts half of all directions into a wrong sector; roots above 255 wrap; H is odd only for some sigma (here 7, 13, 19, 25, 31). By its own tables the blur's "
        f"99.98 % is {100 * blur[1]:.2f} %, and thresholding's “over 90” is {100 - 100 * sum(claim['threshold'][s] for s in list(claim['sobel-naive'])) / sum(claim['CPU threshold'][s] for s in list(claim['sobel-naive'])):.0f} %; agreement is "
        f"{100 * sum(agreement) / len(agreement):.1f} % on average of nine. The size of its blocks is not stated: 16 and 32 are measured. Where a tile is read beyond the image, and nothing has filled it there, it is 0 here.",
    ]


def text_004(m):
    scalar, vector = m.ms("004-sobel-scalar", LARGE), m.ms("004-sobel-vector16", LARGE)
    one = {row["case"]: row["compute_ms"] for row in m.one_core if row["width"] == 1024}
    kernels = m.kernel("sobel_scalar_32"), m.kernel("sobel_vector16_16")
    claim = m.claimed["004"]["ms"]
    later = m.since("sobel-horizontal", "u8", m.ours("004", "horizontal derivative", LARGE))
    later = f", more than this rung needs for both; since then it has a kernel for bytes and takes {us(later)}" if later else ""
    return [
        f"Both derivatives, 16 pixels to a thread in the vectors of a phone's GPU. It prints one run: {claim['queued']} ms queued, {claim['waited']} waited, {claim['ran']} run, and that vectors are “much faster”.",
        f"They are, once the image is large: {us(vector)} against {us(scalar)} at 100 megapixels, {scalar / vector:.1f} times; {kernels[1]['instructions'] / kernels[0]['instructions']:.2f} as many instructions (of whole warps), and "
        f"loads of 16 bytes. At 512x512 there are too few threads left to fill the device ({kernels[1]['warps']:.0f} % of its warps): {us(m.ms('004-sobel-vector16', '512x512'))} in a row against {us(m.ms('004-sobel-scalar', '512x512'))}. CUDA loads 16 bytes only from multiples of 16, so that "
        "the three overlapping loads of a row become one aligned one and two of 4 bytes, and the results are stored where they are aligned.",
        f"On the processor plain C needs no vectors written out: the compiler makes its own, and for a megapixel the scalar text takes {one['004-serial-scalar']:.2f} ms, portable vectors {one['004-serial-vectors']:.2f}, with AVX2 {one['004-serial-vectors-v3']:.2f}, with AVX-512 "
        f"{one.get('004-serial-vectors-v4', 0):.2f}. Combining both derivatives, which the document leaves to the processor, takes {one['004-serial-combine']:.2f} (their length; it does not say which).",
        "Its listing reads and writes beyond the last rows; its range ends at 127, not 128. Shifting by 3 rounds downwards: ours, to the nearest, differs by one for 892 of 2,041 derivatives.",
        f"**Ours** marches down with the same loads, 16 + 4 + 4 bytes a row, and keeps the sums of two rows: the magnitude in {us(m.ours('004', 'sobel, 8-bit', LARGE))}. One derivative alone took {us(m.ours('004', 'horizontal derivative', LARGE))} in this run"
        f"{later}.",
    ]


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
    page.out += ["<details><summary>Every way of passing: missed by five passes, and passes needed</summary>", ""]
    page.table([""] + [f"{method}, {block}" for method, block in ways], table)
    page.out += ["</details>", ""]


def experiments(page, m, drawings):
    rows = m.about["passes"]
    page.say("## What a fixed number of passes misses")
    n_false = sum(row["false"] for row in rows)
    spread = max(row["missing_most"] - row["missing_least"] for row in rows)
    page.say("Classes of our Canny (sigma 2, 51, 102; for spiral and comb without blur), then passes over tiles in shared memory of blocks of 32: pixels that a chain leads to, how many of them each number of passes misses, and",
             "how many passes until nothing changes. A pass reads one copy and writes another, equal to its statement; one fewer is what the document's own passes find, so that its five are the column of 4.",
             f"No pass found a false pixel ({n_false}). In place, what is found depends on which blocks run first: in ten runs each, the least and the most differ by {spread} pixels at most, and always lie between copies and exact.")
    counts = [1, 2, 3, 4, 5, 10, 100]
    table = []
    for source in dict.fromkeys(row["source"] for row in rows):
        of = {row["passes"]: row for row in rows if row["source"] == source and row["method"] in ("copies", "statement") and row["block"] == 32}
        table.append([source, of[-1]["chained"]] + [of[n]["missing_most"] for n in counts] + [of[-1]["needed"]])
    page.table(["", "chained pixels"] + [f"missed by {n}" for n in counts] + ["passes needed"], table)
    methods(page, rows)
    page.figure(drawings.passes(m), "What passes miss")
    if (m.folder / "passes.png").exists():
        page.say("Edges of a photo after one, two, three and four passes over tiles of 14, new ones in green:")
        page.figure(m.folder / "passes.png", "Edges after one to four passes, new ones in green")
    photos = [row for row in rows if not re.match("spiral|comb|natural", row["source"]) and row["block"] == 32 and row["method"] == "copies"]
    if photos:
        lost = max(row["missing_most"] for row in photos if row["passes"] == 4)
        page.say(f"So the document's choice loses at most {lost} pixels of these photos, and nearly all of a spiral: few passes are right for photos of this size and wrong as a rule.")
    page.say("## What “99 % of pixels agree” hides")
    page.say("003 compares the edges of its GPU with those of its processor by the share of equal pixels. The same here by the statements (whole blur and exact hysteresis against two passes of blur and five of hysteresis), beside what an",
             "all-black result would score, and F1 of edge pixels, the harmonic mean of how many are right and how many are found. Then one cause alone.")
    page.table(["", "what differs", "equal pixels, %", "F1", "all black, %"],
               [[row["source"], row["cause"], f"{100 * row['equal']:.2f}", f"{row['f1']:.3f}", f"{100 * row['black']:.2f}"] for row in m.about["agreement"]])
    def least(cause):
        return min(row["f1"] for row in m.about["agreement"] if row["cause"] == cause)
    printed = m.claimed["003"]["seconds"]["equal pixels, CPU and GPU"].values()
    page.say(f"The document's table 7 prints {100 * min(printed):.2f} to {100 * max(printed):.2f} % of equal pixels; a black picture has as many. The document blames hysteresis. Its five passes alone leave F1 at", f"{least('its five passes'):.3f} or more; truncating the blur twice alone brings it down to {least('separable blur, truncated twice'):.3f},",
             f"sectors as printed to {least('sectors as printed'):.3f}.")


def ending(page, m):
    page.say("## What could not be had")
    page.say("Texture references, gone since CUDA 12, are texture objects here, and libtorch as the host is C. PyTorch's convolution is measured by `./dev bench --peers`, Octave's edges are not. OpenCL on a Mali is CUDA and our processor.",
             "The Visual Profiler's figures come from Nsight Compute, `clock ()` is two events, `register` and unrolling by hand are the compiler's. None of the documents' devices was at hand, nor their photographs: the natural picture of tests/bench stands for them, in the",
             "same sizes, and photos of data/photos in the experiments, the PNG ones. 003 also times its stages with and without a wait between kernels, a difference of 0.5 to 1.2 %: here none waits.")
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
