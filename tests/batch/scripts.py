#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the examples of data/scripts/ as they and the manual describe, and the commands in README, manual and manual page,
as TAP.

    scripts.py BUILD PROJECT
"""
import html
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import textwrap
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))
import known_plugins  # noqa: E402
import patience  # noqa: E402

import files

BUILD, PROJECT = (Path(argument).resolve() for argument in sys.argv[1:3])
SCRIPTS, PHOTOS = PROJECT / 'data/scripts', PROJECT / 'data/photos'
# The lines of a text that are commands, and the files that each block of them makes beside photo.png, photo.jpg and photos/.
PRINTED = {
    'README.md': (r'(?:^    .*\n)+', [['page.png', 'out/photo.png', 'out/scan.png', 'edges.png']]),
    'docs/manual/pages/folders.html': (r'(?<=<pre>)[^<]*', [
        ['out/photo.png', 'sharp/scan.jpg', 'out/scan.png', 'report.jsonl'],
        ['edges.png', 'lines.svg', 'piped.png'], ['photos/photo-sharp.jpg'],
        ['sharp/photo.jpg', 'sharp/scan.jpg', 'shoot.jsonl'], ['edges.png', 'photos/photo-edges.png']]),
    'docs/cuda-edges.1': (r'(?s)(?<=\n\.EX\n).*?(?=^\.EE)', [['edges.png', 'piped.png', 'out/photo.png', 'out/scan.png']]),
}
# In place of Slurm: each task of the array, one after the other.
SBATCH = '''#!/bin/sh
export SLURM_ARRAY_TASK_COUNT=16
for SLURM_ARRAY_TASK_ID in $(seq 0 15); do export SLURM_ARRAY_TASK_ID; sh "$1" 2>&1 || exit; done
'''


def environment(folder):
    """GIMP with the plug-in and nothing of the user's; GEGL with the operations; the program in PATH."""
    home = folder / 'home'
    plug_in = home / 'gimp/plug-ins/cuda-edges'
    plug_in.mkdir(parents=True)
    shutil.copy(BUILD / 'plugin/cuda-edges', plug_in)
    known_plugins.recall(home / 'gimp', BUILD)
    (home / 'gegl-0.4/plug-ins').mkdir(parents=True)
    shutil.copy(BUILD / 'operation/cuda-edges-operations.so', home / 'gegl-0.4/plug-ins')
    hidden = ('DISPLAY', 'WAYLAND_DISPLAY', 'DBUS_SESSION_BUS_ADDRESS')
    return {name: value for name, value in os.environ.items() if name not in hidden} | {
        'GIMP3_DIRECTORY': str(home / 'gimp'), 'HOME': str(home), 'XDG_CONFIG_HOME': str(home), 'XDG_CACHE_HOME': str(home),
        'XDG_DATA_HOME': str(home), 'NO_AT_BRIDGE': '1', 'LC_ALL': 'C.UTF-8',
        'PATH': f'{folder}:{BUILD / "batch"}:{os.environ["PATH"]}'}


def command_of(script):
    """The line of its first remark that is set off."""
    for line in script.read_text(encoding='utf-8').splitlines():
        if line[:1] in ';#' and line[1:4] == '   ':
            return line[1:].strip()
    raise ValueError(f'{script.name} does not say how it is run')


