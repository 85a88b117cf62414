# SPDX-License-Identifier: GPL-3.0-or-later
"""States points below the pixel, and the curves through them, again, for reference_lines.py."""
import math

from reference_sections import Section, bend_far, centers_of, corners_of, unit, vertex

ROUNDS = 3
LENGTH = [(0.046910077030668, 0.118463442528095), (0.230765344947158, 0.239314335249683), (0.5, 0.284444444444444),
          (0.769234655052841, 0.239314335249683), (0.953089922969332, 0.118463442528095)]


def distance(a, b):
    return math.sqrt((b[0] - a[0]) * (b[0] - a[0]) + (b[1] - a[1]) * (b[1] - a[1]))


def point_of(x, y, dx, dy, m):
    across = abs(dx[y, x]) >= abs(dy[y, x])
    i, j = (1, 0) if across else (0, 1)

    def at(k):
        px, py = x + k * i, y + k * j
        return float(m[py, px]) if 0 <= px < m.shape[1] and 0 <= py < m.shape[0] else 0.0

    a, b, c = at(-1), at(0), at(1)
    step = 1 if c > b and c >= a else -1 if a > b else 0
    a, b, c = at(step - 1), at(step), at(step + 1)
    k = (a - 2 * b) + c
    t = (0.5 * (a - c)) / k if k < 0 else 0.0
    t = max(-0.5, min(0.5, t))
    t = max(-1.0, min(1.0, step + t))
    return (x + 0.5 + t, y + 0.5) if across else (x + 0.5, y + 0.5 + t)


class Point(tuple):
    """A point, and the centers of the pixels that it stands for: its own, and the last one."""


def square(a, b):
    return (a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1])


def stands_for(point, other):
    """Lets a point stand for the pixel of another one as well, if it can."""
    (own, last), (center, lone) = point.centers, other.centers
    twice = lambda p: (p[0] + p[0], p[1] + p[1])
    if not square(point, other) < 0.09 or center != lone or square(point, center) > 1 \
            or (own != last and twice(last) != (own[0] + center[0], own[1] + center[1])):
        return False
    point.centers = own, center
    return True


def points_of(points, closed, pixels):
    points = [Point(point) for point in points]
    for point, (x, y) in zip(points, pixels):
        point.centers = (x + 0.5, y + 0.5), (x + 0.5, y + 0.5)
    kept = []
    for p in points if closed else points[:-1]:
        if not kept or not stands_for(kept[-1], p):
            kept.append(p)
    if closed:
        while len(kept) > 1 and stands_for(kept[0], kept[-1]):
            kept.pop()
        return kept if len(kept) >= 4 else []
    if len(kept) > 1 and stands_for(points[-1], kept[-1]):
        kept.pop()
    kept.append(points[-1])
    return [] if len(kept) == 2 and square(*kept) < 0.09 else kept


def slope_of(p):
    m, x, y = len(p) - 1, 0.0, 0.0
    for k in range(m + 1):
        x, y = x + (2 * k - m) * p[k][0], y + (2 * k - m) * p[k][1]
    return unit(x, y)


def end_tangent(p):
    t = slope_of(p[:5])
    if len(p) <= 8:
        return t
    n = slope_of(p[4:9])
    return unit(t[0] + (t[0] - n[0]) / 2, t[1] + (t[1] - n[1]) / 2)


def joint(p, i, loop=False):
    """Where two curves meet at p[i], and the tangent forward. A loop's p does not repeat its first point."""
    n, x, y = len(p), 0.0, 0.0
    has = lambda k: loop or (0 <= i - k and i + k < n)
    beside = lambda k: p[(i + k) % n]
    ahead = behind = 0.0
    for k in (1, 2, 3, 4, 5):
        if not has(k):
            break
        ahead, behind = ahead + distance(beside(k - 1), beside(k)), behind + distance(beside(1 - k), beside(-k))
        if ahead > 0 and behind > 0:
            a, b = behind / ahead, ahead / behind
            x = x + k * (a * (beside(k)[0] - p[i][0]) + b * (p[i][0] - beside(-k)[0]))
            y = y + k * (a * (beside(k)[1] - p[i][1]) + b * (p[i][1] - beside(-k)[1]))
    return i, p[i], unit(x, y)


