# SPDX-License-Identifier: GPL-3.0-or-later
"""Test files for cuda-edges, and a reader of its PNG files."""
import base64
import random
import struct
import zlib

# 24 × 16 pixels of (173, 99, 81), for a libvips that reads AVIF but does not write it.
AVIF = base64.b64decode(
    'AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUIAAADrbWV0YQAAAAAAAAAhaGRscgAAAAAAAAAAcGljdAAAAAAAAAAAAAAAAAAAAAAOcGl0bQAA'
    'AAAAAQAAAB5pbG9jAAAAAEQAAAEAAQAAAAEAAAETAAAAJwAAAChpaW5mAAAAAAABAAAAGmluZmUCAAAAAAEAAGF2MDFDb2xvcgAAAABqaXBycAAAAEtp'
    'cGNvAAAAFGlzcGUAAAAAAAAAGAAAABAAAAAQcGl4aQAAAAADCAgIAAAADGF2MUOBAAwAAAAAE2NvbHJuY2x4AAEADQAGgAAAABdpcG1hAAAAAAAAAAEA'
    'AQQBAoMEAAAAL21kYXQSAAoJGBDv7ZAQ0GhAMhgXh4eGIYAAZQAAAABX1x2L0826UTO6fIA=')
PNG = b'\x89PNG\r\n\x1a\n'


def chunk(kind, body):
    return struct.pack('>I', len(body)) + kind + body + struct.pack('>I', zlib.crc32(kind + body))


def pixels(width, height, channels=3, seed=1):
    """Blocks of gray and color with some noise."""
    source = random.Random(seed)
    cells = [source.randrange(256) for _ in range(64)]
    return bytes((cells[(y // 16 * 5 + x // 16 + c) % 64] + source.randrange(6)) % 256
                 for y in range(height) for x in range(width) for c in range(channels))


def png(width, height, samples=None, chunks=()):
    samples = samples or pixels(width, height)
    step = len(samples) // height
    rows = b''.join(b'\0' + samples[y * step:(y + 1) * step] for y in range(height))
    kind = {1: 0, 2: 4, 3: 2, 4: 6}[step // width]
    return (PNG + chunk(b'IHDR', struct.pack('>IIBBBBB', width, height, 8, kind, 0, 0, 0))
            + b''.join(chunk(name, body) for name, body in chunks)
            + chunk(b'IDAT', zlib.compress(rows)) + chunk(b'IEND', b''))


def huge():
    """Only the header says that it has 60,000 × 60,000 pixels."""
    return (PNG + chunk(b'IHDR', struct.pack('>IIBBBBB', 60000, 60000, 8, 2, 0, 0, 0))
            + chunk(b'IDAT', zlib.compress(bytes(1000))) + chunk(b'IEND', b''))


def chunks_of(path):
    """The chunks of a PNG; raises if it is not whole."""
    data = path.read_bytes()
    if not data.startswith(PNG):
        raise ValueError('no PNG')
    at, found = len(PNG), []
    while at < len(data):
        size, kind = struct.unpack('>I4s', data[at:at + 8])
        body = data[at + 8:at + 8 + size]
        if struct.unpack('>I', data[at + 8 + size:at + 12 + size])[0] != zlib.crc32(kind + body):
            raise ValueError('a broken chunk')
        found.append((kind, body))
        at += 12 + size
    if found[-1][0] != b'IEND':
        raise ValueError('cut off')
    return found


def decode(path):
    """Width, height, channels, bits and samples of a PNG."""
    found = chunks_of(path)
    width, height, bits, kind = struct.unpack('>IIBB', found[0][1][:10])
    channels = {0: 1, 2: 3, 4: 2, 6: 4}[kind]
    data = zlib.decompress(b''.join(body for name, body in found if name == b'IDAT'))
    back, stride = channels * bits // 8, width * channels * bits // 8
    above, result = bytes(stride), bytearray()
    for y in range(height):
        rule, row = data[y * (stride + 1)], bytearray(data[y * (stride + 1) + 1:(y + 1) * (stride + 1)])
        for i, value in enumerate(row):
            left, up, corner = (row[i - back], above[i], above[i - back]) if i >= back else (0, above[i], 0)
            near = min((abs(up - corner), 0, left), (abs(left - corner), 1, up), (abs(left + up - 2 * corner), 2, corner))
            row[i] = (value + (0, left, up, (left + up) // 2, near[2])[rule]) & 255
        result += row
        above = bytes(row)
    return width, height, channels, bits, bytes(result)


def profile():
    """An ICC profile with colors of its own and a gamma of 1.8."""
    def xyz(*values):
        return b'XYZ \0\0\0\0' + b''.join(struct.pack('>i', round(v * 65536)) for v in values)
    gamma = b'curv\0\0\0\0' + struct.pack('>IH', 1, round(1.8 * 256)) + b'\0\0'
    name = b'Test 1.8'
    text = b'desc\0\0\0\0' + struct.pack('>I', len(name) + 1) + name + bytes(79)
    tags = {b'desc': text, b'cprt': b'text\0\0\0\0None\0\0\0\0', b'wtpt': xyz(0.9642, 1, 0.8249),
            b'rXYZ': xyz(0.7977, 0.2880, 0), b'gXYZ': xyz(0.1352, 0.7119, 0), b'bXYZ': xyz(0.0313, 0.0001, 0.8249),
            b'rTRC': gamma, b'gTRC': gamma, b'bTRC': gamma}
    table, body, at = b'', b'', 128 + 4 + 12 * len(tags)
    for tag, data in tags.items():
        data += bytes(-len(data) % 4)
        table += tag + struct.pack('>II', at + len(body), len(data))
        body += data
    size = at + len(body)
    head = (struct.pack('>I', size) + b'test\x02\x10\0\0mntrRGB XYZ ' + bytes(12) + b'acsp' + bytes(28)
            + xyz(0.9642, 1, 0.8249)[8:] + bytes(48))
    return head + struct.pack('>I', len(tags)) + table + body
