#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""States the arithmetic again, in numpy and from its description alone, and compares it with the engine on random cases,
because parity cannot find a mistake that all backends share.

    reference.py RENDER [BACKEND] [CASES] [SEED]
"""
import math
import os
import random
import subprocess
import sys
import tempfile

try:
    import numpy as np
except ImportError:
    print('1..0 # SKIP numpy is missing')
    sys.exit(0)

from reference_cases import FILTERS, parameters, picture
from reference_focus import focus, sharpness
from reference_line_art import line_art
from reference_sharpen import sharpen
from reference_signals import F, beside, gaussian, gradient, levels, line_sigma, luma, ridge, signals, strongest, weights

np.seterr(all='ignore')

def angle_level(dx, dy, m2):
    """Exact, in double: compared within 0.1 degree. A derivative that has
    overflowed has no angle; infinity here means "not compared"."""
    a = np.degrees(np.arctan2(dy.astype(float), dx.astype(float))) % 360
    return np.where(np.isfinite(dx) & np.isfinite(dy), np.where(m2 > 0, a * 256 / 360, 0), np.inf)


# ---- filters: levels, or (levels, 'angle') ----------------------------------


def sobel(image, p):
    dx, dy, m2 = strongest(image, p)
    gain = F(p['gain'])
    c = p['component']
    if c == 'direction':
        return angle_level(dx, dy, m2)
    if c == 'magnitude':
        return gain * (np.sqrt(m2) if p['norm'] == 'l2' else abs(dx) + abs(dy))
    return F(128) + gain * (dx if c == 'horizontal' else dy) * F(0.125)


def laplacian(image, p):
    best = None
    for signal in signals(image, p['channel']):
        g = gaussian(signal, p['sigma'])
        lap = ((beside(g, 0, -1) + beside(g, 0, 1)) + (beside(g, -1, 0) + beside(g, 1, 0))) - F(4) * g
        best = lap if best is None else np.where(abs(lap) > abs(best), lap, best)
    threshold = F(p['threshold'])
    if p['response'] == 'signed':
        return F(128) + F(p['gain']) * best
    if p['response'] == 'edges':
        return np.where(abs(best) > threshold, F(255), F(0))
    marked = np.zeros(best.shape, bool)
    negative = best < 0
    marked[:, :-1] |= (negative[:, :-1] != negative[:, 1:]) & (abs(best[:, :-1] - best[:, 1:]) > threshold)
    marked[:-1] |= (negative[:-1] != negative[1:]) & (abs(best[:-1] - best[1:]) > threshold)
    return np.where(marked, F(255), F(0))


def shifted(m, dx, dy):
    """m at (x + dx, y + dy), 0 beyond the border."""
    h, w = m.shape
    p = np.pad(m, 1)
    return p[1 + dy:1 + dy + h, 1 + dx:1 + dx + w]


def thinned(dx, dy, m):
    ax, ay = abs(dx), abs(dy)
    t = F(0.41421357)
    across = ay < ax * t
    along = ~across & (ay > ax * t + F(2) * ax)
    opposite = ((dx < 0) & (dy > 0)) | ((dx > 0) & (dy < 0))
    n = lambda x, y: shifted(m, x, y)
    return np.where(across, (m > n(-1, 0)) & (m >= n(1, 0)),
                    np.where(along, (m > n(0, -1)) & (m >= n(0, 1)),
                             np.where(opposite, (m > n(1, -1)) & (m > n(-1, 1)), (m > n(-1, -1)) & (m > n(1, 1)))))


def grow(weak, strong):
    """Repeats one step of growth until nothing changes."""
    edges = strong & weak
    while True:
        p = np.pad(edges, 1)
        h, w = edges.shape
        grown = np.zeros_like(edges)
        for y in range(3):
            for x in range(3):
                grown |= p[y:y + h, x:x + w]
        grown &= weak
        if (grown == edges).all():
            return edges
        edges = grown


def otsu(bins):
    total, weighted = float(bins.sum()), float((bins * np.arange(len(bins))).sum())
    below = sum_below = best = 0.0
    threshold = 0
    for i, n in enumerate(bins.tolist()):
        below += n
        sum_below += i * n
        above = total - below
        if below and above:
            distance = sum_below / below - (weighted - sum_below) / above
            variance = below * above * distance * distance
            if variance > best:
                best, threshold = variance, i
    return float(threshold)


def automatic(p, magnitude, kept):
    if p['thresholds'] == 'manual':
        return p['low'], p['high']
    chosen = kept & (magnitude > 0) if p['thresholds'] == 'otsu' else np.ones(magnitude.shape, bool)
    w = weights(p['sigma']) if p['sigma'] > 0 else [1.0, 0.0]
    most = 1785.0 if p['norm'] == 'l1' else 1275.0
    most = F(int(most * (float(w[0]) + float(w[1]))) if p.get('of', 'edges') == 'edges' else 255)
    bins = np.bincount(np.where(magnitude < most, magnitude, most)[chosen].astype(int).ravel())
    if p['thresholds'] == 'otsu':
        high = otsu(bins)
        return float(F(0.5) * F(high)), high
    reached = np.nonzero(np.cumsum(bins) * 100.0 >= p['share'] * float(bins.sum()))[0][0]
    high = float(reached + 1)
    return float(F(0.4) * F(high)), high


def flooded(there, x, y):
    """All pixels that hang together with the nearest one to a point, at most two columns and rows off; and that one."""
    h, w = there.shape
    has = lambda x, y: 0 <= x < w and 0 <= y < h and there[y, x]
    near = sorted((i * i + j * j, y + j, x + i) for j in range(-2, 3) for i in range(-2, 3) if has(x + i, y + j))
    reached = {near[0][:0:-1]} if near else set()
    todo = list(reached)
    while todo:
        x0, y0 = todo.pop()
        beside_it = {(x0 + i, y0 + j) for j in (-1, 0, 1) for i in (-1, 0, 1) if has(x0 + i, y0 + j)} - reached
        reached |= beside_it
        todo += beside_it
    return near[0][:0:-1] if near else None, reached


def points_of(text):
    return [tuple(map(int, point.split(','))) for point in text.split()]


def with_drawn(edges, strength, drawn):
    """Each point's nearest pixel that thinning keeps draws what hangs together with it and is at least as strong."""
    all_ = edges.copy()
    for point in points_of(drawn):
        named, _ = flooded(strength > 0, *point)
        if named:
            for x, y in flooded(strength >= strength[named[::-1]], *named)[1]:
                all_[y, x] = True
    return all_


