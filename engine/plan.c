/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Resolves parameters for a source. A new filter does not compile until each switch here has a case for it.
 */
#include "plan.h"

#include "arithmetic.h"
#include "filters.h"
#include "line-art.h"

#include <math.h>
#include <string.h>

/* Samples that a stage reads per pixel. A 3x3 neighborhood counts 4, because rows are shared, and thinning 4 more; the
 * sharpening kernel counts its 9 and the pixel. */
#define TAPS_3X3 4
#define TAPS_THINNING 4
#define TAPS_KERNEL 10

/* The same for the mask's softened gradient, for the range of the neighbors, and for a step of deconvolution beside its
 * Gaussians. */
#define TAPS_MASK 12
#define TAPS_LIMITS 4
#define TAPS_STEP 12

/* The same for line art: the derivatives, a sample between four pixels, and a step along the flow, which reads a tangent,
 * too. */
#define TAPS_TENSOR 12
#define TAPS_BETWEEN 4
#define TAPS_ALONG 6

/* The smallest standard deviation that deconvolution takes back, pixels. */
#define LEAST_SPREAD 0.3

/* The smallest standard deviation for middles of lines, pixels. */
#define LEAST_FOR_MIDDLES 1.0

/* The gradient, levels per pixel, from which on an edge mask of 100 % is 1. */
#define MOST_GRADIENT 20.0

static gboolean
shows_levels (const CeParams *params)
{
  return params->stage == CE_STAGE_LUMA || params->stage == CE_STAGE_BLURRED;
}

static gboolean
has_thresholds (const CeParams *params)
{
  return params->stage == CE_STAGE_CLASSES || params->stage == CE_STAGE_EDGES;
}

static gboolean
blurs (const CePlan *plan)
{
  switch (plan->filter)
    {
    case CE_FILTER_SOBEL:
      return FALSE;
    case CE_FILTER_SHARPEN:
      return plan->deconvolves || (plan->params.shown == CE_SHOWN_RESULT && plan->params.method == CE_METHOD_UNSHARP);
    case CE_FILTER_LAPLACIAN:
      return TRUE;
    case CE_FILTER_CANNY:
      return plan->params.stage != CE_STAGE_LUMA;
    case CE_FILTER_LINE_ART:
      return plan->params.smooth > 0;
    case CE_N_FILTERS:
      break;
    }
  g_return_val_if_reached (FALSE);
}

static int
count_signals (const CePlan *plan, const CeView *view)
{
  int colors = ce_n_colors (view->channels);

  switch (plan->filter)
    {
    case CE_FILTER_SHARPEN:
      return (plan->params.channels == CE_CHANNELS_LUMINANCE ? 1 : colors) + (plan->opaque ? 0 : 1);
    case CE_FILTER_CANNY:
      return plan->opaque || shows_levels (&plan->params) ? 1 : 2;
    case CE_FILTER_SOBEL:
    case CE_FILTER_LAPLACIAN:
      return plan->opaque ? 1 : 2;
    case CE_FILTER_LINE_ART:
      return 1;
    case CE_N_FILTERS:
      break;
    }
  g_return_val_if_reached (1);
}

/* Sets halo and taps of sharpening. */
static void
set_sharpening_reach (CePlan *plan)
{
  static const int taps_of[] = {
    [CE_METHOD_UNSHARP] = TAPS_3X3, [CE_METHOD_KERNEL] = TAPS_KERNEL, [CE_METHOD_DECONVOLVE] = TAPS_3X3,
    [CE_METHOD_ADAPTIVE] = TAPS_KERNEL
  };
  const CeParams *params = &plan->params;
  int             reach = plan->radius;

  plan->taps = plan->n_signals * (taps_of[params->method] + 2 * plan->radius + (plan->is_limited ? TAPS_LIMITS : 0));
  if (plan->deconvolves && plan->radius > 0)
    {
      reach = 2 * plan->radius * params->iterations;
      plan->taps += plan->n_signals * params->iterations * (4 * plan->radius + TAPS_STEP);
    }
  if (plan->n_ramps > 0)
    plan->taps += TAPS_MASK;
  plan->halo = MAX (reach, plan->n_ramps > 0 ? 3 : plan->is_limited || plan->radius == 0 ? 1 : 0);
}

