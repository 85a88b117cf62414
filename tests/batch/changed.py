#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks how cuda-edges knows its results again: in every format, with any XMP of the photo, after the photos were moved or
copied without their times; and that a result which somebody has changed since stays. TAP. changed.py CUDA-EDGES"""
import os
import re
import shutil
import struct
from pathlib import Path

import files
import tap
from pictures import Picture, picture, writable
from tap import contents, ok, run, skip

RDF = 'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"'
CHANGED = 'has been changed since it was made and stays as it is.'
OLD = 'Its result is of cuda-edges 0.2.0, which did not note whether somebody changed it since: --overwrite makes it again.'
RECORD = re.compile(rb'cuda-edges \d[^<"]*; [0-9a-f]{16} [0-9a-f]{16} [0-9a-f]{16}')


def xmp(size=0, prefix='rdf', attributes='', inner=''):
    """XMP of that size, with a creator."""
    head = (f'<x:xmpmeta xmlns:x="adobe:ns:meta/"><{prefix}:RDF {RDF.replace("rdf=", prefix + "=")}><{prefix}:Description '
            f'{prefix}:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:e="urn:editor" {attributes}><dc:creator>'
            f'<{prefix}:Seq><{prefix}:li>Ada</{prefix}:li></{prefix}:Seq></dc:creator>{inner}<e:history>')
    tail = f'</e:history></{prefix}:Description></{prefix}:RDF></x:xmpmeta>'
    return (head + 'h' * max(size - len(head) - len(tail), 0) + tail).encode()


def png(path, packet):
    path.write_bytes(files.png(64, 48, chunks=[(b'iTXt', b'XML:com.adobe.xmp\0\0\0\0\0' + packet)]))
    return path


def jpg(path, packet):
    picture(64, 48).save(path)
    data, segment = path.read_bytes(), b'http://ns.adobe.com/xap/1.0/\0' + packet
    path.write_bytes(data[:2] + b'\xff\xe1' + struct.pack('>H', len(segment) + 2) + segment + data[2:])
    return path


def sharpen(folder, *words, **more):
    return run('sharpen', '-o', folder / 'out', *words, **more)


def retouch(path):
    """Another picture with all metadata, as an editor saves it."""
    if path.suffix == '.svg':
        path.write_text(path.read_text(encoding='utf-8').replace('stroke-width="', 'stroke-width="1'), encoding='utf-8')
        return
    image = Picture.load(path)
    image.crop(0, 0, image.width - 8, image.height).save(path.with_name('edited' + path.suffix))
    path.with_name('edited' + path.suffix).rename(path)


def caption(path):
    """One letter in the metadata, or behind the picture, and no pixel."""
    data = path.read_bytes()
    if path.suffix == '.png':
        data = files.PNG + b''.join(files.chunk(kind, body.replace(b'Ada<', b'Eva<'))
                                    for kind, body in files.chunks_of(path))
    path.write_bytes(data.replace(b'Ada<', b'Eva<') if b'Ada<' in data else data if b'Eva<' in data else data + b'\n')


def check_formats(folder):
    """Made, known again, and left alone after each kind of edit."""
    for ending in (*writable(('png', 'jpg', 'tif', 'webp', 'heic', 'jxl'))[0], 'svg'):
        photo = png(folder / 'photo.png', xmp())
        words = ['lines', '--svg'] if ending == 'svg' else ['canny', '-f', ending]
        call = [*words, '-o', folder / ending, photo]
        result = folder / ending / f'photo.{ending}'
        first, again = run(*call), run(*call)
        ok(first.counts(1) and again.counts(0, 1), f'{ending}: made, and known again', first, again)
        other = run(*call, '--sigma=2')
        ok(other.counts(1) and 'photo.png: made again (sigma 1.4 → 2' in other.text,
            f'{ending}: made again with another parameter', other)
        os.utime(result, (5, 5))
        made = run(*call)
        ok(made.counts(1), f'{ending}: a result whose time alone changed is made again', made)
        with result.open('ab') as file:
            file.write(b'\n')
        done = run(*call, '--overwrite')
        ok(done.status == 1 and ('did not make' if ending == 'jxl' else CHANGED) in done.text,
           f'{ending}: one with a byte more at its end stays', done)
        for edit in (retouch, caption):
            result.unlink()
            run(*call)
            edit(result)
            edited = result.read_bytes()
            for more in (['--sigma=2'], ['--overwrite'], ['--sigma=2', '--overwrite', '--dry-run']):
                done = run(*call, *more)
                ok(done.status == 1 and CHANGED in done.text and result.read_bytes() == edited,
                    f'{ending}, {edit.__name__}: stays with {" ".join(more)}', done)
            os.utime(photo, (1, 1))
            done = run(*call)
            ok(done.counts(0, 1) and result.read_bytes() == edited,
               f'{ending}, {edit.__name__}: the same command has nothing to do', done)
            png(photo, xmp(inner='<e:note>new</e:note>'))
            done = run(*call)
            ok(done.status == 1 and CHANGED in done.text and result.read_bytes() == edited,
               f'{ending}, {edit.__name__}: stays when the photo changes', done)
            png(photo, xmp())


def kept(path):
    """The XMP of a result, without its record."""
    image = Picture.load(path)
    return RECORD.sub(b'', image.blob('xmp-data'))


def check_xmp(folder):
    """XMP of any size and form: the record is there, and all of the XMP, or a sentence says that it is not."""
    small = [('no XMP', b'', True), ('XMP with another prefix', xmp(prefix='r'), True),
             ('XMP with an old record as an element',
                 xmp(inner='<cuda-edges:made xmlns:cuda-edges="urn:cuda-edges">cuda-edges '
                                                          '0.2.0; canny x; 1 2 3 old.png</cuda-edges:made>'), True),
             ('XMP with an old record as an attribute', xmp(attributes='xmlns:cuda-edges="urn:cuda-edges" cuda-edges:made='
                                                            "'cuda-edges 0.2.0; canny x; 1 2 3 old.png'"), True),
             ('XMP with a second part', xmp(attributes='xmlns:xmpNote="http://ns.adobe.com/xmp/note/" '
                                            'xmpNote:HasExtendedXMP="0123456789ABCDEF0123456789ABCDEF"'), None),
             ('a text that is no XMP', b'no XMP at all', False)]
    large = [(f'{size} bytes of XMP', xmp(size), None) for size in (59000, 59400, 60000, 64900, 65502, 66000, 300000)]
    for ending in writable(('png', 'jpg', 'tif', 'webp', 'heic', 'jxl'))[0]:
        for name, packet, whole in (*small, *(large if ending == 'jpg' else large[-1:])):
            photo = png(folder / 'photo.png', packet) if packet else picture(64, 48).save(folder / 'photo.png')
            result = folder / 'out' / f'photo.{ending}'
            tap.fresh(folder / 'out')
            first, again = sharpen(folder, '-f', ending, photo), sharpen(folder, '-f', ending, photo, '--overwrite')
            found = kept(result)
            has_all = b'Ada' in found and (b'hhh' in packet) == (b'hhh' in found)
            said = 'left out' in first.text
            good = has_all if whole or (whole is None and not said) else said if packet else True
            ok(first.counts(1) and again.counts(1) and (not packet or good)
               and b'HasExtendedXMP' not in found and found.count(b'cuda-edges:made>') == 2 and b'old.png' not in found,
               f'{name} in {ending}: the record is there, and the rest is kept or told', first, again, found[:600])
            ok(ending == 'jpg' or len(packet) < 59000 or (has_all and not said), f'{name} in {ending} stays', first)
    for size in (59000, 59600, 60000, 64900):
        photo = jpg(folder / 'other.jpg', xmp(size))
        tap.fresh(folder / 'out')
        first, again = sharpen(folder, photo), sharpen(folder, photo)
        ok(first.counts(1) and again.counts(0, 1) and b'hhh' in kept(folder / 'out/other.jpg')
           and 'left out' not in first.text, f'a JPEG with {size} bytes of XMP keeps them', first, again)
    jpg(folder / 'p.jpg', xmp(65400))
    for _ in range(3):
        done = run('sharpen', '--suffix=-sharp', '-o', '.', *sorted(path.name for path in folder.glob('p*.jpg')),
                   cwd=folder)
    ok(done.counts(0, 1) and not list(folder.glob('*-sharp-sharp*')), 'results beside photos are known with any XMP', done)


def copy(old, new):
    """A tree as cp -r, git or a cloud bring it: at another time, at another place."""
    shutil.copytree(old, new, copy_function=shutil.copyfile)
    for i, path in enumerate(sorted(new.rglob('*'))):
        if path.is_file():
            os.utime(path, (1000000 + i, 1000000 + i))
    return new


def check_copies(folder):
    for ending in (*writable(('png', 'jpg', 'tif', 'webp', 'heic', 'jxl'))[0], 'svg'):
        words = ['lines', '--svg'] if ending == 'svg' else ['sobel', '-f', ending]
        here = folder / f'{ending}-here'
        for day in ('a', 'b'):
            (here / 'photos' / day).mkdir(parents=True)
            picture(60, 40, seed=ord(day)).save(here / f'photos/{day}/p.png')
        run(*words, '-o', 'out', 'photos', cwd=here)
        there = copy(here, folder / f'{ending}-there')
        done = run(*words, '-o', 'out', 'photos', cwd=there)
        ok(done.counts(0, 2), f'{ending}: a project that was copied without its times goes on', done)
        done = run(*words, '--overwrite', '-o', there / 'out', there / 'photos')
        ok(done.counts(2), f'{ending}: --overwrite makes it again there', done)
        picture(60, 40, seed=9).save(there / 'photos/a/p.png')
        done = run(*words, '-o', 'out', 'photos', cwd=there)
        ok(done.counts(1, 1) and 'a/p.png: made again (the photo has changed).' in done.text,
           f'{ending}: a photo that was edited there is made again', done)
        last = copy(here, folder / f'{ending}-last')
        picture(60, 40, seed=9).save(last / 'photos/b/p.png')
        done = run(*words, '-o', 'out', 'photos', cwd=last)
        ok(done.counts(1, 1) and 'b/p.png: made again' in done.text,
           f'{ending}: also one that was edited before the first run', done)
        (last / 'photos').rename(last / 'originals')
        os.utime(last / 'originals/a/p.png', (77, 77))
        done = run(*words, '-o', 'out', 'originals', cwd=last)
        ok(done.counts(0, 2), f'{ending}: photos that were moved are the same', done)
        done = run(*words, '-o', 'out', '--base', 'originals/b', 'originals/b/p.png', cwd=last)
        swapped = run(*words, '-o', 'out/a', 'originals/b/p.png', cwd=last)
        ok(done.counts(1) and swapped.counts(0, failed=1) and 'another file, “p.png”' in swapped.text,
           f'{ending}: another photo of the same name is another photo', done, swapped)


def check_suffix(folder):
    here = folder / 'here'
    here.mkdir()
    for name in ('a.png', 'b.jpg', 'c.tif'):
        picture(60, 40, seed=ord(name[0])).save(here / name)
    call = ['sharpen', '--suffix=-sharp', '-o', '.', '.']
    first = run(*call, cwd=here)
    there = copy(here, folder / 'there')
    names = set(contents(there))
    for more in ([], ['--overwrite'], ['--amount=2'], ['--if-newer']):
        done = run(*call, *more, cwd=there)
        ok(done.status == 0 and first.counts(3) and set(contents(there)) == names,
           f'results beside copied photos are no photos, {more}', done, sorted(contents(there)))
    found = files.chunks_of(there / 'a-sharp.png')
    (there / 'a-sharp.png').write_bytes(files.PNG + b''.join(files.chunk(*one) for one in found
                                                             if b'cuda-edges' not in one[1]))
    picture(60, 40, seed=7).save(there / 'c-sharp.tif')
    picture(60, 40, seed=8).save(there / 'd-sharp.png')
    done = run(*call, cwd=there)
    ok(done.counts(1, 1, 2) and set(contents(there)) == names | {'d-sharp.png', 'd-sharp-sharp.png'},
       'a result beside its photo whose record another program left out is no photo; one without a photo is', done,
       sorted(contents(there)))
    done = run('canny', '-o', '.', 'b-sharp.jpg', cwd=there)
    ok(done.status == 2 and 'results in the output folder' in done.text, 'a result that is named alone has its reason', done)


def old_record(text):
    """A record of cuda-edges 0.2.0, without a parameter that it did not know, and with the old name of another."""
    text = re.sub(r'cuda-edges \d[^;]*;', 'cuda-edges 0.2.0;', text.rsplit('; ', 1)[0])
    return text.replace(' tolerance=0.25', '').replace(' line-width=', ' width=')


def check_old(folder):
    """Results of cuda-edges 0.2.0."""
    (folder / 'photos').mkdir()
    picture(60, 40).save(folder / 'photos/p.png')
    for ending in ('png', 'svg'):
        words = ['lines', '--svg'] if ending == 'svg' else ['sobel']
        result = folder / f'{ending}/p.{ending}'

        def of_old():
            result.unlink(missing_ok=True)
            run(*words, '-o', folder / ending, folder / 'photos')
            if ending == 'svg':
                text = result.read_text(encoding='utf-8')
                record = RECORD.search(text.encode())[0].decode()
                result.write_text(text.replace(record, old_record(record)), encoding='utf-8')
                return
            chunks = [(kind, RECORD.sub(lambda found: old_record(found[0].decode()).encode(), body))
                      for kind, body in files.chunks_of(result)]
            result.write_bytes(files.PNG + b''.join(files.chunk(*one) for one in chunks))
        of_old()
        before = result.read_bytes()
        assert not RECORD.search(before)
        done = run(*words, '-o', folder / ending, folder / 'photos')
        ok(done.counts(0, 1) and result.read_bytes() == before, f'{ending} of 0.2.0 with the same parameters is skipped',
           done)
        done = run(*words, '--sigma=2' if ending == 'svg' else '--gain=2', '-o', folder / ending, folder / 'photos')
        ok(done.counts(0, failed=1) and OLD in done.text and result.read_bytes() == before,
           f'{ending} of 0.2.0 is not made again by itself', done)
        done = run(*words, '--overwrite', '-o', folder / ending, folder / 'photos')
        ok(done.counts(1) and RECORD.search(result.read_bytes()), f'{ending} of 0.2.0 is, with --overwrite', done)
        of_old()
        (folder / 'photos').rename(folder / 'moved')
        done = run(*words, '-o', folder / ending, folder / 'moved')
        ok(done.counts(0, 1), f'{ending} of 0.2.0, and its photos were moved: skipped', done)
        os.utime(folder / 'moved/p.png', (9, len(ending) + ord(ending[0])))
        done = run(*words, '-o', folder / ending, folder / 'moved')
        more = run(*words, '--overwrite', '-o', folder / ending, folder / 'moved')
        ok(done.counts(0, failed=1) and more.counts(1), f'{ending} of 0.2.0, and they lost their times: --overwrite goes on',
           done, more)
        (folder / 'moved').rename(folder / 'photos')


tap.main(check_formats, check_xmp, check_copies, check_suffix, check_old)
