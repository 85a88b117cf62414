# SPDX-License-Identifier: GPL-3.0-or-later
"""States corners of paths, and their straight sections, again, for reference_fit.py."""
import math


def unit(x, y):
    length = math.sqrt(x * x + y * y)
    return (x / length, y / length) if length > 0 else (1.0, 0.0)


def centers_of(point):
    return getattr(point, 'centers', (point, point))


def minus(a, b):
    return a[0] - b[0], a[1] - b[1]


class Run:
    """The line through points."""

    def __init__(self, p):
        n, (mx, my), (a, b, c) = float(len(p)), (0.0, 0.0), (0.0, 0.0, 0.0)
        for x, y in p:
            mx, my = mx + x, my + y
        mx, my = self.mean = mx / n, my / n
        for x, y in p:
            a, b, c = a + (x - mx) * (x - mx), b + (x - mx) * (y - my), c + (y - my) * (y - my)
        d = (a - c) / 2
        r = math.sqrt(d * d + b * b)
        way = (d + r, b) if d >= 0 else (b, r - d)
        self.is_one = way != (0, 0)
        x, y = self.way = unit(*way)
        ahead = minus(p[-1], p[0])
        if x * ahead[0] + y * ahead[1] < 0:
            self.way = -x, -y

    def off(self, p):
        v = minus(p, self.mean)
        return abs(v[0] * self.way[1] - v[1] * self.way[0])

    def foot(self, p):
        v = minus(p, self.mean)
        s = v[0] * self.way[0] + v[1] * self.way[1]
        return self.mean[0] + s * self.way[0], self.mean[1] + s * self.way[1]

    def cosine(self, other):
        return self.way[0] * other.way[0] + self.way[1] * other.way[1]

    def cross(self, other):
        """Where two runs cross, or None."""
        (x1, y1), (x2, y2), v = self.way, other.way, minus(other.mean, self.mean)
        z = x1 * y2 - y1 * x2
        if not abs(z) > 0.1:
            return None
        s = (v[0] * y2 - v[1] * x2) / z
        return self.mean[0] + s * x1, self.mean[1] + s * y1


def bends_of(p, closed, span):
    n, bends = len(p), []
    for i in range(n):
        if not (closed and n >= 3 * span or span <= i < n - span):
            bends.append(1.0)
            continue
        u, v = minus(p[i], p[(i - span) % n]), minus(p[(i + span) % n], p[i])
        squares = (u[0] * u[0] + u[1] * u[1]) * (v[0] * v[0] + v[1] * v[1])
        bends.append((u[0] * v[0] + u[1] * v[1]) / math.sqrt(squares) if squares > 0 else 1.0)
    return bends


def least_of(bends, span, most):
    n = len(bends)
    return [i for i, c in enumerate(bends) if c < most
            and all(c < bends[(i - k) % n] and c <= bends[(i + k) % n] for k in range(1, span + 1))]


def corners_of(p, closed, width, tolerance):
    """The points between straight runs, and the sharp bends that are not beside one."""
    n, rounded = len(p), 4 + math.ceil(width)
    reach = rounded + 6 + math.ceil(width / 2)

    def is_between(i):
        if n <= 2 * reach if closed else not reach <= i < n - reach:
            return False
        before = [p[(i - reach + k) % n] for k in range(reach - rounded + 1)]
        behind = [p[(i + rounded + k) % n] for k in range(reach - rounded + 1)]
        one, two = Run(before), Run(behind)
        c, at = one.cosine(two), one.cross(two)
        if not c < 0.6427876096865394 or at is None \
                or not max([one.off(q) for q in before] + [two.off(q) for q in behind]) <= tolerance:
            return False
        off = (2 + width / 6) * math.sqrt((1 - c) / (1 + c))
        return min(far_of((p[i - 1], p[i]), at), far_of((p[i], p[(i + 1) % n]), at)) <= off * off

    between = [i for i in least_of(bends_of(p, closed, rounded), rounded, 0.8660254037844387) if is_between(i)]
    beside = {(i + k) % n if closed else i + k for i in between for k in range(-rounded, rounded + 1)}
    return sorted(between + [i for i in least_of(bends_of(p, closed, 4), 4, 0.6427876096865394) if i not in beside])


class Section:
    def __init__(self, p, corners, width):
        self.p, self.corners, self.width = p, corners, width
        self.rounded = [4 + math.ceil(width) if corner or width > 0 else 0 for corner in corners]
        self.off = [2 + width / 2] * 2

    def find(self, tolerance):
        """Finds the line and whether all is near it."""
        p, (first, last) = self.p, self.rounded
        first, last = (first, last) if len(p) >= first + last + 2 else (0, 0)
        self.run = Run(p[first:len(p) - last])
        most = [self.off[0] if i < first else self.off[1] if i >= len(p) - last else 0 for i in range(len(p))]
        self.straight = self.run.is_one and all(self.run.off(q) <= max(m, tolerance) for q, m in zip(p, most))

    def half_sine(self, other):
        return max(math.sqrt(max(1 + self.run.cosine(other.run), 0) / 2), 0.05)

    def reach(self, other):
        return max((1.5 + self.width / 2) / self.half_sine(other) + self.width / 2, 2)

    def bend(self, k, other):
        """Finds what a corner with another section rounds off."""
        one, two = (self, other) if k else (other, self)
        rounded = max((4 if self.width > 0 else 0) + (2 + self.width / 2) / one.half_sine(two), 4)
        self.rounded[k] = min(int(rounded), max(len(self.p) // 3, 4))
        self.off[k] = one.reach(two)


def vertex(one, two, p):
    a, b = one is not None and one.straight, two is not None and two.straight
    if not (a and b):
        return one.run.foot(p) if a else two.run.foot(p) if b else p
    at = one.run.cross(two.run)
    if at is None:
        return p
    return at if (at[0] - p[0]) * (at[0] - p[0]) + (at[1] - p[1]) * (at[1] - p[1]) <= one.reach(two) * one.reach(two) else p


def far_of(ends, p):
    """The square of the distance of p from the line between two points."""
    (ax, ay), (bx, by) = ends
    vx, vy, wx, wy = bx - ax, by - ay, p[0] - ax, p[1] - ay
    q = vx * vx + vy * vy
    s = max(0.0, min(1.0, (vx * wx + vy * wy) / q)) if q > 0 else 0.0
    wx, wy = wx - s * vx, wy - s * vy
    return wx * wx + wy * wy


def bend_far(sections, ends_of, beside):
    """Makes curves of straight sections that are not near their pixels."""
    def is_far(i):
        section, around = sections[i], [j for j in beside(i) if j is not None]
        straight = [ends_of(i)] + [ends_of(j) for j in around if sections[j].straight]
        width = section.width
        size = lambda j: min(len(section.p), len(sections[j].p)) > 32
        first, last = (section.rounded[k] if j is not None and (width > 0 or sections[j].straight and size(j)) else 0
                       for k, j in enumerate(beside(i)))
        for k, point in enumerate(section.p):
            most = 2 + width / 2 if k < first or k >= len(section.p) - last else 1
            for center in centers_of(point):
                if all(far_of(ends, center) > most * most for ends in straight):
                    return True
        return False

    bent = True
    while bent:
        bent, i = False, 0
        while i < len(sections):
            if sections[i].straight and is_far(i):
                sections[i].straight, bent, i = False, True, max(i - 1, 0)
            else:
                i += 1