class Cubic:
    def __init__(self, p, ways, begin, end, tolerance):
        (self.f, self.a, self.t1), (self.l, self.b, t2) = begin, end
        self.t2 = -t2[0], -t2[1]
        self.least = tolerance * tolerance
        self.points = p[self.f + 1:self.l]
        self.chord, self.way = distance(self.a, self.b), ways[self.l] - ways[self.f]
        self.u = [(w - ways[self.f]) / self.way if self.way > 0 else 0.0 for w in ways[self.f + 1:self.l]]

    def is_length(self, *lengths):
        return all(0.001 * self.chord <= a <= self.way for a in lengths)

    def put(self, a1, a2):
        self.lengths = a1, a2
        self.p1 = self.a[0] + a1 * self.t1[0], self.a[1] + a1 * self.t1[1]
        self.p2 = self.b[0] + a2 * self.t2[0], self.b[1] + a2 * self.t2[1]
        self.c = powers(self.a, self.p1, self.p2, self.b)

    def start(self):
        s11 = s12 = s22 = v1x = v1y = v2x = v2y = 0.0
        (t1x, t1y), (t2x, t2y) = self.t1, self.t2
        for (x, y), u in zip(self.points, self.u):
            s = 1 - u
            b1, b2 = ((3 * s) * s) * u, ((3 * s) * u) * u
            b0, b3 = (s * s) * s + b1, (u * u) * u + b2
            tx, ty = x - (self.a[0] * b0 + self.b[0] * b3), y - (self.a[1] * b0 + self.b[1] * b3)
            s11, s12, s22 = s11 + b1 * b1, s12 + b1 * b2, s22 + b2 * b2
            v1x, v1y, v2x, v2y = v1x + b1 * tx, v1y + b1 * ty, v2x + b2 * tx, v2y + b2 * ty
        c12 = s12 * (t1x * t2x + t1y * t2y)
        x1, x2 = t1x * v1x + t1y * v1y, t2x * v2x + t2y * v2y
        z = s11 * s22 - c12 * c12
        a1, a2 = ((x1 * s22 - x2 * c12) / z, (s11 * x2 - c12 * x1) / z) if z > 1e-12 * (s11 * s22) else (-1.0, -1.0)
        self.put(a1, a2) if self.is_length(a1, a2) else self.put(self.chord / 3, self.chord / 3)

    def at(self, u):
        return bezier(self.c, self.a, u, 0), bezier(self.c, self.a, u, 1)

    def comes_near(self, u, p, most):
        x, y = self.at(u)
        ex, ey, gx, gy = x - p[0], y - p[1], slope(self.c, u, 0), slope(self.c, u, 1)
        if ex * ex + ey * ey <= most:
            return True
        g = gx * gx + gy * gy
        u = u - (ex * gx + ey * gy) / g if g else -1.0
        return 0 <= u <= 1 and square(self.at(u), p) <= most

    def is_near(self):
        return all(self.comes_near(u, p, self.least) for p, u in zip(self.points, self.u)) \
            and all(self.comes_near(u, center, 1) for p, u in zip(self.points, self.u) for center in centers_of(p))

    def improve(self):
        s11 = s12 = s22 = x1 = x2 = 0.0
        c1, c2, c3 = self.c
        for i, ((x, y), u) in enumerate(zip(self.points, self.u)):
            ex, ey = self.at(u)[0] - x, self.at(u)[1] - y
            gx, gy = slope(self.c, u, 0), slope(self.c, u, 1)
            m = (gx * gx + gy * gy) + (ex * (6 * c3[0] * u + 2 * c2[0]) + ey * (6 * c3[1] * u + 2 * c2[1]))
            u = u - (ex * gx + ey * gy) / m if m > 0 else u
            u = self.u[i] = max(0.0, min(1.0, u))
            s = 1 - u
            k1 = (((3 * s) * s) * u) * (self.t1[1] * gx - self.t1[0] * gy)
            k2 = (((3 * s) * u) * u) * (self.t2[1] * gx - self.t2[0] * gy)
            r = (bezier(self.c, self.a, u, 1) - y) * gx - (bezier(self.c, self.a, u, 0) - x) * gy
            s11, s12, s22, x1, x2 = s11 + k1 * k1, s12 + k1 * k2, s22 + k2 * k2, x1 + k1 * r, x2 + k2 * r
        d = (0.0001 * (self.l - self.f)) * (self.way * self.way)
        s11, s22 = s11 + d, s22 + d
        z = s11 * s22 - s12 * s12
        if z:
            a1, a2 = self.lengths[0] - (x1 * s22 - x2 * s12) / z, self.lengths[1] - (s11 * x2 - s12 * x1) / z
            if self.is_length(a1, a2):
                self.put(a1, a2)

    def fit(self, rounds):
        """Handles or None."""
        self.start()
        found = None
        while self.is_near():
            found = self.p1, self.p2
            rounds -= 1
            if rounds <= 0 or not self.points:
                break
            self.improve()
        return found


