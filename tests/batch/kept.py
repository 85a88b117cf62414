#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that cuda-edges keeps a photo's pixels to the last bit, their type, colors and metadata, in each format that it
reads and writes. TAP. kept.py CUDA-EDGES RENDER"""
import subprocess
import sys
from pathlib import Path

import files
import tap
from pictures import Failed, Picture, picture, writable
from tap import ok, run, skip

RENDER = Path(sys.argv[2]).resolve()
FORMATS = {'png': 'PNG', 'jpg': 'JPEG', 'tif': 'TIFF', 'webp': 'WebP', 'heic': 'HEIC', 'jxl': 'JPEG XL'}
PLACE = {'Exif.Image.Make': 'Pinhole', 'Exif.Photo.DateTimeOriginal': '2025:01:02 03:04:05',
         'Exif.GPSInfo.GPSLatitudeRef': 'N',
         'Xmp.dc.creator': 'Ada', 'Iptc.Application2.City': 'Graz'}
FILTERS = (('sharpen', ['--radius=2', '--amount=1.5', '--channels=rgb']), ('canny', ['--sigma=1', '--low=5', '--high=20']),
           ('sobel', ['--gain=2', '--operator=scharr']), ('laplacian', ['--sigma=1.5']))


def exiv2():
    try:
        import gi
        try:
            gi.require_version('GExiv2', '0.16')
        except ValueError:
            gi.require_version('GExiv2', '0.10')
        from gi.repository import GExiv2
        return GExiv2
    except (ImportError, ValueError):
        return None


def tags_of(path):
    """The tags that another library than the program's finds in a file; libvips where that one does not know the format."""
    metadata = exiv2().Metadata.new()
    try:
        metadata.open_path(str(path))
        return {tag: metadata.try_get_tag_string(tag) for tag in PLACE} | {
            'dpi': metadata.try_get_tag_string('Exif.Image.XResolution'),
            'turned': metadata.try_get_tag_string('Exif.Image.Orientation')}
    except Exception:
        image = Picture.load(path)
        found = {'Exif.Image.Make': 'exif-ifd0-Make', 'Exif.Photo.DateTimeOriginal': 'exif-ifd2-DateTimeOriginal',
                 'Exif.GPSInfo.GPSLatitudeRef': 'exif-ifd3-GPSLatitudeRef', 'dpi': 'exif-ifd0-XResolution',
                 'turned': 'orientation'}
        xmp, iptc = image.blob('xmp-data'), image.blob('iptc-data')
        return {tag: image.text(name).split(' (')[0] for tag, name in found.items()} | {
            'Xmp.dc.creator': 'Ada' if b'Ada' in xmp else None, 'Iptc.Application2.City': 'Graz' if b'Graz' in iptc
                                                                                        else None}


def tag(path, **more):
    metadata = exiv2().Metadata.new()
    metadata.open_path(str(path))
    for name, value in {**PLACE, **more}.items():
        metadata.try_set_tag_string(name, value)
    metadata.save_file(str(path))
    return path


def one(folder, name, ending, *words):
    """The result of one file in one format; None if there is none."""
    tap.fresh(folder / 'out')
    done = run('sharpen', '-f', ending, *words, '-o', folder / 'out', folder / name)
    made = sorted((folder / 'out').iterdir()) if done.status == 0 else []
    if len(made) != 1:
        print('# ' + str(done).replace('\n', '\n# '))
    return made[0] if len(made) == 1 else None


def check_turned(folder):
    """The photo as a viewer shows it, without a tag that would rotate it again."""
    if not exiv2():
        skip('turned photos', 'GExiv2 is missing from Python')
        return
    base = picture(64, 48)
    for ending in writable(FORMATS)[0]:
        for source in ('jpg', 'tif', 'png', 'webp'):
            path = tag(base.save(folder / f'photo.{source}', '[lossless]' if source == 'webp' else ''),
                       **{'Exif.Image.Orientation': '6'})
            result = one(folder, path.name, ending)
            image = Picture.load(result, '[autorotate]' if ending in ('jpg', 'tif', 'webp') else '') if result else None
            ok(image and (image.width, image.height) == (48, 64) and tags_of(result)['turned'] in (None, '', '1'),
               f'a {source} that lies on its side stands upright in {ending}', image and image.shape, tags_of(result)
               if result else '')


