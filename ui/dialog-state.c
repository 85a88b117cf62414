/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Stores the state of a dialog for the next time, for each filter: its size, its panes and the shown part of an image.
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

/* Shows the most detailed part of the layer @source, or of the selection, at 100 %, because sharpening is not seen below;
 * not if the user has chosen another view. All rows have arrived. */
void
ce_dialog_show_detail (CeDialog *self, const CeView *source)
{
  double zoom, x, y;

  if (self->filter->id == CE_FILTER_SHARPEN && ! self->state.viewed && ! ce_preview_get_view (self->preview, &zoom, &x, &y))
    ce_preview_show_detail (self->preview, source, ce_selection_get_mask (self->selection));
}

/* Stores the state for the next time. The picture's size belongs to last values, so it is stored after OK (@ok) alone. */
void
ce_dialog_remember (CeDialog *self, gboolean ok)
{
  g_autofree char *file = state_file ();
  CeState         *state = &self->state;
  int              width = gimp_drawable_get_width (self->source->drawable);
  int              height = gimp_drawable_get_height (self->source->drawable);

  g_object_get (self->preview, "show", &state->show, "split", &state->split, NULL);
  state->viewed |= ce_preview_get_view (self->preview, &state->zoom, &state->x, &state->y);
  if (ok)
    state->size = MAX (width, height);
  ce_state_write (state, file, self->filter->name, width, height);
}
