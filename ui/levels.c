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
  CeRender            *render;
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
  ce_render_set_detail (levels->render, &detail);
}

static void
moved (CeHistogramView *histogram, const char *line, double level, CeLevels *levels)
{
  const CeParam *param = ce_filter_find_param (levels->filter, ce_levels_get_param (levels));
  double         value = is_gain (levels) ? levels->white / MAX (level, 0.1) : level;

  g_object_set (levels->config, param->name, CLAMP (value, param->min, param->max), NULL);
}

/* (transfer full): the parts, to be placed in the dialog. */
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
      levels->stages = ce_stages_new (filter);
      gtk_widget_set_halign (levels->stages, GTK_ALIGN_START);
    }
  g_signal_connect (levels->histogram, "threshold-moved", G_CALLBACK (moved), levels);

  return levels;
}

/* Shows the stages of a part of what is seen. */
void
ce_levels_attach (CeLevels *levels, CePreview *preview, CeRender *render)
{
  if (! levels || ! levels->stages)
    return;

  levels->render = render;
  g_signal_connect (preview, "view-changed", G_CALLBACK (view_changed), levels);
}

/* @levels: (nullable): the parts, whose widgets were destroyed. */
void
ce_levels_free (CeLevels *levels)
{
  g_free (levels);
}

/* Name of the parameter that the histogram is about. */
const char *
ce_levels_get_param (CeLevels *levels)
{
  return is_gain (levels) ? "gain" : is_mask (levels) ? "edge-mask" : "threshold";
}

/* (transfer none): the histogram. */
GtkWidget *
ce_levels_get_histogram (CeLevels *levels)
{
  return levels->histogram;
}

/* (transfer none) (nullable): the row of stages, of a filter that has some. */
GtkWidget *
ce_levels_get_stages (CeLevels *levels)
{
  return levels ? levels->stages : NULL;
}

/* Half of what the mask lets through; without one there is nothing to see. */
static void
show_mask (CeLevels *levels, const CeParams *params, const CeParams *shown)
{
  gtk_widget_set_visible (gtk_widget_get_parent (levels->histogram), params->edge_mask > 0 || params->detail > 0);
  ce_histogram_set_thresholds (CE_HISTOGRAM_VIEW (levels->histogram), 0, WHITE / 2, FALSE);
  ce_stages_set_active (CE_STAGES (levels->stages), shown->shown, params->shown);
}

/* @levels: (nullable): the parts; @params: the parameters now; @shown: what the preview shows of them. */
void
ce_levels_config_changed (CeLevels *levels, const CeParams *params, const CeParams *shown)
{
  const CeParam *param;
  double         level;

  if (! levels)
    return;
  if (is_mask (levels))
    {
      show_mask (levels, params, shown);
      return;
    }

  param = ce_filter_find_param (levels->filter, ce_levels_get_param (levels));
  levels->white = params->component == CE_COMPONENT_MAGNITUDE ? WHITE : WHITE_DERIVATIVE;
  level = is_gain (levels) ? levels->white / params->gain : params->threshold;
  ce_histogram_set_thresholds (CE_HISTOGRAM_VIEW (levels->histogram), 0, level, TRUE);
  gtk_widget_set_sensitive (levels->histogram, ce_params_applies (params, levels->filter, param));
}

/* (nullable): which value does not do what it says, one sentence. */
const char *
ce_levels_explain (const CeParams *params)
{
  return params->method == CE_METHOD_DECONVOLVE && params->sigma > CE_MOST_SPREAD
         ? _("Deconvolution takes back a blur of at most 5 pixels; a larger radius changes nothing.") : NULL;
}

/* @levels: (nullable): the parts; @event: what the render thread reports. */
void
ce_levels_handle (CeLevels *levels, const CeEvent *event)
{
  if (! levels)
    return;

  if (event->bins)
    ce_histogram_set_bins (CE_HISTOGRAM_VIEW (levels->histogram), event->bins);
  if (levels->stages)
    ce_stages_set_pictures (CE_STAGES (levels->stages), event->stages);
}
