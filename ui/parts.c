/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parts.h"

#include <glib/gi18n.h>

#include "engine/plan.h"

#include "histogram.h"
#include "stages.h"

/* What magnitude becomes white with a gain of 1, and which derivative, which is
 * an eighth as strong around middle gray. */
#define WHITE 255.0
#define WHITE_DERIVATIVE (127.0 * 8)

static gboolean
is_canny (CeParts *parts)
{
  return parts->filter->id == CE_FILTER_CANNY;
}

static gboolean
is_mask (CeParts *parts)
{
  return parts->filter->id == CE_FILTER_SHARPEN;
}

static gboolean
is_gain (CeParts *parts)
{
  return parts->filter->id == CE_FILTER_SOBEL;
}

/* Name of the parameter that the histogram is about. */
const char *
ce_parts_get_param (CeParts *parts)
{
  return is_canny (parts) ? "thresholds" : is_mask (parts) ? "edge-mask" : is_gain (parts) ? "gain" : "threshold";
}

static void
line_moved (CeHistogramView *histogram, const char *line, double level, CeParts *parts)
{
  const CeParam *param = ce_filter_find_param (parts->filter, ce_parts_get_param (parts));
  double         value = is_gain (parts) ? parts->white / MAX (level, 0.1) : level;

  if (is_canny (parts))
    g_object_set (parts->config, "thresholds", "manual", line, level, NULL);
  else
    g_object_set (parts->config, param->name, CLAMP (value, param->min, param->max), NULL);
}

static double
get_zoom (CeParts *parts)
{
  double zoom;

  g_object_get (parts->preview, "zoom", &zoom, NULL);

  return zoom;
}

/* Canny's stages show where most edges are of what is seen or, at 100 % and above, its middle; those of sharpening
 * its middle. */
static void
place_stages (CeParts *parts)
{
  int    factor = gtk_widget_get_scale_factor (GTK_WIDGET (parts->preview));
  CeArea detail = { 0, 0, ce_stages_get_width (CE_STAGES (parts->stages)) * factor, CE_STAGE_HEIGHT * factor };

  ce_preview_get_detail (parts->preview, &detail.x, &detail.y, &detail.width, &detail.height);
  parts->placed = ! is_canny (parts)
                  || ce_preview_find_densest (parts->preview, detail.width, detail.height, &detail.x, &detail.y)
                  || get_zoom (parts) >= 1;
  ce_render_set_detail (parts->render, &detail);
}

static void
view_changed (CePreview *preview, CeParts *parts)
{
  if (parts->edges)
    ce_edges_leave (parts->edges);
  parts->placed = FALSE;
  if (! is_canny (parts) || get_zoom (parts) >= 1)
    place_stages (parts);
}

/* A result is on the screen. */
static void
shown (CePreview *preview, guint generation, CeParts *parts)
{
  if (! parts->placed)
    place_stages (parts);
}

/* Shows the stages of a part of what is seen, and lets the user keep or drop edges by clicking one. */
void
ce_parts_attach (CeParts *parts, CePreview *preview, CeRender *render)
{
  parts->preview = preview;
  parts->render = render;
  if (! parts->stages)
    return;

  g_signal_connect (preview, "view-changed", G_CALLBACK (view_changed), parts);
  g_signal_connect (preview, "shown", G_CALLBACK (shown), parts);
  if (parts->edges)
    ce_edges_attach (parts->edges, preview, render);
}

static double
get_most (const CeFilter *filter)
{
  switch (filter->id)
    {
    case CE_FILTER_CANNY:   return ce_filter_find_param (filter, "high")->max;
    case CE_FILTER_SHARPEN: return WHITE + 1;
    default:                return ce_filter_find_param (ce_filter_get (CE_FILTER_LAPLACIAN), "threshold")->max;
    }
}

/* (nullable): what is said of the one line of the histogram; NULL: there are two. */
static const char *
get_caption (CeParts *parts)
{
  switch (parts->filter->id)
    {
    case CE_FILTER_CANNY:   return NULL;
    case CE_FILTER_SOBEL:   return _("White: %.1f %% of the pixels");
    case CE_FILTER_SHARPEN: return _("Sharpened by half or more: %.1f %% of the pixels");
    default:                return _("Responses above the threshold: %.1f %%");
    }
}

/* (transfer full): the parts, to be placed in the dialog; @several: several layers are filtered. */
CeParts *
ce_parts_new (GimpProcedureConfig *config, const CeFilter *filter, gboolean several)
{
  CeParts *parts = g_new0 (CeParts, 1);

  parts->config = config;
  parts->filter = filter;
  parts->white = WHITE;
  parts->histogram = ce_histogram_new (get_most (filter), get_caption (parts), is_mask (parts));
  g_signal_connect (parts->histogram, "threshold-moved", G_CALLBACK (line_moved), parts);
  if (is_canny (parts) || is_mask (parts))
    parts->stages = ce_stages_new (filter);
  if (is_canny (parts))
    parts->edges = ce_edges_new (G_OBJECT (config), several);

  return parts;
}

/* @parts: the parts, whose widgets were destroyed. */
void
ce_parts_free (CeParts *parts)
{
  if (parts->edges)
    ce_edges_free (parts->edges);
  g_free (parts);
}

static void
set_threshold (CeParts *parts, const char *name, double value)
{
  parts->pushing = TRUE;
  g_object_set (parts->config, name, value, NULL);
  parts->pushing = FALSE;
}

/* The low threshold is not above the high one: whichever is moved takes the other along, and moved back lets it go
 * back to where the user had it. */
