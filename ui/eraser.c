/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "eraser.h"

#include <glib/gi18n.h>

#include "live/trace.h"

/* In the keeper. */
#define KEPT "ce-erased"

struct _CeEraser
{
  GtkWidget      *row;             /* not shown where nothing is erased */
  GtkWidget      *label;
  CeErased       *erased;          /* (nullable) */
  char           *layer;           /* (nullable) the only one of several that loses edges */
  GObject        *keeper;          /* of what is erased, for a dialog that opens again because OK failed */
  CePoint        *points;          /* (nullable) of the edge that is talked about */
  gsize           n_points;
  CeParams        params;          /* that it was found with */
  CeWorker       *worker;
  GSourceOnceFunc again;
  gpointer        data;
};

static char *
describe (CeEraser *eraser)
{
  guint n = ce_erased_count (eraser->erased);

  if (! eraser->layer)
    return g_strdup_printf (g_dngettext (NULL, "%d edge erased", "%d edges erased", n), (int) n);

  return g_strdup_printf (g_dngettext (NULL, "%d edge erased, of “%s” only", "%d edges erased, of “%s” only", n), (int) n,
                          eraser->layer);
}

static void
set (CeEraser *eraser, CeErased *erased)
{
  guint            n = ce_erased_count (erased);
  g_autofree char *text = NULL;

  ce_erased_unref (eraser->erased);
  eraser->erased = erased;
  g_object_set_data_full (eraser->keeper, KEPT, ce_erased_ref (erased), (GDestroyNotify) ce_erased_unref);
  text = describe (eraser);
  gtk_label_set_text (GTK_LABEL (eraser->label), text);
  gtk_widget_set_tooltip_text (eraser->label, text);
  gtk_widget_set_visible (eraser->row, n > 0);
  ce_worker_set_erased (eraser->worker, erased);
  ce_trace ("erased %u: %s", n, text);
}

static void
take (CeEraser *eraser, CeErased *erased)
{
  set (eraser, erased);
  eraser->again (eraser->data);
}

static void
undo (GtkButton *button, CeEraser *eraser)
{
  if (ce_erased_count (eraser->erased))
    take (eraser, ce_erased_drop (eraser->erased, ce_erased_count (eraser->erased) - 1));
}

/* Where no text is written, that is what Ctrl+Z undoes. */
static gboolean
key_pressed (GtkWindow *dialog, GdkEventKey *event, GtkWidget *row)
{
  CeEraser *eraser = g_object_get_data (G_OBJECT (row), "ce-eraser");

  if (event->keyval != GDK_KEY_z || ! (event->state & GDK_CONTROL_MASK) || ! ce_erased_count (eraser->erased)
      || GTK_IS_ENTRY (gtk_window_get_focus (dialog)))
    return FALSE;

  undo (NULL, eraser);

  return TRUE;
}

static void
restore (GtkButton *button, CeEraser *eraser)
{
  take (eraser, NULL);
}

static void
add_button (CeEraser *eraser, const char *label, const char *tooltip, GCallback clicked)
{
  GtkWidget *button = gtk_button_new_with_label (label);

  gtk_widget_set_tooltip_text (button, tooltip);
  g_signal_connect (button, "clicked", clicked, eraser);
  gtk_box_pack_start (GTK_BOX (eraser->row), button, FALSE, FALSE, 0);
}

/**
 * ce_eraser_new:
 * @keeper: keeps what is erased, and gives it back to the next eraser
 *
 * Returns: (transfer full): an eraser that has erased nothing yet
 */
