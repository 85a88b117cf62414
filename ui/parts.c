/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Follows the parameters of each filter: its histogram and stages, Canny's thresholds, which push each other, and sentences
 * about values.
 */
#include "dialog-private.h"

#include <glib/gi18n.h>

static gboolean
is_canny (CeDialog *self)
{
  return self->filter->id == CE_FILTER_CANNY;
}

static void
set_thresholds (CeDialog *self, double low, double high)
{
  self->thresholds.pushing = TRUE;
  g_object_set (self->config, "low", low, "high", high, NULL);
  self->thresholds.pushing = FALSE;
}

/* Returns whether the dialog, not the user, changes thresholds or the radius now. */
gboolean
ce_dialog_is_pushing (CeDialog *self)
{
  return self->thresholds.pushing;
}

/* Keeps the low threshold below the high one: a moved threshold pushes the other, which returns to the user's value when the
 * first one moves back. */
static void
push (CeDialog *self, const CeParams *params)
{
  gboolean low_moved = params->low != self->thresholds.last.low, high_moved = params->high != self->thresholds.last.high;
  gboolean new = params->thresholds != self->thresholds.last.thresholds;

  self->thresholds.last = *params;
  if (params->thresholds != CE_THRESHOLDS_MANUAL || self->thresholds.pushing)
    return;

  if (low_moved || new)
    self->thresholds.low = params->low;
  if (high_moved || new)
    self->thresholds.high = params->high;
  if (high_moved && ! low_moved && MIN (self->thresholds.low, params->high) != params->low)
    set_thresholds (self, MIN (self->thresholds.low, params->high), params->high);
  else if ((low_moved || new) && MAX (self->thresholds.high, params->low) != params->high)
    set_thresholds (self, params->low, MAX (self->thresholds.high, params->low));
}

/* Updates lines and buttons at once; @shown are the preview's parameters. */
static void
show_values (CeDialog *self, const CeParams *shown)
{
  if (is_canny (self))
    {
      push (self, &self->params);
      g_object_set (self->preview, "pickable", shown->stage == CE_STAGE_EDGES || shown->stage == CE_STAGE_CLASSES, NULL);
      ce_dialog_leave_edge (self);
    }
  ce_dialog_show_histogram (self);
  ce_dialog_mark_stages (self);
}

/* Makes histogram, stages and preview follow the parameters. */
void
ce_dialog_show_params (CeDialog *self)
{
  CeParams shown = ce_dialog_get_shown (self);

  CeResultKind kind = ce_filter_get_kind (self->filter, &self->params);
  gboolean     draws = kind & CE_RESULT_PATHS ? self->params.lines_output == CE_LINES_TO_VECTOR_LAYER
                                              : self->params.style == CE_STYLE_LINES && (kind & CE_RESULT_STYLED);

  ce_dialog_show_line_color (self, draws);
  show_values (self, &shown);
}

/* Shows a stage; OK still makes the chosen one. */
void
ce_dialog_view_stage (CeDialog *self, int stage)
{
  self->viewed_stage = stage == ce_dialog_get_stage (self) ? -1 : stage;
  ce_trace ("looks at %s", ce_filter_find_param (self->filter, "stage")->choices[stage].nick);
  ce_dialog_show_params (self);
  ce_dialog_request (self);
}

/* Returns (nullable) one sentence: why there are no edges, and which value to change. */
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

/* Returns (nullable) (transfer full) one sentence about the radius of deconvolution, which may have been found. */
static char *
explain_radius (CeDialog *self, const CeEvent *event)
{
  if (event->params.radius_from == CE_RADIUS_FOUND && event->found.is_left && event->params.amount > 0)
    return g_strdup (_("These values ask for the radius to be found, and here there is none: the picture stays as it is until "
                       "you set one."));
  if (self->thresholds.taken > 0 && self->params.sigma == self->thresholds.taken)
    return g_strdup_printf (_("These values ask for the radius to be found: it is %.2f px."), self->thresholds.taken);

  return event->params.sigma > CE_MAX_SPREAD
         ? g_strdup (_("Deconvolution takes back a blur of at most 5 pixels; a larger radius changes nothing.")) : NULL;
}

/* Returns (nullable) (transfer full) one sentence about a value that has another effect than the user may expect. */
char *
ce_dialog_explain_values (CeDialog *self, const CeEvent *event)
{
  if (is_canny (self))
    return g_strdup (explain_edges (&event->params, event->edge_share));

  return event->params.method == CE_METHOD_DECONVOLVE ? explain_radius (self, event) : NULL;
}

/* Replaces a radius that is to be found, as a recipe or an effect has it, by the number that its render found. Undo goes to
 * the step before. */
static void
take_radius (CeDialog *self, const CeEvent *event)
{
  if (event->generation != self->generation || self->params.radius_from != CE_RADIUS_FOUND || event->found.radius == 0
      || event->found.is_left)
    return;

  self->thresholds.taken = event->found.radius;
  self->thresholds.pushing = TRUE;
  g_object_set (self->config, "radius", event->found.radius, "radius-from", "given", NULL);
  self->thresholds.pushing = FALSE;
}

/* Handles the render thread's events. Shows automatic thresholds, which stay when the user makes them manual, and a
 * radius that was to be found. */
void
ce_dialog_handle_parts (CeDialog *self, const CeEvent *event)
{
  if (event->kind == CE_EVENT_RENDERED && is_canny (self))
    {
      self->edge_share = event->edge_share;
      if (event->params.thresholds != CE_THRESHOLDS_MANUAL && event->params.thresholds == self->params.thresholds)
        set_thresholds (self, event->found.low, event->found.high);
      ce_dialog_show_histogram (self);
    }
  if (event->kind == CE_EVENT_RENDERED && self->filter->id == CE_FILTER_SHARPEN)
    take_radius (self, event);
  if (is_canny (self))
    ce_dialog_handle_edges (self, event);
  ce_dialog_handle_lines (self, event);
  if (event->bins)
    ce_dialog_show_bins (self, event->bins);
  ce_dialog_show_stages (self, event->stages);
}
