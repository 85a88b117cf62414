# SPDX-License-Identifier: GPL-3.0-or-later
"""Functions that the tests of cuda-edges share: TAP, runs of the program, and the contents of folders before and after."""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import traceback
import urllib.parse
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))
import patience  # noqa: E402

PROGRAM = Path(sys.argv[1]).resolve()
count, failures = 0, 0


def ok(passed, name, *notes):
    global count, failures
    count += 1
    failures += not passed
    print(f"{'ok' if passed else 'not ok'} {count} - {name}", flush=True)
    for note in () if passed else notes:
        print('#', str(note)[-2500:].replace('\n', '\n# '))


def skip(name, why):
    global count
    count += 1
    print(f'ok {count} - {name} # SKIP {why}')


def main(*checks):
    """Each check in a folder of its own; one that raises has failed, and the next begins."""
    for check in checks:
        with tempfile.TemporaryDirectory(prefix='cuda-edges-') as folder:
            try:
                check(Path(folder))
            except Exception:
                ok(False, f'{check.__name__} comes to its end', traceback.format_exc())
    print(f'1..{count}')
    sys.exit(failures > 0)


class Done:
    """An ended run of the program: status, output, its report's records."""
    def __init__(self, process, report):
        self.status = process.returncode
        self.text = (process.stderr or b'').decode('utf-8', 'surrogateescape')
        self.out = (process.stdout or b'').decode('utf-8', 'surrogateescape')
        lines = report.read_text(encoding='utf-8').splitlines() if report and report.is_file() else []
        self.records = [json.loads(line) for line in lines]

    def counts(self, done, skipped=0, failed=0):
        """Whether the last line has these numbers, and the status agrees with them."""
        words = self.text.strip().splitlines()[-1:] or ['']
        return (self.status == (failed > 0) and words[0].startswith(f'{done} done')
                and (not skipped or f' {skipped} skipped' in words[0])
                and (not failed or f' {failed} failed' in words[0]))

    def __str__(self):
        return f'status {self.status}: {self.text}'


def environment(**more):
    return {**os.environ, 'LC_ALL': 'C.UTF-8', 'G_MESSAGES_DEBUG': '', **more}


def run(*words, report=None, seconds=120, env=(), **more):
    words = [*words[:1], *(('--report', report) if report else ()), *words[1:]]
    process = subprocess.run([PROGRAM, *words], env=environment(**dict(env)), capture_output='stderr' not in more,
                             timeout=patience.limit(seconds), check=False, **more)
    return Done(process, report)


def start(*words):
    return subprocess.Popen([PROGRAM, *words], env=environment(), stderr=subprocess.PIPE, start_new_session=True)


def wait_for(condition):
    end = time.monotonic() + patience.limit(60)
    while not condition() and time.monotonic() < end:
        time.sleep(0.01)
    return condition()


def source_of(record):
    """The file that a record of a report is about, as bytes."""
    return urllib.parse.unquote_to_bytes(record['input-uri'])[len('file://'):]


def contents(folder):
    """Every file below a folder by its name there, hidden ones too; links are not followed."""
    found = {}
    for at, folders, names in os.walk(os.fsencode(folder)):
        for name in (*names, *(one for one in folders if os.path.islink(os.path.join(at, one)))):
            path = os.path.join(at, name)
            found[os.path.relpath(path, os.fsencode(folder)).decode('utf-8', 'surrogateescape')] = (
                b'-> ' + os.readlink(path) if os.path.islink(path) else Path(os.fsdecode(path)).read_bytes()
                if os.path.isfile(path) else b'')
    return found


def states(folder):
    """All that a tree's stat tells but when a file was read."""
    result = {}
    for at, folders, names in os.walk(folder):
        for name in ('.', *folders, *names):
            found = os.lstat(os.path.join(at, name))
            result[os.path.join(at, name)] = (found.st_mode, found.st_ino, found.st_nlink, found.st_uid, found.st_size,
                                              found.st_mtime_ns, found.st_ctime_ns)
    return result


def fresh(*folders):
    for folder in folders:
        shutil.rmtree(folder, ignore_errors=True)
