#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks what cuda-edges takes for pictures: lists of files in any encoding, what folders of cameras and storage devices
have, and headers and sizes that are refused before a row is decoded. TAP. lists.py CUDA-EDGES"""
import os

import files
import tap
from pictures import picture, writable
from tap import contents, fresh, ok, run, skip


def check_lists(folder):
    names = ['one.png', 'two words.png', "it's.png", '-dash.png']
    for name in names:
        picture(40, 30).save(folder / name.replace('-dash', './-dash'))
    for what, data in (('lines', '\n'.join(names) + '\n'), ('lines without the last end', '\n'.join(names)),
                       ('zero bytes', '\0'.join(names) + '\0'),
                       ('zero bytes without the last', '\0'.join(names)),
                       ('empty lines', '\n\n' + '\n\n'.join(names) + '\n\n'),
                       ('lines of Windows', '\r\n'.join(names) + '\r\n')):
        (folder / 'list').write_text(data, encoding='utf-8')
        for how, more in ((folder / 'list', {}), ('-', {'input': data.encode()})):
            done = run('canny', '-o', folder / 'out', '--files-from', how, cwd=folder, **more)
            ok(done.counts(4) and set(contents(folder / 'out')) == set(names),
               f'a list of {what}, {"stdin" if how == "-" else "a file"}', done)
            fresh(folder / 'out')
    picture(40, 30).save(folder / 'made.png').rename(folder / 'two\nlines.png')
    done = run('canny', '-o', folder / 'out', '--files-from', '-', cwd=folder, input=b'two\nlines.png\0one.png\0')
    ok(done.counts(2), 'a line\'s end in a name, in a list of zero bytes', done)
    (folder / 'empty').write_bytes(b'')
    done = run('canny', '-o', folder / 'out', '--files-from', folder / 'empty')
    ok(done.status in (0, 2) and len(done.text.splitlines()) == 1, 'an empty list is said', done)
    done = run('canny', '-o', folder / 'out2', '--files-from', '/dev/zero', cwd=folder, seconds=30)
    ok(done.status == 2 and len(done.text.splitlines()) == 1, 'a list without an end is refused', done)


def check_wide_lists(folder):
    """Lists by editors and shells of Windows, whose bytes could be taken for names that zero bytes end."""
    for name in ('one/a.png', 'two/b.png', '日本/写真.png', 'x'):
        (folder / name).parent.mkdir(exist_ok=True)
        picture(40, 30).save(folder / 'made.png').rename(folder / name)
    (folder / 'x').rename(folder / 'x.png')

    def with_list(data):
        (folder / 'list.txt').write_bytes(data)
        done = run('canny', '-o', 'out', '--base', '.', '--files-from', 'list.txt', cwd=folder)
        found = sorted(contents(folder / 'out')) if (folder / 'out').exists() else []
        fresh(folder / 'out')
        return done, found
    for names in (['one/a.png'], ['./one/a.png', 'two/b.png'], ['日本/写真.png'], ['two/b.png', '日本/写真.png']):
        for end in ('', '\n', '\r\n'):
            text = (end or '\n').join(names) + end
            wanted = sorted(os.path.normpath(name) for name in names)
            for code, mark in (('utf-8', ''), ('utf-8', '\ufeff'), ('utf-16-le', '\ufeff'), ('utf-16-be', '\ufeff')):
                done, found = with_list((mark + text).encode(code))
                ok(done.counts(len(names)) and found == wanted, f'{names} in {code}{mark and " with a mark"}, end {end!r}', done,
                   found)
            for code in ('utf-16-le', 'utf-16-be', 'utf-32-le'):
                done, found = with_list(text.encode(code))
                ok(done.status == 2 and not found and len(done.text.splitlines()) == 1
                   and 'is no list of files' in done.text,
                   f'{names} in {code} without a mark, end {end!r}, is refused in a sentence', done, found)
    for data in (b'.\0', b'.\0./one/a.png\0', b'x.png\0', b'one/a.png\0two/b.png'):
        done, found = with_list(data)
        ok(done.status == 0 and found, f'{data} is a list', done)
    for data in (b'a\0b\0', b'one/a.png\r\0two/b.png\r\0', b'\xff\xfe\0\xd8'):
        done, found = with_list(data)
        ok(done.status == 2 and not found and len(done.text.splitlines()) == 1, f'{data} is none', done)
    for name in ('/', '//', '/.', '/proc/..', '../' * 30):
        for data in (f'one/a.png\n{name}\n', f'one/a.png\0{name}\0'):
            done, found = with_list(data.encode())
            ok(done.status == 2 and not found and 'all files of this machine' in done.text, f'no list stands for {name}',
               done)


def check_left_out(folder):
    """What a camera's card and a storage device have beside the photos."""
    photo = picture(40, 30).save(folder / 'photo.jpg').read_bytes()
    for name in ('p/a.jpg', 'p/b.MPO', 'p/c.CR2', 'p/d.nef', 'p/sub/e.DNG', 'p/sub/f.jpg', 'p/@eaDir/a.jpg/SYNO.jpg',
                 'p/#recycle/g.jpg', 'p/sub/@Recycle/h.jpg', 'p/$RECYCLE.BIN/i.jpg', 'p/.Trash/j.jpg', 'p/._a.jpg'):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(photo)
    done = run('canny', '-o', folder / 'out', folder / 'p')
    lines = done.text.splitlines()
    found = sorted(contents(folder / 'out'))
    ok(done.counts(3) and found == ['a.png', 'b.png', 'sub/f.png'] and len(lines) == 3
       and lines[0].startswith('3 raw files of cameras are left out') and lines[1].startswith('4 folders of thumbnails'),
       'raw files and folders of thumbnails and deleted files are left out in a line each', done, found)
    alone = run('canny', '-o', folder / 'alone', folder / 'p/a.jpg')
    ok(alone.counts(1) and len(alone.text.splitlines()) == 1, 'what lies beside a named photo is not told', alone)
    again = run('canny', '-q', '-o', folder / 'out', folder / 'p')
    ok(again.status == 0 and not again.text, 'and a quiet run does not say so', again)
    done = run('canny', '-o', folder / 'named', folder / 'p/#recycle', folder / 'p/@eaDir')
    ok(done.counts(2), 'a folder that is named is filtered', done)
    (folder / 'raws').mkdir()
    (folder / 'raws/a.RAF').write_bytes(photo)
    done = run('canny', '-o', folder / 'none', folder / 'raws')
    ok(done.status == 2 and done.text.splitlines() == ['1 raw file of a camera is left out: develop it first.',
                                                       'cuda-edges: No picture was found.'], 'raw files alone', done)
    yes, no = writable(['heic'])
    if no:
        skip('a camera’s .HIF', no['heic'])
        return
    picture(64, 48).save(folder / 'a.heic').rename(folder / 'p/sub/IMG_1.HIF')
    done = run('sharpen', '-o', folder / 'hif', folder / 'p/sub')
    ok(done.counts(2) and 'IMG_1.heic' in contents(folder / 'hif'), 'a camera’s .HIF is a HEIC', done)


