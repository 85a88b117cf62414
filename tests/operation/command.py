#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The gegl command with our operations: command.py MODULE PHOTO. Prints TAP."""
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))
import patience  # noqa: E402


def main(module, photo):
    gegl = shutil.which("gegl")
    if not gegl:
        print("1..0 # SKIP there is no gegl command here")
        return 0
    with tempfile.TemporaryDirectory() as folder:
        own = Path(folder) / "gegl-0.4" / "plug-ins"
        own.mkdir(parents=True)
        shutil.copy(module, own)
        environment = os.environ | {"XDG_DATA_HOME": folder, "XDG_CACHE_HOME": folder, "GEGL_USE_OPENCL": "no"}
        commands = [["cuda-edges:canny", "sigma=1.4"], ["cuda-edges:sharpen", "radius=2", "amount=1"],
                    ["cuda-edges:sobel", "component=direction"], ["cuda-edges:laplacian", "response=zero-crossings"]]
        print(f"1..{len(commands)}")
        for number, command in enumerate(commands, 1):
            result = Path(folder) / f"{number}.png"
            done = subprocess.run([gegl, photo, "-o", str(result), "--", *command], env=environment, timeout=patience.limit(60),
                                  capture_output=True, text=True, check=False)
            good = done.returncode == 0 and result.exists() and result.stat().st_size > 1000
            print(f"{'ok' if good else 'not ok'} {number} - gegl photo -o picture -- {' '.join(command)}")
            if not good:
                print("# " + done.stderr.replace("\n", "\n# "))
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
