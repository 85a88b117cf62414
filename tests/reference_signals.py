# SPDX-License-Identifier: GPL-3.0-or-later
"""Samples, signals, Gaussian and gradient once more, for reference.py."""
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
    wr, wb = {'luma-709': (13933, 4732), 'luma-601': (19595, 7471)}[name]
    r, g, b = image[..., 0], image[..., 1], image[..., 2]
    return (g + F(wr / 65536) * (r - g)) + F(wb / 65536) * (b - g)


def alpha_of(image):
    return image[..., -1] if image.shape[2] in (2, 4) else None


def signals(image, name):
    a = alpha_of(image)
    one = luma(image, name)
    if a is None or (a == 255).all():
        return [one]
    return [np.where(a == 255, one, (one * a) / F(255)), a]


def beside(a, dx, dy):
    """a at (x + dx, y + dy), the nearest pixel inside beyond the border."""
    h, w = a.shape
    ys = np.clip(np.arange(h) + dy, 0, h - 1)
    xs = np.clip(np.arange(w) + dx, 0, w - 1)
    return a[ys][:, xs]


def gaussian(a, sigma):
    if sigma == 0:
        return a
    radius = math.ceil(3 * sigma)
    w = [math.exp(-i * i / (2 * sigma * sigma)) for i in range(radius + 1)]
    total = w[0] + 2 * sum(w[1:])
    w = [F(v / total) for v in w]
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
