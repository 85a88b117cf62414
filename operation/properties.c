/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Makes properties of the catalogue's parameters. XCF files contain names, ranges and the order of choices, so add to them
 * and never change them.
 */
#include "operation.h"

#include <glib/gi18n-lib.h>

/* Properties count from 1: strict, then the parameters, then the color of lines. */
#define PROP_STRICT 1

static guint
id_of (const CeFilter *filter, const CeParam *param)
{
  return (guint) (param - filter->params) + PROP_STRICT + 1;
}

static const CeParam *
param_of (const CeOperation *self, guint id)
{
  return &self->filter->params[id - PROP_STRICT - 1];
}

/* Returns a label such as "_Gaussian σ" without the mnemonic, because only our own dialog has mnemonics. */
static char *
plain_label (const char *label)
{
  g_auto (GStrv) parts = g_strsplit (_(label), "_", 2);

  return g_strjoinv (NULL, parts);
}

/* Returns the enumeration type of a choice. It is static, because the module stays loaded once it has a class. */
static GType
enum_type (const CeFilter *filter, const CeParam *param)
{
  g_autofree char *name = g_strdup_printf ("CeOperation-%s-%s", filter->name, param->name);
  guint            n = 0;
  GEnumValue      *values;

  if (g_type_from_name (name))
    return g_type_from_name (name);

  while (param->choices[n].nick)
    n++;
  values = g_new0 (GEnumValue, n + 1);
  for (guint i = 0; i < n; i++)
    values[i] = (GEnumValue) { (int) i, g_strdup (_(param->choices[i].label)), param->choices[i].nick };

  return g_enum_register_static (name, values);
}

/* Returns the gamma of a slider: its steps are finest where small changes of the value matter most. */
static double
gamma_of (const CeParam *param)
{
  double usual = param->defaults.param ? param->defaults.values[0] : param->def;

  return param->max - param->min > 20 * MAX (usual, 1) ? 3.0 : 1.5;
}

static GParamSpec *
new_spec (const CeFilter *filter, const CeParam *param)
{
  g_autofree char *label = plain_label (param->label);
  const char      *name = param->name, *blurb = _(param->blurb);
  int              min = (int) param->min, max = (int) param->max, def = (int) param->def;
  double           step = param->digits > 1 ? 0.1 : 1;
  g_autofree char *usual = ce_param_default_to_text (filter, param);
  g_autofree char *more = g_strdup_printf (_("%s; %g takes the default (%s)"), blurb, param->def, usual);
  GParamSpec      *spec;

  if (param->kind == CE_PARAM_TEXT)
    return gegl_param_spec_string (name, label, blurb, FALSE, FALSE, "", G_PARAM_READWRITE);
  if (param->kind == CE_PARAM_CHOICE)
    return gegl_param_spec_enum (name, label, blurb, enum_type (filter, param), def, G_PARAM_READWRITE);
  if (param->kind == CE_PARAM_INT)
    return gegl_param_spec_int (name, label, blurb, min, max, def, min, max, 1.0, G_PARAM_READWRITE);

  spec = gegl_param_spec_double (name, label, param->def < param->min ? more : blurb, MIN (param->min, param->def),
                                 param->max, param->def, param->min, param->max, gamma_of (param), G_PARAM_READWRITE);
  gegl_param_spec_double_set_steps (GEGL_PARAM_SPEC_DOUBLE (spec), step, 10 * step);
  gegl_param_spec_double_set_digits (GEGL_PARAM_SPEC_DOUBLE (spec), param->digits);

  return spec;
}

/* Returns a condition in GEGL's syntax: "thresholds {manual} & stage {classes,edges}". */
static char *
condition_text (const CeFilter *filter, const CeParam *param)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (param->applies) && param->applies[i].param; i++)
    {
      const CeCondition *condition = &param->applies[i];
      const CeChoice    *choices = ce_filter_find_param (filter, condition->param)->choices;
      const char        *comma = "";

      g_string_append_printf (text, "%s%s {", text->len ? " & " : "", condition->param);
      for (int value = 0; choices[value].nick; value++)
        if (condition->values & (1u << value))
          {
            g_string_append_printf (text, "%s%s", comma, choices[value].nick);
            comma = ",";
          }
      g_string_append_c (text, '}');
    }

  return g_string_free (text, FALSE);
}