def edges(path):
    """The shares of black and of white."""
    _, _, channels, bits, samples = files.decode(path)
    first = samples[::channels * bits // 8]
    return first.count(0) / len(first), first.count(255) / len(first)


# Calls of cuda-edges that give what a script does in GIMP, and the files of both.
SAME = {
    'edges-of-a-photo.scm': ('canny --style black-on-white --sigma 1.4 --low 40 --high 80', 'edges.png', 'photo.png'),
    'sharpen-a-folder.scm': ('sharpen --radius 2 --amount 0.8', 'photo-sharp.png', 'photo.png'),
}


def is_same(name, folder, within):
    """Whether cuda-edges gives the pixels that GIMP has written, to the last bit."""
    if name not in SAME:
        return True
    call, by_gimp, by_us = SAME[name]
    done = run(f'cuda-edges {call} -o same photo.png', folder, within)
    return done.returncode == 0 and files.decode(folder / by_gimp) == files.decode(folder / 'same' / by_us)


def results_of(name, folder, output):
    """Whether the script made the files that it describes."""
    if name == 'edges-of-a-photo.scm':
        black, white = edges(folder / 'edges.png')
        return white > 0.8 and 0.01 < black < 0.2
    if name == 'without-gimp.py':
        black, white = edges(folder / 'edges.png')
        return black > 0.8 and 0.01 < white < 0.2
    if name == 'sharpen-a-folder.scm':
        before, after = files.decode(folder / 'photo.png'), files.decode(folder / 'photo-sharp.png')
        return before[:2] == after[:2] and before[4] != after[4]
    if name == 'lines-over-photo.py':
        data = (folder / 'lines.xcf').read_bytes()
        return data.startswith(b'gimp xcf') and 'σ 1.4, '.encode() in data and ' · CUDA Canny'.encode() in data
    if name == 'what-computes.scm':
        return '"instruction-set"' in output
    asked = {path.relative_to(folder / 'photos'): path for path in (folder / 'photos').rglob('*.*')}
    if name == 'other-machines.sh':
        asked = {Path(f'{path}.png'): source for path, source in asked.items()}
    made = {path.relative_to(folder / 'out'): path for path in (folder / 'out').rglob('*.*')}
    done = sum(map(int, re.findall(r'^(\d+) done', output, re.MULTILINE)))
    return (set(made) == set(asked) and all(edges(path)[0] > 0.5 and files.decode(path)[:2] == files.decode(asked[name])[:2]
                                            for name, path in made.items())
            and (done == len(asked) if name == 'slurm-array.sh' else (folder / 'jobs.log').exists()))


def try_script(script, base):
    command = command_of(script)
    program = shlex.split(command)[0]
    needed = 'parallel' if 'parallel' in script.read_text(encoding='utf-8') else 'sh' if program == "sbatch" else program
    if not shutil.which(needed):
        return f'# SKIP {needed} is missing', True, ''
    folder = base / script.stem
    (folder / 'photos').mkdir(parents=True)
    for other in SCRIPTS.iterdir():
        if other.is_file():
            shutil.copy(other, folder)
    shutil.copy(PHOTOS / 'coffee.png', folder / 'photo.png')
    (folder / 'machines.txt').write_text(':\n', encoding='utf-8')
    shutil.copy(PHOTOS / 'coffee.png', folder / 'photos/photo.png')
    if script.suffix == '.sh':
        (folder / 'sbatch').write_text(SBATCH, encoding='utf-8')
        (folder / 'sbatch').chmod(0o755)
        for i in range(40):     # the same names in two folders, of different sizes
            path = folder / f"photos/day {i % 2}/the cat's\n{i // 2}.png"
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(files.png(60 + i, 50, files.pixels(60 + i, 50, seed=i)))
    within = environment(folder)
    done = run(command, folder, within)
    known_plugins.keep(within['GIMP3_DIRECTORY'], BUILD)
    try:
        good = (done.returncode == 0 and results_of(script.name, folder, done.stdout)
                and is_same(script.name, folder, within))
        if good and script.suffix == '.sh':
            before = {path: path.stat().st_mtime_ns for path in (folder / 'out').rglob('*.*')}
            done = run(command, folder, within)
            good = done.returncode == 0 and {path: path.stat().st_mtime_ns
                                             for path in (folder / 'out').rglob('*.*')} == before
    except (OSError, ValueError) as error:
        good, done.stderr = False, f'{done.stderr}\n{error!r}'
    return '', good, done.stdout + done.stderr


def blocks_of(name, pattern):
    """The commands that a text prints, but for those of the project's own folder."""
    text = (PROJECT / name).read_text(encoding='utf-8').replace('\\-', '-')
    blocks = [textwrap.dedent(html.unescape(block)) for block in re.findall(pattern, text, re.MULTILINE)]
    return [block for block in blocks if not block.startswith('./dev')]


def try_block(command, leaves, folder):
    if 'parallel' in command and not shutil.which('parallel'):
        return '# SKIP parallel is missing', True, ''
    (folder / 'photos').mkdir(parents=True)
    for photo in ('photo.jpg', 'photos/photo.jpg'):
        shutil.copy(PHOTOS / 'hubble_deep_field.jpg', folder / photo)
    shutil.copy(PHOTOS / 'coffee.png', folder / 'photo.png')
    within = environment(folder)
    shutil.copy(PHOTOS / 'chelsea.png', folder / 'scan.png')
    run('cuda-edges sharpen --format tif -o photos scan.png', folder, within)
    done = run(command, folder, within)
    missing = [name for name in leaves if not (folder / name).is_file()]
    quiet = 'stray image' not in done.stderr
    return '', done.returncode == 0 and quiet and not missing, f'{missing} {done.stdout}{done.stderr}'


def run(command, folder, within):
    return subprocess.run(['sh', '-ec', command], cwd=folder, env=within, stdin=subprocess.DEVNULL, capture_output=True,
                          text=True, errors='replace', timeout=patience.limit(120), check=False)


def undescribed():
    """Options of the program, not of a filter, that the manual page lacks."""
    page = (PROJECT / 'docs/cuda-edges.1').read_text(encoding='utf-8').replace('\\-', '-')
    text = subprocess.run([BUILD / 'batch/cuda-edges', 'canny', '--help'], capture_output=True, text=True, check=True).stdout
    return [option for option in re.findall(r'--[\w-]+', text[text.index('--output'):]) if option not in page]


def trials(base):
    """The tests by their names."""
    for script in sorted(path for path in SCRIPTS.iterdir() if path.suffix in ('.scm', '.py', '.sh')):
        yield script.name, *try_script(script, base)
    yield 'the manual page has every option', '', not undescribed(), ' '.join(undescribed())
    for name, (pattern, leaves) in PRINTED.items():
        blocks = blocks_of(name, pattern)
        yield f'{name} prints {len(leaves)} blocks of commands', '', len(blocks) == len(leaves), '\n'.join(blocks)
        for number, (block, left) in enumerate(zip(blocks, leaves), 1):
            folder = base / f'{Path(name).name}-{number}'
            yield f'{name}: {block.splitlines()[0][:60]}', *try_block(block, left, folder)


def main():
    failures = number = 0
    with tempfile.TemporaryDirectory(prefix='cuda-edges-') as base:
        for number, (name, skipped, good, said) in enumerate(trials(Path(base)), 1):
            failures += not good
            print(f"{'ok' if good else 'not ok'} {number} - {name} {skipped}", flush=True)
            if not good:
                print('# ' + said[-3000:].replace('\n', '\n# '))
    print(f'1..{number}')
    return failures > 0


if __name__ == '__main__':
    sys.exit(main())
