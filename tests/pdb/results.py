# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares every filter on every kind of image with the engine, bit for bit."""
import json
from functools import partial

from gi.repository import Gimp

from inside import Skip
from tools import call, channels, exchange, expected_layer, fill, new_image, new_layer, read, same, succeed, FILTERS

PRECISIONS = ("U8_NON_LINEAR", "U8_LINEAR", "U8_PERCEPTUAL", "U16_NON_LINEAR", "U16_LINEAR", "U32_NON_LINEAR",
              "U32_LINEAR", "HALF_NON_LINEAR", "HALF_LINEAR", "FLOAT_NON_LINEAR", "FLOAT_LINEAR", "DOUBLE_LINEAR")
SIZES = ((1, 1), (1, 7), (9, 1), (2, 2), (67, 41), (130, 129))
CUDA = []


def cuda_reason():
    """Why CUDA cannot be used here, None if it can."""
    if not CUDA:
        procedure = Gimp.get_pdb().lookup_procedure("plug-in-cuda-edges-info")
        report = json.loads(procedure.run(procedure.create_config()).index(1))
        CUDA.append(report["cuda"]["reason"])
    return CUDA[0]


def check(name, base, alpha, precision, width, height, backend="cpu"):
    if backend == "cuda" and cuda_reason():
        raise Skip(cuda_reason())
    image = new_image(width, height, base, precision)
    source = new_layer(image, width, height, alpha)
    fill(source)
    before = read(source)
    succeed(name, image, [source], backend=backend)
    result = image.get_layers()[0]
    assert len(image.get_layers()) == 2 and image.get_layers()[1].get_id() == source.get_id()
    assert result.has_alpha() == alpha, "alpha"
    same(read(result), expected_layer(source, result, name, {}), f"{exchange(source)} {channels(source)}")
    same(read(source), before, "source")


def check_replace(name, base, alpha, precision):
    image = new_image(61, 43, base, precision)
    source = new_layer(image, 61, 43, alpha)
    fill(source)
    wanted = expected_layer(source, source, name, {})
    succeed(name, image, [source], backend="cpu", output="replace")
    assert len(image.get_layers()) == 1
    same(read(source), wanted, f"{exchange(source)} {channels(source)}")


def cases():
    for name in FILTERS:
        for base in ("RGB", "GRAY"):
            for alpha in (False, True):
                kind = f"{name} on {base}{' with alpha' if alpha else ''}"
                for precision in PRECISIONS:
                    yield f"{kind}, {precision}", partial(check, name, base, alpha, precision, 61, 43)
                for precision in ("U8_NON_LINEAR", "U16_NON_LINEAR", "FLOAT_LINEAR"):
                    yield f"{kind}, {precision}, replace", partial(check_replace, name, base, alpha, precision)
                for precision in ("U8_NON_LINEAR", "FLOAT_NON_LINEAR"):
                    yield (f"{kind}, {precision}, on the GPU",
                           partial(check, name, base, alpha, precision, 61, 43, "cuda"))
        for width, height in SIZES:
            yield f"{name} on {width}x{height}", partial(check, name, "RGB", True, "U8_NON_LINEAR", width, height)
    # Large enough that 16 bits are looked up.
    for precision in ("U16_LINEAR", "HALF_LINEAR"):
        yield f"sobel on 1100x130, {precision}", partial(check, "sobel", "GRAY", True, precision, 1100, 130)
