#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What GIMP has found out about its own plug-ins. Asking them takes most of a first start, 5 of 6.6 seconds of the
processor; the answers stay in the build's folder. Those about plug-ins of GIMP's folder of the user are not kept.

known_plugins.py recall|keep FOLDER BUILD [LANGUAGE]: before and after a start in a language, C.UTF-8 if none is named;
FOLDER is GIMP's folder of the user."""
import os
import re
import sys
from pathlib import Path

# A definition of a plug-in that is elsewhere than GIMP's own.
OTHERS = re.compile(rb'^\(plug-in-def "(?!\$\{gimp_plug_in_dir\}).*?(?=^\(plug-in-def|^# end)', re.MULTILINE | re.DOTALL)


def file_of(build, language):
    return Path(build) / "tests" / f"pluginrc-{language}"


def recall(folder, build, language="C.UTF-8"):
    known, folder = file_of(build, language), Path(folder)
    if known.is_file() and not (folder / "pluginrc").exists():
        with open(folder / "gimprc", "a", encoding="utf-8") as gimprc:
            gimprc.write(f'(prev-language "{language}")\n')
        (folder / "pluginrc").write_bytes(known.read_bytes())


def keep(folder, build, language="C.UTF-8"):
    known, found = file_of(build, language), Path(folder) / "pluginrc"
    if known.exists() or not known.parent.is_dir() or not found.is_file():
        return
    part = known.with_name(f"{known.name}-{os.getpid()}")
    part.write_bytes(OTHERS.sub(b"", found.read_bytes()))
    os.replace(part, known)


if __name__ == "__main__":
    {"recall": recall, "keep": keep}[sys.argv[1]](*sys.argv[2:])
