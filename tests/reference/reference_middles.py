# SPDX-License-Identifier: GPL-3.0-or-later
"""States middles of lines below the pixel again, for reference_lines.py."""
import math

import numpy as np

from reference_fit import unit
from reference_sections import far_of
from reference_signals import around, gaussian, line_sigma, parabola, ridge, signals

STRAIGHT = 0.8660254037844387


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1]


def minus(a, b):
    return a[0] - b[0], a[1] - b[1]


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

    def pulled(self, pixels, closed, m, links):
        """The pixels that neither corners of the line's ends nor other lines pull aside."""
        beside, n = 2 + math.ceil(0.75 * m), len(pixels)

        def is_met(i):
            count = len(links[pixels[i]])
            return count > 2 or count == 1 and 0 < i < n - 1 or is_wider(self.at(pixels[i])[1], m)

        if not closed:
            k = min(int(0.3 * m), n // 3)
            pixels = pixels[k:n - k]
        n, kept, after, i, apart = len(pixels), [], 0, 0, 4 * beside + 5
        while i < n:
            first = last = i
            i += 1
            if not is_met(first):
                continue
            while i < n and i <= last + apart:
                last, i = i if is_met(i) else last, i + 1
            a, b = (self.middle(pixels[k]) for k in (first, last))
            more = beside + int(math.sqrt(dot(minus(b, a), minus(b, a))) / (m + 1))
            begin, end = first - min(more, apart // 2, first), last + min(more, apart // 2)
            if self.goes_on(pixels, begin, end, m):
                kept, after = kept + pixels[after:begin + 1], end
            i = last + 1
        return kept + pixels[after:]

    def middle(self, pixel):
        """The middle at a pixel, whose center is at whole numbers here."""
        dx, dy, curvature, x, y = (float(v[pixel[1], pixel[0]]) for v in self.found)
        most = curvature * (x * x + y * y)
        if not 0 < most <= 1.7976931348623157e308:
            return float(pixel[0]), float(pixel[1])
        t = -(dx * x + dy * y) / most
        return tuple(c + max(-0.5, min(0.5, t * v)) for c, v in zip(pixel, (x, y)))

    def goes_on(self, pixels, begin, end, m):
        """Whether a line goes straight on from one pixel to another."""
        span = 5 + math.ceil(m / 2)
        if begin < span or end + span >= len(pixels):
            return False
        before, a, b, behind = (self.middle(pixels[i]) for i in (begin - span, begin, end, end + span))
        ways = minus(a, before), minus(b, a), minus(behind, b)
        most = m / 2 + 1
        return all(far_of((a, b), self.middle(p)) <= most * most for p in pixels[begin + 1:end]) \
            and all(dot(u, v) > STRAIGHT * math.sqrt(dot(u, u) * dot(v, v))
                    for u, v in zip(ways, ways[1:]))

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
        begin, end = self.led(points[::-1], first, width), self.led(points, last, width)
        for tip, *_ in (begin, end):
            points = points[::-1]
            if tip:
                points = points[:-1 if tip[1] < 0.3 else len(points)] + [tip[0]]
        begin, end = begin[1:], end[1:]
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
        """Where the line ends behind the last point, and how far, the ink in its corner, and its direction."""
        (px, py), n = points[-1], min(5 + int(width / 2), (len(points) - 1) // 2)
        inner, behind = points[-1 - n], points[-1 - 2 * n]
        t, u = unit(px - inner[0], py - inner[1]), unit(inner[0] - behind[0], inner[1] - behind[1])
        dx, dy = unit(t[0] + (t[0] - u[0]) / 2, t[1] + (t[1] - u[1]) / 2)
        s, half, before = self.signal[pixel[1], pixel[0]], float(self.at(pixel)[3]), 0.0
        beside, inked = max(width, 2) / 2 + 0.5, [False, False]
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
            for k in (-1, 1):
                inked[k > 0] |= not self.bilinear(s, x + k * beside * dy, y - k * beside * dx) > half
            if ends or all(inked):
                return (tip, way) if way > 0 else None, corner, (dx, dy)
            before = level
        return None, None, (dx, dy)


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


def is_wider(width, m):
    return float(width) > m + 0.75
