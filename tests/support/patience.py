# SPDX-License-Identifier: GPL-3.0-or-later
"""Waiting, and the time after which tests report a hang: CE_PATIENCE times that of an idle machine. Meson sets it (tests/meson.build)."""
import os
import time

FACTOR = int(os.environ.get("CE_PATIENCE", "1"))
# Between two looks whether something has happened.
LOOK_S = 0.03


def limit(seconds):
    return seconds * FACTOR


def happens(condition, seconds):
    """Whether a condition becomes true within a time."""
    end = time.monotonic() + limit(seconds)
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(LOOK_S)
    return True


def wait_for(condition, what, seconds=60):
    """Asks until it is true and returns the answer."""
    end = time.monotonic() + limit(seconds)
    while time.monotonic() < end:
        answer = condition()
        if answer:
            return answer
        time.sleep(LOOK_S)
    raise TimeoutError(f"{what}: nothing after {limit(seconds)} s")
