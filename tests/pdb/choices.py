# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that every argument of every filter reaches the engine, with every choice."""
from functools import partial

from gi.repository import Gegl, Gimp

from tools import expected_layer, fill, new_image, new_layer, read, same, succeed, write
from array import array

OPERATORS = [{"operator": nick} for nick in ("sobel", "scharr", "prewitt")]
NORMS = [{"norm": nick} for nick in ("l2", "l1")]
EDGES = ([{"channel": nick} for nick in ("luma-709", "luma-601")]
         + [{"style": nick} for nick in ("white-on-black", "black-on-white", "lines")])
CALLS = {
    "sobel": OPERATORS + NORMS + EDGES + [{"gain": 0.25}, {"gain": 3.0, "operator": "scharr", "style": "lines"}]
    + [{"component": nick, "style": style} for nick in ("magnitude", "horizontal", "vertical", "direction")
       for style in ("white-on-black", "black-on-white", "lines")],
    "sharpen": [{"method": method, "channels": nick} for method in ("unsharp", "kernel") for nick in ("luminance", "rgb")]
    + [{"radius": 0.0}, {"radius": 0.4, "amount": 10.0}, {"radius": 50.0}, {"threshold": 12.5, "amount": 2.0},
       {"amount": 0.0}, {"amount": 1.0, "method": "kernel", "channels": "rgb"}]
    + [{"method": method, "channels": nick, "radius": 1.0} for method in ("deconvolve", "adaptive") for nick in ("luminance", "rgb")]
    + [{"edge-mask": 60.0}, {"edge-mask": 60.0, "stage": "mask"}, {"stage": "sharpness"}, {"threshold": 5.0, "threshold-kind": "soft"},
       {"halo-light": 20.0, "halo-dark": 0.0, "amount": 3.0}, {"detail": 4.0, "method": "adaptive"},
       {"method": "deconvolve", "radius": 2.0, "iterations": 3, "edge-mask": 30.0, "halo-light": 50.0}],
    "laplacian": EDGES + [{"response": nick, "style": style} for nick in ("edges", "zero-crossings", "signed")
                          for style in ("white-on-black", "black-on-white", "lines")]
    + [{"sigma": 0.0}, {"sigma": 50.0}, {"threshold": 0.0}, {"threshold": 60.0, "response": "zero-crossings"},
       {"gain": 4.0, "response": "signed"}],
    "line-art": EDGES + [{"stage": nick, "style": style} for nick in ("smoothed", "flow", "difference", "lines")
                         for style in ("white-on-black", "black-on-white", "lines")]
    + [{"sigma": 0.3, "coherence": 0.0}, {"sigma": 10.0, "coherence": 20.0, "flow": 20.0, "smooth": 10.0}, {"tone": 60.0},
       {"softness": 0.0, "threshold": 128.0, "tone": 100.0}, {"strength": 200.0, "flow": 0.3}],
    "canny": OPERATORS + NORMS + EDGES + [{"stage": nick, "style": style}
                                          for nick in ("luma", "blurred", "magnitude", "direction", "thinned",
                                                       "classes", "edges")
                                          for style in ("white-on-black", "black-on-white", "lines")]
    + [{"thresholds": "otsu"}, {"thresholds": "percentile"}, {"thresholds": "percentile", "share": 95.0},
       {"low": 200.0, "high": 30.0}, {"low": 0.0, "high": 0.0}, {"sigma": 0.0}, {"sigma": 50.0},
       {"low": 10.0, "high": 1500.0}, {"width": 3}, {"width": 32, "style": "lines"}, {"width": 4, "stage": "classes"}],
}


def check(name, parameters, precision, alpha):
    Gimp.context_set_foreground(Gegl.Color.new("#3a7fd5"))
    image = new_image(61, 43, "RGB", precision)
    source = new_layer(image, 61, 43, alpha)
    fill(source, 7)
    succeed(name, image, [source], backend="cpu", **parameters)
    result = image.get_layers()[0]
    same(read(result), expected_layer(source, result, name, parameters), "pixels")


def check_not_finite(name):
    image = new_image(31, 23, "RGB", "FLOAT_NON_LINEAR")
    source = new_layer(image, 31, 23, True)
    samples = array("f", [0.3, 0.6, 0.1, 1.0] * (31 * 23))
    for i, value in enumerate((float("nan"), float("inf"), float("-inf"), 1e38, -1e38)):
        samples[400 + 36 * i] = value
    write(source, "R'G'B'A float", samples.tobytes())
    succeed(name, image, [source], backend="cpu")
    result = image.get_layers()[0]
    data = array("f", read(result))
    assert all(value == value for value in data), "NaN in the result"
    same(data.tobytes(), expected_layer(source, result, name, {}), "pixels")


def check_default_name(name, wanted, **parameters):
    image = new_image(20, 20)
    source = new_layer(image, 20, 20)
    fill(source)
    succeed(name, image, [source], backend="cpu", **parameters)
    found = image.get_layers()[0].get_name()
    assert found == wanted, found


def check_automatic_name():
    image = new_image(61, 43)
    source = new_layer(image, 61, 43)
    fill(source)
    succeed("canny", image, [source], backend="cpu", thresholds="otsu")
    found = image.get_layers()[0].get_name()
    assert found.startswith("σ 1.4, ") and found.endswith(" · CUDA Canny") and "40–80" not in found, found


def cases():
    for name, calls in CALLS.items():
        for parameters in calls:
            text = " ".join(f"{key}={value}" for key, value in parameters.items())
            yield f"{name} {text}", partial(check, name, parameters, "U8_NON_LINEAR", len(text) % 2 == 1)
            if "style" in parameters:
                yield f"{name} {text}, float", partial(check, name, parameters, "FLOAT_LINEAR", len(text) % 2 == 0)
        yield f"{name} of NaN and infinite pixels", partial(check_not_finite, name)
    for name, wanted in (("canny", "σ 1.4, 40–80 · CUDA Canny"), ("sobel", "Magnitude · CUDA Sobel"),
                         ("laplacian", "σ 1.4, > 5, Edges · CUDA Laplacian of Gaussian"),
                         ("sharpen", "σ 3, ×0.5 · CUDA Sharpen"), ("line-art", "σ 1, ×40 · CUDA Line Art")):
        yield f"{name} names its layer", partial(check_default_name, name, wanted)
    yield "deconvolution names its layer", partial(check_default_name, "sharpen", "σ 1.2, ×0.5, 20 iterations, Deconvolution · CUDA Sharpen",
                                                   method="deconvolve", radius=1.2)
    yield "automatic thresholds are in the layer's name", check_automatic_name
