#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Closes busy dialogs, as TAP: the window closes, the call ends, the image is unchanged. Presses OK while a render is late:
the layer has the last values. Prints the times.
Usage: closing.py PLUG-IN PHOTO [WIDTHxHEIGHT]"""
import sys
import time

import desktop
import latency
from dialog import Dialogs

UNSHARP = ' #:method "unsharp" #:radius 20'
N_LAYERS = f"(vector-length (car (gimp-image-get-layers {desktop.PHOTO})))"


class Closing(Dialogs):
    def start(self, procedure, title, arguments=""):
        ended = self.gimp.script(latency.RUN.format(procedure=procedure, arguments=arguments))
        self.gimp.activate(f"^{title}$")
        return ended

    def close(self, name, title, ended, how):
        """Closes the window and waits for the end of the call."""
        begin = time.monotonic()
        how()
        gone = desktop.happens(lambda: not self.gimp.windows(f"^{title}$"), 20)
        window = time.monotonic() - begin
        over = desktop.happens(ended.exists, 20)
        call = time.monotonic() - begin
        n_layers = self.gimp.ask("(begin {body})", N_LAYERS)
        self.check(gone and over and n_layers == "1", f"{name}: the window closes, the call ends, the image is as it was",
                   f"{n_layers} layers")
        print(f"# window after {window * 1000:.0f} ms, end of the call after {call * 1000:.0f} ms")

    def escape(self):
        self.gimp.keys("Escape")

    def delete(self):
        """As the window manager's button does."""
        self.gimp.keys("alt+F4")

    def wait_for_first(self, n):
        desktop.wait_for(lambda: len(self.gimp.logged("first result")) > n, "first result")

    def run_loading(self):
        for seconds in (0, 0.3):
            n = len(self.gimp.logged("all rows"))
            ended = self.start("plug-in-cuda-canny", "CUDA Canny")
            time.sleep(seconds)
            self.close(f"{seconds} s after the window opened", "CUDA Canny", ended, self.escape)
            print(f"# all rows had arrived by then: {len(self.gimp.logged('all rows')) > n}")

    def run_rendering(self, how, name):
        n = len(self.gimp.logged("all rows"))
        ended = self.start("plug-in-cuda-sharpen", "CUDA Sharpen", UNSHARP)
        desktop.wait_for(lambda: len(self.gimp.logged("all rows")) > n, "all rows")
        self.close(f"during the first render, {name}", "CUDA Sharpen", ended, how)

    def run_sliding(self):
        n = len(self.gimp.logged("first result"))
        ended = self.start("plug-in-cuda-canny", "CUDA Canny")
        self.wait_for_first(n)
        self.gimp.keys("alt+g", "shift+Tab")
        for _ in range(10):
            self.gimp.screen.press_named("Right")
        self.close("while a slider moves", "CUDA Canny", ended, self.escape)

    def run_comparing(self):
        n = len(self.gimp.logged("first result"))
        ended = self.start("plug-in-cuda-sharpen", "CUDA Sharpen", UNSHARP)
        self.wait_for_first(n)
        self.unfold()
        self.open_by("compare", "^CPU and GPU Compared$")
        begin = time.monotonic()
        self.escape()
        gone = desktop.happens(lambda: not self.gimp.windows("^CPU and GPU Compared$"), 20)
        self.check(gone, "while comparing: the comparison closes")
        print(f"# after {(time.monotonic() - begin) * 1000:.0f} ms")
        self.gimp.activate("^CUDA Sharpen$")
        self.close("right after that", "CUDA Sharpen", ended, self.escape)

    def run_ok(self):
        """The last values are typed, and OK is pressed, while the first render has not ended."""
        n = len(self.gimp.logged("all rows"))
        ended = self.start("plug-in-cuda-sharpen", "CUDA Sharpen", UNSHARP)
        desktop.wait_for(lambda: len(self.gimp.logged("all rows")) > n, "all rows")
        self.gimp.keys("alt+i", "ctrl+a")
        self.gimp.type("12.5")
        self.gimp.keys("Tab", "alt+a", "ctrl+a")
        self.gimp.type("1.75")
        self.gimp.keys("alt+o")
        desktop.wait_for(ended.exists, "end of the call")
        self.compare_with_call("OK at once", "plug-in-cuda-sharpen", '#:method "unsharp" #:radius 12.5 #:amount 1.75')


def main():
    plug_in, photo, *sizes = sys.argv[1:]
    reason = desktop.missing()
    if reason:
        print(f"1..0 # SKIP {reason}")
        return 0

    with desktop.Desktop(plug_in) as gimp:
        print("TAP version 13")
        width, height = (sizes or ["4000x3000"])[0].split("x")
        gimp.finish(latency.LOAD.format(photo=photo, width=width, height=height))
        test = Closing(gimp)
        test.run_loading()
        test.run_rendering(test.escape, "Escape")
        test.run_rendering(test.delete, "the window's button")
        test.run_sliding()
        test.run_comparing()
        test.run_ok()
        bad = gimp.faults("CRITICAL|crashed|Segmentation|unexpected message")
        test.check(not bad, "no critical and no crash", "; ".join(bad[:3]))
        print(f"1..{test.n}")
    return 1 if test.failed else 0


if __name__ == "__main__":
    sys.exit(main())
