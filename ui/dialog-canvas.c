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

  self->canvas.source = 0;
  self->source->show (self->source->data, is_active (self->canvas.check) ? &self->params : NULL);
  ce_trace ("canvas: %s", is_active (self->canvas.check) ? "shown" : "as it is");

  return G_SOURCE_REMOVE;
}

/* Shows the preview or not, as the canvas and the user want it. */
static void
show_or_fold (CeDialog *self)
{
  gboolean shown = is_active (self->canvas.check), folded = shown && ! is_active (self->canvas.unfolded);

  self->state.unfolded = is_active (self->canvas.unfolded);
  gtk_widget_set_visible (self->canvas.unfolded, shown);
  ce_dialog_fold (self, folded);
}

/* What is said may change, too. */
static void
toggled (CeDialog *self)
{
  self->state.canvas = is_active (self->canvas.check);
  show_or_fold (self);
  ce_dialog_request (self);
}

/* Adds the choice, where GIMP can show a result, and the one beside it while that is on. */
void
ce_dialog_add_canvas (CeDialog *self, GtkBox *box)
{
  if (self->source->show)
    {
      self->canvas.check = g_object_new (GTK_TYPE_CHECK_BUTTON, "label", _("On canvas"), "visible", TRUE, "tooltip-text",
                                   _("Show the result on GIMP's canvas too, until this window closes"), NULL);
      g_signal_connect_swapped (self->canvas.check, "toggled", G_CALLBACK (toggled), self);
      gtk_box_pack_start (box, self->canvas.check, FALSE, FALSE, 0);
    }
  self->canvas.unfolded = g_object_new (GTK_TYPE_CHECK_BUTTON, "label", _("Preview"), "name", "ce-unfolded", "active",
                                 self->state.unfolded, "tooltip-text",
                                 _("Show the preview of this window as well, where edges can be clicked"),
                                 "no-show-all", TRUE, NULL);
  g_signal_connect_swapped (self->canvas.unfolded, "toggled", G_CALLBACK (show_or_fold), self);
  gtk_box_pack_start (box, self->canvas.unfolded, FALSE, FALSE, 0);
}

/* Shows the result there if it was shown the last time; all widgets are there. */
void
ce_dialog_recall_canvas (CeDialog *self)
{
  if (self->canvas.check)
    gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->canvas.check), self->state.canvas);
}

/* Shows them on the canvas in a moment, if the user wants that. */
void
ce_dialog_canvas_follow (CeDialog *self)
{
  if (! self->canvas.check)
    return;
  g_clear_handle_id (&self->canvas.source, g_source_remove);
  self->canvas.source = g_timeout_add (REST_MS, show, self);
}

/* Leaves the layer on the canvas as it is. */
void
ce_dialog_canvas_end (CeDialog *self)
{
  g_clear_handle_id (&self->canvas.source, g_source_remove);
  if (self->canvas.check)
    self->source->show (self->source->data, NULL);
}
