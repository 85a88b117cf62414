# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs a GIMP of its own under a display of its own, for tests of dialogs."""
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import patience  # noqa: E402
from patience import pause  # noqa: E402

TOOLS = ("Xvfb", "openbox", "xdotool", "dbus-daemon", "gdbus")
GIMPS = ("gimp-3.0", "gimp-3", "gimp")
GIMPRC = """(show-welcome-dialog no)
(check-updates no)
(save-session-info no)
(theme-color-scheme %s)
"""
# Keys that open our dialogs, which is surer than GIMP's menus and search.
KEYS = {"plug-in-cuda-canny": "ctrl+alt+5", "plug-in-cuda-sobel": "ctrl+alt+6", "plug-in-cuda-laplacian": "ctrl+alt+7",
        "plug-in-cuda-sharpen": "ctrl+alt+8", "plug-in-cuda-lines": "ctrl+alt+9"}
SHORTCUTS = "(file-version 1)\n" + "".join(f'(action "{name}" "<Primary><Alt>{keys[-1]}")\n' for name, keys in KEYS.items())


def missing():
    """The programs that are not there, as a sentence, or None."""
    absent = [tool for tool in TOOLS if not shutil.which(tool)]
    if not any(shutil.which(gimp) for gimp in GIMPS):
        absent.append("gimp")
    return f"{', '.join(absent)} not installed" if absent else None


def happens(condition, seconds):
    """Whether a condition becomes true within a time."""
    end = time.monotonic() + patience.limit(seconds)
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.05)
    return True


