# SPDX-License-Identifier: GPL-3.0-or-later
"""The time after which tests report a hang: CE_PATIENCE times that of an idle machine. Meson sets it (tests/meson.build)."""
import os
import time

FACTOR = int(os.environ.get("CE_PATIENCE", "1"))


def limit(seconds):
    return seconds * FACTOR


def pause(seconds):
    """Sleeps where no event can be waited for, longer if more programs run than there are processors."""
    time.sleep(seconds * min(max(os.getloadavg()[0] / (os.cpu_count() or 1), 1), FACTOR))
