#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that the house rules find violations, as TAP.

    checks.py PROJECT"""
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, sys.argv[1] + "/tools")
import checks

HOST = "packages.company" + ".org"


def found(problems, name, text):
    """Whether the rule finds a fault in a file of that name."""
    with tempfile.TemporaryDirectory() as folder:
        top = Path(folder)
        (top / name).parent.mkdir(parents=True, exist_ok=True)
        (top / "debian").mkdir()
        (top / "debian/copyright").write_text("Files: * photo.svg\nCopyright: 2026 a\nLicense: GPL-3.0-or-later\n")
        (top / "meson_options.txt").write_text("option('homepage', value: '')")
        (top / name).write_text(text)
        return bool(list(problems(top)))


CASES = (
    ("a host without a scheme", found(checks.address_problems, "README.md", f"is {HOST} in reach?")),
    ("in a hidden folder", found(checks.address_problems, ".ci/run", f"is {HOST} in reach?")),
    ("in a file whose name begins with build", found(checks.address_problems, "tools/build.sh", f"curl {HOST}/file")),
    ("but not in a build", not found(checks.address_problems, "build/log", HOST)),
    ("nor where a word is an id or a member", not found(checks.address_problems, "a.c", "org.gimp.GIMP, self.net(1), a.org.b")),
    ("a page that names a file that is gone", found(checks.said_problems, "docs/proofs.md", "`tests/gone.py 3` shows it")),
    ("but not a program of a build", not found(checks.said_problems, "docs/proofs.md", "`build/*/tests/known` passes")),
    ("a script that leaves a pipe early", found(checks.pipe_problems, "dev", "#!/usr/bin/env bash\nldconfig -p | grep -q cuda\n")),
    ("but not one that reads a text of its own", not found(checks.pipe_problems, "a.sh", "grep -q a <<<b || head c\n")),
    ("a file under another license that debian/copyright leaves out",
     found(checks.licence_problems, "data/icon.svg", "<!-- SPDX-License-" "Identifier: CC0-1.0 -->")),
    ("or has under a third one", found(checks.licence_problems, "photo.svg", "<!-- SPDX-License-" "Identifier: CC0-1.0 -->")),
    ("but not one under the project's", not found(checks.licence_problems, "data/icon.svg", "<!-- SPDX-License-" "Identifier: GPL-3.0-or-later -->")),
    ("a finding in the table that is gone", found(checks.finding_problems, "findings/README.md", "| [gone](gone.sh) | a | b |\n")),
)
for number, (name, passed) in enumerate(CASES, 1):
    print(f"{'ok' if passed else 'not ok'} {number} - {name}")
print(f"1..{len(CASES)}")
