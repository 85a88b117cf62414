#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""States lines again, from docs/arithmetic.md alone: the SVG of random pictures has to be the engine's, byte for byte.

    reference_lines.py LINES RENDER [BACKEND] [CASES] [SEED]
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

from reference_cases import picture
from reference_fit import curves_of, length_of, point_of, points_of
from reference_joining import Lines
from reference_middles import Middles, unblurred
from reference_signals import gaussian, gradient, levels, signals, strongest

np.seterr(all='ignore')
STEPS = [(0, -1), (-1, 0), (1, 0), (0, 1), (-1, -1), (1, -1), (-1, 1), (1, 1)]
STRAIGHT = 0.8660254037844387


def gradients(image, p):
    """dx, dy and the magnitude of the stronger signal."""
    dx, dy, m2 = strongest(image, p, p['norm'])
    return dx, dy, np.sqrt(m2) if p['norm'] == 'l2' else abs(dx) + abs(dy)


def links_of(edges):
    """The linked pixels of each edge pixel, in order."""
    found = {}
    for x, y in sorted(edges, key=lambda p: (p[1], p[0])):
        found[x, y] = [(x + i, y + j) for i, j in STEPS if (x + i, y + j) in edges
                       and (i == 0 or j == 0 or ((x + i, y) not in edges and (x, y + j) not in edges))]
    return found


def chains_of(links):
    taken, chains = set(), []

    def walk(p, q):
        chain = [p]
        while True:
            taken.add(frozenset((p, q)))
            if q == chain[0] and len(links[q]) == 2:
                return chain
            chain.append(q)
            if len(links[q]) != 2:
                return chain
            p, q = q, next(r for r in links[q] if r != p)

    for loops in (False, True):
        for p in links:
            for q in links[p]:
                if (len(links[p]) == 2) == loops and frozenset((p, q)) not in taken:
                    chains.append(walk(p, q))
        n_open = len(chains) if not loops else n_open
    return chains, n_open