def never(condition, seconds):
    """Whether a condition stays false for that time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return False
        time.sleep(0.05)
    return True


def wait_for(condition, what, seconds=60):
    """Asks until it is true and returns the answer."""
    end = time.monotonic() + patience.limit(seconds)
    while time.monotonic() < end:
        answer = condition()
        if answer:
            return answer
        time.sleep(0.05)
    raise TimeoutError(f"{what}: nothing after {patience.limit(seconds)} s")


# The image opened first, in Script-Fu: while a call ends, images of its own are in GIMP's list too, newer ones.
PHOTO = "(car (reverse (vector->list (car (gimp-get-images)))))"


class Desktop:
    """Use with "with": everything it started ends with it."""

    def __init__(self, plug_in, scheme="dark", scale=1, size="1600x1000", language=None):
        self.folder = Path(tempfile.mkdtemp(prefix="cuda-edges-ui-"))
        self.children = []
        self.n_scripts = 0
        self.pressed = 0.0
        self.options = []
        self.environment = dict(os.environ, HOME=str(self.folder), XDG_RUNTIME_DIR=str(self.folder / "run"),
                                XDG_CONFIG_HOME=str(self.folder / "config"), XDG_CACHE_HOME=str(self.folder / "cache"),
                                GIMP3_DIRECTORY=str(self.folder / "gimp"), CE_TESTING="trace", NO_AT_BRIDGE="1",
                                GDK_BACKEND="x11", GDK_SCALE=str(scale), LANG="C.UTF-8", LC_ALL="C.UTF-8")
        (self.folder / "run").mkdir(mode=0o700)
        home = self.folder / "gimp" / "plug-ins" / "cuda-edges"
        home.mkdir(parents=True)
        shutil.copy(plug_in, home / "cuda-edges")
        shutil.copy(Path(plug_in).with_name("cuda-edges-dialog.so"), home)
        shutil.copy(Path(__file__).parents[2] / "data" / "cuda-edges.svg", home)
        (self.folder / "gimp" / "gimprc").write_text(GIMPRC % scheme, encoding="utf-8")
        (self.folder / "gimp" / "shortcutsrc").write_text(SHORTCUTS, encoding="utf-8")
        if language:
            self.speak(language, Path(plug_in).parents[1] / "po", home / "locale")
        self.log = self.folder / "log"
        self.size = size

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
        if failure:
            print("# " + "\n# ".join(self.log.read_text(errors="replace").splitlines()[-30:]))
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
        self.spawn("Xvfb", "-displayfd", str(write), "-screen", "0", self.size + "x24", "-nolisten", "tcp",
                   pass_fds=[write], stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read) as number:
            self.environment["DISPLAY"] = ":" + number.readline().strip()
        self.spawn("openbox", stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def start_bus(self):
        bus = self.spawn("dbus-daemon", "--session", "--nofork", "--print-address=1", stdout=subprocess.PIPE,
                         stderr=subprocess.DEVNULL, text=True)
        self.environment["DBUS_SESSION_BUS_ADDRESS"] = bus.stdout.readline().strip()

    def start_gimp(self):
        gimp = next(name for name in GIMPS if shutil.which(name))
        with open(self.log, "wb") as log:
            self.spawn(gimp, "--no-splash", "--new-instance", *self.options, stdout=log, stderr=log)
        wait_for(lambda: self.is_serving(), "start of GIMP", 120)
        wait_for(lambda: self.xdotool("search", "--onlyvisible", "--class", "gimp"), "GIMP's window")

    def is_serving(self):
        ask = ["gdbus", "call", "--session", "--dest", "org.freedesktop.DBus", "--object-path", "/org/freedesktop/DBus",
               "--method", "org.freedesktop.DBus.NameHasOwner", "org.gimp.GIMP.UI"]
        answer = subprocess.run(ask, env=self.environment, capture_output=True, text=True, check=False)
        return "true" in answer.stdout

    def batch(self, interpreter, text):
        subprocess.run(["gdbus", "call", "--session", "--dest", "org.gimp.GIMP.UI", "--object-path", "/org/gimp/GIMP/UI",
                        "--method", "org.gimp.GIMP.UI.BatchRun", interpreter, json.dumps(text, ensure_ascii=False)],
                       env=self.environment, stdout=subprocess.DEVNULL, check=True)

    def script(self, text):
        """Runs Script-Fu in GIMP, which answers at once; returns the file there will be at the end."""
        self.n_scripts += 1
        end = self.folder / f"script-{self.n_scripts}-ended"
        self.batch("plug-in-script-fu-eval", f'{text} (let ((port (open-output-file "{end}"))) (close-output-port port))')
        return end

    def python(self, expression):
        """The value of a Python expression in GIMP, as text; also while a script waits for a dialog."""
        self.n_scripts += 1
        end = self.folder / f"script-{self.n_scripts}-ended"
        self.batch("python-fu-eval", f"{self.DIGEST}\nanswer = str({expression})\n"
                                     f"with open('{end}-', 'w') as file:\n    file.write(answer)\nos.rename('{end}-', '{end}')")
        wait_for(end.exists, "end of Python", 30)
        return end.read_text(encoding="utf-8")

    # What Python in GIMP may use.
    DIGEST = """import hashlib, os
