#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that cuda-edges accepts whole pictures only: files cut at forty places, a hundred hostile files, and whole photos
about which a library warns. Each refused file has its own reason. TAP. whole.py CUDA-EDGES"""
import os
import resource

import hostile
import tap
from hostile import BROKEN, HEIGHT, WHOLE, WIDTH
from pictures import Failed, Picture, picture, writable
from tap import ok, run, skip

# Names of cuts, endings, options of the saver, and the bytes that may be missing at the end without a missing pixel:
# what follows the last pixel is a PNG's sums and end mark, a JPEG's and a GIF's end mark.
CUT = (('JPEG', 'jpg', '', 2), ('progressive JPEG', 'jpg', '[interlace]', 2), ('gray JPEG', 'jpg', '[Q=60]', 2),
       ('PNG', 'png', '', 16),
       ('interlaced PNG', 'png', '[interlace]', 16), ('TIFF', 'tif', '', 0),
       ('TIFF, deflate', 'tif', '[compression=deflate]', 0),
       ('TIFF, LZW', 'tif', '[compression=lzw]', 0), ('TIFF, JPEG', 'tif', '[compression=jpeg]', 0),
       ('tiled TIFF', 'tif', '[tile,compression=lzw]', 0), ('WebP', 'webp', '', 0),
       ('lossless WebP', 'webp', '[lossless]', 0),
       ('PPM', 'ppm', '', 0), ('HEIC', 'heic', '', 0), ('JPEG XL', 'jxl', '', 0),
       ('lossless JPEG XL', 'jxl', '[lossless]', 0),
       ('GIF', 'gif', '', 1), ('JPEG 2000', 'jp2', '', 2))
MUST = {'jpg', 'png', 'tif', 'webp'}
PLACES = 40


def results(out):
    return {os.path.relpath(os.path.join(at, name), out): Picture.load(os.path.join(at, name))
            for at, _, names in os.walk(out) for name in names}


def reasons(done):
    return {os.path.basename(tap.source_of(record).decode()): record.get('message') for record in done.records}


def check_cuts(folder):
    _, unwritable = writable({ending for _, ending, _, _ in CUT})
    for title, ending, options, may_lack in CUT:
        name = f'{title}, cut at {PLACES} places, is refused'
        if ending in unwritable:
            skip(name, unwritable[ending])
            continue
        place, out = folder / title.replace(' ', '-'), folder / f'out-{title}'
        place.mkdir()
        picture(260, 180, 1 if 'gray' in title else 3).save(place / f'whole.{ending}', options)
        data = (place / f'whole.{ending}').read_bytes()
        last = [1, 2, 3, 4, 8, 13, 50]
        at = sorted({len(data) - n for n in last} | {len(data) * i // (PLACES - len(last) + 1)
                                                     for i in range(1, PLACES - len(last) + 1)})
        for n in at:
            (place / f'cut{len(data) - n:07}.{ending}').write_bytes(data[:n])
        done = run('sobel', '-q', '--jobs=2', '-o', out, place, report=folder / f'report-{title}')
        made = results(out) if out.is_dir() else {}
        whole = made.pop('whole.png', None)
        if not whole and ending not in MUST:
            skip(name, f'{ending} is not read here')
            continue
        taken = [(int(one[3:10]), result) for one, result in made.items()]
        wrong = [lacks for lacks, result in taken if lacks > may_lack or result.samples() != whole.samples()]
        ok(whole and not wrong and len(done.records) == len(at) + 1 and len(at) == PLACES, name,
           f'without the last {wrong} bytes of {len(data)}', done)
        if taken:
            print(f'# {title} without its last {[lacks for lacks, _ in taken]} bytes has all its pixels and a result')


def check_hostile(folder):
    place, out, report = folder / 'in', folder / 'out', folder / 'report'
    place.mkdir()
    wanted = {}
    for name, data, what in hostile.everything(folder):
        (place / name).write_bytes(data)
        wanted[name] = what
    before = tap.contents(place)
    # With less memory than the largest asks for, a machine with much of it is not filled.
    done = run('sharpen', '--jobs=2', '-o', out, *(place / name for name in wanted), report=report, seconds=240,
               preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (6 << 30, 6 << 30)))
    records = {os.path.basename(tap.source_of(record).decode()): record for record in done.records}
    ok(done.status == 1 and set(records) == set(wanted), f'{len(wanted)} hostile files: each has its record', done,
       sorted(set(wanted) - set(records)))
    lines = done.text.splitlines()
    silent = [name for name, record in records.items() if record['status'] == 'failed'
              and (not record['message'].strip() or sum(f'/{name}: ' in line for line in lines) != 1)]
    ok(not silent, 'each that is refused has one sentence', silent, done)
    taken = {name for name, record in records.items() if record['status'] == 'done'}
    for name, what in sorted(wanted.items()):
        if what is BROKEN or what is WHOLE:
            ok((name in taken) == (what is WHOLE), f'{name} is {"taken" if what is WHOLE else "refused"}',
               records.get(name, {}).get('message', 'done'))
    odd = []
    for name in taken:
        result = folder / 'out' / os.path.basename(records[name]['result'])
        try:
            Picture.load(result).samples()
        except Failed as failed:
            odd.append(f'{name}: {failed}')
    ok(not odd and len(os.listdir(out)) >= len(taken) and not any(one.startswith('.') for one in os.listdir(out)),
       'every result is whole, and nothing else is left', odd, len(taken), sorted(os.listdir(out)))
    ok(tap.contents(place) == before, 'the files stay as they are')


def check_reasons(folder):
    """Files that fail at the same moment have each its own reason, the one that it has alone."""
    photo, place = picture(WIDTH, HEIGHT), folder / 'in'
    place.mkdir()
    kinds = {}
    for ending in ('jpg', 'png', 'tif', 'webp'):
        data = (photo.save(folder / f'photo.{ending}')).read_bytes()
        for share in (10, 60):
            path = place / f'{share}.{ending}'
            path.write_bytes(data[:len(data) * share // 100])
            kinds |= reasons(run('sobel', '-o', folder / 'out', path, report=folder / f'report-{path.name}'))
    for name in kinds:
        for i in range(25):
            (place / f'{i:02}-{name}').write_bytes((place / name).read_bytes())
    done = run('sobel', '--jobs=16', '-o', folder / 'out', place, report=folder / 'report')
    wrong = {name: reason for name, reason in reasons(done).items() if reason != kinds[name.split('-')[-1]]}
    ok(len(set(kinds.values())) > 3 and len(done.records) == 26 * len(kinds) and not wrong,
       f'{len(done.records)} broken files, 16 at a time: each has its own reason', len(wrong), kinds, wrong)


tap.main(check_cuts, check_hostile, check_reasons)
