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
  CeWorker            *worker;
  gboolean             placed;       /* the stages show where most edges are */
  CeParams             params;       /* the last ones */
};

static void
threshold_moved (CeHistogramView *histogram, const char *name, double value, CeCanny *canny)
{
  g_object_set (canny->config, name, value, NULL);
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
  ce_worker_ask_why (canny->worker, x, y, reach);
  ce_edge_popover_ask (CE_EDGE_POPOVER (canny->popover), at);
}

static void
closed (GtkPopover *popover, CeCanny *canny)
{
  ce_worker_ask_why (canny->worker, 0, 0, -1);
  ce_preview_set_highlight (canny->preview, NULL, 0);
}

/* The edge that is talked about is to go or, if it is one of the erased, to come back. */
static void
erase_chosen (CeEdgePopover *popover, int index, CeCanny *canny)
{
  if (index >= 0)
    ce_eraser_drop (canny->eraser, index);
  else
    ce_eraser_add (canny->eraser);
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
                  || ce_preview_get_zoom (canny->preview) >= 1;
  ce_worker_set_detail (canny->worker, &detail);
}

static void
view_changed (CePreview *preview, CeCanny *canny)
{
  gtk_popover_popdown (GTK_POPOVER (canny->popover));
  place_stages (canny);
}

/* A result is on the screen. */
static void
shown (CePreview *preview, guint generation, CeCanny *canny)
{
  if (! canny->placed)
    place_stages (canny);
}

/**
 * ce_canny_attach:
 * @canny: the parts
 * @preview: in which edges can be clicked
 * @worker: that knows about them; must live as long as @preview
 * @layer: (nullable): the only one of several layers whose edges are erased
 * @again: called with @data when edges were erased, to ask for a result
 * @data: for @again
 *
 * Lets the user keep or drop edges by clicking one, and shows the stages of a
 * part of what is seen.
 */
void
ce_canny_attach (CeCanny *canny, CePreview *preview, CeWorker *worker, const char *layer, GSourceOnceFunc again,
                 gpointer data)
{
  canny->preview = preview;
  canny->worker = worker;
  canny->popover = ce_edge_popover_new (GTK_WIDGET (preview));
  g_signal_connect (preview, "picked", G_CALLBACK (picked), canny);
  g_signal_connect (preview, "view-changed", G_CALLBACK (view_changed), canny);
  g_signal_connect (preview, "shown", G_CALLBACK (shown), canny);
  g_signal_connect (canny->popover, "closed", G_CALLBACK (closed), canny);
  g_signal_connect (canny->popover, "thresholds-chosen", G_CALLBACK (thresholds_chosen), canny);
  g_signal_connect (canny->popover, "erase-chosen", G_CALLBACK (erase_chosen), canny);
  ce_eraser_attach (canny->eraser, worker, layer, again, data);
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
  canny->stages = ce_stages_new (G_OBJECT (config), filter);
  canny->eraser = ce_eraser_new (G_OBJECT (config));
  g_signal_connect (canny->histogram, "threshold-moved", G_CALLBACK (threshold_moved), canny);

  return canny;
}

/**
 * ce_canny_free:
 * @canny: (nullable): the parts, whose widgets were destroyed
 */
void
ce_canny_free (CeCanny *canny)
{
  if (canny)
    ce_eraser_free (canny->eraser);
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
 * ce_canny_get_erased_row:
 * @canny: the parts
 *
 * Returns: (transfer none): a row that tells how many edges were erased
 */
GtkWidget *
ce_canny_get_erased_row (CeCanny *canny)
{
  return ce_eraser_get_row (canny->eraser);
}

/* The low threshold is not above the high one: whichever is moved takes the
 * other along. */
static void
push (CeCanny *canny, const CeParams *params)
{
  gboolean low_moved = params->low != canny->params.low;

  canny->params = *params;
  if (params->thresholds != CE_THRESHOLDS_MANUAL || params->low <= params->high)
    return;

  if (low_moved)
    g_object_set (canny->config, "high", params->low, NULL);
  else
    g_object_set (canny->config, "low", params->high, NULL);
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

  push (canny, params);
  if (params->thresholds == CE_THRESHOLDS_MANUAL)
    ce_histogram_set_thresholds (CE_HISTOGRAM_VIEW (canny->histogram), params->low, params->high, TRUE);
  gtk_widget_set_sensitive (canny->histogram, ce_params_applies (params, canny->filter,
                                                                 ce_filter_find_param (canny->filter, "thresholds")));
  ce_stages_set_active (CE_STAGES (canny->stages), params->stage);
  if (canny->preview)
    {
      ce_preview_set_pickable (canny->preview, params->stage == CE_STAGE_EDGES || params->stage == CE_STAGE_CLASSES);
      gtk_popover_popdown (GTK_POPOVER (canny->popover));
    }
}

/**
 * ce_canny_explain:
 * @params: as rendered
 * @edge_share: percent of the pixels that are edges, negative if unknown
 *
 * Returns: (nullable): why there are no edges and what to change, one sentence
 */
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
        {
          ce_histogram_set_thresholds (histogram, news->params.low, news->params.high, FALSE);
          show_found (canny, &news->params);
        }
    }
  if (news->kind == CE_NEWS_WHY && gtk_widget_get_visible (canny->popover))
    {
      ce_edge_popover_answer (CE_EDGE_POPOVER (canny->popover), news->edge, is_automatic (canny));
      ce_preview_set_highlight (canny->preview, news->edge->points, news->edge->n_pixels);
      ce_eraser_remember (canny->eraser, news->edge, &news->params);
    }
  if (news->bins)
    ce_histogram_set_bins (histogram, news->bins);
  ce_stages_set_pictures (CE_STAGES (canny->stages), news->stages);
}
