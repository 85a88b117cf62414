#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes pictures of the dialogs on screens of all sizes, and the manual's pictures of them.
Usage: pictures.py PLUG-IN PHOTO FOLDER [SCREEN...]; without a SCREEN it makes the manual's pictures. A SCREEN is a size, a
scheme and a language, such as 900x600-dark-de or, at twice the scale, 2560x1600@2-light-en: it shows the opened dialogs.
"effect" and "canvas" make the manual's pictures of an effect with GIMP's own dialog and of the result on the canvas, "compare"
that of CPU and GPU compared, which needs a GPU, and "side-by-side" and "line-art" the filters' results for a photo, by the same
build's program for folders; line-art.jpg, the README's, is made of data/photos/astronaut.png."""
import subprocess
import sys
import time
from pathlib import Path

import checking
import desktop
from care import LARGE
from dialog import CASES

# The pictures that the manual shows of dialogs as they open.
MANUAL = {
    "dialog-canny": ("1600x1000", 1, "dark", None),
    "dialog-canny-light": ("1600x1000", 1, "light", None),
    "dialog-lines": ("1280x800", 1, "dark", None),
}
COMPARE = {"compare": ("1600x1000", 1, "light", None)}


class Pictures(checking.Exact):
    def shoot(self, file):
        time.sleep(1)
        self.gimp.screenshot(file)

    def show_all(self, folder, name):
        """Every dialog as it opens, whatever the language."""
        for procedure, *_ in CASES:
            ended = self.open_top(procedure)
            self.shoot(folder / f"{name}-{procedure.rsplit('-', 1)[1]}.png")
            self.gimp.keys("Escape")
            desktop.wait_for(ended.exists, "end of the call")

    def shoot_window(self, file):
        """The window that is active, without its frame."""
        time.sleep(1)
        self.gimp.screenshot(file, self.place_of_window())

    def show_canny(self, folder, name):
        """As it opens; on a light theme an edge that was asked about."""
        ended = self.open_top("plug-in-cuda-canny", "CUDA Canny")
        area = self.place_of("preview")
        if name.endswith("light"):
            self.gimp.click(area[0] + 8, area[1] + 8)
            self.gimp.keys("e")
        self.gimp.leave()
        self.shoot_window(folder / f"{name}.png")
        self.gimp.keys("Escape", "Escape")
        desktop.wait_for(ended.exists, "end of the call")


    def show_lines(self, folder, name):
        """Some curves over the photo."""
        ended = self.open_top("plug-in-cuda-lines", "CUDA Lines")
        area = self.place_of("preview")
        self.gimp.click(area[0] + 8, area[1] + 8)
        for key, state in [("a", "show=1"), ("1", "zoom=1")] + [("plus", f"zoom={zoom}") for zoom in (1.5, 2, 3, 4, 6)]:
            self.press(key, state)
        self.gimp.keys("Tab")
        self.gimp.leave()
        self.shoot_window(folder / f"{name}.png")
        self.gimp.keys("Escape")
        desktop.wait_for(ended.exists, "end of the call")

    def show_compare(self, folder):
        """CPU and GPU of a large image, once all runs are there."""
        gimp = self.gimp
        gimp.finish(LARGE.format(photo=self.photo))
        ended = self.open_top("plug-in-cuda-canny", "CUDA Canny")
        gimp.keys("alt+g", "ctrl+a")
        gimp.type("9")
        gimp.keys("Tab")
        self.unfold()
        self.open_by("compare", "CPU and GPU Compared")
        gimp.leave()
        for _ in range(120):
            gimp.keys("alt+c")
            if "Pixels that differ" in gimp.clipboard():
                break
            time.sleep(1)
        self.shoot_window(folder / "compare.png")
        gimp.keys("Escape", "Escape")
        desktop.wait_for(ended.exists, "end of the call")


# What the filters make of a photo: caption, filter, options; no filter: the photo.
FILTERED = {
    "side-by-side": (
        ("Photo",), ("Sharpen", "sharpen", "--radius=2", "--amount=1.5"), ("Sobel", "sobel", "--gain=1.3"),
        ("Laplacian, zero crossings", "laplacian", "--response=zero-crossings", "--threshold=5"),
        ("Canny", "canny"), ("Canny, transparent lines", "canny", "--style=lines", "--color=#202060")),
    "line-art": (
        ("Photo",), ("Line Art", "line-art"),
        ("Line Art, comic with black areas", "line-art", "--recipe=Comic with black areas")),
}
GRID = """import gi
gi.require_version('Gtk', '3.0')
from gi.repository import GdkPixbuf, Gtk
grid = Gtk.Grid(row_spacing=6, column_spacing=10, border_width=11)
for i, (caption, file) in enumerate({rows}):
    picture = GdkPixbuf.Pixbuf.new_from_file(file)
    height = picture.get_height() * 399 // picture.get_width()
    picture = picture.composite_color_simple(399, height, GdkPixbuf.InterpType.HYPER, 255, 16, 0xffffff, 0xffffff)
    box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=4)
    box.add(Gtk.Image.new_from_pixbuf(picture))
    box.add(Gtk.Label(label=caption, xalign=0))
    grid.attach(box, i % 3, i // 3, 1, 1)
window = Gtk.OffscreenWindow()
window.add(grid)
window.show_all()
while Gtk.events_pending():
    Gtk.main_iteration()
window.get_pixbuf().savev('{file}', 'jpeg', ['quality'], ['90'])
"""


def show_filters(plug_in, photo, folder, name):
    """Each in a folder of its own; only a display is needed."""
    batch = Path(plug_in).parents[1] / "batch" / "cuda-edges"
    screen = desktop.Desktop(plug_in)
    rows = []
    try:
        screen.start_display()
        for i, (caption, *call) in enumerate(FILTERED[name]):
            out = screen.folder / str(i)
            if call:
                subprocess.run([batch, *call, "--quiet", "-o", out, photo], check=True)
            rows.append((caption, str(next(out.iterdir()) if call else photo)))
        subprocess.run([sys.executable, "-c", GRID.format(rows=rows, file=folder / f"{name}.jpg")], env=screen.environment,
                       check=True)
    finally:
        screen.__exit__()


EFFECT = """(plug-in-cuda-canny #:run-mode RUN-NONINTERACTIVE #:image image #:drawables (vector layer) #:output "effect")
(gimp-displays-flush)"""


def click_places(gimp, *places):
    for x, y in places:
        gimp.screen.point(x, y)
        gimp.screen.button(1, True)
        gimp.screen.button(1, False)
        time.sleep(2)


def open_wide(gimp, photo):
    """GIMP's window is as large as the screen; its welcome's Close is where GIMP 3.0 has it there."""
    gimp.finish(checking.LOAD.format(photo=photo))
    window = gimp.activate("– GIMP$")
    gimp.screen.move(window, 0, 0)
    gimp.resize(1600, 970)
    click_places(gimp, (667, 621))


def show_effect(gimp, photo):
    """The layer's fx and the pencil of its effects are where GIMP 3.0 has them on this screen."""
    open_wide(gimp, photo)
    gimp.finish(checking.WITH_TOP.format(body=EFFECT))
    click_places(gimp, (1448, 714), (1374, 664))
    gimp.screen.point(900, 880)


def show_canvas(gimp, photo):
    """The dialog beside the photo, on whose canvas its result is."""
    open_wide(gimp, photo)
    pictures = Pictures(gimp)
    pictures.open_top("plug-in-cuda-canny", "CUDA Canny")
    x, y, _, height = pictures.place_of("strip")
    gimp.click(x + 12, y + height - 12)
    desktop.wait_for(lambda: gimp.logged("trace: canvas: shown"), "the result on the canvas")
    gimp.screen.move(gimp.activate("^CUDA Canny$"), 1130, 150)
    gimp.screen.point(900, 880)


# Pictures of all of a screen.
WIDE = {"effect": show_effect, "canvas": show_canvas}


def show_wide(plug_in, photo, folder, name):
    gimp = desktop.Desktop(plug_in, scheme="dark", size="1600x1000")
    gimp.put_operations(plug_in)
    with gimp:
        WIDE[name](gimp, photo)
        time.sleep(2)
        gimp.screenshot(folder / f"{name}.png")


def screen_of(name):
    size, scheme, language = name.split("-")
    size, _, scale = size.partition("@")
    return size, int(scale or 1), scheme, None if language == "en" else language


def show(plug_in, photo, folder, name):
    size, scale, scheme, language = {**MANUAL, **COMPARE}.get(name) or screen_of(name)
    gimp = desktop.Desktop(plug_in, scheme=scheme, scale=scale, size=size, language=language)
    gimp.put_operations(plug_in)
    with gimp:
        gimp.finish(checking.LOAD.format(photo=photo))
        pictures = Pictures(gimp)
        pictures.photo = photo
        if name == "compare":
            pictures.show_compare(folder)
            return
        if name == "dialog-lines":
            pictures.show_lines(folder, name)
        else:
            (pictures.show_canny if name in MANUAL else pictures.show_all)(folder, name)


if __name__ == "__main__":
    for screen in sys.argv[4:] or MANUAL:
        if screen in WIDE:
            show_wide(sys.argv[1], sys.argv[2], Path(sys.argv[3]), screen)
        elif screen in FILTERED:
            show_filters(sys.argv[1], sys.argv[2], Path(sys.argv[3]), screen)
        else:
            show(sys.argv[1], sys.argv[2], Path(sys.argv[3]), screen)
