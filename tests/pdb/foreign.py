# SPDX-License-Identifier: GPL-3.0-or-later
"""Opens a file that has all marks of a call's own image, with the id of an ended process: it is the user's image, and no
call closes it. A failure of another process is not a call's failure."""
import os
import tempfile
import time
from pathlib import Path

from gi.repository import Gimp, Gio

from tools import fill, new_image, new_layer, succeed

ENDED = b"999999"


def check_closing():
    source = new_image(40, 30)
    layer = new_layer(source, 40, 30)
    fill(layer)
    image = source.duplicate()
    names = ["cuda-edges-scratch"] + [f"cuda-edges-scratch-{source.get_id() + i}" for i in range(9)]
    for name in names:
        image.attach_parasite(Gimp.Parasite.new(name, Gimp.PARASITE_PERSISTENT, ENDED))
    with tempfile.TemporaryDirectory() as folder:
        file = Gio.File.new_for_path(str(Path(folder) / "a.xcf"))
        Gimp.file_save(Gimp.RunMode.NONINTERACTIVE, image, file, None)
        opened = Gimp.file_load(Gimp.RunMode.NONINTERACTIVE, file)
    assert set(names) <= set(opened.get_parasite_list()), opened.get_parasite_list()
    images = [image, opened, opened.duplicate()]
    for output in ("new-layer", "replace"):
        succeed("sobel", source, [layer], backend="cpu", output=output)
    closed = [i for i, image in enumerate(images) if not image.is_valid()]
    for image in images:
        if image.is_valid():
            image.delete()
    assert not closed, f"images {closed} are closed"


def calls(layer):
    """The ids of processes with a failure, and its time, microseconds."""
    text = Gimp.DrawableFilter.new(layer, "gimp-cuda-edges:call", "").get_config().get_property("calls")
    return {int(line.split()[0]): int(line.split()[1]) for line in text.splitlines()}


def fail(layer, name, **properties):
    """Makes an effect fail: its required GPU is missing, so it returns its source unchanged."""
    effect = Gimp.DrawableFilter.new(layer, name, "")
    for key, value in {"strict": True, **properties}.items():
        effect.get_config().set_property(key, value)
    layer.merge_filter(effect)


def check_failures():
    image = new_image(40, 30)
    layer = new_layer(image, 40, 30)
    fill(layer)
    before, now = calls(layer), time.monotonic() * 1e6
    fail(layer, "cuda-edges:sobel", backend="cuda")
    if Gimp.DrawableFilter.new(layer, "gimp-cuda-edges:call", "").get_config().get_property("failed") < now:
        return          # there is a GPU
    assert calls(layer) == before, "a failure of nobody's counts as a call's"
    fail(layer, "gimp-cuda-edges:call", work="sobel\nbackend=cuda", process=os.getpid())
    assert calls(layer)[os.getpid()] >= now and calls(layer).keys() == before.keys() | {os.getpid()}, calls(layer)
    succeed("sobel", image, [layer], backend="cpu", output="replace")


def cases():
    yield "a file with parasites", check_closing
    yield "what failed for another process", check_failures