def without(edges, erased):
    """Each point's nearest edge pixel goes with all that hangs together with it."""
    left = edges.copy()
    for point in points_of(erased):
        for x, y in flooded(edges, *point)[1]:
            left[y, x] = False
    return left


def widened(edges, width):
    """Each edge pixel becomes a disc; of an even width around its lower right corner."""
    even, (h, w), lines = 1 - width % 2, edges.shape, np.zeros_like(edges)
    for j in range(-width, width + 1):
        for i in range(-width, width + 1):
            if abs(i) < w and abs(j) < h and (2 * i - even) ** 2 + (2 * j - even) ** 2 <= width * width:
                lines[max(j, 0):h + min(j, 0), max(i, 0):w + min(i, 0)] |= \
                    edges[max(-j, 0):h - max(j, 0), max(-i, 0):w - max(i, 0)]
    return lines


def line_width(image, p):
    """The width of drawn lines that is most frequent."""
    wanted = {'of': 'edges', 'sigma': 1, 'operator': 'sobel', 'norm': 'l2', 'stage': 'edges', 'thresholds': 'otsu',
              'width': 1, 'erased': '', 'drawn': '', 'channel': p['channel'].replace('strongest', 'luma-709')}
    edges = canny(image, wanted) > 0
    sign = F(1 if p['of'] == 'dark-lines' else -1)
    dx, dy = gradient(luma(image, p['channel']), 'sobel')
    dx, dy = -sign * dx, -sign * dy
    length = np.sqrt(dx * dx + dy * dy)
    known = (length > 0) & (length <= np.finfo(F).max)
    u, v = dx / length, dy / length
    counts, (h, w) = [0] * 129, edges.shape

    # One pixel beyond the image, too.
    around = [-sign * d for d in gradient(np.pad(luma(image, p['channel']), 1, 'edge'), 'sobel')]

    def into(x, y):
        """How far the edge is from its pixel, into the line."""
        ahead = u[y, x], v[y, x]
        i, j = (int(c > 0.5) - int(c < -0.5) for c in ahead)
        slopes = [sum(d[y + 1 + k * j, x + 1 + k * i] * c for d, c in zip(around, ahead)) for k in (-1, 0, 1)]
        before, here, behind = (slope if slope > 0 else F(0) for slope in slopes)
        way = (behind - before) / ((before + here) + behind)
        return way * (F(i) * ahead[0] + F(j) * ahead[1]) if abs(way) <= 1 else F(0)

    for y, x in np.argwhere(edges & known):
        for way in range(1, 33):
            to_x = x + math.floor(F(way) * u[y, x] + F(0.5))
            to_y = y + math.floor(F(way) * v[y, x] + F(0.5))
            if 0 <= to_x < w and 0 <= to_y < h and edges[to_y, to_x] and known[to_y, to_x] \
                    and u[to_y, to_x] * u[y, x] + v[to_y, to_x] * v[y, x] < F(-0.866):
                across = F(to_x - x) * u[y, x] + F(to_y - y) * v[y, x] - (into(x, y) + into(to_x, to_y))
                counts[max(0, min(128, int(across * F(4) + F(0.5))))] += 1
                break
    sums = [sum(counts[i:i + 5]) for i in range(125)]
    if not max(sums):
        return 3.0
    i = sums.index(max(sums))
    return max(1.0, min(24.0, sum(k * counts[k] for k in range(i, i + 5)) / sums[i] / 4))


