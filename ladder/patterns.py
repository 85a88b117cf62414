# SPDX-License-Identifier: GPL-3.0-or-later
"""The access pattern of each kind of rung: the loads of a thread for a pixel and their targets, a drawing, and ten lines of the
document's main kernel. B is a block's side, H a filter's, T the number of tiles."""
import os
import re

from claims import ms
from measured import claimed_ms, time

PATTERNS = {
    "000": [
        ("000-sobel-global", "9 floats from global memory; neighbours in a row coalesce"),
        ("000-sobel-naive-shared", "1 + (12 B - 4)/B² floats: the tile of B², pixels outside it from global memory; four tests a tap"),
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
        ("001-conv5-tiles-float-adaptive", "as many tiles as shared memory holds"),
        ("001-chain-naive", "blur, Laplacian and threshold, three kernels"),
        ("001-chain-shared-constant", "the same through tiles"),
        ("001-chain-tiles-8", "the same, eight tiles to a block"),
        ("001-chain-tiles-adaptive", "the same, as many as shared memory holds"),
    ],
    "002": [
        ("002-gauss-whole", "25 texels, the nearest pixel outside; weights in the code"),
        ("002-gauss-constant", "the same, weights from constant memory"),
        ("002-gauss-constant-unrolled", "the same, unrolled like gauss-whole"),
        ("002-gauss-x", "5 texels of bytes"),
        ("002-gauss-x-shared", "1 texel, two more at the edges, into a tile; 5 from it"),
        ("002-gauss-y", "1 float, two more at the edges, into a tile of (B+4) B; 5 from it"),
        ("002-gauss-y-one-each", "the same, one more load for each of more threads"),
        ("002-gradient", "8 texels of bytes, both derivatives from them; a quick division and an arc tangent"),
        ("002-gradient-atan2", "the same with atan2f"),
        ("002-gradient-listed", "the same, each step rounded down as in its listing 7"),
        ("002-gradient-fast", "the same with the root and divisions of --use_fast_math"),
        ("002-thin", "a direction from global memory, then 3 texels of floats along it"),
        ("002-chain-kernels", "all of it: three copies to arrays, four kernels"),
        ("002-to-array-float", "a copy into an array, because a texture needs one"),
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
        ("003-thin", "the sector, and 3 magnitudes along it"),
        ("003-threshold", "1 byte"),
        ("003-hysteresis-global", "9 bytes a round, until the block's own pixels are stable"),
        ("003-hysteresis-shared", "1 byte into a tile with a ring of one; 9 from it a round"),
    ],
    "004": [
        ("004-sobel-scalar", "8 bytes from global memory"),
        ("004-sobel-vector16", "16 + 4 + 4 bytes of each of 3 rows for 16 pixels, stores of 16 bytes"),
        ("004-planes", "3 bytes of a pixel; a luma and three planes"),
        ("004-channels-apart", "sobel-vector16 for each plane, then 6 derivatives for the longest gradient"),
        ("004-channels-at-once", "8 bytes of each of three planes; derivatives stay in registers"),
    ],
}


SOURCES = {"000": ["sobel-tiles.cu"], "001": ["convolution-tiles.cu"], "002": ["canny-textures.cu"],
           "003": ["canny-passes.cu", "hysteresis-passes.cu"], "004": ["sobel-vectors.cu"]}

# A drawing of a thread's reads, and an excerpt of a kernel: its file, the first and the last line.
DRAWINGS = {
    "000": ("The tile of a block of 4x4 with its apron: the thread of o loads the four pixels 1, so that the threads fill the whole tile, and then reads nine.",
            ["    . . . . . .", "    . 1 . 1 . .", "    . . o . . .", "    . 1 . 1 . .", "    . . . . . .", "    . . . . . ."],
            ("sobel-tiles.cu", "    tile[threadIdx.y + i / 2 * 2][threadIdx.x", "sum.add (i, tile[threadIdx.y + i / 3][threadIdx.x + i % 3]);")),
    "001": ("T tiles of a block, one apron (a) around all of them. A thread computes one pixel of each tile: o, o, o.",
            ["    a a a a a a a a a a a a a a", "    a . . o . | . . o . | . . o . a", "    a . . . . | . . . . | . . . . a", "    a a a a a a a a a a a a a a"],
            ("convolution-tiles.cu", "  for (int t = 0; t < n_tiles && x0 + t * SIDE + tx < width; t++)", "      out[ladder_at (width, x0 + t * SIDE + tx, y)] = sum;")),
    "002": ("A texture keeps squares of pixels near each other, in a cache of its own; outside the image it returns the nearest pixel (n), so no thread tests for the border.",
            ["    n n | x x x .", "    n n | x x x .    The Gaussian along x reads five texels of a row,", "    n n | x x x .    both derivatives eight around the thread's own."],
            ("canny-textures.cu", "  if (x < width && y < height)", "byte_at (in, x + 2, y));")),
    "003": ("Hysteresis in a tile with a ring (r): a weak pixel (w) becomes an edge (E) beside one, round after round. Pixels beyond the ring wait for the next pass.",
            ["    r r r r r r | r r", "    r E w w w w | w .    five rounds in this tile, and one pass more", "    r . . . . r | r .    for the tile to the right"],
            ("hysteresis-passes.cu", "      if (own && tile[ty][tx] == WEAK)", "  while (__syncthreads_or (found));")),
    "004": ("A thread computes sixteen pixels from 18 of each of three rows: one load of 16 bytes and two of 4 bytes, each for one byte.",
            ["    . . . 0 | 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 | 17 . . ."],
            ("sobel-vectors.cu", "  uint4    middle = *(const uint4 *) at;", "  pixels[17] =")),
}