CeEraser *
ce_eraser_new (GObject *keeper)
{
  CeEraser *eraser = g_new0 (CeEraser, 1);

  eraser->keeper = keeper;
  eraser->row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  g_object_set_data (G_OBJECT (eraser->row), "ce-eraser", eraser);
  eraser->label = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (eraser->label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (eraser->label), PANGO_ELLIPSIZE_END);
  gtk_box_pack_start (GTK_BOX (eraser->row), eraser->label, TRUE, TRUE, 0);
  add_button (eraser, _("Undo"), _("Bring the edge back that was erased last (Ctrl+Z)"), G_CALLBACK (undo));
  add_button (eraser, _("All Back"), _("Bring all erased edges back"), G_CALLBACK (restore));
  gtk_widget_show_all (eraser->row);
  gtk_widget_set_no_show_all (eraser->row, TRUE);
  gtk_widget_hide (eraser->row);

  return eraser;
}

/**
 * ce_eraser_free:
 * @eraser: an eraser whose row was destroyed
 */
void
ce_eraser_free (CeEraser *eraser)
{
  ce_erased_unref (eraser->erased);
  g_free (eraser->layer);
  g_free (eraser->points);
  g_free (eraser);
}

/**
 * ce_eraser_attach:
 * @eraser: an eraser
 * @worker: that renders without what is erased; must live as long
 * @layer: (nullable): the only one of several layers whose edges are erased
 * @again: called with @data to ask for a result
 * @data: for @again
 */
void
ce_eraser_attach (CeEraser *eraser, CeWorker *worker, const char *layer, GSourceOnceFunc again, gpointer data)
{
  CeErased *kept = g_object_get_data (eraser->keeper, KEPT);

  eraser->layer = g_strdup (layer);
  eraser->worker = worker;
  eraser->again = again;
  eraser->data = data;
  g_signal_connect_object (gtk_widget_get_toplevel (eraser->row), "key-press-event", G_CALLBACK (key_pressed), eraser->row,
                           0);
  if (ce_erased_count (kept))
    set (eraser, ce_erased_ref (kept));
}

/**
 * ce_eraser_get_row:
 * @eraser: an eraser
 *
 * Returns: (transfer none): how many edges are erased, and the way back
 */
GtkWidget *
ce_eraser_get_row (CeEraser *eraser)
{
  return eraser->row;
}

/**
 * ce_eraser_count:
 * @keeper: of an eraser, or of none
 *
 * Returns: how many edges are erased
 */
guint
ce_eraser_count (GObject *keeper)
{
  return ce_erased_count (g_object_get_data (keeper, KEPT));
}

/**
 * ce_eraser_refuse:
 * @keeper: of an eraser, or of none
 * @params: what is to be done
 * @error: return location
 *
 * Returns: %TRUE with one sentence if what is erased would be there again
 */
gboolean
ce_eraser_refuse (GObject *keeper, const CeParams *params, GError **error)
{
  if (! ce_eraser_count (keeper) || params->output != CE_OUTPUT_EFFECT || params->stage != CE_STAGE_EDGES)
    return FALSE;

  g_set_error_literal (error, CE_ERROR, CE_ERROR_INVALID,
                       _("An effect cannot leave single edges out; bring them back, or let the output be a new layer."));

  return TRUE;
}

/**
 * ce_eraser_remember:
 * @eraser: an eraser
 * @edge: the edge that is talked about
 * @params: that it was found with
 */
void
ce_eraser_remember (CeEraser *eraser, const CeEdge *edge, const CeParams *params)
{
  g_free (eraser->points);
  eraser->n_points = edge->found ? edge->n_pixels : 0;
  eraser->points = g_memdup2 (edge->points, eraser->n_points * sizeof *edge->points);
  eraser->params = *params;
}

/**
 * ce_eraser_add:
 * @eraser: an eraser
 *
 * Erases the edge that is talked about.
 */
void
ce_eraser_add (CeEraser *eraser)
{
  if (eraser->n_points)
    take (eraser, ce_erased_add (eraser->erased, eraser->points, eraser->n_points, &eraser->params));
}

/**
 * ce_eraser_drop:
 * @eraser: an eraser
 * @index: one of those that are erased
 *
 * Brings it back.
 */
void
ce_eraser_drop (CeEraser *eraser, guint index)
{
  take (eraser, ce_erased_drop (eraser->erased, index));
}
