/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "canny.h"

#include <glib/gi18n.h>

#include "config.h"
#include "edge-popover.h"
#include "eraser.h"
#include "histogram.h"
#include "stages.h"

struct _CeCanny
{
  GimpProcedureConfig *config;
  const CeFilter      *filter;
  GtkWidget           *histogram;
  GtkWidget           *stages;
  CePreview           *preview;
  GtkWidget           *popover;
  CeEraser            *eraser;
  CeRender            *render;
  gboolean             placed;       /* the stages show where most edges are */
  CeParams             params;       /* the last ones */
  double               low;          /* thresholds as the user set them, whichever one may have pushed since */
  double               high;
  gboolean             pushing;      /* not the user */
};

static void
threshold_moved (CeHistogramView *histogram, const char *name, double value, CeCanny *canny)
{
  g_object_set (canny->config, "thresholds", "manual", name, value, NULL);
}

static gboolean
is_automatic (CeCanny *canny)
{
  CeParams params;

  ce_config_get_params (canny->config, canny->filter, &params);

  return params.thresholds != CE_THRESHOLDS_MANUAL;
}

static void
thresholds_chosen (CeEdgePopover *popover, double low, double high, CeCanny *canny)
{
  g_object_set (canny->config, "thresholds", "manual", "low", low, "high", high, NULL);
}

/* An edge in the preview was clicked. */
static void
picked (CePreview *preview, int x, int y, int reach, GdkRectangle *at, CeCanny *canny)
{
  ce_render_ask_why (canny->render, x, y, reach);
  ce_edge_popover_ask (CE_EDGE_POPOVER (canny->popover), at);
}

/* The user went over edges. */
static void
touched (CePreview *preview, const CeTouch *touch, CeCanny *canny)
{
  ce_render_ask_touched (canny->render, touch);
}

static void
closed (GtkPopover *popover, CeCanny *canny)
{
  ce_render_ask_why (canny->render, 0, 0, -1);
  ce_preview_set_highlight (canny->preview, NULL, 0);
}

/* The edge that is talked about is to go or, if it is one of the erased, to come back. */
static void
erase_chosen (CeEdgePopover *popover, int index, CeCanny *canny)
{
  if (index >= 0)
    ce_eraser_restore (canny->eraser);
  else
    ce_eraser_add (canny->eraser);
}

static double
get_zoom (CeCanny *canny)
{
  double zoom;

  g_object_get (canny->preview, "zoom", &zoom, NULL);

  return zoom;
}

/* The stages show where most edges are of what is seen or, at 100 % and above,
 * its middle. */
static void
place_stages (CeCanny *canny)
{
  int    factor = gtk_widget_get_scale_factor (GTK_WIDGET (canny->preview));
  CeArea detail = { 0, 0, CE_STAGE_WIDTH * factor, CE_STAGE_HEIGHT * factor };

  ce_preview_get_detail (canny->preview, &detail.x, &detail.y, &detail.width, &detail.height);
  canny->placed = ce_preview_find_busiest (canny->preview, detail.width, detail.height, &detail.x, &detail.y)
                  || get_zoom (canny) >= 1;
  ce_render_set_detail (canny->render, &detail);
}

static void
view_changed (CePreview *preview, CeCanny *canny)
{
  gtk_popover_popdown (GTK_POPOVER (canny->popover));
  canny->placed = FALSE;
  if (get_zoom (canny) >= 1)
    place_stages (canny);
}

/* A result is on the screen. */
static void
shown (CePreview *preview, guint generation, CeCanny *canny)
{
  if (! canny->placed)
    place_stages (canny);
}

/* Lets the user keep or drop edges by clicking one, and shows the stages of a part of what is seen. */
void
ce_canny_attach (CeCanny *canny, CePreview *preview, CeRender *render, gboolean several)
{
  canny->preview = preview;
  canny->render = render;
  canny->popover = ce_edge_popover_new (GTK_WIDGET (preview));
  g_signal_connect (preview, "picked", G_CALLBACK (picked), canny);
  g_signal_connect (preview, "touched", G_CALLBACK (touched), canny);
  g_signal_connect (preview, "view-changed", G_CALLBACK (view_changed), canny);
  g_signal_connect (preview, "shown", G_CALLBACK (shown), canny);
  g_signal_connect (canny->popover, "closed", G_CALLBACK (closed), canny);
  g_signal_connect (canny->popover, "thresholds-chosen", G_CALLBACK (thresholds_chosen), canny);
  g_signal_connect (canny->popover, "erase-chosen", G_CALLBACK (erase_chosen), canny);
  ce_eraser_attach (canny->eraser, several);
}

/* (transfer full): the parts, to be placed in the dialog. */
CeCanny *
ce_canny_new (GimpProcedureConfig *config, const CeFilter *filter)
{
  CeCanny *canny = g_new0 (CeCanny, 1);

  canny->config = config;
  canny->filter = filter;
  canny->histogram = ce_histogram_new (ce_filter_find_param (filter, "high")->max);
  canny->stages = ce_stages_new (filter);
  canny->eraser = ce_eraser_new (G_OBJECT (config));
  g_signal_connect (canny->histogram, "threshold-moved", G_CALLBACK (threshold_moved), canny);

  return canny;
}

