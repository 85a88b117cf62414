# SPDX-License-Identifier: GPL-3.0-or-later
"""About a hundred odd, broken or lying files, each with its allowed results:

    WHOLE    every reader shows the picture, though libraries warn: it has a result
    BROKEN   some or all pixels are missing: it is refused
    EITHER   it is refused or has a result
"""
import random
import struct
import zlib
from pathlib import Path

import files
from files import PNG, chunk
from pictures import CMYK, LAB, MULTIBAND, Picture, noise, picture

WHOLE, BROKEN, EITHER = 'whole', 'broken', 'either'
WIDTH, HEIGHT = 300, 200


def encode(image, folder, ending, options=''):
    path = Path(image.save(folder / f'made.{ending}', options))
    data = path.read_bytes()
    path.unlink()
    return data


def ends(bases):
    """Cut off, and with something behind the end."""
    for ending, data in bases.items():
        yield f'ok.{ending}', data, WHOLE
        for percent in (30, 70, 98):
            yield f'cut{percent}.{ending}', data[:len(data) * percent // 100], BROKEN
        yield f'tail.{ending}', data + b'JUNK' * 100, WHOLE
        yield f'head.{ending}', data[:30], BROKEN
        yield f'empty.{ending}', b'', BROKEN
        yield f'text.{ending}', b'no picture at all\x1b[31m\x07', BROKEN


def jpegs(jpg, progressive):
    half, tables = len(jpg) // 2, jpg.index(b'\xff\xdb')
    scan = jpg.index(b'\xff\xda')
    stray = jpg[:tables] + b'\0\x11\x22\x33' + jpg[tables:]

    def without(data):
        return data[:half] + bytes(200) + data[half + 200:]
    yield 'extra-before-end.jpg', jpg[:-2] + b'\x11\x22\x33' + jpg[-2:], WHOLE
    yield 'extra-in-head.jpg', stray, WHOLE
    yield 'extra-and-cut.jpg', stray[:half], BROKEN
    # The decoder goes on behind the damage, and libjpeg may notice nothing: no reader can tell it from the photo.
    yield 'damaged.jpg', without(jpg), EITHER
    yield 'extra-and-damaged.jpg', without(stray), EITHER
    yield 'progressive-cut.jpg', progressive[:len(progressive) * 6 // 10], BROKEN
    yield 'no-end.jpg', jpg[:-2], EITHER
    odd = bytearray(jpg)
    odd[scan + 5 + 2 * jpg[scan + 4] + 1] = 0           # "Invalid SOS parameters for sequential JPEG"
    yield 'scan-parameters.jpg', bytes(odd), WHOLE
    # A version of JFIF that is not known.
    yield 'jfif3.jpg', jpg[:2] + b'\xff\xe0\0\x10JFIF\0\3\1\1' + struct.pack('>HH', 72, 72) + bytes(2) + jpg[2:], WHOLE
    for i, size in enumerate((struct.pack('>HH', 0, 5), struct.pack('>HH', 65535, 65535))):
        at = jpg.index(b'\xff\xc0') + 5
        yield f'size{i}.jpg', jpg[:at] + size + jpg[at + 4:], BROKEN


def header(width, height, bits=8, kind=2):
    return PNG + chunk(b'IHDR', struct.pack('>IIBBBBB', width, height, bits, kind, 0, 0, 0))


def bomb(width, height):
    """Black, one bit a pixel, in next to no bytes."""
    packer = zlib.compressobj(9)
    row = bytes((width + 7) // 8 + 1)
    data = b''.join(packer.compress(row) for _ in range(height)) + packer.flush()
    return header(width, height, 1, 0) + chunk(b'IDAT', data) + chunk(b'IEND', b'')


def pngs(samples):
    rows = b''.join(b'\0' + samples[y * WIDTH * 3:(y + 1) * WIDTH * 3] for y in range(HEIGHT))
    head, end, data = header(WIDTH, HEIGHT), chunk(b'IEND', b''), zlib.compress(rows)
    half = len(data) // 2
    halves, lie = chunk(b'IDAT', data[:half]), chunk(b'IDAT', data[half:])
    wrong = lie[:-1] + bytes([lie[-1] ^ 1])
    odd_time = chunk(b'tIME', bytes(7))
    warnings = (odd_time[:-1] + bytes([odd_time[-1] ^ 1]) + chunk(b'gAMA', b'\0\0\0\1\2')) * 300
    short = chunk(b'IDAT', zlib.compress(rows[:len(rows) // 2]))
    yield 'no-end.png', head + halves + lie, EITHER
    yield 'wrong-sum.png', head + halves + wrong + end, EITHER
    yield 'short.png', head + short + end, BROKEN
    yield 'warned.png', head + warnings + halves + lie + end, EITHER
    yield 'warned-cut.png', head + warnings + halves, BROKEN
    yield 'warned-short.png', head + warnings + short + end, BROKEN
    yield 'flipped.png', head + chunk(b'IDAT', data[:half] + bytes([data[half] ^ 255]) + data[half + 1:]) + end, BROKEN
    yield 'bad-profile.png', head + chunk(b'iCCP', b'x\0\0' + zlib.compress(bytes(628))) + halves + lie + end, WHOLE
    control, frame = struct.pack('>II', 2, 0), struct.pack('>IIIIHHBB', WIDTH, HEIGHT, 0, 0, 1, 1, 0, 0)
    yield 'moving.png', (head + chunk(b'acTL', control) + chunk(b'fcTL', bytes(4) + frame) + halves + lie
                         + chunk(b'fcTL', struct.pack('>I', 1) + frame) + chunk(b'fdAT', struct.pack('>I', 2) + data)
                         + end), BROKEN
    yield 'wide.png', bomb(900000, 1), EITHER
    yield 'tall.png', bomb(1, 900000), EITHER
    yield 'one.png', bomb(1, 1), WHOLE
    yield 'bomb.png', bomb(60000, 60000), BROKEN
    yield 'huge.png', files.huge(), BROKEN
    yield 'largest.png', header(2 ** 31 - 1, 2 ** 31 - 1, 16, 6) + chunk(b'IDAT', zlib.compress(b'')) + end, BROKEN
    yield 'zero.png', header(0, 5) + chunk(b'IDAT', zlib.compress(b'')) + end, BROKEN
    yield 'gif-as.png', b'GIF89a' + struct.pack('<HHBBB', 5, 5, 0, 0, 0) + b';', BROKEN


def ppms():
    for name, data in (('bomb', b'P6\n2000000000 2000000000\n255\n'),
                       ('max99999', b'P5\n5 5\n99999\n' + b'a' * 75),
                       ('short', b'P6\n50 50\n255\n' + b'a' * 75), ('overflow', b'P6\n65536 65537\n65535\n' + b'a' * 75)):
        yield f'{name}.ppm', data, BROKEN
    yield 'negative.ppm', b'P6\n-5 -5\n255\n' + b'a' * 75, EITHER         # libvips takes it as 5
    yield 'max0.ppm', b'P6\n5 5\n0\n' + b'a' * 75, EITHER
    yield 'words.pgm', b'P5\n5 5\n65535\n' + b'ab' * 25, EITHER
    yield 'remark.ppm', b'P6\n#' + b'x' * 100000 + b'\n5 5\n255\n' + b'a' * 75, EITHER


def tiff(entries, data=b'', behind=0):
    """Its entries as they are given, in their order: (tag, type, count, value or four bytes)."""
    body = b'II*\0' + struct.pack('<I', 8 + len(data)) + data + struct.pack('<H', len(entries))
    for tag, kind, n, value in entries:
        body += struct.pack('<HHI', tag, kind, n) + (value if isinstance(value, bytes) else struct.pack('<I', value))
    return body + struct.pack('<I', behind)


def gray_tiff(width, height, *more, n_bytes=None, samples=1):
    size = n_bytes if n_bytes is not None else width * height
    return [(256, 4, 1, width), (257, 4, 1, height), (258, 3, 1, 8), (259, 3, 1, 1), (262, 3, 1, 1), (273, 4, 1, 8),
            (277, 3, 1, samples), (278, 4, 1, height), (279, 4, 1, size), *more]


def raw(pixels):
    """A camera's: its directory has a small picture, and the photo is in a directory of its own below."""
    small = [(254, 4, 1, 1), *gray_tiff(32, 16)]
    at = 8 + len(pixels) + 2 + 12 * (len(small) + 1) + 4
    photo = [(tag, kind, n, at + 2 + 12 * 9 + 4 if tag == 273 else value) for tag, kind, n, value in gray_tiff(64, 64)]
    return tiff([*small, (330, 4, 1, at)], pixels) + tiff(photo)[8:] + bytes(64 * 64)


def exif_bombs(at, n):
    """Directories of EXIF at an offset that lead into themselves, thousands of times, or say a value as often."""
    def directory(*entry):
        return struct.pack('<H', n) + struct.pack('<HHII', *entry) * n + bytes(4)
    yield 'round', directory(0x8825, 4, 1, at)
    yield 'large', directory(0x9286, 7, 65000, at)
    yield 'outside', directory(0x9286, 7, 65000, 2 ** 32 - 9)
    yield 'endless', directory(0x9286, 5, 2 ** 32 - 1, at)


def tiffs():
    pixels = bytes(x * 8 % 256 for _ in range(16) for x in range(32))
    plain = gray_tiff(32, 16)
    yield 'plain.tif', tiff(plain, pixels), WHOLE
    yield 'text-without-zero.tif', tiff([*plain, (305, 2, 4, b'abcd')], pixels), WHOLE
    yield 'wrong-type.tif', tiff([*plain, (33723, 3, 1, 0)], pixels), WHOLE
    yield 'unsorted.tif', tiff([plain[1], plain[0], *plain[2:]], pixels), WHOLE
    yield 'huge.tif', tiff(gray_tiff(2 ** 31 - 1, 2 ** 31 - 1, n_bytes=100)), BROKEN
    yield '60k.tif', tiff(gray_tiff(60000, 60000, n_bytes=100)), BROKEN
    yield 'short.tif', tiff(gray_tiff(32, 16), pixels[:100])[:120], BROKEN
    yield 'round.tif', tiff(plain, pixels, behind=8 + len(pixels)), EITHER
    yield 'raw.nef', raw(pixels), BROKEN
    yield 'no-samples.tif', tiff(gray_tiff(5, 5, samples=0), bytes(25)), BROKEN


def kinds(folder):
    """Kinds of samples that few photos have."""
    def of(kind, n, interpretation, wanted=EITHER):
        return Picture.of(noise(60, 40, n, kind), 60, 40, n, kind, interpretation), wanted
    base = picture(60, 40)
    values = bytearray(noise(60, 40, 3, 'f32'))
    for i, value in enumerate((float('nan'), float('inf'), -float('inf'), 3e38, 1e-45)):
        values[i * 48:i * 48 + 4] = struct.pack('<f', value)
    for name, (image, wanted), options in (
            ('cmyk.jpg', (base.to_profile('cmyk'), WHOLE), ''), ('cmyk.tif', (base.to_profile('cmyk'), WHOLE), ''),
            ('cmyk-bare.tif', of('u8', 4, CMYK, WHOLE), ''), ('palette.png', (base, WHOLE), '[palette]'),
            ('palette-alpha.png', (picture(60, 40, 4), WHOLE), '[palette]'), ('gray.jpg', (picture(60, 40, 1), WHOLE), ''),
            ('gray-alpha.png', (picture(60, 40, 2), WHOLE), ''), ('bits.png', (picture(60, 40, 1), WHOLE), '[bitdepth=1]'),
            ('bits.tif', (picture(60, 40, 1), WHOLE), '[bitdepth=1,compression=ccittfax4]'),
                                           ('lab.tif', of('f32', 3, LAB), ''),
            ('five.tif', of('u8', 5, MULTIBAND), ''), ('signed.tif', (picture(60, 40, 1).cast('s16'), EITHER), ''),
            ('u32.tif', (base.cast('u32'), EITHER), ''), ('double.tif', (picture(60, 40, 3, 'f32').cast('f64'), EITHER), ''),
            ('nan.tif', (Picture.of(bytes(values), 60, 40, 3, 'f32'), EITHER), ''), ('big.tif', (base, WHOLE), '[bigtiff]'),
            ('tiled.tif', (base, WHOLE), '[tile,tile-width=32,tile-height=32]'),
                                           ('pyramid.tif', (picture(300, 200), EITHER), '[tile,pyramid]'),
            ('interlaced.png', (base, WHOLE), '[interlace]'), ('16.png', (picture(60, 40, 3, 'u16'), WHOLE), ''),
            ('deflate.tif', (base, WHOLE), '[compression=deflate,predictor=horizontal]'),
                                           ('jpeg.tif', (base, WHOLE), '[compression=jpeg]')):
        yield name, encode(image, folder, name.rsplit('.', 1)[1], options), wanted
    for turned in range(1, 9):
        yield f'turned{turned}.jpg', encode(base.put('orientation', turned), folder, 'jpg'), WHOLE
    junk = random.Random(5).randbytes(3000)
    for ending in ('jpg', 'tif', 'webp'):
        yield f'bad-profile.{ending}', encode(base.put('icc-profile-data', junk), folder, ending), WHOLE
    jpg = encode(base, folder, 'jpg')
    bombs = [b'II*\0\x08\0\0\0' + data for _, data in exif_bombs(8, 300)]
    for i, exif in enumerate((junk, b'II*\0\x08\0\0\0' + b'\xff' * 500, *bombs)):
        head = b'\xff\xe1' + struct.pack('>H', len(exif) + 8) + b'Exif\0\0'
        yield f'bad-exif{i}.jpg', jpg[:2] + head + exif + jpg[2:], WHOLE
    yield 'riff.webp', b'RIFF\xff\xff\xff\xffWEBPVP8 ' + junk[:1000], BROKEN
    yield 'sound.webp', b'RIFF\x24\0\0\0WAVEfmt ' + bytes(100), BROKEN
    yield 'light.exr', b'v/1\x01' + junk[:2000], BROKEN
    yield 'light0.exr', b'v/1\x01\x02\0\0\0' + bytes(200), BROKEN
    yield 'drawing.svg', b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="5"/></svg>', BROKEN


def everything(folder):
    base = picture(WIDTH, HEIGHT)
    made = {ending: encode(base, folder, ending) for ending in ('jpg', 'png', 'tif', 'webp')}
    yield from ends(made)
    yield from jpegs(made['jpg'], encode(base, folder, 'jpg', '[interlace]'))
    yield from pngs(base.samples())
    yield from ppms()
    yield from tiffs()
    yield from kinds(folder)
