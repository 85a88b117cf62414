/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The parameters of a filter as rows of the dialog, made from the catalogue.
 */
#include "dialog-private.h"

#include <math.h>

#include <glib/gi18n.h>

#include "style.h"

/* What a row does not show shall not count: a slider gives all digits of where
 * it happens to be. */
void
ce_dialog_round_values (CeDialog *self)
{
  for (const CeParam *param = self->filter->params; param->name; param++)
    {
      double unit = pow (10, param->digits), value, shown;

      if (param->kind != CE_PARAM_DOUBLE)
        continue;
      g_object_get (self->config, param->name, &value, NULL);
      shown = CLAMP (round (value * unit) / unit, param->min, param->max);
      if (shown != value)
        g_object_set (self->config, param->name, shown, NULL);
    }
}

/* Of another method, of lines and not of edges, or of thresholds that are found otherwise: not worth a row.
 * What another stage or component makes use of stays where it is, gray. */
static gboolean
is_shown (const CeParams *params, const CeFilter *filter, const CeParam *param)
{
  if (param->kind == CE_PARAM_TEXT)
    return FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (param->applies); i++)
    {
      const CeCondition *condition = &param->applies[i];
      gboolean           holds = ! condition->param || (condition->values >> (int) ce_params_get
                                 (params, ce_filter_find_param (filter, condition->param))) & 1;

      if (! holds && (g_str_equal (condition->param, "method") || g_str_equal (condition->param, "of")
                      || g_str_equal (param->name, "share")))
        return FALSE;
    }

  return TRUE;
}

/* Rows that have no effect now are gray, or not there. */
void
ce_dialog_show_rows (CeDialog *self)
{
  for (int i = 0; self->filter->params[i].name; i++)
    {
      const CeParam *param = &self->filter->params[i];

      gtk_widget_set_sensitive (self->rows.widgets[i], ce_params_applies (&self->params, self->filter, param));
      gtk_widget_set_visible (self->rows.widgets[i], is_shown (&self->params, self->filter, param));
    }
}

/* What it is, and its range with the unit, or what each choice means. */
static char *
describe (const CeParam *param)
{
  GString *text = g_string_new (_(param->blurb));

  if (param->kind != CE_PARAM_CHOICE)
    {
      g_string_append_c (text, '\n');
      g_string_append_printf (text, _("%.4g to %.4g"), param->min, param->max);
      if (param->unit)
        g_string_append_printf (text, " %s", _(param->unit));
    }
  else
    {
      for (const CeChoice *choice = param->choices; choice->nick; choice++)
        g_string_append_printf (text, "\n• %s: %s", _(choice->label), choice->blurb ? _(choice->blurb) : "");
    }

  return g_string_free (text, FALSE);
}

/* Wide ranges are for the rare image; a linear slider could not set 1.4 of 50. */
static gboolean
is_logarithmic (const CeParam *param)
{
  return param->max >= 50 && ! (param->unit && g_str_equal (param->unit, "%"));
}

static gboolean
has_units (const CeFilter *filter)
{
  for (const CeParam *param = filter->params; param->name; param++)
    if (param->kind != CE_PARAM_CHOICE && param->unit)
      return TRUE;

  return FALSE;
}

/* Where there is little room, units go; tooltips have them, too. */
void
ce_dialog_make_narrow (CeDialog *self, gboolean narrow)
{
  gboolean units = ! narrow && has_units (self->filter);

  for (int i = 0; self->filter->params[i].name; i++)
    if (GIMP_IS_SCALE_ENTRY (self->rows.widgets[i]))
      {
        gtk_widget_set_size_request (gimp_scale_entry_get_range (GIMP_SCALE_ENTRY (self->rows.widgets[i])), narrow ? 32 : 80,
                                     -1);
        gtk_widget_set_visible (gtk_grid_get_child_at (GTK_GRID (self->rows.widgets[i]), 3, 0), units);
      }
}

