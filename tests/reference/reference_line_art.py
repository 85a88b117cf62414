# SPDX-License-Identifier: GPL-3.0-or-later
"""States line art again, from its description alone, for reference.py."""
import math

import numpy as np

from reference_signals import F, beside, gaussian, signals


def within(sigma, radius):
    w = [1.0] + [math.exp(-i * i / (2 * sigma * sigma)) for i in range(1, radius + 1)]
    return [F(v / (w[0] + 2 * sum(w[1:]))) for v in w]


def at(plane, dx, dy):
    """The pixel that is dx, dy from each one, arrays of whole numbers; the nearest one inside beyond the border."""
    h, w = plane.shape
    y, x = np.mgrid[0:h, 0:w]
    return plane[np.clip(y + dy.astype(int), 0, h - 1), np.clip(x + dx.astype(int), 0, w - 1)]


def sample(plane, ox, oy):
    qx, qy = np.floor(ox), np.floor(oy)
    fx, fy = ox - qx, oy - qy
    a, b, c, e = (at(plane, qx + i, qy + j) for j in (0, 1) for i in (0, 1))
    t, u = a + fx * (b - a), c + fx * (e - c)
    return t + fy * (u - t)


def tangent(l, flow):
    tl, t, tr, left, _, right, bl, b, br = (beside(l, i, j) for j in (-1, 0, 1) for i in (-1, 0, 1))
    dx = ((tr - tl) + F(2) * (right - left)) + (br - bl)
    dy = ((bl - tl) + F(2) * (b - t)) + (br - tr)
    e, f, g = (gaussian(v, flow) for v in (dx * dx, dx * dy, dy * dy))
    d = (e - g) * F(0.5)
    r = np.sqrt(d * d + f * f)
    x, y = np.where(d < 0, r - d, -f), np.where(d < 0, -f, d + r)
    n = np.sqrt(x * x + y * y)
    return np.where(n == 0, F(0), x / n), np.where(n == 0, F(1), y / n)


def across(l, tx, ty, p):
    radius = math.ceil(3.2 * p['sigma'])
    narrow, wide = within(p['sigma'], radius), within(1.6 * p['sigma'], radius)
    gx, gy = ty, -tx
    a, b = narrow[0] * l, wide[0] * l
    for i in range(1, radius + 1):
        ox, oy = F(i) * gx, F(i) * gy
        s = sample(l, ox, oy) + sample(l, -ox, -oy)
        a, b = a + narrow[i] * s, b + wide[i] * s
    tone = p['tone'] / 100
    return (F(p['strength']) * (a - b) + F(tone) * a) + F((1 - tone) * 255)


def along(d, tx, ty, coherence):
    steps = math.ceil(2 * coherence)
    w = within(coherence, steps)
    total = w[0] * d
    for ux, uy in ((tx, ty), (-tx, -ty)):
        ox = oy = np.zeros_like(d)
        for i in range(1, steps + 1):
            ox, oy = ox + ux, oy + uy
            total = total + w[i] * sample(d, ox, oy)
            nx, ny = (at(t, np.floor(ox + F(0.5)), np.floor(oy + F(0.5))) for t in (tx, ty))
            back = nx * ux + ny * uy < 0
            ux, uy = np.where(back, -nx, nx), np.where(back, -ny, ny)
    return total


def line_art(image, p, angle_level):
    l = signals(image, p['channel'])[0]
    l = np.where(np.isnan(l), F(0), np.clip(l, F(-1024), F(2048)))
    l = gaussian(l, p['smooth'])
    if p['stage'] == 'smoothed':
        return l
    tx, ty = tangent(l, p['flow'])
    if p['stage'] == 'flow':
        return angle_level(tx * tx - ty * ty, F(2) * (tx * ty), F(1))
    d = across(l, tx, ty, p)
    if p['stage'] == 'difference':
        return d
    u = along(d, tx, ty, p['coherence'])
    if p['softness'] == 0:
        v = np.where(u >= F(p['threshold']), F(1), F(0))
    else:
        v = np.clip(F(1) + (u - F(p['threshold'])) * F(1 / p['softness']), F(0), F(1))
    return F(255) * ((v * v) * (F(3) - F(2) * v))
