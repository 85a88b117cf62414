# SPDX-License-Identifier: GPL-3.0-or-later
"""The page's tables and plots of the documents' figures beside ours."""
import drawings
import texts
from measured import claimed_ms, megapixels, time


def ms(value):
    return "" if not value else f"{value:.4f}" if value < 0.1 else f"{value:.3f}" if value < 1 else f"{value:.3g}"


def document_001(page, m, beside):
    size, points, rows = "4096x4096", [], []
    for i, (case, taps, intensity) in enumerate(texts.intensities(m, size)):
        row = m.row(case, size)
        work = row["operations"] * row["width"] * row["height"]
        predicted, measured = intensity * m.claimed["001"]["bandwidth"], work / time(row) / 1e6
        points.append((f"{case[4:]}", row["operations"] / 8, work / time(row) * 1e3, i % 8))
        there = m.claimed["001"]["gflops"].get(texts.step_of(case), {}).get(str(taps))
        rows.append([case[4:], f"{intensity:.3g}", f"{predicted:.4g}", there or "", f"{row['operations'] / 8:.3g}",
                     f"{min(m.peak('peak_separate'), intensity * m.bandwidth()) / 1e9:,.0f}", f"{measured:,.0f}",
                     f"{100 * measured * 1e9 / m.peak('peak_separate'):.0f}"])
    beside.say("Intensity by the document's equation, in operations per byte; what that promises at its 80 GB/s, computed and as printed;",
             f"the intensity of bytes that have to move; what the equation promises at this device's {m.bandwidth() / 1e9:,.0f} GB/s;",
             f"billions of operations per second measured at {size}, and their share of the peak without fused operations.")
    beside.table(["rung", "intensity", "promised there", "printed", "by memory", "promised here", "measured", "% of peak"], rows)
    page.figure(drawings.roofline(m, points, "001-roofline", f"001 at {size}: roofs of copies, of sums and products, fused (dashed)"),
                "Roofline of 001")
    page.figure(drawings.tiles(m, size), "Time against tiles in a block")
    for taps in (5, 3):
        cases = [f"001-conv{taps}-{step}" for step in ("naive", "shared", "shared-constant", "tiles-float-21")]
        cases += ["001-conv5-separable"] if taps == 5 else []
        beside.figure(drawings.speed_up(m, taps, cases), f"Speed-up of {taps}x{taps}")


def document_002(page, m, beside):
    rows, claim = [], m.claimed["002"]
    for size in claim["stages"]:
        for stage, serial in (("gauss", "002-serial-gauss"), ("gradient", "002-serial-gradient"), ("thin", "002-serial-thin")):
            there = claim["stages"][size][stage]
            case = "002-gauss-whole" if stage == "gauss" else f"002-{stage}"
            here = m.row(case, size, 32)
            both = sum(m.ms(f"002-gauss-{axis}", size, 32) for axis in "xy") if stage == "gauss" else time(here)
            processor = next((row["compute_ms"] for row in m.one_core if row["case"] == serial
                              and f"{row['width']}x{row['height']}" == size), None)
            rows.append([size, stage, ms(there[0]), ms(there[1]), f"{there[0] / there[1]:.0f}", ms(processor), ms(both),
                         f"{processor / both:.0f}" if processor else ""])
    beside.say(f"Its tables 1 and 2: milliseconds on {claim['cpu']} and on {claim['device']}, and the same statements here on one core and",
             "as rungs (the Gaussian in two passes; blocks of 32).")
    beside.table(["", "stage", "processor there", "GPU there", "times", "one core here", "GPU here", "times"], rows)
    rows = []
    for kernel, there in claim["profile"].items():
        here = m.kernel(f"{'thin_texture' if kernel == 'thin' else kernel.replace('-', '_')}_32")
        row = m.row(f"002-{kernel}", "512x512", 32)
        moved = (row["bytes_read"] + row["bytes_written"]) * 512 * 512
        rows.append([kernel, there["us"], here.get("us", ""), f"{100 * moved / there['us'] / claim['bandwidth'] / 1e3:.0f}",
                     f"{100 * m.copy(row, moved / 512 / 512) / time(row):.0f}", there["registers"], row["registers"], there["occupancy"], here.get("warps", ""),
                     f"{here['threads']:.1f}" if here else "", f"{here['issue']:.0f}" if here else ""])
    beside.say("Its profile at 512x512, and the same here: microseconds; share, in percent, of its device's bandwidth and of a copy of as many",
             "bytes here; registers, achieved occupancy; threads of a warp that are active in an instruction, and the share of cycles in",
             "which one is issued.")
    beside.table(["kernel", "µs there", "here", "of the bandwidth there", "of a copy here", "registers there", "here", "occupancy there", "here", "threads", "issued, %"], rows)
    rows = []
    for size, by_block in claim["all"].items():
        for block, there in by_block.items():
            here, ours = m.row("002-chain-kernels", size, int(block)), m.ours("002", "Canny, as here", size)
            rows.append([size, block, ms(there), ms(here["compute_ms"]), ms(here["cold_ms"]), f"{there / time(here):.0f}", ms(ours)])
    beside.say("Its table 3, all stages on the GPU by side of the blocks, and the same here, copies into arrays included; ours, hysteresis",
             "included, beside it:")
    beside.table(["", "block", "there, ms", "here, warm", "cold", "times", "ours"], rows)
    rows = [[size, ms(octave), ms(cuda)] for size, (octave, cuda) in claim["octave"].items()]
    beside.say("Its table 4, milliseconds of Octave 4.0.3 and of its own program; what counts is not stated, and Octave was not at hand:")
    beside.table(["", "Octave", "CUDA"], rows)


