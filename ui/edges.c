/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Canny's edges in the preview. A click explains an edge, which can then be kept, dropped, drawn or erased; a drag erases
 * the edges under it. Edges by hand are the arguments “erased” and “drawn” of the procedure, so every change of these
 * changes edges.
 */
#include "dialog-private.h"

#include <glib/gi18n.h>

#include "live/erased.h"

static GtkWidget *
get (CeDialog *self, const char *id)
{
  return GTK_WIDGET (gtk_builder_get_object (self->edges.layout, id));
}

/* Returns (transfer full) how many edges are erased and drawn. */
static char *
describe_by_hand (CeDialog *self, guint n_erased, guint n_drawn)
{
  g_autofree char *first = NULL;
  gboolean         each = self->source->n_drawables > 1;

  if (n_erased == 0 && each)
    return g_strdup_printf (g_dngettext (NULL, "%d edge drawn in each layer", "%d edges drawn in each layer", n_drawn),
                            (int) n_drawn);
  if (n_erased == 0)
    return g_strdup_printf (g_dngettext (NULL, "%d edge drawn", "%d edges drawn", n_drawn), (int) n_drawn);

  if (each)
    first = g_strdup_printf (g_dngettext (NULL, "%d edge erased in each layer", "%d edges erased in each layer", n_erased),
                             (int) n_erased);
  else
    first = g_strdup_printf (g_dngettext (NULL, "%d edge erased", "%d edges erased", n_erased), (int) n_erased);

  return n_drawn == 0 ? g_steal_pointer (&first)
                      : g_strdup_printf (g_dngettext (NULL, "%s, %d drawn", "%s, %d drawn", n_drawn), first, (int) n_drawn);
}

/* Shows how many edges are erased and drawn; without any, how to do that, unless the preview is folded. */
void
ce_dialog_show_by_hand (CeDialog *self)
{
  g_autofree char *erased = NULL, *drawn = NULL, *text = NULL;
  gboolean         pickable;
  GtkWidget       *label;
  guint            n_erased, n_drawn;

  if (! self->edges.layout)
    return;

  label = get (self, "erased");
  g_object_get (self->config, "erased", &erased, "drawn", &drawn, NULL);
  n_erased = ce_erased_count (erased);
  n_drawn = ce_erased_count (drawn);
  g_object_get (self->preview, "pickable", &pickable, NULL);
  if (n_erased + n_drawn == 0)
    text = g_strdup (pickable ? _("Click an edge to keep or drop it") : "");
  else
    text = describe_by_hand (self, n_erased, n_drawn);
  gtk_widget_set_visible (get (self, "row"), n_erased + n_drawn > 0 || ! self->is_folded);
  if (g_str_equal (text, gtk_label_get_text (GTK_LABEL (label))))
    return;

  gtk_label_set_text (GTK_LABEL (label), text);
  gtk_widget_set_tooltip_text (label, text);
  gtk_widget_set_visible (get (self, "back"), n_erased + n_drawn > 0);
  ce_trace ("erased %u: %s", n_erased, text);
}

static void
restore_all (CeDialog *self)
{
  g_object_set (self->config, "erased", "", "drawn", "", NULL);
}

/* Adds edges to an argument, each named by one pixel. */
static void
add_edges (CeDialog *self, const char *name, const CePoint *points, gsize n_points)
{
  g_autofree char *before = NULL, *more = NULL;

  g_object_get (self->config, name, &before, NULL);
  more = ce_erased_add (before, points, n_points);
  g_object_set (self->config, name, more, NULL);
}

/* Takes the edge of the popover out of an argument. */
static void
remove_edge (CeDialog *self, const char *name)
{
  g_autofree char *before = NULL, *fewer = NULL;

  g_object_get (self->config, name, &before, NULL);
  fewer = ce_erased_restore (before, self->edges.asked.points, (gsize) self->edges.asked.n_pixels);
  g_object_set (self->config, name, fewer, NULL);
}

