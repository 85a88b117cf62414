# SPDX-License-Identifier: GPL-3.0-or-later
"""States middles of lines below the pixel, and the joining of their chains, again, for reference_lines.py."""
import math

import numpy as np

from reference_fit import unit
from reference_signals import around, gaussian, line_sigma, parabola, ridge, signals

STRAIGHT = 0.8660254037844387


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1]


def minus(a, b):
    return a[0] - b[0], a[1] - b[1]


def cosine(a, b):
    squares = dot(a, a) * dot(b, b)
    return dot(a, b) / math.sqrt(squares) if squares else math.nan


class Middles:
    """The point of each pixel, its width, its curvature, and the level half way to the ground."""

    def __init__(self, image, p):
        self.sign = sign = 1 if p['of'] == 'dark-lines' else -1
        self.reach_aside = p['line-width'] / 2
        self.reach, sigma = math.ceil(p['line-width']) + 3, line_sigma(p['line-width'])
        self.plain = signals(image, 'luma-709')
        blurred = [gaussian(signal, sigma) for signal in self.plain]
        strengths = [ridge(g, sign, sigma)[2] for g in blurred]
        self.signal = (strengths[1] > strengths[0]).astype(int) if len(blurred) > 1 else np.zeros(image.shape[:2], int)
        found = [parabola([v.astype(float) for v in around(g)], [lambda v, n=n: sign * v / n for n in (6, 3, 4)])
                 for g in blurred]
        self.found = [np.choose(self.signal, values) if len(found) > 1 else values[0] for values in zip(*found)]
        self.known = {}

    def level(self, s, x, y):
        h, w = self.plain[s].shape
        return float(self.plain[s][max(0, min(h - 1, y)), max(0, min(w - 1, x))])

    def side(self, s, at, step):
        values = []
        for i in range(4 * self.reach + 1):
            x, y = at[0] + i / 4 * step[0] - 0.5, at[1] + i / 4 * step[1] - 0.5
            left, top = math.floor(x), math.floor(y)
            u, v = x - left, y - top
            a, b, c, d = (self.level(s, left + i, top + j) for j in (0, 1) for i in (0, 1))
            values.append(self.sign * ((1 - v) * ((1 - u) * a + u * b) + v * ((1 - u) * c + u * d)))
        begin = values[0]
        values = [0.0] + [0.0 if math.isnan(v - begin) else v - begin for v in values[1:]]
        most = 0.0
        for v in values[1:]:
            most = v if v > most else most
        if not 0 < most <= 1.7976931348623157e308:
            return 0.0, begin, 0.0
        ground, n = 0.0, 0
        for v in values[1:]:
            if 4 * v >= 3 * most:
                ground, n = ground + v, n + 1
        ground = ground / n

        def way_to(level):
            k = next(k for k in range(1, len(values)) if not values[k] < level)
            return (k - (values[k] - level) / (values[k] - values[k - 1])) / 4

        return way_to(ground / 2), begin + ground / 2, way_to(0.75 * ground) - way_to(0.25 * ground)

    def at(self, pixel):
        """The point, the width, the curvature, the half, the way to the middle between both sides, and their rims."""
        if pixel not in self.known:
            x0, y0 = pixel
            s = self.signal[y0, x0]
            dx, dy, curvature, x, y = (float(v[y0, x0]) for v in self.found)
            most = curvature * (x * x + y * y)
            point, across = (x0 + 0.5, y0 + 0.5), (1.0, 0.0)
            if 0 < most <= 1.7976931348623157e308:
                t = -(dx * x + dy * y) / most
                point = tuple(c + 0.5 + max(-0.5, min(0.5, t * v)) for c, v in ((x0, x), (y0, y)))
                across = unit(x, y)
            else:
                curvature = 0.0
            one, other = self.side(s, point, across), self.side(s, point, (-across[0], -across[1]))
            aside = (one[0] - other[0]) / 2
            aside = aside if abs(aside) <= 0.5 else 0.0
            with np.errstate(all='ignore'):
                self.known[pixel] = (point, np.float32(one[0] + other[0]), np.float32(curvature),
                                     np.float32(0.5 * (one[1] + other[1])),
                                     tuple(float(np.float32(aside * v)) for v in across), np.float32(one[2] + other[2]))
        return self.known[pixel]

    def median_of(self, pixels, what=1):
        return float(sorted(self.at(p)[what] for p in pixels)[(len(pixels) - 1) // 2])

    def trimmed(self, pixels, m):
        """The pixels that are not beyond the line's ends."""
        def beyond(some):
            n = min(math.ceil(2 * m) + 4, len(some))
            curved = [float(self.at(p)[2]) for p in some[:n]]
            stays = [not (c < 0.7 * max(curved) or (m > 2.5 and abs(float(self.at(p)[1]) - m) > 0.15 + 0.03 * m))
                     for p, c in zip(some, curved)]
            return stays.index(True) if True in stays else n

        begin, end = beyond(pixels), beyond(pixels[::-1])
        return pixels[begin:max(len(pixels) - end, begin)]

    def pulled(self, pixels, m):
        """The pixels that the corners of the line's ends do not pull aside."""
        n = min(int(0.3 * m), len(pixels) // 3)
        return pixels[n:len(pixels) - n]

    def points(self, pixels):
        """The points of pixels, moved to the middle between both sides."""
        found = []
        for i, pixel in enumerate(pixels):
            n = min(math.ceil(self.reach_aside) + 2, i, len(pixels) - 1 - i)
            x = y = 0.0
            for p in pixels[i - n:i + n + 1]:
                aside = self.at(p)[4]
                x, y = x + aside[0], y + aside[1]
            point = self.at(pixel)[0]
            found.append((point[0] + x / (2 * n + 1), point[1] + y / (2 * n + 1)))
        return found

    def bilinear(self, s, x, y):
        x, y = x - 0.5, y - 0.5
        left, top = math.floor(x), math.floor(y)
        u, v = x - left, y - top
        a, b, c, d = (self.sign * self.level(s, left + i, top + j) for j in (0, 1) for i in (0, 1))
        return (1 - v) * ((1 - u) * a + u * b) + v * ((1 - u) * c + u * d)

    def corner(self, s, half, tip, step, width):
        """The share of a butt end's ink that an end's corners have."""
        def lane(along, beside):
            x, y = tip[0] - along * step[0], tip[1] - along * step[1]
            return self.bilinear(s, x - beside * step[1], y + beside * step[0])

        def body(beside):
            some = [lane(width / 2 + i, beside) + lane(width / 2 + i, -beside) for i in (2, 3, 4)]
            return (some[0] + some[1] + some[2]) / 6

        ink = body(0)
        whole, one, other, butt = 2 * (half - ink), 0.0, 0.0, 0.0
        for k in range(4):
            beside = (0.6 + k * 0.2) * width / 2
            share = 1 - (body(beside) - ink) / whole
            for i in range(-2, 5):
                one = one + (1 - (lane(i / 4, beside) - ink) / whole)
                other = other + (1 - (lane(i / 4, -beside) - ink) / whole)
                butt = butt + share * (1 - (lane(i / 4, 0) - ink) / whole)
        return (max(one, other) if abs(one - other) > 0.4 * butt else 0.5 * (one + other)) / butt

    def ended(self, points, first, last, width, rim):
        """The points with both ends where the line has them, and whether its ends are butt."""
        points, *begin = self.led(points[::-1], first, width)
        points, *end = self.led(points[::-1], last, width)
        corners = [corner for corner, _ in (begin, end) if corner is not None]
        most = max(0.9, min(0.97, 0.9 + (rim - 1.4) * 0.12))
        below = max(0.5, min(most, 1.1 - 0.05 * width))
        if corners and not (width > 1.75 and sum(corners, 0.0) < below * len(corners)):
            return points, True
        for corner, step in (begin, end):
            points = points[::-1]
            if corner is not None:
                points = drawn_back(points, step, width)
        return points, False

    def led(self, points, pixel, width):
        """The points, the last one led to the end of the line, the ink in that one's corner, and its direction."""
        (px, py), n = points[-1], min(5 + int(width / 2), (len(points) - 1) // 2)
        inner, behind = points[-1 - n], points[-1 - 2 * n]
        t, u = unit(px - inner[0], py - inner[1]), unit(inner[0] - behind[0], inner[1] - behind[1])
        dx, dy = unit(t[0] + (t[0] - u[0]) / 2, t[1] + (t[1] - u[1]) / 2)
        s, half, beside, before = self.signal[pixel[1], pixel[0]], float(self.at(pixel)[3]), width / 2 + 1, 0.0
        for i in range(4 * (math.ceil(3 * width) + 4) + 1):
            x, y = px + i / 4 * dx, py + i / 4 * dy
            level = self.bilinear(s, x, y)
            ends = level > half
            way = (i - (level - half) / (level - before)) / 4 if ends and i else i / 4 if not ends else 0.0
            h, w = self.plain[s].shape
            if not ends and not (0 <= x <= w and 0 <= y <= h):
                way, ends = way - 0.25, True
            tip = px + way * dx, py + way * dy
            corner = self.corner(s, half, tip, (dx, dy), width) if level > half else None
            if ends or not (self.bilinear(s, x - beside * dy, y + beside * dx) > half
                            and self.bilinear(s, x + beside * dy, y - beside * dx) > half):
                points = points if way <= 0 else points[:-1] + [tip] if way < 0.3 else points + [tip]
                return points, corner, (dx, dy)
            before = level
        return points, None, (dx, dy)


def drawn_back(points, step, width):
    """The points, the last one half a width before."""
    to, n = tuple(points[-1][j] - width / 2 * step[j] for j in (0, 1)), 1
    while n + 2 < len(points):
        p = points[-1 - n]
        if (p[0] - to[0]) * step[0] + (p[1] - to[1]) * step[1] < -0.3:
            break
        n += 1
    return points[:len(points) - n] + [to]


def unblurred(m, rim):
    more = 0 if rim > 0.93 * m else (rim - 1.2) / (1.6 - 1.2) * (1.98 - 1.25)
    q = (1.25 + max(0, min(1.98 - 1.25, more)) if rim > 1 else 0) / m if m else 1
    least = max(0.5, min(1, m))
    return max(m * math.sqrt(1 - q * q * q * q * q), least) if q < 1 else least


def cut(chain, skip):
    """The pieces of an open chain."""
    s, n, begin, pieces = skip + 5, len(chain), 0, []

    def bend(i):
        a, b = minus(chain[i], chain[i - s]), minus(chain[i + s], chain[i])
        squares = dot(a, a) * dot(b, b)
        return dot(a, b) / math.sqrt(squares) if squares > 0 else 1.0

    while True:
        least, found, i = 0.6427876096865394, None, begin + s
        while i + s < n and (found is None or i <= found + s):
            if bend(i) < least:
                least, found = bend(i), i
            i += 1
        if found is None:
            return pieces + [chain[begin:]]
        pieces.append(chain[begin:found + 1])
        begin = found + 1


class Lines:
    """Ends of open chains of middles, and which are joined."""

    def __init__(self, chains, n_open, links, gap, middles, skip):
        self.links, self.joined, self.middles, self.skip, self.gap = links, {}, middles, skip, gap
        pieces = [cut(chain, skip) for chain in chains[:n_open]]
        self.chains = [piece for some in pieces for piece in some] + chains[n_open:]
        self.n_open = len(self.chains) - (len(chains) - n_open)
        self.chain = [self.chains[e // 2][::-1] if e & 1 else self.chains[e // 2] for e in range(2 * self.n_open)]
        self.ends = {}
        for e, c in enumerate(self.chain):
            self.ends.setdefault(c[0], []).append(e)
        hangs = [c[0] == c[-1] or 1 in (len(links[c[0]]), len(links[c[-1]])) for c in self.chain]
        self.is_line = [len(c) >= (2 if hung else 1) * max(skip, 3) + 2 for c, hung in zip(self.chain, hangs)]
        self.places = {p: (c, i) for c in range(self.n_open) for i, p in enumerate(self.chains[c])}
        self.left = [0] * len(self.chain)
        for e in range(len(self.chain)):
            self.fork(e)
        before = set(self.joined)
        self.join(self.on)
        for e in set(self.joined) - before:
            self.left[e] = min(skip, (len(self.chain[e]) - 1) // 3)
        for e in range(len(self.chain)):
            self.acute(e)
        self.join(self.corner)

    def part(self, e):
        c = self.chain[e]
        return c[self.left[e]:max(len(c) - self.left[e ^ 1], 0)]

    def heading(self, e, left=0, reach=5):
        c = self.chain[e][left:]
        k = min(self.skip, (len(c) - 1) // 3)
        return c[k], minus(c[k], c[min(k + reach + self.skip, len(c) - 1 - k)])

    def arm(self, e, left=0):
        return self.heading(e, left, 12)[1]

    def is_arm(self, e, left=0):
        return e not in self.joined and len(self.chain[e]) >= left + 2 * self.skip + 6

    def around(self, e):
        """The pixels about that of an end."""
        (x, y), r = self.chain[e][0], max(self.skip, 2) + 3
        return [(x + i, y + j) for j in range(-r, r + 1) for i in range(-r, r + 1)]

    def lines_at(self, e):
        return [f for p in self.around(e) for f in self.ends.get(p, []) if f // 2 != e // 2 and self.is_arm(f)][:3]

    def runs_on(self, c):
        """How far middles run on in a corner."""
        return (1 + c) * (max(self.skip, 2) + 1) / (2 * math.sqrt((1 - c) / 2)) + 2

    def fork(self, e):
        lines = self.lines_at(e)
        if e in self.joined or e ^ 1 in self.joined or len(lines) != 2 or lines[0] == lines[1] ^ 1:
            return
        a, b = (self.arm(line) for line in lines)
        way = minus(self.chain[e ^ 1][0], self.chain[e][0])
        c = cosine(a, b)
        if not (-0.5 < c < 0.9902680687415704 and dot(way, way) <= self.runs_on(c) * self.runs_on(c)) \
                or not dot(a, way) > 0 < dot(b, way) or any(f not in lines for f in self.lines_at(e ^ 1)):
            return
        self.joined.update({lines[0]: lines[1], lines[1]: lines[0], e: e ^ 1, e ^ 1: e})
        self.left[e] = len(self.chain[e])

    def acute(self, b):
        if not self.is_arm(b):
            return
        best, at = None, self.chain[b][0]
        for p in self.around(b):
            arms = [(e, 0) for e in self.ends.get(p, [])]
            if not arms and p in self.places:
                c, i = self.places[p]
                arms = [(2 * c, i), (2 * c + 1, len(self.chains[c]) - 1 - i)]
            for e, left in arms:
                way = minus(p, at)
                if e == b or not self.is_arm(e, left + (2 * self.skip + 6 if e == b ^ 1 else 0)) \
                        or dot(way, way) > (max(self.skip, 2) + 3) ** 2 or best and dot(way, way) >= best[0]:
                    continue
                c, tip = cosine(self.arm(b), self.arm(e, left)), minus(p, self.chain[e][0])
                if 0.25881904510252074 < c < 0.9902680687415704 and dot(tip, tip) <= self.runs_on(c) * self.runs_on(c) \
                        and (self.is_drawn(b, e, left) or self.is_drawn(b, e, left, self.chain[e][0])):
                    best = dot(way, way), e, left
        if best:
            self.joined[b], self.joined[best[1]], self.left[best[1]] = best[1], b, best[2]

    def join(self, key_of):
        pairs, r = [], max(self.gap + 1, 3 * max(self.skip, 3) + 2)
        for a, c in enumerate(self.chain):
            for y in range(c[0][1] - r, c[0][1] + r + 1):
                for x in range(c[0][0] - r, c[0][0] + r + 1):
                    for b in self.ends.get((x, y), []):
                        way = minus((x, y), c[0])
                        if b > a and self.is_line[a] and self.is_line[b] and dot(way, way) <= r * r:
                            key = key_of(a, b, dot(way, way))
                            pairs += [(key, a, b)] if key is not None else []
        for _, a, b in sorted(pairs):
            if a not in self.joined and b not in self.joined:
                self.joined[a], self.joined[b] = b, a

    def on(self, a, b, q):
        (fa, da), (fb, db) = self.heading(a), self.heading(b)
        v = minus(fb, fa)
        if not (dot(v, v) and dot(da, da) and dot(db, db)):
            return None
        out, back = dot(da, v) / math.sqrt(dot(da, da) * dot(v, v)), -dot(db, v) / math.sqrt(dot(db, db) * dot(v, v))
        if min(out, back, -cosine(da, db)) > STRAIGHT and (q <= (self.gap + 1) * (self.gap + 1) or self.is_drawn(a, b)):
            return -(out + back)
        return None

    def corner(self, a, b, q):
        if a in self.joined or b in self.joined:
            return None
        (fa, da), (fb, db) = self.heading(a), self.heading(b)
        v = minus(fb, fa)
        return q if dot(da, v) >= 0 >= dot(db, v) and self.is_drawn(a, b) else None

    def is_drawn(self, a, b, left=0, to=None):
        (ax, ay), way = self.chain[a][0], minus(to or self.chain[b][left], self.chain[a][0])
        fa, fb = self.heading(a)[0], self.heading(b, left)[0]
        half, n = max(float(self.middles.at(f)[3]) for f in (fa, fb)), max(abs(way[0]), abs(way[1]))
        s = self.middles.signal[fa[1], fa[0]]

        def level(i, up):
            x, y = (c + (i * v + up) // n for c, v in zip((ax, ay), way))
            return self.middles.sign * self.middles.level(s, x, y)

        return all(min(level(i, 0), level(i, n - 1)) <= half for i in range(1, n))
