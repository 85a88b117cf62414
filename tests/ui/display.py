# SPDX-License-Identifier: GPL-3.0-or-later
"""A virtual screen: its windows, keys, mouse and pixels, by Xlib in this process, because a process for each key would take
most of a test's time."""
import ctypes
import itertools
import re
import select
import time
import types

import numpy
import patience

ROOT_MESSAGES = 1 << 19         # SubstructureNotifyMask
REDIRECT = 1 << 20              # SubstructureRedirectMask
MESSAGE, SELECTED = 33, 31      # ClientMessage, SelectionNotify
VIEWABLE = 2                    # IsViewable
SHORT_KEYS = {"alt": "Alt_L", "ctrl": "Control_L", "shift": "Shift_L"}
LIBRARIES = ("libX11.so.6", "libXtst.so.6")
# Xlib's functions: what each returns, and its arguments. p pointer, s text, u unsigned long, l long, i int, b byte.
LETTERS = {"p": ctypes.c_void_p, "s": ctypes.c_char_p, "u": ctypes.c_ulong, "l": ctypes.c_long, "i": ctypes.c_int,
           "b": ctypes.c_ubyte}
CALLS = {
    "XOpenDisplay": "p s", "XCloseDisplay": "i p", "XDefaultRootWindow": "u p", "XCreateSimpleWindow": "u puiiiiiuu",
    "XSelectInput": "i pul", "XInternAtom": "u psi", "XGetWindowProperty": "i puulliuppppp", "XFree": "i p",
    "XGetWindowAttributes": "i pup", "XQueryTree": "i pupppp", "XTranslateCoordinates": "i puuiippp",
    "XMoveWindow": "i puii", "XResizeWindow": "i puii", "XSync": "i pi", "XFlush": "i p", "XSendEvent": "i puilp",
    "XPending": "i p", "XNextEvent": "i pp", "XConnectionNumber": "i p", "XKeysymToKeycode": "b pu",
    "XkbKeycodeToKeysym": "u pbii", "XStringToKeysym": "u s", "XConvertSelection": "i puuuuu",
    "XTestFakeKeyEvent": "i piiu", "XTestFakeButtonEvent": "i piiu", "XTestFakeMotionEvent": "i piiiu",
}


class Attributes(ctypes.Structure):
    """XWindowAttributes."""
    _fields_ = ([(name, ctypes.c_int) for name in ("x", "y", "width", "height", "border_width", "depth")]
                + [("visual", ctypes.c_void_p), ("root", ctypes.c_ulong)]
                + [(name, ctypes.c_int) for name in ("kind", "bit_gravity", "win_gravity", "backing_store")]
                + [("planes", ctypes.c_ulong), ("pixel", ctypes.c_ulong), ("save_under", ctypes.c_int)]
                + [("colormap", ctypes.c_ulong)]
                + [("is_installed", ctypes.c_int), ("map_state", ctypes.c_int)]
                + [(name, ctypes.c_long) for name in ("all_masks", "mask", "not_propagated")]
                + [("override_redirect", ctypes.c_int), ("screen", ctypes.c_void_p)])


class Message(ctypes.Structure):
    """XClientMessageEvent, in an XEvent's memory."""
    _fields_ = [("type", ctypes.c_int), ("serial", ctypes.c_ulong), ("sent", ctypes.c_int), ("display", ctypes.c_void_p),
                ("window", ctypes.c_ulong), ("what", ctypes.c_ulong), ("format", ctypes.c_int), ("data", ctypes.c_long * 5),
                ("rest", ctypes.c_long * 12)]


def missing():
    """The first library that is not there, or None."""
    for library in LIBRARIES:
        try:
            ctypes.CDLL(library)
        except OSError:
            return library
    return None


def load():
    """An object with Xlib's functions."""
    x, libraries = types.SimpleNamespace(), [ctypes.CDLL(library) for library in LIBRARIES]
    for name, letters in CALLS.items():
        function = getattr(libraries[name.startswith("XTest")], name)
        function.restype, *function.argtypes = [LETTERS[letter] for letter in letters.replace(" ", "")]
        setattr(x, name, function)
    libraries[0].XSetErrorHandler(ignore)
    return x


@ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)
def ignore(_display, _error):
    """Windows go while they are asked for."""
    return 0