/* Sets halo and taps of line art. */
static void
set_art_reach (CePlan *plan)
{
  const CeLineArt *art = &plan->line_art;
  CeDrawn          drawn = plan->params.drawn;

  plan->halo = plan->radius;
  plan->taps = 2 * plan->radius + 1;
  if (drawn >= CE_DRAWN_FLOW)
    {
      plan->halo += 1 + art->flow_radius;
      plan->taps += TAPS_TENSOR + 6 * art->flow_radius;
    }
  if (drawn >= CE_DRAWN_DIFFERENCE)
    {
      plan->halo += (int) (CE_ART_LONGEST * art->across) + 1;
      plan->taps += 2 * art->across * TAPS_BETWEEN;
    }
  if (drawn >= CE_DRAWN_LINES)
    {
      plan->halo += (int) (CE_ART_LONGEST * art->along) + 1;
      plan->taps += 2 * art->along * TAPS_ALONG;
    }
}

/* Sets halo and taps. */
static void
set_reach (CePlan *plan)
{
  const CeParams *params = &plan->params;
  int             depth = 1;
  int             taps = TAPS_3X3;

  switch (plan->filter)
    {
    case CE_FILTER_SOBEL:
      break;
    case CE_FILTER_SHARPEN:
      set_sharpening_reach (plan);
      return;
    case CE_FILTER_LAPLACIAN:
      /* A crossing compares with the responses to the right and below. */
      depth = params->response == CE_RESPONSE_ZERO_CROSSINGS ? 2 : 1;
      break;
    case CE_FILTER_CANNY:
      if (shows_levels (params))
        depth = 0;
      else if (params->stage >= CE_STAGE_THINNED || plan->finds_middles)
        {
          depth = 2;
          taps += TAPS_THINNING;
        }
      break;
    case CE_FILTER_LINE_ART:
      set_art_reach (plan);
      return;
    case CE_N_FILTERS:
      g_return_if_reached ();
    }

  plan->halo = depth + plan->radius;
  plan->taps = plan->n_signals * (taps + 2 * plan->radius);
}

static gboolean
is_separate (const CePlan *plan, const CeView *view)
{
  return plan->filter == CE_FILTER_SHARPEN
         ? plan->opaque && ! plan->is_modulated && (plan->params.channels == CE_CHANNELS_RGB || view->channels == 1)
         : view->channels == 1;
}

/* Fills in the disc of a line that is 1 to CE_MAX_WIDTH pixels wide. */
void
ce_disc_init (CeDisc *disc, int width)
{
  *disc = (CeDisc) { .lo = -(width - 1) / 2, .hi = width / 2 };
  for (int j = disc->lo; j <= disc->hi; j++)
    while (ce_disc_has (disc->reach[j - disc->lo] + 1, j, width))
      disc->reach[j - disc->lo]++;
}

/* Sets the Gaussian and the factors for middles of lines. With this Gaussian the curvature in the middle of a line of that
 * width, times the variance, is largest: the line's strength is 0.31 times its contrast. */
static void
set_middles (CePlan *plan)
{
  CeParams *params = &plan->params;
  double    sign = params->of == CE_OF_DARK_LINES ? 1 : -1;

  params->operator_ = CE_OPERATOR_SOBEL;
  params->sigma = MAX (params->line_width / (2 * sqrt (3.0)), LEAST_FOR_MIDDLES);
  plan->finds_middles = params->stage == CE_STAGE_MAGNITUDE || params->stage >= CE_STAGE_THINNED;
  if (! plan->finds_middles)
    return;

  plan->ridge = (CeRidge) { (float) (sign / 6), (float) (sign / 3), (float) (sign / 4),
                            (float) (params->sigma * params->sigma) };
  plan->l1 = TRUE;
}

