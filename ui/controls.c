/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Makes the dialog's rows of a filter's parameters from the catalogue.
 */
#include "dialog-private.h"

#include <math.h>

#include <glib/gi18n.h>

#include "config.h"
#include "style.h"

/* Rounds values to the digits that their rows show, because a slider sets all digits of its position, and replaces defaults
 * that depend on a choice by numbers. Only deconvolution has a radius that is to be found. */
void
ce_dialog_round_values (CeDialog *self)
{
  CeParams params;

  ce_config_get_params (self->config, self->filter, &params);
  for (const CeParam *param = self->filter->params; param->name; param++)
    {
      double unit = pow (10, param->digits), value, shown;

      if (param->kind != CE_PARAM_DOUBLE)
        continue;
      g_object_get (self->config, param->name, &value, NULL);
      shown = CLAMP (round (ce_params_get (&params, param) * unit) / unit, param->min, param->max);
      if (shown != value)
        g_object_set (self->config, param->name, shown, NULL);
    }
  if (params.radius_from == CE_RADIUS_FOUND && params.method != CE_METHOD_DECONVOLVE)
    g_object_set (self->config, "radius-from", "given", NULL);
}

/* Returns whether a parameter has a row. It has none if it belongs to another method, to lines instead of edges, to another
 * way to find thresholds, or to a file that is not written. Parameters of other stages or components stay, insensitive. */
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
                      || g_str_equal (param->name, "share") || g_str_equal (param->name, "svg-width")
                      || g_str_equal (param->name, "stroke")))
        return FALSE;
    }

  return TRUE;
}

/* Names a choice after what it shows for screen readers, because GIMP names it after its nick. */
static void
name_choice (GtkWidget *row, const CeParam *param, const CeParams *params)
{
  int        value = (int) ce_params_get (params, param);
  GtkWidget *list;

  if (! GIMP_IS_LABEL_STRING_WIDGET (row))
    return;
  list = gimp_label_string_widget_get_widget (GIMP_LABEL_STRING_WIDGET (row));
  atk_object_set_name (gtk_widget_get_accessible (list), _(param->choices[value].label));
}

/* Hides rows that have no effect now, or makes them insensitive, and names choices. */
void
ce_dialog_show_rows (CeDialog *self)
{
  for (int i = 0; self->filter->params[i].name; i++)
    {
      const CeParam *param = &self->filter->params[i];

      if (param->kind == CE_PARAM_CHOICE)
        name_choice (self->rows.widgets[i], param, &self->params);
      gtk_widget_set_sensitive (self->rows.widgets[i], ce_params_applies (&self->params, self->filter, param));
      gtk_widget_set_visible (self->rows.widgets[i], is_shown (&self->params, self->filter, param));
    }
}

/* Returns a tooltip: the blurb, and the range with its unit, or the meaning of each choice. */
static char *
describe (const CeParam *param)
{
  GString *text = g_string_new (_(param->blurb));

  if (param->kind != CE_PARAM_CHOICE)
    {
      g_string_append_c (text, '\n');
      g_string_append_printf (text, _("%.5g to %.5g"), param->min, param->max);
      if (param->unit)
        g_string_append_printf (text, " %s", _(param->unit));
    }
  else
    {
      for (const CeChoice *choice = param->choices; choice->nick; choice++)
        if (choice->blurb && ce_config_offers (choice->nick))
          g_string_append_printf (text, "\n• %s: %s", _(choice->label), _(choice->blurb));
    }

  return g_string_free (text, FALSE);
}

/* Returns whether a slider is logarithmic, because a linear one with a wide range, for rare images, could not set 1.4 of
 * 50. */
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

/* Hides units in a narrow window; tooltips have them, too. */
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

/* Names a slider after its row for screen readers; only the number has GIMP's label. */
static void
name_slider (GtkWidget *row)
{
  const char *label = gtk_label_get_text (GTK_LABEL (gimp_labeled_get_label (GIMP_LABELED (row))));

  atk_object_set_name (gtk_widget_get_accessible (gimp_scale_entry_get_range (GIMP_SCALE_ENTRY (row))), label);
}