def excerpt(page, name, first, last):
    """Lines of a kernel, from the one that begins with first to the next that has last in it."""
    lines = (page.sources / name).read_text(encoding="utf-8").splitlines()
    begin = next(n for n, line in enumerate(lines) if line.startswith(first))
    end = next(n for n in range(begin, len(lines)) if last in lines[n])
    return lines[begin:end + 1]


def drawing(page, document):
    words, picture, lines = DRAWINGS[document]
    page.say(words)
    page.out += picture + ["", "```cuda"] + excerpt(page, *lines) + ["```", ""]


# Kernels that are not named as their rung.
NAMED = {"001-conv5-separable": "ladder_conv_along_x", "001-conv5-separable-tiles-21": "conv_line_tiles", "001-conv5-tiles-float-adaptive": "conv_tiles",
         "001-chain-naive": "conv_naive", "001-chain-shared-constant": "conv_shared_constant", "001-chain-tiles-8": "conv_tiles",
         "001-chain-tiles-adaptive": "conv_tiles", "002-gradient": "derive", "002-gradient-atan2": "derive", "002-gradient-listed": "derive",
         "002-gradient-fast": "derive", "002-gauss-constant": "gauss_of_constants", "002-gauss-constant-unrolled": "gauss_of_constants",
         "002-chain-kernels": "thin_texture", "003-blur-separable-2": "blur_along", "004-channels-apart": "combine",
         "004-channels-at-once": "sobel_channels"}


def place_of(page, document, case):
    """A link to where the rung's kernel begins, or to its file."""
    words = NAMED.get(case, re.sub(r"-(float|short)?-?\d+$", "", case[4:]).replace("conv5", "conv").replace("-", "_")).split("_")
    for name in SOURCES[document]:
        source = page.sources / name
        lines = source.read_text(encoding="utf-8").splitlines()
        link = os.path.relpath(source, page.path.parent)
        for length in range(len(words), 0, -1):
            found = [n for n, line in enumerate(lines, 1) if re.match(r"(ladder_)?" + "_".join(words[:length]) + r"(_\w+)? \(", line)]
            if found and (length > len(words) // 2 or case in NAMED):
                return f"[{case[4:]}]({link}#L{found[0]})"
    return f"[{case[4:]}]({os.path.relpath(page.sources / SOURCES[document][0], page.path.parent)})"


def gain(m, case, size, family):
    """Milliseconds there, and how many times as fast as the first of its ladder there and here."""
    row, first = m.row(case, size), m.row(family[0], size)
    there, there_first = (claimed_ms(m, m.row(one, size, 32) or m.row(one, size)) for one in (case, family[0]))
    return [ms(there), f"{there_first / there:.2f}" if there and there_first else "", ms(time(row)), f"{time(first) / time(row):.2f}"]


def table(page, m, document, size, families):
    """Every rung of a document: its kernel, its loads and its time."""
    rows = []
    for case, how in PATTERNS[document]:
        row = m.row(case, size)
        if row:
            family = next((family for family in families if case in family and m.row(family[0], size)), [case])
            rows.append([place_of(page, document, case), how, f"{row['bytes_read']:g}, {row['bytes_written']:g}", f"{row['operations']:g}"]
                        + gain(m, case, size, family))
    head = ["rung", "loads", "bytes in, out", "operations", "there, ms", "gain", "here, ms", "gain"]
    if not any(row[4] for row in rows):
        head, rows = head[:4] + head[6:], [row[:4] + row[6:] for row in rows]
    page.say(f"At {size}:")
    page.table(head, rows)
