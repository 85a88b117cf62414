#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that a result says what its photo's file said, and no more: sizes, turns, colors, channels, and what stood beside
the photo. TAP. said.py CUDA-EDGES"""
import re
import struct
import zlib
from xml.etree import ElementTree

import files
import tap
from made import HEIGHT, RDF, WIDTH, app_exif, density, entries_of, exif, jfif, jpeg, page, png, segment, tiff, xmp
from pictures import Failed, Picture, picture, writable
from tap import ok, run, skip

FORMATS = ('png', 'jpg', 'tif', 'webp', 'heic', 'jxl')
PHONE = ('xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/" xmlns:C="http://ns.google.com/photos/1.0/container/" '
         'xmlns:I="http://ns.google.com/photos/1.0/container/item/" '
         "xmlns:cam='http://ns.google.com/photos/1.0/camera/' "
         'xmlns:GDepth="http://ns.google.com/photos/1.0/depthmap/" xmlns:note="http://ns.adobe.com/xmp/note/" ')
TURN = ('xmlns:%s="http://ns.adobe.com/tiff/1.0/" xmlns:exif="http://ns.adobe.com/exif/1.0/" '
        'xmlns:aux="http://ns.adobe.com/exif/1.0/aux/" ')


def sizes_of(path):
    """Dots per inch at each place of a file that says some, None for a place without a unit."""
    data, found = path.read_bytes(), []
    tags = entries_of(data if path.suffix == '.tif' else Picture.load(path).blob('exif-data'))
    if 282 in tags or 283 in tags or 296 in tags:
        inches = {2: 1, 3: 2.54}.get(tags.get(296))
        found.append((tags.get(282, 0) * inches, tags.get(283, 0) * inches) if inches else None)
    if path.suffix == '.png':
        found += [struct.unpack('>2I', body[:8]) for name, body in files.chunks_of(path) if name == b'pHYs' and body[8]]
        found[1:] = [(x * 0.0254, y * 0.0254) for x, y in found[1:]]
    if path.suffix == '.jpg' and data[6:11] == b'JFIF\0' and data[13]:
        found.append(struct.unpack('>2H', data[14:18]))
    return found


def said(folder):
    """Files with what they say: dots per inch of x and of y when the photo is upright, or nothing."""
    inch, turned = density(300, 300, 2), density(204, 98, 2)
    for name, *chunks in (('none',), ('shape', (b'pHYs', struct.pack('>IIB', 2, 1, 0))), ('square', (b'pHYs', struct.pack(
            '>IIB', 3000, 3000, 0))), ('zero', (b'pHYs', struct.pack('>IIB', 0, 0, 1)))):
        yield f'{name}.png', png(*chunks), None
    yield 'fax.png', png((b'pHYs', struct.pack('>IIB', 8031, 3858, 1))), (203.99, 97.99)
    yield 'exif.png', png((b'eXIf', exif(*inch))), (300, 300)
    yield 'both.png', png((b'pHYs', struct.pack('>IIB', 5906, 5906, 1)), (b'eXIf', exif(*inch))), (150.01, 150.01)
    yield 'shape-exif.png', png((b'pHYs', struct.pack('>IIB', 1, 1, 0)), (b'eXIf', exif(*inch))), (300, 300)
    yield 'turned.png', png((b'eXIf', exif((274, 3, 8), *turned))), (98, 204)
    for name, parts, wanted in (
            ('none', [], None), ('unit0', [jfif(0, 1, 1)], None), ('unit0-300', [jfif(0, 300, 300)], None),
            ('inch', [jfif(1, 96, 96)], (96, 96)), ('one', [jfif(1, 1, 1)], (1, 1)),
            ('cm', [jfif(2, 118, 59)], (299.72, 149.86)), ('zero', [jfif(1, 0, 0)], None),
            ('exif1', [app_exif(*density(300, 300, 1))], None),
            ('exif3', [app_exif(*density(118, 118, 3))], (299.72, 299.72)),
            ('exif-default', [app_exif(*density(150, 150, 0))], (150, 150)),
            ('exif-zero', [app_exif((282, 5, 300, 0), (283, 5, 300, 0), (296, 3, 2))], None),
            ('motorola', [jfif(0, 1, 1), app_exif(*inch, order='>')], (300, 300)),
            ('both', [jfif(1, 72, 72), app_exif(*inch)], (72, 72)),
            ('other', [jfif(1, 300, 300), app_exif(*density(72, 72, 2))], (300, 300))):
        yield f'{name}.jpg', jpeg(folder, *parts), wanted
    for way in range(1, 9):
        yield (f'way{way}.jpg', jpeg(folder, jfif(1, 204, 98), app_exif((274, 3, way), *turned)),
               (204, 98) if way < 5 else (98, 204))
    for order in '<>':
        for name, more, wanted in (('none', [], None), ('unit1', density(300, 300, 1), None),
                                   ('shape', density(2, 1, 1), None), ('inch', inch, (300, 300)),
                                   ('default', density(72, 72, 0), (72, 72)),
                                   ('cm', density(118, 118, 3), (299.72, 299.72)), ('unit', [(296, 3, 2)], None),
                                   ('turned', [(274, 3, 6), *turned], (98, 204))):
            yield f'{name}-{"mi"[order == "<"]}.tif', tiff(1, *more, order=order), wanted
    picture(WIDTH, HEIGHT).with_values(dpi=240).save(folder / 'big.tif', '[bigtiff]')
    yield 'big.tif', (folder / 'big.tif').read_bytes(), (240, 240)
    (folder / 'big.tif').unlink()
    for ending in writable(('webp', 'heic', 'jxl'))[0]:
        path = folder / f'base.{ending}'
        picture(WIDTH, HEIGHT).save(path, '[keep=none]')
        yield f'none.{ending}', path.read_bytes(), None
        picture(WIDTH, HEIGHT).with_values(dpi=240).put('exif-ifd0-Artist', 'A').save(path)
        yield f'kept.{ending}', path.read_bytes(), (240, 240)
        path.unlink()


def check_sizes(folder):
    """The same in SVG and in each format of results."""
    (folder / 'in').mkdir()
    wanted = {}
    for name, data, size in said(folder):
        (folder / 'in' / name).write_bytes(data)
        wanted[name] = size
    done = run('lines', '--svg', '-o', folder / 'svg', folder / 'in')
    ok(done.counts(len(wanted)), 'every file has its curves', done)
    for name, size in wanted.items():
        path = next(p for p in (folder / f'svg/{name}.svg', folder / f'svg/{name[:-4]}.svg') if p.exists())
        root = ElementTree.parse(path).getroot()
        shown = [root.get('width'), root.get('height')]
        pixels = (HEIGHT, WIDTH) if re.search('turned|way[5-8]', name) else (WIDTH, HEIGHT)
        good = (all(word.endswith('mm') and abs(float(word[:-2]) - n * 25.4 / dpi) < 0.02 * n / dpi + 0.001
                    for word, n, dpi in zip(shown, pixels, size)) if size
                else not any('mm' in word for word in shown) and [float(word) for word in shown] == [*pixels])
        ok(good, f'SVG of {name}: {size or "pixels"}', shown)
    for ending in writable(FORMATS)[0]:
        done = run('sharpen', '-f', ending, '-o', folder / ending, folder / 'in')
        bad = [done.text] if not done.counts(len(wanted)) else []
        for name, size in wanted.items():
            path = next(p for p in (folder / ending / f'{name}.{ending}', folder / ending / f'{name[:-4]}.{ending}',
                                    folder / ending / f'{name[:-5]}.{ending}') if p.exists())
            found = sizes_of(path)
            if size and found and all(one and abs(one[0] - size[0]) <
                                      0.02 and abs(one[1] - size[1]) < 0.02 for one in found):
                continue
            if size or [one for one in found if one] or (found and not name.startswith('shape')):
                bad.append((name, size, found))
        ok(not bad, f'{ending} says the sizes that the files say, and no others', *bad)
    shape = dict(files.chunks_of(folder / 'png/shape.png')).get(b'pHYs')
    ok(shape == struct.pack('>IIB', 2, 1, 0), 'a pixel that is twice as high as wide stays so', shape)


def result_of(folder, name, data, ending='png', filter_name='sharpen'):
    """The run over one file, and its result or None."""
    tap.fresh(folder / 'out')
    (folder / name).write_bytes(data)
    words = ['--amount=0'] if filter_name == 'sharpen' else []
    words += [] if ending in ('png', 'tif') else ['--quality=100']
    done = run(filter_name, *words, '-f', ending, '-o', folder / 'out', folder / name)
    made = sorted((folder / 'out').iterdir()) if done.status == 0 else []
    return done, made[0] if made else None


def nclx(primaries, transfer):
    """The AVIF, with other code points of its colors; its samples stay."""
    return files.AVIF.replace(b'colrnclx\0\1\0\r', b'colrnclx' + struct.pack('>2H', primaries, transfer))


def flat_png(color, *chunks):
    return files.png(WIDTH, HEIGHT, bytes(color) * (WIDTH * HEIGHT), chunks)


def check_colors(folder):
    """A color by its description as sRGB, worked out by hand with the matrices and curves of each."""
    adobe = struct.pack('>8I', 31270, 32900, 64000, 33000, 21000, 71000, 15000, 6000)
    gamma = {name: (b'gAMA', struct.pack('>I', value)) for name, value in (('1', 100000), ('2.2', 45455), ('1.8', 55556))}
    icc = (b'iCCP', b'x\0\0' + zlib.compress(files.profile()))
    cases = (('linear', (51, 51, 51), (124, 124, 124), [gamma['1']]), ('gray', (51,), (124, 124, 124), [gamma['1']]),
             ('1.8', (100, 150, 200), (119, 167, 210), [gamma['1.8']]),
             ('adobe', (100, 150, 120), (66, 151, 119), [gamma['2.2'], (b'cHRM', adobe)]),
             ('p3', (200, 60, 60), (217, 42, 52), [(b'cICP', bytes((12, 13, 0, 1)))]),
             ('both', (200, 60, 60), (217, 42, 52), [(b'cICP', bytes((12, 13, 0, 1))), icc, gamma['1']]),
             ('srgb', (200, 60, 60), (200, 60, 60), [(b'sRGB', b'\0'), gamma['1']]),
             ('2.2', (30, 30, 30), (24, 24, 24), [gamma['2.2']]),
             ('code', (200, 60, 60), (200, 60, 60), [(b'cICP', bytes((1, 13, 0, 1))), icc]),
             ('unsaid', (200, 60, 60), None, [(b'cICP', bytes((2, 2, 0, 1))), icc]))
    for name, color, shown, chunks in cases:
        if not shown:       # its profile counts
            shown = tuple(
                Picture.of(
                    bytes(color),
                    1,
                    1,
                    3).put(
                    'icc-profile-data',
                    files.profile()).to_profile('srgb').samples())
        for ending in writable(('png', 'jpg', 'tif', 'webp'))[0]:
            done, path = result_of(folder, f'{name}.png', flat_png(color, *chunks), ending=ending)
            image = path and Picture.load(path)
            if image and image.blob('icc-profile-data'):
                image = image.to_profile('srgb')
            found = tuple(image.crop(5, 5, 1, 1).samples()) if image else ()
            found = found * 3 if len(found) == 1 else found
            ok(len(found) == 3 and all(abs(a - b) <= 3 for a, b in zip(found, shown)),
               f'{name} in {ending}', found, shown, done)
    _, path = result_of(folder, 'p3.png', flat_png((9, 9, 9), (b'cICP', bytes((12, 13, 0, 1)))))
    ok(Picture.load(path).blob('icc-profile-data')[24:36] ==
       struct.pack('>6H', 2022, 1, 1, 0, 0, 0), 'its date is always the same')


def check_bright(folder):
    """PQ, HLG and a narrow range: PNG says them; other formats are refused, but for edges and beside a profile."""
    for name, code in (('pq', (9, 16, 0, 1)), ('hlg', (9, 18, 0, 1)), ('narrow', (1, 13, 0, 0))):
        data = flat_png((200, 60, 60), (b'cICP', bytes(code)))
        done, path = result_of(folder, f'{name}.png', data)
        ok(path and dict(files.chunks_of(path)).get(b'cICP') == bytes(code), f'{name} stays in PNG', done)
        done, path = result_of(folder, f'{name}.png', data, ending='jpg')
        ok(done.counts(0, failed=1) and 'Only PNG can keep its HDR colors' in done.text, f'{name} is refused in JPEG', done)
        done, path = result_of(folder, f'{name}.png', data, ending='jpg', filter_name='sobel')
        ok(done.counts(1), f'edges of {name} are no colors', done)
    done, path = result_of(folder, 'pq.png', flat_png((9, 9, 9), (b'cICP', bytes((9, 16, 0, 1))), (
        b'iCCP', b'x\0\0' + zlib.compress(files.profile()))), ending='jpg')
    ok(path and Picture.load(path).blob('icc-profile-data') ==
       files.profile(), 'a profile beside PQ is for other formats', done)
    (folder / 'a.avif').write_bytes(files.AVIF)
    try:
        Picture.load(folder / 'a.avif').samples()
    except Failed as failed:
        skip('colors of AVIF', f'libvips reads no AVIF here: {failed}')
        return
    for name, code, wanted in (('p3', (12, 13), b'acsp'), ('pq', (9, 16), bytes((9, 16, 0, 1))), ('srgb', (1, 13), b'')):
        done, path = result_of(folder, f'{name}.avif', nclx(*code))
        found = dict(files.chunks_of(path)).get(b'cICP') or Picture.load(
            path).blob('icc-profile-data')[36:40] if path else None
        ok(found == wanted, f'an AVIF of {name}', found, done)


def item(kind, mime='image/jpeg'):
    return f'<rdf:li rdf:parseType="Resource"><C:Item I:Semantic="{kind}" I:Mime="{mime}" I:Length="99"/></rdf:li>'


def phones():
    """What phones and cameras put beside a photo, the words of the note, and what XMP may not say any more."""
    listed = '<C:Directory><rdf:Seq>' + item('Primary') + '%s</rdf:Seq></C:Directory>'
    map_, video = item('GainMap'), item('MotionPhoto', 'video/mp4')

    def mpf(kind):
        first, second = struct.pack('<4I', 0x30000, 9, 0, 0), struct.pack('<4I', kind, 9, 99, 0)
        return segment(0xe2, b'MPF\0' + exif((0xb001, 4, 2), (0xb002, 7, *first, *second)))
    yield 'gain', xmp(PHONE + 'hdrgm:Version="1.0">' + listed % map_), 'gain map', ('hdrgm:', 'GainMap')
    yield ('gain-element', xmp(PHONE + '><hdrgm:Version>1.0</hdrgm:Version>' + listed % map_), 'gain map',
           ('Version', 'GainMap'))
    yield 'gain-iso', segment(0xe2, b'urn:iso:std:iso:ts:21496:-1\0\0\0\0\0'), 'gain map', ()
    yield ('motion', xmp(PHONE + 'cam:MotionPhoto="1" cam:MotionPhotoVersion="1" cam:MicroVideoOffset=\'5000\'>'
                         + listed % video), 'video', ('MotionPhoto', 'MicroVideo', 'Length'))
    yield ('both', xmp(PHONE + 'hdrgm:Version="1.0" cam:MotionPhoto="1">' + listed % (map_ + video)), 'gain map, video',
           ('C:', ))
    yield 'depth', xmp(PHONE + 'GDepth:Format="RangeInverse" note:HasExtendedXMP="9A">'), 'depth map', ('GDepth:F', '9A')
    yield 'pictures', mpf(0x20002), 'other pictures', ()
    yield 'preview', mpf(0x10001), None, ()
    yield 'nothing', xmp('xmlns:cam="http://ns.google.com/photos/1.0/camera/" cam:Other="1">'), None, ()


def check_beside(folder):
    for name, part, note, gone in phones():
        for ending in ('jpg', 'png'):
            done, path = result_of(folder, f'{name}.jpg', jpeg(folder, part, behind=b'MORE' * 999), ending=ending)
            left = re.sub(r'<\?.*?\?>|xmlns:[^ ]*', '', Picture.load(path).blob('xmp-data').decode()) if path else ''
            notes = done.text.splitlines()[:-1]
            ok(done.counts(1) and len(notes) == bool(note) and not [word for word in gone if word in left]
               and (not note or f'Left out of its result: {note}.' in notes[0])
               and (not part.startswith(b'\xff\xe1') or 'dc:format="kept"' in left), f'{name} in {ending}: {note}', done, left)
            ElementTree.fromstring(re.sub(r'<\?.*?\?>', '', Picture.load(path).blob('xmp-data').decode()))
    control = (b'acTL', struct.pack('>II', 3, 0))
    for name, data, good in (('moving', png(control), False), ('still', png((b'acTL', struct.pack('>II', 1, 0))), True)):
        done, path = result_of(folder, f'{name}.png', data)
        ok(done.counts(*((1, ) if good else (0, 0, 1))) and (good or 'It has 3 pages' in done.text), f'APNG, {name}', done)


def check_xmp(folder):
    """Turns and sizes of the photo as it lay."""
    for name, text in (
            ('attributes', TURN % 'tiff' + 'tiff:Orientation="6" tiff:ImageWidth="60" exif:PixelXDimension="60" '
             'aux:Lens="A">'),
            ('quotes', TURN % 'tiff' + "\n tiff:Orientation = '6'\n tiff:ImageLength='60' aux:Lens='A'>"),
            ('prefix', TURN % 't' + 't:Orientation="6" exif:PixelYDimension="40" aux:Lens="A">'),
            ('elements', TURN % 'tiff' + 'aux:Lens="A">\n<tiff:Orientation>6</tiff:Orientation>'
             '<tiff:ImageWidth >60</tiff:ImageWidth>'
             '<exif:PixelXDimension>60</exif:PixelXDimension><tiff:Make>B</tiff:Make>')):
        for ending in ('jpg', 'png', 'tif', 'webp'):
            done, path = result_of(folder, f'{name}.jpg', jpeg(folder, app_exif((274, 3, 6)), xmp(text)), ending=ending)
            left = Picture.load(path).blob('xmp-data').decode() if path else ''
            ok(done.counts(1) and not re.search('Orientation|ImageWidth|ImageLength|Pixel[XY]', left) and 'Lens' in left
               and 'dc:format' in left and ('elements' != name or '<tiff:Make>B</tiff:Make>' in left), f'{name} in {ending}',
               done, left)
    for source in writable(('heic', 'jxl'))[0]:
        path = picture(WIDTH, HEIGHT).put('xmp-data', (RDF % (TURN % 'tiff' + 'tiff:Orientation="6">')).encode()).save(
            folder / f'base.{source}', '[keep=xmp]')
        done, path = result_of(folder, f'turn.{source}', path.read_bytes())
        ok(path and b'Orientation' not in Picture.load(path).blob('xmp-data'), f'the decoder of {source} turns', done)
    for ending in ('jpg', 'png', 'webp', 'tif'):
        for more in ([], [jfif(1, 300, 300)]):
            data = jpeg(folder, *more, xmp(TURN % 'tiff' + 'tiff:Orientation="6">'))
            done, path = result_of(folder, 'alone.jpg', data, ending=ending)
            image = path and Picture.load(path)
            turn = image and entries_of(path.read_bytes() if ending == 'tif' else image.blob('exif-data')).get(274)
            ok(image and image.width == WIDTH and b'tiff:Orientation="6"' in image.blob('xmp-data') and turn is None,
               f'where XMP alone speaks of a turn nothing is turned, and {ending} goes on saying so', done, turn)


def resource(number, data, name=b'\0\0'):
    return b'8BIM' + struct.pack('>H', number) + name + struct.pack('>I', len(data)) + data + bytes(len(data) % 2)


def check_photoshop(folder):
    """A block is copied as it is; IPTC is taken out of it where it is alone."""
    iptc, head, other = b'\x1c\x02\x78\0\5hello', b'Photoshop 3.0\0', resource(0x3ed, bytes(16))
    for name, block, wanted in (
            ('other', head + other, b''), ('both', head + other + resource(0x404, iptc), iptc),
            ('named', head + resource(0x404, iptc, b'\4name\0'), iptc),
            ('odd', head + resource(0x3f0, b'abc') + resource(0x404, iptc), iptc),
            ('cut', head + b'8BIM\4\4\0\0\xff\xff\xff\xff', None), ('short', head + b'8BIM\4', None)):
        data = jpeg(folder, segment(0xed, block))
        done, path = result_of(folder, f'{name}.jpg', data, ending='jpg')
        ok(path and path.read_bytes().count(segment(0xed, block)) == path.read_bytes().count(head) == 1,
           f'{name}: the same block', done)
        done, path = result_of(folder, f'{name}.jpg', data, ending='tif')
        found = Picture.load(path).blob('iptc-data') if path else None
        ok(path and wanted in (None, found.rstrip(b'\0')), f'{name}: IPTC in TIFF', found, done)
        if wanted:
            done, path = result_of(folder, 'again.tif', path.read_bytes(), ending='jpg')
            ok(path and head + resource(0x404, iptc)[:12 + len(iptc)] in path.read_bytes(), f'{name}: TIFF to JPEG', done)


def check_channels(folder):
    """An unnamed sample is no alpha, and a named one is."""
    for channels, kind, wanted in ((4, 0, 3), (4, 2, 4), (2, 0, 1), (2, 2, 2), (4, None, 3), (5, 0, 3)):
        more = [] if kind is None else [(338, 3, kind, *[0] * (channels - 4))]
        name = f'{channels}-{kind}'
        data = tiff(channels, (262, 3, 2 if channels > 2 else 1), *more)
        done, path = result_of(folder, f'{name}.tif', data, ending='tif')
        image = path and Picture.load(path)
        ok(image and image.bands == wanted and ('result: unnamed channel.' in done.text) == (wanted % 2 == 1),
           f'{channels} samples, ExtraSamples {kind}: {wanted} channels', done, image and image.shape)
    lab = files.profile()[:16] + b'Lab ' + files.profile()[20:]
    for ending in ('tif', 'png', 'jpg'):
        done, path = result_of(folder, 'lab.tif', tiff(3, (262, 3, 8), (34675, 7, *lab)), ending=ending)
        ok(path and b'Lab ' not in Picture.load(path).blob('icc-profile-data'), f'Lab has no Lab profile in {ending}', done)


def check_pages(folder):
    """A small picture is no page; a photo below a small picture is one."""
    small, first = (254, 4, 1), tiff(1, behind=1)
    one, two = len(tiff(1)) + 12, len(tiff(1)) + 24         # with one and with two more entries
    for name, data, good in (
            ('thumbnail', first + page(1, small, at=len(first)), True),
            ('old', first + page(1, (255, 3, 2), at=len(first)), True), ('page', first + page(1, at=len(first)), False),
            ('below', tiff(1, (330, 4, one)) + page(1, small, at=one), True),
            ('raw', tiff(1, small, (330, 4, two)) + page(1, at=two), False)):
        done, path = result_of(folder, f'{name}.tif', data, ending='tif')
        ok(done.counts(1) if good else done.counts(0, failed=1) and 'It has 2 pages' in done.text, f'TIFF: {name}', done)
    done, path = result_of(folder, 'geo.tif', tiff(1, (315, 2, *b'Ada\0'), (33550, 12, .5, .5, 0.)), ending='tif')
    ok(path and 'Left out of its result: GeoTIFF, TIFF’s own texts.' in done.text, 'what TIFF alone says is named', done)


if __name__ == '__main__':
    tap.main(check_sizes, check_colors, check_bright, check_beside, check_xmp, check_photoshop, check_channels, check_pages)
