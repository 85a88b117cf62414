#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that the structure of the code is counted by its rules, and compared with the table, as TAP.

    structure.py PROJECT"""
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, sys.argv[1] + "/tools")
import structure


def count(counter, **files):
    """The count of a project that has only these files; “__” in a name is a slash, the last “_” the point."""
    with tempfile.TemporaryDirectory() as folder:
        top = Path(folder)
        for name, text in files.items():
            path = top / ".".join(name.replace("__", "/").rsplit("_", 1))
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        return structure.number(counter(top))


def define(name, body, takes="void", kind="int"):
    return f"{kind}\n{name} ({takes})\n{{\n  {body}\n}}\n"


def compare(today):
    """What the table says of one file of 150 lines, with the figure @today."""
    with tempfile.TemporaryDirectory() as folder:
        top, row = Path(folder), list(structure.ROWS)[-1]
        (top / "cpu").mkdir()
        (top / "cpu/a.c").write_text("\n" * 150)
        (top / "CONTRIBUTING.md").write_text(f"| counted by `tools/checks.py` | today |\n|---|---|\n| {row} | {today} |\n\nText")
        structure.ROWS, rows = {row: structure.lines}, structure.ROWS
        told = list(structure.problems(top))
        structure.ROWS = rows
        return told


A, B = define("ce_a", "return ce_b ();"), define("ce_b", "return ce_a ();")
HEADED = {"cpu__a_h": "int ce_b (void);\nint ce_c (void);\n", "cpu__a_c": A,
          "cpu__b_c": '#include "a.h"\n' + define("ce_b", "return 0;")}
DOOR = "int   ce_a (void);\nchar *ce_b (int x,\n            int y) G_GNUC_PRINTF (1, 2);\n"
BORDER = "struct _A\n{\n  int a;\n  int b;  /* %s */\n};\n"
FOUND = "typedef struct\n{\n  double a, noise;\n} CeOther;\n"
WAY = {"plugin__compute_c": define("ce_compute", "return ce_go (params);", "CeParams *params"),
       "engine__go_c": define("ce_go", "return table.go (params);", "CeParams *params") + "static const Table table = { go };\n"
                       + define("go", "return ce_there ();", "const CeParams *params", "static int"),
       "cuda__there_c": define("ce_there", "return ce_plan_it (0);") + define("ce_aside", "", "CeParams *params"),
       "cuda__plan_c": define("ce_plan_it", "", "const CePlan *plan"), "cpu__plan_c": define("ce_plan_it", "", "CePlan *plan")}
CASES = (
    ("two files that call each other are a circle", count(structure.circles, cpu__a_c=A, cpu__b_c=B) == 1),
    ("also where prototypes are repeated", count(structure.circles, cpu__a_c="int ce_b (void);\n" + A, cpu__b_c=B) == 1),
    ("also through a third file", count(structure.circles, cpu__a_c=A, cpu__b_c=define("ce_b", "return ce_c ();"),
                                        cpu__c_c=define("ce_c", "return ce_a ();")) == 1),
    ("also through a function of a header", count(structure.circles, cpu__a_c=A, cpu__b_h=define("ce_b", "return ce_a ();",
                                                                                                 kind="static inline int")) == 1),
    ("also through a variable without a value", count(structure.circles, cpu__a_c="CeA ce_own;\n" + A,
                                                      cpu__b_c=define("ce_b", "return ce_own;")) == 1),
    ("also between a folder and one inside", count(structure.circles, cpu__a_c=A, cpu__in__b_c=B) == 1),
    ("also in the study", count(structure.circles, ladder__a_c=define("ladder_a", "ladder_b ();"),
                                ladder__b_c=define("ladder_b", "ladder_a ();")) == 1),
    ("also through a header of another source's name", count(structure.circles, **HEADED) == 1),
    ("but not through a header of a folder", count(structure.circles, **HEADED, cpu__c_c=define("ce_c", "return 0;")) == 0),
    ("one way is none", count(structure.circles, cpu__a_c=A, cpu__b_c=define("ce_b", "return 0;")) == 0),
    ("nor are calls in comments and strings", count(structure.circles, cpu__a_c=A, cpu__b_c=define(
        "ce_b", 'return say ("ce_a ()"); /* ce_a () */')) == 0),
    ("nor what a header declares", count(structure.circles, cpu__a_c=A, cpu__a_h="int ce_a (void);\n") == 0),
    ("nor two folders", count(structure.circles, cpu__a_c=A, cuda__b_c=B) == 0),
    ("a header is public through another one", count(structure.public_headers, ui__a_c='#include "engine/a.h"\n', engine__c_h="",
                                                     engine__a_h='#include "b.h"\n', engine__b_h="") == 2),
    ("but not for a backend", count(structure.public_headers, cpu__a_c='#include "engine/a.h"\n', engine__a_h="") == 0),
    ("functions of the door", count(structure.public_functions, ui__a_c='#include "engine/a.h"\n', engine__a_h=DOOR) == 2),
    ("and those without a user", count(structure.unused_functions, ui__a_c='#include "engine/a.h"\nint a = ce_a ();\n',
                                       engine__a_h=DOOR) == 1),
    ("but a macro of the door is a user", count(structure.unused_functions, ui__a_c='#include "engine/a.h"\nint a = ce_a ();\n',
                                                engine__a_h=DOOR + "#define CE_B (ce_b (0, 0))\n") == 0),
    ("rooms of parameters, through a table and a function without them", count(structure.rooms, **WAY) == 3),
    ("found values in CeFound alone", count(structure.found_values, engine__found_c="found->low = 1;\n") == 1),
    ("found values elsewhere, too", count(structure.found_values, engine__a_h=FOUND, plugin__a_c="params->low = found.low;\n") == 3),
    ("places of a filter, without its own", count(structure.new_filter, cpu__a_c="CE_FILTER_LINE_ART", cpu__b_c="/* line art */",
                                                  cpu__meson_build="'line-art.c'", tests__a_c="line_art",
                                                  **{"cpu__line-art_c": "line_art"}) == 2),
    ("places of a signal", count(structure.new_signal, cpu__a_c="int signals[2];", cuda__b_c="int n_signals;",
                                 cuda__c_c="for (int i = 0; i < signals->n; i++)") == 2),
    ("a border of owners in a struct", count(structure.two_owners, live__a_h=BORDER % "the lock protects the members below") == 1),
    ("but not an owner of one member", count(structure.two_owners, live__a_h=BORDER % "belongs to the thread") == 0),
    ("code for tests", count(structure.lines_for_tests, cuda__fake__a_c="\n\n", cuda__a_c="\n", tests__fake__a_c="\n") == 2),
    ("code of the product, up to hundreds", count(structure.lines, cuda__fake__a_c="\n" * 200, cuda__a_cu="\n" * 90, docs__a_c="\n" * 20,
                                                  tests__a_c="\n" * 200, ladder__a_cu="\n" * 200, build__a_c="\n" * 200) == 200),
    ("the table's figure is the most", [told.endswith("but at most 100") for told in compare("100")] == [True]),
    ("and is lowered with the count", ["lower the figure" in told for told in compare("1,300")] == [True]),
    ("else all is well", compare("200") == []),
    ("a table without the row", ["lacks the row" in told for told in compare("x")] == [True]),
)
for number, (name, passed) in enumerate(CASES, 1):
    print(f"{'ok' if passed else 'not ok'} {number} - {name}")
print(f"1..{len(CASES)}")
