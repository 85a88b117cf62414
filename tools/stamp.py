#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes a header with a number that is another one when a source is.

stamp.py HEADER FOLDER...: what was measured with other code is then known to be out of date."""
import hashlib
import sys
from pathlib import Path


def main(header, folders):
    sources = sorted(path for folder in folders for path in Path(folder).iterdir()
                     if path.suffix in (".c", ".h", ".cu", ".cuh"))
    number = hashlib.sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()[:16]
    text = f'#define CE_STAMP "{number}"\n'
    # Left alone, it causes nothing to be built again.
    if not header.exists() or header.read_text(encoding="utf-8") != text:
        header.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
