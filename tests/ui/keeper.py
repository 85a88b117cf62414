#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A clipboard manager like a desktop's: it takes over a program's copied text when the program requests that."""
import gi

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, Gtk  # noqa: E402

MANAGER = Gdk.Atom.intern("CLIPBOARD_MANAGER", False)
clipboard = Gtk.Clipboard.get(Gdk.SELECTION_CLIPBOARD)


def keep(_widget, request):
    if request.target.name() != "SAVE_TARGETS":
        return False
    text = clipboard.wait_for_text()
    if text:
        clipboard.set_text(text, -1)
    Gdk.selection_send_notify_for_display(Gdk.Display.get_default(), request.requestor, request.selection, request.target,
                                          request.property, request.time)
    return True


owner = Gtk.Invisible()
owner.connect("selection-request-event", keep)
Gtk.selection_owner_set(owner, MANAGER, Gdk.CURRENT_TIME)
print("ready", flush=True)
Gtk.main()
