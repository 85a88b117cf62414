#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Software: libvips 8.18.7 (pyvips-binary), jpegsave.
# Expected: XMP of 62,000 bytes, as an editor writes it that keeps its steps, fits into a JPEG file, whose segment has
# 65,502 bytes for it, and is written; or the save fails.
# Came: the file has no XMP at all, and nothing is said. The same image keeps it as PNG, TIFF and WebP, and 50,000 bytes
# stay in JPEG, too.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q pyvips==3.2.0 pyvips-binary==8.18.7
venv/bin/python <<'END'
import sys

import pyvips


def kept(save, size):
    """Whether XMP of that many bytes is there after a save and a load."""
    text = b'<x:xmpmeta xmlns:x="adobe:ns:meta/"><!--' + b"." * (size - 55) + b"--></x:xmpmeta>"
    image = pyvips.Image.black(16, 16).copy()
    image.set_type(pyvips.GValue.blob_type, "xmp-data", text)
    loaded = pyvips.Image.new_from_buffer(getattr(image, save)(), "")
    return "xmp-data" in loaded.get_fields() and loaded.get("xmp-data") == text


long = {save: kept(save + "save_buffer", 62000) for save in ("jpeg", "png", "tiff", "webp")}
short = kept("jpegsave_buffer", 50000)
print(f"libvips {pyvips.version(0)}.{pyvips.version(1)}.{pyvips.version(2)}, saving an image with XMP of 62,000 bytes:")
print("expected: the XMP is in the file, or there is an error")
print(f"came: no error, and it is there or not: {long}; of 50,000 bytes in JPEG: {short}")
sys.exit(not (short and long["png"] and long["tiff"] and long["webp"] and not long["jpeg"]))
END
