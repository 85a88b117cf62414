# SPDX-License-Identifier: GPL-3.0-or-later
"""Random parameters and pictures for reference.py."""
import math

import numpy as np

CHOICES = {
    'channel': ['luma-709', 'luma-601'], 'sobel channel': ['luma-709', 'luma-601', 'strongest', 'strongest'],
    'canny channel': ['luma-709', 'luma-601', 'strongest', 'strongest'],
    'style': ['white-on-black', 'black-on-white', 'lines'],
    'operator': ['sobel', 'scharr', 'prewitt'], 'component': ['magnitude', 'horizontal', 'vertical', 'direction'],
    'norm': ['l2', 'l1'], 'method': ['unsharp', 'kernel', 'deconvolve', 'adaptive'],
    'threshold-kind': ['hard', 'soft'], 'sharpen stage': ['result', 'result', 'result', 'result', 'mask', 'sharpness'],
    'radius-from': ['given', 'given', 'found'],
    'channels': ['luminance', 'rgb'],
    'response': ['edges', 'zero-crossings', 'signed'], 'thresholds': ['manual', 'percentile', 'otsu'],
    'of': ['edges', 'edges', 'dark-lines', 'light-lines'],
    'line-art stage': ['smoothed', 'flow', 'difference', 'lines', 'lines', 'lines'],
    'stage': ['luma', 'blurred', 'magnitude', 'direction', 'thinned', 'classes', 'edges', 'edges', 'edges'],
}
RANGES = {'gain': (0.01, 100), 'sigma': (0, 50), 'radius': (0, 50), 'amount': (0, 10), 'low': (0, 1500),
          'high': (0, 1500), 'line-width': (0, 24), 'share': (0, 100), 'sharpen threshold': (0, 255),
          'laplacian threshold': (0, 2040), 'detail': (0, 255), 'edge-mask': (0, 100), 'halo-light': (0, 100),
          'halo-dark': (0, 100), 'line-art sigma': (0.3, 10), 'coherence': (0, 20), 'flow': (0.3, 20), 'strength': (0, 200),
          'tone': (0, 100), 'line-art threshold': (0, 255), 'softness': (0, 255), 'smooth': (0, 10)}
# Values of parameters that are often left as they are.
USUAL = {'smooth': 0.0, 'tone': 0.0, 'detail': 0.0, 'edge-mask': 0.0, 'halo-light': 100.0, 'halo-dark': 100.0}
FILTERS = {
    'sobel': 'operator component norm gain channel style',
    'sharpen': 'method radius radius-from iterations amount threshold threshold-kind detail edge-mask halo-light halo-dark '
               'channels stage',
    'laplacian': 'sigma response threshold gain channel style',
    'canny': 'sigma thresholds low high share operator norm width erased drawn of line-width stage channel style',
    'line-art': 'sigma coherence flow strength tone threshold softness smooth stage channel style',
}


def number(rng, low, high):
    kind = rng.random()
    if kind < 0.15:
        return low
    if kind < 0.18:
        return high
    value = math.exp(rng.uniform(math.log(high / 3000), math.log(high)))
    return float(max(low, min(high, round(value) if kind < 0.5 else value)))


def parameters(rng, name):
    p = {}
    for key in FILTERS[name].split():
        if key == 'width':
            p[key] = rng.choice([1, 1, 1, 2, 3, rng.randint(4, 32)])
        elif key in ('erased', 'drawn'):
            p[key] = ' '.join(f'{rng.randint(-3, 46)},{rng.randint(-3, 34)}' for i in range(rng.choice([0, 0, 1, 3, 9])))
        elif key == 'iterations':
            p[key] = rng.choice([1, 2, 3, rng.randint(4, 30)])
        elif key in USUAL and rng.random() < 0.5:
            p[key] = USUAL[key]
        elif name + ' ' + key in CHOICES or key in CHOICES:
            p[key] = rng.choice(CHOICES.get(name + ' ' + key) or CHOICES[key])
        else:
            p[key] = number(rng, *(RANGES.get(name + ' ' + key) or RANGES[key]))
    return p


def rectangles(rng, r, h, w, c):
    """Rectangles of one blur, in whole samples."""
    a, sigma = np.full((h, w, c), 60.0), rng.uniform(0.5, 2)
    for _ in range(40):
        y, x = rng.randint(-20, h), rng.randint(-20, w)
        a[max(y, 0):y + rng.randint(15, 60), max(x, 0):x + rng.randint(15, 60)] = r.uniform(30, 225, c)
    k = np.exp(-np.arange(-9, 10) ** 2 / (2 * sigma * sigma))
    for axis in (0, 1):
        a = np.apply_along_axis(lambda v: np.convolve(np.pad(v, 9, 'edge'), k / k.sum(), 'valid'), axis, a)
    return np.rint(a)


def picture(rng, seed, has_edges=False):
    r = np.random.Generator(np.random.PCG64(seed))
    w, h, c = rng.randint(1, 45), rng.randint(1, 33), rng.randint(1, 4)
    kind = rng.randint(0, 4)
    if has_edges:
        w, h = w + 140, h + 110
        a = rectangles(rng, r, h, w, c)
    elif kind == 0:
        a = r.integers(0, 256, (h, w, c))
    elif kind == 1:
        a = r.integers(0, 3, (h, w, c)) * rng.randint(1, 100)
    elif kind == 2:
        y, x = np.mgrid[0:h, 0:w]
        a = ((x * rng.randint(-4, 4) + y * rng.randint(-4, 4))[..., None] + r.integers(0, 9, c)) % 256
    elif kind == 3:
        y, x = np.mgrid[0:h, 0:w]
        spot = 120 * np.exp(-((x - w / 2) ** 2 + (y - h / 3) ** 2) / (2 * (w / 5 + 1) ** 2)) + 60 * (x > w / 2) + 40
        a = spot[..., None] + r.normal(0, 4, (h, w, c))
    else:
        a = (r.random((h, w, c)) < 0.05) * 255
    if c in (2, 4):
        which = rng.randint(0, 3)
        a[..., -1] = (255 if which == 0 else 0 if which == 1 else r.integers(0, 256, (h, w)) if which == 2
                      else (r.random((h, w)) < 0.6) * 255)
    depth = rng.random()
    if depth < 0.4:
        return np.clip(np.rint(a), 0, 255).astype(np.uint8)
    if depth < 0.7:
        return np.clip(np.rint(a * 257 + r.integers(-300, 300, a.shape) * rng.randint(0, 1)), 0, 65535).astype(np.uint16)
    a = (a / 255).astype(np.float32)
    if c in (2, 4):
        a[..., :-1] += (r.random(a[..., :-1].shape, dtype=np.float32) - np.float32(0.5)) * np.float32(0.01)
    else:
        a += (r.random(a.shape, dtype=np.float32) - np.float32(0.5)) * np.float32(0.01)
    if rng.random() < 0.3:
        special = np.array([np.nan, np.inf, -np.inf, 3e38, -3e38, 1e18, -2, 7, 1e-40, -0.0, 1e36], np.float32)
        mask = r.random(a.shape) < 0.05
        a[mask] = r.choice(special, mask.sum())
    return a
