# SPDX-License-Identifier: GPL-3.0-or-later
"""Ends the plug-in's process as GIMP's Cancel does, at any moment: the image shows no trace of the call, and nothing stays."""
import os
import signal
import threading
import time

from gi.repository import Gimp

from tools import call, fill, new_image, new_layer, scratch_images, snapshot, succeed, take_result

# Moments of a call at which it is killed, and the most calls.
MOMENTS, MOST_TURNS = 16, 160


def processes():
    """The plug-in's processes that this GIMP started."""
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/stat", "rb") as file:
                parent = int(file.read().rpartition(b")")[2].split()[1])
            with open(f"/proc/{pid}/cmdline", "rb") as file:
                words = file.read().split(b"\0")
        except OSError:
            continue
        if parent == os.getppid() and words[0].endswith(b"/cuda-edges") and b"-run" in words:
            yield int(pid)


def kill_after(delay, over):
    """Kills the next process of the plug-in some time after it began, unless its call is over by then."""
    def wait_and_kill():
        while not over.is_set():
            for pid in processes():
                if not over.wait(delay):
                    try:
                        os.kill(pid, signal.SIGKILL)
                    except ProcessLookupError:
                        pass
                return
            time.sleep(0.001)

    thread = threading.Thread(target=wait_and_kill)
    thread.start()
    return thread


def check_kills():
    """Killed at many moments of calls that send a group's pixels: the result is there whole or not at all."""
    image = new_image(1500, 1000)
    group = Gimp.GroupLayer.new(image, "group")
    image.insert_layer(group, None, 0)
    source = new_layer(image, 1500, 1000, parent=group)
    small = new_layer(image, 30, 20, parent=group)
    fill(small)
    # The second call knows how long one takes.
    for _ in range(2):
        begin = time.monotonic()
        succeed("sobel", image, [group], backend="cpu")
        whole_s = time.monotonic() - begin
        whole = take_result(image)
    killed = turn = 0
    while turn < MOMENTS or (killed <= 3 and turn < MOST_TURNS):
        # A machine may be slower than it was in the second call, or faster: further rounds kill earlier.
        delay = whole_s * (turn % MOMENTS + 0.5) / MOMENTS / (1 + turn // MOMENTS)
        turn += 1
        images = len(Gimp.get_images())
        before = snapshot(image)
        over = threading.Event()
        thread = kill_after(delay, over)
        status, _, _ = call("sobel", image, [group], backend="cpu")
        over.set()
        thread.join()
        if image.get_layers()[0] != group:
            assert take_result(image) == whole, "half a result"
        killed += status != Gimp.PDBStatusType.SUCCESS
        assert snapshot(image) == before, "the image changed"
        assert len(Gimp.get_images()) <= images + 1
    assert killed > 3, killed
    succeed("sobel", image, [source], backend="cpu")
    left = scratch_images()
    assert not left, f"{len(left)} scratch images are left"


def cases():
    yield "calls that are killed", check_kills
