#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the manual: pages with tables from the catalogue, pictures that the
filters compute now, and the scripts as they are; in each language of the
catalogues, with what is not translated in English.

    make.py CATALOGUE CUDA-EDGES PROJECT OUTPUT
    make.py --messages CATALOGUE PROJECT        what there is to translate, one line each
    make.py --missing CATALOGUE PROJECT         what is not translated

In OUTPUT there is a folder of pages for each language, with the list of them
that GIMP's help reads, and the pictures for all. A line of a page that begins
with @ is an order:

    @parameters FILTER
    @pictures PHOTO [X Y]      then lines "FILTER OPTIONS | caption", "original | caption", up to an empty line;
                               with a place, as "50% 20%", a part of each at full size
    @script FILE               of data/scripts
"""
import configparser
import gettext
import html
import io
import json
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
# In the order of the menu beside them; a filter's page has the name of the filter.
PAGES = [('index', 'CUDA Edges'), ('canny', None), ('sobel', None), ('laplacian', None), ('line-art', None), ('lines', None),
         ('sharpen', None), ('dialog', 'Dialog and keys'), ('layers', 'Layers and effects'),
         ('exact', 'CPU, GPU, exactness'), ('folders', 'Folders of photos'), ('scripts', 'Scripts'), ('batcher', 'Batcher'),
         ('others', 'From other programs'), ('comparison', 'Comparison'), ('measuring', 'For measuring'),
         ('print', 'For print'), ('science', 'For science'), ('news', 'What is new')]
HEADINGS = ('Parameter, name in scripts', 'What it does', 'Values', 'Default')
FRAME = '''<!DOCTYPE html>
<html lang="{language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{title}</title><link rel="stylesheet" href="../manual.css"></head>
<body><nav>{links}</nav><main><h1>{title}</h1>
{body}
</main></body></html>
'''
# What is translated of a page: the inside of these, as one line.
SEGMENT = re.compile(r'<(p|h2|li|th|td)>(.*?)(?=</\1>|<ul>|<table>)', re.DOTALL)
# What is the same in every language: commands and numbers.
SAME = re.compile(r'(<code>[^<]*</code>|[\d., ])*')


def catalogues(project, language, folders=('docs/manual/po', 'po')):
    """What translates into a language: the manual's catalogue, then the program's."""
    result = gettext.NullTranslations()
    for path in (project / folder / f'{language}.po' for folder in folders):
        if path.is_file():
            binary = subprocess.run(['msgfmt', '-o', '-', path], capture_output=True, check=True).stdout
            result.add_fallback(gettext.GNUTranslations(io.BytesIO(binary)))
    return result


def check_recipe(project, what, caption):
    """What is called as a recipe is that recipe."""
    recipes = configparser.ConfigParser()
    recipes.read(project / 'data/recipes/recipes.ini', encoding='utf-8')
    if caption in recipes and what != 'original':
        recipe = recipes[caption]
        name, *options = shlex.split(what)
        said = {f'{key[2:]}={value}' for key, value in zip(options[::2], options[1::2])}
        if (name, said) != (recipe['filter'], set(recipe['parameters'].split())):
            raise ValueError(f'{caption} is not the recipe of that name: {what}')


def unbroken(commands):
    """Commands whose options stay in one line each with their values."""
    return re.sub(r'--[\w-]+( [^ <-][^ <]*)?', r'<span>\g<0></span>', commands)


def plain(label):
    """A label without its letter: "_Gaussian σ", "通道(_C)"."""
    return re.sub(r'\(_.\)', '', label).replace('_', '', 1)


class Text:
    """Translates, and remembers what it was asked for."""
    def __init__(self, project, language):
        self.language, self.asked = language, {}
        self.catalogue = catalogues(project, language)

    def __call__(self, text):
        text = ' '.join(text.split())
        self.asked[text] = None
        return self.catalogue.gettext(text) if text else ''

    def of_catalogue(self, text):
        """What the program's own catalogue has: not asked for."""
        return html.escape(plain(self.catalogue.gettext(text))) if text else ''