/* Changes the edge of the popover, and no other one. */
static void
only_clicked (CeDialog *self)
{
  const CeEdge *edge = &self->edges.asked;

  gtk_popover_popdown (GTK_POPOVER (get (self, "popover")));
  if (edge->erased >= 0)
    remove_edge (self, "erased");
  else if (edge->drawn >= 0)
    remove_edge (self, "drawn");
  else if (edge->kept)
    add_edges (self, "erased", &(CePoint) { edge->x, edge->y }, 1);
  else
    add_edges (self, "drawn", &edge->weakest, 1);
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
  gtk_widget_hide (get (self, "only"));
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

/* Returns (transfer none) a row with the number of edges by hand and a button that restores all; the popover belongs to the
 * preview. */
GtkWidget *
ce_dialog_edges_new (CeDialog *self)
{
  self->edges.layout = gtk_builder_new_from_resource ("/cuda-edges/layout/edges.ui");
  gtk_builder_add_callback_symbols (self->edges.layout, "restore_all", G_CALLBACK (restore_all), "closed",
                                    G_CALLBACK (closed), "change_clicked", G_CALLBACK (change_clicked), "only_clicked",
                                    G_CALLBACK (only_clicked), NULL);
  gtk_builder_connect_signals (self->edges.layout, self);
  gtk_popover_set_relative_to (GTK_POPOVER (get (self, "popover")), GTK_WIDGET (self->preview));
  ce_dialog_show_by_hand (self);
  g_signal_connect_swapped (self->config, "notify::erased", G_CALLBACK (ce_dialog_show_by_hand), self);
  g_signal_connect_swapped (self->config, "notify::drawn", G_CALLBACK (ce_dialog_show_by_hand), self);
  g_signal_connect_swapped (self->preview, "notify::pickable", G_CALLBACK (ce_dialog_show_by_hand), self);
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
  pixels = g_strdup_printf (g_dngettext (NULL, "It has %d pixel.", "It has %d pixels.", (gulong) edge->n_pixels),
                            (int) edge->n_pixels);
  if (edge->drawn >= 0)
    return g_steal_pointer (&pixels);
  if (! edge->kept && edge->new_low < edge->low)
    return g_strconcat (pixels, " ", _("Here its gradient is not above the low threshold."), NULL);

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
  gulong      n = (gulong) edge->n_others, n_longer = (gulong) edge->n_longer;
  const char *format = edge->kept ? g_dngettext (NULL, "It takes %'d other edge as well.", "It takes %'d other edges as well.", n)
                                  : g_dngettext (NULL, "It brings %'d other edge as well.",
                                                 "It brings %'d other edges as well.", n);

  g_string_append_c (text, '\n');
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  g_string_append_printf (text, format, (int) edge->n_others);
#pragma GCC diagnostic pop
  if (n_longer > 0)
    {
      g_string_append_c (text, '\n');
      g_string_append_printf (text, g_dngettext (NULL, "%'d other edge becomes longer.", "%'d other edges become longer.",
                                                 n_longer), (int) n_longer);
    }
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
  else if (edge->counts)
    g_string_append_printf (text, "\n%s", _("Counting other edges…"));
  if (! g_str_equal (thresholds, "manual"))
    g_string_append_printf (text, "\n%s", _("The thresholds become manual."));

  return g_string_free (text, FALSE);
}

/* Shows an edge's explanation and the possible actions. */
static void
answer (CeDialog *self, const CeEdge *edge)
{
  gboolean         erased = edge->found && edge->erased >= 0, drawn = edge->found && edge->drawn >= 0 && ! erased;
  gboolean         by_hand = erased || drawn, changes = edge->found && edge->possible && ! by_hand;
  g_autofree char *reason = describe_reason (edge);
  g_autofree char *change = edge->found && ! by_hand ? describe_change (self, edge) : NULL;
  GtkWidget       *button = get (self, "button"), *only = get (self, "only");

  ce_trace ("edge of %d pixels", (int) edge->n_pixels);
  g_object_set (get (self, "spinner"), "visible", FALSE, "active", FALSE, NULL);
  set_text (self, "title", ! edge->found ? NULL : erased ? _("This edge is erased")
                          : drawn ? _("This edge is drawn") : edge->kept ? _("This edge is kept") : _("This edge is dropped"));
  set_text (self, "reason", reason);
  set_text (self, "change", change);
  gtk_button_set_label (GTK_BUTTON (button), edge->kept ? _("Drop Edges Like This") : _("Keep Edges Like This"));
  gtk_widget_set_visible (button, changes);
  gtk_button_set_label (GTK_BUTTON (only), erased ? _("Bring This Edge Back") : drawn ? _("Do Not Draw This Edge")
                        : edge->kept ? _("Erase This Edge Only") : _("Draw This Edge Only"));
  gtk_widget_set_visible (only, edge->found);
  if (edge->found)
    gtk_widget_grab_focus (changes ? button : only);
}

/* Shows how many other edges change with the edge of the popover; negative: they could not be counted. */
static void
show_counted (CeDialog *self, const CeEdge *counted)
{
  CeEdge          *edge = &self->edges.asked;
  g_autofree char *change = NULL;

  if (! edge->counts || edge->x != counted->x || edge->y != counted->y)
    return;

  edge->counts = FALSE;
  edge->n_others = counted->n_others;
  edge->n_longer = counted->n_longer;
  change = describe_change (self, edge);
  set_text (self, "change", change);
  ce_trace ("others: %d, %d longer", (int) edge->n_others, (int) edge->n_longer);
}

/* Takes the answer about a clicked edge, and marks the edge. */
static void
take (CeDialog *self, const CeEdge *edge)
{
  g_free (self->edges.asked.points);
  self->edges.asked = *edge;
  self->edges.asked.points = g_memdup2 (edge->points, (gsize) edge->n_pixels * sizeof *edge->points);
  answer (self, &self->edges.asked);
  ce_preview_set_highlight (self->preview, self->edges.asked.points, (gsize) self->edges.asked.n_pixels);
}

/* Handles the render thread's events about edges. A question without an answer closes the popover. */
void
ce_dialog_handle_edges (CeDialog *self, const CeEvent *event)
{
  if (event->kind == CE_EVENT_TOUCHED)
    add_edges (self, "erased", (const CePoint *) (gconstpointer) event->touched->data, event->touched->len);
  if (event->kind == CE_EVENT_COUNTED)
    show_counted (self, event->edge);
  if (event->kind == CE_EVENT_FAILED || (event->kind == CE_EVENT_EXPLAINED && ! event->edge))
    ce_dialog_leave_edge (self);
  else if (event->kind == CE_EVENT_EXPLAINED && gtk_widget_get_visible (get (self, "popover")))
    take (self, event->edge);
}
