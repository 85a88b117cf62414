# SPDX-License-Identifier: GPL-3.0-or-later
"""States samples, signals, Gaussian and gradient again, for reference.py."""
import math

import numpy as np

F = np.float32


def levels(samples):
    if samples.dtype == np.uint8:
        return samples.astype(F)
    if samples.dtype == np.uint16:
        return samples.astype(F) / F(65535) * F(255)
    v = samples * F(255)
    return np.where(np.isfinite(v), v, F(0))


def luma(image, name):
    if image.shape[2] < 3:
        return image[..., 0]
    wr, wb = (19595, 7471) if name == 'luma-601' else (13933, 4732)
    r, g, b = image[..., 0], image[..., 1], image[..., 2]
    return (g + F(wr / 65536) * (r - g)) + F(wb / 65536) * (b - g)


def alpha_of(image):
    return image[..., -1] if image.shape[2] in (2, 4) else None


def signals(image, name):
    a = alpha_of(image)
    colors = [image[..., i] for i in range(3)] if name == 'strongest' and image.shape[2] >= 3 else [luma(image, name)]
    if a is None or (a == 255).all():
        return colors
    return [np.where(a == 255, color, (color * a) / F(255)) for color in colors] + [a]


def beside(a, dx, dy):
    """a at (x + dx, y + dy), the nearest pixel inside beyond the border."""
    h, w = a.shape
    ys = np.clip(np.arange(h) + dy, 0, h - 1)
    xs = np.clip(np.arange(w) + dx, 0, w - 1)
    return a[ys][:, xs]


def weights(sigma):
    w = [math.exp(-i * i / (2 * sigma * sigma)) for i in range(math.ceil(3 * sigma) + 1)]
    total = w[0] + 2 * sum(w[1:])
    return [F(v / total) for v in w]


def gaussian(a, sigma):
    if sigma == 0:
        return a
    w = weights(sigma)
    radius = len(w) - 1
    for sx, sy in ((1, 0), (0, 1)):
        acc = w[0] * a
        for i in range(1, radius + 1):
            acc = acc + w[i] * (beside(a, -i * sx, -i * sy) + beside(a, i * sx, i * sy))
        a = acc
    return a


def gradient(g, operator):
    k1, k2, scale = {'sobel': (1, 2, F(1)), 'scharr': (3, 10, F(0.25)), 'prewitt': (1, 1, F(4) / F(3))}[operator]
    k1, k2 = F(k1), F(k2)
    above, below = beside(g, 0, -1), beside(g, 0, 1)
    # Columns are clamped on the image, so s and d are taken beside it, too.
    s = k1 * (above + below) + k2 * g
    d = below - above
    dx = (beside(s, 1, 0) - beside(s, -1, 0)) * scale
    dy = (k1 * (beside(d, -1, 0) + beside(d, 1, 0)) + k2 * d) * scale
    return dx, dy


def strongest(image, p, norm='l2'):
    """dx, dy and dx * dx + dy * dy of the strongest signal; colors are compared by @norm."""
    best = None
    of_all = signals(image, p['channel'])
    for signal in of_all:
        dx, dy = gradient(gaussian(signal, p.get('sigma', 0)), p['operator'])
        m2 = dx * dx + dy * dy
        q = abs(dx) + abs(dy) if norm == 'l1' and len(of_all) > 2 else m2
        new = dx, dy, m2, q
        best = new if best is None else tuple(np.where(q > best[3], a, b) for a, b in zip(new, best))
    return best[:3]


def line_sigma(width):
    return max(width / (2 * math.sqrt(3)), 1)


def parabola(nine, factors):
    """dx, dy, the largest curvature, and the direction across, of the parabola through nine levels in raster order."""
    tl, t, tr, l, c, r, bl, b, br = nine
    by_6, by_3, by_4 = factors
    left, middle, right = (tl + bl) + l, (t + b) + c, (tr + br) + r
    above, here, below = (tl + tr) + t, (l + r) + c, (bl + br) + b
    half_of = left.dtype.type(0.5)
    dx, dy = by_6(right - left), by_6(below - above)
    dxx = by_3((left - middle) + (right - middle))
    dyy = by_3((above - here) + (below - here))
    dxy = by_4((br - tr) - (bl - tl))
    half = (dxx - dyy) * half_of
    root = np.sqrt(half * half + dxy * dxy)
    x, y = np.where(half >= 0, half + root, dxy), np.where(half >= 0, dxy, root - half)
    return dx, dy, (dxx + dyy) * half_of + root, x, y


def around(g):
    return [beside(g, i, j) for j in (-1, 0, 1) for i in (-1, 0, 1)]


def ridge(g, sign, sigma):
    """x and y across the middle of a line, and its strength."""
    k = [F(sign / n) for n in (6, 3, 4)]
    dx, dy, curvature, x, y = parabola(around(g), [lambda v, k=k: v * k for k in k])
    length2 = x * x + y * y
    slope = F(2) * (dx * x + dy * y)
    most = (curvature * length2) * F(1 + 1 / 8192)
    is_middle = (curvature > 0) & (abs(slope * x) <= most) & (abs(slope * y) <= most)
    known = is_middle & (length2 >= F(1e-20))
    return np.where(known, x, F(0)), np.where(known, y, F(0)), np.where(is_middle, curvature * F(sigma * sigma), F(0))