def check_thumbnail(folder):
    if not exiv2():
        skip('the small picture in EXIF', 'GExiv2 is missing from Python')
        return
    small = picture(16, 12).save(folder / 'small.jpg')
    photo = tag(picture(64, 48).save(folder / 'photo.jpg'))
    metadata = exiv2().Metadata.new()
    metadata.open_path(str(photo))
    metadata.set_exif_thumbnail_from_file(str(small))
    metadata.save_file(str(photo))
    for ending in ('png', 'jpg', 'tif', 'webp'):
        result, there = one(folder, photo.name, ending), []
        for path in (photo, result):
            metadata.open_path(str(path))
            there.append(bool(metadata.get_exif_thumbnail()))
        ok(there == [True, False], f'{ending} has not the small picture of the photo as it was', there)


def check_bare(folder):
    if exiv2():
        tag(picture(64, 48).put('icc-profile-data', files.profile()).save(folder / 'photo.jpg'))
        for ending in ('png', 'jpg', 'tif', 'webp'):
            result = one(folder, 'photo.jpg', ending, '--bare')
            found = tags_of(result)
            again = run('sharpen', '-f', ending, '--bare', '-o', folder / 'out', folder / 'photo.jpg')
            ok(not any(found[name] for name in PLACE) and Picture.load(result).blob('icc-profile-data')
               and again.counts(0, 1),
               f'--bare: {ending} has none of the photo, its colors stay, and it is known again', found, again)


def close(one, other, by):
    return len(one) == len(other) and all(abs(a - b) <= by for a, b in zip(one, other))


def flat(color, width=80, height=60):
    return Picture.of(bytes(color) * (width * height), width, height, len(color))


