#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Folders of photos: images per second, beside libvips, which only copies them,
ImageMagick and G'MIC through GNU parallel and OpenCV in a Python loop, on the
same files, from a format to the same.

    folders.py CUDA-EDGES PHOTOS FOLDER [--small 1000] [--large 100] [--rounds 3] [--others 1] [--jobs N]
               [--backends cpu,cuda] [--kinds canny,sharpen,deconvolve] [--format jpg,png,tif,webp] [--only-vips]

Makes the files from PHOTOS in FOLDER with libvips' command, runs everybody in
turn, and prints tables in Markdown; medians of the rounds. Decoding, computing
and encoding apart are what cuda-edges reports and the loop measures, in
milliseconds for each image; cuda-edges waits until a file is on the disk, the
others do not. Those that are not installed are left out; with --others 20 they
take every twentieth photo."""
import argparse
import importlib.util
import json
import os
import platform
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

SIZES = {'small': (1632, 1224), 'large': (6000, 4000)}
BASES = 4                       # different pictures of a size; the others are copies of their files
LOOP = '''
import sys, time, cv2
kind, jobs, out, *names = sys.argv[1:]
cv2.setNumThreads(int(jobs))
spent = [0, 0, 0]
for name in names:
    times = [time.perf_counter()]
    image = cv2.imread(name)
    times.append(time.perf_counter())
    if kind == 'canny':
        result = cv2.Canny(cv2.GaussianBlur(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), (0, 0), 1.4), 40, 80, L2gradient=True)
    else:
        result = cv2.addWeighted(image, 1.8, cv2.GaussianBlur(image, (0, 0), 2), -0.8, 0)
    times.append(time.perf_counter())
    cv2.imwrite(out + '/' + name.rsplit('/', 1)[1], result, [cv2.IMWRITE_JPEG_QUALITY, 90])
    times.append(time.perf_counter())
    spent = [s + b - a for s, a, b in zip(spent, times, times[1:])]
print(*(1000 * s / len(names) for s in spent))
'''


def magick():
    return shutil.which('magick') or shutil.which('convert')


def saved(path, ending):
    """How libvips' command names a file to be written."""
    return f'{path}[Q=90]' if ending in ('jpg', 'webp') else str(path)


def make_files(photos, folder, size, count, ending):
    """Pictures of a size, so large that nothing repeats inside a block of JPEG, with noise."""
    folder.mkdir(parents=True, exist_ok=True)
    width, height = map(str, SIZES[size])
    sources = sorted(photos.glob('*.png')) + sorted(photos.glob('*.jpg'))
    for i in range(count):
        path = folder / f'{size}-{i:04}.{ending}'
        if path.exists():
            continue
        if i >= BASES:
            shutil.copy(folder / f'{size}-{i % BASES:04}.{ending}', path)
            continue
        steps = [folder / f'{name}.v' for name in 'abcd']
        source = sources[i % len(sources)]
        for words in (['thumbnail', source, steps[0], width, '--height', height, '--crop', 'centre'],
                      ['gaussnoise', steps[1], width, height, '--mean', '8', '--sigma', '4', '--seed', str(i + 1)],
                      ['add', *steps[:3]], ['cast', *steps[2:], 'uchar'], ['copy', steps[3], saved(path, ending)]):
            subprocess.run(['vips', *words], check=True)
        for step in steps:
            step.unlink()
    return sorted(folder.glob(f'{size}-*.{ending}'))[:count]


def ours(program, backend, jobs, ending):
    words = {'canny': ['canny', '--sigma', '1.4', '--low', '40', '--high', '80'],
             'sharpen': ['sharpen', '--radius', '2', '--amount', '0.8', '--channels', 'rgb'],
             'deconvolve': ['sharpen', '--method', 'deconvolve', '--radius', '1.5', '--amount', '1', '--channels', 'rgb']}

    def run(kind, out, names):
        report = out / 'report'
        quality = ['--quality', '90'] if ending in ('jpg', 'webp') else []
        subprocess.run([program, *words[kind], '--backend', backend, '--quiet', '--jobs', str(jobs), '--format', ending,
                        *quality, '--report', report, '-o', out, '--', *names], check=True)
        rows = [json.loads(line) for line in report.read_text(encoding='utf-8').splitlines()]
        return [statistics.mean(row[part] for row in rows) for part in ('decode-ms', 'compute-ms', 'encode-ms')]
    return run


def in_parallel(words, jobs, name=str):
    def run(kind, out, names):
        command = ['parallel', '--null', '--jobs', str(jobs), *words[kind], name(out / '{/}')]
        subprocess.run(command, input='\0'.join(map(str, names)), text=True, check=True, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)
    return run


