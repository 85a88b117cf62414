# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests a dialog's preview on GIMP's canvas: the image shows it, but no file, export or copy of the image has it. When the
dialog's process ends the preview goes at once, and the next call of any procedure removes its effect."""
import os
import subprocess
import tempfile
import time
from functools import partial
from pathlib import Path

from gi.repository import Gimp, Gio

import patience
from tools import call, fill, new_image, new_layer, read, succeed

NAME, MADE = "GraphNode", "gimp-cuda-edges:call"
WORK = "sobel style=black-on-white"
OVER_S = patience.limit(20)


def tried_by(process, layer):
    """Put on the layer as a dialog does it (plugin/canvas.c)."""
    image = layer.get_image()
    effect = Gimp.DrawableFilter.new(layer, MADE, "CUDA Sobel")
    effect.set_blend_mode(Gimp.LayerMode.REPLACE)
    effect.get_config().set_property("work", WORK)
    effect.get_config().set_property("process", process)
    image.undo_freeze()
    layer.append_filter(effect)
    image.undo_thaw()
    image.clean_all()
    return effect


def sleeper():
    return subprocess.Popen(["sleep", "1000"])


def end(process):
    process.kill()
    process.wait()


def seen(image):
    """The image's visible pixels."""
    layer = Gimp.Layer.new_from_visible(image, image, "seen")
    pixels = bytes(read(layer, "R'G'B' u8"))
    layer.delete()
    return pixels


def effects(image):
    return [effect.get_operation_name() for layer in image.get_layers() for effect in layer.get_filters()]


def loaded(path):
    image = Gimp.file_load(Gimp.RunMode.NONINTERACTIVE, Gio.File.new_for_path(str(path)))
    found = effects(image), seen(image)
    image.delete()
    return found


def photo():
    image = new_image(120, 90)
    layer = new_layer(image, 120, 90)
    fill(layer)
    image.clean_all()
    return image, layer


def check_files():
    image, layer = photo()
    before = seen(image)
    tried_by(os.getpid(), layer)
    assert seen(image) != before, "nothing is shown"
    with tempfile.TemporaryDirectory() as folder:
        for name in ("a.xcf", "a.png", "a.ora"):
            path = Path(folder) / name
            Gimp.file_save(Gimp.RunMode.NONINTERACTIVE, image, Gio.File.new_for_path(str(path)), None)
            names, pixels = loaded(path)
            assert not names and pixels == before, f"{name}: {names}, {'as' if pixels == before else 'not as'} before"
    copy = image.duplicate()
    names, pixels = effects(copy), seen(copy)
    copy.delete()
    assert not names and pixels == before, f"a duplicate: {names}"
    other = layer.copy()
    image.insert_layer(other, None, 1)
    assert not other.get_filters(), "a copy of the layer"


def check_end(drawn):
    """@drawn: before the process ends, so that GEGL has the pixels in its caches."""
    image, layer = photo()
    before = seen(image)
    process = sleeper()
    tried_by(process.pid, layer)
    assert not drawn or seen(image) != before, "nothing is shown"
    end(process)
    layer.update(0, 0, 120, 90)
    until = time.monotonic() + OVER_S
    while seen(image) != before and time.monotonic() < until:
        time.sleep(0.02)
        layer.update(0, 0, 120, 90)
    assert seen(image) == before, "the effect of a process that has ended is shown"
    return image, layer


def check_stray(name):
    """The next call, in another image, removes the remains; another dialog's preview stays."""
    image, layer = check_end(True)
    other, top = photo()
    tried_by(os.getpid(), top)
    third, source = photo()
    if name == "info":
        procedure = Gimp.get_pdb().lookup_procedure("plug-in-cuda-edges-info")
        procedure.run(procedure.create_config())
    elif name == "compare":
        call("plug-in-cuda-edges-compare", third, [source], filter="sobel")
    else:
        succeed("sobel", third, [source], backend="cpu")
    assert not effects(image) and not image.is_dirty(), f"{effects(image)}, dirty {image.is_dirty()}"
    assert effects(other) == [NAME], "another dialog's effect is gone"


def cases():
    yield "files and copies", check_files
    for drawn in (True, False):
        yield f"the end of its process{', drawn' if drawn else ''}", partial(check_end, drawn)
    for name in ("sobel", "compare", "info"):
        yield f"what is left and {name}", partial(check_stray, name)