def middles(image, p, sigma):
    best = None
    for signal in signals(image, p['channel']):
        found = ridge(gaussian(signal, sigma), 1 if p['of'] == 'dark-lines' else -1, sigma)
        take = found[2] > best[2] if best else None
        best = tuple(np.where(take, new, old) for new, old in zip(found, best)) if best else found
    return best


def canny(image, p):
    stage = p['stage']
    if p['of'] != 'edges':
        if p['channel'] == 'strongest':
            p = p | {'channel': 'luma-709'}
        p = p | {'sigma': line_sigma(p['line-width'] or line_width(image, p)), 'operator': 'sobel'}
    if stage in ('luma', 'blurred'):
        sigma = 0 if stage == 'luma' else p['sigma']
        colors = 3 if p['channel'] == 'strongest' and image.shape[2] >= 3 else 1
        best, *others = [gaussian(signal, sigma) for signal in signals(image, p['channel'])[:colors]]
        for other in others:
            best = np.where(other > best, other, best)
        return best
    if p['of'] != 'edges' and stage != 'direction':
        p = p | {'norm': 'l1'}
        dx, dy, m = middles(image, p, p['sigma'])
    else:
        dx, dy, m2 = strongest(image, p, p['norm'])
        m = m2 if p['norm'] == 'l2' else abs(dx) + abs(dy)
    if stage == 'direction':
        return angle_level(dx, dy, m2)
    magnitude = np.sqrt(m) if p['norm'] == 'l2' else m
    shown = np.where(magnitude < 255, magnitude, F(255))
    if stage == 'magnitude':
        return shown
    kept = thinned(dx, dy, m)
    if stage == 'thinned':
        return np.where(kept, shown, F(0))
    low, high = (F(v) for v in sorted(automatic(p, magnitude, kept)))
    if p['norm'] == 'l2':
        low, high = low * low, high * high
    weak = kept & (m > low)
    strong = weak & (m > high)
    if stage == 'classes':
        return np.where(strong, F(255), np.where(weak, F(128), F(0)))
    edges = with_drawn(grow(weak, strong), np.where(kept, magnitude, F(0)), p['drawn'])
    return np.where(widened(without(edges, p['erased']), p['width']), F(255), F(0))


# ---- output -----------------------------------------------------------------


def has_style(name, p):
    return not (name == 'sharpen' or p.get('component', 'magnitude') != 'magnitude'
                or p.get('response') == 'signed' or p.get('stage') in ('direction', 'flow', 'smoothed'))


def finds_radius(name, p):
    return name == 'sharpen' and (p['method'], p['radius-from'], p['stage']) == ('deconvolve', 'found', 'result')


