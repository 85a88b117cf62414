# SPDX-License-Identifier: GPL-3.0-or-later
"""States the joining of chains of middles again, for reference_lines.py."""
import math

from reference_middles import STRAIGHT, dot, is_wider, minus


def cosine(a, b):
    squares = dot(a, a) * dot(b, b)
    return dot(a, b) / math.sqrt(squares) if squares else math.nan


def lost(chain, begin, skip, middles, m):
    """Where a chain is cut next because it is in another line."""
    n, i = len(chain), max(begin, 1) - 1
    while i < n:
        first = last = i
        i += 1
        if not is_wider(middles.at(chain[first])[1], m):
            continue
        while i < n and i <= last + skip + 1:
            last, i = i if is_wider(middles.at(chain[i])[1], m) else last, i + 1
        i = last + 1
        if skip < 2 or last == first or first + 1 < 2 * skip + 12 or n - last < 2 * skip + 12:
            continue
        if first + 1 > begin:
            return first + 1
        if last > begin:
            return last
    return n


def cut(chain, skip, middles):
    """The pieces of an open chain."""
    s, begin, pieces, m = skip + 5, 0, [], middles.median_of(chain)

    def bend(i):
        a, b = minus(chain[i], chain[i - s]), minus(chain[i + s], chain[i])
        squares = dot(a, a) * dot(b, b)
        return dot(a, b) / math.sqrt(squares) if squares > 0 else 1.0

    while begin < len(chain):
        n, found = lost(chain, begin, skip, middles, m), 0
        while found is not None:
            least, found, i = 0.6427876096865394, None, begin + s
            while i + s < n and (found is None or i <= found + s):
                if bend(i) < least:
                    least, found = bend(i), i
                i += 1
            end = n if found is None else found + 1
            pieces.append(chain[begin:end])
            begin = end
    return pieces


