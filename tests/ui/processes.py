# SPDX-License-Identifier: GPL-3.0-or-later
"""What /proc tells of processes."""
import os
from pathlib import Path


def state_of(pid):
    """The words after the name in the state of a process or a thread: the first is R if it runs or could, the second its parent."""
    return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace").rsplit(")", 1)[1].split()


def is_alive(pid):
    try:
        return state_of(pid)[0] != "Z"
    except OSError:
        return False


def work(family):
    """Whether a thread of these processes or of their children computes, wants a processor or waits for a disk."""
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            if family & {int(pid), int(state_of(pid)[1])} \
               and any(state_of(f"{pid}/task/{task}")[0] in "RD" for task in os.listdir(f"/proc/{pid}/task")):
                return True
        except OSError:     # it has ended
            pass
    return False
