/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is where in the dialog, and how large it was the last time.
 */
#include "dialog-private.h"

#include <glib/gi18n.h>

#include "controls.h"
#include "preview-bar.h"
#include "recipe-row.h"
#include "tools.h"

/* Size of the small pictures of stages, logical pixels. */
#define DETAIL_WIDTH 76
#define DETAIL_HEIGHT 57

static char *
state_file (void)
{
  return g_build_filename (gimp_directory (), "cuda-edges-dialogs.ini", NULL);
}

static GKeyFile *
load_state (void)
{
  g_autofree char *file = state_file ();
  GKeyFile        *state = g_key_file_new ();

  g_key_file_load_from_file (state, file, G_KEY_FILE_NONE, NULL);

  return state;
}

static int
recall (GKeyFile *state, const char *group, const char *key, int otherwise)
{
  int value = g_key_file_get_integer (state, group, key, NULL);

  return value > 0 ? value : otherwise;
}

/* As it was the last time, if that fits the screen. */
static void
set_default_size (CeDialog *self)
{
  g_autoptr (GKeyFile) state = load_state ();
  GdkDisplay          *display = gdk_display_get_default ();
  GdkMonitor          *monitor = gdk_display_get_primary_monitor (display);
  GdkRectangle         area;

  gdk_monitor_get_workarea (monitor ? monitor : gdk_display_get_monitor (display, 0), &area);
  gtk_window_set_default_size (GTK_WINDOW (self->dialog),
                               MIN (recall (state, self->filter->name, "width", 1240), area.width - 40),
                               MIN (recall (state, self->filter->name, "height", 860), area.height - 60));
  ce_preview_set_show (self->preview, recall (state, self->filter->name, "show", CE_SHOW_SPLIT + 1) - 1);
}

/**
 * ce_dialog_remember:
 * @self: a dialog about to be closed
 *
 * Keeps its size and what its preview shows for the next time.
 */
void
ce_dialog_remember (CeDialog *self)
{
  g_autoptr (GKeyFile) state = load_state ();
  g_autofree char     *file = state_file ();
  int                  width, height;

  gtk_window_get_size (GTK_WINDOW (self->dialog), &width, &height);
  g_key_file_set_integer (state, self->filter->name, "width", width);
  g_key_file_set_integer (state, self->filter->name, "height", height);
  g_key_file_set_integer (state, self->filter->name, "show", ce_preview_get_show (self->preview) + 1);
  g_key_file_save_to_file (state, file, NULL);
}

/* The stages show the middle of the view. */
static void
view_changed (CePreview *preview, CeDialog *self)
{
  int factor = gtk_widget_get_scale_factor (GTK_WIDGET (preview));
  int x, y, width = DETAIL_WIDTH * factor, height = DETAIL_HEIGHT * factor;

  if (! self->canny || ! self->worker)
    return;

  ce_preview_get_detail (preview, &x, &y, &width, &height);
  ce_worker_set_detail (self->worker, x, y, width, height);
}

static GtkWidget *
new_preview_side (CeDialog *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *frame = gtk_frame_new (NULL);
  GtkWidget *preview = ce_preview_new (gimp_drawable_get_width (self->source->drawable),
                                       gimp_drawable_get_height (self->source->drawable));
  GtkWidget *status = ce_status_line_new ();

  self->preview = CE_PREVIEW (preview);
  self->status = CE_STATUS_LINE (status);
  set_default_size (self);
  gtk_widget_set_size_request (preview, 400, 300);
  gtk_frame_set_shadow_type (GTK_FRAME (frame), GTK_SHADOW_IN);
  gtk_container_add (GTK_CONTAINER (frame), preview);
  gtk_box_pack_start (GTK_BOX (box), frame, TRUE, TRUE, 0);
  gtk_box_pack_start (GTK_BOX (box), ce_preview_bar_new (self->preview, self->selection != NULL), FALSE, FALSE, 0);
  if (self->canny)
    gtk_box_pack_start (GTK_BOX (box), ce_canny_get_stages (self->canny), FALSE, FALSE, 0);
  gtk_box_pack_start (GTK_BOX (box), status, FALSE, FALSE, 0);
  g_signal_connect (preview, "view-changed", G_CALLBACK (view_changed), self);
  gtk_widget_show_all (box);

  return box;
}

static void
compare_clicked (GtkWidget *button, CeDialog *self)
{
  self->compare = ce_compare_new (GTK_WINDOW (self->dialog), self->preview, self->filter);
  ce_worker_compare (self->worker, TRUE);
  ce_compare_run (self->compare);
  ce_worker_compare (self->worker, FALSE);
  g_clear_pointer (&self->compare, ce_compare_free);
}

/* Canny's rows are too many for a small screen. */
static GtkWidget *
new_scroller (GtkWidget *controls)
{
  GtkWidget         *scroller = gtk_scrolled_window_new (NULL, NULL);
  GtkScrolledWindow *window = GTK_SCROLLED_WINDOW (scroller);

  gtk_scrolled_window_set_policy (window, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (window, TRUE);
  gtk_scrolled_window_set_overlay_scrolling (window, FALSE);
  gtk_container_add (GTK_CONTAINER (scroller), controls);
  gtk_widget_show (scroller);

  return scroller;
}

/**
 * ce_dialog_fill:
 * @self: a dialog
 *
 * Puts everything in it.
 */
void
ce_dialog_fill (CeDialog *self)
{
  GtkWidget *content = gtk_dialog_get_content_area (GTK_DIALOG (self->dialog));
  GtkWidget *sides = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *controls = ce_controls_new (self->dialog, self->config, self->filter);

  if (self->filter->id == CE_FILTER_CANNY)
    {
      self->canny = ce_canny_new (self->config, self->filter);
      ce_controls_insert (controls, "thresholds", ce_canny_get_histogram (self->canny));
      gtk_widget_show (ce_canny_get_histogram (self->canny));
    }
  self->recipes = ce_recipe_row_new (self->config, self->filter);
  ce_controls_put_first (controls, self->recipes, ce_recipe_row_get_label (self->recipes));
  self->tools = ce_tools_new (self->config, self->filter, G_CALLBACK (compare_clicked), self);
  gtk_box_pack_end (GTK_BOX (controls), self->tools, FALSE, FALSE, 0);
  gtk_box_pack_start (GTK_BOX (sides), new_preview_side (self), TRUE, TRUE, 0);
  gtk_box_pack_start (GTK_BOX (sides), new_scroller (controls), FALSE, FALSE, 0);
  gtk_box_pack_start (GTK_BOX (content), sides, TRUE, TRUE, 0);
  gtk_widget_show (controls);
  gtk_widget_show (sides);
}

