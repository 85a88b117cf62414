#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures the rows of the page “From other programs”: runs other programs and ours on one picture and compares pixels.

    others.py CUDA-EDGES [PROGRAM…]

It needs Python 3.11 or later with opencv-python-headless==5.0.0.93 scikit-image==0.26.0 pyvips==3.2.0 pyvips-binary==8.18.7
Pillow==13.0.0 numpy==2.4.6 scipy==1.17.1 of its package index, and of Debian 13 gegl (0.4.62), gmic (2.9.4), imagemagick
(7.1.1-43), imagej (1.54g) and xvfb. A program that is not there is left out. No test runs this.
"""
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import cv2
import numpy as np

PHOTO = Path(__file__).parents[2] / 'data/photos/coffee.png'
FOLDER = Path(tempfile.mkdtemp())
EDGES, CHOSEN = Path(sys.argv[1]).resolve(), sys.argv[2:]
CHANNELS = '--channels rgb'


def load(path):
    """Samples as levels from 0 to 255; of a gray picture in one plane."""
    samples = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
    levels = samples / 257 if samples.dtype == np.uint16 else samples.astype(float)
    if levels.ndim == 3:
        levels = levels[..., [2, 1, 0]]
    return levels[..., 0] if levels.ndim == 3 and (levels == levels[..., :1]).all() else levels


def linear(share):
    """The light of a share of white, sRGB."""
    return np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)


def call(*command):
    subprocess.run([str(word) for word in command], cwd=FOLDER, check=True, capture_output=True)
    return load(FOLDER / 'result.png')


def ours(source, options):
    shutil.rmtree(FOLDER / 'ours', ignore_errors=True)
    subprocess.run([EDGES, *options.split(), '--quiet', '--backend', 'cpu', '-f', 'png', '-o', FOLDER / 'ours',
                    FOLDER / f'{source}.png'], check=True)
    return load(FOLDER / 'ours' / f'{source}.png')


def levels(theirs, our):
    """How many levels lie between two pictures, without the 8 pixels at the borders and with them."""
    apart = abs(np.clip(np.rint(theirs), 0, 255) - our)
    inside = apart[8:-8, 8:-8]
    border = '' if apart.max() == inside.max() else f', at the borders {apart.max():.0f}'
    return (f'{(inside > 0).mean():.1%} of the samples differ, {(inside > 1).mean():.2%} by more than 1, '
            f'at most by {inside.max():.0f}{border}')


def edges(theirs, our):
    theirs, our = theirs > 0, our > 0
    near = [cv2.dilate(edge.astype(np.uint8), np.ones((3, 3))) > 0 for edge in (theirs, our)]
    return (f'{theirs.sum()} and {our.sum()} pixels, {(theirs != our).sum()} differ; within a pixel of the other '
            f'{near[1][theirs].mean():.1%} and {near[0][our].mean():.1%}')


def compare(what, theirs, source, options, how=levels):
    print(f'  {what}\n    {options}: {how(np.asarray(theirs, float), ours(source, options))}', flush=True)


def colors(what, of):
    print(f'  gray of red, green, blue, {what}:', *np.rint(of('pure')[8, [8, 24, 40]]).astype(int))


def opencv(rgb, gray):
    floats, same = gray.astype(np.float32), {'borderType': cv2.BORDER_REPLICATE}
    colors('cvtColor', lambda name: cv2.cvtColor(cv2.imread(str(FOLDER / f'{name}.png')), cv2.COLOR_BGR2GRAY))
    compare('cvtColor', cv2.cvtColor(rgb, cv2.COLOR_RGB2GRAY), 'rgb', 'canny --stage luma --channel luma-601')
    for samples in (gray, floats):
        line = np.zeros((65, 65), samples.dtype)
        line[:, 32] = 255
        taps = (cv2.GaussianBlur(line, (0, 0), 1.4)[32] > 0).sum()
        compare(f'GaussianBlur ((0, 0), 1.4) of {samples.dtype}, {taps} weights', cv2.GaussianBlur(samples, (0, 0), 1.4),
                'gray', 'canny --stage blurred')
    for norm, exact in (('l2', True), ('l1', False)):
        plain = f'canny --sigma 0 --low 100 --high 200 --norm {norm}'
        compare(f'Canny (100, 200, L2gradient={exact})', cv2.Canny(gray, 100, 200, L2gradient=exact), 'gray', plain, edges)
        compare('  of red, green, blue', cv2.Canny(rgb, 100, 200, L2gradient=exact), 'rgb',
                plain + ' --channel strongest', edges)
    for step in (100, 99):
        flat = np.repeat(np.uint8([[0] * 8 + [25] * 8]), 16, axis=0)
        cv2.imwrite(str(FOLDER / 'step.png'), flat)
        compare(f'Canny of a step of strength 100, thresholds {step}', cv2.Canny(flat, step, step), 'step',
                f'canny --sigma 0 --low {step} --high {step}', lambda a, b: f'{(a > 0).sum()} and {(b > 0).sum()} pixels')
    for norm, exact in (('l2', True), ('l1', False)):
        compare('GaussianBlur 1.4 of bytes, then Canny (40, 80)',
                cv2.Canny(cv2.GaussianBlur(gray, (0, 0), 1.4), 40, 80, L2gradient=exact),
                'gray', f'canny --norm {norm}', edges)
        for size, sigma, scale in ((5, 0.71, 16), (7, 1, 256)):
            compare(f'Canny ({40 * scale}, {80 * scale}, apertureSize={size})', cv2.Canny(gray, 40 * scale, 80 * scale,
                    apertureSize=size, L2gradient=exact), 'gray', f'canny --sigma {sigma} --norm {norm}', edges)
    for operator, scale in ((cv2.Sobel, 1), (cv2.Scharr, 4)):
        sides = [operator(gray, cv2.CV_32F, *axis, **same) for axis in ((1, 0), (0, 1))]
        compare(f'{operator.__name__}, magnitude', cv2.magnitude(*sides), 'gray',
                f'sobel --operator {operator.__name__.lower()} --gain {scale}')
    compare('Laplacian (ksize=1), and 128', cv2.Laplacian(floats, cv2.CV_32F, ksize=1, **same) + 128, 'gray',
            'laplacian --sigma 0 --response signed')
    compare('addWeighted (1.5, GaussianBlur 3, -0.5)', cv2.addWeighted(rgb, 1.5, cv2.GaussianBlur(rgb, (0, 0), 3), -0.5, 0),
            'rgb', f'sharpen --radius 3 --amount 0.5 {CHANNELS}')


def skimage(rgb, gray):
    from skimage import color, feature, filters
    shares = gray / 255
    colors('rgb2gray', lambda name: color.rgb2gray(load(FOLDER / f'{name}.png') / 255) * 255)
    compare('rgb2gray', color.rgb2gray(rgb) * 255, 'rgb', 'canny --stage luma')
    compare('gaussian (1.4)', filters.gaussian(shares, 1.4) * 255, 'gray', 'canny --stage blurred')
    compare('canny (1.4, 40/255, 80/255)', feature.canny(shares, 1.4, 40 / 255, 80 / 255), 'gray', 'canny', edges)
    for name in ('sobel', 'scharr', 'prewitt'):
        compare(name, getattr(filters, name)(shares) * 255, 'gray', f'sobel --operator {name} --gain 0.1768')
    compare('128 - laplace', 128 - filters.laplace(shares) * 255, 'gray', 'laplacian --sigma 0 --response signed')
    compare('unsharp_mask (3, 0.5)', filters.unsharp_mask(rgb, 3, 0.5, channel_axis=2) * 255, 'rgb',
            f'sharpen --radius 3 --amount 0.5 {CHANNELS}')


def pillow(rgb, gray):
    from PIL import Image, ImageFilter
    compare('convert ("L")', Image.fromarray(rgb).convert('L'), 'rgb', 'canny --stage luma --channel luma-601')
    compare('GaussianBlur (3)', Image.fromarray(gray).filter(ImageFilter.GaussianBlur(3)), 'gray',
            'canny --stage blurred --sigma 3')
    compare('UnsharpMask (2, 120, 3)', Image.fromarray(rgb).filter(ImageFilter.UnsharpMask(2, 120, 3)), 'rgb',
            f'sharpen --radius 2 --amount 1.2 --threshold 3 {CHANNELS}')


def libvips(rgb, gray):
    import pyvips
    picture = pyvips.Image.new_from_file(str(FOLDER / 'gray.png'))
    colors('colourspace ("b-w")',
           lambda name: pyvips.Image.new_from_file(str(FOLDER / f'{name}.png')).colourspace('b-w').numpy())
    for least in (0.2, 0.011):
        compare(f'gaussblur (1.4, min_ampl={least})', picture.gaussblur(1.4, min_ampl=least, precision='float').numpy(),
                'gray', 'canny --stage blurred')
    for norm, samples in (('l1', picture), ('l2', picture.cast('float'))):
        compare(f'sobel of {samples.format}', samples.sobel().numpy(), 'gray', f'sobel --norm {norm}')


def gegl(rgb, gray):
    def run(source, *chain):
        box = ['gegl:crop', 'x=0', 'y=0', f'width={rgb.shape[1]}', f'height={rgb.shape[0]}'] if source != 'pure' else []
        return call('gegl', f'{source}.png', '-o', 'result.png', '--', *chain, *box)
    colors('gegl:gray', lambda name: run(name, 'gegl:gray'))
    compare('gaussian-blur 1.4', run('gray', 'gegl:gaussian-blur', 'std-dev-x=1.4', 'std-dev-y=1.4', 'abyss-policy=clamp'),
            'gray', 'canny --stage blurred')
    for amount, gain in ((1, 1), (2, 1.414), (4, 2)):
        compare(f'edge, Sobel, amount {amount}', run('gray', 'gegl:edge', 'algorithm=sobel', f'amount={amount}'), 'gray',
                f'sobel --gain {gain}')
    strength = run('gray', 'gegl:edge-sobel', 'keep-sign=false')
    compare('edge-sobel', strength, 'gray', 'sobel --gain 0.1768')
    light = linear(gray / 255)
    sums = np.hypot(cv2.Sobel(light, cv2.CV_64F, 1, 0), cv2.Sobel(light, cv2.CV_64F, 0, 1))[8:-9, 8:-9]
    apart = linear(strength / 255)[9:-8, 9:-8] - np.minimum(sums / 32 ** 0.5, 1)
    print(f'    a pixel further right and down than the length in linear light / 5.66: {abs(apart).max():.5f} apart')
    for keys in ('std-dev=3 scale=0.5', 'std-dev=2 scale=1.2'):
        radius, amount = (word.split('=')[1] for word in keys.split())
        compare(f'unsharp-mask {keys}', run('rgb', 'gegl:unsharp-mask', *keys.split()), 'rgb',
                f'sharpen --radius {radius} --amount {amount} {CHANNELS}')
    compare('high-pass 4, 1, merged as grain', gray + run('gray', 'gegl:high-pass', 'std-dev=4', 'contrast=1') - 127.5,
            'gray', f'sharpen --radius 4 --amount 0.5 {CHANNELS}')
    compare('edge-laplace', run('gray', 'gegl:edge-laplace'), 'gray', 'laplacian --sigma 0', edges)
    compare('difference-of-gaussians 2, 1', run('gray', 'gegl:difference-of-gaussians', 'radius1=2', 'radius2=1'),
            'gray', 'laplacian --sigma 1.5 --response signed')


def gmic(rgb, gray):
    def run(source, *commands):
        return call('gmic', f'{source}.png', *commands, '-round', '-c', '0,255', '-o', 'result.png')
    colors('luminance', lambda name: run(name, '-luminance'))
    for kernel in ('', ',1,1'):
        compare(f'blur 1.4{kernel}', run('gray', '-blur', f'1.4{kernel}'), 'gray', 'canny --stage blurred')
    compare('laplacian, and 128', run('gray', '-laplacian', '-add', '128'), 'gray', 'laplacian --sigma 0 --response signed')
    compare('gradient_norm', run('gray', '-gradient_norm'), 'gray', 'sobel --gain 0.125')
    compare('unsharp 3,0.5', run('rgb', '-unsharp', '3,0.5'), 'rgb', f'sharpen --radius 3 --amount 0.5 {CHANNELS}')


def magick(rgb, gray):
    def run(source, *options):
        return call('magick', f'{source}.png', *options, '-depth', '16', 'result.png')
    colors('-colorspace Gray', lambda name: run(name, '-colorspace', 'Gray'))
    compare('-colorspace Gray', run('rgb', '-colorspace', 'Gray'), 'rgb', 'canny --stage luma')
    compare('-gaussian-blur 0x1.4', run('gray', '-gaussian-blur', '0x1.4'), 'gray', 'canny --stage blurred')
    for threshold in (3, 6):
        compare(f'-unsharp 0x2+1.2+{threshold}/255', run('rgb', '-unsharp', f'0x2+1.2+{threshold / 255}'), 'rgb',
                f'sharpen --radius 2 --amount 1.2 --threshold 3 {CHANNELS}')
    compare('-canny 0x1.4+10%+30%', run('gray', '-canny', '0x1.4+10%+30%'), 'gray', 'canny --low 47 --high 140', edges)


def imagej(rgb, gray):
    def run(source, *commands):
        (FOLDER / 'macro.ijm').write_text(f'open("{FOLDER}/{source}.png");'
                                          + ''.join(f'run({command});' for command in commands)
                                          + f'saveAs("PNG", "{FOLDER}/result.png"); run("Quit");')
        return call('xvfb-run', '-a', 'java', '-jar', '/usr/share/java/ij.jar', '-batch', FOLDER / 'macro.ijm')
    colors('8-bit', lambda name: run(name, '"8-bit"'))
    compare('Find Edges', run('gray', '"Find Edges"'), 'gray', 'sobel')
    compare('Gaussian Blur 1.4', run('gray', '"Gaussian Blur...", "sigma=1.4"'), 'gray', 'canny --stage blurred')
    compare('Unsharp Mask 3, 0.6', run('rgb', '"Unsharp Mask...", "radius=3 mask=0.6"'), 'rgb',
            f'sharpen --radius 3 --amount 1.5 {CHANNELS}')
    compare('Sharpen', run('rgb', '"Sharpen"'), 'rgb', f'sharpen --method kernel --amount 0.25 {CHANNELS}')


def main():
    rgb = cv2.imread(str(PHOTO))[..., ::-1].copy()
    gray = np.rint(rgb @ np.array([0.2126, 0.7152, 0.0722])).astype(np.uint8)
    pure = np.repeat(np.repeat(np.eye(3, dtype=np.uint8)[None] * 255, 16, axis=1), 16, axis=0)
    for name, picture in (('rgb', rgb[..., ::-1]), ('gray', gray), ('pure', pure[..., ::-1])):
        cv2.imwrite(str(FOLDER / f'{name}.png'), picture)
    for program in (opencv, skimage, pillow, libvips, gegl, gmic, magick, imagej):
        name = program.__name__
        if CHOSEN and name not in CHOSEN or program in (gegl, gmic, magick, imagej) and not shutil.which(name):
            print(f'{name}: not run')
            continue
        print(name)
        program(rgb, gray)
    shutil.rmtree(FOLDER)


main()
