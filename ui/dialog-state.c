/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Stores the state of a dialog for the next time: its size and panes for each filter, and the shown part of an image for all
 * filters together.
 */
#include "dialog-private.h"

static char *
state_file (void)
{
  return g_build_filename (gimp_directory (), "cuda-edges-dialogs.ini", NULL);
}

/* Restores the last state, as far as the screen is large enough. */
void
ce_dialog_recall (CeDialog *self)
{
  g_autofree char *file = state_file ();
  GdkDisplay      *display = gdk_display_get_default ();
  GdkMonitor      *monitor = gdk_display_get_primary_monitor (display);
  GdkRectangle     area;
  CeState         *state = &self->state;

  ce_state_read (state, file, self->filter->name, gimp_drawable_get_width (self->source->drawable),
                 gimp_drawable_get_height (self->source->drawable));
  gdk_monitor_get_workarea (monitor ? monitor : gdk_display_get_monitor (display, 0), &area);
  state->width = MIN (state->width, area.width - 40);
  state->height = MIN (state->height, area.height - 60);
  state->controls = MIN (state->controls, area.width);
}

/* Stores the state for the next time. */
void
ce_dialog_remember (CeDialog *self)
{
  g_autofree char *file = state_file ();
  CeState         *state = &self->state;

  g_object_get (self->preview, "show", &state->show, "split", &state->split, NULL);
  ce_preview_get_view (self->preview, &state->zoom, &state->x, &state->y);
  ce_state_write (state, file, self->filter->name, gimp_drawable_get_width (self->source->drawable),
                 gimp_drawable_get_height (self->source->drawable));
}
