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

static void
take (CeEraser *eraser, char *erased)
{
  g_object_set (eraser->config, "erased", erased, NULL);
  g_free (erased);
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
erased_changed (GObject *config, GParamSpec *spec, GtkWidget *row)
{
  show (g_object_get_data (G_OBJECT (row), "ce-eraser"));
}

static void
restore_all (GtkButton *button, CeEraser *eraser)
{
  g_object_set (eraser->config, "erased", "", NULL);
}

/* Where tests click. */
static void
button_allocated (GtkWidget *button, GdkRectangle *at, gpointer data)
{
  int x, y;

  if (gtk_widget_translate_coordinates (button, gtk_widget_get_toplevel (button), 0, 0, &x, &y))
    ce_trace ("all back at %d %d %d %d", x, y, at->width, at->height);
}

static void
add_button (CeEraser *eraser)
{
  GtkWidget *button = gtk_button_new_with_label (_("All Back"));

  gtk_widget_set_tooltip_text (button, _("Bring all erased edges back"));
  g_signal_connect (button, "clicked", G_CALLBACK (restore_all), eraser);
  g_signal_connect_after (button, "size-allocate", G_CALLBACK (button_allocated), NULL);
  gtk_box_pack_start (GTK_BOX (eraser->row), button, FALSE, FALSE, 0);
}

/* (transfer full): what shows and changes their erased edges. */
CeEraser *
ce_eraser_new (GObject *config)
{
  CeEraser *eraser = g_new0 (CeEraser, 1);

  eraser->config = config;
  eraser->row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  g_object_set_data (G_OBJECT (eraser->row), "ce-eraser", eraser);
  eraser->label = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (eraser->label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (eraser->label), PANGO_ELLIPSIZE_END);
  gtk_box_pack_start (GTK_BOX (eraser->row), eraser->label, TRUE, TRUE, 0);
  add_button (eraser);
  gtk_widget_show_all (eraser->row);
  gtk_widget_set_no_show_all (eraser->row, TRUE);
  gtk_widget_hide (eraser->row);

  return eraser;
}

/* @eraser: an eraser whose row was destroyed. */
void
ce_eraser_free (CeEraser *eraser)
{
  g_free (eraser->points);
  g_free (eraser);
}

/* @eraser: an eraser whose row is in a window; @several: several layers are filtered, all with the same arguments. */
void
ce_eraser_attach (CeEraser *eraser, gboolean several)
{
  eraser->several = several;
  g_signal_connect_object (eraser->config, "notify::erased", G_CALLBACK (erased_changed), eraser->row, 0);
  show (eraser);
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

/* Erases the edge that is talked about. */
void
ce_eraser_add (CeEraser *eraser)
{
  g_autofree char *erased = get_erased (eraser);

  if (eraser->n_points)
    take (eraser, ce_erased_add (erased, &eraser->meant, 1));
}

/* Erases edges of each of which one pixel is known. */
void
ce_eraser_add_all (CeEraser *eraser, const GArray *points)
{
  g_autofree char *erased = get_erased (eraser);

  if (points->len > 0)
    take (eraser, ce_erased_add (erased, (const CePoint *) (gconstpointer) points->data, points->len));
}

/* Brings the edge back that is talked about. */
void
ce_eraser_restore (CeEraser *eraser)
{
  g_autofree char *erased = get_erased (eraser);

  take (eraser, ce_erased_restore (erased, eraser->points, eraser->n_points));
}