static void
set_canny (CePlan *plan)
{
  const CeParams *params = &plan->params;
  gboolean        otsu = params->thresholds == CE_THRESHOLDS_OTSU;

  plan->counted = otsu ? CE_HISTOGRAM_THINNED : CE_HISTOGRAM_MAGNITUDE;
  if (! has_thresholds (params))
    return;

  plan->erases = params->stage == CE_STAGE_EDGES && params->erased;
  plan->is_widened = params->stage == CE_STAGE_EDGES && params->width > 1 && ! plan->erases;
  if (plan->is_widened)
    ce_disc_init (&plan->disc, params->width);
  plan->finds_thresholds = params->thresholds != CE_THRESHOLDS_MANUAL;
  ce_plan_set_thresholds (plan, params->low, params->high);
}

/* Sets mask, limits and damping: all that sharpening does beside adding amount times detail. */
static void
set_modulation (CePlan *plan)
{
  const CeParams *params = &plan->params;
  gboolean        deconvolves = params->method == CE_METHOD_DECONVOLVE;
  double          share = params->edge_mask / 100;
  double          open = MOST_GRADIENT * share * share;

  if (open > 0)
    plan->ramps[plan->n_ramps++] = (CeRamp) { (float) (open / 2), (float) (2 / open) };
  if (params->detail > 0 && ! deconvolves)
    plan->ramps[plan->n_ramps++] = (CeRamp) { (float) params->detail, (float) (1 / params->detail) };
  plan->is_limited = params->shown == CE_SHOWN_RESULT && (params->halo_light < 100 || params->halo_dark < 100);
  plan->cut_light = (float) (1 - params->halo_light / 100);
  plan->cut_dark = (float) (1 - params->halo_dark / 100);
  plan->damping = deconvolves ? (float) (2 * params->detail / 255) : 0;
  plan->peak = (float) (-MIN (params->amount, 1) / 5);
  plan->is_modulated = plan->n_ramps > 0 || plan->is_limited || params->shown == CE_SHOWN_MASK
                    || params->method >= CE_METHOD_DECONVOLVE
                    || (params->method == CE_METHOD_UNSHARP && params->threshold_kind == CE_THRESHOLD_SOFT);
}

/* Returns the standard deviation of the Gaussian, pixels. */
static double
spread (const CePlan *plan)
{
  double sigma = plan->filter == CE_FILTER_LINE_ART ? plan->params.smooth : plan->params.sigma;

  return plan->deconvolves ? CLAMP (sigma, LEAST_SPREAD, CE_MAX_SPREAD) : sigma;
}

static void
resolve (CePlan *plan, const CeFilter *filter, const CeSource *source)
{
  static const CeDerivative operators[] = {
    [CE_OPERATOR_SOBEL] = { 1, 2, 1 },
    [CE_OPERATOR_SCHARR] = { 3, 10, 0.25f },
    [CE_OPERATOR_PREWITT] = { 1, 1, 4.0f / 3.0f }
  };
  CeParams *params = &plan->params;
  gboolean  luma_709 = params->luma == CE_LUMA_709;
  gboolean  styled = (ce_filter_get_kind (filter, params) & CE_RESULT_STYLED) != 0;

  /* Lines are white on black; the caller turns their levels into coverage. */
  if (params->style == CE_STYLE_LINES || ! styled)
    params->style = CE_STYLE_WHITE_ON_BLACK;
  plan->inverted = styled && params->style != (int) ce_filter_get_style (filter);

  plan->opaque = source->opaque;
  plan->wr = luma_709 ? CE_LUMA_709_R : CE_LUMA_601_R;
  plan->wb = luma_709 ? CE_LUMA_709_B : CE_LUMA_601_B;
  plan->l1 = params->norm == CE_NORM_L1;
  if (plan->filter == CE_FILTER_CANNY && params->of != CE_OF_EDGES && params->stage != CE_STAGE_LUMA)
    set_middles (plan);
  plan->derivative = operators[params->operator_];
  plan->deconvolves = plan->filter == CE_FILTER_SHARPEN && params->method == CE_METHOD_DECONVOLVE
                   && params->shown == CE_SHOWN_RESULT;
  if (blurs (plan))
    plan->radius = ce_gaussian_weights (spread (plan), plan->weights);
  if (plan->radius == 0)
    plan->weights[0] = 1;
  if (plan->filter == CE_FILTER_CANNY)
    set_canny (plan);
  if (plan->filter == CE_FILTER_SHARPEN)
    set_modulation (plan);
  if (plan->filter == CE_FILTER_LINE_ART)
    ce_line_art_init (&plan->line_art, &plan->params);
  plan->n_signals = count_signals (plan, &source->view);
  plan->is_separate = is_separate (plan, &source->view);
  set_reach (plan);
}

