# SPDX-License-Identifier: GPL-3.0-or-later
"""How long tests wait before they say that something hangs: CE_PATIENCE times as long as a machine takes that has nothing
else to do. Meson sets it (tests/meson.build)."""
import os
import time

FACTOR = int(os.environ.get("CE_PATIENCE", "1"))


def limit(seconds):
    return seconds * FACTOR


def pause(seconds):
    """Where there is nothing to wait for: longer where more is running than there are processors."""
    time.sleep(seconds * min(max(os.getloadavg()[0] / (os.cpu_count() or 1), 1), FACTOR))
