/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The color of transparent lines, GIMP's foreground color. Choosing another color changes it in GIMP, and a cancelled dialog
 * restores it.
 */
#include "dialog-private.h"

#include <glib/gi18n.h>

static void
color_changed (GimpColorButton *button, CeDialog *self)
{
  g_autoptr (GObject) color = G_OBJECT (gimp_color_button_get_color (button));

  if (! self->line_color.first)
    self->line_color.first = gimp_context_get_foreground ();
  gimp_context_set_foreground (GEGL_COLOR (color));
  ce_dialog_request (self);
}

/* Returns a row with a label and a button, shown if lines have a color. */
GtkWidget *
ce_dialog_line_color_new (CeDialog *self)
{
  GtkWidget          *label = g_object_new (GTK_TYPE_LABEL, "label", _("Line color"), "ellipsize", PANGO_ELLIPSIZE_END,
                                            "visible", TRUE, NULL);
  g_autoptr (GObject) color = G_OBJECT (gimp_context_get_foreground ());

  self->line_color.button = gimp_color_button_new (_("Line color"), 40, 16, GEGL_COLOR (color), GIMP_COLOR_AREA_FLAT);
  g_object_set (self->line_color.button, "name", "ce-line color", "visible", TRUE, "tooltip-text",
                _("The color of transparent lines, GIMP's foreground color; choosing another one here changes it in GIMP, too"),
                NULL);
  g_signal_connect (self->line_color.button, "color-changed", G_CALLBACK (color_changed), self);
  self->line_color.row = g_object_new (GTK_TYPE_BOX, "spacing", 6, "no-show-all", TRUE, NULL);
  gtk_box_pack_start (GTK_BOX (self->line_color.row), label, FALSE, TRUE, 0);
  gtk_box_pack_start (GTK_BOX (self->line_color.row), self->line_color.button, FALSE, FALSE, 0);

  return self->line_color.row;
}

/* Shows the row if lines have a color. */
void
ce_dialog_show_line_color (CeDialog *self, gboolean shown)
{
  gtk_widget_set_visible (self->line_color.row, shown);
}

/* Follows GIMP's foreground color, which the user may have changed there. */
void
ce_dialog_follow_line_color (CeDialog *self)
{
  g_autoptr (GObject) color = G_OBJECT (gimp_context_get_foreground ());

  g_signal_handlers_block_by_func (self->line_color.button, color_changed, self);
  gimp_color_button_set_color (GIMP_COLOR_BUTTON (self->line_color.button), GEGL_COLOR (color));
  g_signal_handlers_unblock_by_func (self->line_color.button, color_changed, self);
}

/* Restores GIMP's foreground color, because the dialog was cancelled. */
void
ce_dialog_give_line_color_back (CeDialog *self)
{
  if (self->line_color.first)
    gimp_context_set_foreground (self->line_color.first);
}
