# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs a GIMP of its own under a display of its own, for tests of dialogs."""
import json
import operator
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))
import known_plugins  # noqa: E402
import patience  # noqa: E402
import processes  # noqa: E402
from patience import happens, wait_for  # noqa: E402

try:
    import gi
    gi.require_version("GdkPixbuf", "2.0")
    from gi.repository import GdkPixbuf, Gio, GLib
    import numpy
    import display
    LIBRARY = display.missing()
except (ImportError, ValueError) as failure:
    LIBRARY = str(failure)

TOOLS = ("Xvfb", "openbox", "dbus-daemon")
GIMPS = ("gimp-3.0", "gimp-3", "gimp")
# GIMP welcomes users of older versions than its own, whatever the first line says. The outline of a selection marches a step
# in 10 s, because tests wait until the window in front rests.
GIMPRC = """(show-welcome-dialog no)
(config-version "99.0.0")
(check-updates no)
(save-session-info no)
(marching-ants-speed 10000)
(theme-color-scheme %s)
"""
# Nothing fades or blinks, and two clicks stay two however soon the second one comes.
GTKRC = """[Settings]
gtk-enable-animations=0
gtk-double-click-time=1
gtk-cursor-blink=0
"""
# Keys that open our dialogs, which is surer than GIMP's menus and search.
KEYS = {"plug-in-cuda-canny": "ctrl+alt+5", "plug-in-cuda-sobel": "ctrl+alt+6", "plug-in-cuda-laplacian": "ctrl+alt+7",
        "plug-in-cuda-sharpen": "ctrl+alt+8", "plug-in-cuda-lines": "ctrl+alt+9", "plug-in-cuda-line-art": "ctrl+alt+4"}
SHORTCUTS = "(file-version 1)\n" + "".join(f'(action "{name}" "<Primary><Alt>{keys[-1]}")\n' for name, keys in KEYS.items())

# Messages that are no fault of ours: of GTK's file chooser, which completes names while it closes, of GIMP's own buttons in
# Spanish, and of GIMP 3.2, which without its welcome gets keys before it knows a device that sends them.
THEIRS = ("script-fu", "property (null)", "WIDGET_REALIZED_FOR_EVENT", "GTK_IS_TREE_MODEL", "gimp_device_info_get_device",
          "GDK_IS_DEVICE")

# Between two looks at what has to stay the same, how many find it so, and the most looks.
CALM_S, N_CALM, N_LOOKS = 0.1, 3, 300
# GIMP answers within this time, or it hangs.
ANSWER_S = 180


def missing():
    """The programs that are not there, as a sentence, or None."""
    absent = [tool for tool in TOOLS if not shutil.which(tool)]
    if not any(shutil.which(gimp) for gimp in GIMPS):
        absent.append("gimp")
    if LIBRARY:
        absent.append(LIBRARY)
    return f"{', '.join(absent)} not installed" if absent else None


def call_of(gimp):
    """The process of a call of this GIMP's plug-in, None if there is none."""
    home = str(gimp.folder).encode()
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if words[0].startswith(home) and words[0].endswith(b"/cuda-edges") and b"-run" in words:
            return pid
    return None


# The image opened first, in Script-Fu: while a call ends, images of its own are in GIMP's list too, newer ones.
PHOTO = "(car (reverse (vector->list (car (gimp-get-images)))))"


