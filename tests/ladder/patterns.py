# SPDX-License-Identifier: GPL-3.0-or-later
"""How each kind of rung gets at its data: loads that a thread issues for a pixel, and where they go. B is a block's side, H
a filter's, T the number of tiles."""
import os
import re

PATTERNS = {
    "000": [
        ("000-sobel-global", "9 floats from global memory; neighbours in a row coalesce"),
        ("000-sobel-naive-shared", "1 + (12 B - 4)/B² floats: the tile of B², what lies outside it from global memory; four tests a tap"),
        ("000-sobel-apron", "4 floats at (±1, ±1) of the pixel into a tile of (B+2)², then 9 from it"),
        ("000-sobel-apron-1d", "the same under one index"),
        ("000-sharpen-global", "9 floats from global memory"),
        ("000-sharpen-apron-1d", "4 floats into the tile, then 9 from it"),
    ],
    "001": [
        ("001-conv5-naive", "H² samples and H² weights from global memory"),
        ("001-conv5-shared", "1, 2 or 4 samples a thread into a tile of (B + H - 1)², H² from it; weights from global memory"),
        ("001-conv5-shared-constant", "the same, weights from constant memory, which serves one address to a whole warp"),
        ("001-conv5-separable", "two kernels; a tile with an apron along one axis; a float image between them"),
        ("001-conv5-tiles-float-21", "T tiles side by side with one apron left and right of all; a thread computes T pixels"),
        ("001-conv5-separable-tiles-21", "tiles along x, then along y from a transposed tile, which writes columns"),
    ],
    "002": [
        ("002-gauss-whole", "25 texels, the nearest pixel outside; weights in the code"),
        ("002-gauss-constant", "the same, weights from constant memory"),
        ("002-gauss-x", "5 texels of bytes"),
        ("002-gauss-x-shared", "1 texel, two more at the edges, into a tile; 5 from it"),
        ("002-gauss-y", "1 float, two more at the edges, into a tile of (B+4) B; 5 from it"),
        ("002-gauss-y-one-each", "the same, one more load for each of more threads"),
        ("002-gradient", "8 texels of bytes, both derivatives from them; a quick division and an arc tangent"),
        ("002-gradient-atan2", "the same with atan2f"),
        ("002-thin", "a direction from global memory, then 3 texels of floats where it leads"),
        ("002-to-array-float", "a copy into an array, without which there is no texture of it"),
    ],
    "003": [
        ("003-grey-int", "3 bytes a pixel, not aligned to anything"),
        ("003-blur-global-2", "H² bytes and H² weights from global memory"),
        ("003-blur-constant-2", "H² bytes; weights from constant memory"),
        ("003-blur-tile-2", "1 byte a thread into a tile of B²; (B - H + 1)² threads have a result"),
        ("003-blur-separable-2", "1 byte a thread into lines of 64; 64 - H + 1 threads have a result; twice"),
        ("003-sobel-naive", "8 bytes from global memory"),
        ("003-sobel-separable", "1 byte a thread; three tiles of integers, two barriers; (B-2)² threads have a result"),
        ("003-sobel-shared", "1 byte a thread; one tile of integers, one barrier; (B-2)² threads have a result"),
        ("003-thin", "3 magnitudes where the sector leads, and the sector"),
        ("003-threshold", "1 byte"),
        ("003-hysteresis-global", "9 bytes a round, until the block's own pixels are stable"),
        ("003-hysteresis-shared", "1 byte into a tile with a ring of one; 9 from it a round"),
    ],
    "004": [
        ("004-sobel-scalar", "8 bytes from global memory"),
        ("004-sobel-vector16", "of each of 3 rows 16 + 4 + 4 bytes for 16 pixels, stores of 16 bytes"),
    ],
}


SOURCES = {"000": ["sobel-tiles.cu"], "001": ["convolution-tiles.cu"], "002": ["canny-textures.cu"],
           "003": ["canny-passes.cu", "hysteresis-passes.cu"], "004": ["sobel-vectors.cu"]}


def place_of(page, document, case):
    """A link to where the rung's kernel begins, or to its file."""
    words = re.sub(r"-(float|short)?-?\d+$", "", case[4:]).replace("conv5", "conv").split("-")
    for name in SOURCES[document]:
        source = page.sources / name
        lines = source.read_text(encoding="utf-8").splitlines()
        link = os.path.relpath(source, page.path.parent)
        for length in range(len(words), 0, -1):
            found = [n for n, line in enumerate(lines, 1) if re.match(r"(ladder_)?" + "_".join(words[:length]) + r"(_\w+)? \(", line)]
            if found and length > len(words) // 2:
                return f"[{case[4:]}]({link}#L{found[0]})"
    return f"[{case[4:]}]({os.path.relpath(page.sources / SOURCES[document][0], page.path.parent)})"


def table(page, m, document):
    rows = []
    for case, how in PATTERNS[document]:
        row = next(row for row in m.find(group=document, kind="rung", case=case) if "operations" in row)
        rows.append([place_of(page, document, case), how, f"{row['bytes_read']:g}, {row['bytes_written']:g}", f"{row['operations']:g}"])
    page.say("How they get at their data: what a thread loads for a pixel; bytes that have to be read and written; operations.")
    page.table(["rung", "loads", "bytes in, out", "operations"], rows)
