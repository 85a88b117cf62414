# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests the procedures that report, and all procedures in GIMP's browser."""
import json
from functools import partial

from gi.repository import Gimp

from inside import Skip
from results import cuda_reason
from tools import call, expected_layer, fill, new_image, new_layer, read, same, snapshot, FILTERS

ARGUMENTS = {
    "sobel": {"operator": "sobel", "component": "magnitude", "norm": "l2", "gain": 1.0, "channel": "luma-709",
              "style": "white-on-black"},
    "sharpen": {"method": "unsharp", "radius": -1.0, "radius-from": "given", "iterations": 20, "amount": 0.5, "threshold": 0.0,
                "threshold-kind": "hard", "detail": 0.0, "edge-mask": 0.0, "halo-light": 100.0, "halo-dark": 100.0, "channels": "luminance",
                "stage": "result"},
    "laplacian": {"sigma": 1.4, "response": "edges", "threshold": 5.0, "gain": 1.0, "channel": "luma-709",
                  "style": "white-on-black"},
    "line-art": {"sigma": 1.0, "coherence": 5.0, "flow": 2.5, "strength": 40.0, "tone": 0.0, "threshold": 200.0, "softness": 100.0,
                 "smooth": 0.0, "stage": "lines", "channel": "luma-709", "style": "black-on-white"},
    "canny": {"of": "edges", "sigma": 1.4, "line-width": 0.0, "thresholds": "manual", "low": 40.0, "high": 80.0,
              "share": 80.0, "operator": "sobel", "norm": "l2", "width": 1, "erased": "", "drawn": "", "stage": "edges",
              "channel": "luma-709", "style": "white-on-black"},
}


def check_arguments(name):
    procedure = Gimp.get_pdb().lookup_procedure("plug-in-cuda-" + name)
    found = {spec.name: spec.get_default_value() for spec in procedure.get_arguments()}
    assert list(found)[:3] == ["run-mode", "image", "drawables"], list(found)
    wanted = ARGUMENTS[name] | {"backend": "auto", "output": "new-layer", "opacity": 100.0, "blend-mode": "normal"}
    assert {key: found[key] for key in list(found)[3:]} == wanted, found
    blurbs = {spec.name: spec.blurb for spec in procedure.get_arguments()}
    assert all(nick in blurbs["backend"] for nick in ("“auto”", "“cuda”", "“cpu”")), blurbs["backend"]


def check_menu(name, path):
    procedure = Gimp.get_pdb().lookup_procedure("plug-in-cuda-" + name)
    assert procedure.get_menu_paths() == [path], procedure.get_menu_paths()
    assert procedure.get_menu_label().replace("_", "").startswith("CUDA "), procedure.get_menu_label()
    assert procedure.get_menu_label().endswith("…")
    assert procedure.get_image_types() == "RGB*, GRAY*, INDEXED*"
    assert procedure.get_blurb() and procedure.get_help()


def info():
    procedure = Gimp.get_pdb().lookup_procedure("plug-in-cuda-edges-info")
    values = procedure.run(procedure.create_config())
    assert values.index(0) == Gimp.PDBStatusType.SUCCESS
    return json.loads(values.index(1))


def check_info():
    report = info()
    assert report["gimp"] == Gimp.version() and report["gegl"].startswith("0.4.") and report["plug-in"]
    assert report["cpu"]["instruction-set"] and report["cpu"]["threads"] >= 1
    assert report["cuda"]["usable"] == (report["cuda"]["reason"] is None)
    assert report["cuda"]["devices"] or not report["cuda"]["usable"]
    for device in report["cuda"]["devices"]:
        assert device["name"] and device["memory"] > 0 and float(device["compute-capability"]) >= 5


def image_to_compare():
    image = new_image(61, 43)
    source = new_layer(image, 61, 43, True)
    fill(source)
    return image, source


def check_compare(name, parameters):
    if cuda_reason():
        raise Skip(cuda_reason())
    image, source = image_to_compare()
    before = snapshot(image)
    status, values, said = call("plug-in-cuda-edges-compare", image, [source], filter=name, parameters=parameters)
    assert status == Gimp.PDBStatusType.SUCCESS, said
    report = json.loads(values[6])
    assert values[:2] == [0, 0.0], values
    assert values[2] > 0 and values[3] > 0 and values[4] >= values[3] and values[5], values
    assert report["different-pixels"] == 0 and report["device"] == values[5] and report["filter"] == name
    for member, value in (("cpu-ms", values[2]), ("cuda-ms", values[3]), ("cuda-total-ms", values[4])):
        assert abs(report[member] - value) <= 1e-3 + 1e-5 * value, (member, report[member], value)
    assert report["cpu-device"] and report["at"] == [] and report["automatic"] in ("cpu", "cuda")
    assert snapshot(image) == before


def check_compare_refused(says, **arguments):
    image, source = image_to_compare()
    before = snapshot(image)
    status, _, said = call("plug-in-cuda-edges-compare", image, [source], **arguments)
    assert status != Gimp.PDBStatusType.SUCCESS
    assert says in said, said
    assert snapshot(image) == before


def check_compare_without_cuda():
    if not cuda_reason():
        raise Skip("CUDA can be used here")
    check_compare_refused(cuda_reason(), filter="canny")


def check_last_values(name):
    """A call with the last values opens no window: there is no display here. Without any they are the defaults."""
    image, source = image_to_compare()
    status, _, said = call(name, image, [source], run_mode=Gimp.RunMode.WITH_LAST_VALS)
    assert status == Gimp.PDBStatusType.SUCCESS, said
    result = image.get_layers()[0]
    assert len(image.get_layers()) == 2
    same(read(result), expected_layer(source, result, name, {}), "pixels")


def cases():
    for name in FILTERS:
        folder = "Enhance" if name == "sharpen" else "Edge-Detect"
        yield f"arguments of {name}", partial(check_arguments, name)
        yield f"menu of {name}", partial(check_menu, name, "<Image>/Filters/" + folder)
        yield f"{name} with the last values", partial(check_last_values, name)
        yield f"compare {name}", partial(check_compare, name, "")
    yield "compare canny with parameters", partial(check_compare, "canny", "sigma=0.8 low=10 high=50 norm=l1")
    yield "info", check_info
    yield "compare without CUDA", check_compare_without_cuda
    yield "compare, unknown filter", partial(check_compare_refused, "filter", filter="blur")
    yield "compare, unknown parameter", partial(check_compare_refused, "blur", filter="canny", parameters="blur=3")
    yield "compare, out of range", partial(check_compare_refused, "sigma", filter="canny", parameters="sigma=99")
    yield "compare, no number", partial(check_compare_refused, "low", filter="canny", parameters="low=much")
    yield "compare, unknown choice", partial(check_compare_refused, "stage", filter="canny", parameters="stage=last")
