/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a trace hears of the dialog when a result is on the screen.
 */
#include "dialog-private.h"

#include "engine/testing.h"

#include "recipe-row.h"

void
ce_dialog_tell_place (CeDialog *self, const char *what, GtkWidget *widget)
{
  int x, y;

  if (! gtk_widget_get_mapped (widget)
      || ! gtk_widget_translate_coordinates (widget, GTK_WIDGET (self->dialog), 0, 0, &x, &y))
    return;

  ce_trace ("%s at %d %d %d %d", what, x, y, gtk_widget_get_allocated_width (widget),
            gtk_widget_get_allocated_height (widget));
}

/* GSourceFunc, right after what GTK had to draw is drawn. Of a trace, the time
 * that the display takes for it is part. */
static gboolean
drawn (gpointer data)
{
  CeDialog *self = data;

  ce_trace_mark (self->drawn, "draw");
  gdk_display_sync (gtk_widget_get_display (GTK_WIDGET (self->dialog)));
  ce_trace_mark (self->drawn, "display");
  self->drawn_source = 0;

  return G_SOURCE_REMOVE;
}

/* Tells the trace, and where what tests click on is. */
void
ce_dialog_shown (CePreview *preview, guint generation, CeDialog *self)
{
  if (! self->seen)
    {
      ce_dialog_tell_place (self, "preview", GTK_WIDGET (preview));
      ce_dialog_tell_place (self, "save recipe", ce_recipe_row_get_save (self->recipes));
      ce_dialog_tell_place (self, "recipe menu", ce_recipe_row_get_menu (self->recipes));
      if (self->stages)
        ce_dialog_tell_place (self, "stages", self->stages);
      ce_trace ("advanced: %s", gtk_expander_get_expanded (GTK_EXPANDER (self->advanced)) ? "open" : "folded");
      ce_trace ("first result");
    }
  self->seen = TRUE;
  self->drawn = generation;
  if (ce_testing ()->trace && ! self->drawn_source)
    self->drawn_source = g_idle_add_full (G_PRIORITY_HIGH, drawn, self, NULL);
}
