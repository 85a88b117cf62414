#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests the command line of cuda-edges, as TAP: it refuses mistakes before it opens a file, with status 2 and a sentence; it
takes lists, recipes and any names of files; after random command lines it ends by itself, and its report is JSON.
words.py CUDA-EDGES PHOTOS [CASES [SEED]]"""
import json
import os
import random
import re
import shlex
import shutil
import subprocess
import sys
import time
from pathlib import Path

import tap
from pictures import Picture, picture
from tap import contents, fresh, ok, run, skip

PHOTOS = Path(sys.argv[2]).resolve()
N_CASES = int(sys.argv[3]) if len(sys.argv) > 3 else 200
SEED = int(sys.argv[4]) if len(sys.argv) > 4 else random.randrange(1000000)
# What is wrong, and a word of the sentence that says so; “-o OUT PHOTO” stands behind each that has no -o or --.
WRONG = (
    ('-- ', 'Usage'), ('blur', '“blur”'), ('canny PHOTO --', 'FOLDER'), ('canny -o OUT', 'file'),
         ('canny -o PHOTO PHOTO', 'PHOTO'),
    ("canny -o '' PHOTO", ''), ('--sigma 1.4 canny', '--sigma'), ('canny --nonsense', '--nonsense'),
    ('canny --sigma 99', '“sigma” is 99, but must be from 0 to 50.'), ('canny --sigma x', 'sigma'),
    ('canny --sigma 50.00001', '“sigma” is 50.00001, but must be from 0 to 50.'),
         ("canny --sigma ''", 'sigma'),
    ('canny --sigma 1,4', 'sigma'), ("canny --sigma '1.4 low=200'", 'sigma'), ("sobel --gain '1 operator=prewitt'", 'gain'),
    ('sobel --gain=nan', 'gain'), ('sobel --gain 1e999', 'gain'),
    ('canny --operator x', '“operator” has no choice “x”: sobel, scharr, prewitt.'),
    ("canny --operator 'sobel sigma=3'", 'operator'), ('canny --radius 1', '--radius'), ('sharpen --style lines', '--style'),
    ('canny --format xyz', '“xyz”'), ('canny --format avif', '“avif”'),
    ('canny --style=lines --format=jpg', 'JPEG'), ('canny --jobs 0', 'jobs'), ('canny -jx', '-j'),
    ('canny -j 99999999999', '99999999999'), ('canny --quality 0 -f jpg', 'quality'), ('canny --quality 95', 'quality'),
    ('canny --quality 95 --format=tif', 'quality'), ('canny --compression 10', 'compression'),
         ('canny --compression 5 --format=jpg', 'compression'),
    ('canny --compression zip --format=tif', 'compression'), ('canny --style lines --color nocolor', 'nocolor'),
    ("canny --style lines --color '#+1+2+3'", '“#+1+2+3” is no color'), ("canny --style lines --color '# 1 2 3'", 'color'),
    ("canny --style lines --color '#-1-1-1'", 'color'), ('canny --style lines --color #12345', 'color'),
    ('canny --style lines --color #1234567', 'color'), ('canny --style lines --color 0x12345', 'color'),
    ('canny --sigma 0x2', 'sigma'), ("canny --sigma ' 2'", 'sigma'), ("canny --line-width '3 '", 'line-width'),
    ("canny --erased '+1,2'", 'points'), ("canny --erased '1, 2'", 'points'), ("canny --erased '1,2 sigma=9'", 'points'),
    ("canny --drawn '1, 2'", 'points'), ("lines --drawn '1'", 'points'), ("sobel --drawn '1,2'", '--drawn'),
    ('sobel --color nocolor', 'color'), ('canny --backend cuda', ''), ('canny --backend opencl', 'backend'),
    ("canny --device 'No such GPU'", 'No such GPU'), ("canny --recipe 'No such recipe'", 'No such recipe'),
    ("sobel --recipe 'Laser cutting'", 'Laser cutting'), ('canny --recipe PHOTO', ''),
         ('canny --files-from nowhere -o OUT', 'nowhere'),
    ('canny --base nowhere', 'nowhere'), ('canny --suffix a/b', 'suffix'), ('canny --suffix /../../x', 'suffix'),
    ('canny --report nowhere/report', 'nowhere/report'))
OPTIONS = ('--sigma --low --high --gain --operator --style --backend --quality --jobs -j --format -f --color --files-from '
           '--report --overwrite --bare --quiet -q --radius --amount --width --stage --threshold --nonsense -- -o --output '
           '--help - --= -j-1 -jx --suffix --if-newer --dry-run --recipe --base --compression --device').split()
VALUES = (*'0 -1 1e308 1e-320 nan inf -inf 0x10 1,5 99999999999999999999 5 2.5 otsu sobel lines cpu png jpg webp #ff0000 # '
          '%s%n%s = -- . /dev/null nowhere/at/all ä€𝄞'.split(), '', 'red; rm -rf', 'a' * 5000, '\n')
NAMES = ('plain.png', 'q"uo\\te.png', 'li\nne\t\x01.png', 'ä€𝄞.png', os.fsdecode(b'\xff\xfe\xc3(.png'), 'no-picture.png',
         '😀' * 40 + '.png')


def check_wrong(folder):
    photo = picture().save(folder / 'photo.png')
    before = contents(folder)
    for line, text in WRONG:
        words = shlex.split(line + ('' if ' -o ' in line or '--' in line.split() else ' -o OUT PHOTO'))
        words = [{'PHOTO': str(photo), 'OUT': str(folder / 'out')}.get(word, word) for word in words if word != '--']
        done = run(*words, cwd=folder, env={'CE_TESTING': 'cuda-fail=start'})
        shown = ' '.join(words).replace(str(folder), '').replace('\n', '\\n')
        lines = done.text.strip().splitlines()
        good = done.status == 2 and text.replace('PHOTO', 'photo.png') in done.text and (not words or len(lines) == 1)
        ok(good and (not words or lines[0].startswith('cuda-edges: ')) and contents(folder) == before,
           f'“{shown}” is refused before any file', done)
        fresh(folder / 'out')


def check_help(folder):
    for words in (['--help'], ['canny', '--help'], ['--version']):
        done = run(*words)
        ok(done.status == 0 and done.out and not done.text, f'{" ".join(words)} is said on stdout', done)
    text = run('canny', '--help').out
    ok('--sigma=VALUE' in text and '0 to 50, default 1.4' in text, 'help has the parameters with their ranges', text)
    ok('0 to 50, default 3; deconvolve: 1)' in ' '.join(run('sharpen', '--help').out.split()), 'and with defaults by method',
       run('sharpen', '--help').out)
    usage = run('--help').out.splitlines()[0]
    ok(usage.startswith('Usage: cuda-edges FILTER') and run('canny', '--help').out.splitlines()[1:2] != [''] and
       'cuda-edges canny [OPTION' in run('canny', '--help').out,
       'the filter comes first in the usage, as it must be written', usage,
       run('canny', '--help').out[:200])
    ok('Of lines' not in run('sharpen', '--help').out, 'sharpening has no option for lines', run('sharpen', '--help').out)
    page = (PHOTOS.parents[1] / 'docs/cuda-edges.1').read_text(encoding='utf-8').replace('\\', '')
    options = {option for name in ('canny', 'lines') for option, value in
               re.findall(r'^ +(?:-\w, )?(--[\w-]+)(=\S+)?', run(name, '--help').out, re.MULTILINE) if value != '=VALUE'}
    ok(len(options) > 15 and not {one for one in options if f'{one} ' not in page.replace('=', ' ').replace('\n', ' ')},
       'the manual page has each option that is not a parameter', options)
    photo = picture().save(folder / 'photo.png')
    done = run('canny', '-o', 'o', photo, cwd=folder)
    ok(done.counts(1) and sorted(contents(folder)) == ['o', 'o/photo.png', 'photo.png']
       or list(contents(folder)) == ['photo.png', 'o/photo.png'],
       'a call makes nothing else where it is', done, contents(folder).keys())
    done = run('canny', '-q', '-o', folder / 'q', photo)
    ok(done.status == 0 and not done.text and not done.out, 'a quiet run that succeeds says nothing', done)


def check_german(folder):
    """Sentences of the engine, where the program is installed; of another locale than C only the name counts."""
    plain, catalogues = Path('/usr/lib/locale/C.utf8'), tap.PROGRAM.parents[1] / 'po'
    name = 'sentences of the engine come in German'
    if not plain.is_dir() or not (catalogues / 'de').is_dir():
        skip(name, f'no {plain}, or no {catalogues}/de')
        return
    (folder / 'bin').mkdir()
    shutil.copy(tap.PROGRAM, folder / 'bin')
    shutil.copytree(catalogues / 'de', folder / 'share/locale/de')
    (folder / 'locale').mkdir()
    (folder / 'locale/de_DE.UTF-8').symlink_to(plain)
    call = [folder / 'bin' / tap.PROGRAM.name, 'canny', '--sigma', '99', '-o', folder / 'o', PHOTOS / 'coffee.png']
    german = {**os.environ, 'LOCPATH': str(folder / 'locale'), 'LC_ALL': 'de_DE.UTF-8', 'LANGUAGE': 'de'}
    done = subprocess.run(call, env=german, capture_output=True, timeout=tap.patience.limit(120), check=False)
    ok(done.returncode == 2 and '„sigma“ ist 99, muss aber von 0 bis 50 sein.' in done.stderr.decode(), name, done)


def check_device(folder):
    """The named one of several GPUs computes, with the processor's pixels."""
    driver, photo = os.environ.get('CE_FAKE_DRIVER'), picture(300, 200).save(folder / 'photo.png')
    if not driver:
        skip('a GPU by its name', 'there is no driver for tests that runs kernels')
        return
    run('canny', '--backend', 'cpu', '-o', folder / 'cpu', photo)
    for name in ('Fake GPU 0', 'fake gpu 1'):
        done = run('canny', '--device', name, '-o', folder / 'gpu', photo, report=folder / 'report',
                   env={'LD_LIBRARY_PATH': driver, 'FAKE_CUDA_RUNS': '1'})
        device = done.records[-1].get('device', '').lower() if done.records else ''
        ok(done.counts(1) and name.lower() in device
           and Picture.load(folder / 'gpu/photo.png').samples() == Picture.load(folder / 'cpu/photo.png').samples(),
           f'{name} computes, and gives what the processor gives', done, device)
        fresh(folder / 'gpu', folder / 'report')
    done = run('canny', '--device', 'Fake GPU 0', '--backend', 'cpu', '-o', folder / 'gpu', photo,
               env={'LD_LIBRARY_PATH': driver})
    ok(done.status == 2 and 'Fake GPU 0' in done.text, 'a GPU beside --backend cpu is refused', done)