static GtkWidget *
new_number (CeDialog *self, GtkSizeGroup *units, const CeParam *param)
{
  GtkWidget *row = gimp_procedure_dialog_get_scale_entry (self->dialog, param->name, 1.0);
  GtkWidget *unit = g_object_new (GTK_TYPE_LABEL, "label", param->unit ? _(param->unit) : "", "xalign", 0.0, NULL);
  GtkWidget *spin = gimp_label_spin_get_spin_button (GIMP_LABEL_SPIN (row));
  double     step = param->digits > 1 ? 0.1 : 1;

  gimp_label_spin_set_digits (GIMP_LABEL_SPIN (row), param->digits);
  gimp_label_spin_set_increments (GIMP_LABEL_SPIN (row), step, 10 * step);
  gimp_scale_entry_set_logarithmic (GIMP_SCALE_ENTRY (row), is_logarithmic (param));
  gtk_entry_set_width_chars (GTK_ENTRY (spin), 6);

  ce_style_add (unit, GTK_STYLE_CLASS_DIM_LABEL);
  gtk_size_group_add_widget (units, unit);
  gtk_grid_attach (GTK_GRID (row), unit, 3, 0, 1, 1);

  return row;
}

static GtkWidget *
new_row (CeDialog *self, GtkSizeGroup *units, const CeParam *param)
{
  g_autofree char *tooltip = describe (param);
  GtkWidget       *row;

  if (param->kind == CE_PARAM_TEXT)
    row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);  /* never shown: the eraser sets it */
  else if (g_str_equal (param->name, "backend"))
    row = ce_dialog_devices_new (self);
  else if (param->kind != CE_PARAM_CHOICE)
    row = new_number (self, units, param);
  else
    row = gimp_procedure_dialog_get_widget (self->dialog, param->name, GTK_TYPE_COMBO_BOX);   /* 3.2 prefers radio buttons */

  gimp_help_set_help_data (row, tooltip, NULL);

  return row;
}

/* Where a row is: in the strip, among what is folded, or scrolled. The output and, behind it, the stage are one row. */
static GtkWidget *
find_place (CeDialog *self, const CeParam *param)
{
  static const char *const advanced[] = { "operator", "norm", "channel", "backend", NULL };

  if (g_str_equal (param->name, "output") || g_str_equal (param->name, "stage"))
    return self->rows.output;
  if (ce_param_is_placement (param))
    return self->rows.strip;

  return g_strv_contains (advanced, param->name) ? self->rows.advanced : self->rows.box;
}

/* How long after a step of the wheel the next one is of the same scrolling, milliseconds. */
#define SAME_SCROLLING 600

/* The wheel scrolls the pane, wherever the pointer is: numbers and menus that it passes over stay as they are. Only
 * a number that has the focus takes the wheel, unless the pane is just being scrolled past it. */
static gboolean
leave_to_pane (GtkWidget *widget, GdkEventScroll *event, gpointer data)
{
  static guint32 scrolled;
  gboolean       is_number = GTK_IS_SPIN_BUTTON (widget) || GTK_IS_RANGE (widget);

  if (is_number && gtk_widget_has_focus (widget) && event->time - scrolled > SAME_SCROLLING)
    return FALSE;

  scrolled = event->time;
  g_signal_stop_emission_by_name (widget, "scroll-event");

  return FALSE;
}

/* The longest choice does not say how wide the pane is. */
static void
shorten (GtkCellLayout *combo)
{
  GList *cells = gtk_cell_layout_get_cells (combo);

  for (GList *cell = cells; cell; cell = cell->next)
    if (GTK_IS_CELL_RENDERER_TEXT (cell->data))
      g_object_set (cell->data, "ellipsize", PANGO_ELLIPSIZE_END, NULL);
  g_list_free (cells);
}

/* A #GtkCallback. Lets the wheel scroll what @widget is in instead of changing values, but of a number that has the focus;
 * long choices end in dots where there is no room. */