static void
push (CeParts *parts, const CeParams *params)
{
  gboolean low_moved = params->low != parts->params.low, high_moved = params->high != parts->params.high;
  gboolean new = params->thresholds != parts->params.thresholds;

  parts->params = *params;
  if (params->thresholds != CE_THRESHOLDS_MANUAL || parts->pushing)
    return;

  if (low_moved || new)
    parts->low = params->low;
  if (high_moved || new)
    parts->high = params->high;
  if (high_moved && ! low_moved && MIN (parts->low, params->high) != params->low)
    set_threshold (parts, "low", MIN (parts->low, params->high));
  else if ((low_moved || new) && MAX (parts->high, params->low) != params->high)
    set_threshold (parts, "high", MAX (parts->high, params->low));
}

/* What automatic thresholds are here, to be seen, and to go on with by hand. */
static void
show_found (CeParts *parts, const CeParams *found)
{
  if (parts->params.thresholds != found->thresholds)
    return;

  g_object_freeze_notify (G_OBJECT (parts->config));
  g_object_set (parts->config, "low", found->low, "high", found->high, NULL);
  g_object_thaw_notify (G_OBJECT (parts->config));
}

/* Canny's automatic thresholds move when they are found. */
static void
show_thresholds (CeParts *parts, const CeParams *params, const CeParams *shown)
{
  push (parts, params);
  if (params->thresholds == CE_THRESHOLDS_MANUAL)
    ce_histogram_set_thresholds (CE_HISTOGRAM_VIEW (parts->histogram), params->low, params->high, TRUE);
  if (! parts->preview)
    return;

  g_object_set (parts->preview, "pickable", shown->stage == CE_STAGE_EDGES || shown->stage == CE_STAGE_CLASSES, NULL);
  ce_edges_leave (parts->edges);
}

/* Half of what the mask lets through; without one there is nothing to see. */
static void
show_mask (CeParts *parts, const CeParams *params)
{
  gtk_widget_set_visible (gtk_widget_get_parent (parts->histogram), params->edge_mask > 0 || params->detail > 0);
  ce_histogram_set_thresholds (CE_HISTOGRAM_VIEW (parts->histogram), 0, WHITE / 2, FALSE);
}

static void
show_level (CeParts *parts, const CeParams *params)
{
  parts->white = params->component == CE_COMPONENT_MAGNITUDE ? WHITE : WHITE_DERIVATIVE;
  ce_histogram_set_thresholds (CE_HISTOGRAM_VIEW (parts->histogram), 0,
                               is_gain (parts) ? parts->white / params->gain : params->threshold, TRUE);
}

/* Moves lines and buttons at once; @shown is what the preview shows of @params. */
void
ce_parts_config_changed (CeParts *parts, const CeParams *params, const CeParams *shown)
{
  const CeFilter *filter = parts->filter;
  const CeParam  *param = ce_filter_find_param (filter, ce_parts_get_param (parts));

  if (is_canny (parts))
    show_thresholds (parts, params, shown);
  else if (is_mask (parts))
    show_mask (parts, params);
  else
    show_level (parts, params);

  if (! is_mask (parts))
    gtk_widget_set_sensitive (parts->histogram, ce_params_applies (params, filter, param));
  if (parts->stages)
    {
      param = ce_filter_find_param (filter, "stage");
      ce_stages_set_active (CE_STAGES (parts->stages), (int) ce_params_get (shown, param),
                            (int) ce_params_get (params, param));
    }
}

/* (nullable): why there are no edges and what to change, one sentence. */
static const char *
explain_edges (const CeParams *params, double edge_share)
{
  if (edge_share != 0)
    return NULL;

  switch ((CeThresholds) params->thresholds)
    {
    case CE_THRESHOLDS_PERCENTILE: return _("There are no edges; lower the share or the Gaussian σ.");
    case CE_THRESHOLDS_OTSU:       return _("There are no edges; set the thresholds by hand, or lower the Gaussian σ.");
    case CE_THRESHOLDS_MANUAL:     break;
    }

  return _("There are no edges; lower the high threshold or the Gaussian σ.");
}

/* (nullable): which value does not do what the user may expect of it, one sentence. */
const char *
ce_parts_explain (CeParts *parts, const CeEvent *event)
{
  const CeParams *params = &event->params;

  if (is_canny (parts))
    return explain_edges (params, event->edge_share);

  return params->method == CE_METHOD_DECONVOLVE && params->sigma > CE_MAX_SPREAD
         ? _("Deconvolution takes back a blur of at most 5 pixels; a larger radius changes nothing.") : NULL;
}

static void
handle_edges (CeParts *parts, const CeEvent *event)
{
  CeHistogramView *histogram = CE_HISTOGRAM_VIEW (parts->histogram);

  if (event->kind == CE_EVENT_RENDERED)
    {
      ce_histogram_set_share (histogram, event->edge_share);
      if (event->params.thresholds != CE_THRESHOLDS_MANUAL)
        {
          ce_histogram_set_thresholds (histogram, event->params.low, event->params.high, TRUE);
          show_found (parts, &event->params);
        }
    }
  ce_edges_handle (parts->edges, event);
}

/* What the render thread reports. */
void
ce_parts_handle (CeParts *parts, const CeEvent *event)
{
  if (is_canny (parts))
    handle_edges (parts, event);
  if (event->bins)
    ce_histogram_set_bins (CE_HISTOGRAM_VIEW (parts->histogram), event->bins);
  if (parts->stages)
    ce_stages_set_pictures (CE_STAGES (parts->stages), event->stages);
}