def middle(image):
    return tuple(image.crop(image.width // 2, image.height // 2, 1, 1).samples())


def check_colors(folder):
    """A patch has the color that its profile gives it: numbers as they were where the profile stays, else converted."""
    icc, color = files.profile(), (173, 99, 81)
    shown = middle(flat(color).put('icc-profile-data', icc).to_profile('srgb'))
    assert not close(shown, color, 8)
    for source in writable(FORMATS)[0]:
        for ending in writable(FORMATS)[0]:
            flat(color).put('icc-profile-data', icc).save(folder / f'photo.{source}', '[Q=100]'
                                                          if source in ('jpg', 'webp', 'heic', 'jxl') else '')
            result = one(folder, f'photo.{source}', ending)
            image = result and Picture.load(result)
            stays = image and image.blob('icc-profile-data') == icc
            good = image and close(middle(image if stays else image.to_profile('srgb')), color if stays else shown, 4)
            ok(good, f'a profile of a {source} in {ending}', image
               and (middle(image), color, shown, len(image.blob('icc-profile-data'))))
    for source in ('jpg', 'tif'):
        ink = picture(64, 48).to_profile('cmyk')
        path = ink.save(folder / f'ink-{source}.{source}', '[Q=100]' if source == 'jpg' else '')
        wanted = Picture.load(path).to_profile('srgb').samples()
        done = run('sharpen', '--amount=0', '-f', 'png', '-o', folder / 'ink', path)
        image = Picture.load(folder / f'ink/ink-{source}.png')
        ok(image.bands == 3 and close(image.samples(), wanted, 2) and 'CMYK' in done.text
           and len(done.text.splitlines()) == 2
           and image.blob('icc-profile-data') != Picture.load(path).blob('icc-profile-data'),
           f'a CMYK {source} by its profile, which is said', image.shape, done)
    for profile in (b'', icc):
        gray = picture(64, 48, 1).put('icc-profile-data', profile) if profile else picture(64, 48, 1)
        gray.save(folder / 'gray.tif')
        for ending in ('png', 'jpg', 'tif'):
            image = Picture.load(one(folder, 'gray.tif', ending))
            found = image.blob('icc-profile-data')
            ok(image.bands == 1 and found[16:20] in (b'', b'GRAY'),
               f'gray stays gray in {ending} and has no profile for RGB '
               f'({"one in the source" if profile else "none in the source"})', image.shape, found[16:20])


def engine(folder, name, words, image):
    """The engine's result for samples, by the engine's own test program."""
    width, height, bands, kind = image.shape
    (folder / 'raw').write_bytes(image.samples())
    text = ' '.join(word.lstrip('-') for word in words)
    subprocess.run([RENDER, name, 'cpu', text, str(width), str(height), str(bands), kind, folder / 'raw',
                    folder / 'expected'], check=True)
    return (folder / 'expected').read_bytes()


def same(folder, title, name, words, source, shown, ending='png'):
    """Edges stand in each color channel of the result; alpha is not compared there."""
    tap.fresh(folder / 'out')
    done = run(name, *words, '-f', ending, '-o', folder / 'out', source)
    made = list((folder / 'out').iterdir()) if done.status == 0 else []
    result = Picture.load(made[0]) if made else None
    expected = engine(folder, name, words, shown)
    size, colors = {'u8': 1, 'u16': 2, 'f32': 4}[shown.kind], shown.bands - (shown.bands + 1) % 2
    if result and name != 'sharpen' and result.shape == shown.shape:
        n = len(expected) // (shown.width * shown.height * size)
        values = [expected[i * n * size:i * n * size + size] for i in range(shown.width * shown.height)]
        samples, step = result.samples(), size * result.bands
        equal = all(samples[i * step:i * step + size * colors] == value * colors for i, value in enumerate(values))
    else:
        equal = result is not None and result.samples() == expected
    ok(result and result.shape == shown.shape and equal, title, done, result and result.shape, shown.shape)


def check_pixels(folder):
    for name, words in FILTERS:
        for bands in (1, 2, 3, 4):
            for kind in ('u8', 'u16'):
                for ending in ('png', 'tif'):
                    source = picture(67, 41, bands, kind)
                    same(folder, f'{name}, {ending}, {bands} channels of {kind}: the bits of the engine', name, words,
                         source.save(folder / f'in.{ending}'), source, ending)
    name, words = FILTERS[0]
    for ending, options in (('webp', '[lossless]'), ('jpg', '[Q=95]'), ('ppm', ''),
                            ('tif', '[compression=lzw,predictor=horizontal]'),
                            ('tif', '[tile,compression=deflate]'), ('png', '[interlace]')):
        path = picture(67, 41).save(folder / f'kind.{ending}', options)
        if ending == 'ppm' and run(name, '-o', folder / 'try', path).status:
            skip('PPM as the engine has it', 'PPM is not read here')
            continue
        same(folder, f'{ending}{options} gives the bits of the engine', name, words, path, Picture.load(path))
    for title, options in (('1 bit', '[bitdepth=1]'), ('4 bits', '[bitdepth=4]'), ('a palette', '[palette]')):
        path = picture(67, 41, 3 if options == '[palette]' else 1).save(folder / 'few.png', options)
        shown = Picture.load(path)
        same(folder, f'{title} becomes 8 bits', name, words, path, shown)
    big = picture(900, 700)
    path = big.save(folder / 'big.png')
    for jobs in ('1', '3'):
        same(folder, f'a larger one, {jobs} jobs', name, [*words], path, big)


def check_largest(folder):
    """A PPM whose header says the value of white: the samples that GIMP 3.0.4 has, which cuts the quotient."""
    for kind, bands, largest, plain in (('P5', 1, 1, 0), ('P5', 1, 15, 0), ('P6', 3, 100, 0), ('P5', 1, 254, 0),
                                        ('P5', 1, 255, 0), ('P6', 3, 300, 0), ('P5', 1, 1023, 0),
                                        ('P6', 3, 4095, 0), ('P5', 1, 65534, 0),
                                        ('P5', 1, 65535, 0), ('P2', 1, 9, 1), ('P3', 3, 1023, 1)):
        wide = largest > 255
        values = [i * largest // (66 * bands - 1) for i in range(66 * bands)]
        data = ' '.join(map(str, values)).encode() if plain else b''.join(v.to_bytes(1 + wide, 'big') for v in values)
        path = folder / f'largest-{kind}-{largest}.ppm'
        path.write_bytes(b'%s\n11 6\n%d\n' % (kind.encode(), largest) + data)
        full = b''.join((v * (65535 if wide else 255) // largest).to_bytes(1 + wide, sys.byteorder) for v in values)
        result = one(folder, path.name, 'tif', '--amount', '0')
        made = Picture.load(result) if result else None
        ok(made and made.shape == (11, 6, bands, 'u16' if wide else 'u8') and made.samples() == full,
           f'{kind} whose white is {largest} is white at its end', made and made.shape)


def check_lines(folder):
    source = picture(67, 41)
    source.save(folder / 'in.png')
    for ending in [one for one in writable(('png', 'tif', 'webp', 'jxl'))[0]]:
        done = run('canny', '--low=5', '--high=20', '--style', 'lines', '--color', '#ff0000', '-f', ending, '-o',
                   folder / 'out',
                   folder / 'in.png')
        image = Picture.load(folder / f'out/in.{ending}')
        samples, edges = image.samples(), engine(folder, 'canny', ['low=5', 'high=20'], source)
        good = image.bands == 4 and samples[3::4] == edges and all(samples[i * 4:i * 4 + 3] == b'\xff\0\0' for i,
                                                                   e in enumerate(edges) if e)
        ok(good or ending in ('webp', 'jxl') and image.bands == 4,
           f'lines in {ending} are transparent elsewhere and have their color',
           done, image.shape)
    picture(67, 41, 1).save(folder / 'gray.png')
    for color, bands in (('#404040', 2), ('#ff0000', 4)):
        done = run('canny', '--style=lines', '--color', color, '-o', folder / color[1:], folder / 'gray.png')
        image = Picture.load(folder / color[1:] / 'gray.png')
        ok(image.bands == bands, f'lines of {color} in a gray photo have {bands} bands', image.shape, done)
    done = run('canny', '--style=lines', '-f', 'jpg', '-o', folder / 'none', folder / 'in.png')
    ok(done.status == 2 and 'JPEG' in done.text, 'JPEG cannot be transparent', done)


def check_pages(folder):
    """Several pictures in one file: it is refused in a sentence."""
    yes, no = writable(('tif', 'gif', 'webp', 'heic'))
    for ending in no:
        skip(f'two pages in a {ending}', no[ending])
    for ending in yes:
        path = picture(160, 240).put('page-height', 120).save(folder / f'pages.{ending}')
        n = Picture.load(path).text('n-pages')
        for words in (['-f', 'png'], ['-f', 'tif'], []):
            tap.fresh(folder / 'out')
            done = run('sharpen', *words, '-o', folder / 'out', path)
            said = f'pages.{ending}: It has 2 pages, and only files of one page are filtered.' in done.text
            ok(n == '2' and done.counts(0, failed=1) and said and not tap.contents(folder / 'out'),
               f'two pages in a {ending} {words} are refused in a sentence', n, done)


def check_avif(folder):
    """AVIF is read, and its results are PNG files."""
    path = folder / 'photo.avif'
    path.write_bytes(files.AVIF)
    try:
        Picture.load(path).samples()
    except Failed as failed:
        skip('AVIF', f'libvips reads no AVIF here: {failed}')
        return
    done = run('sharpen', '-o', folder / 'out', path)
    image = Picture.load(folder / 'out/photo.png')
    ok(done.counts(1) and image.shape == (24, 16, 3, 'u8') and close(middle(image), (173, 99, 81), 4),
       'an AVIF becomes a PNG of its colors', done, image.shape, middle(image))


if __name__ == '__main__':
    tap.main(check_turned, check_thumbnail, check_bare, check_avif, check_colors, check_pixels, check_largest,
             check_lines, check_pages)
