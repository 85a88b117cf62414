# SPDX-License-Identifier: GPL-3.0-or-later
"""Calls the plug-in with little address space, or without further threads and processes, by the shell's ulimit (run.py):
each call succeeds with the right pixels, or leaves the image unchanged and gives a reason. A call that hangs is ended with
the test."""
import os
import random
from functools import partial

from gi.repository import Gimp

from tools import call, new_image, new_layer, snapshot, take_result, write

WIDTH, HEIGHT = 2000, 1500


def limit(words=""):
    with open(os.environ["CE_LIMIT"], "w", encoding="ascii") as file:
        file.write(words)


def check(limits):
    image = new_image(WIDTH, HEIGHT)
    group = Gimp.GroupLayer.new(image, "group")
    image.insert_layer(group, None, 0)
    layer = new_layer(image, WIDTH, HEIGHT, parent=group)
    write(layer, "R'G'B' u8", random.Random(1).randbytes(WIDTH * HEIGHT * 3))
    assert call("canny", image, [group], backend="cpu")[0] == Gimp.PDBStatusType.SUCCESS
    assert image.get_layers()[0] != group
    whole, before = take_result(image), snapshot(image)
    counts = {"succeeded": 0, "failed": 0}
    for words in limits:
        limit(words)
        status, _, said = call("canny", image, [group], backend="cpu")
        limit()
        if status == Gimp.PDBStatusType.SUCCESS:
            assert image.get_layers()[0] != group and take_result(image) == whole, f"{words}: the new layer"
        else:
            assert said, f"{words}: nothing is said"
        assert snapshot(image) == before, f"{words}: the image changed"
        counts["succeeded" if status == Gimp.PDBStatusType.SUCCESS else "failed"] += 1
    print(f"limits: {counts}", flush=True)


def cases():
    yield "address space", partial(check, [f"-v {n << 10}" for n in (20, 40, 50, 60, 70, 80, 100, 130, 170, 220, 300, 500, 4000)])
    yield "processes", partial(check, [f"-u {n}" for n in (1, 10, 1000)])
