#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes photos in each format, reads what their results keep, and checks that the manual's table and docs/formats.md say so;
prints the table as docs/formats.md has it. TAP. formats.py CUDA-EDGES RENDER PROJECT"""
import html
import re
import struct
import sys
from pathlib import Path

import files
import kept
import said
import tap
from kept import FORMATS
from pictures import Picture, picture, writable
from tap import ok, run, skip

PROJECT = Path(sys.argv[3]).resolve()


def resolution_of(path):
    """Dots per inch by the format's own place, or by EXIF, as a program for print reads it."""
    data = path.read_bytes()
    if path.suffix == '.png':
        found = dict(files.chunks_of(path)).get(b'pHYs')
        return round(struct.unpack('>I', found[:4])[0] * 0.0254) if found and found[8] == 1 else 0
    if path.suffix == '.jpg' and b'JFIF\0' in data[:40]:
        unit, density = struct.unpack('>BH', data[data.index(b'JFIF\0') + 7:][:3])
        return round(density * (2.54 if unit == 2 else 1)) if unit else 0
    if path.suffix == '.tif':
        return round(Picture.load(path).dpi)
    over, _, under = str(kept.tags_of(path)['dpi'] or '0').partition('/')
    return round(int(float(over)) / int(under or 1))


def kept_in(folder, ending):
    """The rows of the table for a format of results, True where photos of every format keep it. IPTC is a JPEG's or a TIFF's, EXIF
    is not a TIFF's: libvips has none there."""
    icc = files.profile()
    base = picture(64, 48).with_values(dpi=300).put('icc-profile-data', icc)
    rows = {name: True for name in ('Color profile', 'EXIF', 'XMP', 'IPTC', 'Print resolution')}
    for source in writable(('png', 'jpg', 'tif', 'webp', 'heic', 'jxl'))[0]:
        is_tagged = source not in ('heic', 'jxl')       # else what libvips copies of a JPEG
        path = kept.tag(base.save(folder / f'photo.{source if is_tagged else "jpg"}'),
                   **{'Exif.Image.XResolution': '300/1', 'Exif.Image.YResolution': '300/1'})
        path = path if is_tagged else Picture.load(path).save(folder / f'photo.{source}')
        carried = [name for name, value in kept.tags_of(path).items() if value == kept.PLACE.get(name, 0)]
        assert len(carried) >= 4, f'{path} has only {carried}'
        result = kept.one(folder, path.name, ending)
        found = kept.tags_of(result) if result else {}
        for row, start in (('EXIF', 'Exif.'), ('XMP', 'Xmp.'), ('IPTC', 'Iptc.')):
            stays = [name for name in carried if name.startswith(start) and found.get(name) == kept.PLACE[name]]
            if source in {'IPTC': ('jpg', 'tif'), 'EXIF': set(FORMATS) - {'tif'}}.get(row, FORMATS):
                rows[row] &= len(stays) == sum(name.startswith(start) for name in carried)
        if Picture.load(path).blob('icc-profile-data') == icc:
            rows['Color profile'] &= result is not None and Picture.load(result).blob('icc-profile-data') == icc
        rows['Print resolution'] &= result is not None and resolution_of(result) == 300
    picture(64, 48, 3, 'u16').save(folder / 'photo.tif')
    rows['16 bits'] = Picture.load(kept.one(folder, 'photo.tif', ending)).kind == 'u16'
    picture(64, 48, 3, 'f32').save(folder / 'photo.tif')
    rows['32-bit floats'] = Picture.load(kept.one(folder, 'photo.tif', ending)).kind == 'f32'
    picture(64, 48, 4).save(folder / 'photo.png')
    result = kept.one(folder, 'photo.png', ending)
    rows['Transparency'] = result is not None and Picture.load(result).bands == 4
    picture(64, 48, 1).save(folder / 'photo.png')
    rows['Gray as gray'] = Picture.load(kept.one(folder, 'photo.png', ending)).bands == 1
    return rows


