/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a trace hears of the dialog when a result is on the screen.
 */
#include "dialog-private.h"

#include <string.h>

#include "engine/testing.h"

#define NAMED "ce-"

/* A #GtkCallback: tells where widgets are that have a name of ours. */
static void
tell_place (GtkWidget *widget, gpointer dialog)
{
  const char *name = gtk_widget_get_name (widget);
  int         x, y;

  if (g_str_has_prefix (name, NAMED) && gtk_widget_get_mapped (widget)
      && gtk_widget_translate_coordinates (widget, dialog, 0, 0, &x, &y))
    ce_trace ("%s at %d %d %d %d", name + strlen (NAMED), x, y, gtk_widget_get_allocated_width (widget),
              gtk_widget_get_allocated_height (widget));
  if (GTK_IS_CONTAINER (widget))
    gtk_container_forall (GTK_CONTAINER (widget), tell_place, dialog);
}

/* Tells where everything is that tests click on. */
void
ce_dialog_tell_places (GtkWidget *dialog)
{
  if (ce_testing ()->trace)
    tell_place (dialog, dialog);
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

/* Tells the trace. */
void
ce_dialog_shown (CePreview *preview, guint generation, CeDialog *self)
{
  if (! self->seen)
    {
      ce_dialog_tell_places (GTK_WIDGET (self->dialog));
      ce_trace ("advanced: %s", gtk_expander_get_expanded (GTK_EXPANDER (self->advanced)) ? "open" : "folded");
      ce_trace ("first result");
    }
  self->seen = TRUE;
  self->drawn = generation;
  if (ce_testing ()->trace && ! self->drawn_source)
    self->drawn_source = g_idle_add_full (G_PRIORITY_HIGH, drawn, self, NULL);
}
