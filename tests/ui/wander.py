#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Uses a graphical GIMP at random, for ./dev soak --desktop: photos, the dialogs and their controls, layers, selections,
paint, undo, Repeat; layers and images that are closed while a dialog shows them. After each action GIMP has to respond, and
one undo has to restore every layer. Prints TAP, the actions and GIMP's memory.

Usage: wander.py PLUG-IN PHOTOS MINUTES [SEED [PICTURES]]: PHOTOS is a folder, PICTURES gets pictures of faults."""
import collections
import json
import os
import random
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import acts
import desktop
from desktop import call_of
from processes import is_alive
from checking import Test
from long import state

# On a machine that does much else.
LOOK_S = 300
GROWTH_MB = 256
# The lines of the log that GIMP writes when it crashes.
TRACE_LINES = 200
# When the dialog's window went, in microseconds.
GONE = re.compile(r".*trace: mark \d+ gone (\d+)")
# Lines of the log that are faults; other plug-ins and GIMP itself are not ours.
OURS = re.compile(r"(?!.*Broken pipe).*(?:cuda-edges|cuda_edges|libcuda|dumped core|fatal error).*")
BAD = re.compile(r".*(?:CRITICAL|crashed|Segmentation|dumped core|fatal error|unexpected message|Traceback|WARNING \*\*).*")


class Fault(Exception):
    """GIMP or a call does not go on."""


class Wander(Test):
    def __init__(self, gimp, photos, seed, pictures):
        super().__init__(gimp)
        self.seed, self.random = seed, random.Random(seed)
        self.photos = sorted(str(path) for path in Path(photos).iterdir() if path.suffix in (".png", ".jpg"))
        self.pictures = pictures
        self.counts = collections.Counter()
        self.said = collections.Counter()
        self.last = collections.deque(maxlen=30)
        self.faults = []
        self.read = 0
        self.gone = 0.0
        self.pid = gimp.pid
        self.looks = []
        self.slowest = 0

    def note(self, what):
        self.counts[what.split()[0]] += 1
        self.last.append(what)

    def fault(self, what):
        """Reports a fault, the actions before it, and a picture."""
        self.faults.append(what)
        print(f"# FAULT {what}\n#   after: " + "; ".join(self.last) + f"\n#   windows {self.windows()}, keys go to "
              + self.gimp.screen.name_of(self.gimp.screen.active()), flush=True)
        if "answer" in what and shutil.which("gdb"):
            threads = subprocess.run(["gdb", "-p", str(self.pid), "-batch", "-ex", "thread apply all backtrace"],
                                     capture_output=True, text=True, timeout=LOOK_S, check=False).stdout
            print("".join(f"#   {line}\n" for line in threads.splitlines() if line.startswith(("#", "Thread"))), flush=True)
        if self.pictures:
            self.gimp.screenshot(f"{self.pictures}/fault-{self.seed}-{len(self.faults)}.png")

    def ask(self, expression):
        """The value of a Python expression in GIMP, which has to answer."""
        begin = time.monotonic()
        try:
            answer = json.loads(self.gimp.python(f"json.dumps({expression})"))
        except RuntimeError as failure:
            answer = "failed: " + str(failure).splitlines()[-1]
        except TimeoutError:
            raise Fault(f"GIMP does not answer in {desktop.ANSWER_S} s") from None
        self.slowest = max(self.slowest, time.monotonic() - begin)
        return answer

    def listen(self):
        """Reads new messages; our criticals are faults, others are counted."""
        with open(self.gimp.log, "rb") as log:
            log.seek(self.read)
            new = log.read()
        new = new[:new.rfind(b"\n") + 1]
        self.read += len(new)
        lines = new.decode(errors="replace").splitlines()
        for line in lines:
            if GONE.match(line):
                self.gone = int(GONE.match(line)[1]) / 1e6
            if BAD.match(line) and OURS.match(line) and "trace:" not in line:
                self.fault(line)
            elif line.strip() and " trace: " not in line:
                self.said[re.sub(r"\d+", "N", line)[:160]] += 1
        return lines

    def wait_for_calls(self, seconds=desktop.ANSWER_S):
        """Until no call of ours is there."""
        if desktop.happens(lambda: not call_of(self.gimp), seconds):
            return
        pid = call_of(self.gimp)
        if not pid:
            return
        where = Path(f"/proc/{pid}/wchan")
        self.fault(f"a call does not end: {where.read_text(encoding='ascii') if where.exists() else 'gone'}, "
                   f"windows {self.windows()}")
        os.kill(int(pid), 9)
        desktop.happens(lambda: not is_alive(pid), 10)

    def windows(self):
        """The names of all that are open."""
        return [self.gimp.screen.name_of(window) for window in self.gimp.screen.windows(".")]

    def look(self):
        """Between actions: GIMP's memory, descriptors, threads, and the files that are there."""
        now = state(self.pid) + (sum(len(files) for _, _, files in os.walk(self.gimp.folder)),)
        self.looks.append(now)
        print(f"# {sum(self.counts.values())} actions: {now[0]:.0f} MB, {now[1]} descriptors, {now[2]} threads, "
              f"{now[3]} files; slowest answer {self.slowest:.1f} s", flush=True)
        self.slowest = 0

    def run_for(self, minutes):
        """Actions until the time is over. Returns whether GIMP lives."""
        end, next_look = time.monotonic() + minutes * 60, time.monotonic() + 30
        everything = acts.Acts(self)
        everything.greet()
        try:
            while time.monotonic() < end:
                everything.step()
                self.listen()
                if time.monotonic() > next_look:
                    everything.close_all()
                    self.look()
                    next_look = time.monotonic() + LOOK_S
        except (Fault, TimeoutError, OSError, subprocess.CalledProcessError) as failure:
            self.fault(f"{type(failure).__name__}: {str(failure)[-200:]}")
            self.listen()
            print("".join(f"#   {line}\n" for line in self.gimp.log.read_text(errors="replace").splitlines()[-TRACE_LINES:]
                          if " trace: " not in line), flush=True)
            return False
        everything.close_all()
        self.look()
        return True

    def report_all(self, minutes):
        print("# " + ", ".join(f"{count} {what}" for what, count in sorted(self.counts.items())))
        for line, count in self.said.most_common(40):
            print(f"# said {count} times: {line}")
        # What GIMP has only once it was used, as its pool's threads, is there at the second.
        first, now = self.looks[min(1, len(self.looks) - 1)], self.looks[-1]
        self.check(not self.faults, f"{minutes:g} minutes, {sum(self.counts.values())} actions without a fault",
                   f"{len(self.faults)} faults")
        self.check(now[0] < first[0] + GROWTH_MB and now[1] <= first[1] + 6 and now[2] <= first[2] + 4
                   and now[3] <= first[3] + 20,
                   "memory, descriptors, threads and files stay", f"{first} {now}")


def main():
    plug_in, photos, minutes = sys.argv[1:4]
    seed = int(sys.argv[4]) if len(sys.argv) > 4 else random.randrange(10 ** 6)
    pictures = sys.argv[5] if len(sys.argv) > 5 else None
    reason = desktop.missing()
    if reason:
        print(f"1..0 # SKIP {reason}")
        return 0
    print(f"# seed {seed}", flush=True)
    end, n, failed = time.monotonic() + float(minutes) * 60, 0, 0
    while time.monotonic() < end:
        begin = time.monotonic()
        display = desktop.Desktop(plug_in)
        display.put_operations(plug_in)
        display.options = ["-c", "--stack-trace-mode=always"]        # what GIMP says goes to the log, where it is read
        display.DIGEST = acts.PYTHON
        with display as gimp:
            test = Wander(gimp, photos, seed, pictures)
            test.n, test.failed = n, failed
            test.run_for((end - time.monotonic()) / 60)
            test.report_all((time.monotonic() - begin) / 60)
            n, failed, seed = test.n, test.failed, seed + 1
    print(f"1..{n}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