class Joints:
    """Ends of open chains, and which are joined."""

    def __init__(self, chains, n_open, links, gap):
        self.links, self.joined = links, {}
        self.chain = [chains[e // 2][::-1] if e & 1 else chains[e // 2] for e in range(2 * n_open)]
        self.at = [c[0] for c in self.chain]
        self.way = [(c[0][0] - c[min(5, len(c) - 1)][0], c[0][1] - c[min(5, len(c) - 1)][1]) for c in self.chain]
        self.ends = {}
        for e, p in enumerate(self.at):
            self.ends.setdefault(p, []).append(e)
        self.join([(0, a, b) for a in range(2 * n_open) for b in self.alone(a)
                   if a < b and self.alone(b) == [a] and self.is_joint(a, b)])
        self.join([(-c, a, b) for a in range(2 * n_open) for c, b in self.meetings(a)])
        if gap:
            self.join([(q, a, b) for a in range(2 * n_open) for q, b in self.gaps(a, gap)])

    def part(self, end):
        return self.chain[end]

    def join(self, pairs):
        for _, a, b in sorted(pairs):
            if a not in self.joined and b not in self.joined:
                self.joined[a], self.joined[b] = b, a

    def alone(self, a):
        """The only end of a line of edges near that of another one."""
        x, y = self.at[a]
        found = [b for j in range(-3, 4) for i in range(-3, 4) for b in self.ends.get((x + i, y + j), [])
                 if b != a and len(self.chain[b]) >= 8]
        return found if len(found) == 1 and len(self.chain[a]) >= 8 else []

    def is_joint(self, a, b):
        (ax, ay), (bx, by), p, q = self.way[a], self.way[b], self.at[a], self.at[b]
        way = max(abs(p[0] - q[0]), abs(p[1] - q[1]))
        if way == 3 and len(self.links[p]) == len(self.links[q]) == 1:
            return False
        squares = (ax * ax + ay * ay) * (bx * bx + by * by)
        return way <= 1 or not (squares and -(ax * bx + ay * by) / math.sqrt(squares) > STRAIGHT)

    def meetings(self, a):
        nodes = lambda p: [q for q in self.links[p] if len(self.links[q]) != 2]
        near = {self.at[a]} | set(nodes(self.at[a]))
        near |= {q for p in list(near) for q in nodes(p)}
        for b in (e for p in near for e in self.ends.get(p, [])):
            if b > a and len(self.chain[a]) > 2 and len(self.chain[b]) > 2:
                (ax, ay), (bx, by) = self.way[a], self.way[b]
                squares = (ax * ax + ay * ay) * (bx * bx + by * by)
                if squares and -(ax * bx + ay * by) / math.sqrt(squares) > STRAIGHT:
                    yield -(ax * bx + ay * by) / math.sqrt(squares), b

    def gaps(self, a, gap):
        (x, y), (ax, ay) = self.at[a], self.way[a]
        for b in range(a + 1, len(self.at)):
            (bx, by), (vx, vy) = self.way[b], (self.at[b][0] - x, self.at[b][1] - y)
            q = vx * vx + vy * vy
            if len(self.links[x, y]) == len(self.links[self.at[b]]) == 1 and 0 < q <= (gap + 1) * (gap + 1) \
                    and ax * ax + ay * ay and bx * bx + by * by \
                    and (ax * vx + ay * vy) / math.sqrt((ax * ax + ay * ay) * q) > STRAIGHT \
                    and -(bx * vx + by * vy) / math.sqrt((bx * bx + by * by) * q) > STRAIGHT:
                yield q, b


def paths_of(chains, n_open, joints):
    done = set()
    for c, loop in enumerate(chains):
        if c in done:
            continue
        if c >= n_open:
            yield loop, True
            continue
        begin, closed = 2 * c, False
        while begin in joints.joined and not closed:
            begin = joints.joined[begin] ^ 1
            closed = begin == 2 * c
        pixels, end = [], begin
        while True:
            done.add(end // 2)
            for p in joints.part(end):
                pixels += [p] if not pixels or pixels[-1] != p else []
            end = joints.joined.get(end ^ 1)
            if end is None or end == begin:
                break
        yield (pixels[:-1] if closed and len(pixels) > 1 and pixels[0] == pixels[-1] else pixels), closed


def distance(a, b):
    return math.sqrt((b[0] - a[0]) * (b[0] - a[0]) + (b[1] - a[1]) * (b[1] - a[1]))


def pen_order(paths):
    """The order as numbers of paths, twice, plus 1 if drawn backwards."""
    place = lambda e: paths[e // 2][1][-1][-1] if e & 1 else paths[e // 2][0]
    up = lambda o: place(o if paths[o // 2][2] else o ^ 1)
    left = [2 * i + k for i, path in enumerate(paths) for k in range(1 if path[2] else 2)]
    order, at = [], (0.0, 0.0)
    while left:
        square = lambda e: (place(e)[0] - at[0]) * (place(e)[0] - at[0]) + (place(e)[1] - at[1]) * (place(e)[1] - at[1])
        order.append(min(left, key=lambda e: (square(e), e)))
        at = up(order[-1])
        left = [e for e in left if e // 2 != order[-1] // 2]
    changed, tries = True, 0
    while changed and tries < 4000000:
        changed = False
        for i in range(len(order)):
            tries += min(32, len(order) - i)
            for j in range(i, min(i + 32, len(order))):
                p = up(order[i - 1]) if i else (0.0, 0.0)
                q, r = place(order[i]), up(order[j])
                before, after = distance(p, q), distance(p, r)
                if j + 1 < len(order):
                    before, after = before + distance(r, place(order[j + 1])), after + distance(q, place(order[j + 1]))
                if after - before < -0.000001:
                    order[i:j + 1] = [o if paths[o // 2][2] else o ^ 1 for o in order[i:j + 1][::-1]]
                    changed = True
            if tries >= 4000000:
                break
    return order


def number(v):
    n = math.floor(v * 1000 + 0.5)
    return f'{"-" if n < 0 else ""}{abs(n) // 1000}.{abs(n) % 1000:03}'


def dot(p):
    return f'{number(p[0])} {number(p[1])}'


def backwards(path):
    begin, curves, closed, *rest = path
    begins = [begin] + [curve[-1] for curve in curves]
    return begins[-1], [curve[:-1][::-1] + (to,) for curve, to in zip(curves[::-1], begins[-2::-1])], closed, *rest


def svg(width, height, paths):
    text = ('<?xml version="1.0" encoding="UTF-8"?>\n<svg xmlns="http://www.w3.org/2000/svg" '
            f'width="{number(width)}" height="{number(height)}" viewBox="0 0 {dot((width, height))}">\n<g fill="none" '
            'stroke="#000000" stroke-width="1.000" stroke-linecap="round" stroke-linejoin="round">\n')
    for o in pen_order(paths):
        begin, curves, closed, width, butt = backwards(paths[o // 2]) if o & 1 else paths[o // 2]
        text += f'<path d="M{dot(begin)}' + ''.join(('L' if len(c) == 1 else 'C') + ' '.join(map(dot, c)) for c in curves)
        text += ('Z"' if closed else '"') + (' stroke-linecap="butt"' if butt else '')
        text += (f' stroke-width="{number(width)}"' if width else '') + '/>\n'
    return text + '</g>\n</svg>\n'


def ways_of_edges(image, p, links, least_length, gap, in_lines):
    """Points of paths below the pixel, whether they are closed, and their width (none for edges). No edge is a dot's."""
    in_lines.update(links)
    dx, dy, m = gradients(image, p)
    chains, n_open = chains_of(links)
    for pixels, closed in paths_of(chains, n_open, Joints(chains, n_open, links, gap)):
        if len(pixels) >= least_length:
            yield points_of([point_of(x, y, dx, dy, m) for x, y in pixels], closed, pixels), closed, 0, False


def ways_of_middles(image, p, links, least_length, gap, in_lines):
    """The same of middles; adds those in paths, and those that went for others, to @in_lines."""
    middles, w = Middles(image, p), math.ceil(p['line-width'])
    lines = Lines(*chains_of(links), links, gap, middles, w)
    in_lines.update(*(c for e, c in enumerate(lines.chain) if lines.left[e] + lines.left[e ^ 1] >= len(c)))
    for pixels, closed in paths_of(lines.chains, lines.n_open, lines):
        if not pixels:
            continue
        whole = pixels
        m = middles.median_of(pixels)
        rim = middles.median_of(pixels, 5)
        stroke = unblurred(m, rim)
        pixels = pixels if closed else middles.trimmed(pixels, m)
        if len(pixels) >= max(least_length, 2 * w, 1):
            pixels = middles.pulled(pixels, closed, m, links)
            points = points_of(middles.points(pixels), closed, pixels)
            butt = False
            if len(points) >= 3 and not closed:
                points, butt = middles.ended(points, pixels[0], pixels[-1], stroke, rim)
            in_lines.update(whole if len(points) >= 2 else [])
            yield points, closed, stroke, butt


def count_dots(links, in_lines, reach):
    """The groups of middles without one of a line, in which each is at most @reach from another one on both axes."""
    left, n = set(links), 0
    while left:
        stack, is_dot = [left.pop()], True
        while stack:
            x, y = stack.pop()
            is_dot = is_dot and (x, y) not in in_lines
            near = {(x + i, y + j) for j in range(-reach, reach + 1) for i in range(-reach, reach + 1)} & left
            left -= near
            stack += near
        n += is_dot
    return n


def trace(image, edges, p, tolerance, least_length, gap):
    """The SVG, the length of the lines, and the number of dots."""
    height, width = edges.shape
    links = links_of({(x, y) for y, x in np.argwhere(edges).tolist()})
    paths, in_lines, ways = [], set(), ways_of_edges if p['of'] == 'edges' else ways_of_middles
    for points, closed, stroke, butt in ways(image, p, links, least_length, gap, in_lines):
        if len(points) >= 2:
            paths.append(curves_of(points, closed, tolerance * (0.6 if stroke else 1), stroke) + (closed, stroke, butt))
    n_dots = count_dots(links, in_lines, math.ceil(p['line-width']) // 2 + 2)
    return svg(width, height, paths), sum(length_of(path) for path in paths), n_dots


def zigzag(rng, x, y, size):
    """A line from corner to corner, or what is inside."""
    half, leg, turn = rng.uniform(0.1, 1.1), rng.uniform(15, 60), rng.uniform(0, 6.3)
    at, inside, near = (rng.uniform(0, 60), rng.uniform(0, 60)), np.zeros(x.shape, bool), np.zeros(x.shape, bool)
    corners = [at]
    for k in range(rng.randint(2, 5)):
        way = turn + (half if k % 2 else math.pi - half)
        corners.append((corners[-1][0] + leg * math.cos(way), corners[-1][1] + leg * math.sin(way)))
    for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1]):
        vx, vy = bx - ax, by - ay
        s = np.clip(((x - ax) * vx + (y - ay) * vy) / (vx * vx + vy * vy), 0, 1)
        near |= (np.hypot(x - ax - s * vx, y - ay - s * vy) < size) & (ax != corners[-1][0] or ay != corners[-1][1])
        inside ^= ((ay > y) != (by > y)) & ((x - ax) * (by - ay) < (y - ay) * vx) if by > ay else \
            ((ay > y) != (by > y)) & ((x - ax) * (by - ay) > (y - ay) * vx)
    return near, inside


def crossing(rng, x, y, size):
    """Lines about one point, some of which end there, or what is on one side of the last one."""
    near, cx, cy = np.zeros(x.shape, bool), rng.uniform(45, 85), rng.uniform(45, 85)
    for _ in range(rng.randint(2, 3)):
        turn, begin = rng.uniform(0, 6.3), rng.choice([-60, 0])
        u, v = (x - cx) * math.cos(turn) + (y - cy) * math.sin(turn), (y - cy) * math.cos(turn) - (x - cx) * math.sin(turn)
        near |= np.hypot(u - np.clip(u, begin, 60), v) < size
    return near, v > 0


def drawn(rng, seed):
    """Discs, bars and noise on a ground; corners, crossings and loops."""
    r = np.random.Generator(np.random.PCG64(seed))
    h, w = rng.randint(1, 90), rng.randint(1, 120)
    y, x = np.mgrid[0:h, 0:w]
    image = np.full((h, w), 60.0)
    for _ in range(rng.randint(0, 6)):
        cx, cy, a, size = rng.uniform(0, w), rng.uniform(0, h), rng.uniform(0, 3.2), rng.uniform(2, 40)
        u, v = (x - cx) * math.cos(a) + (y - cy) * math.sin(a), (y - cy) * math.cos(a) - (x - cx) * math.sin(a)
        shape = rng.choice([u * u + v * v < size * size, abs(v) < size / 8, np.maximum(abs(u), abs(v)) < size])
        image = np.where(shape, rng.choice([20, 120, 200, 240]), image)
    image = image + r.normal(0, rng.choice([0, 2, 8, 30]), image.shape)
    return np.clip(np.rint(image), 0, 255).astype(np.uint8)[..., None]


def stroke(rng, seed, p):
    """A zigzag, or lines that meet, whose lines or edges p finds."""
    r, size = np.random.Generator(np.random.PCG64(seed)), rng.choice([0.5, 1, 1.5, 2.5, 4])
    y, x = np.mgrid[0:130, 0:130]
    dark = rng.random() < 0.5
    line, inside = rng.choice([zigzag, crossing])(rng, x, y, size)
    image = np.where(line if p['of'] != 'edges' else inside, 40.0 if dark else 200.0, 120.0)
    p.update({'line-width': 2.0 * size, 'low': 8, 'high': 16, 'sigma': 1.0})
    if p['of'] != 'edges':
        p['of'] = 'dark-lines' if dark else 'light-lines'
    image = image + r.normal(0, rng.choice([0, 2, 6]), image.shape)
    return np.clip(np.rint(image), 0, 255).astype(np.uint8)[..., None]


def one_case(rng, seed, folder, lines, render, backend):
    """Returns what differs, or None."""
    image = np.ascontiguousarray(picture(rng, seed) if rng.random() < 0.3 else drawn(rng, seed))
    low = rng.choice([5, 20, 60, 200])
    p = {'sigma': rng.choice([0, 0.7, 1.0, 1.4, 3.0]), 'low': low, 'high': low * rng.choice([1, 2, 3]),
         'operator': rng.choice(['sobel', 'scharr', 'prewitt']), 'norm': rng.choice(['l2', 'l1']),
         'channel': rng.choice(['luma-709', 'strongest']), 'of': rng.choice(['edges', 'dark-lines', 'light-lines']),
         'line-width': rng.choice([1.0, 2.0, 3.0, 4.7, 9.0])}
    if rng.random() < 0.3:
        image = np.ascontiguousarray(stroke(rng, seed, p))
    if p['channel'] == 'strongest' and image.shape[2] == 1:
        image = np.concatenate([image, np.roll(image, 1, 0), image[:, ::-1]], 2)
    wanted = rng.choice([0.05, 0.25, 0.25, 0.5, 2.0, 10.0]), rng.choice([0, 2, 8]), rng.choice([0, 0, 2, 10])
    h, w, c = image.shape
    path = os.path.join(folder, 'in')
    image.tofile(path)
    kind = {'uint8': 'u8', 'uint16': 'u16', 'float32': 'f32'}[image.dtype.name]
    text = ' '.join(f'{k}={v}' for k, v in p.items())
    subprocess.run([render, 'canny', backend, text, str(w), str(h), str(c), kind, path, path + '.edges'], check=True)
    edges = levels(np.fromfile(path + '.edges', image.dtype).reshape(h, w)) > 127.5
    found = subprocess.run([lines, backend, text, *map(str, wanted), str(w), str(h), str(c), kind, path], check=True,
                           capture_output=True, text=True)
    expected, length, dots = trace(levels(image), edges, p, *wanted)
    if found.stdout == expected and f'length {length:.3f},' in found.stderr and found.stderr.endswith(f', {dots} dots\n'):
        return None
    pairs = zip(expected.splitlines(), found.stdout.splitlines())
    first = next(((a, b) for a, b in pairs if a != b), (f'{length}, {dots} dots', found.stderr))
    return f'{image.shape} {image.dtype} {text} {wanted}\n# expected {first[0]}\n# found    {first[1]}'


def main():
    lines, render = sys.argv[1:3]
    backend = sys.argv[3] if len(sys.argv) > 3 else 'cpu:plain'
    cases = int(sys.argv[4]) if len(sys.argv) > 4 else 100
    seed = int(sys.argv[5]) if len(sys.argv) > 5 else random.randrange(10 ** 6)
    print(f'1..1\n# seed {seed}, {cases} cases', flush=True)
    bad = 0
    with tempfile.TemporaryDirectory() as folder:
        for i in range(cases):
            differs = one_case(random.Random(f'{seed} lines {i}'), [seed, i], folder, lines, render, backend)
            bad += differs is not None
            if differs and bad <= 3:
                print(f'# case {i}, {differs}')
    print(f'{"not ok" if bad else "ok"} 1 - lines: {bad} of {cases} differ from the description')


if __name__ == "__main__":
    main()
