/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "levels.h"

#include <math.h>

#include <glib/gi18n.h>

#include "histogram.h"

/* What magnitude becomes white with a gain of 1, and which derivative, which is
 * an eighth as strong around middle gray. */
#define WHITE 255.0
#define WHITE_DERIVATIVE (127.0 * 8)

struct _CeLevels
{
  GimpProcedureConfig *config;
  const CeFilter      *filter;
  GtkWidget           *histogram;
  double               white;          /* of Sobel: what is white with a gain of 1 */
};

static gboolean
is_gain (CeLevels *levels)
{
  return levels->filter->id == CE_FILTER_SOBEL;
}

static void
moved (CeHistogramView *histogram, const char *line, double level, CeLevels *levels)
{
  const CeParam *param = ce_filter_find_param (levels->filter, ce_levels_get_param (levels));
  double         value = is_gain (levels) ? levels->white / MAX (level, 0.1) : level;

  g_object_set (levels->config, param->name, CLAMP (value, param->min, param->max), NULL);
}

/**
 * ce_levels_new:
 * @config: what the dialog edits
 * @filter: Sobel or Laplacian
 *
 * Returns: (transfer full): the parts, to be placed in the dialog
 */
CeLevels *
ce_levels_new (GimpProcedureConfig *config, const CeFilter *filter)
{
  CeLevels *levels = g_new0 (CeLevels, 1);

  levels->config = config;
  levels->filter = filter;
  levels->white = WHITE;
  levels->histogram = ce_histogram_new (ce_filter_find_param (ce_filter_get (CE_FILTER_LAPLACIAN), "threshold")->max);
  ce_histogram_set_caption (CE_HISTOGRAM_VIEW (levels->histogram),
                            is_gain (levels) ? _("White: %.1f %% of the pixels") : _("Responses above the threshold: %.1f %%"));
  g_signal_connect (levels->histogram, "threshold-moved", G_CALLBACK (moved), levels);

  return levels;
}

/**
 * ce_levels_free:
 * @levels: (nullable): the parts, whose widgets were destroyed
 */
void
ce_levels_free (CeLevels *levels)
{
  g_free (levels);
}

/**
 * ce_levels_get_param:
 * @levels: the parts
 *
 * Returns: name of the parameter that is set
 */
const char *
ce_levels_get_param (CeLevels *levels)
{
  return is_gain (levels) ? "gain" : "threshold";
}

/**
 * ce_levels_get_histogram:
 * @levels: the parts
 *
 * Returns: (transfer none): the histogram
 */
GtkWidget *
ce_levels_get_histogram (CeLevels *levels)
{
  return levels->histogram;
}

/**
 * ce_levels_config_changed:
 * @levels: (nullable): the parts
 * @params: the parameters now
 */
void
ce_levels_config_changed (CeLevels *levels, const CeParams *params)
{
  const CeParam *param;
  double         level;

  if (! levels)
    return;

  param = ce_filter_find_param (levels->filter, ce_levels_get_param (levels));
  levels->white = params->component == CE_COMPONENT_MAGNITUDE ? WHITE : WHITE_DERIVATIVE;
  level = is_gain (levels) ? levels->white / params->gain : params->threshold;
  ce_histogram_set_thresholds (CE_HISTOGRAM_VIEW (levels->histogram), 0, level, TRUE);
  gtk_widget_set_sensitive (levels->histogram, ce_params_applies (params, levels->filter, param));
}

/**
 * ce_levels_heard:
 * @levels: (nullable): the parts
 * @news: what the worker reports
 */
void
ce_levels_heard (CeLevels *levels, const CeNews *news)
{
  if (levels && news->bins)
    ce_histogram_set_bins (CE_HISTOGRAM_VIEW (levels->histogram), news->bins);
}
