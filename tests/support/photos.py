#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""photos.py FROM TO: 8-bit PNG files as PPM, for a program that knows no format; with photos.py FILE.ppm FILE.png back."""
import struct
import sys
import zlib
from pathlib import Path


def unfilter(lines, width, channels):
    """Undoes PNG's five filters, row by row."""
    row_bytes, above = width * channels, bytearray(width * channels)
    for start in range(0, len(lines), row_bytes + 1):
        kind, row = lines[start], bytearray(lines[start + 1:start + 1 + row_bytes])
        for i in range(row_bytes if kind else 0):
            left, up = row[i - channels] if i >= channels else 0, above[i]
            corner = above[i - channels] if i >= channels else 0
            if kind == 4:
                paeth = min((abs(up - corner), 0, left), (abs(left - corner), 1, up),
                            (abs(left + up - 2 * corner), 2, corner))[2]
            row[i] = (row[i] + (left, up, (left + up) // 2, paeth if kind == 4 else 0)[kind - 1]) & 255
        above = row
        yield bytes(row)


def read_png(path):
    data, at, packed = path.read_bytes(), 8, b""
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        body, at = data[at + 8:at + 8 + length], at + 12 + length
        if kind == b"IHDR":
            width, height, depth, color = struct.unpack(">IIBB", body[:10])
        elif kind == b"IDAT":
            packed += body
    channels = {0: 1, 2: 3, 4: 2, 6: 4}[color]
    if depth != 8:
        raise ValueError(f"{path} has {depth} bits")
    rows = b"".join(unfilter(zlib.decompress(packed), width, channels))
    colors = [rows[min(c, channels - 1) if channels > 2 else 0::channels] for c in range(3)]
    return width, height, bytes(byte for pixel in zip(*colors) for byte in pixel)


def write_png(path, width, height, pixels):
    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
    lines = b"".join(b"\0" + pixels[y * width * 3:(y + 1) * width * 3] for y in range(height))
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
                     + chunk(b"IDAT", zlib.compress(lines, 9)) + chunk(b"IEND", b""))


def read_ppm(path):
    head, _, rest = path.read_bytes().partition(b"\n255\n")
    width, height = map(int, head.split()[1:3])
    return width, height, rest


def main(source, target):
    if target.suffix == ".png":
        write_png(target, *read_ppm(source))
        return
    target.mkdir(parents=True, exist_ok=True)
    for path in sorted(source.glob("*.png")):
        width, height, pixels = read_png(path)
        (target / f"{path.stem}.ppm").write_bytes(f"P6\n{width} {height}\n255\n".encode() + pixels)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(Path(sys.argv[1]), Path(sys.argv[2]))