def check_headers(folder):
    """Sizes that a PPM's header says and libvips cannot keep: what it decodes then is another picture."""
    body = b'\1\2\3' * 2000
    for i, header in enumerate(('P6 2000000000 2000000000 255', 'P6 2000000000 1 255', 'P5 1 2000000000 255', 'P6 -5 10 255',
                                'P5 99999999999 3 255', 'P5 3 99999999999999999999999 255', 'P4 4294967297 1', 'P5 0 3 255',
                                'P2 5000000000 1 255', 'P5 9000000 9000000 255', 'Pf 2000000000 1 -1.0')):
        path = folder / f'{i}.ppm'
        path.write_bytes(header.encode() + b'\n' + body)
        done = run('sobel', '-o', folder / 'out', path)
        ok(done.counts(0, failed=1) and len(done.text.splitlines()) == 2 and '**' not in done.text
           and not contents(folder / 'out'), f'{header} is refused in one line', done)
    for i, header in enumerate((b'P6\n# by a scanner\n40 # columns\n30\n255\n', b'P6\t040\r\n30\n#\n255\n',
                                b'P5 1 1\n255\n')):
        path = folder / f'good{i}.ppm'
        path.write_bytes(header + body)
        done = run('sobel', '-o', folder / 'out', path)
        ok(done.counts(1), f'{header} is a picture', done)
    done = run('canny', '-o', folder / 'out', folder / '0.ppm', env={'G_DEBUG': 'x'})
    ok('CRITICAL' in done.text, 'with G_DEBUG libraries say what they find', done)


def check_limits(folder):
    """A size that a format cannot have is refused before a row is decoded: these files have none."""
    yes, no = writable(('jpg', 'webp', 'heic'))
    for form in no:
        skip(f'the largest {form}', no[form])
    for form, most in (('jpg', 65500), ('webp', 16383), ('heic', 16384)):
        if form not in yes:
            continue
        for width, height in ((most + 1, 2), (2, most + 1), (60000, 60000) if most < 60000 else (70000, 2)):
            header = files.PNG + files.chunk(b'IHDR', width.to_bytes(4, 'big') + height.to_bytes(4, 'big') + b'\x08\2\0\0\0')
            (folder / 'large.png').write_bytes(header + files.chunk(b'IDAT', b''))
            done = run('sharpen', '-f', form, '-o', folder / 'out', folder / 'large.png')
            ok(done.counts(0, failed=1) and f'{width} × {height} pixels' in done.text
               and f'at most {most} on a side' in done.text and '--format png' in done.text,
               f'{width} × {height} pixels as {form}: the limit and a format are told', done)
        rows = 64 if form == 'heic' else 2      # an encoder of HEIC has a least size, too
        (folder / 'good.png').write_bytes(files.png(most, rows, bytes(most * rows * 3)))
        done = run('sharpen', '-f', form, '-o', folder / 'good', folder / 'good.png')
        ok(done.counts(1), f'{most} × {rows} pixels as {form} are no more than it can have', done)


tap.main(check_lists, check_wide_lists, check_left_out, check_headers, check_limits)
