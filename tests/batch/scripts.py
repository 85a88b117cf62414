#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the examples of data/scripts/ as they, and the manual, say, as TAP.

    scripts.py BUILD SCRIPTS PHOTOS
"""
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import files

BUILD, SCRIPTS, PHOTOS = map(Path, sys.argv[1:4])
# In place of Slurm: each task of the array, one after the other.
SBATCH = '''#!/bin/sh
export SLURM_ARRAY_TASK_COUNT=16
for SLURM_ARRAY_TASK_ID in $(seq 0 15); do export SLURM_ARRAY_TASK_ID; sh "$1" || exit; done
'''


def environment(folder):
    """GIMP with the plug-in and nothing of the user's; GEGL with the operations; the program in PATH."""
    home = folder / 'home'
    plug_in = home / 'gimp/plug-ins/cuda-edges'
    plug_in.mkdir(parents=True)
    shutil.copy(BUILD / 'plugin/cuda-edges', plug_in)
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


def results_of(name, folder, output):
    """Whether the files that the script made are what it says."""
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
        return data.startswith(b'gimp xcf') and 'CUDA Canny σ 1.4'.encode() in data
    if name == 'what-computes.scm':
        return '"instruction-set"' in output
    if name == 'slurm-array.sh':
        made, asked = ({path.name for path in (folder / which).iterdir()} for which in ('out', 'photos'))
        return made == asked
    return edges(folder / 'out/photo.png')[0] > 0.8 and (folder / 'jobs.log').exists()


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
    if program == 'sbatch':
        (folder / 'sbatch').write_text(SBATCH, encoding='utf-8')
        (folder / 'sbatch').chmod(0o755)
        for i in range(20):
            shutil.copy(PHOTOS / 'chelsea.png', folder / f"photos/the cat's\n{i}.png")
    done = subprocess.run(['sh', '-c', command], cwd=folder, env=environment(folder), stdin=subprocess.DEVNULL,
                          capture_output=True, text=True, errors='replace', timeout=120, check=False)
    try:
        good = done.returncode == 0 and results_of(script.name, folder, done.stdout)
    except (OSError, ValueError) as error:
        good, done.stderr = False, f'{done.stderr}\n{error!r}'
    return '', good, done.stdout + done.stderr


def main():
    scripts = sorted(path for path in SCRIPTS.iterdir() if path.suffix in ('.scm', '.py', '.sh'))
    print(f'1..{len(scripts)}')
    failures = 0
    with tempfile.TemporaryDirectory(prefix='cuda-edges-') as base:
        for number, script in enumerate(scripts, 1):
            skipped, good, said = try_script(script, Path(base))
            failures += not good
            print(f"{'ok' if good else 'not ok'} {number} - {script.name} {skipped}")
            if not good:
                print('# ' + said[-3000:].replace('\n', '\n# '))
    return failures > 0


if __name__ == '__main__':
    sys.exit(main())
