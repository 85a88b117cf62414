/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "edges.h"

#include <glib/gi18n.h>

#include "live/erased.h"
#include "live/trace.h"

struct _CeEdges
{
  GObject    *config;
  gboolean    several;         /* layers are filtered */
  CePreview  *preview;
  CeRender   *render;
  GtkBuilder *layout;          /* how many are erased; the popover where an edge was clicked */
  CeEdge      edge;            /* that it is about */
};

static GtkWidget *
get (CeEdges *edges, const char *id)
{
  return GTK_WIDGET (gtk_builder_get_object (edges->layout, id));
}

static void
show_erased (CeEdges *edges)
{
  g_autofree char *erased = NULL, *text = NULL;
  gboolean         pickable;
  GtkWidget       *label = get (edges, "erased");
  guint            n;

  g_object_get (edges->config, "erased", &erased, NULL);
  n = ce_erased_count (erased);
  g_object_get (edges->preview, "pickable", &pickable, NULL);
  text = n == 0 ? g_strdup (pickable ? _("Click an edge to keep or drop it") : "")
         : edges->several ? g_strdup_printf (g_dngettext (NULL, "%d edge erased in each layer", "%d edges erased in each layer",
                                                        n), (int) n)
                          : g_strdup_printf (g_dngettext (NULL, "%d edge erased", "%d edges erased", n), (int) n);
  if (g_str_equal (text, gtk_label_get_text (GTK_LABEL (label))))
    return;

  gtk_label_set_text (GTK_LABEL (label), text);
  gtk_widget_set_tooltip_text (label, text);
  gtk_widget_set_visible (get (edges, "back"), n > 0);
  ce_trace ("erased %u: %s", n, text);
}

static void
restore_all (CeEdges *edges)
{
  g_object_set (edges->config, "erased", "", NULL);
}

/* @edges: (nullable): edges whose widgets were destroyed. */
void
ce_edges_free (CeEdges *edges)
{
  if (! edges)
    return;

  g_signal_handlers_disconnect_by_data (edges->config, edges);
  g_object_unref (edges->layout);
  g_free (edges->edge.points);
  g_free (edges);
}

/* (transfer none): how many edges are erased, and the way back. */
GtkWidget *
ce_edges_get_row (CeEdges *edges)
{
  return get (edges, "row");
}

/* Erases edges of each of which one pixel is known. */
static void
erase (CeEdges *edges, const CePoint *points, gsize n_points)
{
  g_autofree char *erased = NULL, *more = NULL;

  g_object_get (edges->config, "erased", &erased, NULL);
  more = ce_erased_add (erased, points, n_points);
  g_object_set (edges->config, "erased", more, NULL);
}

static void
bring_back (CeEdges *edges)
{
  g_autofree char *erased = NULL, *fewer = NULL;

  g_object_get (edges->config, "erased", &erased, NULL);
  fewer = ce_erased_restore (erased, edges->edge.points, (gsize) edges->edge.n_pixels);
  g_object_set (edges->config, "erased", fewer, NULL);
}

static void
erase_clicked (CeEdges *edges)
{
  gtk_popover_popdown (GTK_POPOVER (get (edges, "popover")));
  if (edges->edge.erased >= 0)
    bring_back (edges);
  else
    erase (edges, &(CePoint) { edges->edge.x, edges->edge.y }, 1);
}

static void
change_clicked (CeEdges *edges)
{
  gtk_popover_popdown (GTK_POPOVER (get (edges, "popover")));
  g_object_set (edges->config, "thresholds", "manual", "low", edges->edge.new_low, "high", edges->edge.new_high, NULL);
}

static void
set_text (CeEdges *edges, const char *id, const char *text)
{
  GtkWidget *label = get (edges, id);

  gtk_label_set_text (GTK_LABEL (label), text);
  gtk_widget_set_visible (label, text && *text);
}

/* An edge in the preview was clicked; the answer is being looked for. */
static void
picked (CePreview *preview, int x, int y, int reach, GdkRectangle *at, CeEdges *edges)
{
  ce_render_explain (edges->render, x, y, reach);
  gtk_popover_set_pointing_to (GTK_POPOVER (get (edges, "popover")), at);
  g_object_set (get (edges, "spinner"), "visible", TRUE, "active", TRUE, NULL);
  set_text (edges, "title", _("Following this edge…"));
  set_text (edges, "reason", NULL);
  set_text (edges, "change", NULL);
  gtk_widget_hide (get (edges, "button"));
  gtk_widget_hide (get (edges, "erase"));
  gtk_popover_popup (GTK_POPOVER (get (edges, "popover")));
}

/* The user went over edges. */
static void
touched (CePreview *preview, const CeTouch *touch, CeEdges *edges)
{
  ce_render_find_touched (edges->render, touch);
}

static void
closed (CeEdges *edges)
{
  ce_render_explain (edges->render, 0, 0, -1);
  ce_preview_set_highlight (edges->preview, NULL, 0);
}

/* (transfer full): what shows and changes the edges of @config; @several: several layers are filtered, all with the same
 * arguments. */
