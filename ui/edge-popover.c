/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "edge-popover.h"

#include <glib/gi18n.h>

#include "live/trace.h"

struct _CeEdgePopover
{
  GtkPopover parent_instance;

  GtkWidget *spinner;
  GtkWidget *title;
  GtkWidget *reason;
  GtkWidget *change;
  GtkWidget *button;
  GtkWidget *erase;
  int        erased;               /* which of the erased ones; -1: none */
  double     low;                  /* proposed */
  double     high;
};

G_DEFINE_TYPE (CeEdgePopover, ce_edge_popover, GTK_TYPE_POPOVER)

static void
ce_edge_popover_class_init (CeEdgePopoverClass *class)
{
  /* The user wants these thresholds: low and high. */
  g_signal_new ("thresholds-chosen", CE_TYPE_EDGE_POPOVER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2,
                G_TYPE_DOUBLE, G_TYPE_DOUBLE);
  /* The user wants this edge gone, -1, or back: which of the erased ones it is. */
  g_signal_new ("erase-chosen", CE_TYPE_EDGE_POPOVER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_INT);
}

static void
chosen (GtkButton *button, CeEdgePopover *popover)
{
  gtk_popover_popdown (GTK_POPOVER (popover));
  g_signal_emit_by_name (popover, "thresholds-chosen", popover->low, popover->high);
}

static void
erase_chosen (GtkButton *button, CeEdgePopover *popover)
{
  gtk_popover_popdown (GTK_POPOVER (popover));
  g_signal_emit_by_name (popover, "erase-chosen", popover->erased);
}

static GtkWidget *
add_label (GtkWidget *box, PangoWeight weight)
{
  GtkWidget     *label = gtk_label_new (NULL);
  PangoAttrList *attributes = pango_attr_list_new ();

  pango_attr_list_insert (attributes, pango_attr_weight_new (weight));
  gtk_label_set_attributes (GTK_LABEL (label), attributes);
  pango_attr_list_unref (attributes);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_line_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 36);
  gtk_box_pack_start (GTK_BOX (box), label, FALSE, FALSE, 0);

  return label;
}

static void
ce_edge_popover_init (CeEdgePopover *popover)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  popover->spinner = gtk_spinner_new ();
  gtk_widget_set_no_show_all (popover->spinner, TRUE);
  gtk_box_pack_start (GTK_BOX (head), popover->spinner, FALSE, FALSE, 0);
  popover->title = add_label (head, PANGO_WEIGHT_BOLD);
  gtk_box_pack_start (GTK_BOX (box), head, FALSE, FALSE, 0);
  popover->reason = add_label (box, PANGO_WEIGHT_NORMAL);
  popover->change = add_label (box, PANGO_WEIGHT_NORMAL);
  popover->button = gtk_button_new ();
  g_signal_connect (popover->button, "clicked", G_CALLBACK (chosen), popover);
  gtk_box_pack_start (GTK_BOX (box), popover->button, FALSE, FALSE, 0);
  popover->erase = gtk_button_new ();
  g_signal_connect (popover->erase, "clicked", G_CALLBACK (erase_chosen), popover);
  gtk_box_pack_start (GTK_BOX (box), popover->erase, FALSE, FALSE, 0);

  gtk_container_set_border_width (GTK_CONTAINER (box), 12);
  gtk_container_add (GTK_CONTAINER (popover), box);
  gtk_widget_show_all (box);
  atk_object_set_name (gtk_widget_get_accessible (GTK_WIDGET (popover)), _("Keep or drop edges"));
}

/* A popover, not shown yet. */
GtkWidget *
ce_edge_popover_new (GtkWidget *relative_to)
{
  return g_object_new (CE_TYPE_EDGE_POPOVER, "relative-to", relative_to, NULL);
}

static void
set_text (GtkWidget *label, const char *text)
{
  gtk_label_set_text (GTK_LABEL (label), text);
  gtk_widget_set_visible (label, text && *text);
}

/* Shows that the answer is being looked for. */
void
ce_edge_popover_ask (CeEdgePopover *popover, const GdkRectangle *at)
{
  gtk_popover_set_pointing_to (GTK_POPOVER (popover), at);
  gtk_widget_show (popover->spinner);
  gtk_spinner_start (GTK_SPINNER (popover->spinner));
  set_text (popover->title, _("Following this edge…"));
  set_text (popover->reason, NULL);
  set_text (popover->change, NULL);
  gtk_widget_hide (popover->button);
  gtk_widget_hide (popover->erase);
  gtk_popover_popup (GTK_POPOVER (popover));
}

static char *
describe_reason (const CeEdge *edge)
{
  g_autofree char *pixels = NULL;

  if (! edge->kept && edge->new_low < edge->low)
    return g_strdup (_("Here its gradient is not above the low threshold."));

  pixels = g_strdup_printf (g_dngettext (NULL, "It has %d pixel.", "It has %d pixels.", (gulong) edge->n_pixels),
                            (int) edge->n_pixels);

  return g_strconcat (pixels, " ",
                      edge->kept ? _("At its strongest it is above the high threshold.")
                                  : _("Nowhere is it above the high threshold."), NULL);
}

static char *
describe_change (const CeEdge *edge, gboolean automatic)
{
  GString *text = g_string_new (NULL);

  if (! edge->possible)
    return g_strdup (_("No high threshold is large enough to drop it."));

  if (edge->new_low != edge->low)
    g_string_append_printf (text, _("Low threshold %g → %g"), edge->low, edge->new_low);
  if (edge->new_high != edge->high)
    {
      g_string_append (text, text->len ? "\n" : "");
      g_string_append_printf (text, _("High threshold %g → %g"), edge->high, edge->new_high);
    }
  if (edge->n_others >= 0)
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
  if (automatic)
    g_string_append_printf (text, "\n%s", _("The thresholds become manual."));

  return g_string_free (text, FALSE);
}

/* Shows what can be done; emits "thresholds-chosen" or "erase-chosen" if the user does it. */
void
ce_edge_popover_answer (CeEdgePopover *popover, const CeEdge *edge, gboolean automatic)
{
  gboolean         erased = edge->found && edge->erased >= 0;
  g_autofree char *reason = edge->found ? describe_reason (edge) : NULL;
  g_autofree char *change = edge->found && ! erased ? describe_change (edge, automatic) : NULL;

  ce_trace ("edge of %d pixels, %d others", (int) edge->n_pixels, (int) edge->n_others);
  gtk_spinner_stop (GTK_SPINNER (popover->spinner));
  gtk_widget_hide (popover->spinner);
  set_text (popover->title, ! edge->found ? NULL : erased ? _("This edge is erased") : edge->kept ? _("This edge is kept") : _("This edge is dropped"));
  set_text (popover->reason, edge->found ? reason : _("There is no edge here, however weak."));
  set_text (popover->change, change);
  gtk_button_set_label (GTK_BUTTON (popover->button),
                        edge->kept ? _("Drop Edges Like This") : _("Keep Edges Like This"));
  gtk_widget_set_visible (popover->button, edge->found && edge->possible && ! erased);
  gtk_button_set_label (GTK_BUTTON (popover->erase), erased ? _("Bring This Edge Back") : _("Erase This Edge Only"));
  gtk_widget_set_visible (popover->erase, erased || (edge->found && edge->kept));
  popover->erased = edge->erased;
  popover->low = edge->new_low;
  popover->high = edge->new_high;
  if (gtk_widget_get_visible (popover->button))
    gtk_widget_grab_focus (popover->button);
  else if (gtk_widget_get_visible (popover->erase))
    gtk_widget_grab_focus (popover->erase);
}
