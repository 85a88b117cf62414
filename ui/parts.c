/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Each filter's own parts of its dialog: the histogram with lines to drag and, of Canny and sharpening,
 * the stages as a row of small pictures; of Canny also the edges to keep, drop and erase.
 */
#include "dialog-private.h"

#include <glib/gi18n.h>

#include "engine/plan.h"
#include "histogram.h"
#include "stages.h"

/* What magnitude becomes white with a gain of 1, and which derivative, which is
 * an eighth as strong around middle gray. */
#define WHITE 255.0
#define WHITE_DERIVATIVE (127.0 * 8)

static gboolean
is_canny (CeDialog *self)
{
  return self->filter->id == CE_FILTER_CANNY;
}

static gboolean
is_mask (CeDialog *self)
{
  return self->filter->id == CE_FILTER_SHARPEN;
}

static gboolean
is_gain (CeDialog *self)
{
  return self->filter->id == CE_FILTER_SOBEL;
}

/* Name of the parameter that the histogram is about. */
const char *
ce_dialog_get_histogram_param (CeDialog *self)
{
  return is_canny (self) ? "thresholds" : is_mask (self) ? "edge-mask" : is_gain (self) ? "gain" : "threshold";
}

static double
get_white (CeDialog *self)
{
  return self->params.component == CE_COMPONENT_MAGNITUDE ? WHITE : WHITE_DERIVATIVE;
}

static void
line_moved (CeHistogramView *histogram, const char *line, double level, CeDialog *self)
{
  const CeParam *param = ce_filter_find_param (self->filter, ce_dialog_get_histogram_param (self));
  double         value = is_gain (self) ? get_white (self) / MAX (level, 0.1) : level;

  if (is_canny (self))
    g_object_set (self->config, "thresholds", "manual", line, level, NULL);
  else
    g_object_set (self->config, param->name, CLAMP (value, param->min, param->max), NULL);
}

static double
get_zoom (CeDialog *self)
{
  double zoom;

  g_object_get (self->preview, "zoom", &zoom, NULL);

  return zoom;
}

/* Canny's stages show where most edges are of what is seen or, at 100 % and above, its middle; those of sharpening
 * its middle. */
static void
place_stages (CeDialog *self)
{
  int    factor = gtk_widget_get_scale_factor (GTK_WIDGET (self->preview));
  CeArea detail = { 0, 0, ce_stages_get_width (CE_STAGES (self->stages)) * factor, CE_STAGE_HEIGHT * factor };

  ce_preview_get_detail (self->preview, &detail.x, &detail.y, &detail.width, &detail.height);
  self->stages_placed = ! is_canny (self)
                  || ce_preview_find_densest (self->preview, detail.width, detail.height, &detail.x, &detail.y)
                  || get_zoom (self) >= 1;
  ce_render_set_detail (self->render, &detail);
}

static void
view_changed (CePreview *preview, CeDialog *self)
{
  if (self->edges)
    ce_edges_leave (self->edges);
  self->stages_placed = FALSE;
  if (self->stages && (! is_canny (self) || get_zoom (self) >= 1))
    place_stages (self);
}

/* A result is on the screen. */
static void
shown (CePreview *preview, guint generation, CeDialog *self)
{
  if (! self->stages_placed)
    place_stages (self);
}