class Pictures:
    """Makes each once, for all languages."""
    def __init__(self, program, project, output):
        self.program, self.project, self.output, self.made = program, project, output, {}

    def __call__(self, photo, what):
        """The name of a picture of the photo, filtered as it is said."""
        if not self.output:
            return ''
        if (photo, what) not in self.made:
            self.made[photo, what] = self.make(self.project / 'data/photos' / photo, *shlex.split(what))
        return '../' + self.made[photo, what]

    def of_docs(self, name):
        """A picture of docs/pictures, by its name there."""
        if self.output:
            shutil.copy(self.project / 'docs/pictures' / name, self.output)
        return '../' + name

    def make(self, source, name, *options):
        if name == 'original':
            shutil.copy(source, self.output / source.name)
            return source.name
        ending = 'jpg' if name == 'sharpen' else 'png'
        result = f'picture-{len(self.made) + 1:02}.{ending}'
        subprocess.run([self.program, name, source, self.output / result, *options], check=True)
        return result


class Manual:
    """The pages in one language."""
    def __init__(self, catalogue, project, text, pictures):
        self.catalogue, self.project, self.text, self.pictures = catalogue, project, text, pictures

    def values(self, param):
        of = self.text.of_catalogue
        if param['choices']:
            return '<dl>' + ''.join(f'<dt><code>{c["nick"]}</code> {of(c["label"])}</dt><dd>{of(c["blurb"])}</dd>'
                                    for c in param['choices']) + '</dl>'
        if param['min'] == param['max']:
            return '<code>x,y x,y</code>'
        return f'{param["min"]:g} – {param["max"]:g} {of(param["unit"])}'

    def parameters(self, name):
        of = self.text.of_catalogue
        rows = [f'<tr><td><b>{of(param["label"])}</b><br><code>{param["name"]}</code></td><td>{of(param["blurb"])}</td>'
                f'<td>{self.values(param)}</td><td><code>{param["default"]}</code></td></tr>'
                for param in self.catalogue[name]['parameters']]
        heads = ''.join(f'<th>{self.text(heading)}</th>' for heading in HEADINGS)
        return f'<table><tr>{heads}</tr>\n' + '\n'.join(rows) + '</table>'

    def figures(self, photo, place, lines):
        """Pictures in two columns or in three, by which no place in the last row is empty."""
        ways = [f'by-{columns}' for columns in (2, 3) if len(lines) % columns == 0]
        if not ways:
            raise ValueError(f'{photo}: {len(lines)} pictures leave a hole')
        result = []
        part = f' class="part" style="object-position:{place}"' if place else ''
        for line in lines:
            what, caption = (part.strip() for part in line.split('|'))
            check_recipe(self.project, what, caption)
            words = ' '.join(f'<span>{html.escape(word)}</span>' for word in what.split())
            said = '' if what == 'original' else f'<br><code>{words}</code>'
            caption = html.escape(self.text(caption))
            result.append(f'<figure><img{part} src="{self.pictures(photo, what)}" alt="{caption}">'
                          f'<figcaption>{caption}{said}</figcaption></figure>')
        return f'<div class="pictures {" ".join(ways)}">' + '\n'.join(result) + '</div>'

    def script(self, name):
        text = (self.project / 'data/scripts' / name).read_text(encoding='utf-8')
        return f'<p><code>{name}</code></p><pre>{html.escape(text)}</pre>'

    def body(self, name):
        result = []
        page = (HERE / 'pages' / f'{name}.html').read_text(encoding='utf-8')
        page = re.sub(r'(?<=<img src=")[^"]+', lambda m: self.pictures.of_docs(m[0]), page)
        page = SEGMENT.sub(lambda m: f'<{m[1]}>{unbroken(m[2]) if SAME.fullmatch(m[2]) else self.text(m[2])}', page)
        lines = iter(page.splitlines())
        for line in lines:
            order, _, rest = line.partition(' ')
            if order == '@parameters':
                line = self.parameters(rest)
            elif order == '@pictures':
                photo, _, place = rest.partition(' ')
                line = self.figures(photo, place, list(iter(lambda: next(lines, ''), '')))
            elif order == '@script':
                line = self.script(rest)
            elif line.startswith('@'):
                raise ValueError(f'{name}: {line}')
            result.append(line)
        return '\n'.join(result)

    def title(self, name, title):
        return self.text(title) if title else self.text.of_catalogue(self.catalogue[name]['title'])

    def pages(self):
        for name, title in PAGES:
            links = ''.join(f'<a href="{other[0]}.html"{" class=here" * (other[0] == name)}>{self.title(*other)}</a>'
                            for other in PAGES)
            language = self.text.language.replace('_', '-')
            yield name, FRAME.format(language=language, title=self.title(name, title), links=links, body=self.body(name))

    def index(self):
        """Which page is about which procedure, for GIMP's help."""
        items = ''.join(f'  <help-item id="{self.catalogue[name]["procedure"]}" ref="{name}.html" '
                        f'title="{self.title(name, title)}"/>\n' for name, title in PAGES if name in self.catalogue)
        items += ''.join(f'  <help-item id="plug-in-cuda-edges-{what}" ref="exact.html" title="CUDA Edges"/>\n'
                         for what in ('info', 'compare'))
        return f'<?xml version="1.0" encoding="UTF-8"?>\n<gimp-help>\n{items}  <help-missing ref="index.html"/>\n</gimp-help>\n'