from gi.repository import Gegl
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

    def xdotool(self, *arguments):
        if arguments[0] in ("key", "type", "mousemove"):
            self.pressed = time.monotonic()
        answer = subprocess.run(["xdotool", *map(str, arguments)], env=self.environment, capture_output=True, text=True,
                                check=False)
        return answer.stdout

    def keys(self, *keys):
        for key in keys:
            self.xdotool("key", "--clearmodifiers", key)
            time.sleep(0.05)

    def type(self, text):
        self.xdotool("type", "--delay", 20, text)

    def ask(self, frame, expression):
        """The value of a Script-Fu expression, as text; frame has a place for a body."""
        answer = self.folder / "answer"
        self.finish(frame.format(body=f'(let ((port (open-output-file "{answer}"))) (display {expression} port) '
                                      '(close-output-port port))'))
        return answer.read_text(encoding="utf-8")

    def click(self, x, y):
        """In the window that is active, in its own coordinates."""
        window = self.xdotool("getactivewindow").strip()
        self.xdotool("mousemove", "--window", window, round(x), round(y), "sleep", "0.1", "click", "1")
        pause(0.3)

    def wheel(self, x, y, button):
        """One step up, 4, or down, 5."""
        window = self.xdotool("getactivewindow").strip()
        self.xdotool("mousemove", "--window", window, round(x), round(y), "sleep", "0.1", "click", button)

    def drag(self, x, y, to_x, to_y):
        """In the window that is active, in its own coordinates."""
        window = self.xdotool("getactivewindow").strip()
        self.xdotool("mousemove", "--window", window, round(x), round(y), "sleep", "0.1", "mousedown", "1")
        for step in range(1, 11):
            self.xdotool("mousemove", "--window", window, round(x + (to_x - x) * step / 10), round(y + (to_y - y) * step / 10))
            time.sleep(0.02)
        self.xdotool("mouseup", "1")
        pause(0.3)

    def gtk(self, code):
        """Returns the output of a few lines of Python with GTK."""
        start = "import gi; gi.require_version('Gtk', '3.0'); from gi.repository import Gdk, GLib, Gtk\n"
        answer = subprocess.run(["python3", "-c", start + code], env=dict(self.environment, GDK_SCALE="1"),
                                capture_output=True, text=True, timeout=patience.limit(20), check=False)
        return answer.stdout

    def clipboard(self):
        return self.gtk("print(Gtk.Clipboard.get(Gdk.SELECTION_CLIPBOARD).wait_for_text() or '', end='')")

    def shown(self, x, y, width, height):
        """The bytes, RGB, of a part of the active window."""
        pause(0.3)
        window = self.xdotool("getactivewindow").strip()
        self.gtk("gi.require_version('GdkX11', '3.0')\nfrom gi.repository import GdkX11\n"
                 f"window = GdkX11.X11Window.foreign_new_for_display(Gdk.Display.get_default(), {window})\n"
                 "_, left, top = window.get_origin()\n"
                 f"pixels = Gdk.pixbuf_get_from_window(Gdk.get_default_root_window(), left + {x}, top + {y}, "
                 f"{width}, {height})\n" + self.DUMP)
        return (self.folder / "pixels").read_bytes()

    def picture(self, file):
        """The bytes, RGBA, of a file."""
        self.gtk("from gi.repository import GdkPixbuf\n"
                 f"pixels = GdkPixbuf.Pixbuf.new_from_file('{file}').add_alpha(False, 0, 0, 0)\n" + self.DUMP)
        return (self.folder / "pixels").read_bytes()

    # Rows may be padded.
    DUMP = """import os
n = pixels.get_width() * pixels.get_n_channels()
data, stride = pixels.get_pixels(), pixels.get_rowstride()
with open(os.environ["HOME"] + "/pixels", "wb") as file:
    file.write(b"".join(data[y * stride:y * stride + n] for y in range(pixels.get_height())))
"""

    def pixels(self, x, y, width, height):
        """A digest of a part of the active window, once it has not changed for a while."""
        before = None
        for _ in range(50):
            now = hashlib.sha256(self.shown(x, y, width, height)).hexdigest()
            if now == before:
                break
            before = now
            pause(0.2)
        return now

    def windows(self, name):
        return self.xdotool("search", "--onlyvisible", "--name", name).split()

    def activate(self, name):
        window = wait_for(lambda: self.windows(name), f"window “{name}”")[-1]
        self.xdotool("windowactivate", "--sync", window)
        pause(0.2)
        return window

    def logged(self, pattern):
        return re.findall(pattern, self.log.read_text(encoding="utf-8", errors="replace"))

    def screenshot(self, path):
        self.gtk("window = Gdk.get_default_root_window()\n"
                 "pixels = Gdk.pixbuf_get_from_window(window, 0, 0, window.get_width(), window.get_height())\n"
                 f"pixels.savev('{path}', 'png', [], [])")