def check_formats(folder):
    """The default format of results: PNG for edges, the photo's format for sharpening."""
    (folder / 'in').mkdir()
    for ending in ('png', 'jpg', 'tif', 'webp'):
        picture().save(folder / f'in/a-{ending}.{ending}')
    for name, wanted in (('canny', {'a-png.png', 'a-jpg.png', 'a-tif.png', 'a-webp.png'}),
                         ('sharpen', {'a-png.png', 'a-jpg.jpg', 'a-tif.tif', 'a-webp.webp'})):
        done = run(name, '-o', folder / name, folder / 'in')
        ok(done.counts(4) and set(contents(folder / name)) == wanted, f'default formats of {name}', done,
           sorted(contents(folder / name)))
    sizes = {}
    for words in (['--format=jpg', '--quality=30'], ['--format=jpg', '--quality=95'], ['--format=png', '--compression=0'],
                  ['--format=png', '--compression=9'],
                  ['--format=tif', '--compression=none'], ['--format=tif', '--compression=deflate'],
                  ['--format=tif', '--compression=lzw'],
                  ['--format=webp', '--quality=20'], ['--format=webp', '--quality=90']):
        out = folder / ''.join(words)
        done = run('sharpen', *words, '--suffix=-s', '-o', out, folder / 'in/a-png.png')
        made = list(out.iterdir()) if out.is_dir() else []
        sizes[words[1]] = made[0].stat().st_size if made else 0
        ok(done.counts(1) and made and made[0].name == f'a-png-s.{words[0][9:]}', ' '.join(words), done, made)
        if words[0] in ('--format=png', '--format=tif') and made:
            sizes.setdefault('pixels', Picture.load(made[0]).samples())
            ok(Picture.load(made[0]).samples() == sizes['pixels'], 'has the same pixels')
    ok(sizes['--quality=30'] < sizes['--quality=95'] and sizes['--compression=9'] < sizes['--compression=0']
       and sizes['--compression=deflate'] < sizes['--compression=none']
       and sizes['--compression=lzw'] != sizes['--compression=none']
       and sizes['--quality=20'] < sizes['--quality=90'], 'quality and compression change the size of a file',
       {**sizes, 'pixels': ''})


