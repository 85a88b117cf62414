#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""cuda-edges on folders with everything that folders have, as TAP.

    batch.py CUDA-EDGES RENDER PHOTOS
"""
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.parse
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import patience  # noqa: E402

import files

PROGRAM, RENDER, PHOTOS = (Path(argument).resolve() for argument in sys.argv[1:4])
count, failures = 0, 0


def ok(passed, name, *notes):
    global count, failures
    count += 1
    failures += not passed
    print(f"{'ok' if passed else 'not ok'} {count} - {name}", flush=True)
    for note in () if passed else notes:
        print('#', str(note).replace('\n', '\n# '))


def skip(name, why):
    global count
    count += 1
    print(f'ok {count} - {name} # SKIP {why}')


def run(*arguments, **more):
    environment = {**os.environ, 'LC_ALL': 'C.UTF-8', 'G_MESSAGES_DEBUG': ''}
    return subprocess.run([PROGRAM, *arguments], env=environment, capture_output=True, timeout=patience.limit(120),
                          check=False, **more)


def start(*arguments):
    return subprocess.Popen([PROGRAM, 'canny', *arguments], stderr=subprocess.PIPE, start_new_session=True)


def said(done):
    return done.stderr.decode('utf-8', 'surrogateescape')


def whole(folder):
    """Names in a folder whose files are all whole; hidden ones count."""
    names = sorted(os.listdir(os.fsencode(folder)))
    for name in names:
        files.chunks_of(Path(folder) / os.fsdecode(name))
    return names


def expect(folder, filter_name, parameters, width, height, samples):
    """What the engine gives, as the test of the engine alone computes it."""
    (folder / 'raw').write_bytes(samples)
    channels = len(samples) // (width * height)
    subprocess.run([RENDER, filter_name, 'cpu', parameters, str(width), str(height), str(channels), 'u8', folder / 'raw',
                    folder / 'expected'], check=True)
    return (folder / 'expected').read_bytes()


def check_pixels(folder):
    width, height = 67, 41
    for channels in (1, 2, 3, 4):
        samples = files.pixels(width, height, channels)
        (folder / 'in.png').write_bytes(files.png(width, height, samples))
        for name, options in (('sharpen', ['--radius', '2', '--amount', '1.5']),
                              ('canny', ['--sigma=1', '--low=5', '--high', '20'])):
            done = run(name, *options, '--overwrite', '-o', folder / 'out', folder / 'in.png')
            text = ' '.join(options).replace('--', '').replace('radius 2', 'radius=2').replace('amount 1.5', 'amount=1.5') \
                .replace('high 20', 'high=20')
            expected = expect(folder, name, text, width, height, samples)
            result = files.decode(folder / 'out/in.png') if done.returncode == 0 else None
            if name == 'canny' and result:
                n = len(expected) // (width * height)
                result = (*result[:4], b''.join(result[4][i:i + 1] for i in range(0, len(result[4]), channels)))
                expected = expected[::n]
            ok(result == (width, height, channels, 8, expected),
               f'{name} on {channels} channels gives the bits of the engine',
               said(done))


def check_words(folder):
    photo = PHOTOS / 'coffee.png'
    for arguments, status, text in (
            (['--help'], 0, ''), (['canny', '--help'], 0, ''), ([], 2, 'Usage'), (['blur'], 2, 'no filter “blur”'),
            (['canny', photo], 2, 'FOLDER is missing'), (['canny', '-o', folder / 'o'], 2, 'No file'),
            (['canny', '--sigma', '99', '-o', folder / 'o', photo], 2, '“sigma” is 99, but must be from 0 to 50.'),
            (['canny', '--sigma', 'x', '-o', folder / 'o', photo], 2, 'not a number'),
            (['canny', '--operator', 'x', '-o', folder / 'o', photo], 2, '“operator” has no choice “x”.'),
            (['canny', '--radius', '1', '-o', folder / 'o', photo], 2, 'Unknown option --radius'),
            (['canny', '--format', 'gif', '-o', folder / 'o', photo], 2, '“gif” is no format'),
            (['canny', '--style=lines', '-fjpg', '-o', folder / 'o', photo], 2, 'JPEG'),
            (['canny', '--jobs', '0', '-o', folder / 'o', photo], 2, '“jobs” is 0'),
            (['canny', '-o', photo, photo], 2, 'cannot be written')):
        done = run(*arguments)
        ok(done.returncode == status and text in said(done), f'cuda-edges {" ".join(map(str, arguments[:3]))} ends with {status}',
           done.returncode, said(done))
    ok(not (folder / 'o').exists(), 'a refused call makes no folder')
    done = run('canny', '-o', 'o', photo, cwd=folder)
    ok(done.returncode == 0 and os.listdir(folder) == ['o'] and whole(folder / 'o') == [b'coffee.png'],
       'a call makes nothing else where it is', said(done), os.listdir(folder))
    help_text = run('canny', '--help').stdout.decode()
    ok('--sigma=VALUE' in help_text and '0 to 50, default 1.4' in help_text,
       'help has the parameters with their ranges', help_text)


def check_german(folder):
    """Sentences of the engine, where the program is installed; of another locale than C only the name counts."""
    plain, catalogues = Path('/usr/lib/locale/C.utf8'), PROGRAM.parents[1] / 'po'
    name = 'sentences of the engine come in German'
    if not plain.is_dir() or not catalogues.is_dir():
        skip(name, f'no {plain}, or no {catalogues}')
        return
    (folder / 'bin').mkdir()
    shutil.copy(PROGRAM, folder / 'bin')
    shutil.copytree(catalogues / 'de', folder / 'share/locale/de')
    (folder / 'locale').mkdir()
    (folder / 'locale/de_DE.UTF-8').symlink_to(plain)
    call = [folder / 'bin' / PROGRAM.name, 'canny', '--sigma', '99', '-o', folder / 'o', PHOTOS / 'coffee.png']
    german = {**os.environ, 'LOCPATH': str(folder / 'locale'), 'LC_ALL': 'de_DE.UTF-8', 'LANGUAGE': 'de'}
    done = subprocess.run(call, env=german, capture_output=True, timeout=patience.limit(120), check=False)
    ok(done.returncode == 2 and '„sigma“ ist 99, muss aber von 0 bis 50 sein.' in said(done), name, said(done))


def check_formats(folder):
    for ending in ('png', 'jpg', 'tif', 'webp'):
        done = run('sharpen', '-f', ending, '-o', folder / 'out', PHOTOS)
        ok(done.returncode == 0 and len(list((folder / 'out').glob('*.' + ending))) == 4, f'photos to {ending}', said(done))
    again = run('sobel', '-o', folder / 'again', folder / 'out/coffee.tif', folder / 'out/chelsea.webp',
                folder / 'out/astronaut.jpg')
    ok(again.returncode == 0 and len(whole(folder / 'again')) == 3, 'and what was written can be read', said(again))


def check_lines(folder):
    samples = files.pixels(40, 30)
    (folder / 'in.png').write_bytes(files.png(40, 30, samples))
    run('canny', '--low', '5', '--high', '20', '--style', 'lines', '--color', '#ff0000', '-o', folder / 'out',
        folder / 'in.png')
    width, height, channels, _, result = files.decode(folder / 'out/in.png')
    edges = expect(folder, 'canny', 'low=5 high=20', 40, 30, samples)
    ok(channels == 4 and result[3::4] == edges and set(result[0::4]) == {255} and set(result[1::4]) == {0},
       'lines are transparent elsewhere and have their color', (width, height, channels))


def check_metadata(folder):
    try:
        import gi
        try:
            gi.require_version('GExiv2', '0.16')
        except ValueError:
            gi.require_version('GExiv2', '0.10')
        from gi.repository import GExiv2
    except (ImportError, ValueError):
        skip('metadata', 'GExiv2 is missing from Python')
        return
    icc = files.profile()
    (folder / 'in.png').write_bytes(files.png(64, 48, chunks=[(b'iCCP', b'icc\0\0' + files.zlib.compress(icc))]))
    shutil.copy(PHOTOS / 'hubble_deep_field.jpg', folder / 'photo.jpg')
    texts = {'Exif.Image.Make': 'Pinhole', 'Exif.Photo.DateTimeOriginal': '2025:01:02 03:04:05',
             'Exif.Image.Orientation': '6',
             'Exif.GPSInfo.GPSLatitudeRef': 'N', 'Xmp.dc.creator': 'Ada', 'Iptc.Application2.City': 'Graz'}
    for name in ('in.png', 'photo.jpg'):
        metadata = GExiv2.Metadata.new()
        metadata.open_path(str(folder / name))
        for tag, value in texts.items():
            metadata.try_set_tag_string(tag, value)
        metadata.save_file(str(folder / name))

    for ending in ('png', 'jpg', 'tif', 'webp'):
        done = run('sharpen', '-f', ending, '-o', folder / ending, folder / 'in.png', folder / 'photo.jpg')
        for name in ('in', 'photo'):
            metadata = GExiv2.Metadata.new()
            metadata.open_path(str(folder / ending / f'{name}.{ending}'))
            kept = {tag: metadata.try_get_tag_string(tag) for tag in texts}
            if ending == 'webp':        # has no place for IPTC
                kept['Iptc.Application2.City'] = texts['Iptc.Application2.City']
            ok(done.returncode == 0 and kept == texts, f'EXIF, XMP and IPTC of {name} go into {ending}', said(done), kept)
    found = dict(files.chunks_of(folder / 'png/in.png')).get(b'iCCP', b'')
    ok(files.zlib.decompress(found[found.index(b'\0') + 2:]) == icc if found else False,
       'the color profile stays as it is', len(found))
    ok(icc in (folder / 'jpg/in.jpg').read_bytes() and icc in (folder / 'tif/in.tif').read_bytes(), 'in JPEG and TIFF, too')
    run('canny', '--no-metadata', '-o', folder / 'bare', folder / 'in.png')
    metadata = GExiv2.Metadata.new()
    metadata.open_path(str(folder / 'bare/in.png'))
    ok(not metadata.has_exif() and not metadata.has_xmp(), 'metadata is left out where that is asked for')


def check_faults(folder):
    good = files.png(60, 50)
    inputs = folder / 'in'
    inputs.mkdir()
    names = [b'a b.png', b"it's \"quoted\".png", b'two\nlines.png', b'\xff\xfe.png', '日本 é.png'.encode(), b'-dash.png',
             b'no ending', b'.hidden.png', b'%n$(true);&.png']
    for name in names:
        (inputs / os.fsdecode(name)).write_bytes(good)
    photo = (PHOTOS / 'hubble_deep_field.jpg').read_bytes()
    bad = {'zero.png': b'', 'half.jpg': photo[:len(photo) // 2], 'head.jpg': photo[:100], 'half2.png': good[:len(good) // 2],
           'huge.png': files.huge(), 'text.png': b'no picture at all'}
    for name, data in bad.items():
        (inputs / name).write_bytes(data)
    (inputs / 'loop.png').symlink_to('loop.png')
    (inputs / 'gone.png').symlink_to('nowhere')
    (inputs / 'round').symlink_to('.')
    os.mkfifo(inputs / 'pipe.png')
    wanted = [os.fsencode(inputs) + b'/' + name for name in names] + [os.fsencode(inputs / name) for name in
                                                                     [*bad, 'loop.png', 'gone.png', 'pipe.png']]
    report = folder / 'report.jsonl'
    done = run('canny', '--jobs', '3', '-o', folder / 'out', '--report', report, '--', *wanted)
    lines = said(done).splitlines()
    n_bad = len(bad) + 3
    ok(done.returncode == 1 and len(lines) == n_bad + 1, 'each file that cannot be read has one line', said(done))
    for name in [*bad, 'loop.png', 'gone.png', 'pipe.png']:
        ok(sum(f'in/{name}: ' in line for line in lines) == 1, f'{name} has its line', said(done))
    results = {name[:-4] + b'.png' if name.endswith(b'.png') else name + b'.png' for name in names}
    ok(set(whole(folder / 'out')) == results, 'every other file has its result, and nothing is left',
       os.listdir(folder / 'out'))
    records = [json.loads(line) for line in report.read_text(encoding='utf-8').splitlines()]
    paths = {urllib.parse.unquote_to_bytes(record['input-uri'])[len('file://'):] for record in records}
    ok(paths == set(wanted) and sum(record['status'] == 'done' for record in records) == len(names),
       'the report has each of them by its bytes', paths ^ set(wanted))
    version = run('--version').stdout.decode().split()[-1]
    ok(all(record['version'] == version and 'sigma=1.4 ' in record.get('parameters', 'sigma=1.4 ') for record in records),
       'the version, and the parameters', records[0])
    again = run('canny', '-o', folder / 'out', '--files-from', '-', input=b'\0'.join(wanted[:len(names)]) + b'\0')
    ok(again.returncode == 0 and f'0 done, {len(names)} skipped' in said(again), 'what exists is skipped', said(again))
    done = run('canny', '-o', folder / 'round', '--', inputs, inputs / 'round', inputs / 'round/round')
    names_in = sum(not name.startswith('.') and '.' in name for name in map(os.fsdecode, os.listdir(inputs)))
    ok(done.returncode == 1 and 'have the name' in said(done) and len(said(done).splitlines()) < 3 * names_in + 2,
       'a folder that is in itself ends', said(done))
    ok((inputs / 'half.jpg').read_bytes() == bad['half.jpg'], 'files that cannot be read stay as they are')


def check_places(folder):
    (folder / 'in.png').write_bytes(files.png(60, 50))
    (folder / 'in.jpg').write_bytes((PHOTOS / 'hubble_deep_field.jpg').read_bytes())
    before = (folder / 'in.png').read_bytes()
    done = run('canny', '--overwrite', '-o', folder, folder / 'in.png')
    ok(done.returncode == 1 and (folder / 'in.png').read_bytes() == before,
       'a result never takes the place of its source', said(done))
    done = run('canny', '-o', folder / 'out', folder / 'in.png', folder / 'in.jpg')
    ok(done.returncode == 1 and 'have the name' in said(done), 'two results of one name are refused', said(done))

    locked = folder / 'locked'
    locked.mkdir(0o500)
    if os.geteuid() == 0:
        locked = Path('/proc/self')
    done = run('canny', '-o', locked, folder / 'in.png')
    ok(done.returncode == 2 and 'cannot be written' in said(done) and len(said(done).splitlines()) == 1,
       'a read-only folder', said(done))


def check_what_is_not_there(folder):
    files.make_many(folder, 6)
    out, empty = folder / 'out', folder / 'empty'
    empty.mkdir()
    os.environ['CE_TESTING'] = 'cuda-fail=start'
    for words in (('--style', 'lines', '--color', 'nocolor'), ('--backend', 'cuda')):
        done = run('canny', *words, '-j1', '-o', out, folder / 'in')
        lines = said(done).splitlines()
        ok(done.returncode == 1 and len(lines) == 3 and words[-1] in lines[0].lower() and 'Stopped' in lines[2]
           and not whole(out), f'{words[-1]}, which there is not, ends the run with a line', said(done))
    del os.environ['CE_TESTING']
    done = run('canny', '-o', out, empty)
    ok(done.returncode == 0 and said(done).startswith('No picture was found'), 'a folder without pictures', said(done))


def on_small_disk(folder, mount, *arguments):
    """A run whose results go to a disk of their own and stay in disk.after; None where mounts are forbidden."""
    script = 'mount -t tmpfs -o "$1" none "$0" && shift && "$@"; status=$?; cp -a "$0/." "$0.after"; umount "$0"; exit $status'
    disk = folder / 'disk'
    shutil.rmtree(folder / 'disk.after', ignore_errors=True)
    for path in (disk, folder / 'disk.after'):
        path.mkdir(exist_ok=True)
    command = ['unshare', '--mount', '--propagation', 'unchanged', 'sh', '-c', script, disk, mount]
    if subprocess.run([*command, 'true'], capture_output=True, check=False).returncode:
        return None
    return subprocess.run([*command, PROGRAM, 'sharpen', '-o', disk, *arguments], env={**os.environ, 'LC_ALL': 'C.UTF-8'},
                          capture_output=True, timeout=patience.limit(60), check=False)


def check_full_disk(folder):
    photos = sorted(PHOTOS.glob('*.*g'))
    limit = 100000
    done = run('sharpen', '-o', folder / 'out', *photos,
               preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)))
    ok(done.returncode == 1 and whole(folder / 'out') == [], 'files that may not grow leave nothing behind', said(done))
    for jobs in (1, 4):
        done = on_small_disk(folder, 'size=300k', f'-j{jobs}', *photos)
        if not done:
            skip('a full disk', 'mounts are forbidden here')
            return
        ok(done.returncode == 1 and 'No space left' in said(done) and len(said(done).splitlines()) <= jobs + 2
           and all(name.endswith(b'.png') for name in whole(folder / 'disk.after')),
           f'a full disk ends {jobs} jobs with a line for each', said(done))
    done = on_small_disk(folder, 'ro', *photos)
    ok(done.returncode == 2 and 'Read-only' in said(done) and said(done).count('\n') == 1, 'a read-only disk', said(done))


def wait_for(condition):
    end = time.monotonic() + patience.limit(60)
    while not condition() and time.monotonic() < end:
        time.sleep(0.01)


def check_ends(folder):
    n = 40
    files.make_many(folder, n)
    out = folder / 'out'
    for how in (signal.SIGKILL, signal.SIGTERM, signal.SIGINT):
        shutil.rmtree(out, ignore_errors=True)
        process = start('-j2', '-o', out, folder / 'in')
        wait_for(lambda: out.is_dir() and len(list(out.glob('*.png'))) > 2)
        if how == signal.SIGINT:
            os.killpg(process.pid, how)
        else:
            process.send_signal(how)
        text = process.communicate()[1].decode()
        wait_for(lambda: files.is_over(out))
        shown = [files.chunks_of(path) for path in out.glob('*.png')]
        hidden = [name for name in os.listdir(out) if name.startswith('.')]
        ok(0 < len(shown) < n and (how == signal.SIGKILL or not hidden),
           f'ended by {how.name}, what has its name is whole', hidden, text)
        done = run('canny', '-o', out, folder / 'in')
        ok(done.returncode == 0 and f'{n - len(shown)} done, {len(shown)} skipped' in said(done) and len(whole(out)) == n,
           'and the same command goes on', said(done), os.listdir(out))

    shutil.rmtree(out)
    both = [start('-j2', '-o', out, folder / 'in') for _ in range(2)]
    statuses = [(process.communicate()[1], process.returncode)[1] for process in both]
    ok(statuses == [0, 0] and len(whole(out)) == n, 'two runs into one folder', statuses, os.listdir(out))

    shutil.rmtree(out)
    both = [start('-j2', '-o', out, folder / 'in') for _ in range(2)]
    wait_for(lambda: len(list(out.glob('*.png'))) > 2)
    os.killpg(both[0].pid, signal.SIGKILL)
    both[0].communicate()
    text = both[1].communicate()[1].decode()
    ok(both[1].returncode == 0 and len(list(out.glob('*.png'))) == n, 'one of two is killed, the other does it all', text)
    wait_for(lambda: files.is_over(out))
    done = run('canny', '-o', out, folder / 'in')
    ok(done.returncode == 0 and len(whole(out)) == n, 'and the next removes what the dead one left', os.listdir(out))

    shutil.rmtree(out)
    process = start('-j1', '-o', out, folder / 'in')
    wait_for(lambda: out.is_dir() and len(list(out.glob('*.png'))) > 1)
    (folder / f'in/{n - 1}.png').unlink()
    text = process.communicate()[1].decode()
    ok(process.returncode == 1 and len(whole(out)) == n - 1 and 'No such file' in text,
       'a file that goes while others are filtered', text)

    shutil.rmtree(out)
    process = start('-j1', '-o', out, folder / 'in')
    wait_for(lambda: out.is_dir() and len(list(out.glob('*.png'))) > 1)
    listed = subprocess.run(['ps', '-o', 'pid=', '--ppid', str(process.pid)], capture_output=True, text=True, check=False)
    workers = listed.stdout.split()
    for worker in workers:
        os.kill(int(worker), signal.SIGKILL)
    text = process.communicate()[1].decode()
    ok(process.returncode == 1 and len(whole(out)) == n - 2 and 'was ended' in text and workers,
       'a worker that is killed takes one file with it', text, workers)


def check_save(folder):
    """Killed while a result is being written: there is a part of it, and nothing under its name."""
    out, parts = folder / 'out', '.cuda-edges-run-*/*.png'
    (folder / 'in.png').write_bytes(files.png(3000, 2000, files.pixels(3000, 20) * 100))
    for _ in range(5):
        shutil.rmtree(out, ignore_errors=True)
        process = start('-j1', '-o', out, folder / 'in.png')
        wait_for(lambda: any(part.stat().st_size for part in out.glob(parts)) or process.poll() is not None)
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        if not (out / 'in.png').exists():
            break
    wait_for(lambda: files.is_over(out))
    left = [part.stat().st_size for part in out.glob(parts)]
    ok(left and not (out / 'in.png').exists(), 'killed in the middle of a save', left)
    done = run('canny', '-o', out, folder / 'in.png')
    ok(done.returncode == 0 and whole(out) == [b'in.png'], 'and the next run saves it and removes the part', said(done))


def main():
    for check in (check_words, check_german, check_pixels, check_formats, check_lines, check_metadata, check_faults,
                  check_places, check_what_is_not_there, check_full_disk, check_ends, check_save):
        with tempfile.TemporaryDirectory(prefix='cuda-edges-') as folder:
            check(Path(folder))
    print(f'1..{count}')
    return failures > 0


if __name__ == '__main__':
    sys.exit(main())
