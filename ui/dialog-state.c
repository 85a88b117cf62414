/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The state of a dialog for the next time: its size and panes for each filter,
 * and for all of them which part of an image was shown.
 */
#include "dialog-private.h"

static char *
state_file (void)
{
  return g_build_filename (gimp_directory (), "cuda-edges-dialogs.ini", NULL);
}

static void
read_state (CeDialog *self, const char *file, CeState *state)
{
  ce_state_read (state, file, self->filter->name, gimp_drawable_get_width (self->source->drawable),
                 gimp_drawable_get_height (self->source->drawable));
}

/* Makes it what it was the last time, as far as the screen is large enough. */
void
ce_dialog_recall (CeDialog *self)
{
  g_autofree char *file = state_file ();
  GdkDisplay      *display = gdk_display_get_default ();
  GdkMonitor      *monitor = gdk_display_get_primary_monitor (display);
  GdkRectangle     area;
  CeState          state;

  read_state (self, file, &state);
  gdk_monitor_get_workarea (monitor ? monitor : gdk_display_get_monitor (display, 0), &area);
  ce_dialog_recall_sides (self, &state, area.width, area.height);
  ce_dialog_recall_canvas (self, &state);
  ce_dialog_set_gpu (self, state.gpu);
  g_object_set (self->preview, "show", CLAMP (state.show, CE_SHOW_SPLIT, CE_SHOW_OVERLAY), "split", state.split, NULL);
  ce_preview_set_view (self->preview, state.zoom, state.x, state.y);
}

/* Keeps what it looks like for the next time. */
void
ce_dialog_remember (CeDialog *self)
{
  g_autofree char *file = state_file ();
  CeState          state;

  read_state (self, file, &state);
  ce_dialog_remember_sides (self, &state);
  ce_dialog_remember_canvas (self, &state);
  g_object_get (self->preview, "show", &state.show, "split", &state.split, NULL);
  ce_preview_get_view (self->preview, &state.zoom, &state.x, &state.y);
  g_free (state.gpu);
  state.gpu = g_strdup (ce_dialog_get_gpu (self));
  ce_state_write (&state, file, self->filter->name, gimp_drawable_get_width (self->source->drawable),
                 gimp_drawable_get_height (self->source->drawable));
  g_free (state.gpu);
}