def check_recipes(folder):
    photo = picture(300, 200).save(folder / 'photo.png')
    own = folder / 'own.settings'
    own.write_text('# plug-in-cuda-canny\n\n(run-mode noninteractive)\n(sigma 3)\n(low 5)\n(high 20)\n(operator "scharr")\n',
                   encoding='utf-8')
    mine = folder / 'gimp/cuda-edges/recipes/canny/Ink %2F 50%25.settings'
    mine.parent.mkdir(parents=True)
    mine.write_bytes(own.read_bytes())
    for title, recipe, by_hand in (
            ('a recipe of one\'s own by its name', 'Ink / 50%', ['--sigma=3', '--low=5', '--high=20', '--operator=scharr']),
            ('a recipe by the name that it had, now of pixels for an engraver', 'Laser cutting',
             ['--sigma=2.5', '--thresholds=percentile', '--share=92', '--style=black-on-white']),
            ('a recipe by its name', 'Technical drawing',
             ['--sigma=1', '--low=20', '--high=60', '--operator=scharr', '--style=black-on-white']),
            ('a file of GIMP\'s presets', own, ['--sigma=3', '--low=5', '--high=20', '--operator=scharr'])):
        done = run('canny', '--recipe', recipe, '-o', folder / 'recipe', photo,
                   env={'GIMP3_DIRECTORY': str(folder / 'gimp')})
        plain = run('canny', *by_hand, '-o', folder / 'plain', photo)
        both = [Picture.load(folder / which / 'photo.png').samples() for which in ('recipe', 'plain')]
        ok(done.counts(1) and plain.counts(1) and both[0] == both[1], f'{title} gives what its values give', done, plain)
        fresh(folder / 'recipe', folder / 'plain')
    for what, text, said in (
            ('a text with another assignment', '(sigma 3)\n(erased "1,1 sigma=9")\n', 'points of pixels'),
            ('a choice with another assignment', '(operator "sobel sigma=9")\n', '“operator” has no choice “sobel sigma=9”: sobel'),
            ('a control character', '(operator "so\x1bbel")\n', 'no preset of'),
            ('a number beyond its range', '(sigma 3)\n(low -5)\n', '“low” is -5, but must be from'),
            ('a whole film', '# ' + 'x' * 2000000 + '\n(sigma 3)\n', 'it has 2.0 MB, and a recipe has at most 1.0 MB.')):
        own.write_text('# plug-in-cuda-canny\n' + text, encoding='utf-8')
        done = run('canny', '--recipe', own, '-o', folder / 'recipe', photo)
        ok(done.status == 2 and said in done.text and len(done.text.splitlines()) == 1 and not (folder / 'recipe').exists(),
           f'a recipe with {what} is refused', done)
    own.write_text('(erased "1,1 20,30")\n(drawn "7,5")\n(sigma 3)\n', encoding='utf-8')
    done = run('canny', '--recipe', own, '-o', folder / 'recipe', photo, report=folder / 'points')
    ok(done.counts(1) and all(one in done.records[-1]['parameters']
                              for one in ('erased=1,1 20,30', 'drawn=7,5', 'sigma=3 ')),
       'a recipe with edges by hand', done, done.records)
    fresh(folder / 'recipe')
    done = run('canny', '--recipe', 'Technical drawing', '--low', '33', '-o', folder / 'recipe', photo,
               report=folder / 'report')
    ok(done.counts(1) and 'low=33' in done.records[-1]['parameters'] and 'high=60' in done.records[-1]['parameters'],
       'an option beside a recipe counts more', done, done.records)
    stated = folder / 'stated.settings'
    stated.write_text('(method "deconvolve")\n(radius 3)\n', encoding='utf-8')
    for title, words, radius in (('deconvolution', ['--method=deconvolve'], 1), ('an unsharp mask', [], 3),
                                 ('a preset that states it', ['--recipe', stated], 3),
                                 ('another method than the recipe\'s', ['--recipe', stated, '--method=unsharp'], 3),
                                 ('the number for the default', ['--radius=-1', '--method=deconvolve'], 1)):
        done = run('sharpen', *words, '-o', folder / 'recipe', photo, report=folder / 'report')
        plain = run('sharpen', *words, f'--radius={radius}', '-o', folder / 'plain', photo)
        both = [Picture.load(folder / which / 'photo.png').samples() for which in ('recipe', 'plain')]
        ok(done.counts(1) and plain.counts(1) and both[0] == both[1]
           and f'radius={radius}' in done.records[-1]['parameters'].split(), f'{title}: radius {radius}', done, done.records)
        fresh(folder / 'recipe', folder / 'plain')