class Desktop:
    """Use with "with": everything it started ends with it."""

    def __init__(self, plug_in, scheme="dark", scale=1, size="1600x1000", language=None):
        self.folder = Path(tempfile.mkdtemp(prefix="cuda-edges-ui-"))
        self.children = []
        self.n_scripts = 0
        self.pressed = 0.0
        self.front = self.pid = None        # the window that was activated last, and GIMP's process
        self.options = []
        self.environment = dict(os.environ, HOME=str(self.folder), XDG_RUNTIME_DIR=str(self.folder / "run"),
                                XDG_CONFIG_HOME=str(self.folder / "config"), XDG_CACHE_HOME=str(self.folder / "cache"),
                                GIMP3_DIRECTORY=str(self.folder / "gimp"), CE_TESTING="trace", NO_AT_BRIDGE="1",
                                CE_ANSWERS=str(self.folder / "answers"), GDK_BACKEND="x11", GDK_SCALE=str(scale), LANG="C.UTF-8", LC_ALL="C.UTF-8")
        # Meson has all memory of a test filled, which costs GIMP as much as starting; live/ is tested with it without GIMP.
        self.environment.pop("MALLOC_PERTURB_", None)
        (self.folder / "run").mkdir(mode=0o700)
        home = self.folder / "gimp" / "plug-ins" / "cuda-edges"
        home.mkdir(parents=True)
        shutil.copy2(plug_in, home / "cuda-edges")
        shutil.copy(Path(plug_in).with_name("cuda-edges-dialog.so"), home)
        shutil.copy(Path(__file__).parents[2] / "data" / "cuda-edges.svg", home)
        answers = self.folder / "gimp" / "plug-ins" / "answers"
        answers.mkdir()
        shutil.copy2(Path(__file__).with_name("answers.py"), answers)
        (self.folder / "gimp" / "shortcutsrc").write_text(SHORTCUTS, encoding="utf-8")
        if language:
            self.speak(language, Path(plug_in).parents[1] / "po", home / "locale")
        (self.folder / "gimp" / "gimprc").write_text(GIMPRC % scheme, encoding="utf-8")
        (self.folder / "config" / "gtk-3.0").mkdir(parents=True)
        (self.folder / "config" / "gtk-3.0" / "settings.ini").write_text(GTKRC, encoding="utf-8")
        self.build = Path(plug_in).absolute().parents[1]
        self.log = self.folder / "log"
        self.text, self.read = "", 0
        self.size = size
        self.screen = self.bus = self.answers = self.code = None

    def put_operations(self, plug_in):
        """The same build's module, where GEGL looks for the user's; before GIMP starts."""
        own = self.folder / ".local" / "share" / "gegl-0.4" / "plug-ins"
        own.mkdir(parents=True)
        shutil.copy(Path(plug_in).parents[1] / "operation" / "cuda-edges-operations.so", own)

    def speak(self, language, catalogues, home):
        """Of another locale than C all that counts here is its name."""
        name = {"zh_CN": "zh_CN", "cs": "cs_CZ"}.get(language, f"{language}_{language.upper()}") + ".UTF-8"
        shutil.copytree("/usr/lib/locale/C.utf8", self.folder / "locale" / name)
        shutil.copytree(catalogues / language, home / language)
        self.environment.update(LOCPATH=str(self.folder / "locale"), LANG=name, LC_ALL=name, LANGUAGE=language)

    def __enter__(self):
        try:
            self.start_display()
            self.start_bus()
            self.start_gimp()
        except Exception as failure:
            self.__exit__(failure)
            raise
        return self

    def __exit__(self, failure=None, *_):
        if failure and self.log.exists():
            print("# " + "\n# ".join(self.log.read_text(errors="replace").splitlines()[-30:]))
        for link in filter(None, (self.answers, self.screen)):
            link.close()
        for child in reversed(self.children):
            child.terminate()
            try:
                child.wait(3)
            except subprocess.TimeoutExpired:
                child.kill()
                child.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def spawn(self, *command, **options):
        child = subprocess.Popen(command, env=self.environment, **options)
        self.children.append(child)
        return child

    def start_display(self):
        read, write = os.pipe()
        self.spawn("Xvfb", "-displayfd", str(write), "-screen", "0", self.size + "x24", "-nolisten", "tcp", "-nocursor",
                   "-fbdir", str(self.folder / "run"), pass_fds=[write], stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read) as number:
            self.environment["DISPLAY"] = ":" + number.readline().strip()
        self.screen = display.Screen(self.environment["DISPLAY"], self.folder / "run" / "Xvfb_screen0")
        self.spawn("openbox", stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def start_bus(self):
        bus = self.spawn("dbus-daemon", "--session", "--nofork", "--print-address=1", stdout=subprocess.PIPE,
                         stderr=subprocess.DEVNULL, text=True)
        address = self.environment["DBUS_SESSION_BUS_ADDRESS"] = bus.stdout.readline().strip()
        flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
        self.bus = Gio.DBusConnection.new_for_address_sync(address, flags, None, None)

    def start_gimp(self):
        gimp = next(name for name in GIMPS if shutil.which(name))
        known_plugins.recall(self.folder / "gimp", self.build, self.environment["LC_ALL"])
        with open(self.log, "wb") as log, socket.socket(socket.AF_UNIX) as server:
            server.bind(self.environment["CE_ANSWERS"])
            server.listen()
            server.settimeout(patience.limit(120))
            self.pid = self.spawn(gimp, "--no-splash", "--new-instance", *self.options, stdout=log, stderr=log).pid
            link, _ = server.accept()
        link.settimeout(patience.limit(ANSWER_S))
        self.answers = link.makefile("rw", encoding="utf-8")
        wait_for(self.is_serving, "start of GIMP", 120)
        wait_for(lambda: self.windows("."), "GIMP's window")      # whatever its name in the language
        known_plugins.keep(self.folder / "gimp", self.build, self.environment["LC_ALL"])

    def ask_bus(self, name, path, method, *words):
        """A method of the session bus or of a program on it."""
        return self.bus.call_sync(name, path, *method.rsplit(".", 1), GLib.Variant(f"({'s' * len(words)})", words), None,
                                  Gio.DBusCallFlags.NONE, 60000 * patience.FACTOR, None).unpack()

    def is_serving(self):
        return self.ask_bus("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus.NameHasOwner",
                            "org.gimp.GIMP.UI")[0]

    def batch(self, interpreter, text):
        self.ask_bus("org.gimp.GIMP.UI", "/org/gimp/GIMP/UI", "org.gimp.GIMP.UI.BatchRun", interpreter, text)

    def script(self, text):
        """Runs Script-Fu in GIMP, which answers at once; returns the file there will be at the end."""
        self.n_scripts += 1
        end = self.folder / f"script-{self.n_scripts}-ended"
        self.batch("plug-in-script-fu-eval", f'{text} (let ((port (open-output-file "{end}"))) (close-output-port port))')
        return end

    def python(self, expression):
        """The value of a Python expression in GIMP, as text; also while a script waits for a dialog."""
        self.answers.write(json.dumps([self.DIGEST if self.DIGEST != self.code else "", expression]) + "\n")
        self.answers.flush()
        self.code = self.DIGEST
        done, answer = json.loads(self.answers.readline())
        if not done:
            raise RuntimeError(answer)
        return answer

    # What Python in GIMP may use.
    DIGEST = """import hashlib, os
from gi.repository import Gegl, Gimp
def digest(layer):
    area = Gegl.Rectangle.new(0, 0, layer.get_width(), layer.get_height())
    return hashlib.sha256(layer.get_buffer().get(area, 1.0, None, Gegl.AbyssPolicy.NONE)).hexdigest()"""

    def finish(self, text):
        """Waits for the end of a script, or raises GIMP's message about its failure."""
        fault = r"batch command experienced an execution error:\n(.*)"
        before = len(self.logged(fault))
        end = self.script(text)
        wait_for(lambda: end.exists() or len(self.logged(fault)) > before, "end of a script", 60)
        if not end.exists():
            raise RuntimeError(self.logged(fault)[-1])

    def ask(self, frame, expression):
        """The value of a Script-Fu expression, as text; frame has a place for a body."""
        answer = self.folder / "answer"
        self.finish(frame.format(body=f'(let ((port (open-output-file "{answer}"))) (display {expression} port) '
                                      '(close-output-port port))'))
        return answer.read_text(encoding="utf-8")

    # The user's hands.
    def face(self):
        """Makes the window that was activated last the active one again, if GIMP has opened or raised one of its own since: that
        of a new image comes when it likes and would take the keys."""
        active = self.screen.active()
        if self.front not in (None, active) and self.screen.is_seen(self.front) and self.is_of_gimp(active) \
           and not self.is_of_gimp(self.front):
            self.screen.request(self.front)
            happens(lambda: self.screen.active() == self.front, 5)

    def is_of_gimp(self, window):
        return not window or self.screen.pid_of(window) == self.pid

    def keys(self, *keys):
        """One after the other, each once the program has read what was before it."""
        for key in keys:
            self.face()
            self.pressed = time.monotonic()
            self.screen.press_named(key)
            self.screen.settle()

    def type(self, text):
        self.face()
        self.pressed = time.monotonic()
        self.screen.type(str(text))
        self.screen.settle()

    def point(self, x, y):
        """Moves the mouse, in the coordinates of the active window."""
        self.face()
        self.pressed = time.monotonic()
        self.screen.point(x, y, self.screen.active())
        self.screen.settle()

    def leave(self):
        """The mouse is over nothing that shows it."""
        self.screen.point(5, 5)
        self.screen.settle()

    def click(self, x, y, button=1, n=1):
        """In the window that is active, in its own coordinates; 4 and 5 are the wheel's steps, up and down."""
        self.point(x, y)
        for _ in range(n):
            self.screen.button(button, True)
            self.screen.button(button, False)
            self.screen.settle()

    def drag(self, x, y, to_x, to_y):
        """In the window that is active, in its own coordinates."""
        self.point(x, y)
        self.screen.button(1, True)
        for step in range(1, 11):
            self.point(x + (to_x - x) * step / 10, y + (to_y - y) * step / 10)
        self.screen.button(1, False)
        self.screen.settle()

    def resize(self, width, height):
        """The active window."""
        window = self.screen.active()
        before = self.screen.place_of(window)
        self.screen.resize(window, width, height)
        happens(lambda: self.screen.place_of(window) != before, 5)
        self.screen.settle(window)

    # What the user sees.
    def seen(self, x, y, width, height):
        """The pixels, RGB, of a part of the active window, as an array, once they have stayed the same for a while."""
        self.screen.settle()
        left, top = self.screen.place_of(self.screen.active())[:2]
        return self.calm(lambda: self.screen.pixels(left + x, top + y, width, height), numpy.array_equal)

    def calm(self, look, is_same):
        """What is there to look at once it has stayed the same for a while, in which nobody who could change it worked: on a busy
        machine a program that has something to do may not come to it."""
        now, n_same = look(), 0
        for _ in range(N_LOOKS):
            time.sleep(CALM_S)
            before, now = now, look()
            n_same = n_same + 1 if is_same(before, now) and not processes.work({child.pid for child in self.children}) else 0
            if n_same == N_CALM:
                break
        return now

    def rest(self):
        """Waits until neither what the active window shows nor what the programs say has changed for a while: a dialog logs
        moves within a tenth of a second."""
        self.screen.settle()
        def look():
            return self.screen.pixels(*self.screen.place_of(self.screen.active())).tobytes(), self.log.stat().st_size
        self.calm(look, operator.eq)

    def answers_keys(self, window):
        """Whether a window is still there after its program has read all keys."""
        return self.screen.settle(window) and self.screen.is_seen(window)

    def pixels(self, x, y, width, height):
        """The bytes of a part of the active window."""
        return self.seen(x, y, width, height).tobytes()

    def picture(self, file):
        """The pixels, RGBA, of a file, as an array."""
        pixels = GdkPixbuf.Pixbuf.new_from_file(str(file)).add_alpha(False, 0, 0, 0)
        width, height, stride = pixels.get_width(), pixels.get_height(), pixels.get_rowstride()
        rows = numpy.frombuffer(pixels.read_pixel_bytes().get_data().ljust(stride * height, b"\0"), numpy.uint8)
        return rows.reshape(height, stride)[:, :4 * width].reshape(height, width, 4)

    def screenshot(self, path, place=None):
        """All of the screen, or a part of it."""
        width, height = map(int, self.size.split("x"))
        pixels = self.screen.pixels(*(place or (0, 0, width, height)))
        height, width, _ = pixels.shape
        GdkPixbuf.Pixbuf.new_from_bytes(GLib.Bytes.new(pixels.tobytes()), GdkPixbuf.Colorspace.RGB, False, 8, width, height,
                                        3 * width).savev(str(path), "png", [], [])

    def clipboard(self):
        return self.screen.clipboard()

    def windows(self, name):
        return self.screen.windows(name)

    def activate(self, name):
        """The window of that name that is found last, once it has the keyboard."""
        window = wait_for(lambda: self.windows(name), f"window “{name}”")[-1]
        self.screen.request(window)
        wait_for(lambda: self.screen.active() == window or not self.windows(name), f"window “{name}” is active")
        self.screen.settle(window)
        self.front = window
        return window

    def logged(self, pattern):
        """All that a pattern finds in what GIMP and the plug-in said."""
        with open(self.log, "rb") as log:
            log.seek(self.read)
            new = log.read()
        new = new[:new.rfind(b"\n") + 1]
        self.read += len(new)
        self.text += new.decode(errors="replace")
        return re.findall(pattern, self.text)

    def faults(self, pattern):
        """Lines that a pattern begins and that are ours."""
        return [line for line in self.logged(f"(?:{pattern}).*") if not any(one in line for one in THEIRS)]