def every(page, m, cases):
    """Each stage at each of 003's sizes."""
    claim = m.claimed["003"]
    rows = []
    for case in cases:
        cells = [case]
        for size in claim["names"]:
            row = m.row(f"003-{case}", size)
            there = claimed_ms(m, row) if row else None
            cells.append(f"{ms(there) or '–'} / {ms(row['compute_ms'])}" if row else "")
        rows.append(cells)
    rows.append(["**ours: exact Canny**"] + [ms(m.ours("003", "Canny, as here", size)) for size in claim["names"]])
    page.say("All of its sizes, there / here:")
    page.table([""] + list(claim["names"].values()), rows)


def document_003(page, m, beside):
    """Its tables 2, 3, 5 and 6 beside the same here."""
    claim = m.claimed["003"]
    cases = ["grey-float", "grey-int", "blur-constant-2", "blur-separable-2", "sobel-naive", "sobel-separable", "sobel-shared", "thin",
             "threshold", "hysteresis-global", "hysteresis-shared", "chain"]
    rows = []
    for case in cases:
        cells = [case]
        for size in ("4444x3136", "14091x9394"):
            row = m.row(f"003-{case}", size)
            if row:
                there = claimed_ms(m, row)
                cells += [ms(there), ms(row["compute_ms"]), ms(row["cold_ms"]), f"{there / row['compute_ms']:.0f}" if there else ""]
        rows.append(cells)
    ours = [m.ours("003", "Canny, as here", size) for size in ("4444x3136", "14091x9394")]
    rows.append(["**ours: exact Canny**", "", ms(ours[0]), "", "", "", ms(ours[1]), "", ""])
    beside.say(f"Its {claim['where']}, milliseconds ({claim['device']}) and the same here, best block:")
    beside.table(["", "lizard, there", "here", "cold", "times", "sky, there", "here", "cold", "times"], rows)
    taken = [size for size in m.sizes("003") if size in claim["names"]]
    beside.figure(drawings.stages(m, taken), "Each stage of 003 against size")
    page.figure(drawings.blurs(m, "10000x10000"), "The blurs of 003 by sigma")
    size, n = "14091x9394", 14091 * 9394 / 1e6
    every(beside, m, cases)
    groups = [(case, m.ms(f"003-{case}", size) / n, claimed_ms(m, m.row(f"003-{case}", size)) / n)
              for case in ("hysteresis-global", "hysteresis-shared", "sobel-naive", "sobel-separable", "sobel-shared")]
    beside.figure(drawings.per_pixel(m, "003-per-pixel", "003: time per pixel on the sky", groups), "Time per pixel of 003's steps")


def processor(page, m):
    """003's own times on a processor, for a pixel, beside the same statements here."""
    claim, rows = m.claimed["003"], []
    for stage in ("blur", "Sobel", "thin", "threshold", "hysteresis"):
        there = claim["seconds"][f"CPU {stage}"]["1000x667"] * 1e9 / (1000 * 667)
        here = next(row for row in m.one_core if row["case"] == f"003-serial-{stage.lower()}" and row["width"] == 1024)
        here = here["compute_ms"] / megapixels(here)
        rows.append([stage, f"{there:.3g}", f"{here:.3g}", f"{there / here:.1f}"])
    page.say(f"003's tables 1 and 4, nanoseconds for a pixel of 1000x667 on {claim['cpu']}, and the same statements here on one core, 1024x1024:")
    page.table(["", "there", "here", "times"], rows)


TABLES = {"001": document_001, "002": document_002, "003": document_003}