def check_hyphens(folder):
    """A value of an option may begin as an option does."""
    picture(40, 30).save(folder / 'a.png')
    for value in ('-filtered', '-jpg', '-edges', '-f', '-j4', '--overwrite'):
        done = run('canny', '-o', 'out', '--suffix', value, 'a.png', cwd=folder)
        ok(done.counts(1) and set(contents(folder / 'out')) == {f'a{value}.png'}, f'the suffix {value}', done,
           list(contents(folder / 'out')))
        fresh(folder / 'out')
    for value in ('-final', '-jobs'):
        (folder / value).mkdir()
        picture(40, 30).save(folder / f'./{value}/b.png')
        done = run('canny', '-o', value, 'a.png', cwd=folder)
        below = run('canny', '-o', 'out', '--base', value, '--report', value + '.log', f'./{value}/b.png', cwd=folder)
        ok(done.counts(1) and below.counts(1) and (folder / value / 'a.png').is_file()
           and (folder / f'{value}.log').is_file() and set(contents(folder / 'out')) == {'b.png'},
           f'a folder {value}', done, below, list(contents(folder)))
        fresh(folder / 'out')


def check_names(folder):
    """Files of any name, by their bytes, and such as are no files."""
    good = picture(60, 50).save(folder / 'good.png').read_bytes()
    inputs = folder / 'in'
    inputs.mkdir()
    names = [b'a b.png', b'it\'s "quoted".png', b'two\nlines.png', b'\xff\xfe.png', '日本 é.png'.encode(), b'-dash.png',
             b'--overwrite.png', b'UP.PNG',
             b'no ending', b'.hidden.png', b'%n$(true);&.png', b'x[1].png', b'[n=-1].png', b'...png', b' .png',
             b'\x1b[31mred\x07.png', b'x' * 251 + b'.png']
    for name in names:
        (inputs / os.fsdecode(name)).write_bytes(good)
    bad = {'zero.png': b'', 'text.png': b'no picture\x1b[31m'}
    for name, data in bad.items():
        (inputs / name).write_bytes(data)
    (inputs / 'loop.png').symlink_to('loop.png')
    (inputs / 'gone.png').symlink_to('nowhere')
    (inputs / 'round').symlink_to('.')
    (inputs / 'endless.png').symlink_to('/dev/zero')
    os.mkfifo(inputs / 'pipe.png')
    (inputs / 'folder.jpg').mkdir()
    (inputs / 'folder.jpg/inner.png').write_bytes(good)
    bad_names = [*bad, 'loop.png', 'gone.png', 'pipe.png', 'endless.png']
    wanted = [os.fsencode(inputs) + b'/' + name for name in names] + [os.fsencode(inputs / name) for name in bad_names]
    done = run('canny', '--jobs', '3', '-o', folder / 'out', '--', *wanted, report=folder / 'report')
    lines = done.text.splitlines()
    ok(done.counts(len(names), failed=len(bad_names)) and len(lines) == len(bad_names) + 1,
       'each file that cannot be read has one line', done)
    for name in bad_names:
        ok(sum(f'in/{name}: ' in line for line in lines) == 1, f'{name} has its line', done)
    stems = {name[:-4] if name.lower().endswith(b'.png') else name for name in names}
    ok({os.fsencode(name) for name in contents(folder / 'out')} == {stem + b'.png' for stem in stems},
       'every other file has its result, and nothing is left', sorted(contents(folder / 'out')))
    ok('\x1b' not in done.text and '\x07' not in done.text, 'a name sends nothing to the terminal', repr(done.text))
    ok({tap.source_of(record) for record in done.records} == set(wanted), 'the report has each of them by its bytes',
       {tap.source_of(record) for record in done.records} ^ set(wanted))
    version = run('--version').out.split()[-1]
    ok(all(record['version'] == version and 'sigma=1.4 ' in record.get('parameters', 'sigma=1.4 ')
           for record in done.records),
       'the version, and the parameters', done.records[0])
    again = run('canny', '-o', folder / 'out', '--files-from', '-', input=b'\0'.join(wanted[:len(names)]) + b'\0')
    ok(again.counts(0, len(names)), 'what exists is skipped', again)
    done = run('canny', '-o', folder / 'tree', inputs)
    found = {os.fsencode(name) for name in contents(folder / 'tree')}
    visible = {name[:-4] + b'.png' for name in names if name.lower().endswith(b'.png') and not name.startswith(b'.')}
    ok(done.status == 1 and found == visible | {b'folder.jpg/inner.png'},
       'a folder that is in itself ends; hidden files are left out', done, found ^ visible)
    for ending in ('png', 'webp'):      # each keeps its ending in the result's name, which is too long then
        picture(40, 30).save(folder / f'short.{ending}').rename(inputs / f'{"y" * 250}.{ending}')
    done = run('canny', '-o', folder / 'long', *(inputs / f'{"y" * 250}.{ending}' for ending in ('png', 'webp')))
    ok(done.counts(0, failed=2) and not contents(folder / 'long'),
       'a result whose name is longer than 255 bytes has a sentence', done)


