/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "levels.h"

#include <math.h>

#include <glib/gi18n.h>

#include "engine/plan.h"
#include "histogram.h"
#include "stages.h"

/* What magnitude becomes white with a gain of 1, and which derivative, which is
 * an eighth as strong around middle gray. */
#define WHITE 255.0
#define WHITE_DERIVATIVE (127.0 * 8)

struct _CeLevels
{
  GimpProcedureConfig *config;
  const CeFilter      *filter;
  GtkWidget           *histogram;
  GtkWidget           *stages;         /* (nullable) */
  CeWorker            *worker;
  double               white;          /* of Sobel: what is white with a gain of 1 */
};

static gboolean
is_gain (CeLevels *levels)
{
  return levels->filter->id == CE_FILTER_SOBEL;
}

static gboolean
is_mask (CeLevels *levels)
{
  return levels->filter->id == CE_FILTER_SHARPEN;
}

static const char *
get_caption (CeLevels *levels)
{
  return is_gain (levels) ? _("White: %.1f %% of the pixels")
         : is_mask (levels) ? _("Sharpened by half or more: %.1f %% of the pixels") : _("Responses above the threshold: %.1f %%");
}

/* The stages show the middle of what is seen. */
static void
view_changed (CePreview *preview, CeLevels *levels)
{
  int    factor = gtk_widget_get_scale_factor (GTK_WIDGET (preview));
  CeArea detail = { 0, 0, CE_STAGE_WIDTH * factor, CE_STAGE_HEIGHT * factor };

  ce_preview_get_detail (preview, &detail.x, &detail.y, &detail.width, &detail.height);
  ce_worker_set_detail (levels->worker, &detail);
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
 * @filter: another than Canny
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
  levels->histogram = ce_histogram_new (is_mask (levels) ? WHITE + 1
                                        : ce_filter_find_param (ce_filter_get (CE_FILTER_LAPLACIAN), "threshold")->max);
  ce_histogram_set_caption (CE_HISTOGRAM_VIEW (levels->histogram), get_caption (levels));
  if (is_mask (levels))
    {
      ce_histogram_set_linear (CE_HISTOGRAM_VIEW (levels->histogram));
      levels->stages = ce_stages_new (G_OBJECT (config), filter);
      gtk_widget_set_halign (levels->stages, GTK_ALIGN_START);
    }
  g_signal_connect (levels->histogram, "threshold-moved", G_CALLBACK (moved), levels);

  return levels;
}

/**
 * ce_levels_attach:
 * @levels: (nullable): the parts
 * @preview: what is looked at
 * @worker: told of it; must live as long as @preview
 *
 * Shows the stages of a part of what is seen.
 */
void
ce_levels_attach (CeLevels *levels, CePreview *preview, CeWorker *worker)
{
  if (! levels || ! levels->stages)
    return;

  levels->worker = worker;
  g_signal_connect (preview, "view-changed", G_CALLBACK (view_changed), levels);
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
 * Returns: name of the parameter that the histogram is about
 */
const char *
ce_levels_get_param (CeLevels *levels)
{
  return is_gain (levels) ? "gain" : is_mask (levels) ? "edge-mask" : "threshold";
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
 * ce_levels_get_stages:
 * @levels: (nullable): the parts
 *
 * Returns: (transfer none) (nullable): the row of stages, of a filter that has some
 */
GtkWidget *
ce_levels_get_stages (CeLevels *levels)
{
  return levels ? levels->stages : NULL;
}

/* Half of what the mask lets through; without one there is nothing to see. */
static void
show_mask (CeLevels *levels, const CeParams *params)
{
  gtk_widget_set_visible (gtk_widget_get_parent (levels->histogram), params->edge_mask > 0 || params->detail > 0);
  ce_histogram_set_thresholds (CE_HISTOGRAM_VIEW (levels->histogram), 0, WHITE / 2, FALSE);
  ce_stages_set_active (CE_STAGES (levels->stages), params->shown);
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
  if (is_mask (levels))
    {
      show_mask (levels, params);
      return;
    }

  param = ce_filter_find_param (levels->filter, ce_levels_get_param (levels));
  levels->white = params->component == CE_COMPONENT_MAGNITUDE ? WHITE : WHITE_DERIVATIVE;
  level = is_gain (levels) ? levels->white / params->gain : params->threshold;
  ce_histogram_set_thresholds (CE_HISTOGRAM_VIEW (levels->histogram), 0, level, TRUE);
  gtk_widget_set_sensitive (levels->histogram, ce_params_applies (params, levels->filter, param));
}

/**
 * ce_levels_explain:
 * @params: as rendered, of another filter than Canny
 *
 * Returns: (nullable): which value does not do what it says, one sentence
 */
const char *
ce_levels_explain (const CeParams *params)
{
  return params->method == CE_METHOD_DECONVOLVE && params->sigma > CE_MOST_SPREAD
         ? _("Deconvolution takes back a blur of at most 5 pixels; a larger radius changes nothing.") : NULL;
}

/**
 * ce_levels_heard:
 * @levels: (nullable): the parts
 * @news: what the worker reports
 */
void
ce_levels_heard (CeLevels *levels, const CeNews *news)
{
  if (! levels)
    return;

  if (news->bins)
    ce_histogram_set_bins (CE_HISTOGRAM_VIEW (levels->histogram), news->bins);
  if (levels->stages)
    ce_stages_set_pictures (CE_STAGES (levels->stages), news->stages);
}