def check_pages(output):
    """Whatever a page shows or leads to is there, and what it opens it closes."""
    for page in output.glob('*/*.html'):
        text = page.read_text(encoding='utf-8')
        for name in re.findall(r'(?:src|href)="([^"]*)"', text):
            if not (page.parent / name).is_file():
                raise ValueError(f'{page.name} leads to {name}, which is not there')
        for tag in set(re.findall(r'</(\w+)>', text)):
            if len(re.findall(fr'<{tag}\b', text)) != text.count(f'</{tag}>'):
                raise ValueError(f'{page} does not close each {tag}')


def make(catalogue, program, project, output):
    project, output = Path(project), Path(output)
    shutil.rmtree(output, ignore_errors=True)
    output.mkdir(parents=True)
    shutil.copy(HERE / 'manual.css', output)
    pictures = Pictures(program, project, output)
    for language in ['en', *(project / 'po/LINGUAS').read_text(encoding='utf-8').split()]:
        manual = Manual(catalogue, project, Text(project, language), pictures)
        (output / language).mkdir()
        for name, page in manual.pages():
            (output / language / f'{name}.html').write_text(page, encoding='utf-8')
        (output / language / 'gimp-help.xml').write_text(manual.index(), encoding='utf-8')
    check_pages(output)


def messages(catalogue, project):
    text = Text(Path(project), 'en')
    list(Manual(catalogue, Path(project), text, Pictures(None, None, None)).pages())
    return text.asked


def missing(catalogue, project):
    for language in (Path(project) / 'po/LINGUAS').read_text(encoding='utf-8').split():
        translate = catalogues(Path(project), language).gettext
        # What stays as it is has a translation that says so, which cannot be told from none.
        known = (HERE / 'po' / f'{language}.po').read_text(encoding='utf-8').replace('\\"', '"')
        yield from (f'{language}: {text}' for text in messages(catalogue, project)
                    if text and translate(text) == text and f'msgid "{text}"' not in known)


if __name__ == '__main__':
    listing = {'--messages': messages, '--missing': missing}.get(sys.argv[1])
    arguments = sys.argv[1 + bool(listing):]
    known = json.loads(subprocess.run([arguments.pop(0)], capture_output=True, check=True).stdout)
    if listing:
        found = list(listing(known, *arguments))
        print(*found, sep='\n')
        sys.exit(listing == missing and bool(found))
    else:
        make(known, *arguments)
