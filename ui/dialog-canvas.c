/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The choice to show the result on GIMP's canvas. The dialog's own preview folds then, and the window is as small as GIMP's
 * own dialogs. GIMP reports no click on the canvas to a plug-in, so the user unfolds the preview to click an edge.
 */
#include "dialog-private.h"

#include <glib/gi18n.h>

static gboolean
is_active (GtkWidget *check)
{
  return check && gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (check));
}

/* Shows or folds the preview, as the canvas and the user want it. */
static void
show_or_fold (CeDialog *self)
{
  gboolean shown = is_active (self->canvas.check), folded = shown && ! is_active (self->canvas.unfolded);

  self->state.unfolded = is_active (self->canvas.unfolded);
  gtk_widget_set_visible (self->canvas.unfolded, shown);
  if (folded && self->viewed_stage >= 0)        /* a stage to look at has no place on the canvas */
    ce_dialog_view_stage (self, ce_dialog_get_stage (self));
  ce_dialog_fold (self, folded);
}

/* Follows a change of the choice; the status line may change, too. */
static void
toggled (CeDialog *self)
{
  self->state.canvas = is_active (self->canvas.check);
  show_or_fold (self);
  ce_dialog_request (self);
}

/* Adds the choice if GIMP can show a result, and beside it the choice of the preview, shown while the first one is on. */
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

/* Shows the result on the canvas if it was shown the last time; all widgets exist. */
void
ce_dialog_recall_canvas (CeDialog *self)
{
  if (self->canvas.check)
    gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->canvas.check), self->state.canvas);
}
