#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the manual: pages with tables from the catalogue, pictures that the
filters compute now, and the scripts as they are.

    make.py CATALOGUE CUDA-EDGES PROJECT OUTPUT

A line of a page that begins with @ is an order:

    @parameters FILTER
    @pictures PHOTO            then lines "FILTER OPTIONS | caption", "original | caption", up to an empty line
    @script FILE               of data/scripts
"""
import html
import json
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
PAGES = [('index', 'CUDA Edges'), ('canny', 'Canny'), ('sobel', 'Sobel'), ('laplacian', 'Laplacian of Gaussian'),
         ('sharpen', 'Sharpen'), ('dialog', 'Dialog and keys'), ('layers', 'Layers and effects'),
         ('exact', 'CPU, GPU, exactness'), ('folders', 'Folders of photos'),
         ('scripts', 'Scripts'), ('batcher', 'Batcher'), ('line-art', 'For line art'), ('cutting', 'For laser cutting'),
         ('print', 'For print'), ('science', 'For science')]
FRAME = '''<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{title}</title><link rel="stylesheet" href="manual.css"></head>
<body><nav>{links}</nav><main><h1>{title}</h1>
{body}
</main></body></html>
'''


class Manual:
    def __init__(self, catalogue, program, project, output):
        self.catalogue = json.loads(subprocess.run([catalogue], capture_output=True, check=True).stdout)
        self.program, self.project, self.output = program, Path(project), Path(output)
        self.n_pictures = 0

    def parameters(self, name):
        rows = []
        for param in self.catalogue[name]['parameters']:
            label, blurb = html.escape(param['label']), html.escape(param['blurb'])
            if param['choices']:
                values = ''.join(f'<dt><code>{c["nick"]}</code> {html.escape(c["label"])}</dt><dd>{html.escape(c["blurb"] or "")}</dd>'
                                 for c in param['choices'])
                values = f'<dl>{values}</dl>'
            else:
                values = f'{param["min"]:g} to {param["max"]:g} {html.escape(param["unit"] or "")}'
            rows.append(f'<tr><td><b>{label}</b><br><code>{param["name"]}</code></td><td>{blurb}</td><td>{values}</td>'
                        f'<td><code>{param["default"]}</code></td></tr>')
        return ('<table><tr><th>Parameter, name in scripts</th><th>What it does</th><th>Values</th><th>Default</th></tr>\n'
                + '\n'.join(rows) + '</table>')

    def picture(self, photo, what):
        """The name of a picture of the photo, filtered as it is said."""
        source = self.project / 'data/photos' / photo
        name, *options = shlex.split(what)
        self.n_pictures += 1
        if name == 'original':
            shutil.copy(source, self.output / source.name)
            return source.name
        ending = 'jpg' if name == 'sharpen' else 'png'
        result = f'picture-{self.n_pictures:02}.{ending}'
        with tempfile.TemporaryDirectory(dir=self.output) as folder:
            subprocess.run([self.program, name, '--quiet', '--backend', 'cpu', '--no-metadata', '--format', ending, *options,
                            '-o', folder, source], check=True)
            Path(folder, source.stem + '.' + ending).rename(self.output / result)
        return result

    def pictures(self, photo, lines):
        figures = []
        for line in lines:
            what, caption = (part.strip() for part in line.split('|'))
            said = '' if what == 'original' else f'<br><code>{html.escape(what)}</code>'
            figures.append(f'<figure><img src="{self.picture(photo, what)}" alt="{html.escape(caption)}">'
                           f'<figcaption>{html.escape(caption)}{said}</figcaption></figure>')
        return '<div class="pictures">' + '\n'.join(figures) + '</div>'

    def script(self, name):
        text = (self.project / 'data/scripts' / name).read_text(encoding='utf-8')
        return f'<p><code>{name}</code></p><pre>{html.escape(text)}</pre>'

    def body(self, name):
        result = []
        lines = iter((HERE / 'pages' / f'{name}.html').read_text(encoding='utf-8').splitlines())
        for line in lines:
            order, _, rest = line.partition(' ')
            if order == '@parameters':
                line = self.parameters(rest)
            elif order == '@pictures':
                line = self.pictures(rest, list(iter(lambda: next(lines, ''), '')))
            elif order == '@script':
                line = self.script(rest)
            elif line.startswith('@'):
                raise ValueError(f'{name}: {line}')
            result.append(line)
        return '\n'.join(result)

    def check_links(self):
        """Whatever a page shows or leads to is there."""
        for page in self.output.glob('*.html'):
            for name in re.findall(r'(?:src|href)="([^"]*)"', page.read_text(encoding='utf-8')):
                if not (self.output / name).is_file():
                    raise ValueError(f'{page.name} leads to {name}, which is not there')

    def make(self):
        shutil.rmtree(self.output, ignore_errors=True)
        self.output.mkdir(parents=True)
        shutil.copy(HERE / 'manual.css', self.output)
        for name in ('dialog-canny.png', 'dialog-canny-light.png', 'compare.png', 'canvas.png', 'effect.png',
                     'side-by-side.jpg'):
            shutil.copy(self.project / 'docs/pictures' / name, self.output)
        for name, title in PAGES:
            links = ''.join(f'<a href="{other}.html"{" class=here" * (other == name)}>{label}</a>' for other, label in PAGES)
            page = FRAME.format(title=title, links=links, body=self.body(name))
            (self.output / f'{name}.html').write_text(page, encoding='utf-8')
        self.check_links()


if __name__ == '__main__':
    Manual(*sys.argv[1:5]).make()
