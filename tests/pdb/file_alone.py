# SPDX-License-Identifier: GPL-3.0-or-later
"""Opens a file with an effect without the operations (run.py): the layer is whole, and has no effect."""
import os

from gi.repository import Gimp, Gio

from core import scene_of
from tools import read, same


def check_file():
    file = Gio.File.new_for_path(os.environ["CE_TEST_FILE"])
    image = Gimp.file_load(Gimp.RunMode.NONINTERACTIVE, file)
    layer = image.get_layers()[0]
    assert not layer.get_filters()
    wanted = [v if i % 4 < 3 else 255 for i, v in enumerate(scene_of(layer))]
    same(read(layer), bytes(wanted), "the layer")
    image.delete()


def cases():
    yield "a file with an effect", check_file