class Lines:
    """Ends of open chains of middles, and which are joined."""

    def __init__(self, chains, n_open, links, gap, middles, skip):
        self.links, self.joined, self.middles, self.skip, self.gap = links, {}, middles, skip, gap
        pieces = [cut(chain, skip, middles) for chain in chains[:n_open]]
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
        self.widths = [middles.median_of(c) for c in self.chain]
        self.headings = [self.find_heading(c, self.widths[e]) for e, c in enumerate(self.chain)]
        self.over()
        for e in range(len(self.chain)):
            self.fork(e)
        self.join(self.on)
        self.leave_common()
        for e in range(len(self.chain)):
            self.acute(e)
        self.join(self.corner)
        for a in range(1, len(self.chain) - 1, 2):
            if not {a, a + 1} & set(self.joined) and all(len(links[self.chain[e][0]]) == 2 for e in (a, a + 1)) \
                    and -cosine(self.heading(a)[2], self.heading(a + 1)[2]) > STRAIGHT:
                self.joined[a], self.joined[a + 1] = a + 1, a

    def part(self, e):
        c = self.chain[e]
        return c[self.left[e]:max(len(c) - self.left[e ^ 1], 0)]

    def heading(self, e, left=0):
        return self.find_heading(self.chain[e][left:], self.widths[e]) if left else self.headings[e]

    def arm(self, e, left=0):
        return self.find_heading(self.chain[e][left:], self.widths[e], 12)[2]

    def find_heading(self, c, width, reach=5):
        """Where a chain that begins with c goes, without what other lines pull aside: a pixel, its middle, and the direction."""
        most, last, i = (len(c) - 1) // 3, 0, 0
        k = low = min(self.skip, most)
        while i <= min(last + 2 * self.skip + 2, most):
            if is_wider(self.middles.at(c[i])[1], width):
                last, k = i, min(max(k, i + (self.skip + 1) // 2 + 2), most)
            i += 1
        at, back = (tuple(p + round(256 * (v - p)) / 256 for p, v in zip(pixel, self.middles.middle(pixel)))
                    for pixel in (c[k], c[min(k + reach + self.skip, len(c) - 1 - low)]))
        return c[k], at, minus(at, back)

    def over(self):
        """Joins lines that go on beyond others, in which they are lost."""
        pairs, lost_ones = [], [e for e in range(len(self.chain)) if self.is_lost(e)]
        for a in lost_ones:
            for b in lost_ones:
                way = minus(self.chain[b][0], self.chain[a][0])
                if a < b and (max(self.skip, 2) + 3) ** 2 < dot(way, way) <= (12 * (self.skip + 1)) ** 2 \
                        and self.is_ahead(a, b) and self.is_ahead(b, a) and self.is_drawn(a, b):
                    key = self.on(a, b, dot(way, way))
                    pairs += [(key, a, b)] if key is not None else []
        self.join_pairs(pairs)

    def is_lost(self, e):
        pixel, _, forward = self.heading(e)
        length, way = math.sqrt(dot(forward, forward)), float(self.skip + 1)
        if len(self.chain[e]) < 4 * max(self.skip, 3) or not length > 0:
            return False
        x, y = (c + math.floor(way * f / length + 0.5) for c, f in zip(self.chain[e][0], forward))
        level = self.middles.sign * self.middles.level(self.middles.signal[pixel[1], pixel[0]], x, y)
        return level <= float(self.middles.at(pixel)[3])

    def is_ahead(self, a, b):
        _, at, forward = self.heading(a)
        v = minus(self.chain[b][0], at)
        along = dot(v, forward)
        return along >= 0 and abs(v[0] * forward[1] - v[1] * forward[0]) <= 2 * math.sqrt(dot(forward, forward)) + along / 16

    def leave_common(self):
        """Leaves out wider chains between ends that were joined."""
        for a in range(len(self.chain)):
            b, r = self.joined.get(a), self.skip // 2 + 1
            if b is None or b <= a or b == a ^ 1:
                continue
            p, way = self.chain[a][0], minus(self.chain[b][0], self.chain[a][0])
            n, m = max(abs(way[0]), abs(way[1])), min(self.widths[a], self.widths[b])
            for i in range(n + 1 if n else 0):
                for up in (0, n - 1):
                    x, y = (c + (i * v + up) // n for c, v in zip(p, way))
                    about = [(x + k, y + j) for j in range(-r, r + 1) for k in range(-r, r + 1)]
                    for e in [e for at in about for e in self.ends.get(at, [])]:
                        if not {e, e ^ 1} & set(self.joined) and is_wider(self.widths[e], m):
                            self.joined[e], self.joined[e ^ 1], self.left[e] = e ^ 1, e, len(self.chain[e])

    def has_third(self, a, b):
        """Whether a third line is about the ends of two lines."""
        least = 2 * self.skip + 6

        def is_third(c):
            return c not in (a // 2, b // 2) and len(self.chains[c]) >= least

        def about(e):
            for p in self.around(e):
                if dot(minus(p, self.chain[e][0]), minus(p, self.chain[e][0])) > (max(self.skip, 2) + 3) ** 2:
                    continue
                chains = [f // 2 for f in self.ends.get(p, [])] or ([self.places[p][0]] if p in self.places else [])
                if any(is_third(c) for c in chains):
                    return True
            return False

        return a // 2 != b // 2 and min(len(self.chain[a]), len(self.chain[b])) >= least and (about(a) or about(b))

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
        self.join_pairs(pairs)

    def join_pairs(self, pairs):
        for _, a, b in sorted(pairs):
            if a not in self.joined and b not in self.joined:
                self.joined[a], self.joined[b] = b, a

    def on(self, a, b, q):
        (_, fa, da), (_, fb, db) = self.heading(a), self.heading(b)
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
        (_, fa, da), (_, fb, db) = self.heading(a), self.heading(b)
        v = minus(fb, fa)
        return q if dot(da, v) >= 0 >= dot(db, v) and self.is_drawn(a, b) and not self.has_third(a, b) else None

    def is_drawn(self, a, b, left=0, to=None):
        (ax, ay), way = self.chain[a][0], minus(to or self.chain[b][left], self.chain[a][0])
        fa, fb = self.heading(a)[0], self.heading(b, left)[0]
        half, n = max(float(self.middles.at(f)[3]) for f in (fa, fb)), max(abs(way[0]), abs(way[1]))
        s = self.middles.signal[fa[1], fa[0]]

        def level(i, up):
            x, y = (c + (i * v + up) // n for c, v in zip((ax, ay), way))
            return self.middles.sign * self.middles.level(s, x, y)

        return all(min(level(i, 0), level(i, n - 1)) <= half for i in range(1, n))
