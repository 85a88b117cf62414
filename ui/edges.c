/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Canny's edges in the preview. A click explains an edge, which can then be kept, dropped or erased; a drag erases the edges
 * under it. Erased edges are the argument “erased” of the procedure, so every change of that argument erases or restores
 * edges.
 */
#include "dialog-private.h"

#include <glib/gi18n.h>

#include "live/erased.h"

static GtkWidget *
get (CeDialog *self, const char *id)
{
  return GTK_WIDGET (gtk_builder_get_object (self->edges.layout, id));
}

static void
show_erased (CeDialog *self)
{
  g_autofree char *erased = NULL, *text = NULL;
  gboolean         pickable;
  GtkWidget       *label = get (self, "erased");
  guint            n;

  g_object_get (self->config, "erased", &erased, NULL);
  n = ce_erased_count (erased);
  g_object_get (self->preview, "pickable", &pickable, NULL);
  if (n == 0)
    text = g_strdup (pickable ? _("Click an edge to keep or drop it") : "");
  else if (self->source->n_drawables > 1)
    text = g_strdup_printf (g_dngettext (NULL, "%d edge erased in each layer", "%d edges erased in each layer", n), (int) n);
  else
    text = g_strdup_printf (g_dngettext (NULL, "%d edge erased", "%d edges erased", n), (int) n);
  if (g_str_equal (text, gtk_label_get_text (GTK_LABEL (label))))
    return;

  gtk_label_set_text (GTK_LABEL (label), text);
  gtk_widget_set_tooltip_text (label, text);
  gtk_widget_set_visible (get (self, "back"), n > 0);
  ce_trace ("erased %u: %s", n, text);
}

static void
restore_all (CeDialog *self)
{
  g_object_set (self->config, "erased", "", NULL);
}

/* Erases edges, each named by one pixel. */
static void
erase (CeDialog *self, const CePoint *points, gsize n_points)
{
  g_autofree char *erased = NULL, *more = NULL;

  g_object_get (self->config, "erased", &erased, NULL);
  more = ce_erased_add (erased, points, n_points);
  g_object_set (self->config, "erased", more, NULL);
}

static void
bring_back (CeDialog *self)
{
  g_autofree char *erased = NULL, *fewer = NULL;

  g_object_get (self->config, "erased", &erased, NULL);
  fewer = ce_erased_restore (erased, self->edges.asked.points, (gsize) self->edges.asked.n_pixels);
  g_object_set (self->config, "erased", fewer, NULL);
}

static void
erase_clicked (CeDialog *self)
{
  gtk_popover_popdown (GTK_POPOVER (get (self, "popover")));
  if (self->edges.asked.erased >= 0)
    bring_back (self);
  else
    erase (self, &(CePoint) { self->edges.asked.x, self->edges.asked.y }, 1);
}

static void
change_clicked (CeDialog *self)
{
  gtk_popover_popdown (GTK_POPOVER (get (self, "popover")));
  g_object_set (self->config, "thresholds", "manual", "low", self->edges.asked.new_low, "high", self->edges.asked.new_high,
                NULL);
}

static void
set_text (CeDialog *self, const char *id, const char *text)
{
  GtkWidget *label = get (self, id);

  gtk_label_set_text (GTK_LABEL (label), text);
  gtk_widget_set_visible (label, text && *text);
}

/* Begins to explain a clicked edge of the preview. */
static void
picked (CePreview *preview, int x, int y, int reach, GdkRectangle *at, CeDialog *self)
{
  ce_render_explain (self->render, x, y, reach);
  gtk_popover_set_pointing_to (GTK_POPOVER (get (self, "popover")), at);
  g_object_set (get (self, "spinner"), "visible", TRUE, "active", TRUE, NULL);
  set_text (self, "title", _("Following this edge…"));
  set_text (self, "reason", NULL);
  set_text (self, "change", NULL);
  gtk_widget_hide (get (self, "button"));
  gtk_widget_hide (get (self, "erase"));
  gtk_popover_popup (GTK_POPOVER (get (self, "popover")));
}

/* Begins to find the edges under a drag. */
static void
touched (CePreview *preview, const CeTouch *touch, CeDialog *self)
{
  ce_render_find_touched (self->render, touch);
}

static void
closed (CeDialog *self)
{
  ce_render_explain (self->render, 0, 0, -1);
  ce_preview_set_highlight (self->preview, NULL, 0);
}

/* Returns (transfer none) a row with the number of erased edges and a button that restores them; the popover belongs to the
 * preview. */
