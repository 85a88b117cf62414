#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests what people type who come from vips, ImageMagick and ffmpeg, as TAP: the name of one result, stdin and stdout; names
in upper or lower case, and lists of them; raw files; what is said of results that are made again; completion in bash.
habits.py CUDA-EDGES SOURCE-FOLDER"""
import os
import pty
import re
import select
import shutil
import subprocess
import sys
from pathlib import Path

import tap
from pictures import Picture, picture
from tap import contents, environment, fresh, ok, run

SOURCE = Path(sys.argv[2]).resolve()
RAW = ('.3fr .ari .arq .arw .bay .bmq .cap .cine .cr2 .cr3 .crw .cs1 .dc2 .dcr .dcs .dng .drf .dsc .eip .erf .fff .gpr .iiq '
       '.k25 .kc2 .kdc .mdc .mef .mos .mrw .nef .nrw .orf .pef .ptx .pxn .qtk .raf .raw .rdc .rw2 .rwl .rwz .sr2 .srf '
       '.srw .sti .x3f').split()
MAGIC = {'png': b'\x89PNG', 'jpg': b'\xff\xd8', 'tif': b'II', 'webp': b'RIFF'}


def pipe(*words, data=b'', **more):
    """A run with bytes on stdin; its stdout is bytes."""
    return subprocess.run([tap.PROGRAM, *words], input=data, env=environment(), capture_output=True, check=False,
                          timeout=tap.patience.limit(120), **more)


def samples(path):
    return Picture.load(path).samples()


def check_names(folder):
    """One photo and the name of its result."""
    photo = picture(90, 70).save(folder / 'in.png')
    run('canny', '-o', folder / 'plain', photo)
    wanted = samples(folder / 'plain/in.png')
    for name, words in (('a.png', ['in.png', 'a.png']), ('b.png', ['-o', 'b.png', 'in.png']), ('c.tiff', ['in.png',
        'c.tiff']),
                        ('new/d.PNG', ['in.png', 'new/d.PNG']), ('e.tif', ['-f', 'TIFF', 'in.png', '-o', 'e.tif'])):
        done = run('canny', *words, cwd=folder)
        ok(done.counts(1) and (folder / name).is_file() and samples(folder / name) == wanted,
            f'{" ".join(words)}: a file', done)
    done = run('canny', 'in.png', 'a.png', cwd=folder)
    ok(done.counts(0, 1), 'the same again is skipped', done)
    done = run('canny', '--sigma', '3', 'in.png', 'a.png', cwd=folder)
    ok(done.counts(1) and 'in.png: made again (sigma 1.4 → 3).' in done.text, 'other parameters make it again', done)
    done = run('sobel', 'a.png', 'chained.png', cwd=folder)
    ok(done.counts(1), 'a result is the source of another filter beside it', done)
    done = run('lines', 'in.png', 'l.svg', cwd=folder)
    ok(done.counts(1) and (folder / 'l.svg').read_bytes().startswith(b'<?xml'), 'lines: the name says SVG', done)
    done = run('sharpen', 'in.png', 's.jpg', cwd=folder)
    ok(done.counts(1) and (folder / 's.jpg').read_bytes().startswith(MAGIC['jpg']), 'sharpen: the name says the format',
        done)
    (folder / 'f.png').mkdir()
    done = run('canny', '-o', 'f.png', 'in.png', cwd=folder)
    ok(done.counts(1) and (folder / 'f.png/in.png').is_file(), 'a folder that is named like a picture is one', done)


def check_no_loss(folder):
    """Nothing that exists is replaced, and a folder is not made by mistake."""
    (folder / 'd').mkdir()
    for i, name in enumerate(('in.png', 'b.png', 'd/x.png')):
        picture(60 + i, 40).save(folder / name)
    picture(64, 40).save(folder / 'c.jpg')
    (folder / 'text.png').write_text('mine')
    (folder / 'dead.png').symlink_to('nowhere')
    run('canny', 'in.png', 'mine.png', cwd=folder)
    before = contents(folder)
    for line, status, text in (
            ('in.png b.png', 2, '“b.png” exists'), ('in.png c.jpg', 2, '“c.jpg” exists'), ('b.png c.jpg -o b.png', 2,
                'several'),
            ('in.png text.png', 2, '“text.png” exists'), ('in.png dead.png', 2, '“dead.png” exists'),
            ('-o in.png in.png', 2, '“in.png” exists'), ('in.png ./in.png', 2, 'in.png” exists'), ('d out.png', 2, 'FOLDER'),
            ('-o out.png d', 2, 'several'), ('-o out.png in.png b.png', 2, 'several'), ('in.png b.png c.jpg', 2, 'FOLDER'),
            ('in.png d', 2, '“d” is a folder: say -o d'), ('in.png ./d/', 2, 'say -o ./d/'), ('- d', 2, 'FOLDER'),
            ('in.png out', 2, 'FOLDER'), ('in.png out.gif', 2, '“gif” is no format'),
            ('in.png out.svg', 2, '“svg” is no format'), ('in.png out.avif', 2, '“avif”'), ('-f jpg in.png out.png', 2,
                'otherwise'),
            ('--suffix=-a in.png out.png', 2, '--suffix'), ('--base . in.png out.png', 2, '--base'),
            ('--style lines in.png out.jpg', 2, 'transparency'), ('b.png mine.png', 1, 'another file'),
            ('mine.png mine.png', 1, 'place of a source'), ('nowhere.png out.png', 1, 'No such file'), ('- -o d', 2,
                'no name'),
            ('- b.png', 2, '“b.png” exists'), ('- in.png -o -', 2, 'One picture'), ('in.png b.png -o -', 2, 'several'),
            ('d -o -', 2, 'several'), ('-', 2, 'FOLDER'), ('- -', 1, 'It is empty.'), ('in.png missing.jpg/', 2, 'FOLDER')):
        done = run('canny', *line.split(), cwd=folder, stdin=subprocess.DEVNULL)
        left = {name for name in contents(folder) if name != 'missing.jpg'}
        ok(done.status == status and text in done.text and left == set(before) and contents(folder) == before
           and len(done.text.splitlines()) <= 2, f'canny {line}: {text}', done)


def check_bad_input(folder):
    """A file that is no picture, or none that the format can have, changes nothing, folders included."""
    photo = picture(60, 40).save(folder / 'in.png')
    for name, data in (('empty', b''), ('cut', photo.read_bytes()[:-60]), ('text', b'no picture')):
        (folder / f'{name}.png').write_bytes(data)
    picture(70000, 1).save(folder / 'wide.tif')
    (folder / 'mine').mkdir()
    for line in ('cut.png mine/new/x.png', 'none.png new/x.png', '-o new/a/b text.png', '-o new cut.png none.png',
                 '- new/x.png', '-o new -f jpg wide.tif', '-o mine/new empty.png', 'text.png - '):
        before = tap.states(folder)
        done = pipe('canny', *line.split(), data=b'no picture', cwd=folder)
        ok(done.returncode == 1 and not done.stdout and tap.states(folder) == before, f'canny {line} changes nothing', done)
    (folder / 'text').write_bytes(b'')
    (folder / 'dead').symlink_to('nowhere')
    for line, text in (('-o in.png/new in.png', 'Not a directory'), ('-o text in.png', 'Not a directory'),
                       ('-o dead/new in.png', 'No such file')):
        before = tap.states(folder)
        done = run('canny', *line.split(), cwd=folder)
        ok(done.status == 2 and text in done.text and len(done.text.splitlines()) == 1 and tap.states(folder) == before,
           f'canny {line} begins nothing', done)
    done = run('canny', '-o', 'new/a/b', 'in.png', 'cut.png', cwd=folder)
    ok(done.counts(1, failed=1) and list(contents(folder / 'new')) == ['a/b/in.png'], 'a good one beside a bad one', done)


def check_links(folder):
    """A link that has a result's name stays, as for cp and convert, and so does a file that this program did not make."""
    photo, other = picture(60, 40).save(folder / 'in.png'), picture(50, 40).save(folder / 'other.png')
    (folder / 'far').mkdir()
    run('canny', 'in.png', 'far/real.png', cwd=folder)
    for way, link in (('../in.png', 'far/photo.png'), ('far/real.png', 'a.png'), ('a.png', 'b.png'),
                      ('nowhere.png', 'dead.png'), ('other.png', 'theirs.png'), ('far', 'folder')):
        (folder / link).symlink_to(way)
    for line, says in (('--low 10 in.png a.png', '1 done'), ('--low 20 in.png b.png', '1 done'),
                       ('--low 30 in.png folder/real.png', '1 done'), ('--low 30 in.png b.png', '1 skipped'),
                       ('--overwrite --low 30 in.png a.png', '1 done'), ('--low 40 a.png b.png', 'place of a source')):
        before, time = contents(folder), os.lstat(folder / 'far/real.png').st_mtime_ns
        done = run('canny', *line.split(), cwd=folder)
        after = contents(folder)
        changed = {name for name in {*before, *after} if before.get(name) != after.get(name)}
        ok(says in done.text and changed <= {'far/real.png'}
           and (says == '1 done') == (os.lstat(folder / 'far/real.png').st_mtime_ns != time), f'canny {line}: {says}', done,
           changed)
    run('canny', '--low', '35', photo, folder / 'plain.png')
    done = run('canny', '--low', '35', photo, folder / 'a.png')
    ok(done.counts(1) and samples(folder / 'far/real.png') == samples(folder / 'plain.png'), 'the file has the new result',
       done)
    (folder / 'a.png').unlink()
    (folder / 'out').mkdir()
    (folder / 'out/in.png').symlink_to('../far/real.png')
    (folder / 'out/other.png').symlink_to('../other.png')
    done = run('canny', '--low', '36', '-o', folder / 'out', photo, other)
    ok(done.counts(1, failed=1) and (folder / 'out/in.png').is_symlink() and (folder / 'out/other.png').is_symlink()
       and 'place of a source' in done.text, 'links in a folder of results', done)
    for line, text in (('in.png dead.png', '“dead.png” exists'), ('in.png theirs.png', '“theirs.png” exists'),
                       ('in.png far/photo.png', '“far/photo.png” exists')):
        before = tap.states(folder)
        done = run('canny', *line.split(), cwd=folder)
        ok(done.status == 2 and text in done.text and tap.states(folder) == before, f'canny {line}: {text}', done)