/**
 * ce_plan_init:
 * @plan: (out): the render
 * @filter: its filter
 * @params: its parameters: lengths in pixels, thresholds in levels (0 to 255)
 * @source: its source; only its format and opacity are read
 * @error: return location
 *
 * Returns: %TRUE, or %FALSE with %CE_ERROR_INVALID if a parameter is out of its range
 */
gboolean
ce_plan_init (CePlan *plan, CeFilterId filter, const CeParams *params, const CeSource *source, GError **error)
{
  memset (plan, 0, sizeof *plan);
  if (! ce_params_check (params, ce_filter_get (filter), error))
    return FALSE;

  plan->filter = filter;
  plan->params = *params;
  ce_params_resolve (&plan->params, ce_filter_get (filter));
  resolve (plan, ce_filter_get (filter), source);

  return TRUE;
}

/* Plans a render of the strengths that a histogram of @counted needs: for Canny and Sobel the gradient's magnitude, for
 * Laplacian 128 plus the response, for line art its level, as float levels that are not clamped; for sharpening the mask, in
 * the result's format. */
gboolean
ce_plan_init_strength (CePlan *plan, CeFilterId filter, const CeParams *params, CeHistogram counted, const CeSource *source,
                       GError **error)
{
  CeParams shown = *params;

  shown.style = ce_filter_get_style (ce_filter_get (filter));
  shown.stage = counted == CE_HISTOGRAM_THINNED ? CE_STAGE_THINNED : CE_STAGE_MAGNITUDE;
  shown.component = CE_COMPONENT_MAGNITUDE;
  shown.response = CE_RESPONSE_SIGNED;
  shown.gain = 1;
  shown.shown = CE_SHOWN_MASK;
  shown.drawn = CE_DRAWN_LINES;
  if (! ce_plan_init (plan, filter, &shown, source, error))
    return FALSE;

  plan->is_strength = filter != CE_FILTER_SHARPEN;

  return TRUE;
}

/* Sets both thresholds, levels of gradient magnitude in either order, and the values that thinning compares. */
void
ce_plan_set_thresholds (CePlan *plan, double low, double high)
{
  plan->params.low = low;
  plan->params.high = high;
  plan->low = (float) MIN (low, high);
  plan->high = (float) MAX (low, high);
  if (! plan->l1)
    {
      plan->low = plan->low * plan->low;
      plan->high = plan->high * plan->high;
    }
}

/* Sets the thresholds from @bins, CE_HISTOGRAM_BINS counts: the high one by Otsu's method or as a share of the pixels, the
 * low one as a share of the high one. Moves counts beyond what a picture between black and white has into its last bin. */
void
ce_plan_find_thresholds (CePlan *plan, guint64 *bins)
{
  gboolean otsu = plan->counted == CE_HISTOGRAM_THINNED;
  int      n_bins = ce_threshold_n_bins (&plan->params);
  double   high;

  for (int i = n_bins; i < CE_HISTOGRAM_BINS; i++)
    bins[n_bins - 1] += bins[i];
  high = otsu ? ce_threshold_otsu (bins, n_bins) : ce_threshold_percentile (bins, n_bins, plan->params.share);
  ce_plan_set_thresholds (plan, (float) (otsu ? CE_LOW_OF_OTSU : CE_LOW_OF_PERCENTILE) * (float) high, high);
}
