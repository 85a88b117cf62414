# SPDX-License-Identifier: GPL-3.0-or-later
"""A long life, for ./dev soak: many calls, killed calls, and calls with less and less memory in one GIMP. It measures GIMP's
memory, descriptors and threads meanwhile. CE_LONG="CALLS KILLS" sets the numbers."""
import os
import threading
import time

from gi.repository import Gimp

from kills import kill_after
from tools import call, fill, new_image, new_layer, read, succeed

CALLS, KILLS = (int(word) for word in os.environ.get("CE_LONG", "200 40").split())
GROWTH_MB = 24
# What GIMP 3.0.4 keeps of each image that is made and deleted, ours or anybody's: 2 kB of the first, 7 of the 6,000th.
IMAGE_MB = 0.01
LOOKS = 10


def state():
    """Of GIMP, which runs this as a plug-in: megabytes, descriptors, threads."""
    with open(f"/proc/{os.getppid()}/status", encoding="ascii") as file:
        fields = dict(line.split(":", 1) for line in file)
    return int(fields["VmRSS"].split()[0]) / 1024, len(os.listdir(f"/proc/{os.getppid()}/fd")), int(fields["Threads"])


def tell(what, number, now):
    print(f"long: {what} {number}: {now[0]:.0f} MB, {now[1]} descriptors, {now[2]} threads", flush=True)


def check_calls():
    """In GIMP's core and in the plug-in, in turn; with a new layer, in place and as an effect."""
    image = new_image(640, 480)
    image.undo_disable()
    layer = new_layer(image, 640, 480)
    fill(layer)
    group = Gimp.GroupLayer.new(image, "group")
    image.insert_layer(group, None, 1)
    fill(new_layer(image, 200, 150, parent=group))
    first = None
    for i in range(CALLS):
        name = ("sobel", "laplacian", "canny", "sharpen")[i // 2 % 4]
        succeed(name, image, [group if i % 2 else layer], backend=("auto", "cpu")[i // 8 % 2])
        image.remove_layer(image.get_layers()[0 if i % 2 == 0 else 1])
        if (i + 1) % max(1, CALLS // LOOKS) == 0:
            now = state()
            tell("calls", i + 1, now)
            first = first or now
    now = state()
    most = first[0] + GROWTH_MB + CALLS * IMAGE_MB
    assert now[0] < most and now[1] <= first[1] + 1 and now[2] <= first[2] + 1, (first, now)


def replaced(layers, before):
    return [read(layer) != pixels for layer, pixels in zip(layers, before)]


def check_kills():
    """While two selected layers are replaced: each is whole or untouched; how often one of both is counted."""
    image = new_image(700, 500)
    image.undo_disable()
    layers = [new_layer(image, 700, 500, name=name) for name in ("one", "two")]
    for layer in layers:
        fill(layer)
    image.select_rectangle(Gimp.ChannelOps.REPLACE, 5, 5, 690, 490)
    before = [read(layer) for layer in layers]
    succeed("sobel", image, layers, backend="cpu", output="replace")
    after = [read(layer) for layer in layers]
    begin = time.monotonic()
    counts = {"nothing": 0, "one": 0, "both": 0, "not killed": 0}
    first = None
    for i in range(KILLS):
        for layer in layers:
            fill(layer)
        over = threading.Event()
        thread = kill_after(0.25 * (i % 40) / 40, over)
        status, _, _ = call("sobel", image, layers, backend="cpu", output="replace")
        over.set()
        thread.join()
        changed = replaced(layers, before)
        for layer, is_changed, whole in zip(layers, changed, after):
            assert not is_changed or read(layer) == whole, "a layer is half replaced"
        done = status == Gimp.PDBStatusType.SUCCESS
        counts["not killed" if done else ("nothing", "one", "both")[sum(changed)]] += 1
        if (i + 1) % max(1, KILLS // LOOKS) == 0:
            now = state()
            tell("kills", i + 1, now)
            first = first or now
    print(f"long: {KILLS} kills in {time.monotonic() - begin:.0f} s: {counts}", flush=True)
    now = state()
    assert now[0] < first[0] + GROWTH_MB and now[1] <= first[1] and now[2] <= first[2] + 1, (first, now)


def cases():
    yield f"{CALLS} calls", check_calls
    yield f"{KILLS} kills", check_kills