def bad_line(report):
    """A line of a report that is no object of JSON, or does not say its status."""
    for line in report.read_bytes().splitlines() if report.is_file() else []:
        try:
            if json.loads(line.decode())['status'] not in ('done', 'skipped', 'failed'):
                return line
        except (ValueError, KeyError, TypeError):
            return line
    return None


def command(rnd, photo, folder):
    words = [rnd.choice(('sobel', 'canny', 'laplacian', 'sharpen') if rnd.random() < 0.9
                        else ('--help', '--version', '', 'CANNY', 'sobel\n', '-'))]
    if rnd.random() < 0.8:
        words += ['-o', str(folder / 'out')]
    for _ in range(rnd.randrange(6)):
        option, value = rnd.choice(OPTIONS), rnd.choice(VALUES)
        words += [option + '=' + value] if rnd.random() < 0.3 else [option, value] if rnd.random() < 0.7 else [option]
    for _ in range(rnd.randrange(3)):
        words.append(rnd.choice((str(photo), '', '-', '\udcff\udc80', rnd.choice(VALUES), *NAMES)))
    if rnd.random() < 0.2:
        rnd.shuffle(words)
    return words + ['--report', 'report.jsonl', rnd.choice(NAMES)] if rnd.random() < 0.7 else words


def check_random(folder):
    rnd, wrong = random.Random(SEED), []
    print(f'# seed {SEED}')
    photo = picture().save(folder / 'photo.png')
    (folder / 'folder').mkdir()
    for odd in NAMES:
        os.symlink(photo if odd != 'no-picture.png' else folder / 'folder', folder / odd)
    before = {name: data for name, data in contents(folder).items()}
    for _ in range(N_CASES):
        words, began = command(rnd, photo, folder), time.monotonic()
        try:
            done = run(*words, cwd=folder, stdin=subprocess.DEVNULL, seconds=60, env={'CE_TESTING': 'threads=1'})
        except subprocess.TimeoutExpired:
            wrong.append(f'{words!r}: not done after {time.monotonic() - began:.0f} s')
            continue
        line = bad_line(folder / 'report.jsonl')
        if done.status not in (0, 1, 2) or done.status == 2 and not done.text.strip() or line is not None:
            wrong.append(f'{words!r}: {done} {line}')
    after = contents(folder)
    ok(not wrong and all(after.get(name) == data for name, data in before.items()),
       f'{N_CASES} command lines end as they must, and no photo changes',
       *wrong, [name for name, data in before.items() if after.get(name) != data])


tap.main(check_wrong, check_help, check_german, check_device, check_formats, check_recipes, check_hyphens, check_names,
         check_random)
