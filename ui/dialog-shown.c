/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Prints to a trace when a result is on the screen.
 */
#include "dialog-private.h"

#include <string.h>

#define NAMED "ce-"

/* The last printed places, data of the dialog. */
#define TOLD "ce-places"

/* A #GtkCallback: adds the places of widgets with a name of ours to @places. */
static void
add_place (GtkWidget *widget, gpointer places)
{
  const char *name = gtk_widget_get_name (widget);
  int         x, y;

  if (g_str_has_prefix (name, NAMED) && gtk_widget_get_mapped (widget)
      && gtk_widget_translate_coordinates (widget, gtk_widget_get_toplevel (widget), 0, 0, &x, &y))
    g_string_append_printf (places, "%s at %d %d %d %d\n", name + strlen (NAMED), x, y,
                            gtk_widget_get_allocated_width (widget), gtk_widget_get_allocated_height (widget));
  if (GTK_IS_CONTAINER (widget))
    gtk_container_forall (GTK_CONTAINER (widget), add_place, places);
}

/* Prints the places of all widgets that tests click, if they have changed; widgets in a scrolled pane move without a new
 * size of the dialog. */
void
ce_dialog_tell_places (GtkWidget *dialog)
{
  g_autoptr (GString) places = NULL;
  g_auto (GStrv)      lines = NULL;

  if (! ce_testing ()->trace)
    return;

  places = g_string_new ("");
  add_place (dialog, places);
  if (g_strcmp0 (places->str, g_object_get_data (G_OBJECT (dialog), TOLD)) == 0)
    return;

  lines = g_strsplit (places->str, "\n", -1);
  for (guint i = 0; lines[i] && *lines[i]; i++)
    ce_trace ("%s", lines[i]);
  g_object_set_data_full (G_OBJECT (dialog), TOLD, g_strdup (places->str), g_free);
}

/* A GSourceFunc that runs right after GTK's drawing. A trace's time includes the display's. */
static gboolean
drawn (gpointer data)
{
  CeDialog *self = data;

  ce_trace_mark (self->shown.generation, "draw");
  gdk_display_sync (gtk_widget_get_display (GTK_WIDGET (self->dialog)));
  ce_trace_mark (self->shown.generation, "display");
  self->shown.source = 0;

  return G_SOURCE_REMOVE;
}

/* Prints to the trace that a result was drawn. */
void
ce_dialog_shown (CePreview *preview, guint generation, CeDialog *self)
{
  if (! self->shown.seen)
    {
      ce_dialog_tell_places (GTK_WIDGET (self->dialog));
      ce_trace ("advanced: %s", self->state.advanced ? "open" : "folded");
      ce_trace ("first result");
    }
  self->shown.seen = TRUE;
  self->shown.generation = generation;
  if (ce_testing ()->trace && ! self->shown.source)
    self->shown.source = g_idle_add_full (G_PRIORITY_HIGH, drawn, self, NULL);
}
