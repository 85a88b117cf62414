# SPDX-License-Identifier: GPL-3.0-or-later
"""Random actions in GIMP and in our dialogs, for wander.py."""
import time

import desktop
from desktop import call_of
from long import FILTERS

NUMBERS = ("0", "1", "0.4", "1.4", "2.75", "7", "30", "50", "99.95", "255", "1500", "1e9", "-3", "nan", "abc", "1,5", "")
PRECISIONS = ("U8_NON_LINEAR", "U8_LINEAR", "U16_NON_LINEAR", "U16_LINEAR", "U32_NON_LINEAR", "HALF_NON_LINEAR",
              "FLOAT_LINEAR", "FLOAT_NON_LINEAR", "DOUBLE_LINEAR")
# Scales of a photo. With larger ones a busy machine takes seconds for a step.
SIZES = (0.02, 0.3, 1, 1, 1, 2.5)

# Names for expressions in GIMP. An image may be closed meanwhile, which is no fault.
PYTHON = """import hashlib, json, os
from gi.repository import Gegl, Gio, Gimp
def digest(drawable):
    area = Gegl.Rectangle.new(0, 0, drawable.get_width(), drawable.get_height())
    return hashlib.sha256(drawable.get_buffer().get(area, 1.0, None, Gegl.AbyssPolicy.NONE)).hexdigest()
def seen(items):
    return [[item.get_name(), item.get_width(), item.get_height(), list(item.get_offsets())[1:], item.get_opacity(),
             int(item.get_mode()), len(item.get_filters()),
             seen(item.get_children()) if item.is_group() else digest(item)] for item in items]
def everything():
    return {str(image.get_id()): [int(image.get_precision()), int(image.get_base_type()), seen(image.get_layers()),
                                  image.undo_is_enabled()]
            for image in Gimp.get_images()}
def first(image):
    return image.get_selected_layers() or image.get_layers()
def load(path, precision, size, gray, alpha):
    image = Gimp.file_load(Gimp.RunMode.NONINTERACTIVE, Gio.File.new_for_path(path))
    if gray:
        image.convert_grayscale()
    if precision != image.get_precision():
        image.convert_precision(precision)
    if size != 1:
        image.scale(max(1, int(image.get_width() * size)), max(1, int(image.get_height() * size)))
    if alpha:
        image.get_layers()[0].add_alpha()
    if not image.undo_is_enabled():
        image.undo_enable()
    Gimp.Display.new(image)
    return image.get_id()
def change(what, chosen):
    image = Gimp.get_images()[chosen % len(Gimp.get_images())]
    layers = first(image)
    if what == 'copy':
        image.insert_layer(layers[0].copy(), None, 0)
    elif what == 'group':
        group = Gimp.GroupLayer.new(image, 'group')
        image.insert_layer(group, None, 0)
        for layer in image.get_layers()[1:3]:
            image.reorder_item(layer, group, 0)
        image.set_selected_layers([group])
    elif what == 'remove':
        image.remove_layer(layers[0])
    elif what == 'flatten':
        image.flatten()
    elif what == 'merge-effects':
        layers[0].merge_filters()
    elif what == 'hide':
        layers[0].set_visible(not layers[0].get_visible())
    elif what == 'lock':
        layers[0].set_lock_content(not layers[0].get_lock_content())
    elif what == 'several':
        image.set_selected_layers(image.get_layers()[:2])
    elif what == 'mask':
        layers[0].add_mask(layers[0].create_mask(Gimp.AddMaskType.COPY))
    elif what == 'move':
        layers[0].set_offsets(chosen % 90 - 45, chosen % 70 - 35)
    elif what == 'select':
        image.select_ellipse(Gimp.ChannelOps.REPLACE, 20, 10, image.get_width() / 2, image.get_height() / 2)
        Gimp.Selection.feather(image, chosen % 20)
    elif what == 'unselect':
        Gimp.Selection.none(image)
    elif what == 'gray':
        image.convert_grayscale()
    elif what == 'indexed':
        image.convert_indexed(Gimp.ConvertDitherType.NONE, Gimp.ConvertPaletteType.GENERATE, 16, False, False, '')
    elif what == 'crop':
        image.crop(max(1, image.get_width() - 7), max(1, image.get_height() - 5), 3, 2)
    elif what == 'precision':
        names = 'U8_NON_LINEAR', 'U16_NON_LINEAR', 'FLOAT_LINEAR'
        image.convert_precision(getattr(Gimp.Precision, names[chosen % 3]))
    return what
def close(chosen):
    image = Gimp.get_images()[chosen % len(Gimp.get_images())]
    image.clean_all()
    displays = [Gimp.Display.get_by_id(i) for i in range(1, 4000) if Gimp.Display.id_is_valid(i)]
    displays[chosen % len(displays)].delete()
def close_all():
    for image in Gimp.get_images():
        image.clean_all()
    for i in range(1, 4000):
        if Gimp.Display.id_is_valid(i):
            Gimp.Display.get_by_id(i).delete()
    for image in Gimp.get_images():
        image.delete()
    return len(Gimp.get_images())
"""
CHANGES = ("copy", "copy", "group", "remove", "flatten", "merge-effects", "hide", "lock", "lock", "several", "mask", "move",
           "select", "select", "unselect", "unselect", "gray", "indexed", "crop", "precision", "precision")


