#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that folders are sharpened by the blur of each photo, and that their report tells how sharp each one is. TAP.
sharpness.py CUDA-EDGES"""
import math
import re
import subprocess
from pathlib import Path

import tap
from tap import ok, run

WIDTH, HEIGHT = 384, 288
SOURCE = Path(__file__).resolve().parents[2]
FOUND = '--method=deconvolve', '--radius-from=found', '--iterations=3'
NUMBERS = 'sharpness', 'radius', 'edges'


def row(n, sigma, bar=24):
    def step(x):
        return math.erf(x / (sigma * math.sqrt(2)))
    return [(step(i % 48 - 11.5) - step(i % 48 - 11.5 - bar)) / 2 for i in range(n)]


def photo(path, sigma, noise=0):
    """Squares of one blur."""
    across, down = row(WIDTH, sigma), row(HEIGHT, sigma)
    data = [70 + 120 * a * b for b in down for a in across]
    path.write_bytes(b'P5 %d %d 255\n' % (WIDTH, HEIGHT)
                     + bytes(round(v + noise * (i * 7919 % 61 / 30 - 1)) for i, v in enumerate(data)))


def shoot(folder):
    (folder / 'in').mkdir()
    for name, sigma in (('c soft', 2), ('a sharp', 0.6), ('b', 1.2)):
        photo(folder / f'in/{name}.pgm', sigma)
    photo(folder / 'in/noisy.pgm', 1, 10)
    (folder / 'in/flat.pgm').write_bytes(b'P5 60 40 255\n' + bytes(2400))


def by_name(done):
    return {record['input'].split('/')[-1].removesuffix('.pgm'): record for record in done.records}


def check_found(folder):
    """Each photo by its own radius; what the report says repeats the result, and the rest stays as it is, and says why."""
    shoot(folder)
    out = folder / 'out'
    done = run('sharpen', *FOUND, '-f', 'png', '-o', out, folder / 'in', report=folder / 'report')
    found = by_name(done)
    ok(done.counts(5), 'five photos', done)
    wanted = {'a sharp': 'sharp', 'b': 'found', 'c soft': 'found', 'noisy': 'noise', 'flat': 'few-edges'}
    ok({name: record['focus'] for name, record in found.items()} == wanted, 'each has an answer', done.records)
    ok(all(key in found['b'] for key in NUMBERS) and not {'sharpness', 'radius'} & set(found['flat'])
       and found['flat']['edges'] == 0, 'numbers are there if they are known', done.records)
    messages = {name: record.get('message', '') for name, record in found.items()}
    ok(messages['a sharp'] == 'Sharp already: nothing to take back.'
       and messages['flat'] == 'Cannot tell the radius: too few clear edges (0).'
       and re.search(r'noise of \d+ levels', messages['noisy']) and not messages['b'], 'and so have the messages', messages)
    for name in ('b', 'c soft'):
        radius = found[name]['radius']
        ok(f' radius={radius:g} radius-from=given ' in found[name]['parameters'], f'{name}: {radius} is stated then',
           found[name])
        again = folder / f'again {name}'
        run('sharpen', '--method=deconvolve', '--iterations=3', f'--radius={radius}', '-f', 'png', '--bare', '-o', again,
            folder / f'in/{name}.pgm')
        ok(pixels(out / f'{name}.png') == pixels(again / f'{name}.png') != pixels(folder / f'in/{name}.pgm'),
           f'{name}: and has the same result')
    ok(all(pixels(out / f'{name}.png') == pixels(folder / f'in/{name}.pgm') for name in ('a sharp', 'noisy', 'flat')),
       'the others stay as they are')
    done = run('sharpen', *FOUND, '-f', 'png', '-o', out, folder / 'in')
    ok(done.counts(0, 5), 'none of them is made again', done)
    done = run('sharpen', *FOUND[:1], FOUND[2], '-f', 'png', '-o', out, folder / 'in', '--dry-run')
    ok('radius-from found → given' in done.out, 'unless the radius is stated', done.out)
    for method in ('unsharp', 'kernel', 'adaptive'):
        done = run('sharpen', f'--method={method}', '--radius-from=found', '-o', folder / method, folder / 'in/b.pgm',
                   report=folder / f'{method}.jsonl')
        ok(done.counts(1) and not {'focus', 'sharpness', 'edges'} & set(done.records[0]), f'{method} looks for no radius',
           done)
    said = [(SOURCE / name).read_text(encoding='utf-8').replace('\\', '')
            for name in ('docs/cuda-edges.1', 'docs/manual/pages/folders.html')]
    ok(all(text.count('--radius-from found') == text.count('--method deconvolve --radius-from found') > 0 for text in said),
       'so the pages name the method, too')


def pixels(path):
    """Levels of a gray picture."""
    if path.suffix == '.pgm':
        return path.read_bytes().split(b'\n', 1)[1]
    from files import decode
    return bytes(decode(path)[4])


def check_sorted(folder):
    """The manual's line sorts a shoot, the sharpest first; photos without edges are left out."""
    shoot(folder)
    report = folder / 'shoot.jsonl'
    done = run('sharpen', '--stage', 'sharpness', '-f', 'jpg', '-o', folder / 'out', folder / 'in', report=report)
    ok(done.counts(5) and not any('message' in record for record in done.records), 'pictures of sharpness have no note',
       done)
    line = r'''sed -n 's/.*"input":"\([^"]*\)".*"sharpness":\([0-9.]*\).*/\2 \1/p' shoot.jsonl | sort -n'''
    text = subprocess.run(['sh', '-c', line], cwd=folder, capture_output=True, text=True, check=True,
                          env=tap.environment()).stdout
    names = [name.split('/')[-1].removesuffix('.pgm') for name in text.splitlines()]
    ok([name for name in names if name != 'noisy'] == ['a sharp', 'b', 'c soft'], 'a shoot is sorted', text)
    run('sharpen', '-o', folder / 'plain', folder / 'in', report=folder / 'plain' / 'plain.jsonl')
    ok(b'"focus"' not in (folder / 'plain' / 'plain.jsonl').read_bytes(), 'other calls do not look for it')


if __name__ == '__main__':
    tap.main(check_found, check_sorted)
