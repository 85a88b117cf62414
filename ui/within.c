/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The choice whether only selected pixels count, for the histogram and for thresholds that are found.
 */
#include "dialog-private.h"

#include <glib/gi18n.h>

/* Returns the choice whether only selected pixels count. */
GtkWidget *
ce_dialog_within_new (CeDialog *self)
{
  self->within.check = g_object_new (GTK_TYPE_CHECK_BUTTON, "label", _("Count what is selected only"), "name", "ce-within",
                                     "tooltip-text",
                                     _("The histogram is that of the selection, and so are thresholds that are found "
                                       "automatically"),
                                     "no-show-all", TRUE, "visible", ce_selection_get_mask (self->selection) != NULL, NULL);

  return self->within.check;
}

/* Returns whether only selected pixels count. */
gboolean
ce_dialog_is_within (CeDialog *self)
{
  return ce_selection_get_mask (self->selection) && gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->within.check));
}

/* Shows the choice if there is a selection. */
void
ce_dialog_show_within (CeDialog *self)
{
  gtk_widget_set_visible (self->within.check, ce_selection_get_mask (self->selection) != NULL);
}