def more_kept_in(folder, ending):
    """The rows that docs/formats.md has beside those of the manual."""
    rows = {}
    _, path = said.result_of(folder, 'a.png', said.png((b'pHYs', struct.pack('>IIB', 2, 1, 0))), ending=ending)
    if ending == 'png':
        shape = dict(files.chunks_of(path)).get(b'pHYs') == struct.pack('>IIB', 2, 1, 0)
    else:
        found = said.entries_of(path.read_bytes()) if ending == 'tif' else {}
        shape = found.get(296) == 1 and abs(found[282] - 2 * found[283]) < 0.01
    rows['Shape of a pixel, without a size'] = shape
    _, path = said.result_of(folder, 'b.png', said.png(), ending=ending)
    rows['No size where none is said'] = not said.sizes_of(path)
    _, path = said.result_of(folder, 'c.png', said.flat_png((200, 60, 60), (b'cICP', bytes((12, 13, 0, 1)))), ending=ending)
    image = Picture.load(path)
    image = image.to_profile('srgb') if image.blob('icc-profile-data') else image
    rows['Colors by code points or gamma'] = kept.close(kept.middle(image), (217, 42, 52), 4)
    done, path = said.result_of(folder, 'd.png', said.flat_png((9, 9, 9), (b'cICP', bytes((9, 16, 0, 1)))), ending=ending)
    rows['PQ and HLG'] = True if path else 'refused' if 'HDR' in done.text else False
    _, path = said.result_of(folder, 'e.jpg', said.jpeg(folder, said.app_exif((274, 3, 6))), ending=ending)
    rows['Standing upright'] = Picture.load(path).width == said.HEIGHT
    block = said.segment(0xed, b'Photoshop 3.0\0' + said.resource(0x3ed, bytes(16)))
    _, path = said.result_of(folder, 'f.jpg', said.jpeg(folder, block), ending=ending)
    rows['Photoshop’s block of a JPEG'] = block in path.read_bytes()
    done, path = said.result_of(folder, 'g.jpg', said.jpeg(folder, said.segment(0xe2, b'urn:iso:std:iso:ts:21496:-1\0')),
                                ending=ending)
    rows['Gain map, video, other pictures'] = 'left out' if 'Left out of its result: gain map.' in done.text else True
    return rows


def words(rows):
    return {row: {True: 'yes', False: 'no'}.get(value, value) for row, value in rows.items()}


def manual_table():
    page = (PROJECT / 'docs/manual/pages/folders.html').read_text(encoding='utf-8')
    return [[html.unescape(re.sub('<.*?>', '', cell)).strip()
             for cell in re.findall(r'<t[hd]>(.*?)</t[hd]>', row, re.DOTALL)]
            for row in re.findall(r'<tr>(.*?)</tr>', page, re.DOTALL)]


def page_table():
    lines = (PROJECT / 'docs/formats.md').read_text(encoding='utf-8').splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith('| Of a photo'))
    rows = [line for line in lines[start:lines.index('', start)] if not line.startswith('| ---')]
    return [[cell.strip() for cell in row.strip('|').split('|')] for row in rows]


def check_table(folder):
    """Both tables have the values that are found here."""
    if not kept.exiv2():
        skip('what is kept', 'GExiv2 is missing from Python')
        return
    found = {}
    for ending, title in FORMATS.items():
        reason = writable([ending])[1].get(ending)
        if reason:
            skip(f'what {title} keeps', reason)
        else:
            found[title] = [words(kept_in(folder, ending)), words(more_kept_in(folder, ending))]
    for name, table, parts in (('the manual', manual_table(), 1), ('docs/formats.md', page_table(), 2)):
        for title, measured in found.items():
            column = table[0].index(title)
            stated = {row[0]: row[column] for row in table[1:]}
            wanted = {row: word for part in measured[:parts] for row, word in part.items()}
            ok(stated == wanted, f'{name} says what {title} keeps', f'found: {wanted}', f'said: {stated}')
    rows = {row: [] for parts in list(found.values())[:1] for part in parts for row in part}
    for cells in [['Of a photo', *found], ['---'] * (len(found) + 1)] + [
            [row, *[{**first, **second}[row] for first, second in found.values()]] for row in rows]:
        print('# | ' + ' | '.join(cells) + ' |')


tap.main(check_table)
