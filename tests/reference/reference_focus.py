#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""States the width of edges again, from docs/arithmetic.md alone: answer, radius, number of edges, sharpness and the width of
each square of photos and of random pictures have to be the engine's, exactly. Turned pictures, those of another type and
any number of threads have to give the same.

    reference_focus.py FOCUS [FOLDER OF PHOTOS]
"""
import os
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / 'support'))
from photos import read_png

try:
    import numpy as np
except ImportError:
    print('1..0 # SKIP numpy is missing')
    sys.exit(0)

f = np.float32
np.seterr(all='ignore')
BLUR = (0, .4, .7, 1, 1.5, 2, 2.5)
SQUARE = (0, .391, .742, .984, 1.391, 1.703, 1.961)
ALL = (0, .234, .609, .828, 1.141, 1.414, 1.609)


def levels(image):
    if image.dtype == np.uint8:
        return image.astype(f)
    v = image.astype(f) / f(65535) * f(255) if image.dtype == np.uint16 else image * f(255)
    return np.where(np.isfinite(v), v, f(0))


def luma(c):
    if c.shape[2] < 3:
        return c[..., 0]
    r, g, b = c[..., 0], c[..., 1], c[..., 2]
    return (g + f(13933 / 65536) * (r - g)) + f(4732 / 65536) * (b - g)


def light_and_cut(image):
    level = levels(image)
    n = 1 if level.shape[2] < 3 else 3
    v = np.minimum(np.maximum(level / f(255), f(0)), f(65536))
    light = v * (v * (v * f(.305306011) + f(.682171111)) + f(.012522878))
    top = level[..., :n].max(2)
    cut = (top > 253.5) | (top < 1.5)
    if level.shape[2] > n:
        cut |= level[..., n] < 127.5
    return luma(light), cut


def side_of(h, w):
    return 96 * next(z for z in range(1, 99999) if z * z * 4194304 >= h * w)


def steps(C, cut):
    """Row, column and part of each step of rows that counts."""
    h, w = C.shape
    side = side_of(h, w)
    d = C[:, 1:] - C[:, :-1]
    a = abs(d)
    is_peak = np.zeros((h, w), bool)
    here = a[:, 10:-10]
    is_peak[1:-1, 10:w - 11] = ((here > a[:, 9:-11]) & (here >= a[:, 11:-9]) & (here > f(.005)))[1:-1]
    is_peak &= (np.arange(h)[:, None] % side < 96) & (np.arange(w) % side < 96)
    found = []
    for y, i in np.argwhere(is_peak):
        g = dict(zip(range(-10, 11), d[y, i - 10:i + 11] * f(np.sign(d[y, i]))))
        least, l, r = f(.04) * g[0], 0, 0
        while l < 9 and g[-l - 1] > least:
            l += 1
        while r < 9 and g[r + 1] > least:
            r += 1
        if l == 9 or r == 9 or l + r == 0:
            continue
        A = q = m = f(0)
        for k in range(-l, r + 1):
            A, q, m = A + g[k], q + g[k] * g[k], m + f(k) * g[k]
        beside = ((abs(g[-l - 2]) + abs(g[-l - 1])) + abs(g[r + 1])) + abs(g[r + 2])
        if not (A > f(.08) and beside < f(.12) * A) or cut[y, i - l - 1:i + r + 3].any():
            continue
        M, u = m / A, f(0)
        for k in range(-l, r + 1):
            u = u + ((f(k) - M) * (f(k) - M)) * g[k]
        e = (A * A) / (q * f(3.5449077))
        t = (f(.25) * ((C[y + 1, i] - C[y - 1, i]) + (C[y + 1, i + 1] - C[y - 1, i + 1]))) / (C[y, i + 1] - C[y, i])
        slant = f(1) + t * t
        v, u = (e * e - f(.083333336)) / slant, (u / A - f(.083333336)) / slant
        if abs(t) <= f(.41421357) and abs(u - v) <= f(.35) * (v + f(.1)):
            found.append((y, i, max(int(np.sqrt(max(v, f(0))) * f(64) + f(.5)), 1)))
    return found


def told(x, points):
    j = next((j for j in range(1, 7) if x <= points[j]), 6)
    return BLUR[j - 1] + (x - points[j - 1]) * (BLUR[j] - BLUR[j - 1]) / (points[j] - points[j - 1])


def noise(image):
    L, counts = luma(levels(image)), np.zeros(16385, np.int64)
    h, w = L.shape
    for y in range(1, h - 1, 1 + w * h // 262144):
        s = (L[y - 1] + L[y + 1]) - f(2) * L[y]
        N = abs((s[:-2] + s[2:]) - f(2) * s[1:-1])
        N = N[~(((L[y, 2:] <= 0) | (L[y, 2:] >= 255)) & (N == 0))]
        np.add.at(counts, np.where(N < 1024, N * f(16), 16384).astype(int), 1)
    n = counts.sum()
    return int(np.argmax(np.cumsum(counts) * 2 >= n)) / (16 * .6744898 * 6) if n else 0


def focus(image):
    C, cut = light_and_cut(image)
    found = steps(C, cut) + [(y, x, p) for x, y, p in steps(C.T, cut.T)]
    side = side_of(*C.shape)
    rows, columns = -(-C.shape[0] // side), -(-C.shape[1] // side)
    squares, widths = [[] for _ in range(rows * columns)], []
    for y, x, p in found:
        squares[y // side * columns + x // side].append(p)
    for inside in map(sorted, squares):
        widths.append(f(told(inside[len(inside) * 30 // 100] / 64, SQUARE)) if len(inside) >= 10 else f(0))
    parts, known, n = sorted(p for _, _, p in found), sorted(v for v in widths if v > 0), len(found)
    b = float(known[len(known) * 15 // 100]) if len(known) > 1 else 0.0
    a = told(parts[n * 2 // 100] / 64, ALL) if n else 0.0
    radius = .9 * min(a, b)
    if n < 100 or not b:
        answer = 'few'
    elif noise(image) > 3:
        answer = 'noise'
    elif b > 1.2 * a or a > 1.5 * b:
        answer = 'mixed'
    else:
        answer = 'sharp' if radius < .6 else 'found'
    return [answer, radius if answer in ('sharp', 'found') else 0.0, n, b, side, columns, rows], widths


def sharpness(image):
    """The level of each pixel's square."""
    (_, _, _, _, side, columns, _), widths = focus(image)
    levels = []
    for w in map(float, widths):
        x, octaves = min(max(w, .5), 4) / .5, 0
        while x >= 2:
            x, octaves = x / 2, octaves + 1
        for place in range(1, 17):
            x = x * x
            if x >= 2:
                x, octaves = x / 2, octaves + 2 ** -place
        levels.append(f(255 - 85 * octaves) if w else f(0))
    y, x = np.mgrid[:image.shape[0], :image.shape[1]]
    return np.array(levels)[y // side * columns + x // side]


def engine(program, image, path, threads=2):
    image.tofile(path)
    h, w, channels = image.shape
    kind = {'uint8': 'u8', 'uint16': 'u16', 'float32': 'f32'}[str(image.dtype)]
    first, second = subprocess.run([program, str(w), str(h), str(channels), kind, path], capture_output=True, text=True,
                                   check=True, env={**os.environ, 'CE_TESTING': f'threads={threads}'}).stdout.splitlines()
    words = first.split()
    return ([words[0], float(words[1]), int(words[2]), float(words[3]), *map(int, words[4:])],
            [f(word) for word in second.split()])


def blurred(image, sigma):
    """A Gaussian of three sigmas, of levels."""
    k = np.exp(-np.arange(-9, 10) ** 2 / (2 * sigma * sigma))
    k /= k.sum()
    for axis in (0, 1):
        image = np.apply_along_axis(lambda row: np.convolve(np.pad(row, 9, 'edge'), k, 'valid'), axis, image)
    return image


def pictures(folder):
    random = np.random.default_rng(43)
    for channels in (1, 2, 3, 4):
        for sigma, most in ((.5, 235), (1, 250), (1.6, 270)):
            h, w = random.integers(150, 260, 2)
            image = np.full((h, w, channels), 30.0)
            for _ in range(40):
                y, x, high, wide = random.integers(-20, h), random.integers(-20, w), *random.integers(15, 90, 2)
                image[max(y, 0):y + high, max(x, 0):x + wide, :] = random.uniform(0, most, channels)
            image = np.clip(blurred(image, sigma) + random.normal(0, .7, image.shape), 0, 255)
            if channels % 2 == 0:
                image[..., -1] = 255
                image[:60, :70, -1] = random.choice([0, 127, 128, 255], (60, 70))
            u8 = np.rint(image).astype(np.uint8)
            yield f'{channels} channels, {sigma} px, bytes', u8
            yield f'{channels} channels, {sigma} px, words', u8.astype(np.uint16) * np.uint16(257)
            floats = u8.astype(f) / f(255)
            yield f'{channels} channels, {sigma} px, floats', floats
            floats[40:44, 50:60] = f(np.nan)
            floats[90:93, 70:75] = f(np.inf)
            floats[100:103, 70:75] = f(-3e38)
            floats[110:123, 80:85, 0] = f(3e35)
            yield f'{channels} channels, {sigma} px, floats that are no numbers', floats
    yield 'noise', random.normal(128, 8, (120, 130, 3)).clip(0, 255).astype(np.uint8)
    for h, w in ((1, 1), (2, 300), (300, 2), (21, 21), (22, 22), (23, 40)):
        yield f'{w} x {h} pixels', random.integers(0, 256, (h, w, 3)).astype(np.uint8)
    for kind in (np.uint8, f):
        yield f'borders beside those of squares, {kind.__name__}', borders(kind)
    large = blurred(np.kron(random.integers(20, 230, (30, 50)), np.ones((50, 60))), .8)
    yield 'more than 4,194,304 pixels', np.rint(large).astype(np.uint8)[..., None]
    for path in sorted(folder.glob('*.png')):
        width, height, pixels = read_png(path)
        photo = np.frombuffer(pixels, np.uint8).reshape(height, width, 3)
        yield path.stem, photo[:300, 60:460]
        yield path.stem + ', blurred', np.rint(blurred(photo[:300, 60:460].astype(float), 1.2)).astype(np.uint8)


def borders(kind):
    """Edges of one, two and three differences at columns 94 to 98 and 382 to 386, and turned so; of floats the two differences
    are the same, so that the first one decides in which square the step is."""
    level = [f(.4), f(.5664), f(.7)]
    if kind == f:
        middles = np.arange(.55, .58, 2**-24).astype(f)
        light = light_and_cut(middles[None, :, None])[0][0]
        while level[1] not in middles:
            level[2] = np.nextafter(level[2], f(1))
            low, high = light_and_cut(np.array([[[level[0]], [level[2]]]], f))[0][0]
            level[1] = next(iter(middles[light - low == high - light]), f(0))
    image = np.full((420, 700), level[0], f)
    for y in range(420):
        image[y, 94 + y // 20 % 5:240] = image[y, 382 + y // 20 % 5:600] = level[2]
        if y // 4 % 5 > 1:
            image[y, 94 + y // 20 % 5] = image[y, 382 + y // 20 % 5] = level[1]
        image[y, 240] = image[y, 600] = level[1]
    image[94:97, 480:560], image[97:300, 480:560] = np.array(level)[:, None], level[2]
    return (image if kind == f else np.rint(image * 255).astype(np.uint8))[..., None]


def turned(program, image, path):
    """What turned, mirrored and converted copies have to share: with x and y exchanged all, mirrored nearly all."""
    ours, widths = engine(program, image, path)
    columns, rows = ours[5:]
    other, others = engine(program, np.ascontiguousarray(image.transpose(1, 0, 2)), path)
    yield 'x and y exchanged', (other == ours[:5] + [rows, columns]
                                and [others[x * rows + y] for y in range(rows) for x in range(columns)] == widths)
    for axis in (0, 1):
        other, _ = engine(program, np.ascontiguousarray(np.flip(image, axis)), path)
        yield 'mirrored', (abs(other[2] - ours[2]) <= .03 * ours[2]
                           and (other[0] != ours[0] or abs(other[1] - ours[1]) <= 1 / 16))
    for threads in (1, 3, 7, 16):
        yield f'{threads} threads', engine(program, image, path, threads) == (ours, widths)
    for name, copy in (('words', image.astype(np.uint16) * np.uint16(257)), ('floats', image.astype(f) / f(255))):
        other, others = engine(program, copy, path)
        yield name, (other[0] == ours[0] and abs(other[1] - ours[1]) <= 1 / 64 and abs(other[3] - ours[3]) <= 1 / 64
                     and max(abs(a - b) for a, b in zip(widths, others)) <= 1 / 32)


def main(program, folder):
    number = 0
    with tempfile.TemporaryDirectory() as temporary:
        path = os.path.join(temporary, 'in')
        for name, image in pictures(folder):
            image, number = np.ascontiguousarray(image), number + 1
            ours, theirs = focus(image), engine(program, image, path)
            print(f"{'ok' if ours == theirs else 'not ok'} {number} - {name}: {theirs[0][0]}, {theirs[0][1]:.3f}, {theirs[0][2]} edges")
            if ours != theirs:
                print(f'# {ours}\n# {theirs}')
            if image.dtype == np.uint8 and image.shape[0] * image.shape[1] > 50000:
                for what, ok in turned(program, image, path):
                    number += 1
                    print(f"{'ok' if ok else 'not ok'} {number} - {name}, {what}")
    print(f'1..{number}')


if __name__ == '__main__':
    main(sys.argv[1], Path(sys.argv[2]))