/* (nullable): the stages of a part of what is seen, for the preview that is there; the edges, too, where there are some. */
GtkWidget *
ce_dialog_stages_new (CeDialog *self)
{
  if (is_canny (self))
    self->edges = ce_edges_new (G_OBJECT (self->config), self->source->n_drawables > 1, self->preview, self->render);
  g_signal_connect (self->preview, "view-changed", G_CALLBACK (view_changed), self);
  if (! ce_filter_find_param (self->filter, "stage"))
    return NULL;

  self->stages = ce_stages_new (self->filter);
  g_signal_connect_swapped (self->stages, "stage-clicked", G_CALLBACK (ce_dialog_view_stage), self);
  g_signal_connect (self->preview, "shown", G_CALLBACK (shown), self);

  return self->stages;
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
get_caption (CeDialog *self)
{
  switch (self->filter->id)
    {
    case CE_FILTER_CANNY:   return NULL;
    case CE_FILTER_SOBEL:   return _("White: %.1f %% of the pixels");
    case CE_FILTER_SHARPEN: return _("Sharpened by half or more: %.1f %% of the pixels");
    default:                return _("Responses above the threshold: %.1f %%");
    }
}

/* Of the filter's parameter. */
GtkWidget *
ce_dialog_histogram_new (CeDialog *self)
{
  self->histogram = ce_histogram_new (get_most (self->filter), get_caption (self), is_mask (self));
  g_signal_connect (self->histogram, "threshold-moved", G_CALLBACK (line_moved), self);

  return self->histogram;
}

static void
set_threshold (CeDialog *self, const char *name, double value)
{
  self->pushing = TRUE;
  g_object_set (self->config, name, value, NULL);
  self->pushing = FALSE;
}

/* Edges and middles of lines differ in strength: thresholds that nobody has moved become those that find most of them. */
static void
follow_of (CeDialog *self, const CeParams *params)
{
  CeParams usual;
  gboolean edges = params->of == CE_OF_EDGES;
  double   low, high;

  ce_params_init (&usual, self->filter);
  low = edges ? CE_MIDDLES_LOW : usual.low;
  high = edges ? CE_MIDDLES_HIGH : usual.high;
  if (params->low == low && params->high == high && params->thresholds == CE_THRESHOLDS_MANUAL)
    g_object_set (self->config, "low", edges ? usual.low : CE_MIDDLES_LOW, "high", edges ? usual.high : CE_MIDDLES_HIGH, NULL);
}

/* The low threshold is not above the high one: whichever is moved takes the other along, and moved back lets it go
 * back to where the user had it. */
static void
push (CeDialog *self, const CeParams *params)
{
  gboolean low_moved = params->low != self->last.low, high_moved = params->high != self->last.high;
  gboolean new = params->thresholds != self->last.thresholds;

  if ((params->of == CE_OF_EDGES) != (self->last.of == CE_OF_EDGES) && ! low_moved && ! high_moved)
    {
      self->last = *params;
      follow_of (self, params);
      return;
    }
  self->last = *params;
  if (params->thresholds != CE_THRESHOLDS_MANUAL || self->pushing)
    return;

  if (low_moved || new)
    self->low = params->low;
  if (high_moved || new)
    self->high = params->high;
  if (high_moved && ! low_moved && MIN (self->low, params->high) != params->low)
    set_threshold (self, "low", MIN (self->low, params->high));
  else if ((low_moved || new) && MAX (self->high, params->low) != params->high)
    set_threshold (self, "high", MAX (self->high, params->low));
}

/* What automatic thresholds are here, to be seen, and to go on with by hand. */
static void
show_found (CeDialog *self, const CeParams *found)
{
  if (self->last.thresholds != found->thresholds)
    return;

  g_object_set (self->config, "low", found->low, "high", found->high, NULL);
}

/* Canny's automatic thresholds move when they are found. */
static void
show_thresholds (CeDialog *self, const CeParams *params, const CeParams *shown)
{
  push (self, params);
  if (params->thresholds == CE_THRESHOLDS_MANUAL)
    ce_histogram_set_thresholds (CE_HISTOGRAM_VIEW (self->histogram), params->low, params->high, TRUE);
  g_object_set (self->preview, "pickable", shown->stage == CE_STAGE_EDGES || shown->stage == CE_STAGE_CLASSES, NULL);
  ce_edges_leave (self->edges);
}

/* Half of what the mask lets through; without one there is nothing to see. */
static void
show_mask (CeDialog *self, const CeParams *params)
{
  gtk_widget_set_visible (gtk_widget_get_parent (self->histogram), params->edge_mask > 0 || params->detail > 0);
  ce_histogram_set_thresholds (CE_HISTOGRAM_VIEW (self->histogram), 0, WHITE / 2, FALSE);
}

static void
show_level (CeDialog *self, const CeParams *params)
{
  ce_histogram_set_thresholds (CE_HISTOGRAM_VIEW (self->histogram), 0,
                               is_gain (self) ? get_white (self) / params->gain : params->threshold, TRUE);
}

/* Moves lines and buttons at once; @shown is what the preview shows. */
void
ce_dialog_show_values (CeDialog *self, const CeParams *shown)
{
  const CeFilter *filter = self->filter;
  const CeParam  *param = ce_filter_find_param (filter, ce_dialog_get_histogram_param (self));
  const CeParams *params = &self->params;

  if (is_canny (self))
    show_thresholds (self, params, shown);
  else if (is_mask (self))
    show_mask (self, params);
  else
    show_level (self, params);

  if (! is_mask (self))
    gtk_widget_set_sensitive (self->histogram, ce_params_applies (params, filter, param));
  if (self->stages)
    {
      param = ce_filter_find_param (filter, "stage");
      ce_stages_set_active (CE_STAGES (self->stages), (int) ce_params_get (shown, param),
                            (int) ce_params_get (params, param));
    }
}

/* (nullable): why there are no edges and what to change, one sentence. */
static const char *
explain_edges (const CeParams *params, double edge_share)
{
  if (edge_share != 0)
    return NULL;
  if (params->of != CE_OF_EDGES)
    return params->thresholds == CE_THRESHOLDS_MANUAL
           ? _("There are no lines; lower the high threshold, which is compared with about a third of a line's contrast.")
           : _("There are no lines; set the thresholds by hand.");

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
ce_dialog_explain_values (CeDialog *self, const CeEvent *event)
{
  const CeParams *params = &event->params;

  if (is_canny (self))
    return explain_edges (params, event->edge_share);

  return params->method == CE_METHOD_DECONVOLVE && params->sigma > CE_MAX_SPREAD
         ? _("Deconvolution takes back a blur of at most 5 pixels; a larger radius changes nothing.") : NULL;
}

static void
handle_edges (CeDialog *self, const CeEvent *event)
{
  CeHistogramView *histogram = CE_HISTOGRAM_VIEW (self->histogram);

  if (event->kind == CE_EVENT_RENDERED)
    {
      ce_histogram_set_share (histogram, event->edge_share);
      if (event->params.thresholds != CE_THRESHOLDS_MANUAL)
        {
          ce_histogram_set_thresholds (histogram, event->params.low, event->params.high, TRUE);
          show_found (self, &event->params);
        }
    }
  ce_edges_handle (self->edges, event);
}

/* What the render thread reports. */
void
ce_dialog_handle_parts (CeDialog *self, const CeEvent *event)
{
  if (is_canny (self))
    handle_edges (self, event);
  ce_dialog_handle_lines (self, event);
  if (event->bins)
    ce_histogram_set_bins (CE_HISTOGRAM_VIEW (self->histogram), event->bins);
  if (self->stages)
    ce_stages_set_pictures (CE_STAGES (self->stages), event->stages);
}
