#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks the extension for GIMP from Flatpak as far as possible offline, as TAP.

    flatpak.py PROJECT

flatpak-builder reads the manifest here, but does not build it, because that needs the runtimes."""
import json
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as tree
from pathlib import Path

PROJECT = Path(sys.argv[1])
ID = 'org.gimp.GIMP.Plugin.CudaEdges'
count = 0


def ok(passed, name, *notes):
    global count
    count += 1
    print(f"{'ok' if passed else 'not ok'} {count} - {name}")
    for note in () if passed else notes:
        print('#', str(note).replace('\n', '\n# '))


def installed(options):
    """The folder in which meson puts each file with these options."""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(['meson', 'setup', folder, PROJECT, *options], capture_output=True, text=True, check=False)
        if done.returncode:
            return None, done.stdout[-2000:]
        plan = subprocess.run(['meson', 'introspect', '--installed', folder], capture_output=True, text=True, check=True)
        return sorted(json.loads(plan.stdout).values()), ''


def main():
    manifest = json.loads((PROJECT / f'data/flatpak/{ID}.json').read_text(encoding='utf-8'))
    module = manifest['modules'][0]
    prefix = manifest['build-options']['prefix']
    said = [manifest[key] for key in ('id', 'branch', 'build-extension', 'runtime')]
    ok(said == [ID, '3', True, 'org.gimp.GIMP'], 'the manifest is of an extension of GIMP 3', said)
    ok(prefix == '/app/extensions/' + ID.rsplit('.', 1)[1], "which is mounted under its id's last word", prefix)

    if shutil.which('flatpak-builder'):
        done = subprocess.run(['flatpak-builder', '--show-manifest', PROJECT / f'data/flatpak/{ID}.json'],
                              capture_output=True, text=True, check=False)
        ok(done.returncode == 0 and ID in done.stdout and 'Unknown' not in done.stderr, 'flatpak-builder reads it',
           done.stderr)

    component = tree.parse(PROJECT / f'data/{ID}.metainfo.xml.in').getroot()
    said = [component.get('type'), component.findtext('id'), component.findtext('extends')]
    ok(said == ['addon', ID, 'org.gimp.GIMP'], 'the metainfo is of the same add-on', said)

    if not shutil.which('meson'):
        print(f'ok {count + 1} - where files go # SKIP meson is missing\n1..{count + 1}')
        return
    # This test does not depend on clang.
    options = [option for option in module['config-opts'] if not option.startswith('-Dcuda')] + ['-Dcuda=disabled']
    files, said = installed(['--prefix', prefix, *options])
    ok(files is not None, 'its options are those of the build', said)
    outside = [path for path in files or () if not path.startswith(prefix + '/')]
    ok(not outside, 'every file is in the extension', *outside)
    for path in ('plug-ins/cuda-edges/cuda-edges', 'plug-ins/cuda-edges/cuda-edges-dialog.so', 'plug-ins/cuda-edges/help',
                 'lib/gegl-0.4/cuda-edges-operations.so', f'share/metainfo/{ID}.metainfo.xml'):
        ok(f'{prefix}/{path}' in (files or ()), f'there is {path}', *(files or ()))
    print(f'1..{count}')


main()
