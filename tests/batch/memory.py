#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares the memory of cuda-edges with its estimate, which refuses pictures and decides how many are in flight: the peak
above that of a tiny picture is no larger than the estimate, and at least 10/11 of it on two processors. TAP. memory.py CUDA-EDGES"""
import ctypes
import json
import os
import subprocess
import sys
from pathlib import Path

import tap
from tap import ok

# Two runs of one command differ by less.
SLACK = 1e6
ZOOM = 8
# Each picture by its channels, type, ending and libvips' options, then commands. "turned" is a photo that lies on its side.
CASES = (
    (1, 'u8', 'tif', '', ['canny'], ['canny', '--thresholds=otsu'], ['laplacian'],
     ['sharpen', '--method=deconvolve', '--iterations=1'], ['line-art'], ['lines', '--svg'], ['canny', '--style=lines']),
    (3, 'u8', 'tif', '', ['canny'], ['sobel', '--format=tif'], ['sharpen'], ['sharpen', '--format=png'],
     ['sharpen', '--stage=sharpness'],
     ['canny', '--style=lines', '--format=tif']),
    (4, 'u16', 'tif', '', ['canny'], ['sharpen']), (3, 'u8', 'png', '[compression=1]', ['canny']),
    (3, 'u8', 'png', '[compression=1,interlace]', ['canny']), (3, 'u8', 'jpg', '', ['canny'], ['sharpen']),
    (3, 'u8', 'jpg', '[interlace]', ['canny']), (3, 'u8', 'jpg', '[interlace,subsample_mode=off]', ['canny']),
    (3, 'u8', 'jpg', 'turned', ['canny']), (3, 'u8', 'webp', '[effort=0]', ['canny']), (3, 'u8', 'ppm', '', ['canny']))


def make(folder):
    """Makes all pictures. This is a process of its own, because a child's peak begins with that of the process that starts it."""
    from made import app_exif
    from pictures import picture, writable
    picture(60, 40).save(folder / 'tiny.png')
    for number, (bands, kind, ending, how, *_) in enumerate(CASES):
        if ending == 'webp' and not writable([ending])[0]:
            continue
        large = picture(625, 450, bands, kind)._made('vips_zoom', ctypes.c_int(ZOOM), ctypes.c_int(ZOOM))
        path = large.save(folder / f'{number}.{ending}', how if how.startswith('[') else '')
        if how == 'turned':
            data = path.read_bytes()
            path.write_bytes(data[:2] + app_exif((274, 3, 6)) + data[2:])


def peak(*words):
    """Bytes of the largest size in memory of a run on one picture, 0 if it failed. malloc must not touch what nobody uses."""
    with subprocess.Popen([tap.PROGRAM, *words, '-q', '-j', '1'], env=tap.environment(MALLOC_PERTURB_='0')) as process:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    return usage.ru_maxrss * 1024 if process.returncode == 0 else 0


def check_peaks(folder):
    subprocess.run([sys.executable, __file__, tap.PROGRAM, folder], check=True)
    base = peak('canny', '-o', folder / 'base', folder / 'tiny.png')
    ok(base > 0, f'the program itself, {base / 1e6:.0f} MB')
    for number, (bands, kind, ending, how, *commands) in enumerate(CASES):
        photo, report = folder / f'{number}.{ending}', folder / 'report'
        for words in commands if photo.exists() else ():
            found = peak(*words, '-o', folder / 'out', '--report', report, photo) - base
            record = json.loads(report.read_text(encoding='utf-8').splitlines()[-1])
            wanted = record['memory-mb'] * 1e6
            # How many lines a picture has nobody knows before.
            most = 1.3 if words[0] == 'lines' or os.cpu_count() > 2 else 1.1
            ok(found <= wanted + SLACK and wanted <= most * found + 2 * SLACK,
               f'{" ".join(words)} of {bands} × {kind} in {ending} {how}: {found / 1e6:.0f} MB of {wanted / 1e6:.0f}', record)
            tap.fresh(folder / 'out')
            report.unlink()


if __name__ == '__main__':
    if len(sys.argv) > 2:
        make(Path(sys.argv[2]))
    else:
        tap.main(check_peaks)
