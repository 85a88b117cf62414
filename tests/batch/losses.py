#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that cuda-edges never replaces a picture that it did not make, with any names of originals and of other programs'
results, and that it makes a result again for each of its reasons. TAP. losses.py CUDA-EDGES"""
import os
import stat
import subprocess
import time
import zlib
from pathlib import Path

import tap
from pictures import Picture, picture
from tap import contents, fresh, ok, run

BAD = b'no picture at all'


def make(folder, *names):
    """Pictures, each of its own pixels."""
    for i, name in enumerate(names):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        picture(60 + i, 40 + len(contents(folder)), seed=zlib.crc32(name.encode()) % 1000).save(path)


def kept(name, folder, *calls, makes=None):
    """Runs the calls, each a list of words, in the folder: all that was there keeps its links and bytes, and the files
    of @makes are new. Returns the last run."""
    before, done = contents(folder), None
    for call in calls:
        done = run(*call, cwd=folder)
    after = contents(folder)
    changed = [one for one in before if after.get(one) != before[one]]
    new = sorted(set(after) - set(before))
    ok(not changed and (makes is None or new == sorted(makes)), name, f'changed: {changed}', f'new: {new}', done)
    return done


def check_own_folder(folder):
    for order in (['a.jpg', 'a.png'], ['a.png', 'a.jpg'], ['.']):
        fresh(folder / 'p')
        make(folder / 'p', 'a.jpg', 'a.png')
        done = kept(f'a.jpg and a.png, into their own folder, as {" ".join(order)}', folder / 'p',
                    ['sobel', '-o', '.', '--overwrite', *order],
                    makes=['a.jpg.png', 'a.png.png'])
        ok(done.counts(2), 'each has its result under a name of its own', done)
        again = run('sobel', '-o', '.', '--overwrite', *order, cwd=folder / 'p')
        ok(again.counts(2) and len(contents(folder / 'p')) == 4,
           'results beside photos are no photos: nothing is made of them', again,
           list(contents(folder / 'p')))
    (folder / 'link').symlink_to('p')
    for out, *words in (['.', 'sobel'], ['.', 'sharpen', '--suffix=-sharp'], ['../link', 'sobel']):
        fresh(folder / 'p')
        make(folder / 'p', 'a.jpg', 'b.jpg')
        first = run(*words, '-o', out, 'a.jpg', 'b.jpg', cwd=folder / 'p')
        again = kept(f'{" ".join(words)} beside photos, -o {out}, again for all that lies there', folder / 'p',
                     [*words, '-o', out, *sorted(os.listdir(folder / 'p'))], makes=[])
        ok(first.counts(2) and again.counts(0, 2), 'skips both: results are no photos there', first, again)
    for one, result in (('a.jpg', 'a.jpg.png'), ('a.png', 'a.png.png')):
        fresh(folder / 'p')
        make(folder / 'p', 'a.jpg', 'a.png')
        done = kept(f'{one} alone has the same name', folder / 'p', ['sobel', '-o', '.', '--overwrite', one], makes=[result])
        ok(done.counts(1), 'and is done', done)
    make(folder / 'j', 'a.jpeg', 'a.jpg')
    kept('a.jpeg and a.jpg, as JPEG', folder / 'j', ['sharpen', '-f', 'jpg', '-o', '.', '--overwrite', '.'],
         makes=['a.jpeg.jpg', 'a.jpg.jpg'])
    make(folder / 's', 'a.jpg')
    done = kept('a result that would be its own source', folder / 's',
                ['sobel', '-f', 'jpg', '-o', '.', '--overwrite', 'a.jpg'], makes=[])
    ok(done.status == 1 and 'a.jpg' in done.text, 'is refused in a sentence', done)
    done = kept('with a suffix it has a name', folder / 's', ['sobel', '-f', 'jpg', '--suffix=-sharp', '-o', '.', 'a.jpg'],
                makes=['a-sharp.jpg'])
    ok(done.counts(1), 'and is done', done)
    make(folder / 'x', 'a.png', 'a-b.png')
    done = kept('a suffix that leads to an original', folder / 'x',
                ['sobel', '--suffix=-b', '-o', '.', '--overwrite', 'a.png'], makes=[])
    ok(done.counts(0, failed=1), 'is refused in a sentence', done)


def check_two_folders(folder):
    for order in (('A', 'B'), ('B', 'A')):
        fresh(folder / 'A', folder / 'B')
        make(folder, 'A/x.png', 'B/x.png')
        done = kept(f'x.png of two folders into one of them, {" ".join(order)}', folder,
                    ['sobel', '-o', 'B', '--overwrite', *order], makes=[])
        ok(done.counts(0, failed=2), 'is refused in sentences', done)
    done = kept('x.png of two folders into a third', folder, ['sobel', '-o', 'C', 'A/x.png', 'B/x.png'], makes=['C/x.png'])
    ok(done.counts(1, failed=1) and 'A/x.png' in done.text, 'the second fails and is told the first', done)
    first = contents(folder / 'C')
    for words in ([], ['--overwrite'], ['--if-newer']):
        done = kept(f'in another run, {words}', folder, ['sobel', *words, '-o', 'C', 'B/x.png'], makes=[])
        ok(done.counts(0, failed=1) and contents(folder / 'C') == first,
           'another source of the same name fails, the result stays', done)
    n_done = set()
    for _ in range(4):
        fresh(folder / 'C')
        both = [tap.start('sobel', '-o', folder / 'C', folder / which) for which in ('A/x.png', 'B/x.png')]
        texts = [process.communicate()[1] for process in both]
        n_done.add(tuple(sorted(process.returncode for process in both)))
    ok(n_done == {(0, 1)} and len(contents(folder / 'C')) == 1, 'of two runs at once one has it, the other fails', n_done,
       texts)


def check_links(folder):
    make(folder, 'p/a.png', 'p/b.png')
    (folder / 'out').symlink_to('p')
    kept('an output folder that is a link to the photos', folder, ['sobel', '-o', 'out', '--overwrite', 'p'], makes=[])
    (folder / 'out').unlink()
    (folder / 'out').mkdir()
    os.link(folder / 'p/a.png', folder / 'out/a.png')
    (folder / 'out/b.png').symlink_to('../p/b.png')
    done = kept('results that are links to photos, hard and symbolic', folder, ['sobel', '-o', 'out', '--overwrite', 'p'],
                makes=[])
    ok(done.counts(0, failed=2), 'are refused in sentences', done)
    (folder / 'out/b.png').unlink()
    (folder / 'out/b.png').symlink_to('nowhere.png')
    kept('a link to nothing', folder, ['sobel', '-o', 'out', '--overwrite', 'p/b.png'], makes=[])
    (folder / 'd/a.png').mkdir(parents=True)
    done = kept('a result whose name a folder has', folder, ['sobel', '-o', 'd', '--overwrite', 'p'], makes=['d/b.png'])
    ok(done.counts(1, failed=1), 'is refused in a sentence', done)
    (folder / 'once').mkdir()
    os.link(folder / 'p/a.png', folder / 'p/c.png')
    (folder / 'p/d.png').symlink_to('a.png')
    done = run('sobel', '-o', folder / 'once', folder / 'p/a.png', folder / 'p', folder / 'p/../p/a.png')
    ok(done.counts(4) and len(contents(folder / 'once')) == 4, 'one file named in three ways is taken once', done)


def check_foreign(folder):
    make(folder, 'in/a.png', 'in/b.png', 'out/a.png')
    (folder / 'out/b.png').write_bytes(BAD)
    for words in ([], ['--overwrite'], ['--if-newer']):
        done = kept(f'files that this program did not make, {words}', folder, ['sobel', *words, '-o', 'out', 'in'], makes=[])
        ok(done.counts(0, failed=2), 'stay, and are told in sentences', done)
    make(folder, 'p/a.png', 'p/b.png')
    done = kept('a report onto a photo', folder, ['sobel', '-o', 'o2', '--report', 'p/a.png', 'p/b.png'], makes=[])
    ok(done.status == 2, 'is refused before anything', done)
    (folder / 'p/config.json').write_text('{"theirs": 1}\n', encoding='utf-8')
    done = kept('a report onto JSON of others', folder,
                ['sobel', '-o', 'o2', '--report', 'p/config.json', 'p/b.png'], makes=[])
    ok(done.status == 2, 'is refused before anything', done)
    (folder / 'raw').mkdir()
    make(folder / 'raw', 'IMG_9.png', 'cut.png', 'cut.tif')
    (folder / 'raw/IMG_9.CR2').write_bytes(BAD)
    (folder / 'raw/cut.jpg').write_bytes(BAD)
    names = sorted(os.listdir(folder / 'raw'))
    done = run('canny', '-o', folder / 'o3', *names, cwd=folder / 'raw')
    ok(done.counts(3, failed=2) and len(contents(folder / 'o3')) == 3,
       'files that cannot be read stand in no way of others', done)


def check_trees(folder):
    names = [f'photos/{day}/IMG_{i}.png' for day in ('day1', 'day2', 'day2/more') for i in range(3)]
    make(folder, *names)
    expected = {}
    for name in names:
        run('sobel', '-o', folder / 'one', folder / name)
        expected[name.replace('photos/', '')] = Picture.load(folder / 'one' / Path(name).name).samples()
        fresh(folder / 'one')
    before = contents(folder / 'photos')

    def is_right(out):
        found = {name: Picture.load(folder / out / name).samples() for name in contents(folder / out)}
        return found == expected and contents(folder / 'photos') == before

    done = run('sobel', '-o', folder / 'tree', folder / 'photos')
    ok(done.counts(9) and is_right('tree'), 'a folder keeps its tree, same names in many folders', done)
    for name in names:
        done = run('sobel', '-o', 'base', '--base', 'photos', name, cwd=folder)
    ok(done.counts(1) and is_right('base'), 'named files keep it below --base, one process each', done)
    done = run('sobel', '-o', 'tree', '--base', 'photos', *names, cwd=folder)
    ok(done.counts(0, 9) and is_right('tree'), 'and both ways are one: the same source gives the same name', done)
    done = run('sobel', '-o', folder / 'flat', *(folder / name for name in names))
    ok(done.counts(3, failed=6) and len(contents(folder / 'flat')) == 3, 'without it those of one name fail', done)
    done = run('sobel', '-o', folder / 'o', '--base', folder / 'photos/day1', folder / names[-1])
    ok(done.status in (1, 2) and not contents(folder / 'o'), 'a file that is not below --base is refused', done)


def check_again(folder):
    make(folder, 'in/a.png', 'in/b.png', 'in/c.jpg')
    out, report = folder / 'out', folder / 'report'

    def again(why, *words, done=0, skipped=0, filter_name='sobel'):
        fresh(folder / 'new')
        report.unlink(missing_ok=True)
        before = {name: (found.st_ino, found.st_mtime_ns) for name in contents(out) for found in [(out / name).stat()]}
        result = run(filter_name, *words, '-o', out, folder / 'in', report=report)
        run(filter_name, *(word for word in words if not word.startswith('--over')), '-o', folder / 'new', folder / 'in')
        touched = sum((found.st_ino, found.st_mtime_ns) != before.get(name) for name in contents(out)
                      for found in [(out / name).stat()])
        made = sum(bool(record.get('made_again')) for record in result.records)
        ok(result.counts(done, skipped) and contents(out) == contents(folder / 'new') and touched == done, why, result,
           f'{touched} changed', [name for name in contents(out)
                                  if contents(out)[name] != contents(folder / 'new').get(name)])
        return result, made

    run('sobel', '-o', out, folder / 'in')
    again('results that exist are skipped', skipped=3)
    result, made = again('other parameters: made again', '--gain', '3', done=3)
    ok(made == 3 and '3 results made again (gain 1 → 3).' in result.text, 'and the reason is said', result, result.records)
    again('and then skipped', '--gain', '3', skipped=3)
    result, made = again('another filter: made again', filter_name='laplacian', done=3)
    ok(made == 3 and '3 results made again (sobel → laplacian).' in result.text, 'and it is said', result, result.records)
    again('and back', done=3)
    again('the same in other words: skipped', '--gain=1.0', '--operator=sobel', skipped=3)
    again('--overwrite: made again', '--overwrite', done=3)
    picture(70, 50, seed=99).save(folder / 'in/b.png')
    result, made = again('a source that was edited: made again', done=1, skipped=2)
    ok(made == 1 and 'b.png: made again (the photo has changed).' in result.text, 'and it is said which', result,
       result.records)
    again('--if-newer, where none is newer', '--if-newer', skipped=3)
    os.utime(folder / 'in/a.png', (time.time() + 100, time.time() + 100))
    again('--if-newer, where one is', '--if-newer', done=1, skipped=2)
    for words in (['--compression', '9'], ['--bare']):
        result = run('sobel', *words, '-o', out, folder / 'in')
        ok(result.counts(3), f'{" ".join(words)}, which the result was not made with: made again', result)
        result = run('sobel', *words, '-o', out, folder / 'in')
        ok(result.counts(0, 3), 'and then skipped', result)
    (out / 'a.png').unlink()
    again('a result that was removed', '--bare', done=1, skipped=2)


def check_dry_run(folder):
    make(folder, 'in/a.png', 'in/b.png', 'in/sub/c.jpg')
    (folder / 'in/bad.png').write_bytes(BAD)
    for what, words in (('nothing', []), ('results', []), ('--overwrite', ['--overwrite']),
                        ('other parameters', ['--gain', '3'])):
        before = tap.states(folder)
        done = run('sobel', *words, '--dry-run', '--report', folder / 'report', '-o', folder / 'out', folder / 'in')
        ok(tap.states(folder) == before, f'a dry run changes nothing in the tree where there is {what}', done)
        said = done.text + done.out
        ok(done.status in (0, 1) and (what == 'results' or all(name in said for name in ('a.png', 'b.png', 'c.jpg'))),
           'and says what would be done', said)
        if what == 'nothing':
            run('sobel', '-o', folder / 'out', folder / 'in')


def check_modes(folder):
    make(folder, 'in/a.png')
    old = os.umask(0o027)
    try:
        run('sobel', '-o', folder / 'out', folder / 'in')
    finally:
        os.umask(old)
    modes = [stat.S_IMODE((folder / name).stat().st_mode) for name in ('out', 'out/a.png')]
    ok(modes == [0o750, 0o640], 'the umask is respected', list(map(oct, modes)))
    locked = folder / 'locked'
    locked.mkdir(0o500)
    done = run('sobel', '-o', locked if os.geteuid() else Path('/proc/self'), folder / 'in')
    ok(done.status == 2 and len(done.text.splitlines()) == 1, 'a read-only folder', done)
    for where in (folder / 'in/a.png', folder / 'in/a.png/x'):
        done = kept('an output folder that is a photo', folder, ['sobel', '-o', where, 'in'], makes=[])
        ok(done.status == 2, 'is refused', done)
    done = run('sobel', '-o', folder / 'none', folder / 'locked')
    ok(done.status == 2 and len(done.text.splitlines()) == 1, 'a folder without pictures', done)
    listed = subprocess.run(['ps', '-eo', 'args'], capture_output=True, text=True, check=True).stdout
    ok(str(folder) not in listed, 'no process is left', listed)


tap.main(check_own_folder, check_two_folders, check_links, check_foreign, check_trees, check_again, check_dry_run,
         check_modes)