def check_streams(folder):
    photo = picture(90, 70).save(folder / 'in.png')
    data = photo.read_bytes()
    run('canny', '-o', folder / 'plain', photo)
    wanted = samples(folder / 'plain/in.png')
    for line, kind in (('- -', 'png'), ('- -o -', 'png'), ('-o - -', 'png'), ('in.png -', 'png'),
                       ('- - -f TIF', 'tif'), ('- - --format jpeg', 'jpg'), ('-f webp in.png -', 'webp')):
        done = pipe('canny', *line.split(), data=data, cwd=folder)
        (folder / f'out.{kind}').write_bytes(done.stdout)
        ok(done.returncode == 0 and done.stdout.startswith(MAGIC[kind])
           and (kind in ('jpg', 'webp') or samples(folder / f'out.{kind}') == wanted), f'canny {line}', done)
    done = pipe('sharpen', '-q', '-', '-', data=data)
    ok(done.returncode == 0 and done.stdout.startswith(MAGIC['png']) and not done.stderr,
        'sharpen: PNG, and no word more', done)
    done = pipe('lines', '-', '-', data=data)
    ok(done.returncode == 0 and done.stdout.startswith(b'<?xml'), 'lines: SVG', done)
    for name in ('got.png', 'got.tif'):
        done = pipe('canny', '-', folder / name, data=data)
        ok(done.returncode == 0 and samples(folder / name) == wanted, f'stdin to {name}', done)
    done = pipe('canny', '-', folder / 'got.png', data=data)
    ok(done.returncode == 0 and b'1 skipped' in done.stderr, 'the same picture once more is skipped', done)
    other = picture(50, 40).save(folder / 'other.png').read_bytes()
    before = (folder / 'got.png').read_bytes()
    done = pipe('canny', '-', '-', '--dry-run', data=data)
    ok(done.returncode == 0 and done.stdout == b'-: to be made, -\n', 'a dry run writes no picture', done)
    for line, text in (('in.png new.png', 'in.png: to be made, new.png'),
                       ('in.png ./plain/new.png', 'in.png: to be made, ./plain/new.png'),
                       ('in.png -', 'in.png: to be made, -'), ('in.png -o new', 'in.png: to be made, new/in.png')):
        done = run('canny', '--dry-run', *line.split(), cwd=folder)
        ok(done.status == 0 and done.out == text + '\n', f'a dry run of {line}', done, done.out)
    for name, text in (('empty', b''), ('cut', data[:len(data) // 2]), ('text', b'no picture'), ('magic', data[:8])):
        done = pipe('canny', '-', '-', data=text)
        ok(done.returncode == 1 and not done.stdout and len(done.stderr.splitlines()) == 2,
            f'{name}: one sentence, no byte', done)
    done = subprocess.run(['bash', '-c', 'set -o pipefail; "$0" canny "$1" - | true', tap.PROGRAM, photo], env=environment(),
                          capture_output=True, check=False, timeout=tap.patience.limit(120))
    ok(done.returncode in (0, 1), 'a reader that has gone is no crash', done)
    with open('/dev/full', 'wb') as full:
        done = subprocess.run([tap.PROGRAM, 'canny', photo, '-'], stdout=full, stderr=subprocess.PIPE, check=False,
                              env=environment(), timeout=tap.patience.limit(120))
    ok(done.returncode == 1 and b'No space' in done.stderr, 'a full disk is said', done)
    done = pipe('canny', '-', folder / 'got.png', data=other)
    ok(done.returncode in (0, 1) and ((folder / 'got.png').read_bytes() == before) == (done.returncode == 1),
       'another picture is another source', done)


def check_lists(folder):
    """Recipes and choices: listed where they can be asked for, and in any case of letters."""
    photo = picture(60, 40).save(folder / 'in.png')
    recipes = re.findall(r'^\[(.*)\]\nfilter=(.*)$', (SOURCE / 'data/recipes/recipes.ini').read_text(encoding='utf-8'),
        re.MULTILINE)
    for name in sorted({filter_name for _, filter_name in recipes}):
        own = [recipe.removeprefix(f'{name}: ') for recipe, filter_name in recipes if filter_name == name]
        text, done = run(name, '--help').out, run(name, '--recipe', 'nothing', '-o', folder / 'o', photo)
        ok(f'Recipes: {"; ".join(own)}.' in text, f'{name} --help has its recipes', text)
        ok(done.status == 2 and f'Its recipes: {"; ".join(own)}.' in done.text, f'{name}: so has the error', done)
        for recipe in (own[0].upper(), own[-1].lower()):
            done = run(name, *(['--svg'] if name == 'lines' else []), '--recipe', recipe, '-o', folder / recipe, photo)
            ok(done.counts(1), f'{name} --recipe "{recipe}"', done)
    for words, text in ((['--stage', 'nothing'], 'edges.'), (['--backend', 'gpu'], 'auto, cuda, cpu.'),
                        (['--style', ''], 'white-on-black, black-on-white, lines.')):
        done = run('canny', *words, '-o', folder / 'o', photo)
        ok(done.status == 2 and f'has no choice “{words[1]}”: ' in done.text and text in done.text,
            f'{words}: the choices', done)
    done = run('canny', '--stage', 'Thinned', '--Backend'.lower(), 'CPU', '-f', 'PNG', '-o', folder / 'o', photo)
    ok(done.counts(1), 'choices and formats in upper case', done)
    order = re.findall(r'^  ([a-z-]+) +\S', run('--help').out, re.MULTILINE)
    ok(order == ['canny', 'laplacian', 'line-art', 'lines', 'sobel', 'sharpen'], 'edges first, sharpening last', order)
    ok(run('help').out == run('--help').out and run('-v').out == run('--version').out != ''
       and run('help', 'sobel').out == run('sobel', '--help').out, 'help, -v and help FILTER')


def check_raw(folder):
    (folder / 'in').mkdir()
    picture(60, 40).save(folder / 'in/a.png')
    names = [f'x{ending}' for ending in RAW] + [f'Y{ending.upper()}' for ending in RAW]
    for name in names:
        (folder / 'in' / name).write_bytes(b'II*\0')
    done = run('canny', '-o', folder / 'out', folder / 'in')
    ok(done.counts(1) and f'{len(names)} raw files of cameras are left out: develop them first.' in done.text,
        'in a folder', done)
    done = run('canny', '-o', folder / 'out', *(folder / 'in' / name for name in names))
    ok(done.counts(0, failed=len(names))
        and done.text.count('It is a raw file of a camera: develop it first.') == len(names),
       'named ones', done)
    done = run('canny', folder / 'in/x.cr3', folder / 'x.png')
    ok(done.status == 1 and 'develop it first' in done.text and not (folder / 'x.png').exists(), 'one with a name', done)


def check_again(folder):
    """One line for many, with what changed."""
    (folder / 'in').mkdir()
    photos = [picture(30, 20).save(folder / f'in/{i}.png') for i in range(30)]
    run('canny', '-o', folder / 'out', folder / 'in')
    for words, text in ((['--sigma', '2'], 'sigma 1.4 → 2'), (['--low', '30', '--bare'],
        'sigma 2 → 1.4, low 40 → 30, +bare'),
                        (['--erased', '1,2 3,4'], 'low 30 → 40, erased  → 1,2 3,4, −bare'),
                        (['--erased', '1,2 3,4', '--compression', '9'], '+compression=9'), ([],
                            'erased 1,2 3,4 → , −compression=9'),
                        (['--recipe', 'Technical drawing'], '+sigma per 1500 px')):
        done = run('canny', *words, '-o', folder / 'out', folder / 'in')
        lines = done.text.splitlines()
        ok(done.counts(30) and len(lines) == 2 and lines[0].startswith('30 results made again (') and text in lines[0],
            text, done)
    done = run('sobel', '-o', folder / 'out', folder / 'in')
    ok(done.text.startswith('30 results made again (canny → sobel).\n'), 'another filter', done)
    picture(31, 20).save(photos[0])
    picture(32, 20).save(photos[1])
    run('canny', '-o', folder / 'out', *photos[20:])
    done = run('canny', '-o', folder / 'out', folder / 'in', env={'LC_ALL': 'C.UTF-8'})
    ok(done.counts(20, 10) and '2 results made again (the photo has changed).' in done.text
       and '18 results made again (sobel → canny).' in done.text and len(done.text.splitlines()) == 3,
           'one line a reason', done)
    done = run('canny', '--overwrite', '--dry-run', '-o', folder / 'out', photos[3])
    ok('to be made again' in done.out and '(asked for)' in done.out, 'a dry run says it of each', done.out)
    fresh(folder / 'out')


def typed(folder, line, **more):
    """The words of a command line that bash completed where it has a tab, each in < >."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.chdir(folder)
        os.execvpe('bash', ['bash', '--norc', '--noprofile', '-i'],
                   {**environment(), **more, 'PATH': f'{folder}/bin:{os.environ["PATH"]}', 'PS1': 'READY', 'TERM': 'dumb',
                    'INPUTRC': '/dev/null', 'HISTFILE': '', 'COLUMNS': '999'})
    seen = b''

    def read_until(text):
        nonlocal seen
        while not re.search(text, seen):
            if not select.select([terminal], [], [], tap.patience.limit(60))[0]:
                raise TimeoutError(repr(seen))
            seen += os.read(terminal, 65536)
        seen = re.split(text, seen, maxsplit=1)[1]

    read_until(b'READY')
    os.write(terminal, f'. {SOURCE}/batch/completion.bash\n'.encode())
    read_until(b'READY')
    os.write(terminal, line.encode() + b"\x01printf '<%s>' \n")
    read_until(rb'\n')
    while b'READY' not in seen:
        seen += os.read(terminal, 65536)
    os.write(terminal, b'\nexit\n')
    try:
        while os.read(terminal, 65536):
            pass
    except OSError:
        pass
    os.waitpid(pid, 0)
    os.close(terminal)
    return seen.split(b'READY')[0].decode().strip()


def check_completion(folder):
    """Words that bash and a person's tab get, and all of the program's own."""
    (folder / 'bin').mkdir()
    (folder / 'bin/cuda-edges').symlink_to(tap.PROGRAM)
    (folder / 'photo.png').write_bytes(b'')
    for line, wanted in (('cuda-edges sh\t', '<cuda-edges><sharpen>'), ('cuda-edges canny --sig\t2', '<--sigma=2>'),
                         ('cuda-edges canny --sty\tw\t', '<--style=white-on-black>'), ('cuda-edges canny --style b\t',
                             '<black-on-white>'),
                         ('cuda-edges canny --recipe te\t', '<Technical drawing>'), ('cuda-edges canny --recipe=TE\t',
                             'Technical drawing>'),
                         ("cuda-edges canny --recipe 'Te\t", '<Technical drawing>'),
                         ('cuda-edges canny --recipe "Te\t', '<Technical drawing>'),
                         ('cuda-edges canny --recipe Technical\\ d\t', '<Technical drawing>'),
                             ('cuda-edges canny -f we\t', '<webp>'),
                         ('cuda-edges canny --dry\t', '<--dry-run>'), ('cuda-edges canny -o o ph\t', '<photo.png>'),
                         ('cuda-edges canny --style lines pho\t', '<lines><photo.png>')):
        found = typed(folder, line)
        ok(wanted in found, f'{line.expandtabs(1)!r}: {wanted}', found)
    own = folder / 'gimp/cuda-edges/recipes/canny'
    own.mkdir(parents=True)
    for name, start in (("Zed'; touch made #", "'Ze"), ('Yak$(touch made)`touch made`"; touch made #', '"Ya')):
        (own / f'{name}.settings').write_text('', encoding='utf-8')
        found = typed(folder, f'cuda-edges canny --recipe {start}\t', GIMP3_DIRECTORY=str(folder / 'gimp'))
        ok(f'<{name}>' in found and not (folder / 'made').exists(), f'behind {start[0]} a name is no command', found)
    for name in ('canny', 'sobel', 'laplacian', 'line-art', 'lines', 'sharpen'):
        text = run(name, '--help').out
        options = set(re.findall(r'^  (?:-\w, )?(--[\w-]+)', text, re.MULTILINE)) - {'--help'}
        found = set(run('--complete', name, '--').out.split())
        ok(options == {one.rstrip('=') for one in found} and len(options) > 15, f'{name}: each option of its help',
            options, found)
        for option, values in re.findall(r'^  (--[\w-]+)=VALUE .*\((\w[\w-]+(?:, [\w-]+)+); default', text, re.MULTILINE):
            found = run('--complete', name, option, '').out.split()
            ok(found == values.split(', ') == run('--complete', name, option, '=', '').out.split(), f'{name} {option}',
                found, values)
        ok(run('--complete', name, '--recipe', '').out.splitlines() ==
           re.search('^Recipes: (.*)\\.$', text, re.MULTILINE)[1].split('; '), f'{name}: its recipes')
    script = SOURCE / 'batch/completion.zsh'
    text = script.read_text(encoding='utf-8')
    ok(text.startswith('#compdef cuda-edges\n') and '--complete' in text
       and (not shutil.which('zsh') or subprocess.run(['zsh', '-n', script], check=False).returncode == 0),
       'zsh reads its script')
    ok(run('--complete', 'canny', '--style=l').out == '--style=lines\n', 'zsh has one word of an option and its value')
    done = run('--complete', 'canny', '--sigma', '')
    ok(done.status == 0 and not done.out and not run('--complete', 'blur', '--').out and not run('--complete', 'canny',
        'x').out,
       'a number, a file and an unknown filter have no words', done)


if __name__ == '__main__':
    tap.main(check_names, check_no_loss, check_bad_input, check_links, check_streams, check_lists, check_raw, check_again,
             check_completion)
