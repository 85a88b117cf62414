/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a dialog looked like the last time: its size and panes for each filter,
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
read_look (CeDialog *self, const char *file, CeState *look)
{
  ce_state_read (look, file, self->filter->name, gimp_drawable_get_width (self->source->drawable),
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
  CeState          look;

  read_look (self, file, &look);
  gdk_monitor_get_workarea (monitor ? monitor : gdk_display_get_monitor (display, 0), &area);
  self->full_width = MIN (look.width, area.width - 40);
  self->full_height = MIN (look.height, area.height - 60);
  gtk_window_set_default_size (GTK_WINDOW (self->dialog), self->full_width, self->full_height);
  ce_device_row_set_gpu (self->devices, look.gpu);
  self->controls_width = MIN (look.controls, area.width);
  gtk_expander_set_expanded (GTK_EXPANDER (self->advanced), look.advanced);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->unfolded), look.unfolded);
  if (self->canvas)
    gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->canvas), look.canvas);
  g_object_set (self->preview, "show", CLAMP (look.show, CE_SHOW_SPLIT, CE_SHOW_OVERLAY), "split", look.split, NULL);
  ce_preview_set_view (self->preview, look.zoom, look.x, look.y);
  g_free (look.gpu);
}

/* Keeps what it looks like for the next time. */
void
ce_dialog_remember (CeDialog *self)
{
  g_autofree char *file = state_file ();
  CeState          look;

  read_look (self, file, &look);
  look.width = self->full_width;
  look.height = self->full_height;
  if (! self->is_folded)
    {
      gtk_window_get_size (GTK_WINDOW (self->dialog), &look.width, &look.height);
      look.controls = gtk_widget_get_allocated_width (self->controls);
    }
  look.unfolded = gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->unfolded));
  g_object_get (self->preview, "show", &look.show, "split", &look.split, NULL);
  g_free (look.gpu);
  look.gpu = g_strdup (ce_device_row_get_gpu (self->devices));
  look.advanced = gtk_expander_get_expanded (GTK_EXPANDER (self->advanced));
  if (self->canvas)
    look.canvas = gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->canvas));
  ce_preview_get_view (self->preview, &look.zoom, &look.x, &look.y);
  ce_state_write (&look, file, self->filter->name, gimp_drawable_get_width (self->source->drawable),
                 gimp_drawable_get_height (self->source->drawable));
  g_free (look.gpu);
}