def powers(a, p1, p2, b):
    c1 = tuple(3 * (p1[j] - a[j]) for j in (0, 1))
    c2 = tuple(3 * (p2[j] - p1[j]) - c1[j] for j in (0, 1))
    return c1, c2, tuple(((b[j] - a[j]) - c1[j]) - c2[j] for j in (0, 1))


def bezier(c, a, u, j):
    return ((c[2][j] * u + c[1][j]) * u + c[0][j]) * u + a[j]


def slope(c, u, j):
    return (3 * c[2][j] * u + 2 * c[1][j]) * u + c[0][j]


def fit_points(p, begin, end, tolerance):
    """Curves (handle, handle, to) through p, from the joint begin to the joint end."""
    ways = [0.0]
    for a, b in zip(p, p[1:]):
        ways.append(ways[-1] + distance(a, b))
    joint_at = lambda i: end if i == end[0] else joint(p, i)
    curves, n = [], 0
    while begin[0] < end[0]:
        i, last = begin[0], min(end[0], begin[0] + 512)
        good, bad, at = i + 1, last + 1, min(i + max(n, 4), last)
        while good < last and (bad > last or bad - good > 1 + (good - i) // 8):
            if Cubic(p, ways, begin, joint_at(at), tolerance).fit(1):
                good = at
            else:
                bad = at
            at = min(2 * good - i, last) if bad > last else good + (bad - good) // 2
        next_one, n = joint_at(good), good - i
        curves.append(Cubic(p, ways, begin, next_one, tolerance).fit(ROUNDS) + (next_one[1],))
        begin = next_one
    return curves


def curves_of(points, closed, tolerance, width):
    """The begin and the curves, of one point each for lines and of three for cubics."""
    corners = corners_of(points, closed, width, tolerance)
    if closed and not corners:
        seam = joint(points, 0, True)
        p = [seam[1]] + points[1:] + [seam[1]]
        return seam[1], fit_points(p, seam, (len(points),) + seam[1:], tolerance)
    if closed:
        points, corners = points[corners[0]:] + points[:corners[0] + 1], [i - corners[0] for i in corners[1:]]
    cuts = [0] + corners + [len(points) - 1]
    sections = [Section(points[a:b + 1], (closed or a > 0, closed or b < len(points) - 1), width)
                for a, b in zip(cuts, cuts[1:])]
    for section in sections:
        section.find(tolerance)
    for i, section in enumerate(sections):
        for k in (0, 1):
            if section.corners[k]:
                section.bend(k, sections[(i + 2 * k - 1) % len(sections)])
    for section in sections:
        section.find(tolerance)
    if closed and len(sections) == 1:
        sections[0].straight = False
    around = [sections[-1] if closed else None] + sections + [sections[0] if closed else None]
    vertices_of = lambda cuts, around: [vertex(one, two, points[i]) for one, two, i in zip(around, around[1:], cuts)]
    n = len(sections)
    bend_far(sections, lambda i: vertices_of(cuts[i:i + 2], around[i:i + 3]),
             lambda i: ((i - 1) % n if closed or i else None, (i + 1) % n if closed or i + 1 < n else None))
    vertices = vertices_of(cuts, around)
    curves = []
    for section, begin, end in zip(sections, vertices, vertices[1:]):
        if section.straight:
            curves.append((end,))
            continue
        p = [begin] + section.p[1:-1] + [end]
        back = end_tangent(p[::-1])
        curves += fit_points(p, (0, begin, end_tangent(p)), (len(p) - 1, end, (-back[0], -back[1])), tolerance)
    return vertices[0], curves


def length_of(path):
    begin, curves = path[:2]
    total = 0.0
    for curve in curves:
        if len(curve) == 1:
            total = total + distance(begin, curve[0])
        else:
            c, length = powers(begin, *curve), 0.0
            for u, w in LENGTH:
                x, y = slope(c, u, 0), slope(c, u, 1)
                length = length + w * math.sqrt(x * x + y * y)
            total = total + length
        begin = curve[-1]
    return total
