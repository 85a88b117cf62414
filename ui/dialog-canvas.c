/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The result on GIMP's canvas, which follows the parameters when they rest:
 * GIMP's main loop computes it, and answers nobody meanwhile. The dialog's own preview folds away then, and
 * the window is as small as GIMP's own dialogs. A plug-in hears of no click on the canvas: to ask about an
 * edge the preview is unfolded.
 */
#include "dialog-private.h"

#include <glib/gi18n.h>

/* How long parameters rest, milliseconds. */
#define REST_MS 120

static gboolean
is_active (GtkWidget *check)
{
  return check && gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (check));
}

/* GSourceFunc. */
static gboolean
show (gpointer data)
{
  CeDialog *self = data;

  self->canvas_source = 0;
  self->source->show (self->source->data, is_active (self->canvas) ? &self->params : NULL);
  ce_trace ("canvas: %s", is_active (self->canvas) ? "shown" : "as it is");

  return G_SOURCE_REMOVE;
}

/* Of the small window, logical pixels. */
#define SMALL_WIDTH 420
#define SMALL_HEIGHT 560

/* The status line is where there is something to see. */
static void
move_status (CeDialog *self)
{
  GtkWidget *status = g_object_ref (self->status);

  gtk_container_remove (GTK_CONTAINER (gtk_widget_get_parent (status)), status);
  gtk_box_pack_end (GTK_BOX (self->is_folded ? self->controls : self->bottom), status, ! self->is_folded, TRUE, 0);
  g_object_unref (status);
}

static void
fold (CeDialog *self)
{
  GtkWindow *window = GTK_WINDOW (self->dialog);

  if (gtk_widget_get_mapped (GTK_WIDGET (window)))
    gtk_window_get_size (window, &self->full_width, &self->full_height);
  gtk_widget_hide (self->preview_side);
  move_status (self);
  if (gtk_widget_get_mapped (GTK_WIDGET (window)))
    gtk_window_resize (window, SMALL_WIDTH, SMALL_HEIGHT);
  else
    gtk_window_set_default_size (window, SMALL_WIDTH, SMALL_HEIGHT);
}

static void
unfold (CeDialog *self)
{
  gtk_widget_show (self->preview_side);
  move_status (self);
  gtk_window_resize (GTK_WINDOW (self->dialog), self->full_width, self->full_height);
  self->controls_width = self->wanted_width;
}

/* Shows the preview or not, as the canvas and the user want it. */
static void
show_or_fold (CeDialog *self)
{
  gboolean folded = is_active (self->canvas) && ! is_active (self->unfolded);

  gtk_widget_set_visible (self->unfolded, is_active (self->canvas));
  if (folded == self->is_folded)
    return;

  self->is_folded = folded;
  gtk_widget_set_visible (self->help, ! folded);
  ce_dialog_make_narrow (self, folded);
  if (folded)
    fold (self);
  else
    unfold (self);
  ce_trace ("preview: %s", folded ? "folded" : "open");
}

/* What is said may change, too. */
static void
toggled (CeDialog *self)
{
  show_or_fold (self);
  if (self->timer)
    ce_dialog_request (self);
}

/* Adds the choice, where GIMP can show a result, and the one beside it while that is on. */
void
ce_dialog_add_canvas (CeDialog *self, GtkBox *box)
{
  if (self->source->show)
    {
      self->canvas = g_object_new (GTK_TYPE_CHECK_BUTTON, "label", _("On canvas"), "visible", TRUE, "tooltip-text",
                                   _("Show the result on GIMP's canvas too, until this window closes"), NULL);
      g_signal_connect_swapped (self->canvas, "toggled", G_CALLBACK (toggled), self);
      gtk_box_pack_start (box, self->canvas, FALSE, FALSE, 0);
    }
  self->unfolded = g_object_new (GTK_TYPE_CHECK_BUTTON, "label", _("Preview"), "name", "ce-unfolded", "tooltip-text",
                                 _("Show the preview of this window as well, where edges can be clicked"),
                                 "no-show-all", TRUE, NULL);
  g_signal_connect_swapped (self->unfolded, "toggled", G_CALLBACK (show_or_fold), self);
  gtk_box_pack_start (box, self->unfolded, FALSE, FALSE, 0);
}

/* Shows them on the canvas in a moment, if the user wants that. */
void
ce_dialog_canvas_follow (CeDialog *self)
{
  if (! self->canvas)
    return;
  g_clear_handle_id (&self->canvas_source, g_source_remove);
  self->canvas_source = g_timeout_add (REST_MS, show, self);
}

/* Leaves the layer on the canvas as it is. */
void
ce_dialog_canvas_end (CeDialog *self)
{
  g_clear_handle_id (&self->canvas_source, g_source_remove);
  if (self->canvas)
    self->source->show (self->source->data, NULL);
}
