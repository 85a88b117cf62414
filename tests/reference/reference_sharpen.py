# SPDX-License-Identifier: GPL-3.0-or-later
"""States sharpening again, from docs/arithmetic.md, for reference.py."""
import numpy as np

from reference_signals import F, alpha_of, beside, gaussian, gradient, luma, signals


def ramp(v, low, scale):
    f = (v - F(low)) * F(scale)
    f = np.where(f > 0, f, F(0))
    f = np.where(f < 1, f, F(1))
    return (f * f) * (F(3) - F(2) * f)


def sharpening_mask(image, p):
    """The mask: ramps of the softened gradient of luma under its transparency."""
    dx, dy = gradient(signals(image, 'luma-709')[0], 'sobel')
    e = np.sqrt(dx * dx + dy * dy) * F(0.125)
    for sx, sy in ((1, 0), (0, 1)):
        n = [beside(e, i * sx, i * sy) for i in (-2, -1, 0, 1, 2)]
        e = (((n[0] + n[4]) + F(4) * (n[1] + n[3])) + F(6) * n[2]) * F(0.0625)
    mask = np.ones(e.shape, F)
    gate = 20.0 * (p['edge-mask'] / 100) * (p['edge-mask'] / 100)
    if gate > 0:
        mask = mask * ramp(e, gate / 2, 2 / gate)
    if p['detail'] > 0 and p['method'] != 'deconvolve':
        mask = mask * ramp(e, p['detail'], 1 / p['detail'])
    return mask


def limited(change, c, p):
    def around(take):
        columns = take(take(beside(c, 0, -1), c), beside(c, 0, 1))
        return take(take(beside(columns, -1, 0), columns), beside(columns, 1, 0))
    over = (c + change) - around(lambda a, b: np.where(a > b, a, b))
    under = around(lambda a, b: np.where(a < b, a, b)) - (c + change)
    change = np.where(over > 0, change - F(1 - p['halo-light'] / 100) * over, change)
    return np.where(under > 0, change + F(1 - p['halo-dark'] / 100) * under, change)


A, B, C = F(0.305306011), F(0.682171111), F(0.012522878)


def light_of(v):
    return v * (v * (v * A + B) + C)


def share(level):
    v = level / F(255)
    v = np.where(v > 0, v, F(0))
    return np.where(v < 65536, v, F(65536))


def relit(level, ratio):
    """The change of a level that multiplies its light by a ratio."""
    v0 = share(level)
    light, v = light_of(v0) * ratio, v0 * np.sqrt(ratio)
    for _ in range(3):
        v = v - (light_of(v) - light) / (v * (v * (F(3) * A) + F(2) * B) + C)
        v = np.where(v > 0, v, F(0))
    return (v - v0) * F(255)


def adaptive(c, weight, amount):
    """AMD FidelityFX CAS, of squares."""
    def level(v):
        v = np.where(v > 0, v, F(0))
        return np.where(v < 1e9, v, F(1e9))
    e = level(c)
    n = {(x, y): level(beside(c, x, y)) for x in (-1, 0, 1) for y in (-1, 0, 1)}
    if weight is not None:
        n = {(x, y): v if x == y == 0 else level(e + beside(weight, x, y) * (v - e)) for (x, y), v in n.items()}
    n = {at: v * v for at, v in n.items()}
    cross = [n[0, -1], n[-1, 0], n[0, 0], n[1, 0], n[0, 1]]
    every = list(n.values())
    lo = np.minimum.reduce(cross) + np.minimum.reduce(every)
    hi = np.maximum.reduce(cross) + np.maximum.reduce(every)
    amp = np.where(hi > 0, np.minimum(lo, F(2 * 255 * 255) - hi) / hi, F(0))
    amp = np.clip(amp, F(0), F(1))
    w = np.sqrt(amp) * F(-min(amount, 1) / 5)
    out = ((((n[0, -1] * w + n[-1, 0] * w) + n[1, 0] * w) + n[0, 1] * w) + n[0, 0]) / (F(1) + F(4) * w)
    return np.sqrt(np.where(out > 0, out, F(0))) - e


def sharpen(image, p):
    a = alpha_of(image)
    n_colors = image.shape[2] - (a is not None)
    opaque = a is None or (a == 255).all()
    weight = np.ones(image.shape[:2], F) if a is None else a / F(255)
    amount = F(p['amount'])
    mask = sharpening_mask(image, p)
    deconvolves = p['method'] == 'deconvolve'
    if p['stage'] == 'sharpness':
        return np.stack([p['sharpness']] * n_colors, axis=-1)
    if p['stage'] == 'mask':
        return np.stack([F(255) * mask] * n_colors, axis=-1)

    def blurred(c, sigma):
        if opaque:
            return gaussian(c, sigma)
        num, den = gaussian(c * weight, sigma), gaussian(weight, sigma)
        return np.where((num == 0) & (den == 0), c, num / den)

    def kernel_change(c):
        d = {(x, y): beside(weight, x, y) * (c - beside(c, x, y)) for x in (-1, 0, 1) for y in (-1, 0, 1)}
        return amount * (((d[-1, -1] + d[0, -1]) + (d[1, -1] + d[-1, 0])) + ((d[1, 0] + d[-1, 1]) + (d[0, 1] + d[1, 1])))

    def unsharp_change(c):
        detail, threshold = c - blurred(c, p['radius']), F(p['threshold'])
        if p['threshold-kind'] == 'soft':
            rest = abs(detail) - threshold
            rest = np.where(rest > 0, rest, F(0))
            return amount * np.where(detail < 0, -rest, rest)
        return amount * np.where(abs(detail) <= threshold, F(0), detail)

    def deconvolve_change(c):
        sigma, damping = min(max(p['radius'], 0.3), 5.0), F(2 * p['detail'] / 255)
        u = c
        for _ in range(p['iterations']):
            b = blurred(u, sigma)
            r = c / (b + F(1e-12))
            noise, rest = damping * np.sqrt(c), abs(c - b)
            s = rest / noise
            r = np.where(rest < noise, F(1) + (r - F(1)) * (s * s), r)
            u = u * blurred(r, sigma)
        return amount * (u - c)

    def change(c):
        by = {'kernel': kernel_change, 'unsharp': unsharp_change, 'deconvolve': deconvolve_change,
              'adaptive': lambda c: adaptive(c, None if opaque else weight, p['amount'])}[p['method']](c)
        if p['edge-mask'] > 0 or (p['detail'] > 0 and not deconvolves):
            by = mask * by
        if p['halo-light'] < 100 or p['halo-dark'] < 100:
            by = limited(by, c, p)
        if not deconvolves:
            return by
        to = np.where(c + by > 0, c + by, F(0))
        return np.where(c > 0, to / c, F(1))

    measured = light_of(share(image)) if deconvolves else image
    if p['channels'] == 'luminance':
        changes = [change(luma(measured, 'luma-709'))] * n_colors
    else:
        changes = [change(measured[..., i]) for i in range(n_colors)]
    if deconvolves:
        changes = [relit(image[..., i], by) for i, by in enumerate(changes)]
    return np.stack([image[..., i] + changes[i] for i in range(n_colors)], axis=-1)
