#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that the preview of images with color profiles has the colors that GIMP shows on an sRGB screen, as TAP.
Usage: colors.py PLUG-IN PHOTO"""
import struct
import sys

import checking
from checking import WITH_TOP

# The primaries in D50 of Adobe RGB (1998) and sRGB.
ADOBE = ((0.60974, 0.31111, 0.01947), (0.20528, 0.62567, 0.06087), (0.14919, 0.06322, 0.74457))
SRGB = ((0.43607, 0.22249, 0.01392), (0.38515, 0.71687, 0.09708), (0.14307, 0.06061, 0.71410))
D50 = (0.96420, 1.0, 0.82491)
# The top alone in sRGB, 8-bit, as a file; if OK made it, it goes away.
SAVE = """(let* ((copy (car (gimp-image-duplicate image)))
         (all (car (gimp-image-get-layers copy))))
    (for-each (lambda (other) (gimp-image-remove-layer copy other)) (cdr (vector->list all)))
    (if (not (= (car (gimp-image-get-precision copy)) PRECISION-U8-NON-LINEAR))
        (gimp-image-convert-precision copy PRECISION-U8-NON-LINEAR))
    (if (= (car (gimp-image-get-base-type copy)) GRAY) (gimp-image-convert-rgb copy))
    (gimp-image-convert-color-profile-from-file copy "{srgb}" COLOR-RENDERING-INTENT-RELATIVE-COLORIMETRIC FALSE)
    (gimp-file-save RUN-NONINTERACTIVE copy "{file}" -1)
    (gimp-image-delete copy)
    (gimp-image-remove-layer image layer))"""


def number(value):
    return struct.pack(">i", round(value * 65536))


def curve(gamma):
    """A power, or that of sRGB."""
    if gamma:
        return b"curv" + struct.pack(">IIH", 0, 1, round(gamma * 256))
    return (b"para" + struct.pack(">IHH", 0, 3, 0)
            + b"".join(number(value) for value in (2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045)))


def icc(primaries, gamma):
    """A display profile; gray without primaries."""
    text = b"test\0"
    tags = {b"desc": b"desc" + struct.pack(">II", 0, len(text)) + text + bytes(78), b"cprt": b"text" + bytes(4) + text,
            b"wtpt": b"XYZ " + bytes(4) + b"".join(map(number, D50))}
    for letter, primary in zip(b"rgb", primaries):
        tags[bytes([letter]) + b"XYZ"] = b"XYZ " + bytes(4) + b"".join(map(number, primary))
    for name in (b"rTRC", b"gTRC", b"bTRC") if primaries else (b"kTRC",):
        tags[name] = curve(gamma)
    table, data = b"", b""
    for name, tag in tags.items():
        table += name + struct.pack(">II", 132 + 12 * len(tags) + len(data), len(tag))
        data += tag + bytes(-len(tag) % 4)
    space = b"RGB " if primaries else b"GRAY"
    head = (struct.pack(">I", 132 + len(table) + len(data)) + bytes(4) + b"\x04\x20\0\0" + b"mntr" + space + b"XYZ "
            + struct.pack(">6H", 2026, 1, 1, 0, 0, 0) + b"acsp" + bytes(28) + b"".join(map(number, D50)) + bytes(48))
    return head + struct.pack(">I", len(tags)) + table + data


class Colors(checking.Exact):
    def run_case(self, name, prepare, procedure, title, most):
        gimp = self.gimp
        gimp.finish(WITH_TOP.format(body=prepare))
        ended = self.open_top(procedure, title)
        seen, area = self.see()
        self.close_with_ok(ended)
        file = gimp.folder / "shown.png"
        gimp.finish(WITH_TOP.format(body=SAVE.format(file=file, srgb=gimp.folder / "srgb.icc")))
        self.compare_picture(name, seen, area, file, (512, 512), most)

    def run_all(self, _):
        for name, primaries, gamma in (("adobe", ADOBE, 2.2), ("srgb", SRGB, None), ("gray", (), 1.3)):
            (self.gimp.folder / f"{name}.icc").write_bytes(icc(primaries, gamma))
        assign = f'(gimp-image-set-color-profile-from-file image "{self.gimp.folder}/{{}}.icc")'
        sharpen, sobel = ("plug-in-cuda-sharpen", "CUDA Sharpen"), ("plug-in-cuda-sobel", "CUDA Sobel")
        self.run_case("without a profile", "layer", *sharpen, 1.6)
        # The preview's samples are rounded to levels before and after.
        self.run_case("Adobe RGB", assign.format("adobe"), *sharpen, 3.1)
        self.run_case("edges in Adobe RGB", "layer", *sobel, 2.6)
        self.run_case("Adobe RGB, 16-bit", "(gimp-image-convert-precision image PRECISION-U16-NON-LINEAR)", *sharpen, 3.1)
        self.run_case("gray with a profile", "(gimp-image-convert-precision image PRECISION-U8-NON-LINEAR)"
                      "(gimp-image-convert-grayscale image)" + assign.format("gray"), *sharpen, 2.6)
        self.run_case("edges in gray", "layer", *sobel, 2.6)


if __name__ == "__main__":
    sys.exit(checking.main(Colors))
