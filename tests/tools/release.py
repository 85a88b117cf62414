#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that versions agree everywhere, and that ./dev dist gives the same bytes twice, as TAP. .ci/run builds them without git.

    release.py PROJECT"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

PROJECT = Path(sys.argv[1])
# What of each file is the version.
STATED = {
    "meson.build": r"^  version: '([\d.]+)'",
    "NEWS": r"\ACUDA Edges ([\d.]+)[, ]",
    "debian/changelog": r"\Acuda-edges \(([\d.]+)-\d+\)",
    "docs/cuda-edges.1": r"\A\.TH CUDA-EDGES 1 \S+ \"CUDA Edges ([\d.]+)\"",
    "data/org.gimp.GIMP.Plugin.CudaEdges.metainfo.xml.in": r'<release version="([\d.]+)"',
}
n = 0


def ok(passed, name, *notes):
    global n
    n += 1
    print(f"{'ok' if passed else 'not ok'} {n} - {name}", flush=True)
    for note in () if passed else notes:
        print("# " + str(note).replace("\n", "\n# "))


def stated(name):
    found = re.search(STATED[name], (PROJECT / name).read_text(encoding="utf-8"), re.MULTILINE)
    return found and found[1]


def run(*command, **options):
    return subprocess.run(command, capture_output=True, text=True, check=False, **options)


def copy_of(folder):
    """A repository of the project's files, with a commit of one time, whatever this checkout is."""
    listed = run("git", "-C", PROJECT, "ls-files", "-z")
    top = Path(folder) / "project"
    if listed.returncode:
        return None
    for name in filter(None, listed.stdout.split("\0")):
        if (PROJECT / name).is_file():
            (top / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(PROJECT / name, top / name)
    within = os.environ | {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_AUTHOR_DATE": "2026-01-01T00:00Z", "GIT_COMMITTER_DATE": "2026-01-01T00:00Z"}
    for words in (["init", "-q"], ["add", "-A"], ["-c", "user.name=a", "-c", "user.email=a", "commit", "-qm", "all"]):
        run("git", "-C", top, *words, env=within)
    return top


def dist(top):
    done = run("bash", top / "dev", "dist")
    made = list((top / "build/dist").glob("*.tar.xz"))
    return (made[0] if made else None), done.stdout + done.stderr


def main():
    versions = {name: stated(name) for name in STATED}
    ok(len(set(versions.values())) == 1 and None not in versions.values(), "versions agree", versions)
    if not shutil.which("git") or run("git", "-C", PROJECT, "rev-parse").returncode:
        print(f"ok {n + 1} - ./dev dist # SKIP git and a checkout are needed, which the private root has not\n1..{n + 1}")
        return
    with tempfile.TemporaryDirectory() as folder:
        top = copy_of(folder)
        first, said = dist(top)
        bytes_of = first and first.read_bytes()
        os.utime(top / "README.md", (0, 0))
        second, _ = dist(top)
        ok(bytes_of and bytes_of == second.read_bytes(), "./dev dist gives the same bytes twice", said)
    print(f"1..{n}")


main()
