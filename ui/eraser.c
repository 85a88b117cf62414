/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "eraser.h"

#include <glib/gi18n.h>

#include "live/erased.h"
#include "live/trace.h"

struct _CeEraser
{
  GtkWidget *row;             /* not shown where nothing is erased */
  GtkWidget *label;
  GObject   *config;          /* whose property “erased” has the points */
  gboolean   several;         /* layers are filtered */
  CePoint   *points;          /* (nullable) of the edge that is talked about */
  gsize      n_points;
  CePoint    meant;           /* that of its pixels which is told */
};

/* (transfer full) */
static char *
get_erased (CeEraser *eraser)
{
  char *erased;

  g_object_get (eraser->config, "erased", &erased, NULL);

  return erased;
}

static char *
describe (CeEraser *eraser, guint n)
{
  if (! eraser->several)
    return g_strdup_printf (g_dngettext (NULL, "%d edge erased", "%d edges erased", n), (int) n);

  return g_strdup_printf (g_dngettext (NULL, "%d edge erased in each layer", "%d edges erased in each layer", n), (int) n);
}

static void
show (CeEraser *eraser)
{
  g_autofree char *erased = get_erased (eraser);
  guint            n = ce_erased_count (erased);
  g_autofree char *text = describe (eraser, n);

  gtk_label_set_text (GTK_LABEL (eraser->label), text);
  gtk_widget_set_tooltip_text (eraser->label, text);
  gtk_widget_set_visible (eraser->row, n > 0);
  ce_trace ("erased %u: %s", n, text);
}

static void
restore_all (GtkButton *button, CeEraser *eraser)
{
  g_object_set (eraser->config, "erased", "", NULL);
}

static void
add_button (CeEraser *eraser)
{
  GtkWidget *button = gtk_button_new_with_label (_("All Back"));

  gtk_widget_set_tooltip_text (button, _("Bring all erased edges back"));
  g_signal_connect (button, "clicked", G_CALLBACK (restore_all), eraser);
  gtk_widget_set_name (button, "ce-all back");
  gtk_box_pack_start (GTK_BOX (eraser->row), button, FALSE, FALSE, 0);
}

/* (transfer full): what shows and changes the erased edges of @config; @several: several layers are filtered, all with
 * the same arguments. */
CeEraser *
ce_eraser_new (GObject *config, gboolean several)
{
  CeEraser *eraser = g_new0 (CeEraser, 1);

  eraser->config = config;
  eraser->several = several;
  eraser->row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  eraser->label = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (eraser->label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (eraser->label), PANGO_ELLIPSIZE_END);
  gtk_box_pack_start (GTK_BOX (eraser->row), eraser->label, TRUE, TRUE, 0);
  add_button (eraser);
  gtk_widget_show_all (eraser->row);
  gtk_widget_set_no_show_all (eraser->row, TRUE);
  show (eraser);
  g_signal_connect_swapped (config, "notify::erased", G_CALLBACK (show), eraser);

  return eraser;
}

/* @eraser: an eraser whose row was destroyed. */
void
ce_eraser_free (CeEraser *eraser)
{
  g_signal_handlers_disconnect_by_data (eraser->config, eraser);
  g_free (eraser->points);
  g_free (eraser);
}

/* (transfer none): how many edges are erased, and the way back. */
GtkWidget *
ce_eraser_get_row (CeEraser *eraser)
{
  return eraser->row;
}

/* @eraser: an eraser; @edge: the edge that is talked about. */
void
ce_eraser_remember (CeEraser *eraser, const CeEdge *edge)
{
  g_free (eraser->points);
  eraser->n_points = edge->found ? (gsize) edge->n_pixels : 0;
  eraser->points = g_memdup2 (edge->points, eraser->n_points * sizeof *edge->points);
  eraser->meant = (CePoint) { edge->x, edge->y };
}

/* Erases edges of each of which one pixel is known. */
void
ce_eraser_add (CeEraser *eraser, const CePoint *points, gsize n_points)
{
  g_autofree char *erased = get_erased (eraser);
  g_autofree char *more = ce_erased_add (erased, points, n_points);

  g_object_set (eraser->config, "erased", more, NULL);
}

/* Erases the edge that is talked about, or brings it back. */
void
ce_eraser_change (CeEraser *eraser, gboolean back)
{
  g_autofree char *erased = get_erased (eraser);
  g_autofree char *fewer = ce_erased_restore (erased, eraser->points, eraser->n_points);

  if (back)
    g_object_set (eraser->config, "erased", fewer, NULL);
  else if (eraser->n_points)
    ce_eraser_add (eraser, &eraser->meant, 1);
}