class Screen:
    def __init__(self, name, framebuffer):
        self.x = load()
        self.display = self.x.XOpenDisplay(name.encode())
        if not self.display:
            raise RuntimeError(f"no display {name}")
        self.root = self.x.XDefaultRootWindow(self.display)
        self.own = self.x.XCreateSimpleWindow(self.display, self.root, 0, 0, 1, 1, 0, 0, 0)
        self.x.XSelectInput(self.display, self.root, ROOT_MESSAGES)
        self.framebuffer = framebuffer
        self.atoms, self.levels, self.serials = {}, {}, itertools.count(1 << 30)

    def close(self):
        self.x.XCloseDisplay(self.display)

    def atom(self, name):
        if name not in self.atoms:
            self.atoms[name] = self.x.XInternAtom(self.display, name.encode(), 0)
        return self.atoms[name]

    # Windows.
    def property(self, window, name):
        """The bytes of a window's property; numbers take 8 each."""
        kind, form, n, left = ctypes.c_ulong(), ctypes.c_int(), ctypes.c_ulong(), ctypes.c_ulong()
        data = ctypes.POINTER(ctypes.c_char)()
        answer = map(ctypes.byref, (kind, form, n, left, data))
        self.x.XGetWindowProperty(self.display, window, self.atom(name), 0, 1 << 20, 0, 0, *answer)
        if not data:
            return b""
        found = data[:n.value * {8: 1, 16: 2, 32: 8}.get(form.value, 0)]
        self.x.XFree(data)
        return found

    def number(self, window, name):
        return int.from_bytes(self.property(window, name)[:8], "little")

    def name_of(self, window):
        return self.property(window, "_NET_WM_NAME").decode(errors="replace")

    def pid_of(self, window):
        return self.number(window, "_NET_WM_PID")

    def attributes(self, window):
        """None of a window that has gone."""
        found = Attributes()
        return found if self.x.XGetWindowAttributes(self.display, window, ctypes.byref(found)) else None

    def is_seen(self, window):
        found = self.attributes(window)
        return bool(found) and found.map_state == VIEWABLE

    def children(self, window):
        root, parent, n = ctypes.c_ulong(), ctypes.c_ulong(), ctypes.c_uint()
        found = ctypes.POINTER(ctypes.c_ulong)()
        if not self.x.XQueryTree(self.display, window, *map(ctypes.byref, (root, parent, found, n))):
            return []
        windows = found[:n.value]
        if found:
            self.x.XFree(found)
        return windows

    def windows(self, name):
        """Windows that are seen, the oldest first, by a part of their name, a regular expression."""
        data = self.property(self.root, "_NET_CLIENT_LIST")
        managed = [int.from_bytes(data[i:i + 8], "little") for i in range(0, len(data), 8)]
        found = re.compile(name, re.IGNORECASE)
        return [window for window in managed if found.search(self.name_of(window)) and self.is_seen(window)]

    def windows_of(self, pid):
        """A process's windows that are seen: those in a frame of the manager, and those without, as menus are."""
        frames = filter(self.is_seen, self.children(self.root))
        seen = [child for frame in frames for child in (frame, *self.children(frame))]
        return [window for window in seen if self.pid_of(window) == int(pid) and self.is_seen(window)]

    def active(self):
        return self.number(self.root, "_NET_ACTIVE_WINDOW")

    def place_of(self, window):
        """Left, top, width and height on the screen, without the manager's frame."""
        x, y, child = ctypes.c_int(), ctypes.c_int(), ctypes.c_ulong()
        size = self.attributes(window) or Attributes()
        self.x.XTranslateCoordinates(self.display, window, self.root, 0, 0, *map(ctypes.byref, (x, y, child)))
        return x.value, y.value, size.width, size.height

    def move(self, window, x, y):
        self.x.XMoveWindow(self.display, window, x, y)
        self.sync()

    def resize(self, window, width, height):
        self.x.XResizeWindow(self.display, window, width, height)
        self.sync()

    # Messages.
    def sync(self):
        self.x.XSync(self.display, 0)

    def send(self, to, window, what, *data, mask=0):
        message = Message(type=MESSAGE, window=window, what=self.atom(what), format=32, data=(ctypes.c_long * 5)(*data))
        self.x.XSendEvent(self.display, to, 0, mask, ctypes.byref(message))
        self.x.XFlush(self.display)

    def receive(self, is_wanted, seconds):
        """The next event that is wanted, None after a time; others are dropped."""
        end = time.monotonic() + seconds
        event = Message()
        while True:
            while self.x.XPending(self.display):
                self.x.XNextEvent(self.display, ctypes.byref(event))
                if is_wanted(event):
                    return event
            left = end - time.monotonic()
            if left < 0:
                return None
            select.select([self.x.XConnectionNumber(self.display)], [], [], left)

    def settle(self, window=None):
        """Waits until the program of a window, of the active one if none is named, has read all that was sent to it before: it
        answers a ping after that. Returns whether it did."""
        window = window or self.active()
        if not window:
            return False
        serial, end = next(self.serials), time.monotonic() + patience.limit(20)
        self.send(window, window, "WM_PROTOCOLS", self.atom("_NET_WM_PING"), serial, window)
        while time.monotonic() < end and self.is_seen(window):
            if self.receive(lambda event: event.type == MESSAGE and event.data[1] == serial, 0.05):
                return True
        return False

    def request(self, window):
        """Asks the window's manager to make a window the active one."""
        self.send(self.root, window, "_NET_ACTIVE_WINDOW", 2, 0, 0, mask=ROOT_MESSAGES | REDIRECT)

    # Keys and the mouse.
    def level(self, symbol):
        """The key of a symbol, and whether it takes Shift."""
        if symbol not in self.levels:
            code = self.x.XKeysymToKeycode(self.display, symbol)
            if not code:
                raise ValueError(f"no key has the symbol {symbol:#x}")
            self.levels[symbol] = code, self.x.XkbKeycodeToKeysym(self.display, code, 0, 0) != symbol
        return self.levels[symbol]

    def symbol(self, name):
        found = self.x.XStringToKeysym(SHORT_KEYS.get(name, name).encode())
        if not found:
            raise ValueError(f"no key {name}")
        return found

    def key(self, symbol, is_down):
        self.x.XTestFakeKeyEvent(self.display, self.level(symbol)[0], is_down, 0)

    def press(self, *symbols):
        """A key, the last one, while others are down."""
        if self.level(symbols[-1])[1]:
            symbols = (self.symbol("shift"), *symbols)
        for symbol in symbols:
            self.key(symbol, True)
        for symbol in reversed(symbols):
            self.key(symbol, False)
        self.x.XFlush(self.display)

    def press_named(self, combination):
        """Like "ctrl+shift+z"."""
        self.press(*map(self.symbol, combination.split("+")))

    def type(self, text):
        for letter in text:
            self.press(ord(letter))

    def hold(self, name, is_down):
        self.key(self.symbol(name), is_down)
        self.x.XFlush(self.display)

    def point(self, x, y, window=None):
        """Moves the mouse, in the coordinates of a window or of the screen."""
        left, top = self.place_of(window)[:2] if window else (0, 0)
        self.x.XTestFakeMotionEvent(self.display, -1, round(x) + left, round(y) + top, 0)
        self.x.XFlush(self.display)

    def button(self, number, is_down):
        self.x.XTestFakeButtonEvent(self.display, number, is_down, 0)
        self.x.XFlush(self.display)

    # Pixels.
    def pixels(self, x, y, width, height):
        """RGB, a copy of what is on the screen."""
        self.sync()
        with open(self.framebuffer, "rb") as file:
            head = numpy.frombuffer(file.read(100), ">u4")
        size, n_colors, stride, rows = int(head[0]), int(head[19]), int(head[12]), int(head[5])
        seen = numpy.memmap(self.framebuffer, numpy.uint8, "r", size + 12 * n_colors, (rows, stride // 4, 4))
        return numpy.ascontiguousarray(seen[y:y + height, x:x + width, 2::-1])

    # The clipboard.
    def clipboard(self):
        """Its text, which its owner sends."""
        self.x.XConvertSelection(self.display, *map(self.atom, ("CLIPBOARD", "UTF8_STRING", "CE_TEXT")), self.own, 0)
        self.x.XFlush(self.display)
        self.receive(lambda event: event.type == SELECTED, patience.limit(5))
        return self.property(self.own, "CE_TEXT").decode(errors="replace")
