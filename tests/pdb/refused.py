# SPDX-License-Identifier: GPL-3.0-or-later
"""Refuses each thread and each block of memory of a call on a mask, which the plug-in computes itself, in turn (refuse.c),
alone or with all that come after it. The call succeeds with the right pixels, or fails with an unchanged image; one that
hangs is ended with the test. If a library ends the process instead, GIMP reports it."""
import os
import struct

from gi.repository import Gimp

from tools import call, expected_layer, fill, new_image, new_layer, read, same, snapshot, whole

MOST_TURNS = 60
THREADS, MEMORY = 1, 2


def control(what=0, turn=0, everything=False):
    with open(os.environ["CE_REFUSE"], "r+b") as file:
        file.write(struct.pack("=5i64x", what, turn, everything, 0, 0))


def asked():
    """The number of requests, and whether the plug-in's own code made the first refused one."""
    with open(os.environ["CE_REFUSE"], "rb") as file:
        return struct.unpack("=5i", file.read(20))[3:]


def unsent():
    """The request before which the call was killed."""
    with open(os.environ["CE_REFUSE"], "rb") as file:
        return file.read()[20:].rstrip(b"\0").decode()


def check_new(image, mask, parameters):
    layer = image.get_layers()[0]
    wanted = expected_layer(mask, layer, "canny", parameters)
    same(read(layer), wanted, "the new layer")
    image.remove_layer(layer)


def go_through(what, everything):
    image = new_image(400, 300)
    photo = new_layer(image, 400, 300)
    mask = photo.create_mask(Gimp.AddMaskType.WHITE)
    photo.add_mask(mask)
    fill(mask)
    parameters = {"backend": "cpu", "width": 3}
    counts = {"succeeded": 0, "said why": 0, "ended": 0}
    for turn in range(MOST_TURNS):
        before = snapshot(image)
        control(what, turn, everything)
        status, _, said = call("canny", image, [mask], **parameters)
        n_asked, ours = asked()
        control()
        if status == Gimp.PDBStatusType.SUCCESS:
            check_new(image, mask, parameters)
            counts["succeeded"] += 1
        else:
            assert snapshot(image) == before, f"turn {turn}: the image changed"
            assert said, f"turn {turn}: nothing is said"
            # GIMP's own words, where a process of a plug-in went away.
            ended = "no return values" in said
            assert not (ended and ours), f"turn {turn}: the plug-in's own code ends"
            counts["ended" if ended else "said why"] += 1
        if n_asked <= turn:
            break
    assert counts["succeeded"] > 0, counts
    print(f"refused: {'threads' if what == THREADS else 'memory'}{' and all after' if everything else ''}: {counts}", flush=True)


def cases():
    for what, name in ((THREADS, "a thread"), (MEMORY, "a block of memory")):
        for everything in (False, True):
            yield f"without {name}{' and all after it' if everything else ''}", lambda w=what, e=everything: go_through(w, e)
