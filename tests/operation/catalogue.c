/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Checks that the operations' properties are the catalogue's parameters, because files depend on them.
 */
#include <gegl-plugin.h>

#include <string.h>

#include "tests/support/support.h"

static gboolean
choices_agree (const CeParam *param, GParamSpec *spec)
{
  GEnumClass *values = G_IS_PARAM_SPEC_ENUM (spec) ? G_PARAM_SPEC_ENUM (spec)->enum_class : NULL;
  guint       n = 0;

  for (; values && param->choices[n].nick; n++)
    if (n >= values->n_values || values->values[n].value != (int) n
        || ! g_str_equal (values->values[n].value_nick, param->choices[n].nick))
      return FALSE;

  return values && n == values->n_values && G_PARAM_SPEC_ENUM (spec)->default_value == (int) param->def;
}

static gboolean
range_agrees (const CeParam *param, GParamSpec *spec)
{
  GParamSpecInt    *whole = G_IS_PARAM_SPEC_INT (spec) ? G_PARAM_SPEC_INT (spec) : NULL;
  GParamSpecDouble *range = G_IS_PARAM_SPEC_DOUBLE (spec) ? G_PARAM_SPEC_DOUBLE (spec) : NULL;

  if (param->kind == CE_PARAM_INT)
    return whole && whole->minimum == param->min && whole->maximum == param->max && whole->default_value == param->def;

  return range && range->minimum == MIN (param->min, param->def) && range->maximum == param->max
         && range->default_value == param->def;
}

static void
check_filter (const CeFilter *filter)
{
  g_autofree char        *name = g_strconcat ("cuda-edges:", filter->name, NULL);
  g_autofree char        *unlisted = g_strconcat ("gimp-", name, NULL);
  guint                   n = 0, n_expected = 0;
  g_autofree GParamSpec **specs = gegl_operation_list_properties (name, &n);

  if (! test_ok (gegl_has_operation (name) && gegl_has_operation (unlisted), "there is %s, also by the name that hides it", name))
    return;

  for (const CeParam *param = filter->params; param->name; param++)
    {
      GParamSpec *spec = gegl_operation_find_property (name, param->name);

      if (param->step == CE_STEP_PLACE)
        {
          test_ok (! spec, "%s has no %s", name, param->name);
          continue;
        }
      n_expected++;
      test_ok (spec && (param->kind == CE_PARAM_TEXT ? G_IS_PARAM_SPEC_STRING (spec)
                        : param->kind == CE_PARAM_CHOICE ? choices_agree (param, spec) : range_agrees (param, spec))
               && ! strchr (g_param_spec_get_nick (spec), '_'),
               "%s %s: “%s”", name, param->name, spec ? g_param_spec_get_nick (spec) : "missing");
      test_ok (spec && ! gegl_operation_get_property_key (name, param->name, "sensitive") == ! param->applies[0].param,
               "%s %s is sensitive when it matters", name, param->name);
    }

  test_ok (! g_strcmp0 (gegl_operation_get_property_key (name, "strict", "visible"), "0"), "%s strict: not in dialogs", name);
  n_expected += 1 + (ce_filter_find_param (filter, "style") != NULL);
  test_ok (n == n_expected, "%s has %u properties of %u", name, n, n_expected);
  test_ok (! g_strcmp0 (gegl_operation_get_key (name, "op-version"), "1:0"), "%s has the version files know", name);
  test_ok (! g_strcmp0 (gegl_operation_get_key (name, "title"), filter->title), "%s has its title", name);
  test_ok (! gegl_operation_get_key (name, "gimp:menu-path"), "%s makes no second entry in GIMP's menus", name);
}

/* Checks GIMP's search and lists: they show no operation whose name begins with “gimp”. */
static void
only_filters_are_listed (void)
{
  guint             n = 0, n_ours = 0, n_listed = 0, n_tools = 0;
  g_autofree char **names = gegl_list_operations (&n);

  for (guint i = 0; i < n; i++)
    {
      gboolean is_ours = strstr (names[i], "cuda-edges:") != NULL;

      n_ours += is_ours;
      n_listed += is_ours && ! g_str_has_prefix (names[i], "gimp");
      n_tools += g_str_equal (names[i], "GraphNode");
    }
  test_ok (n_ours == CE_N_FILTERS + 2 && n_listed == CE_N_FILTERS && n_tools == 0, "of %u operations GIMP lists %u", n_ours, n_listed);
}

int
main (int argc, char **argv)
{
  gegl_init (NULL, NULL);
  gegl_load_module_directory (argv[1]);
  only_filters_are_listed ();

  for (int i = 0; i < CE_N_FILTERS; i++)
    check_filter (ce_filter_get (i));
  test_ok (! g_strcmp0 (gegl_operation_get_property_key ("cuda-edges:canny", "color", "role"), "color-primary"),
           "lines take the foreground color");
  test_ok (! g_strcmp0 (gegl_operation_get_property_key ("cuda-edges:canny", "low", "sensitive"),
                        "thresholds {manual} & stage {classes,edges}"), "conditions are spelt as GEGL reads them");

  return test_done ();
}