/* @canny: (nullable): the parts, whose widgets were destroyed. */
void
ce_canny_free (CeCanny *canny)
{
  if (canny)
    ce_eraser_free (canny->eraser);
  g_free (canny);
}

/* (transfer none): the histogram. */
GtkWidget *
ce_canny_get_histogram (CeCanny *canny)
{
  return canny->histogram;
}

/* (transfer none): the row of stages. */
GtkWidget *
ce_canny_get_stages (CeCanny *canny)
{
  return canny->stages;
}

/* (transfer none): a row that tells how many edges were erased. */
GtkWidget *
ce_canny_get_erased_row (CeCanny *canny)
{
  return ce_eraser_get_row (canny->eraser);
}

static void
set_threshold (CeCanny *canny, const char *name, double value)
{
  canny->pushing = TRUE;
  g_object_set (canny->config, name, value, NULL);
  canny->pushing = FALSE;
}

/* The low threshold is not above the high one: whichever is moved takes the other along, and moved back lets it go
 * back to where the user had it. */
static void
push (CeCanny *canny, const CeParams *params)
{
  gboolean low_moved = params->low != canny->params.low, high_moved = params->high != canny->params.high;
  gboolean new = params->thresholds != canny->params.thresholds;

  canny->params = *params;
  if (params->thresholds != CE_THRESHOLDS_MANUAL || canny->pushing)
    return;

  if (low_moved || new)
    canny->low = params->low;
  if (high_moved || new)
    canny->high = params->high;
  if (high_moved && ! low_moved && MIN (canny->low, params->high) != params->low)
    set_threshold (canny, "low", MIN (canny->low, params->high));
  else if ((low_moved || new) && MAX (canny->high, params->low) != params->high)
    set_threshold (canny, "high", MAX (canny->high, params->low));
}

/* What automatic thresholds are here, to be seen, and to go on with by hand. */
static void
show_found (CeCanny *canny, const CeParams *found)
{
  if (canny->params.thresholds != found->thresholds)
    return;

  g_object_freeze_notify (G_OBJECT (canny->config));
  g_object_set (canny->config, "low", found->low, "high", found->high, NULL);
  g_object_thaw_notify (G_OBJECT (canny->config));
}

/* Moves lines and buttons at once. Automatic thresholds move when they are found. */
void
ce_canny_config_changed (CeCanny *canny, const CeParams *params, const CeParams *shown)
{
  if (! canny)
    return;

  push (canny, params);
  if (params->thresholds == CE_THRESHOLDS_MANUAL)
    ce_histogram_set_thresholds (CE_HISTOGRAM_VIEW (canny->histogram), params->low, params->high, TRUE);
  gtk_widget_set_sensitive (canny->histogram, ce_params_applies (params, canny->filter,
                                                                 ce_filter_find_param (canny->filter, "thresholds")));
  ce_stages_set_active (CE_STAGES (canny->stages), shown->stage, params->stage);
  if (canny->preview)
    {
      g_object_set (canny->preview, "pickable", shown->stage == CE_STAGE_EDGES || shown->stage == CE_STAGE_CLASSES, NULL);
      gtk_popover_popdown (GTK_POPOVER (canny->popover));
    }
}

/* (nullable): why there are no edges and what to change, one sentence. */
const char *
ce_canny_explain (const CeParams *params, double edge_share)
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

/* @canny: (nullable): the parts; @event: what the render thread reports. */
void
ce_canny_handle (CeCanny *canny, const CeEvent *event)
{
  CeHistogramView *histogram;

  if (! canny)
    return;

  histogram = CE_HISTOGRAM_VIEW (canny->histogram);
  if (event->kind == CE_EVENT_RENDERED)
    {
      ce_histogram_set_share (histogram, event->edge_share);
      if (event->params.thresholds != CE_THRESHOLDS_MANUAL)
        {
          ce_histogram_set_thresholds (histogram, event->params.low, event->params.high, TRUE);
          show_found (canny, &event->params);
        }
    }
  if (event->kind == CE_EVENT_WHY && gtk_widget_get_visible (canny->popover))
    {
      ce_edge_popover_answer (CE_EDGE_POPOVER (canny->popover), event->edge, is_automatic (canny));
      ce_preview_set_highlight (canny->preview, event->edge->points, event->edge->n_pixels);
      ce_eraser_remember (canny->eraser, event->edge);
    }
  if (event->kind == CE_EVENT_TOUCHED)
    ce_eraser_add_all (canny->eraser, event->touched);
  if (event->bins)
    ce_histogram_set_bins (histogram, event->bins);
  ce_stages_set_pictures (CE_STAGES (canny->stages), event->stages);
}
