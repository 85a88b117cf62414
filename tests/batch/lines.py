#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that `cuda-edges lines` writes one SVG for each picture, with names and rules of other results. TAP.
lines.py CUDA-EDGES LINES"""
import struct
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import files
import tap
from tap import ok, run

LINES = Path(sys.argv[2]).resolve()
SVG = '{http://www.w3.org/2000/svg}'
WIDTH, HEIGHT = 120, 90


def disc(level=220):
    return bytes(level if (x - 60) ** 2 + (y - 45) ** 2 < 900 else 30 for y in range(HEIGHT) for x in range(WIDTH))


def picture(dpi=None, width=WIDTH, height=HEIGHT, samples=None):
    per_meter = round(dpi / 0.0254) if dpi else 0
    return files.png(width, height, samples or disc(),
                     [(b'pHYs', struct.pack('>IIB', per_meter, per_meter, 1))] if dpi else [])


def lines(folder, *words, **more):
    return run('lines', '--svg', '--sigma=1', '-o', folder / 'out', *words, **more)


def check_pixels(folder):
    """A PGM says no resolution."""
    (folder / 'a.pgm').write_bytes(b'P5 %d %d 255\n' % (WIDTH, HEIGHT) + disc())
    (folder / 'raw').write_bytes(disc())
    done = lines(folder, folder / 'a.pgm', report=folder / 'report')
    text = (folder / 'out/a.svg').read_text(encoding='utf-8').splitlines(keepends=True)
    ok(done.counts(1) and 'sigma=1 ' in done.records[0]['parameters'], 'a picture has its SVG', done)
    words = 'cpu:plain', 'sigma=1', '0.25', '8', '0', str(WIDTH), str(HEIGHT), '1', 'u8', folder / 'raw'
    known = subprocess.run([LINES, *words], check=True, capture_output=True, text=True).stdout
    ok(''.join(text[:-1]) == known, 'it is the engine’s to the byte, in pixels', *text[:5])
    ok(text[-1].startswith('<?cuda-edges ') and ElementTree.fromstring(''.join(text)).get('width') == f'{WIDTH}.000',
       'its record is behind it, and it is XML', text[-1])


def check_millimeters(folder):
    for dpi in (72, 300, 600, 299.5):
        (folder / f'{dpi}.png').write_bytes(picture(dpi))
    done = lines(folder, *sorted(folder.glob('*.png')))
    ok(done.counts(4), 'pictures with resolutions', done)
    for dpi in (72, 300, 600, 299.5):
        root = ElementTree.parse(folder / f'out/{dpi}.svg').getroot()
        size = [float(root.get(name).removesuffix('mm')) for name in ('width', 'height')]
        ok(abs(size[0] - WIDTH * 25.4 / dpi) < 0.002 and abs(size[1] - HEIGHT * 25.4 / dpi) < 0.002
           and root.get('viewBox') == f'0 0 {WIDTH}.000 {HEIGHT}.000', f'{dpi} dpi are millimeters', root.attrib)


def check_drawn(folder):
    """The thresholds drop the disc; the points of its edge draw all of it."""
    (folder / 'a.pgm').write_bytes(b'P5 %d %d 255\n' % (WIDTH, HEIGHT) + disc())
    around = ' '.join(f'{x},{y}' for y in range(HEIGHT) for x in range(WIDTH)
                      if 870 < (x - 60) ** 2 + (y - 45) ** 2 < 930)
    for words, wanted in (((), 0), (('--drawn', around), 1), (('--drawn', around, '--erased', around), 0)):
        run('lines', '--svg', '--sigma=1', '--low=1400', '--high=1500', '-o', folder / str(len(words)), *words,
            folder / 'a.pgm')
        text = (folder / str(len(words)) / 'a.svg').read_text(encoding='utf-8')
        ok(text.count('<path') == wanted and ('Z"' in text) == bool(wanted),
           f'{len(words) // 2} lists of points: {wanted} line', text)


def check_width(folder):
    """A width in millimeters counts more than a resolution, and needs none; the height follows."""
    for name, dpi in (('none', None), ('300', 300)):
        (folder / f'{name}.png').write_bytes(picture(dpi))
    done = lines(folder, *sorted(folder.glob('*.png')), '--svg-width=250.5')
    roots = [ElementTree.parse(folder / f'out/{name}.svg').getroot() for name in ('none', '300')]
    height = f'{250.5 * HEIGHT / WIDTH:.3f}mm'
    ok(done.counts(2) and all(root.get('width') == '250.500mm' and root.get('height') == height for root in roots),
       '--svg-width is the width of the file', done, [root.attrib for root in roots])
    again = lines(folder, *sorted(folder.glob('*.png')), '--svg-width=100')
    root = ElementTree.parse(folder / 'out/300.svg').getroot()
    ok(again.counts(2) and root.get('width') == '100.000mm', 'another width makes another file', again, root.attrib)
    for value in ('-1', '10001', 'wide'):
        ok(lines(folder, folder / '300.png', f'--svg-width={value}').status == 2, f'no file is {value} mm wide')


def check_fax(folder):
    """204 x 98 dpi are 8031 x 3858 pixels per meter; a line 5 pixels wide has a stroke of 5 pixels."""
    bar = bytes(30 if 20 <= x < 100 and 40 <= y < 45 else 220 for y in range(HEIGHT) for x in range(WIDTH))
    (folder / 'fax.png').write_bytes(files.png(WIDTH, HEIGHT, bar, [(b'pHYs', struct.pack('>IIB', 8031, 3858, 1))]))
    done = lines(folder, folder / 'fax.png', '--of=dark-lines', '--low=10', '--high=20')
    root = ElementTree.parse(folder / 'out/fax.svg').getroot()
    ok(done.counts(1) and [root.get(name) for name in ('width', 'height', 'viewBox', 'preserveAspectRatio')]
       == [f'{WIDTH * 25.4 / 204:.3f}mm', f'{HEIGHT * 25.4 / 98:.3f}mm', f'0 0 {WIDTH}.000 {HEIGHT}.000', 'none'],
       'a fax has its size on both axes', done, root.attrib)
    strokes = [float(one.get('stroke-width')) for one in root.iter(f'{SVG}path')]
    ok(len(strokes) == 1 and abs(strokes[0] - 5) < 0.3, 'its strokes are in pixels', strokes)


def check_kept(folder):
    photo, result = folder / 'a.png', folder / 'out/a.svg'
    photo.write_bytes(picture(300))
    lines(folder, photo)
    first = result.read_bytes()
    ok(lines(folder, photo).counts(0, 1) and result.read_bytes() == first, 'a result that exists is skipped')
    ok(lines(folder, photo, '--dry-run').status == 0 and result.read_bytes() == first, 'a dry run writes nothing')
    done = lines(folder, photo, '--tolerance=2')
    ok(done.counts(1) and 'made again (tolerance 0.25 → 2)' in done.text and result.read_bytes() != first,
       'another tolerance', done)
    ok(lines(folder, photo).counts(1) and result.read_bytes() == first, 'the first one again, to the byte')
    photo.write_bytes(picture(300, samples=disc(90)))
    done = lines(folder, photo)
    ok(done.counts(1) and 'the photo has changed' in done.text, 'another picture', done)
    for what, text in (('a drawing of somebody else', b'<svg xmlns="http://www.w3.org/2000/svg"/>\n'), ('an empty file', b'')):
        result.write_bytes(text)
        done = lines(folder, photo, '--overwrite')
        ok(done.counts(0, 0, 1) and result.read_bytes() == text, f'{what} stays', done)
    ok(sorted(p.name for p in (folder / 'out').iterdir()) == ['a.svg'], 'nothing else lies there')


def check_names(folder):
    (folder / 'in/deep').mkdir(parents=True)
    for name in ('in/a.png', 'in/deep/a.png', 'in/ü & --b.png'):
        (folder / name).write_bytes(picture())
    (folder / 'in/b.svg').write_text('<svg/>', encoding='utf-8')
    done = lines(folder, folder / 'in', '--suffix=-cut')
    found = sorted(str(p.relative_to(folder / 'out')) for p in (folder / 'out').rglob('*.svg'))
    ok(done.counts(3) and found == ['a-cut.svg', 'deep/a-cut.svg', 'ü & --b-cut.svg'], 'a folder keeps its tree', done,
       found)
    ElementTree.parse(folder / 'out/ü & --b-cut.svg')
    ok(lines(folder, folder / 'in', '--suffix=-cut').counts(0, 3), 'each knows its picture')


def check_little(folder):
    for name, width, height in (('one', 1, 1), ('row', 500, 1), ('flat', 40, 30)):
        (folder / f'{name}.png').write_bytes(picture(None, width, height, bytes(width * height)))
    done = lines(folder, *sorted(folder.glob('*.png')), report=folder / 'report')
    roots = [ElementTree.parse(p).getroot() for p in (folder / 'out').iterdir()]
    ok(done.counts(3) and not any(root.findall(f'.//{SVG}path') for root in roots), 'without edges there are no lines', done)
    ok(done.text.count('No line was found') == 3 and [r['paths'] for r in done.records] == [0, 0, 0],
       'each says so, and so does the report', done, done.records)
    (folder / 'disc.pgm').write_bytes(b'P5 %d %d 255\n' % (WIDTH, HEIGHT) + disc())
    done = lines(folder, folder / 'disc.pgm', report=folder / 'second')
    ok('No line' not in done.text and done.records[0]['paths'] == 1, 'a line is counted', done, done.records)


def check_dots(folder):
    """Of dots, which are too short for lines, their number is told, whether there is a line or none."""
    for name, has_line, n in (('line', True, 0), ('one', True, 1), ('some', True, 6), ('dots', False, 6)):
        ink = {(x, 20 + y) for x in range(20, 100) for y in range(4 if has_line else 0)}
        ink |= {(15 + 15 * i + x, 60 + y) for i in range(n) for x in range(5) for y in range(5)}
        (folder / 'a.pgm').write_bytes(b'P5 %d %d 255\n' % (WIDTH, HEIGHT) + bytes(
            30 if (x, y) in ink else 220 for y in range(HEIGHT) for x in range(WIDTH)))
        done = lines(folder, folder / 'a.pgm', '--of=dark-lines', '--width=4', '--low=10', '--high=20', '--overwrite')
        said = (f'{n} dots or strokes, too short for a line, were left out.' if n > 1
                else '1 dot or stroke, too short for a line, was left out.')
        ok(done.counts(1) and (said in done.text if n else 'left out' not in done.text)
           and ('No line was found' in done.text) != has_line, f'{n} dots {"beside" if has_line else "without"} a line are told', done)


def check_photo(folder):
    """A photo of short lines in all directions: the ends that forks take were taken by other lines, which ran in a circle."""
    photo = Path(__file__).parents[2] / 'data/photos/astronaut.png'
    done = run('lines', '--svg', '--of=dark-lines', '-o', folder / 'out', photo)
    ok(done.counts(1) and len(ElementTree.parse(folder / 'out/astronaut.svg').getroot().findall(f'.//{SVG}path')) > 20,
       'the dark lines of a photo end', done)


def check_stairs(folder):
    """Two lines that cross, of pixels alone: the manual says which tolerance makes them straight."""
    ink = {pixel for i in range(81) for pixel in ((15 + i, 30 + round(i * 0.37)), (20 + round(i * 0.81), 85 - i))}
    levels = bytes(0 if (x, y) in ink else 255 for y in range(HEIGHT) for x in range(WIDTH))
    (folder / 'stairs.pgm').write_bytes(b'P5 %d %d 255\n' % (WIDTH, HEIGHT) + levels)
    done = lines(folder, folder / 'stairs.pgm', '--of=dark-lines', '--line-width=1', '--tolerance=0.5')
    first = (folder / 'out/stairs.svg').read_bytes()
    paths = ElementTree.fromstring(first).findall(f'.//{SVG}path')
    again = lines(folder, folder / 'stairs.pgm', '--of=dark-lines', '--width=1', '--tolerance=0.5')
    ok(again.counts(0, 1), 'the width by its name of version 0.2 is the same', again)
    again = lines(folder, folder / 'stairs.pgm', '--of=dark-lines', '--width=3', '--tolerance=0.5')
    ok(again.counts(1) and b' line-width=3 ' in (folder / 'out/stairs.svg').read_bytes(), 'another one by that name', again)
    ok(done.counts(1) and [sum(map(path.get('d').count, 'CL')) for path in paths] == [1, 1],
       'lines of pixels alone are straight at a tolerance of half a pixel', done, [path.get('d') for path in paths])


def check_refused(folder):
    (folder / 'a.png').write_bytes(picture())
    for what, words in (
            ('without --svg', ['lines']), ('another format', ['lines', '--svg', '-f', 'png']),
            ('lines of another filter', ['canny', '--svg']), ('SVG of another filter', ['canny', '-f', 'svg']),
            ('a tolerance', ['lines', '--svg', '--tolerance=0.01']), ('a gap', ['lines', '--svg', '--gap=11']),
            ('a quality', ['lines', '--svg', '--quality=3']), ('a color', ['lines', '--svg', '--color=#ff0000'])):
        done = run(*words, '-o', folder / 'out', folder / 'a.png')
        ok(done.status == 2 and len(done.text.splitlines()) == 1 and not (folder / 'out').exists(), f'{what} is refused',
           done)


tap.main(check_pixels, check_millimeters, check_width, check_drawn, check_fax, check_kept, check_names, check_little,
         check_dots, check_photo, check_stairs, check_refused)