static GtkWidget *
new_number (CeDialog *self, GtkSizeGroup *units, const CeParam *param)
{
  GtkWidget *row = gimp_procedure_dialog_get_scale_entry (self->dialog, param->name, 1.0);
  GtkWidget *unit = g_object_new (GTK_TYPE_LABEL, "label", param->unit ? _(param->unit) : "", "xalign", 0.0, NULL);
  GtkWidget *spin = gimp_label_spin_get_spin_button (GIMP_LABEL_SPIN (row));
  double     step = param->digits > 1 ? 0.1 : 1;

  gimp_scale_entry_set_bounds (GIMP_SCALE_ENTRY (row), param->min, param->max, FALSE);
  gimp_label_spin_set_digits (GIMP_LABEL_SPIN (row), param->digits);
  gimp_label_spin_set_increments (GIMP_LABEL_SPIN (row), step, 10 * step);
  gimp_scale_entry_set_logarithmic (GIMP_SCALE_ENTRY (row), is_logarithmic (param));
  gtk_entry_set_width_chars (GTK_ENTRY (spin), 6);

  name_slider (row);
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
    row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);  /* it is never shown, because the eraser sets it */
  else if (g_str_equal (param->name, "radius-from"))
    return ce_dialog_radius_new (self);
  else if (g_str_equal (param->name, "backend"))
    row = ce_dialog_devices_new (self);
  else if (param->kind != CE_PARAM_CHOICE)
    row = new_number (self, units, param);
  else
    row = gimp_procedure_dialog_get_widget (self->dialog, param->name, GTK_TYPE_COMBO_BOX);   /* 3.2 prefers radio buttons */

  gimp_help_set_help_data (row, tooltip, NULL);

  return row;
}

/* Returns the box of a row: the strip, the folded rows, or the scrolled ones. Output and stage share a row. */
static GtkWidget *
find_place (CeDialog *self, const CeParam *param)
{
  if (g_str_equal (param->name, "output") || g_str_equal (param->name, "stage"))
    return self->rows.output;
  if (param->step >= CE_STEP_NONE && ! param->is_advanced)
    return self->rows.strip;

  return param->is_advanced ? self->rows.advanced : self->rows.box;
}

/* The longest time between two steps of the wheel in one scrolling, milliseconds. */
#define SAME_SCROLLING 600

/* Makes the wheel scroll the pane, so that numbers and menus under the pointer do not change. Only a number with the focus
 * takes the wheel, unless the pane is just being scrolled past it. */
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

/* Shortens long choices with dots, so that they do not widen the pane. */
static void
shorten (GtkCellLayout *combo)
{
  GList *cells = gtk_cell_layout_get_cells (combo);

  for (GList *cell = cells; cell; cell = cell->next)
    if (GTK_IS_CELL_RENDERER_TEXT (cell->data))
      g_object_set (cell->data, "ellipsize", PANGO_ELLIPSIZE_END, NULL);
  g_list_free (cells);
}

/* A #GtkCallback: makes the wheel scroll the pane instead of changing values, except a number with the focus, and shortens
 * long choices with dots. */
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

/* Returns (transfer none) (nullable) the row of a parameter. */
static GtkWidget *
get_row (CeDialog *self, const char *name)
{
  for (int i = 0; self->filter->params[i].name; i++)
    if (g_str_equal (self->filter->params[i].name, name))
      return self->rows.widgets[i];

  return NULL;
}

/* Adds a row for each parameter. */
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

  /* The rows would take more width, but the preview gets it. */
  gtk_widget_set_hexpand (self->rows.box, FALSE);
}

/* Inserts @widget below the row of the parameter @after; @grows: it takes the height that other rows leave. */
void
ce_dialog_insert_row (CeDialog *self, const char *after, GtkWidget *widget, gboolean grows)
{
  int position;

  gtk_container_child_get (GTK_CONTAINER (self->rows.box), get_row (self, after), "position", &position, NULL);
  gtk_box_pack_start (GTK_BOX (self->rows.box), widget, grows, TRUE, 0);
  gtk_box_reorder_child (GTK_BOX (self->rows.box), widget, position + 1);
}

/* Puts @grid above the rows, and makes its label as wide as theirs. */
void
ce_dialog_put_first (CeDialog *self, GtkWidget *grid)
{
  g_autoptr (GtkSizeGroup) group = gtk_size_group_new (GTK_SIZE_GROUP_HORIZONTAL);
  int                      i = 0;

  gtk_box_pack_start (GTK_BOX (self->rows.box), grid, FALSE, FALSE, 0);
  gtk_box_reorder_child (GTK_BOX (self->rows.box), grid, 0);
  gtk_size_group_add_widget (group, gtk_grid_get_child_at (GTK_GRID (grid), 0, 0));
  gtk_size_group_add_widget (group, gtk_grid_get_child_at (GTK_GRID (get_row (self, "backend")), 0, 0));

  /* The set of rows that are labeled widgets differs between versions of GIMP. */
  while (! GIMP_IS_LABELED (self->rows.widgets[i]))
    i++;
  gtk_size_group_add_widget (group, gimp_labeled_get_label (GIMP_LABELED (self->rows.widgets[i])));
}
