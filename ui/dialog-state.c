/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The state of a dialog for the next time: its size and panes for each filter,
 * and for all of them which part of an image was shown.
 */
#include "dialog-private.h"

#include "live/state.h"

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
  self->full_width = MIN (state.width, area.width - 40);
  self->full_height = MIN (state.height, area.height - 60);
  gtk_window_set_default_size (GTK_WINDOW (self->dialog), self->full_width, self->full_height);
  self->gpu = state.gpu;
  self->controls_width = MIN (state.controls, area.width);
  gtk_expander_set_expanded (GTK_EXPANDER (self->advanced), state.advanced);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->unfolded), state.unfolded);
  if (self->canvas)
    gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->canvas), state.canvas);
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
  state.width = self->full_width;
  state.height = self->full_height;
  if (! self->is_folded)
    {
      gtk_window_get_size (GTK_WINDOW (self->dialog), &state.width, &state.height);
      state.controls = gtk_widget_get_allocated_width (self->controls);
    }
  state.unfolded = gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->unfolded));
  g_object_get (self->preview, "show", &state.show, "split", &state.split, NULL);
  g_free (state.gpu);
  state.gpu = g_strdup (self->gpu);
  state.advanced = gtk_expander_get_expanded (GTK_EXPANDER (self->advanced));
  if (self->canvas)
    state.canvas = gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->canvas));
  ce_preview_get_view (self->preview, &state.zoom, &state.x, &state.y);
  ce_state_write (&state, file, self->filter->name, gimp_drawable_get_width (self->source->drawable),
                 gimp_drawable_get_height (self->source->drawable));
  g_free (state.gpu);
}