void
ce_dialog_finish_rows (GtkWidget *widget, gpointer data)
{
  if (GTK_IS_SPIN_BUTTON (widget) || GTK_IS_RANGE (widget) || GTK_IS_COMBO_BOX (widget))
    g_signal_connect (widget, "scroll-event", G_CALLBACK (leave_to_pane), NULL);
  if (GTK_IS_COMBO_BOX (widget))
    shorten (GTK_CELL_LAYOUT (widget));
  if (GTK_IS_CONTAINER (widget))
    gtk_container_forall (GTK_CONTAINER (widget), ce_dialog_finish_rows, NULL);
}

/* (transfer none) (nullable): its row. */
static GtkWidget *
get_row (CeDialog *self, const char *name)
{
  for (int i = 0; self->filter->params[i].name; i++)
    if (g_str_equal (self->filter->params[i].name, name))
      return self->rows.widgets[i];

  return NULL;
}

/* One row for each parameter. */
void
ce_dialog_add_rows (CeDialog *self)
{
  g_autoptr (GtkSizeGroup) units = gtk_size_group_new (GTK_SIZE_GROUP_HORIZONTAL);
  GtkWidget               *stage;
  int                      n = 0;

  while (self->filter->params[n].name)
    n++;
  self->rows.widgets = g_new0 (GtkWidget *, n);
  self->rows.box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  self->rows.advanced = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  self->rows.strip = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  self->rows.output = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  gtk_box_pack_start (GTK_BOX (self->rows.strip), self->rows.output, FALSE, FALSE, 0);

  for (int i = 0; i < n; i++)
    {
      GtkWidget *place = find_place (self, &self->filter->params[i]);

      self->rows.widgets[i] = new_row (self, units, &self->filter->params[i]);
      gtk_box_pack_start (GTK_BOX (place), self->rows.widgets[i], place == self->rows.output, TRUE, 0);
    }
  stage = get_row (self, "stage");
  if (stage)            /* it needs no label of its own */
    {
      g_object_set (gimp_labeled_get_label (GIMP_LABELED (stage)), "no-show-all", TRUE, "visible", FALSE, NULL);
      gtk_box_reorder_child (GTK_BOX (self->rows.output), stage, -1);
    }
  gtk_widget_show (self->rows.output);
  ce_dialog_make_narrow (self, FALSE);
  ce_dialog_show_rows (self);

  /* What is in it would like more; the preview shall have it. */
  gtk_widget_set_hexpand (self->rows.box, FALSE);
}

/* @after: name of a parameter; @widget: what shall be below its row; @grows: it takes what height the others leave. */
void
ce_dialog_insert_row (CeDialog *self, const char *after, GtkWidget *widget, gboolean grows)
{
  int position;

  gtk_container_child_get (GTK_CONTAINER (self->rows.box), get_row (self, after), "position", &position, NULL);
  gtk_box_pack_start (GTK_BOX (self->rows.box), widget, grows, TRUE, 0);
  gtk_box_reorder_child (GTK_BOX (self->rows.box), widget, position + 1);
}

/* @grid: what shall be above the rows; its label is to be as wide as theirs. */
void
ce_dialog_put_first (CeDialog *self, GtkWidget *grid)
{
  g_autoptr (GtkSizeGroup) group = gtk_size_group_new (GTK_SIZE_GROUP_HORIZONTAL);
  int                      i = 0;

  gtk_box_pack_start (GTK_BOX (self->rows.box), grid, FALSE, FALSE, 0);
  gtk_box_reorder_child (GTK_BOX (self->rows.box), grid, 0);
  gtk_size_group_add_widget (group, gtk_grid_get_child_at (GTK_GRID (grid), 0, 0));
  gtk_size_group_add_widget (group, gtk_grid_get_child_at (GTK_GRID (get_row (self, "backend")), 0, 0));

  /* Which rows are labeled widgets differs from GIMP to GIMP. */
  while (! GIMP_IS_LABELED (self->rows.widgets[i]))
    i++;
  gtk_size_group_add_widget (group, gimp_labeled_get_label (GIMP_LABELED (self->rows.widgets[i])));
}
