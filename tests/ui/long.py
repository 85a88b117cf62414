#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Opens and closes dialogs many times in one GIMP, for ./dev soak life, as TAP; prints GIMP's memory, descriptors and threads
meanwhile. Usage: long.py PLUG-IN PHOTO [DIALOGS]"""
import os
import sys
from pathlib import Path

import desktop
from checking import OPEN, WITH_TOP
from dialog import Dialogs

FILTERS = (("plug-in-cuda-canny", "CUDA Canny"), ("plug-in-cuda-sobel", "CUDA Sobel"),
           ("plug-in-cuda-laplacian", "CUDA Laplacian of Gaussian"), ("plug-in-cuda-sharpen", "CUDA Sharpen"))
GROWTH_MB = 48
LOOKS = 10


def state(pid):
    """Megabytes, descriptors, threads."""
    fields = dict(line.split(":", 1) for line in Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines())
    return int(fields["VmRSS"].split()[0]) / 1024, len(os.listdir(f"/proc/{pid}/fd")), int(fields["Threads"])


def open_and_close(test, number):
    gimp = test.gimp
    procedure, title = FILTERS[number % len(FILTERS)]
    n = len(gimp.logged("first result"))
    ended = gimp.script(WITH_TOP.replace("{body}", OPEN.replace("{procedure}", procedure)))
    gimp.activate(f"^{title}$")
    desktop.wait_for(lambda: len(gimp.logged("first result")) > n, "first result")
    gimp.keys("Escape")
    desktop.wait_for(ended.exists, "end of the call")


def main():
    plug_in, photo = sys.argv[1:3]
    n_dialogs = int(sys.argv[3]) if len(sys.argv) > 3 else 1000
    reason = desktop.missing()
    if reason:
        print(f"1..0 # SKIP {reason}")
        return 0
    with desktop.Desktop(plug_in) as gimp:
        gimp.finish(f'(gimp-display-new (car (gimp-file-load RUN-NONINTERACTIVE "{photo}")))')
        test = Dialogs(gimp)
        pid = next(child.pid for child in gimp.children if "gimp" in str(child.args[0]))
        first = None
        for i in range(n_dialogs):
            open_and_close(test, i)
            if (i + 1) % max(1, n_dialogs // LOOKS) == 0:
                now = state(pid)
                print(f"# dialogs {i + 1}: {now[0]:.0f} MB, {now[1]} descriptors, {now[2]} threads", flush=True)
                first = first or now
        test.check(now[0] < first[0] + GROWTH_MB and now[1] <= first[1] + 2 and now[2] <= first[2] + 2,
                   f"{n_dialogs} dialogs: memory, descriptors and threads stay", f"{first} {now}")
        print(f"1..{test.n}")
    return 1 if test.failed else 0


if __name__ == "__main__":
    sys.exit(main())
