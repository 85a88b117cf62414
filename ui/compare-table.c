/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare-table.h"

#include <glib/gi18n.h>

/* A label whose lines wrap. */
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
dim (GtkWidget *widget)
{
  gtk_style_context_add_class (gtk_widget_get_style_context (widget), GTK_STYLE_CLASS_DIM_LABEL);
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

  dim (label);
  gtk_grid_attach (grid, label, 0, row, 1 + CE_N_SIDES, 1);

  return row + 1;
}

/* What computing is made of. Returns the next free row. */
static int
add_steps (GtkGrid *grid, int row, const CeComparison *comparison)
{
  static const char *const names[CE_COMPARE_N_STEPS] = { N_("Blur"), N_("Gradient, thinning"), N_("Thresholds, following") };

  if (comparison->step_ms[CE_SIDE_CPU][CE_COMPARE_BLUR] <= 0)
    return row;

  for (CeCompareStep step = 0; step < CE_COMPARE_N_STEPS; step++, row++)
    {
      double     ms[CE_N_SIDES];
      GtkWidget *name;

      for (CeSide side = 0; side < CE_N_SIDES; side++)
        ms[side] = comparison->step_ms[side][step];
      add_row (grid, row, _(names[step]), ms, FALSE);
      name = gtk_grid_get_child_at (grid, 0, row);
      gtk_widget_set_margin_start (name, 24);
      gtk_widget_set_tooltip_text (name, _("Steps are computed together. How they share the time is known from renders up to "
                                           "each of them: medians of five."));
      for (int column = 0; column <= CE_N_SIDES; column++)
        dim (gtk_grid_get_child_at (grid, column, row));
    }

  return row;
}

static void
add_field (GtkGrid *grid, int row, const char *label, const CeComparison *comparison, gsize offset)
{
  double ms[CE_N_SIDES];

  for (CeSide side = 0; side < CE_N_SIDES; side++)
    ms[side] = G_STRUCT_MEMBER (double, &comparison->times[side], offset);
  add_row (grid, row, label, ms, FALSE);
}

static void
add_times (GtkGrid *grid, int row, const CeComparison *comparison)
{
  double rest[CE_N_SIDES], total[CE_N_SIDES];

  add_field (grid, row++, _("Start-up"), comparison, G_STRUCT_OFFSET (CeTimes, start_ms));
  add_field (grid, row++, _("Upload"), comparison, G_STRUCT_OFFSET (CeTimes, upload_ms));
  add_field (grid, row++, _("Compute"), comparison, G_STRUCT_OFFSET (CeTimes, compute_ms));
  row = add_steps (grid, row, comparison);
  add_field (grid, row++, _("Download"), comparison, G_STRUCT_OFFSET (CeTimes, download_ms));
  for (CeSide side = 0; side < CE_N_SIDES; side++)
    {
      rest[side] = ce_comparison_get_rest (comparison, side);
      total[side] = comparison->times[side].total_ms;
    }
  add_row (grid, row++, _("Other"), rest, FALSE);
  add_row (grid, row++, _("Total"), total, TRUE);
  row = add_runs (grid, row, comparison);
  if (comparison->again_ms[CE_SIDE_CPU] > 0)
    add_row (grid, row, _("With other thresholds again"), comparison->again_ms, FALSE);
}

/* A table of times, CPU and GPU side by side. */
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
  add_times (grid, 2, comparison);

  return table;
}
