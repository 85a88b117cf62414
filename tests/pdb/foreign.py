# SPDX-License-Identifier: GPL-3.0-or-later
"""A file that carries whatever a call's own image may carry, with a process that has ended: it is the user's, and no call
closes it."""
import tempfile
from pathlib import Path

from gi.repository import Gimp, Gio

from tools import fill, new_image, new_layer, succeed

ENDED = b"999999"


def check_closing():
    source = new_image(40, 30)
    layer = new_layer(source, 40, 30)
    fill(layer)
    image = source.duplicate()
    names = ["cuda-edges-workshop"] + [f"cuda-edges-workshop-{source.get_id() + i}" for i in range(9)]
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


def cases():
    yield "a file with parasites", check_closing
