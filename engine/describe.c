/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Describes a filter's parameters for people, as the name of a layer. The numbers come first, because lists of layers show
 * only the first dozen letters, and layers of one filter differ by their numbers.
 */
#include "filters.h"
#include "text.h"

/* Returns the label of a choice in the user's language. */
static const char *
choice_label (const CeFilter *filter, const CeParams *params, const char *name)
{
  const CeParam *param = ce_filter_find_param (filter, name);

  return _(param->choices[(int) ce_params_get (params, param)].label);
}

G_GNUC_PRINTF (2, 3) static void
add (GString *text, const char *format, ...)
{
  va_list arguments;

  if (text->len)
    g_string_append (text, ", ");
  va_start (arguments, format);
  g_string_append_vprintf (text, format, arguments);
  va_end (arguments);
}

/* Returns (transfer full) the kind of lines that Canny finds: "σ 1.4", or for middles "3 px, Middles of dark lines". */
char *
ce_params_describe_found (const CeParams *params)
{
  const char *of = choice_label (ce_filter_get_lines (), params, "of");

  return params->of == CE_OF_EDGES ? g_strdup_printf ("σ %.4g", params->sigma)
         : params->of == CE_OF_LINE_ART ? g_strdup_printf ("σ %.4g, %s", params->sigma, of)
                                        : g_strdup_printf ("%.3g px, %s", params->line_width, of);
}

static void
describe_sharpen (const CeFilter *filter, const CeParams *params, GString *text)
{
  gboolean deconvolves = params->method == CE_METHOD_DECONVOLVE;

  if (params->method == CE_METHOD_UNSHARP || deconvolves)
    add (text, "σ %.4g", params->sigma);
  add (text, "×%.4g", params->amount);
  if (deconvolves)
    add (text, g_dngettext (GETTEXT_PACKAGE, "%d iteration", "%d iterations", (gulong) params->iterations), params->iterations);
  if (params->method != CE_METHOD_UNSHARP)
    add (text, "%s", choice_label (filter, params, "method"));
  if (params->stage == CE_SHOWN_MASK)
    add (text, "%s", choice_label (filter, params, "stage"));
}

static void
describe_canny (const CeFilter *filter, const CeParams *params, GString *text)
{
  g_autofree char *found = ce_params_describe_found (params);

  if (params->stage != CE_STAGE_LUMA)
    add (text, "%s", found);
  if (params->stage == CE_STAGE_EDGES || params->stage == CE_STAGE_CLASSES)
    add (text, "%.4g–%.4g", MIN (params->low, params->high), MAX (params->low, params->high));
  if (params->stage == CE_STAGE_EDGES && params->width > 1)
    add (text, "%d px", params->width);
  if (params->stage != CE_STAGE_EDGES)
    add (text, "%s", choice_label (filter, params, "stage"));
}

/* Returns (transfer full) parameters, with the thresholds that were found, and the filter, as the name of a layer:
 * "σ 1.4, 40–80 · CUDA Canny". */
char *
ce_filter_describe (const CeFilter *filter, const CeParams *params)
{
  GString *text = g_string_new (NULL);

  switch (filter->id)
    {
    case CE_FILTER_SOBEL:
      if (params->component != CE_COMPONENT_DIRECTION && params->gain != 1)
        add (text, "×%.4g", params->gain);
      if (params->operator_ != CE_OPERATOR_SOBEL)
        add (text, "%s", choice_label (filter, params, "operator"));
      add (text, "%s", choice_label (filter, params, "component"));
      if (params->component == CE_COMPONENT_MAGNITUDE && params->norm == CE_NORM_L1)
        add (text, "L1");
      break;

    case CE_FILTER_SHARPEN:
      describe_sharpen (filter, params, text);
      break;

    case CE_FILTER_LAPLACIAN:
      add (text, "σ %.4g", params->sigma);
      if (params->response == CE_RESPONSE_SIGNED)
        add (text, "×%.4g", params->gain);
      else
        add (text, "> %.4g, %s", params->threshold, choice_label (filter, params, "response"));
      break;

    case CE_FILTER_CANNY:
      describe_canny (filter, params, text);
      break;

    case CE_FILTER_LINE_ART:
      add (text, "σ %.4g", params->sigma);
      add (text, "×%.4g", params->strength);
      if (params->tone > 0)
        add (text, "%.4g %%", params->tone);
      if (params->stage != CE_DRAWN_LINES)
        add (text, "%s", choice_label (filter, params, "stage"));
      break;

    case CE_N_FILTERS:
      g_warn_if_reached ();
    }
  g_string_append_printf (text, " · %s", _(filter->title));

  return g_string_free (text, FALSE);
}