static void
add_property (CeOperationClass *klass, const CeParam *param)
{
  GeglOperationClass *operation_class = GEGL_OPERATION_CLASS (klass);
  g_autofree char    *condition = condition_text (klass->filter, param);

  g_object_class_install_property (G_OBJECT_CLASS (klass), id_of (klass->filter, param), new_spec (klass->filter, param));
  if (param->unit)
    gegl_operation_class_set_property_key (operation_class, param->name, "unit",
                                           g_str_equal (param->unit, "px") ? "pixel-distance" : _(param->unit));
  if (*condition)
    gegl_operation_class_set_property_key (operation_class, param->name, "sensitive", condition);
}

static void
add_color (CeOperationClass *klass, guint id)
{
  g_object_class_install_property (G_OBJECT_CLASS (klass), id,
    gegl_param_spec_color_from_string ("color", _("Line color"), _("The color that transparent lines are drawn with"),
                                       "black", G_PARAM_READWRITE));
  /* With this key GIMP's dialog begins with the foreground color. */
  gegl_operation_class_set_property_key (GEGL_OPERATION_CLASS (klass), "color", "role", "color-primary");
  gegl_operation_class_set_property_key (GEGL_OPERATION_CLASS (klass), "color", "sensitive", "style {lines}");
}

/* Adds the property "strict", which no dialog shows. */
void
ce_operation_add_strict (GObjectClass *klass, guint id)
{
  g_object_class_install_property (klass, id,
    g_param_spec_boolean ("strict", "Strict", "Leave the image as it is where the GPU that is named cannot compute it", FALSE,
                          G_PARAM_READWRITE));
  gegl_operation_class_set_property_key (GEGL_OPERATION_CLASS (klass), "strict", "visible", "0");
}

/* Sets the color of lines to @value, or to black if @value is NULL. */
void
ce_operation_set_color (CeOperation *self, const GValue *value)
{
  g_object_unref (self->color);
  self->color = g_value_get_object (value) ? g_value_dup_object (value) : gegl_color_new ("black");
}

static void
set_property (GObject *object, guint id, const GValue *value, GParamSpec *spec)
{
  CeOperation   *self = (CeOperation *) object;
  const CeParam *param = param_of (self, MAX (id, PROP_STRICT + 1));

  if (id == PROP_STRICT)
    self->strict = g_value_get_boolean (value);
  else if (! param->name)
    ce_operation_set_color (self, value);
  else if (param->kind == CE_PARAM_TEXT)
    ce_params_put_text (&self->params, param, g_value_get_string (value), NULL);
  else if (param->kind == CE_PARAM_CHOICE)
    ce_params_put (&self->params, param, g_value_get_enum (value));
  else if (param->kind == CE_PARAM_INT)
    ce_params_put (&self->params, param, g_value_get_int (value));
  else
    ce_params_put (&self->params, param, g_value_get_double (value));
}

static void
get_property (GObject *object, guint id, GValue *value, GParamSpec *spec)
{
  CeOperation   *self = (CeOperation *) object;
  const CeParam *param = param_of (self, MAX (id, PROP_STRICT + 1));

  if (id == PROP_STRICT)
    g_value_set_boolean (value, self->strict);
  else if (! param->name)
    g_value_set_object (value, self->color);
  else if (param->kind == CE_PARAM_TEXT)
    g_value_take_string (value, ce_params_value_to_text (&self->params, param));
  else if (param->kind == CE_PARAM_CHOICE)
    g_value_set_enum (value, (int) ce_params_get (&self->params, param));
  else if (param->kind == CE_PARAM_INT)
    g_value_set_int (value, (int) ce_params_get (&self->params, param));
  else
    g_value_set_double (value, ce_params_get (&self->params, param));
}

/* Adds a property for each parameter of the class's filter. */
void
ce_operation_add_properties (CeOperationClass *klass)
{
  const CeFilter *filter = klass->filter;
  const CeParam  *param;

  G_OBJECT_CLASS (klass)->set_property = set_property;
  G_OBJECT_CLASS (klass)->get_property = get_property;

  for (param = filter->params; param->name; param++)
    if (param->step != CE_STEP_PLACE)
      add_property (klass, param);
  if (ce_filter_find_param (filter, "style"))
    add_color (klass, id_of (filter, param));
  ce_operation_add_strict (G_OBJECT_CLASS (klass), PROP_STRICT);
}

/* Returns the parameters to compute with. Numbers have the shortest decimal form of their 32-bit float, so that a loaded
 * file gives the same bits as before it was saved. */
CeParams
ce_operation_get_params (const CeOperation *self)
{
  CeParams params = self->params;

  ce_params_quantize (&params, self->filter);

  return params;
}
