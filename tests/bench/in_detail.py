# SPDX-License-Identifier: GPL-3.0-or-later
"""Every size, stage, sigma and depth: tables of a page."""
import math

from measurements import ms


KINDS = {"u8": "8-bit", "u16": "16-bit", "f32": "float"}

# The most that words may take, in times of bytes: twice as many bytes, and 1.3.
MOST_OF_WORDS = 2.6


def stages(page, m):
    """Canny up to each stage, which is then the result, beside a copy of as many bytes."""
    rows = []
    for on in m.backends():
        for row in m.find(group="stage", kind="ours", on=on):
            copy = m.ms(group="stage", case=row["case"], on="device copy" if on == "cuda" else "copy")
            rows.append([row["case"][6:], on, ms(row["compute_ms"]), ms(copy), f"{row['compute_ms'] / copy:.2f}" if copy else ""])
    if rows:
        page.say("### Stages of Canny")
        page.say("Sigma 1.4, 8-bit gray, up to each stage, which is then the result: milliseconds, and as multiple of a copy.")
        page.table(["stage", "on", "ms", "copy, ms", "multiple"], rows)


def sizes(page, m):
    cases = sorted({(row["case"], row["channels"], row["type"]) for row in m.find(group="size", kind="ours")},
                   key=lambda case: (list(KINDS).index(case[2]), case[1], case[0]))
    widths = sorted({(row["width"], row["height"]) for row in m.find(group="size")})
    for on in m.backends():
        rows = []
        for case, channels, kind in cases:
            at = [m.ms(group="size", case=case, channels=channels, type=kind, on=on, width=w, height=h) for w, h in widths]
            rows.append([case, channels, KINDS[kind]] + [ms(value) for value in at])
        page.say(f"### Every size, on {on}")
        page.say("Milliseconds of computing" + (", kernels only." if on == "cuda" else "."))
        page.table(["", "channels", ""] + [f"{w * h / 1e6:.3g} MP" for w, h in widths], rows)


def depths(page, m):
    """Words and floats beside bytes; measured before there were words, 16 bits took as long as floats."""
    rows = []
    found = m.find(group="depth", kind="ours", type="u8")
    has_words = bool(m.find(group="depth", type="u16"))
    for row in found:
        at = dict(group="depth", case=row["case"], channels=row["channels"], on=row["on"])
        floor = dict(at, on="device copy" if row["on"] == "cuda" else "copy")
        narrow, wide = row["compute_ms"], m.ms(type="u16" if has_words else "f32", **at)
        columns = []
        for kind in ("u8", "u16", "f32") if has_words else ("u8", "f32"):
            value = m.ms(type=kind, **at)
            columns += [ms(value), f"{value / m.ms(type=kind, **floor):.2f}"]
        label = f"16 bits: {row['case']}, {row['channels']} on {row['on']}"
        rows.append([row["case"], row["channels"], row["on"]] + columns
                    + [f"{wide / narrow:.2f}", page.verdict(label, wide <= MOST_OF_WORDS * narrow)])
    if rows:
        kinds = ["8-bit", "16-bit", "float"] if has_words else ["8-bit", "16-bit and float"]
        page.say("### 16 bits and floats beside bytes")
        page.say(f"{found[0]['width']}x{found[0]['height']} pixels, milliseconds of computing and as multiple of a copy of as many bytes.",
                 f"The target is for 16 bits: {MOST_OF_WORDS} times 8 bits, which is 1.3 times what their bytes say.")
        page.table(["", "channels", "on"] + [column for kind in kinds for column in (kind, "of a copy")]
                   + ["16-bit, times 8-bit", "reached"], rows)


def serial(page, m):
    """One core of the processor, in plain C and as shipped, beside all that there is."""
    rows = []
    for plain in (row for row in m.serial if row["on"] == "cpu:plain"):
        same = dict(case=plain["case"], channels=1, type="u8", kind="ours")
        pixels = plain["width"] * plain["height"]
        one = m.find(m.serial, on="cpu", **same)[0]
        times = [plain["compute_ms"] / pixels, one["compute_ms"] / pixels]
        for on in m.backends():
            row = max(m.find(group="size", on=on, **same), key=lambda row: row["width"] * row["height"])
            times.append(row["compute_ms"] / row["width"] / row["height"])
        rows.append([plain["case"]] + [f"{one * 1e6:.3g}" for one in times] + [f"{times[0] / one:,.0f}" for one in times[1:]])
    if rows:
        n = m.about["threads"]
        names = ["one core", f"{n} threads", "GPU"][:len(rows[0]) // 2 - 1]
        page.say("### Beside one core")
        page.say(f"Nanoseconds for a pixel of 8-bit gray: plain C and ours on one core at {pixels / 1e6:.3g} megapixels, ours with",
                 f"{n} threads" + (" and on the GPU" if "cuda" in m.backends() else ""), "at the largest size; and how many times as fast as plain C.")
        page.table(["", "plain C, one core"] + names + [f"{name}, times" for name in names], rows)


def taps(sigma):
    return 2 * math.ceil(3 * sigma) + 1


def sigmas(page, m):
    rows = []
    for on in m.backends():
        found = m.find(group="sigma", kind="ours", on=on)
        for name in dict.fromkeys(row["case"].split("-sigma-")[0] for row in found):
            at = {float(row["case"].split("-sigma-")[1]): row["compute_ms"] for row in found if row["case"].startswith(name)}
            rows += [[name, on, f"{sigma:g}", taps(sigma), ms(value), ms(value / taps(sigma))]
                     for sigma, value in sorted(at.items()) if sigma]
    if rows:
        page.say("### By sigma")
        page.say(f"The image has {found[0]['width']}x{found[0]['height']} pixels. A Gaussian of sigma s has 2⌈3s⌉ + 1 taps.")
        page.table(["", "on", "sigma", "taps", "ms", "ms for a tap"], rows)
