# SPDX-License-Identifier: GPL-3.0-or-later
"""Hears what a screen reader hears: the registry of a desktop's accessibility bus, as far as GTK's programs need one, and the
tree of widgets that they show there."""
import threading

from gi.repository import Gio, GLib

REGISTRY, ROOT = "org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root"
FACE = "org.a11y.atspi.Accessible"
SOCKET = """<node><interface name="org.a11y.atspi.Socket"><method name="Embed"><arg type="(so)" direction="in"/>
<arg type="(so)" direction="out"/></method><method name="Unembed"><arg type="(so)" direction="in"/></method></interface></node>"""
EVENTS = """<node><interface name="org.a11y.atspi.Registry"><method name="GetRegisteredEvents">
<arg type="a(ss)" direction="out"/></method></interface></node>"""
KEYS = """<node><interface name="org.a11y.atspi.DeviceEventController">
<method name="GetKeystrokeListeners"><arg type="a(souua(iisi)u)" direction="out"/></method>
<method name="NotifyListenersSync"><arg type="(uiuiisb)" direction="in"/><arg type="b" direction="out"/></method>
<method name="NotifyListenersAsync"><arg type="(uiuiisb)" direction="in"/></method></interface></node>"""
# Bits of a widget's state: it is on the screen; it is not hidden, though it may be scrolled out of sight.
SHOWING, VISIBLE = 25, 30


class Widget:
    """A node of a program's tree: its role and names, and what is below it."""

    def __init__(self, link, name, path):
        self.link, self.address = link, (name, path)

    def ask(self, face, method, *words):
        values = GLib.Variant("(ss)", words) if words else None
        return self.link.call_sync(self.address[0], self.address[1], face, method, values, None, 0, 20000, None).unpack()

    def take(self, face, method, kinds, *words):
        return self.link.call_sync(*self.address, "org.a11y.atspi." + face, method, GLib.Variant(kinds, words), None, 0, 20000,
                                   None).unpack()

    def read(self, name):
        return self.ask("org.freedesktop.DBus.Properties", "Get", FACE, name)[0]

    @property
    def name(self):
        return self.read("Name")

    @property
    def description(self):
        return self.read("Description")

    @property
    def role(self):
        return self.ask(FACE, "GetRoleName")[0]

    def has(self, state):
        low, high = self.ask(FACE, "GetState")[0]
        return bool((low | high << 32) >> state & 1)

    @property
    def is_seen(self):
        return self.has(SHOWING)

    @property
    def letter(self):
        """The letter of a menu's entry."""
        return self.take("Action", "GetKeyBinding", "(i)", 0)[0].split(";")[0]

    @property
    def middle(self):
        """On the screen."""
        x, y, width, height = self.take("Component", "GetExtents", "(u)", 0)[0]
        return x + width / 2, y + height / 2

    def write(self, text):
        self.take("EditableText", "SetTextContents", "(s)", text)

    @property
    def labels(self):
        """The names of the widgets that it is labeled by."""
        relations = self.ask(FACE, "GetRelationSet")[0]
        return [Widget(self.link, *one).name for kind, ones in relations if kind == 2 for one in ones]

    def children(self):
        return [Widget(self.link, *address) for address in self.ask(FACE, "GetChildren")[0]]

    def find(self, role, name=None):
        """The first one below it of that role, and of that name; None if there is none."""
        return next((one for one in self.all() if one.role == role and name in (None, one.name)), None)

    def all(self):
        """It and all below it that is not hidden."""
        yield self
        for child in self.children():
            if child.has(VISIBLE):
                yield from child.all()


class Listener:
    """A registry on a bus of its own thread."""

    def __init__(self, address):
        self.programs = []
        self.context = GLib.MainContext()
        self.loop = GLib.MainLoop(self.context)
        self.link = None
        ready = threading.Event()
        threading.Thread(target=self.serve, args=(address, ready), daemon=True).start()
        ready.wait(20)

    def serve(self, address, ready):
        self.context.push_thread_default()
        flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
        self.link = Gio.DBusConnection.new_for_address_sync(address, flags, None, None)
        for path, text in ((ROOT, SOCKET), ("/org/a11y/atspi/registry", EVENTS),
                           ("/org/a11y/atspi/registry/deviceeventcontroller", KEYS)):
            self.link.register_object(path, Gio.DBusNodeInfo.new_for_xml(text).interfaces[0], self.answer, None, None)
        Gio.bus_own_name_on_connection(self.link, REGISTRY, Gio.BusNameOwnerFlags.NONE, None, None)
        ready.set()
        self.loop.run()

    def answer(self, link, sender, path, face, method, values, invocation):
        if method == "Embed":
            self.programs.append(values.unpack()[0])
            answer = GLib.Variant("((so))", ((link.get_unique_name(), ROOT),))
        elif method == "GetRegisteredEvents":
            answer = GLib.Variant("(a(ss))", ([],))
        elif method == "GetKeystrokeListeners":
            answer = GLib.Variant("(a(souua(iisi)u))", ([],))
        else:
            answer = GLib.Variant("(b)", (False,)) if method == "NotifyListenersSync" else None
        invocation.return_value(answer)

    def program_of(self, pid):
        """The tree of a process, once it has one; None before."""
        for name, path in reversed(self.programs):
            try:
                found = self.link.call_sync("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
                                            "GetConnectionUnixProcessID", GLib.Variant("(s)", (name,)), None, 0, 20000, None)
            except GLib.Error:          # it has ended
                continue
            if found.unpack()[0] == int(pid):
                return Widget(self.link, name, path)
        return None