CeEdges *
ce_edges_new (GObject *config, gboolean several, CePreview *preview, CeRender *render)
{
  CeEdges *edges = g_new0 (CeEdges, 1);

  edges->config = config;
  edges->several = several;
  edges->preview = preview;
  edges->render = render;
  edges->layout = gtk_builder_new_from_resource ("/cuda-edges/layout/edges.ui");
  gtk_builder_add_callback_symbols (edges->layout, "restore_all", G_CALLBACK (restore_all), "closed", G_CALLBACK (closed),
                                    "change_clicked", G_CALLBACK (change_clicked), "erase_clicked",
                                    G_CALLBACK (erase_clicked), NULL);
  gtk_builder_connect_signals (edges->layout, edges);
  gtk_popover_set_relative_to (GTK_POPOVER (get (edges, "popover")), GTK_WIDGET (preview));
  show_erased (edges);
  g_signal_connect_swapped (config, "notify::erased", G_CALLBACK (show_erased), edges);
  g_signal_connect_swapped (preview, "notify::pickable", G_CALLBACK (show_erased), edges);
  g_signal_connect (preview, "picked", G_CALLBACK (picked), edges);
  g_signal_connect (preview, "touched", G_CALLBACK (touched), edges);

  return edges;
}

/* What was clicked is elsewhere now, or another. */
void
ce_edges_leave (CeEdges *edges)
{
  gtk_popover_popdown (GTK_POPOVER (get (edges, "popover")));
}

static char *
describe_reason (const CeEdge *edge)
{
  g_autofree char *pixels = NULL;

  if (! edge->found)
    return g_strdup (_("There is no edge here, however weak."));
  if (! edge->kept && edge->new_low < edge->low)
    return g_strdup (_("Here its gradient is not above the low threshold."));

  pixels = g_strdup_printf (g_dngettext (NULL, "It has %d pixel.", "It has %d pixels.", (gulong) edge->n_pixels),
                            (int) edge->n_pixels);

  return g_strconcat (pixels, " ",
                      edge->kept ? _("At its strongest it is above the high threshold.")
                                  : _("Nowhere is it above the high threshold."), NULL);
}

static void
describe_others (const CeEdge *edge, GString *text)
{
  gulong      n = (gulong) edge->n_others;
  const char *format = edge->kept ? g_dngettext (NULL, "It takes %d other edge as well.", "It takes %d other edges as well.", n)
                                  : g_dngettext (NULL, "It brings %d other edge as well.",
                                                 "It brings %d other edges as well.", n);

  g_string_append_c (text, '\n');
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  g_string_append_printf (text, format, (int) edge->n_others);
#pragma GCC diagnostic pop
}

static char *
describe_change (CeEdges *edges, const CeEdge *edge)
{
  GString         *text = g_string_new (NULL);
  g_autofree char *thresholds = NULL;

  if (! edge->possible)
    {
      g_string_append (text, _("No high threshold is large enough to drop it."));
      return g_string_free (text, FALSE);
    }

  g_object_get (edges->config, "thresholds", &thresholds, NULL);
  if (edge->new_low != edge->low)
    g_string_append_printf (text, _("Low threshold %g → %g"), edge->low, edge->new_low);
  if (edge->new_high != edge->high)
    {
      g_string_append (text, text->len ? "\n" : "");
      g_string_append_printf (text, _("High threshold %g → %g"), edge->high, edge->new_high);
    }
  if (edge->n_others >= 0)
    describe_others (edge, text);
  if (! g_str_equal (thresholds, "manual"))
    g_string_append_printf (text, "\n%s", _("The thresholds become manual."));

  return g_string_free (text, FALSE);
}

/* Shows what can be done. */
static void
answer (CeEdges *edges, const CeEdge *edge)
{
  gboolean         erased = edge->found && edge->erased >= 0, changes = edge->found && edge->possible && ! erased;
  g_autofree char *reason = describe_reason (edge);
  g_autofree char *change = edge->found && ! erased ? describe_change (edges, edge) : NULL;
  GtkWidget       *button = get (edges, "button"), *other = get (edges, "erase");

  ce_trace ("edge of %d pixels, %d others", (int) edge->n_pixels, (int) edge->n_others);
  g_object_set (get (edges, "spinner"), "visible", FALSE, "active", FALSE, NULL);
  set_text (edges, "title", ! edge->found ? NULL : erased ? _("This edge is erased")
                          : edge->kept ? _("This edge is kept") : _("This edge is dropped"));
  set_text (edges, "reason", reason);
  set_text (edges, "change", change);
  gtk_button_set_label (GTK_BUTTON (button), edge->kept ? _("Drop Edges Like This") : _("Keep Edges Like This"));
  gtk_widget_set_visible (button, changes);
  gtk_button_set_label (GTK_BUTTON (other), erased ? _("Bring This Edge Back") : _("Erase This Edge Only"));
  gtk_widget_set_visible (other, erased || (edge->found && edge->kept));
  if (gtk_widget_get_visible (button) || gtk_widget_get_visible (other))
    gtk_widget_grab_focus (changes ? button : other);
}

/* What the render thread reports of edges. */
void
ce_edges_handle (CeEdges *edges, const CeEvent *event)
{
  if (event->kind == CE_EVENT_TOUCHED)
    erase (edges, (const CePoint *) (gconstpointer) event->touched->data, event->touched->len);
  if (event->kind != CE_EVENT_EXPLAINED || ! gtk_widget_get_visible (get (edges, "popover")))
    return;

  g_free (edges->edge.points);
  edges->edge = *event->edge;
  edges->edge.points = g_memdup2 (event->edge->points, (gsize) event->edge->n_pixels * sizeof *event->edge->points);
  answer (edges, &edges->edge);
  ce_preview_set_highlight (edges->preview, edges->edge.points, (gsize) edges->edge.n_pixels);
}