class Acts:
    """A random user of GIMP: step() is one action with its consequences."""

    def __init__(self, wander):
        self.wander, self.gimp, self.random = wander, wander.gimp, wander.random
        self.n_images = 0
        self.unsure = False

    def step(self):
        if self.n_images == 0:
            self.load()
        kinds = {self.dialog: 50, self.change: 20, self.paint: 8, self.undo: 6, self.repeat: 5, self.load: 5, self.close: 4}
        self.random.choices(list(kinds), kinds.values())[0]()
        self.wander.wait_for_calls()

    def greet(self):
        """GIMP's welcome takes its time."""
        if desktop.happens(lambda: self.gimp.windows("^Welcome"), 20):
            self.gimp.activate("^Welcome")
            self.gimp.keys("Escape")

    # Images.
    def load(self):
        if self.n_images >= 3:
            self.close()
        r = self.random
        path, precision, size = r.choice(self.wander.photos), r.choice(PRECISIONS), r.choice(SIZES)
        self.wander.note(f"load {path.rsplit('/', 1)[1]} {precision} {size}")
        self.wander.ask(f"load('{path}', Gimp.Precision.{precision}, {size}, {r.random() < 0.2}, {r.random() < 0.3})")
        self.n_images = self.wander.ask("len(Gimp.get_images())")

    def change(self):
        what = self.random.choice(CHANGES)
        self.wander.note(f"change {what}")
        self.wander.ask(f"change('{what}', {self.random.randrange(1000)})")

    def close(self):
        self.wander.note("close")
        self.wander.ask(f"close({self.random.randrange(1000)})")
        self.n_images = self.wander.ask("len(Gimp.get_images())")

    def close_all(self):
        self.wander.wait_for_calls()
        self.n_images = self.wander.ask("close_all()")

    # GIMP's window.
    def image_window(self):
        return self.gimp.activate("GIMP$")

    def canvas(self):
        """A place in the image."""
        return self.random.randrange(500, 1000), self.random.randrange(200, 800)

    def paint(self):
        self.wander.note("paint")
        self.image_window()
        self.gimp.keys(self.random.choice(("p", "p", "r", "e")))
        self.gimp.drag(*self.canvas(), *self.canvas())

    def undo(self):
        self.wander.note("undo")
        self.image_window()
        self.gimp.keys(*[self.random.choice(("ctrl+z", "ctrl+z", "ctrl+y"))] * self.random.randrange(1, 6))

    def repeat(self):
        """Repeat, or Re-show, which has a dialog if there was a call."""
        shown = self.random.random() < 0.5
        self.wander.note("re-show" if shown else "repeat")
        self.image_window()
        self.gimp.keys("ctrl+shift+f" if shown else "ctrl+f")
        if desktop.happens(lambda: call_of(self.gimp), 3) and shown:
            self.in_dialog()

    # Dialogs.
    def dialog(self):
        """Opens a dialog, uses it, ends it; one undo reverts OK, and redo repeats it."""
        procedure, title = self.random.choice(FILTERS)
        before = self.wander.ask("everything()")
        self.wander.note(f"dialog {title}")
        self.image_window()
        self.gimp.keys(desktop.KEYS[procedure])
        if not desktop.happens(lambda: call_of(self.gimp), 10):
            self.wander.counts["unopened"] += 1
            self.leave_menus()
            return
        meddled = self.in_dialog()
        self.wander.wait_for_calls()
        after = self.wander.ask("everything()")
        if not meddled and before != after:
            self.take_back(before, after)

    def take_back(self, before, after):
        if self.random.random() < 0.3:
            return
        for key, old, wanted in (("ctrl+z", after, before), ("ctrl+y", before, after)):
            self.wander.note("back" if key == "ctrl+z" else "again")
            found = self.press_until_changed(key, old)
            if found != wanted:
                self.wander.fault(f"{key} does not give back what was, from {self.differences(old, wanted)}: "
                                  f"{self.differences(found, wanted)}")
                return

    def press_until_changed(self, key, old):
        """A busy machine swallows keys, and GIMP takes its time for one."""
        for _ in range(4):
            self.image_window()
            self.gimp.keys(key)
            if desktop.happens(lambda: self.wander.ask("everything()") != old, 7):
                return self.wander.ask("everything()")
            self.wander.counts["swallowed"] += 1
        return old

    def differences(self, found, wanted):
        return [(name, found.get(name), wanted.get(name)) for name in sorted({*found, *wanted})
                if found.get(name) != wanted.get(name)]

    def own_window(self):
        """The window of the call that was opened last, None if there is none."""
        pid = call_of(self.gimp)
        windows = self.gimp.screen.windows_of(pid) if pid else []
        return windows[-1] if windows else None

    def in_dialog(self):
        """Uses the dialog that opens. Returns whether the image was changed meanwhile."""
        r, self.unsure = self.random, False
        if not desktop.happens(lambda: self.own_window() or not call_of(self.gimp), 120) or not call_of(self.gimp):
            self.wander.counts["refused"] += 1
            return False
        if r.random() < 0.7:
            desktop.happens(lambda: any("first result" in line for line in self.wander.listen()), 20)
        meddled = False
        ways = {self.number: 10, self.choice: 8, self.picture: 8, self.mouse: 8, self.places: 4, self.wait: 2}
        for _ in range(r.randrange(0, 14)):
            if not self.to_dialog():
                break
            if r.random() < 0.02:
                self.meddle()
                meddled = True
                continue
            r.choices(list(ways), ways.values())[0]()
        self.end()
        return self.went_astray() or meddled

    def went_astray(self):
        """Whether a key was pressed while the window had not the keyboard, or had gone, as on a busy machine: it went to
        GIMP's own window, where it may have opened a menu, which swallows ctrl+z, selected all or moved a layer."""
        self.wander.wait_for_calls()
        self.wander.listen()
        if self.gimp.pressed < self.wander.gone and not self.unsure:
            return False
        self.wander.counts["astray"] += 1
        self.leave_menus()
        return True

    def leave_menus(self):
        """Closes GIMP's own dialogs that a key may have opened."""
        self.n_images = self.wander.ask("len(Gimp.get_images())")
        if self.n_images > 0:
            self.image_window()
            self.gimp.keys("Escape", "Escape")

    def has_keyboard(self):
        return str(self.gimp.screen.pid_of(self.gimp.screen.active())) == call_of(self.gimp)

    def to_dialog(self):
        """The window of the call, with the keyboard, None if there is none. A tooltip of it cannot be activated."""
        pid, window = call_of(self.gimp), self.own_window()
        if window and not self.has_keyboard():
            for one in self.gimp.screen.windows_of(pid):
                self.gimp.screen.request(one)
            self.unsure |= not desktop.happens(lambda: self.has_keyboard() or not self.own_window(), 3)
        return self.own_window()

    def press(self, *keys):
        """Sends keys to the dialog, but none to GIMP's own window if one of them ends it. Returns whether it is still open."""
        for key in keys:
            if not self.to_dialog():
                return False
            self.gimp.keys(key)
        return bool(self.to_dialog())

    def number(self):
        self.wander.note("number")
        if not self.press("alt+" + self.random.choice("abdghilmnprtvwxz"), "ctrl+a"):
            return
        if self.random.random() < 0.6:
            self.gimp.type(self.random.choice(NUMBERS))
            self.press("Tab")
        else:
            self.press("shift+Tab", *[self.random.choice(("Right", "Left", "Page_Up", "Page_Down", "Home", "End"))] * 5)

    def choice(self):
        self.wander.note("choice")
        self.press("alt+" + self.random.choice("uuuyytfmbnkjqse"),
                   *[self.random.choice(("Down", "Up"))] * self.random.randrange(1, 4))

    def picture(self):
        self.wander.note("picture")
        self.press(*self.random.choices(("plus", "minus", "0", "1", "s", "a", "v", "x", "comma", "period", "space", "o", "e",
                                         "Left", "Right", "Up", "Down", "ctrl+z", "Tab", "Return"),
                                        k=self.random.randrange(1, 6)))

    def mouse(self):
        """Anywhere in the window, that of the manager's frame aside."""
        window = self.to_dialog()
        *_, width, height = self.gimp.screen.place_of(window) if window else (0, 0)
        if not width * height:
            return
        def spot():
            return self.random.randrange(width), self.random.randrange(height)
        how = self.random.choice(("click", "drag", "wheel"))
        self.wander.note("mouse " + how)
        if how == "click":
            self.gimp.click(*spot())
        elif how == "drag":
            self.gimp.drag(*spot(), *spot())
        else:
            self.gimp.click(*spot(), self.random.choice((4, 5)), 3)

    def places(self):
        """Recipes, commands, the comparison."""
        what = self.random.choice(("alt+s", "alt+d", "F1", "alt+f"))
        self.wander.note("place " + what)
        self.gimp.keys(what)
        self.gimp.rest()
        self.press(*self.random.choice((("Escape",), ("Down", "Return"), ("Return",), ("s",), ("Tab", "space"))))
        if self.random.random() < 0.5 and self.to_dialog():
            self.gimp.type("Mine " + str(self.random.randrange(5)))
            self.press("Return")

    def wait(self):
        time.sleep(self.random.random() * 2)

    def meddle(self):
        """Closes or changes the dialog's image while the dialog is open."""
        what = self.random.choice(("close()", *CHANGES))
        self.wander.note("meddle " + what)
        number = self.random.randrange(1000)
        self.wander.ask(f"close({number})" if what == "close()" else f"change('{what}', {number})")
        self.n_images = self.wander.ask("len(Gimp.get_images())")

    def end(self):
        """Presses OK, Cancel, Escape or the window's button; cancels if OK is insensitive."""
        how = self.random.choice(("alt+o", "alt+o", "alt+o", "Escape", "alt+F4", "alt+c"))
        self.wander.note("end " + how)
        for i in range(40):
            if not self.to_dialog():
                if desktop.happens(lambda: not call_of(self.gimp) or self.own_window(), 20) and not call_of(self.gimp):
                    return
                continue
            self.gimp.keys(how if i < 2 else "Escape")
            desktop.happens(lambda: not call_of(self.gimp), 1 + i / 4)
