#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Effects where the plug-in is an extension of Flatpak's GIMP, which GEGL does not look into, as TAP.

extension.py PLUG-IN RENDER CURVE: the plug-in links its operations into the user's folder when GIMP starts first, so
that the next start has them. It replaces nothing that is there."""
import os
import sys
import tempfile
from pathlib import Path

import run


def main():
    plug_in, tools = sys.argv[1], [os.path.abspath(path) for path in sys.argv[2:4]]
    with tempfile.TemporaryDirectory(prefix="cuda-edges-extension-") as name:
        folder = Path(name)
        link = folder / "home" / "gegl-0.4" / "plug-ins" / "cuda-edges-operations.so"
        lines = run.run(folder, plug_in, tools, ["alone"], {})[0]
        lines.append(f"{'ok' if link.is_symlink() and link.exists() else 'not ok'} - the first start leaves a link")
        lines += run.run(folder, plug_in, tools, ["linked"], {})[0]
        link.unlink()
        link.symlink_to("/nowhere")
        lines += run.run(folder, plug_in, tools, ["alone"], {})[0]
        lines.append(f"{'ok' if os.readlink(link) == '/nowhere' else 'not ok'} - a link that is there stays")
    print("\n".join(lines))
    print(f"1..{sum(line.startswith(('ok', 'not ok')) for line in lines)}")


main()
