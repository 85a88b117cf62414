/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare-table.h"

#include <glib/gi18n.h>

/**
 * ce_compare_label_new:
 * @text: what it says
 * @xalign: 0 to the left, 1 to the right
 *
 * Returns: a label whose lines wrap
 */
GtkWidget *
ce_compare_label_new (const char *text, double xalign)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), xalign);
  gtk_label_set_line_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 52);

  return label;
}

static void
embolden (GtkWidget *label)
{
  PangoAttrList *bold = pango_attr_list_new ();

  pango_attr_list_insert (bold, pango_attr_weight_new (PANGO_WEIGHT_BOLD));
  gtk_label_set_attributes (GTK_LABEL (label), bold);
  pango_attr_list_unref (bold);
}

static void
add_time (GtkGrid *grid, int column, int row, double ms, gboolean bold)
{
  g_autofree char *text = ms >= 0.005 ? g_strdup_printf (ms < 10 ? _("%.2f ms") : _("%.1f ms"), ms) : g_strdup ("–");
  GtkWidget       *label = ce_compare_label_new (text, 1);

  if (bold)
    embolden (label);
  gtk_grid_attach (grid, label, column, row, 1, 1);
}

static void
add_row (GtkGrid *grid, int row, const char *label, const double *ms, gboolean bold)
{
  GtkWidget *name = ce_compare_label_new (label, 0);

  if (bold)
    embolden (name);
  gtk_grid_attach (grid, name, 0, row, 1, 1);
  for (CeSide side = 0; side < CE_N_SIDES; side++)
    add_time (grid, side + 1, row, ms[side], bold);
}

/* What the times are of. Returns the next free row. */
static int
add_runs (GtkGrid *grid, int row, const CeComparison *comparison)
{
  int              n = MAX (comparison->n_runs[CE_SIDE_CPU], comparison->n_runs[CE_SIDE_GPU]);
  g_autofree char *text = g_strdup_printf (g_dngettext (NULL, "Of %d run", "Of %d runs, the one of median length", n), n);
  GtkWidget       *label = ce_compare_label_new (text, 0);

  gtk_style_context_add_class (gtk_widget_get_style_context (label), GTK_STYLE_CLASS_DIM_LABEL);
  gtk_grid_attach (grid, label, 0, row, 1 + CE_N_SIDES, 1);

  return row + 1;
}

/* Returns the next free row. */
static int
add_times (GtkGrid *grid, int row, const CeComparison *comparison)
{
  static const struct { const char *label; gsize offset; } rows[] = {
    { N_("Start-up"), G_STRUCT_OFFSET (CeTimes, start_ms) },
    { N_("Upload"), G_STRUCT_OFFSET (CeTimes, upload_ms) },
    { N_("Compute"), G_STRUCT_OFFSET (CeTimes, compute_ms) },
    { N_("Download"), G_STRUCT_OFFSET (CeTimes, download_ms) },
  };
  double rest[CE_N_SIDES], total[CE_N_SIDES];

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++, row++)
    {
      double ms[CE_N_SIDES];

      for (CeSide side = 0; side < CE_N_SIDES; side++)
        ms[side] = G_STRUCT_MEMBER (double, &comparison->times[side], rows[i].offset);
      add_row (grid, row, _(rows[i].label), ms, FALSE);
    }

  for (CeSide side = 0; side < CE_N_SIDES; side++)
    {
      rest[side] = ce_comparison_get_rest (comparison, side);
      total[side] = comparison->times[side].total_ms;
    }
  add_row (grid, row++, _("Other"), rest, FALSE);
  add_row (grid, row++, _("Total"), total, TRUE);

  return ce_comparison_is_both (comparison) ? add_runs (grid, row, comparison) : row;
}

static void
add_steps (GtkGrid *grid, int row, const CeComparison *comparison)
{
  static const char *const names[CE_COMPARE_N_STEPS] = {
    N_("As far as blurred"), N_("As far as thinned"), N_("As far as edges"), N_("With other thresholds again")
  };
  GtkWidget *head = ce_compare_label_new (_("Steps, each computed on its own"), 0);

  if (comparison->step_ms[CE_SIDE_CPU][CE_COMPARE_EDGES] <= 0)
    return;

  gtk_widget_set_margin_top (head, 8);
  gtk_widget_set_tooltip_text (head, _("The steps are computed together, so there is no time of a single one. "
                                       "These are renders up to each step, warmed up."));
  gtk_style_context_add_class (gtk_widget_get_style_context (head), GTK_STYLE_CLASS_DIM_LABEL);
  gtk_grid_attach (grid, head, 0, row++, 1 + CE_N_SIDES, 1);
  for (CeCompareStep step = 0; step < CE_COMPARE_N_STEPS; step++, row++)
    {
      double ms[CE_N_SIDES];

      for (CeSide side = 0; side < CE_N_SIDES; side++)
        ms[side] = comparison->step_ms[side][step];
      add_row (grid, row, _(names[step]), ms, FALSE);
    }
}

/**
 * ce_compare_table_new:
 * @comparison: what came out
 *
 * Returns: a table of times, CPU and GPU side by side
 */
GtkWidget *
ce_compare_table_new (const CeComparison *comparison)
{
  static const char *const names[CE_N_SIDES] = { N_("CPU"), N_("GPU") };
  GtkWidget *table = gtk_grid_new ();
  GtkGrid   *grid = GTK_GRID (table);

  gtk_grid_set_column_spacing (grid, 24);
  gtk_grid_set_row_spacing (grid, 4);
  for (CeSide side = 0; side < CE_N_SIDES; side++)
    {
      GtkWidget *name = ce_compare_label_new (_(names[side]), 1);

      embolden (name);
      gtk_widget_set_hexpand (name, TRUE);
      gtk_grid_attach (grid, name, side + 1, 0, 1, 1);
      gtk_grid_attach (grid, ce_compare_label_new (comparison->devices[side] ? comparison->devices[side] : "–", 1), side + 1, 1, 1, 1);
    }
  add_steps (grid, add_times (grid, 2, comparison), comparison);

  return table;
}
