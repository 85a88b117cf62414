/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a dialog looked like the last time: its size and panes for each filter,
 * and for all of them which part of an image was shown.
 */
#include "dialog-private.h"

#include <math.h>

#include "live/kept.h"

/* Groups that are common to all filters. */
#define VIEW "view"
#define DEVICES "devices"

static char *
state_file (void)
{
  return g_build_filename (gimp_directory (), "cuda-edges-dialogs.ini", NULL);
}

/* What cannot be read is not worth a word: everything is where it is at first. */
static GKeyFile *
load_state (void)
{
  g_autofree char *file = state_file ();
  GKeyFile        *state = ce_kept_load (file, NULL);

  return state ? state : g_key_file_new ();
}

static int
recall (GKeyFile *state, const char *group, const char *key, int otherwise)
{
  int value = g_key_file_get_integer (state, group, key, NULL);

  return value > 0 ? value : otherwise;
}

static double
recall_number (GKeyFile *state, const char *group, const char *key, double otherwise)
{
  double value = g_key_file_has_key (state, group, key, NULL) ? g_key_file_get_double (state, group, key, NULL) : otherwise;

  return isfinite (value) ? value : otherwise;
}

/* Of an image of the same size, it is probably the same one. */
static void
recall_view (CeDialog *self, GKeyFile *state)
{
  int width = gimp_drawable_get_width (self->source->drawable);
  int height = gimp_drawable_get_height (self->source->drawable);

  if (g_key_file_get_integer (state, VIEW, "width", NULL) == width
      && g_key_file_get_integer (state, VIEW, "height", NULL) == height)
    ce_preview_set_view (self->preview, recall_number (state, VIEW, "zoom", 0),
                         recall_number (state, VIEW, "x", width / 2.0), recall_number (state, VIEW, "y", height / 2.0));
}

/**
 * ce_dialog_recall:
 * @self: a dialog that was not shown yet
 *
 * Makes it what it was the last time, as far as the screen is large enough.
 */
void
ce_dialog_recall (CeDialog *self)
{
  g_autoptr (GKeyFile) state = load_state ();
  g_autofree char     *gpu = g_key_file_get_string (state, DEVICES, "gpu", NULL);
  const char          *group = self->filter->name;
  GdkDisplay          *display = gdk_display_get_default ();
  GdkMonitor          *monitor = gdk_display_get_primary_monitor (display);
  GdkRectangle         area;

  gdk_monitor_get_workarea (monitor ? monitor : gdk_display_get_monitor (display, 0), &area);
  gtk_window_set_default_size (GTK_WINDOW (self->dialog), MIN (recall (state, group, "width", 1240), area.width - 40),
                               MIN (recall (state, group, "height", 860), area.height - 60));
  ce_device_row_set_gpu (self->devices, gpu);
  self->controls_width = MIN (recall (state, group, "controls", 0), area.width);
  ce_preview_set_show (self->preview, recall (state, group, "show", CE_SHOW_SPLIT + 1) - 1);
  if (self->canvas)
    gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->canvas), g_key_file_get_boolean (state, VIEW, "canvas", NULL));
  ce_preview_set_split (self->preview, recall_number (state, group, "split", 0.5));
  recall_view (self, state);
}

/* CeKeptFunc. */
static void
remember (GKeyFile *state, gpointer data)
{
  CeDialog   *self = data;
  const char *group = self->filter->name;
  double      zoom, x, y;
  int         width, height;

  gtk_window_get_size (GTK_WINDOW (self->dialog), &width, &height);
  g_key_file_set_integer (state, group, "width", width);
  g_key_file_set_integer (state, group, "height", height);
  g_key_file_set_integer (state, group, "controls", gtk_widget_get_allocated_width (self->controls));
  g_key_file_set_integer (state, group, "show", ce_preview_get_show (self->preview) + 1);
  g_key_file_set_double (state, group, "split", ce_preview_get_split (self->preview));

  if (ce_device_row_get_gpu (self->devices))
    g_key_file_set_string (state, DEVICES, "gpu", ce_device_row_get_gpu (self->devices));

  if (self->canvas)
    g_key_file_set_boolean (state, VIEW, "canvas", gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->canvas)));

  ce_preview_get_view (self->preview, &zoom, &x, &y);
  g_key_file_set_integer (state, VIEW, "width", gimp_drawable_get_width (self->source->drawable));
  g_key_file_set_integer (state, VIEW, "height", gimp_drawable_get_height (self->source->drawable));
  g_key_file_set_double (state, VIEW, "zoom", zoom);
  g_key_file_set_double (state, VIEW, "x", x);
  g_key_file_set_double (state, VIEW, "y", y);
}

/**
 * ce_dialog_remember:
 * @self: a dialog about to be closed
 *
 * Keeps what it looks like for the next time.
 */
void
ce_dialog_remember (CeDialog *self)
{
  g_autofree char *file = state_file ();

  ce_kept_change (file, remember, self, NULL);
}
