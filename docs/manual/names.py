#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks the names that the manual says, in each language, against those that the program shows, as TAP.

    names.py CATALOGUE PROJECT

In bold are the names in menus and windows of ours, and of GIMP and Batcher where OTHERS has them; in italics are those that
GIMP's own window of an effect shows and ours does not. "A → B" is B in the menu A, or one of the choices of A.
"""
import configparser
import html
import json
import re
import subprocess
import sys
from pathlib import Path

import make

OTHERS = {'OK', 'Reset', 'Indexed', 'Fill by line art detection', 'Image → Mode → RGB', 'Image → Print Size',
          'Plug-ins', 'Filters, Layer Effects', 'File → Batch Convert…', 'Add Action… → Add Custom Action…', 'Run',
          'Load Preset from File…', 'Settings → Save Settings to File…'}
UNSEEN = {'fx'}
SHOWN = re.compile(r'_ ?\("((?:[^"\\]|\\.)*)"\)|translatable="yes">([^<]*)<')


def even(text):
    """A text whose blanks are of one kind."""
    return ' '.join(text.split())


class Names:
    """The texts of the program's windows without their letters, and for each what it is to a translator."""
    def __init__(self, catalogue, project):
        self.of, self.below, self.entries, self.rowless = {}, {}, set(), set()
        for filter_ in catalogue.values():
            self.entries.add(' → '.join([*filter_['menu'].split('/')[1:], self.add(filter_['entry'])]))
            self.add(filter_['title'])
            for param in filter_['parameters']:
                self.add_parameter(param)
        recipes = configparser.ConfigParser()
        recipes.read(project / 'data/recipes/recipes.ini', encoding='utf-8')
        self.below['Recipe'] = {self.add(recipe.split(': ')[-1]) for recipe in recipes.sections()}
        for path in [*project.glob('ui/*.c'), *project.glob('ui/layout/*.ui')]:
            for found in SHOWN.findall(path.read_text(encoding='utf-8')):
                name = self.add(html.unescape(''.join(found)))
                if name.startswith('('):        # "(default values)"
                    self.below['Recipe'].add(name)

    def add(self, text):
        name = make.plain(text)
        self.of.setdefault(name, set()).add(text)
        return name

    def add_parameter(self, param):
        label, choices = self.add(param['label']), {self.add(choice['label']) for choice in param['choices']}
        self.below.setdefault(label, set()).update(choices)
        # The dialog shows a stage beside the output, without a label, a button instead of where a radius is from, and a text
        # nowhere.
        if param['name'] in ('stage', 'radius-from') or not choices and param['min'] == param['max']:
            self.rowless.add(label)

    def is_shown(self, name):
        first, _, rest = name.partition(' → ')
        if rest:
            return name in OTHERS | self.entries or rest in self.below.get(first, ())
        return name in OTHERS or name in self.of and name not in self.rowless

    def translations(self, name, program):
        """What each part of a name may be called in a language."""
        return [{even(make.plain(program(text))) for text in self.of[part]} for part in name.split(' → ')
                if part in self.of and name not in OTHERS]


def marked(mark, text):
    return [html.unescape(name) for name in re.findall(f'<{mark}>(.*?)</{mark}>', text)]


def problems(catalogue, project):
    names, asked = Names(catalogue, project), make.messages(catalogue, project)
    index = ' '.join((make.HERE / 'pages/index.html').read_text(encoding='utf-8').split())
    yield from (f'index.html lacks {entry}' for entry in sorted(names.entries) if f'<b>{entry}</b>' not in index)
    for text in asked:
        yield from (f'no window shows {name}: {text}' for name in marked('b', text) if not names.is_shown(name))
        yield from (f'no effect has {name}: {text}' for name in marked('i', text) if name not in names.rowless | UNSEEN)
    for language in (project / 'po/LINGUAS').read_text(encoding='utf-8').split():
        manual, program = make.catalogues(project, language), make.catalogues(project, language, ['po']).gettext
        for text in asked:
            told = manual.gettext(text) if text else ''
            said = {part for mark in 'bi' for name in marked(mark, told) for part in re.split(' *→ *', even(name))}
            for name in marked('b', text) + marked('i', text) if told != text else ():
                yield from (f'{language}: a part of {name} is {" or ".join(sorted(known))} in the window: {told}'
                            for known in names.translations(name, program) if not known & said)


def main(catalogue, project):
    known = json.loads(subprocess.run([catalogue], capture_output=True, check=True).stdout)
    found = list(problems(known, Path(project)))
    print('1..1', *(f'# {line}' for line in found), f'{"not " * bool(found)}ok - names are those of the windows', sep='\n')
    return bool(found)


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