def stored(name, p, image, source):
    if finds_radius(name, p):
        answer, radius = focus(source)[0][:2]
        if answer != 'found' or p['amount'] <= 0:
            return source
        p = p | {'radius': math.floor(100 * radius + 0.5) / 100}
    if p.get('stage') == 'sharpness':
        p = p | {'sharpness': sharpness(source)}
    out = line_art(image, p, angle_level) if name == 'line-art' else \
        {'sobel': sobel, 'laplacian': laplacian, 'sharpen': sharpen, 'canny': canny}[name](image, p)
    if has_style(name, p) and (p['style'] == 'black-on-white') != (name == 'line-art'):
        out = F(255) - out
    out = np.where(np.isnan(out), 0, out).astype(out.dtype)
    if source.dtype == np.uint8:
        out = np.rint(np.clip(out, 0, 255)).astype(np.uint8)
    elif source.dtype == np.uint16:
        out = ((np.clip(out, 0, 255).astype(F) / F(255)) * F(65535) + F(0.5)).astype(np.uint16)
    else:
        out = (out if name == 'sharpen' else np.where(out > 0, out, 0).astype(out.dtype)) / F(255)
    if name == 'sharpen' and source.shape[2] in (2, 4):
        out = np.concatenate([out, source[..., -1:]], axis=-1)
    return out if name == 'sharpen' else out[..., None]


def is_angle(p):
    return p.get('component') == 'direction' or p.get('stage') in ('direction', 'flow')


def differences(p, expected, found):
    if not is_angle(p):
        kind = expected.dtype if expected.dtype in (np.uint8, np.uint16) else np.uint32
        return np.ascontiguousarray(expected, expected.dtype).view(kind) != found.view(kind)
    if found.dtype != np.float32:
        # 255.6 is clamped to 255, and 359.99 may be told as 0.
        d = abs(found.astype(float) - expected.astype(float))
        least, most = (1, 255) if found.dtype == np.uint8 else (20, 65535)
        return (d > least) & (d < most - least)
    d = abs(found.astype(float) - expected) * 360 * 255 / 256
    return (np.minimum(d, 360 - d) > 0.1) & np.isfinite(expected)


def main():
    render = sys.argv[1]
    backend = sys.argv[2] if len(sys.argv) > 2 else 'cpu:plain'
    cases = int(sys.argv[3]) if len(sys.argv) > 3 else 250
    seed = int(sys.argv[4]) if len(sys.argv) > 4 else random.randrange(10 ** 6)
    print(f'# seed {seed}, {cases} cases per filter, numpy {np.__version__}', flush=True)

    for n, name in enumerate(FILTERS, 1):
        bad = 0
        with tempfile.TemporaryDirectory() as folder:
            jobs = []
            for i in range(cases):
                rng = random.Random(f'{seed} {name} {i}')
                p = parameters(rng, name)
                has_edges = p.get('stage') == 'sharpness' or finds_radius(name, p)
                image = picture(rng, [seed, n, i], has_edges and rng.random() < 0.7)
                path = os.path.join(folder, f'{i}')
                image.tofile(path)
                h, w, c = image.shape
                text = ' '.join(f'{k}={v!r}' if isinstance(v, (int, float)) else f'{k}={v}' for k, v in p.items())
                kind = {'uint8': 'u8', 'uint16': 'u16', 'float32': 'f32'}[image.dtype.name]
                jobs.append((image, p, '\t'.join([name, backend, text, str(w), str(h), str(c), kind, path, path + '.out'])))
            run = subprocess.run([render, '--batch'], input=''.join(j[2] + '\n' for j in jobs), text=True,
                                 stderr=subprocess.PIPE)
            if run.returncode:
                print('# ' + run.stderr.replace('\n', '\n# '))
                bad += 1
            for i, (image, p, line) in enumerate(jobs):
                if not os.path.exists(os.path.join(folder, f'{i}.out')):
                    continue
                expected = stored(name, p, levels(image), image)
                found = np.fromfile(os.path.join(folder, f'{i}.out'), image.dtype).reshape(expected.shape)
                d = differences(p, expected, found)
                if d.any():
                    bad += 1
                if d.any() and bad <= 3:
                    y, x, c = np.argwhere(d)[0]
                    words = line.split('\t')
                    print(f'# case {i}, {image.shape} {image.dtype}, {words[2]}')
                    print(f'# {d.sum()} differ, first x {x}, y {y}, channel {c}: '
                          f'expected {expected[y, x, c]!r}, found {found[y, x, c]!r}')
        print(f'{"not ok" if bad else "ok"} {n} - {name}: {bad} of {cases} renders differ from numpy'
              f'{f", seed {seed}" if bad else ""}', flush=True)
    print(f'1..{len(FILTERS)}')


main()