GtkWidget *
ce_dialog_edges_new (CeDialog *self)
{
  self->edges.layout = gtk_builder_new_from_resource ("/cuda-edges/layout/edges.ui");
  gtk_builder_add_callback_symbols (self->edges.layout, "restore_all", G_CALLBACK (restore_all), "closed",
                                    G_CALLBACK (closed), "change_clicked", G_CALLBACK (change_clicked), "erase_clicked",
                                    G_CALLBACK (erase_clicked), NULL);
  gtk_builder_connect_signals (self->edges.layout, self);
  gtk_popover_set_relative_to (GTK_POPOVER (get (self, "popover")), GTK_WIDGET (self->preview));
  show_erased (self);
  g_signal_connect_swapped (self->config, "notify::erased", G_CALLBACK (show_erased), self);
  g_signal_connect_swapped (self->preview, "notify::pickable", G_CALLBACK (show_erased), self);
  g_signal_connect (self->preview, "picked", G_CALLBACK (picked), self);
  g_signal_connect (self->preview, "touched", G_CALLBACK (touched), self);
  g_signal_connect_swapped (self->preview, "view-changed", G_CALLBACK (ce_dialog_leave_edge), self);

  return get (self, "row");
}

/* Closes the popover, because the clicked edge has moved or changed. */
void
ce_dialog_leave_edge (CeDialog *self)
{
  gtk_popover_popdown (GTK_POPOVER (get (self, "popover")));
}

static char *
describe_reason (const CeEdge *edge)
{
  static const char *const colors[] = {
    [CE_EDGE_OF_RED] = N_("Red is strongest: %g."), [CE_EDGE_OF_GREEN] = N_("Green is strongest: %g."),
    [CE_EDGE_OF_BLUE] = N_("Blue is strongest: %g."), [CE_EDGE_OF_ALPHA] = N_("Transparency is strongest: %g."),
    [CE_EDGE_OF_LUMA] = NULL
  };
  g_autofree char *pixels = NULL, *color = NULL;

  if (! edge->found)
    return g_strdup (_("There is no edge here, however weak."));
  if (! edge->kept && edge->new_low < edge->low)
    return g_strdup (_("Here its gradient is not above the low threshold."));

  pixels = g_strdup_printf (g_dngettext (NULL, "It has %d pixel.", "It has %d pixels.", (gulong) edge->n_pixels),
                            (int) edge->n_pixels);

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  if (colors[edge->color])
    color = g_strdup_printf (_(colors[edge->color]), edge->strongest);
#pragma GCC diagnostic pop

  return g_strconcat (pixels, " ",
                      edge->kept ? _("At its strongest it is above the high threshold.")
                                  : _("Nowhere is it above the high threshold."), color ? " " : NULL, color, NULL);
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
describe_change (CeDialog *self, const CeEdge *edge)
{
  GString         *text = g_string_new (NULL);
  g_autofree char *thresholds = NULL;

  if (! edge->possible)
    {
      g_string_append (text, _("No high threshold is large enough to drop it."));
      return g_string_free (text, FALSE);
    }

  g_object_get (self->config, "thresholds", &thresholds, NULL);
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

/* Shows an edge's explanation and the possible actions. */
static void
answer (CeDialog *self, const CeEdge *edge)
{
  gboolean         erased = edge->found && edge->erased >= 0, changes = edge->found && edge->possible && ! erased;
  g_autofree char *reason = describe_reason (edge);
  g_autofree char *change = edge->found && ! erased ? describe_change (self, edge) : NULL;
  GtkWidget       *button = get (self, "button"), *other = get (self, "erase");

  ce_trace ("edge of %d pixels, %d others", (int) edge->n_pixels, (int) edge->n_others);
  g_object_set (get (self, "spinner"), "visible", FALSE, "active", FALSE, NULL);
  set_text (self, "title", ! edge->found ? NULL : erased ? _("This edge is erased")
                          : edge->kept ? _("This edge is kept") : _("This edge is dropped"));
  set_text (self, "reason", reason);
  set_text (self, "change", change);
  gtk_button_set_label (GTK_BUTTON (button), edge->kept ? _("Drop Edges Like This") : _("Keep Edges Like This"));
  gtk_widget_set_visible (button, changes);
  gtk_button_set_label (GTK_BUTTON (other), erased ? _("Bring This Edge Back") : _("Erase This Edge Only"));
  gtk_widget_set_visible (other, erased || (edge->found && edge->kept));
  if (gtk_widget_get_visible (button) || gtk_widget_get_visible (other))
    gtk_widget_grab_focus (changes ? button : other);
}

/* Handles the render thread's events about edges. */
void
ce_dialog_handle_edges (CeDialog *self, const CeEvent *event)
{
  if (event->kind == CE_EVENT_TOUCHED)
    erase (self, (const CePoint *) (gconstpointer) event->touched->data, event->touched->len);
  if (event->kind != CE_EVENT_EXPLAINED || ! gtk_widget_get_visible (get (self, "popover")))
    return;

  g_free (self->edges.asked.points);
  self->edges.asked = *event->edge;
  self->edges.asked.points = g_memdup2 (event->edge->points, (gsize) event->edge->n_pixels * sizeof *event->edge->points);
  answer (self, &self->edges.asked);
  ce_preview_set_highlight (self->preview, self->edges.asked.points, (gsize) self->edges.asked.n_pixels);
}
