# SPDX-License-Identifier: GPL-3.0-or-later
"""Files by hand, so that each says only what is given: TIFF and EXIF, PNG, and JPEG with its segments."""
import struct
from pathlib import Path

import files
from pictures import picture

WIDTH, HEIGHT = 60, 40
RDF = ('<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
       '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" dc:format="kept" %s'
       '</rdf:Description></rdf:RDF></x:xmpmeta>')


def directory(*entries, order='<', at=0, behind=0):
    """A TIFF's directory at an offset: (tag, kind, values); a kind of 5 is a fraction, as two numbers."""
    letters = {1: 'B', 2: 'B', 3: 'H', 4: 'I', 5: 'I', 7: 'B', 12: 'd'}
    body, more, end = b'', b'', at + 2 + 12 * len(entries) + 4
    for tag, kind, *values in sorted(entries, key=lambda entry: entry[0]):
        data = struct.pack(f'{order}{len(values)}{letters[kind]}', *values)
        n = len(values) // (2 if kind == 5 else 1)
        body += struct.pack(f'{order}HHI', tag, kind, n) + (
            data.ljust(4, b'\0') if len(data) <= 4 else struct.pack(f'{order}I', end + len(more)))
        more += data + bytes(len(data) % 2) if len(data) > 4 else b''
    return struct.pack(f'{order}H', len(entries)) + body + struct.pack(f'{order}I', behind) + more


def density(x, y, unit):
    """Entries of a resolution, in a TIFF or in EXIF."""
    return (282, 5, x, 1), (283, 5, y, 1), *([(296, 3, unit)] if unit else [])


def exif(*entries, order='<'):
    return (b'II*\0\x08\0\0\0' if order == '<' else b'MM\0*\0\0\0\x08') + directory(*entries, order=order, at=8)


def page(channels=1, *more, order='<', at=8, samples=None, behind=0):
    """A page of a TIFF and its samples behind it, for an offset in the file."""
    samples = samples or picture(WIDTH, HEIGHT, channels).samples()
    tags = [(256, 4, WIDTH), (257, 4, HEIGHT), (258, 3, *[8] * channels), (259, 3, 1), (262, 3, 2 if channels > 2 else 1),
            (273, 4, 0), (277, 3, channels), (278, 4, HEIGHT), (279, 4, len(samples))]
    tags = [entry for entry in tags if entry[0] not in [one[0] for one in more]] + list(more)
    size = len(directory(*tags, order=order))
    tags = [(273, 4, at + size) if entry[0] == 273 else entry for entry in tags]
    return directory(*tags, order=order, at=at, behind=at + size + len(samples) if behind else 0) + samples


def tiff(channels=1, *more, order='<', **rest):
    return exif()[:8] + page(channels, *more, **rest) if order == '<' else (
        b'MM\0*\0\0\0\x08' + page(channels, *more, order=order, **rest))


def png(*chunks, channels=3):
    return files.png(WIDTH, HEIGHT, picture(WIDTH, HEIGHT, channels).samples(), chunks)


def segment(kind, data):
    return b'\xff' + bytes([kind]) + struct.pack('>H', len(data) + 2) + data


def jpeg(folder, *segments, behind=b''):
    """Only what is given says something."""
    plain = Path(picture(WIDTH, HEIGHT).save(folder / 'base.jpg', '[keep=none,Q=95]')).read_bytes()
    (folder / 'base.jpg').unlink()
    at = 2 + 2 + struct.unpack('>H', plain[4:6])[0] if plain[3] == 0xe0 else 2
    return plain[:2] + b''.join(segments) + plain[at:] + behind


def jfif(unit, x, y):
    return segment(0xe0, b'JFIF\0\1\2' + struct.pack('>BHHBB', unit, x, y, 0, 0))


def app_exif(*entries, order='<'):
    return segment(0xe1, b'Exif\0\0' + exif(*entries, order=order))


def xmp(text):
    return segment(0xe1, b'http://ns.adobe.com/xap/1.0/\0' + (RDF % text).encode())


def entries_of(data):
    """Numbers in the first directory of a TIFF or of EXIF; read here, because a library may have values of its own."""
    data = data[6:] if data.startswith(b'Exif') else data
    if not data:
        return {}
    order = '<' if data[:2] == b'II' else '>'
    at, found = struct.unpack(f'{order}I', data[4:8])[0], {}
    for i in range(struct.unpack(f'{order}H', data[at:at + 2])[0]):
        tag, kind, n, where = struct.unpack(f'{order}HHII', data[at + 2 + 12 * i:at + 14 + 12 * i])
        if kind == 5:
            over, under = struct.unpack(f'{order}II', data[where:where + 8])
            found[tag] = over / under
        elif kind == 3:
            found[tag] = struct.unpack(f'{order}H', data[at + 10 + 12 * i:at + 12 + 12 * i])[0]
    return found
