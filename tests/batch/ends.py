#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Ends runs of cuda-edges by a signal, a full disk, little memory or few descriptors, as TAP: each file with a result's name
is whole, and the same command completes the rest. ends.py CUDA-EDGES PHOTOS [SIGNALS [SEED]]"""
import errno
import json
import os
import pty
import random
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import tap
from pictures import Picture, picture, writable
from tap import contents, fresh, ok, run, skip, start, wait_for

PHOTOS = Path(sys.argv[2]).resolve()
N_SIGNALS = int(sys.argv[3]) if len(sys.argv) > 3 else 8
SEED = int(sys.argv[4]) if len(sys.argv) > 4 else random.randrange(1000000)
FORMATS = ('png', 'jpg', 'tif', 'webp')


def make(folder, n, side=400):
    """Parts of a photo in all formats."""
    photo = Picture.load(PHOTOS / 'coffee.png')
    (folder / 'in').mkdir()
    for i in range(n):
        photo.crop(i % 40, i // 40, side, side * 3 // 4).save(folder / f'in/{i:02}.{FORMATS[i % 4]}')


def visible(out):
    return {name: data for name, data in contents(out).items() if not name.startswith('.')} if out.is_dir() else {}


def hidden(out):
    return [name for name in os.listdir(out) if name.startswith('.')] if out.is_dir() else []


def processes(folder):
    """Processes of the program that still work in the folder."""
    listed = subprocess.run(['ps', '-eo', 'pid,stat,args'], capture_output=True, text=True, check=True).stdout
    return [line for line in listed.splitlines() if str(folder) in line and ' Z' not in line]


def check_signals(folder):
    make(folder, 16)
    rnd, n, wrong, statuses = random.Random(SEED), 0, [], set()
    print(f'# seed {SEED}, {N_SIGNALS} signals')
    for form in ('png', 'jpg'):
        began = time.monotonic()
        run('canny', '-f', form, '-o', folder / 'ref', folder / 'in')
        whole, took = contents(folder / 'ref'), time.monotonic() - began
        fresh(folder / 'ref', folder / 'out')
        for _ in range(20 * N_SIGNALS):
            if n >= N_SIGNALS * (1 if form == 'png' else 2) // 2:
                break
            process = start('canny', '-q', '-j', str(rnd.choice((1, 2, 4, 9))), '-f', form, '-o', folder / 'out',
                            folder / 'in')
            time.sleep(rnd.uniform(0, 1.1 * took))
            how, send = rnd.choice((signal.SIGINT, signal.SIGTERM, signal.SIGHUP,
                                    signal.SIGKILL)), rnd.choice((os.kill, os.killpg))
            if process.poll() is None:
                send(process.pid, how)
                n += 1
            try:
                text = process.communicate(timeout=tap.patience.limit(20))[1]
            except subprocess.TimeoutExpired:
                process.kill()
                wrong.append(f'{how.name} does not end it')
                continue
            statuses.add((how.name, process.returncode))
            found = visible(folder / 'out')
            wrong += [f'{how.name}: {name} is not whole' for name in found if found[name] != whole.get(name)]
            parts = [name for name in hidden(folder / 'out')
                     if f'.{process.pid}.' in name]     # its own; the next run removes those of the dead
            if process.returncode > 0 and parts:
                wrong.append(f'{how.name} leaves {parts}: {text}')
            if len(found) == len(whole):
                fresh(folder / 'out')
        done = run('canny', '-f', form, '-o', folder / 'out', folder / 'in')
        ok(not wrong and contents(folder / 'out') == whole and done.status == 0 and len(whole) == 16,
           f'{form}: {n} signals so far, what is visible is whole, and the same command makes the same bytes without a rest',
           wrong[:9], done,
           sorted(os.listdir(folder / 'out')))
    expected = {('SIGINT', 130), ('SIGTERM', 143), ('SIGHUP', 129)} | {(how.name, -how) for how in signal.Signals}
    odd = {one for one in statuses - expected if one[1] != 0}
    ok(not odd, 'the status tells the signal', statuses)
    ok(not processes(folder), 'no process is left', processes(folder))


def check_parts(folder):
    """Killed in the middle of a save: there is a part of it; the next run removes those of the dead and no other."""
    out = folder / 'out'
    photo = Picture.load(PHOTOS / 'coffee.png')
    (folder / 'in').mkdir()
    photo.save(folder / 'in/a.png')
    big = picture(800, 600).samples() * 16
    Picture.of(big, 3200, 2400, 3).save(folder / 'in/b.tif')
    part = None
    for _ in range(8):
        fresh(out)
        process = start('sharpen', '-f', 'png', '--compression', '9', '-o', out, folder / 'in/b.tif')
        wait_for(lambda: hidden(out) or process.poll() is not None)
        process.kill()
        process.communicate()
        part = (hidden(out) or [None])[0]
        if part and not visible(out):
            break
    ok(part and part.startswith('.cuda-edges-') and not visible(out),
       'killed in the middle of a save: a part, and no result', part)
    if not part:
        return
    mine = part.replace(str(process.pid), str(os.getpid()))     # of a process that lives
    other = part.replace(os.uname().nodename, 'elsewhere')
    old, foreign = other.replace('elsewhere', 'long-ago'), '.cuda-edges'
    for name in (mine, other, old, foreign):
        (out / name).write_bytes(b'part')
    os.utime(out / old, (0, 0))
    (folder / 'their.png').write_bytes(b'theirs')
    os.utime(folder / 'their.png', (0, 0))
    link = old.replace('long-ago', 'a-link')
    (out / link).symlink_to(folder / 'their.png')
    done = run('sharpen', '-o', out, folder / 'in/a.png')
    ok(mine != part != other and done.counts(1) and set(hidden(out)) == {mine, other, foreign, link},
       'the next run removes the part of the dead run and what is older than a day, not what others may be writing', done,
       part, hidden(out))


def stop_early(out, folder):
    """A run of one job that has stopped after a few of 16 files. A busy machine may notice later that the first one is done."""
    for _ in range(100):
        fresh(out)
        process = start('canny', '--jobs=1', '-o', out, folder)
        wait_for(lambda: len(visible(out)) > 0)
        process.send_signal(signal.SIGSTOP)
        if os.WIFSTOPPED(os.waitpid(process.pid, os.WUNTRACED)[1]):
            if len(visible(out)) < 12:
                break
            process.kill()
        process.communicate()
    return process


def check_together(folder):
    make(folder, 16)
    run('canny', '-o', folder / 'ref', folder / 'in')
    whole, out = contents(folder / 'ref'), folder / 'out'
    for words in ([], ['--overwrite']):
        fresh(out)
        all_three = [start('canny', '-q', '--jobs=2', *more, '-o', out, folder / 'in') for more in ([], words, words)]
        ends = [(process.communicate()[1], process.returncode) for process in all_three]
        ok(all(status == 0 for _, status in ends) and contents(out) == whole,
           f'three runs at once on one folder, two of them {words}', ends,
           os.listdir(out))
    fresh(out)
    both = [start('canny', '-q', '--jobs=2', '-o', out, folder / 'in') for _ in range(2)]
    wait_for(lambda: len(visible(out)) > 2)
    both[0].kill()
    ends = [(process.communicate()[1], process.returncode) for process in both]
    ok(ends[1][1] == 0 and visible(out) == whole, 'one of two is killed, the other does it all', ends)
    process = stop_early(out, folder / 'in')
    (folder / 'in/15.webp').unlink()
    process.send_signal(signal.SIGCONT)
    text = process.communicate()[1].decode()
    ok(process.returncode == 1 and len(visible(out)) == 15 and '15.webp' in text and not hidden(out),
       'a file that goes while others are filtered has its sentence', text)
    fresh(out)
    process = start('canny', '--jobs=1', '-o', out, folder / 'in')
    wait_for(lambda: len(visible(out)) > 0)
    fresh(out)
    text = process.communicate(timeout=tap.patience.limit(60))[1].decode()
    ok(process.returncode in (0, 1) and (text.strip() or process.returncode == 0), 'an output folder that goes',
       process.returncode, text)


def on_disk(folder, mount, *words):
    """A run whose results go to a disk of their own and stay in disk.after; None where mounts are forbidden."""
    script = ('mount -t tmpfs -o "$1" none "$0" && shift && "$@"; status=$?; cp -a "$0/." "$0.after"; umount "$0"; '
              'exit $status')
    disk = folder / 'disk'
    fresh(folder / 'disk.after')
    for path in (disk, folder / 'disk.after'):
        path.mkdir(exist_ok=True)
    command = ['unshare', '--mount', '--pid', '--kill-child', '--propagation', 'unchanged', 'sh', '-c', script, disk, mount]
    if subprocess.run([*command, 'true'], capture_output=True, check=False).returncode:
        return None
    return tap.Done(subprocess.run([*command, tap.PROGRAM, *words[:1], '-o', disk, *words[1:]], env=tap.environment(),
                                   capture_output=True,
                                   timeout=tap.patience.limit(30), check=False), None)


def check_full_disk(folder):
    make(folder, 12)
    yes, no = writable((*FORMATS, 'heic', 'jxl'))
    for form in no:
        skip(f'a full disk, {form}', no[form])
    for form in yes:
        run('sharpen', '-f', form, '-o', folder / form, folder / 'in')
        for mount, jobs in (('size=40k', 1), ('size=300k', 1), ('size=300k', 4), ('nr_inodes=4', 2)):
            name = f'a full disk ({mount}, {jobs} jobs), {form}: it ends with one sentence and leaves no part'
            done = on_disk(folder, mount, 'sharpen', '-f', form, '-j', str(jobs), folder / 'in')
            if not done:
                skip(name, 'mounts are forbidden here')
                continue
            found, whole = contents(folder / 'disk.after'), contents(folder / form)
            told = [line for line in done.text.splitlines() if os.strerror(errno.ENOSPC) in line]
            ok(done.status == 1 and len(told) == 1 and len(done.text.splitlines()) <= 3 and len(found) < 12
               and all(whole.get(one) == data for one, data in found.items()), name, done, sorted(found))
    done = on_disk(folder, 'ro', 'sharpen', folder / 'in')
    ok(not done or done.status == 2 and 'Read-only' in done.text and len(done.text.splitlines()) == 1, 'a read-only disk',
       done)
    limit = 20000
    done = run('sharpen', '-o', folder / 'out', folder / 'in',
               preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)))
    ok(done.status == 1 and done.text.strip() and not contents(folder / 'out'),
       'files that may not grow leave nothing behind', done)


def run_with(closed, *words):
    """Runs the program with streams that a shell closes."""
    return subprocess.run(['sh', '-c', f'"$@" {closed}', 'sh', tap.PROGRAM, *words], stdin=subprocess.DEVNULL,
                          capture_output=True, text=True, timeout=tap.patience.limit(60), check=False)


def check_descriptors(folder):
    make(folder, 4)
    run('canny', '-o', folder / 'ref', folder / 'in')
    whole = contents(folder / 'ref')
    for closed in ('0<&-', '1>&-', '2>&-', '0<&- 2>&-', '0<&- 1>&- 2>&-'):
        fresh(folder / 'out')
        done = run_with(closed, 'canny', '-o', folder / 'out', '--report', folder / 'report', folder / 'in')
        ok(done.returncode == 0 and contents(folder / 'out') == whole and (folder / 'report').stat().st_size,
           f'with {closed}', done)
    one = folder / 'in' / '00.png'
    for closed, *words in (('1>&-', 'canny', one, '-'), ('0<&-', 'canny', '-', folder / 'new.png'), ('1>&-', '--version'),
                           ('1>&-', 'canny', '--report', '-', '-o', folder / 'new', one)):
        done = run_with(closed, *words)
        ok(done.returncode in (1, 2) and done.stderr.strip(), f'what needs the stream fails with {closed}', done)
    for n in (8, 12):
        fresh(folder / 'out')
        done = run('canny', '--jobs=4', '-o', folder / 'out', folder / 'in',
                   preexec_fn=lambda n=n: resource.setrlimit(resource.RLIMIT_NOFILE, (n, n)))
        good = contents(folder / 'out') == whole if done.status == 0 else 'Too many open files' in done.text
        ok(good and not hidden(folder / 'out') and all(whole[one] == data for one, data in visible(folder / 'out').items()),
           f'{n} descriptors: results, or the reason', done)
    for megabytes, jobs in ((300, '2'), (600, '2'), (4000, '1024')):
        fresh(folder / 'out')
        done = run('canny', '-j', jobs, '-o', folder / 'out', folder / 'in',
                   preexec_fn=lambda n=megabytes << 20: resource.setrlimit(resource.RLIMIT_AS, (n, n)))
        ok((contents(folder / 'out') == whole if done.status == 0 else done.status in (1, 2) and done.text.strip())
           and not hidden(folder / 'out'),
           f'{megabytes} MB of addresses, {jobs} jobs: results, or the reason', done)
    fresh(folder / 'out')
    done = run('canny', '--report', '/dev/full', '-o', folder / 'out', folder / 'in')
    ok(done.status == 1 and '/dev/full' in done.text, 'a report that cannot be written is said', done)
    words = [tap.PROGRAM, 'canny', '--report', '-', '-o', folder / 'told', folder / 'in']
    done = subprocess.run(words, capture_output=True, text=True, timeout=tap.patience.limit(60), check=False)
    told = [json.loads(line)['status'] for line in done.stdout.splitlines()]
    ok(done.returncode == 0 and set(told) == {'done'} and len(told) == len(contents(folder / 'told')),
       'a report to stdout', done)
    done = run('canny', '--report', '-', folder / 'in' / os.listdir(folder / 'in')[0], '-')
    ok(done.status == 2 and '“-”' in done.text, 'but not into a picture', done)
    with open('/dev/full', 'wb') as full:
        for option, *words in (['--dry-run', 'canny', '-o', folder / 'dry', folder / 'in'], ['--version'], ['--help']):
            done = subprocess.run([tap.PROGRAM, *words, option], stdout=full, stderr=subprocess.PIPE, check=False)
            ok(done.returncode == 1 and b'stdout' in done.stderr, f'{option} that cannot be written is said', done)
        done = subprocess.run([tap.PROGRAM, 'canny', '--help'], stdout=full, stderr=subprocess.PIPE, check=False)
    ok(done.returncode in (0, 1), 'help to a full disk ends', done)


def check_memory(folder):
    """Pictures that do not fit beside each other are taken one after the other; one that never fits has a sentence."""
    name = 'a limit of memory: the small file is done, the others are, too, or are told, and nobody is killed'
    group = next((Path(base) / f'cuda-edges-{os.getpid()}' for base in ('/sys/fs/cgroup/memory', '/sys/fs/cgroup')
                  if os.path.isfile(f'{base}/memory.limit_in_bytes') or os.path.isfile(f'{base}/cgroup.controllers')), None)
    limit = group and group / ('memory.limit_in_bytes' if 'memory' in str(group.parent) else 'memory.max')
    try:
        group.mkdir()
        limit.write_text('400000000', encoding='ascii')
    except (OSError, AttributeError) as error:
        skip(name, f'no group can be limited here: {error}')
        return
    try:
        (folder / 'in').mkdir()
        row = picture(8000, 8, 1).samples()
        for i in range(4):
            Picture.of(row * 1000, 8000, 8000, 1).save(folder / f'in/big{i}.tif', '[compression=deflate]')
        picture(300, 200).save(folder / 'in/small.png')
        done = run('sobel', '--jobs=2', '-o', folder / 'out', folder / 'in', report=folder / 'report', seconds=200,
                   preexec_fn=lambda: (group / 'cgroup.procs').write_text(str(os.getpid()), encoding='ascii'))
        ok(done.status in (0, 1) and len(done.records) == 5
           and all(record['status'] == 'done' or 'memory' in record['message'].lower()
                                                                    for record in done.records)
           and (folder / 'out/small.png').is_file(), name, done, done.records)
    finally:
        group.rmdir()


def check_terminal(folder):
    make(folder, 8)
    leader, follower = pty.openpty()
    process = subprocess.Popen([tap.PROGRAM, 'canny', '--jobs=1', '-o', folder / 'out', folder / 'in'],
                               env=tap.environment(), stderr=follower)
    os.close(follower)
    said = b''
    while True:
        try:
            more = os.read(leader, 4096)
        except OSError:         # nobody writes any more
            break
        if not more:
            break
        said += more
    text = said.decode(errors='replace')
    ok(process.wait() == 0 and 'of 8 files' in text and 'MP/s' in text
       and text.rstrip().splitlines()[-1].lstrip('\r\x1b[K').startswith('8 done'),
       'a terminal shows how far it is', repr(text))


tap.main(check_signals, check_parts, check_together, check_full_disk, check_descriptors, check_memory, check_terminal)
