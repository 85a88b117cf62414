/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What OK will do, always in sight, and what few need, folded.
 */
#include "dialog-private.h"

#include "engine/testing.h"

#include <glib/gi18n.h>

#include "line-color.h"
#include "tools.h"

/* The GPU that is chosen, else the best. Whoever develops without one may
 * compare with another place, such as "cpu:plain". */
static CePlace
get_compared (CeDialog *self)
{
  const char *other = ce_testing ()->compare_with;
  CePlace     place;

  if (! (other && ce_place_parse (&place, other, NULL))
      && ! (ce_device_row_get_place (self->devices, &place) && place.choice == CE_BACKEND_CUDA))
    place = ce_place (CE_BACKEND_CUDA);

  return place;
}

static void
compare_clicked (GtkWidget *button, CeDialog *self)
{
  CePlace other = get_compared (self);

  self->compare = ce_compare_new (GTK_WINDOW (self->dialog), self->filter);
  ce_render_compare (self->render, &other);
  ce_compare_run (self->compare);
  ce_render_compare (self->render, NULL);
  g_clear_pointer (&self->compare, ce_compare_free);
}

static void
tell_folded (GtkExpander *expander, GParamSpec *pspec, gpointer data)
{
  ce_trace ("advanced: %s", gtk_expander_get_expanded (expander) ? "open" : "folded");
}

/* What few need: folded, but as it was the last time. */
GtkWidget *
ce_dialog_advanced_new (CeDialog *self)
{
  GtkWidget *rows = self->rows->advanced;

  gtk_box_pack_start (GTK_BOX (rows), ce_status_line_get_time (self->status), FALSE, FALSE, 0);
  gtk_box_pack_start (GTK_BOX (rows), ce_tools_new (self->config, self->filter, self->source->image, self->status,
                                                    G_CALLBACK (compare_clicked), self), FALSE, FALSE, 0);
  self->advanced = gtk_expander_new (_("Advanced"));
  gtk_widget_set_name (gtk_expander_get_label_widget (GTK_EXPANDER (self->advanced)), "ce-advanced");
  g_signal_connect (self->advanced, "notify::expanded", G_CALLBACK (tell_folded), NULL);
  gtk_container_add (GTK_CONTAINER (self->advanced), rows);
  gtk_widget_set_margin_top (rows, 6);
  gtk_widget_show_all (self->advanced);

  return self->advanced;
}

/* GSourceOnceFunc. */
static void
line_color_changed (gpointer data)
{
  ce_dialog_request (data);
}

/* What OK will do, always in sight. */
GtkWidget *
ce_dialog_strip_new (CeDialog *self)
{
  GtkWidget *strip = self->rows->strip;
  GtkWidget *line = gtk_separator_new (GTK_ORIENTATION_HORIZONTAL);
  GtkWidget *last = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);

  gtk_box_pack_start (GTK_BOX (strip), line, FALSE, FALSE, 0);
  gtk_box_reorder_child (GTK_BOX (strip), line, 0);
  if (ce_dialog_canvas_new (self))
    gtk_box_pack_start (GTK_BOX (last), self->canvas, FALSE, FALSE, 0);
  gtk_box_pack_start (GTK_BOX (last), ce_dialog_unfolded_new (self), FALSE, FALSE, 0);
  self->line_color = ce_line_color_new (self->filter, line_color_changed, self);
  gtk_box_pack_end (GTK_BOX (last), self->line_color, FALSE, TRUE, 0);
  gtk_box_pack_start (GTK_BOX (strip), last, FALSE, FALSE, 0);
  gtk_widget_set_margin_end (strip, 12);        /* as the rows above have it, where they are scrolled */
  gtk_widget_set_name (strip, "ce-strip");
  gtk_widget_show (line);
  gtk_widget_show (last);
  gtk_widget_show (strip);

  return strip;
}
