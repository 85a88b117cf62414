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

/* Adds the kind of lines that Canny finds, "σ 1.4", or for middles "3 px, Middles of dark lines". */
static void
add_kind (GString *text, const CeParams *params, const CeFound *found)
{
  if (params->of == CE_OF_DARK_LINES || params->of == CE_OF_LIGHT_LINES)
    add (text, "%.3g px", found->line_width);
  else
    add (text, "σ %.4g", params->sigma);
  if (params->of != CE_OF_EDGES)
    add (text, "%s", choice_label (ce_filter_get_lines (), params, "of"));
}

static void
add_thresholds (GString *text, const CeFound *found)
{
  add (text, "%.4g–%.4g", MIN (found->low, found->high), MAX (found->low, found->high));
}

static void
describe_sharpen (const CeFilter *filter, const CeParams *params, const CeFound *found, GString *text)
{
  gboolean deconvolves = params->method == CE_METHOD_DECONVOLVE;

  if (params->stage == CE_SHOWN_SHARPNESS || found->is_left)
    {
      add (text, "%s", found->is_left ? _("Unchanged") : choice_label (filter, params, "stage"));
      return;
    }
  if (params->method == CE_METHOD_UNSHARP || deconvolves)
    add (text, "σ %.4g", found->radius);
  add (text, "×%.4g", params->amount);
  if (deconvolves)
    add (text, g_dngettext (GETTEXT_PACKAGE, "%d iteration", "%d iterations", (gulong) params->iterations), params->iterations);
  if (params->method != CE_METHOD_UNSHARP)
    add (text, "%s", choice_label (filter, params, "method"));
  if (params->stage == CE_SHOWN_MASK)
    add (text, "%s", choice_label (filter, params, "stage"));
}

static void
describe_canny (const CeFilter *filter, const CeParams *params, const CeFound *found, GString *text)
{
  if (params->stage != CE_STAGE_LUMA)
    add_kind (text, params, found);
  if (params->stage == CE_STAGE_EDGES || params->stage == CE_STAGE_CLASSES)
    add_thresholds (text, found);
  if (params->stage == CE_STAGE_EDGES && params->width > 1)
    add (text, "%d px", params->width);
  if (params->stage != CE_STAGE_EDGES)
    add (text, "%s", choice_label (filter, params, "stage"));
}

static void
describe_lines (const CeParams *params, const CeFound *found, GString *text)
{
  add_kind (text, params, found);
  add_thresholds (text, found);
  add (text, "%.4g px", ce_lines_get_params (params).tolerance);
}

/* Returns (transfer full) parameters, with what was (nullable) @found, and the filter, as the name of a layer or path:
 * "σ 1.4, 40–80 · CUDA Canny". */
char *
ce_filter_describe (const CeFilter *filter, const CeParams *params, const CeFound *found)
{
  GString *text = g_string_new (NULL);
  CeFound  asked;

  ce_found_init (&asked, params, NULL);
  if (! found)
    found = &asked;

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
      describe_sharpen (filter, params, found, text);
      break;

    case CE_FILTER_LAPLACIAN:
      add (text, "σ %.4g", params->sigma);
      if (params->response == CE_RESPONSE_SIGNED)
        add (text, "×%.4g", params->gain);
      else
        add (text, "> %.4g, %s", params->threshold, choice_label (filter, params, "response"));
      break;

    case CE_FILTER_CANNY:
      if (filter->makes_paths)
        describe_lines (params, found, text);
      else
        describe_canny (filter, params, found, text);
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