def loop(jobs):
    def run(kind, out, names):
        if kind == 'deconvolve':
            raise KeyError(kind)
        done = subprocess.run([sys.executable, '-c', LOOP, kind, str(jobs), out, *names], check=True, capture_output=True,
                              text=True)
        return [float(word) for word in done.stdout.split()]
    return run


def contenders(program, backends, jobs, ending, only_vips):
    result = {f'cuda-edges, {backend}': ours(program, backend, jobs, ending) for backend in backends}
    if shutil.which('vips') and shutil.which('parallel'):
        copy = dict.fromkeys(('canny', 'sharpen', 'deconvolve'), ['vips', 'copy', '{}'])
        result['vips copy, GNU parallel'] = in_parallel(copy, jobs, lambda out: saved(out, ending))
    if only_vips:
        return result
    one = 'env OMP_NUM_THREADS=1 MAGICK_THREAD_LIMIT=1'.split()
    if magick() and shutil.which('parallel'):
        result['ImageMagick, GNU parallel'] = in_parallel({
            'canny': [*one, magick(), '{}', '-canny', '0x1.4+10%+20%', '-quality', '90'],
            'sharpen': [*one, magick(), '{}', '-unsharp', '0x2+0.8+0', '-quality', '90']}, jobs)
    if shutil.which('gmic') and shutil.which('parallel'):
        result["G'MIC, GNU parallel"] = in_parallel({
            'sharpen': [*one, 'gmic', '{}', 'unsharp', '2,0.8', 'output']}, jobs)
    if importlib.util.find_spec('cv2'):
        result['OpenCV, a Python loop'] = loop(jobs)
    return result


def processor():
    """Seconds of processor time of the programs that have ended."""
    spent = os.times()
    return spent.children_user + spent.children_system


def measure(all_of_them, kind, every, folder, args):
    times, parts, counts = {}, {}, {}
    for _ in range(args.rounds):
        for name, run in all_of_them.items():
            names = every if name.startswith('cuda-edges') else every[::args.others]
            counts[name] = len(names)
            out = folder / 'out'
            shutil.rmtree(out, ignore_errors=True)
            out.mkdir()
            begin, spent = time.perf_counter(), processor()
            try:
                parts[name] = run(kind, out, names)
            except KeyError:            # has no such filter
                continue
            times.setdefault(name, []).append((time.perf_counter() - begin, processor() - spent))
            if len(list(out.glob(f'*.{args.format}'))) != len(names):
                raise SystemExit(f'{name} did not make all of its files')
    return {name: (counts[name], *map(statistics.median, zip(*both)), parts[name])
            for name, both in times.items()}


def print_table(kind, size, names, measured):
    width, height = SIZES[size]
    print(f'\n{kind.capitalize()}, {len(names)} photos of {width} × {height}\n')
    heads = ['', 'images', 'images per second', 'megapixels per second', 'processor time of an image, ms',
             'decode, ms', 'compute, ms', 'encode, ms']
    print(f'| {" | ".join(heads)} |\n|{"---|" * len(heads)}')
    for name, (count, seconds, spent, parts) in measured.items():
        apart = ' | '.join(f'{part:.1f}' for part in parts) if parts else ' |  | '
        rate = count / seconds
        rates = f'{count} | {rate:.1f} | {rate * width * height / 1e6:.0f} | {1000 * spent / count:.0f}'
        print(f'| {name} | {rates} | {apart} |', flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('program')
    parser.add_argument('photos', type=Path)
    parser.add_argument('folder', type=Path)
    parser.add_argument('--small', type=int, default=1000)
    parser.add_argument('--large', type=int, default=100)
    parser.add_argument('--rounds', type=int, default=3)
    parser.add_argument('--others', type=int, default=1)
    parser.add_argument('--jobs', type=int, default=os.cpu_count())
    parser.add_argument('--backends', default='cpu')
    parser.add_argument('--kinds', default='canny,sharpen')
    parser.add_argument('--format', default='jpg')
    parser.add_argument('--only-vips', action='store_true')
    args = parser.parse_args()
    print(f'{platform.machine()}, {args.jobs} at a time, medians of {args.rounds}')
    everybody = contenders(args.program, args.backends.split(','), args.jobs, args.format, args.only_vips)
    for size in SIZES:
        names = make_files(args.photos, args.folder / 'photos', size, getattr(args, size), args.format)
        for kind in args.kinds.split(','):
            if names:
                print_table(kind, size, names, measure(everybody, kind, names, args.folder, args))


if __name__ == '__main__':
    main()
