#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Presses GIMP's Cancel button beside the progress of a long call, many times: the call ends at once, the image is unchanged,
and GIMP's memory does not grow. Usage: cancel.py PLUG-IN PHOTO [TIMES]"""
import os
import sys
import time
from pathlib import Path

import desktop
from checking import LOAD, WITH_TOP, Test
from desktop import call_of
from processes import is_alive

GROWTH_MB = 48
N_LAYERS = "(vector-length layers)"
# A group's pixels the plug-in computes, for seconds: with a progress.
MAKE = """(let* ((image (vector-ref (car (gimp-get-images)) 0))
       (layer (vector-ref (car (gimp-image-get-layers image)) 0))
       (group (car (gimp-group-layer-new image "group"))))
  (gimp-image-undo-disable image)
  (gimp-image-scale image 6000 4000)
  (gimp-image-insert-layer image group 0 0)
  (gimp-image-reorder-item image layer group 0))"""
CALL = """(plug-in-cuda-sharpen #:run-mode RUN-NONINTERACTIVE #:image image #:drawables (vector layer) #:method "deconvolve"
  #:radius 3 #:iterations 40 #:backend "cpu")"""


class Cancel(Test):
    def memory(self):
        pid = next(child.pid for child in self.gimp.children if "gimp" in str(child.args[0]))
        fields = dict(line.split(":", 1) for line in Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines())
        return int(fields["VmRSS"].split()[0]) / 1024

    def start(self):
        """A call that computes; its script ends soon after it, canceled or not."""
        self.ended = self.gimp.script(WITH_TOP.replace("{body}", CALL))
        pid = desktop.wait_for(lambda: call_of(self.gimp), "the call")
        time.sleep(0.7)
        return pid

    def is_canceled(self):
        """Whether the ended call has made no layer; removes one that it made."""
        desktop.wait_for(self.ended.exists, "end of a script")
        if self.gimp.ask(WITH_TOP, N_LAYERS) == "1":
            return True
        self.gimp.finish(WITH_TOP.replace("{body}", "(gimp-image-remove-layer image layer)"))
        return False

    def find_button(self):
        """The position of GIMP's Cancel button: at the lower edge, left of the docks."""
        window = self.gimp.activate("GIMP$")
        *_, width, height = self.gimp.screen.place_of(window)
        for right in range(270, 350, 10):
            pid = self.start()
            x, y = width - right, height - 21
            self.gimp.click(x, y)
            desktop.wait_for(lambda p=pid: not is_alive(p), "end of a call")
            if self.is_canceled():
                return x, y
        return None

    def cancel(self, place):
        """The seconds from the click to the end of the call; in a list, which is empty if it does not end."""
        pid = self.start()
        self.gimp.point(*place)
        begin = time.monotonic()
        self.gimp.click(*place)
        ended = desktop.happens(lambda: not is_alive(pid), 20)
        took = time.monotonic() - begin
        self.n_canceled += self.is_canceled()
        return [took] if ended else []

    def run_all(self, times):
        self.gimp.finish(MAKE)
        place = self.find_button()
        if not place:
            self.check(False, "there is a Cancel button")
            return
        self.n_canceled = 0
        took = sum((self.cancel(place) for _ in range(3)), [])
        first = self.memory()
        took += sum((self.cancel(place) for _ in range(times - 3)), [])
        now, n_ended = self.memory(), len(took)
        took = sorted(took) or [0]
        print(f"# {times} calls ended {took[len(took) // 2] * 1000:.0f} ms after the click, {took[-1] * 1000:.0f} at most; "
              f"GIMP has {first:.0f} MB after 3 and {now:.0f} MB after {times}")
        self.check(n_ended == times, "Cancel ends each call", f"{times - n_ended} did not end")
        self.check(self.n_canceled == times, "the image is as it was",
                   f"{self.n_canceled} of {times} were canceled")
        self.check(now < first + GROWTH_MB, f"{times} canceled calls leave nothing", f"{first:.0f} and {now:.0f} MB")


def main():
    plug_in, photo = sys.argv[1:3]
    reason = desktop.missing()
    if reason:
        print(f"1..0 # SKIP {reason}")
        return 0
    with desktop.Desktop(plug_in) as gimp:
        gimp.finish(LOAD.format(photo=photo))
        test = Cancel(gimp)
        test.run_all(int(sys.argv[3]) if len(sys.argv) > 3 else 6)
        print(f"1..{test.n}")
    return 1 if test.failed else 0


if __name__ == "__main__":
    sys.exit(main())
