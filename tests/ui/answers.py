#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""An extension of the tests' GIMP that answers desktop.py, whatever else GIMP does: a line with code and an expression, the code's
value as text. It starts with GIMP and stays, because a process for each expression would take longer than all else that tests do."""
import json
import os
import socket
import sys
import traceback

import gi

gi.require_version("Gimp", "3.0")
from gi.repository import Gimp  # noqa: E402

NAME = "extension-cuda-edges-answers"


def answer(names, code, expression):
    try:
        exec(code, names)
        return True, str(eval(expression, names))
    except Exception:   # of the test's own text, which gets it
        return False, traceback.format_exc()


class Answers(Gimp.PlugIn):
    def do_query_procedures(self):
        return [NAME]

    def do_set_i18n(self, _):
        return False

    def do_create_procedure(self, name):
        return Gimp.Procedure.new(self, name, Gimp.PDBProcType.PERSISTENT, self.run, None)

    def run(self, procedure, *_):
        procedure.persistent_ready()
        names = {}
        with socket.socket(socket.AF_UNIX) as link:
            link.connect(os.environ["CE_ANSWERS"])
            for line in link.makefile(encoding="utf-8"):
                link.sendall((json.dumps(answer(names, *json.loads(line))) + "\n").encode())
        return procedure.new_return_values(Gimp.PDBStatusType.SUCCESS, None)


Gimp.main(Answers.__gtype__, sys.argv)
