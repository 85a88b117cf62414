/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "canny.h"

#include "histogram.h"
#include "stages.h"

struct _CeCanny
{
  GimpProcedureConfig *config;
  const CeFilter      *filter;
  GtkWidget           *histogram;
  GtkWidget           *stages;
};

static void
threshold_moved (CeHistogramView *histogram, const char *name, double value, CeCanny *canny)
{
  g_object_set (canny->config, name, value, NULL);
}

static void
stage_chosen (CeStages *stages, int stage, CeCanny *canny)
{
  g_object_set (canny->config, "stage", ce_filter_find_param (canny->filter, "stage")->choices[stage].nick, NULL);
}

/**
 * ce_canny_new:
 * @config: what the dialog edits
 * @filter: Canny
 *
 * Returns: (transfer full): the parts, to be placed in the dialog
 */
CeCanny *
ce_canny_new (GimpProcedureConfig *config, const CeFilter *filter)
{
  CeCanny *canny = g_new0 (CeCanny, 1);

  canny->config = config;
  canny->filter = filter;
  canny->histogram = ce_histogram_new (ce_filter_find_param (filter, "high")->max);
  canny->stages = ce_stages_new (ce_filter_find_param (filter, "stage")->choices);
  g_signal_connect (canny->histogram, "threshold-moved", G_CALLBACK (threshold_moved), canny);
  g_signal_connect (canny->stages, "stage-chosen", G_CALLBACK (stage_chosen), canny);

  return canny;
}

/**
 * ce_canny_free:
 * @canny: (nullable): the parts, whose widgets were destroyed
 */
void
ce_canny_free (CeCanny *canny)
{
  g_free (canny);
}

/**
 * ce_canny_get_histogram:
 * @canny: the parts
 *
 * Returns: (transfer none): the histogram
 */
GtkWidget *
ce_canny_get_histogram (CeCanny *canny)
{
  return canny->histogram;
}

/**
 * ce_canny_get_stages:
 * @canny: the parts
 *
 * Returns: (transfer none): the row of stages
 */
GtkWidget *
ce_canny_get_stages (CeCanny *canny)
{
  return canny->stages;
}

/**
 * ce_canny_config_changed:
 * @canny: (nullable): the parts
 * @params: the parameters now
 *
 * Moves lines and buttons at once. Automatic thresholds move when they are
 * found.
 */
void
ce_canny_config_changed (CeCanny *canny, const CeParams *params)
{
  if (! canny)
    return;

  if (params->thresholds == CE_THRESHOLDS_MANUAL)
    ce_histogram_set_thresholds (CE_HISTOGRAM_VIEW (canny->histogram), params->low, params->high, TRUE);
  gtk_widget_set_sensitive (canny->histogram, ce_params_applies (params, canny->filter,
                                                                 ce_filter_find_param (canny->filter, "thresholds")));
  ce_stages_set_active (CE_STAGES (canny->stages), params->stage);
}

/**
 * ce_canny_heard:
 * @canny: (nullable): the parts
 * @news: what the worker reports
 */
void
ce_canny_heard (CeCanny *canny, const CeNews *news)
{
  CeHistogramView *histogram;

  if (! canny)
    return;

  histogram = CE_HISTOGRAM_VIEW (canny->histogram);
  if (news->kind == CE_NEWS_RENDERED)
    {
      ce_histogram_set_share (histogram, news->edge_share);
      if (news->params.thresholds != CE_THRESHOLDS_MANUAL)
        ce_histogram_set_thresholds (histogram, news->params.low, news->params.high, FALSE);
    }
  if (news->bins)
    ce_histogram_set_bins (histogram, news->bins);
  for (int i = 0; news->stages && i < (int) news->stages->len; i++)
    ce_stages_set_picture (CE_STAGES (canny->stages), i, &g_array_index (news->stages, CeView, i));
}
