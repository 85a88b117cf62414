/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The result on GIMP's canvas, which follows the parameters when they rest:
 * GIMP's main loop computes it, and answers nobody meanwhile.
 */
#include "dialog-private.h"

#include <glib/gi18n.h>

/* How long parameters rest, milliseconds. */
#define REST_MS 120

static gboolean
is_wanted (CeDialog *self)
{
  return self->canvas && gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->canvas));
}

/* GSourceFunc. */
static gboolean
show (gpointer data)
{
  CeDialog *self = data;

  self->canvas_source = 0;
  self->source->show (self->source->data, is_wanted (self) ? &self->params : NULL);
  ce_trace ("canvas: %s", is_wanted (self) ? "shown" : "as it is");

  return G_SOURCE_REMOVE;
}

/* What is said may change, too. */
static void
toggled (GtkToggleButton *button, CeDialog *self)
{
  ce_dialog_fold (self);
  if (self->render)
    ce_dialog_request (self);
}

/* (nullable): the choice; %NULL where GIMP cannot show a result. */
GtkWidget *
ce_dialog_canvas_new (CeDialog *self)
{
  if (! self->source->show)
    return NULL;

  self->canvas = gtk_check_button_new_with_label (_("On canvas"));
  gtk_widget_set_tooltip_text (self->canvas, _("Show the result on GIMP's canvas too, until this window closes"));
  g_signal_connect (self->canvas, "toggled", G_CALLBACK (toggled), self);
  gtk_widget_show (self->canvas);

  return self->canvas;
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
