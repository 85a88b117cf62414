# SPDX-License-Identifier: GPL-3.0-or-later
"""Run with a GPU that fails (run.py): automatic choice goes on with the processor, cuda says why."""
from functools import partial

from gi.repository import Gegl, Gimp

from tools import array, call, fill, new_image, new_layer, read, same, snapshot, succeed

WIDTH, HEIGHT = 1200, 900


def large():
    image = new_image(WIDTH, HEIGHT, "GRAY")
    source = new_layer(image, WIDTH, HEIGHT)
    area = Gegl.Rectangle.new(500, 500, 300, 200)
    buffer = source.get_buffer()
    buffer.set(area, "Y' u8", bytes(array("B", ((x * y) % 251 for y in range(200) for x in range(300)))))
    buffer.flush()
    return image, source


def check_auto(name):
    image, source = large()
    succeed(name, image, [source], backend="auto")
    succeed(name, image, [source], backend="cpu")
    above = image.get_layers()
    same(read(above[0]), read(above[1]), "pixels")


def check_cuda():
    image = new_image(40, 30)
    source = new_layer(image, 40, 30)
    fill(source)
    before = snapshot(image)
    status, _, said = call("canny", image, [source], backend="cuda")
    assert status == Gimp.PDBStatusType.EXECUTION_ERROR, status.value_nick
    assert said.strip().endswith("."), said
    assert snapshot(image) == before


def cases():
    for name in ("canny", "sharpen"):
        yield f"{name}, auto", partial(check_auto, name)
    yield "cuda fails", check_cuda
