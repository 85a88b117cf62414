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

/* The same for the mask's softened gradient, for the range of the neighbors, for a step of deconvolution beside its
 * Gaussians, and for the widths of edges. */
#define TAPS_MASK 12
#define TAPS_LIMITS 4
#define TAPS_STEP 12
#define TAPS_FOCUS 16

/* The same for line art: the derivatives, a sample between four pixels, and a step along the flow, which reads a tangent,
 * too. */
#define TAPS_TENSOR 12
#define TAPS_BETWEEN 4
#define TAPS_ALONG 6

/* Line art's wider Gaussian is so many times as wide as the narrower one. */
#define WIDER 1.6

/* The smallest standard deviation that deconvolution takes back, pixels. */
#define LEAST_SPREAD 0.3

/* The smallest standard deviation for middles of lines, pixels. */
#define LEAST_FOR_MIDDLES 1.0

/* The gradient, levels per pixel, from which on an edge mask of 100 % is 1. */
#define MOST_GRADIENT 20.0

static void
add_signal (CePlan *plan, int channel, gboolean covered)
{
  plan->signals.signal[plan->signals.n++] = (CeSignal) { channel, covered };
}

/* Puts red, green and blue in the place of luma, if they are asked for and the image has them. */
static void
choose_colors (CePlan *plan, const CeView *view)
{
  if (plan->params.luma != CE_LUMA_STRONGEST || ce_n_colors (view->channels) == 1)
    return;

  plan->is_of_colors = TRUE;
  plan->signals.n = 0;
  for (int i = 0; i < ce_n_colors (view->channels); i++)
    add_signal (plan, i, ! plan->opaque);
}

/* Adds alpha, whose edges count beside those of luma. */
static void
add_alpha (CePlan *plan, const CeView *view)
{
  if (! plan->opaque)
    add_signal (plan, view->channels - 1, FALSE);
}

static void
set_gaussian (CePlan *plan, double sigma)
{
  plan->radius = plan->widest = ce_gaussian_weights (sigma, plan->weights);
}

/* Sets halo and taps of a stage that reads @depth rows around a pixel of each blurred signal. */
static void
set_reach (CePlan *plan, int depth, int taps)
{
  plan->halo = depth + plan->radius;
  plan->taps = plan->signals.n * (taps + 2 * plan->radius);
}

static void
set_sobel (CePlan *plan, const CeView *view)
{
  choose_colors (plan, view);
  add_alpha (plan, view);
  set_reach (plan, 1, TAPS_3X3);
}

static void
set_laplacian (CePlan *plan, const CeView *view)
{
  add_alpha (plan, view);
  set_gaussian (plan, plan->params.sigma);
  /* A crossing compares with the responses to the right and below. */
  set_reach (plan, plan->params.response == CE_RESPONSE_ZERO_CROSSINGS ? 2 : 1, TAPS_3X3);
}

/* Sets halo and taps of sharpening. */
static void
set_sharpening_reach (CePlan *plan, const CeView *view)
{
  static const int taps_of[] = {
    [CE_METHOD_UNSHARP] = TAPS_3X3, [CE_METHOD_KERNEL] = TAPS_KERNEL, [CE_METHOD_DECONVOLVE] = TAPS_3X3,
    [CE_METHOD_ADAPTIVE] = TAPS_KERNEL
  };
  const CeParams *params = &plan->params;
  int             reach = plan->radius;
  int             n = (params->channels == CE_CHANNELS_LUMINANCE ? 1 : ce_n_colors (view->channels)) + ! plan->opaque;

  plan->taps = n * (taps_of[params->method] + 2 * plan->radius + (plan->is_limited ? TAPS_LIMITS : 0));
  if (plan->deconvolves && plan->radius > 0)
    {
      reach = 2 * plan->radius * params->iterations;
      plan->taps += n * params->iterations * (4 * plan->radius + TAPS_STEP);
    }
  if (plan->n_ramps > 0)
    plan->taps += TAPS_MASK;
  plan->halo = MAX (reach, plan->n_ramps > 0 ? 3 : plan->is_limited || plan->radius == 0 ? 1 : 0);
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
  double    sign = params->of == CE_OF_LIGHT_LINES ? -1 : 1;

  params->operator_ = CE_OPERATOR_SOBEL;
  params->sigma = MAX (plan->found.line_width / (2 * sqrt (3.0)), LEAST_FOR_MIDDLES);
  plan->finds_middles = params->stage == CE_STAGE_MAGNITUDE || params->stage >= CE_STAGE_THINNED;
  if (! plan->finds_middles)
    return;

  plan->ridge = (CeRidge) { (float) (sign / 6), (float) (sign / 3), (float) (sign / 4),
                            (float) (params->sigma * params->sigma) };
  plan->l1 = TRUE;
}

/* Sets the thresholds of Canny's classes and edges, and what becomes of edges. */
static void
set_thresholds (CePlan *plan)
{
  const CeParams *params = &plan->params;
  gboolean        shows_edges = params->stage == CE_STAGE_EDGES;

  plan->is_by_hand = shows_edges && (params->erased || params->drawn);
  plan->is_widened = shows_edges && params->width > 1 && ! plan->is_by_hand;
  if (plan->is_widened)
    ce_disc_init (&plan->disc, params->width);
  plan->finds_thresholds = params->thresholds != CE_THRESHOLDS_MANUAL;
  ce_plan_set_thresholds (plan, plan->found.low, plan->found.high);
}

static void
set_canny (CePlan *plan, const CeView *view)
{
  const CeParams *params = &plan->params;
  int             stage = params->stage;

  if (params->of == CE_OF_EDGES)
    choose_colors (plan, view);
  plan->compares_l1 = plan->l1 && plan->is_of_colors;
  plan->counted = params->thresholds == CE_THRESHOLDS_OTSU ? CE_HISTOGRAM_THINNED : CE_HISTOGRAM_MAGNITUDE;
  if (params->of != CE_OF_EDGES && stage != CE_STAGE_LUMA)
    set_middles (plan);
  if (stage != CE_STAGE_LUMA)
    set_gaussian (plan, params->sigma);
  if (stage == CE_STAGE_CLASSES || stage == CE_STAGE_EDGES)
    set_thresholds (plan);

  if (stage == CE_STAGE_LUMA || stage == CE_STAGE_BLURRED)
    {
      /* The GPU reads a row beside where it compares levels. */
      set_reach (plan, plan->is_of_colors ? 1 : 0, TAPS_3X3);
      return;
    }

  add_alpha (plan, view);
  if (stage >= CE_STAGE_THINNED || plan->finds_middles)
    set_reach (plan, 2, TAPS_3X3 + TAPS_THINNING);
  else
    set_reach (plan, 1, TAPS_3X3);
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
  plan->is_limited = params->stage == CE_SHOWN_RESULT && (params->halo_light < 100 || params->halo_dark < 100);
  plan->cut_light = (float) (1 - params->halo_light / 100);
  plan->cut_dark = (float) (1 - params->halo_dark / 100);
  plan->damping = deconvolves ? (float) (2 * params->detail / 255) : 0;
  plan->peak = (float) (-MIN (params->amount, 1) / 5);
  plan->is_modulated = plan->n_ramps > 0 || plan->is_limited || params->stage != CE_SHOWN_RESULT
                    || params->method >= CE_METHOD_DECONVOLVE
                    || (params->method == CE_METHOD_UNSHARP && params->threshold_kind == CE_THRESHOLD_SOFT);
}

static void
set_sharpening (CePlan *plan, const CeView *view)
{
  CeParams *params = &plan->params;
  gboolean  each = params->channels == CE_CHANNELS_RGB, is_shown = params->stage == CE_SHOWN_RESULT;
  gboolean  finds = ce_params_find_radius (params);

  plan->is_put = (finds && (plan->found.is_left || params->amount <= 0)) || params->stage == CE_SHOWN_SHARPNESS;
  plan->taps = TAPS_FOCUS;
  if (plan->is_put)
    return;

  if (finds)
    params->sigma = plan->found.radius;
  plan->deconvolves = is_shown && params->method == CE_METHOD_DECONVOLVE;
  if (plan->deconvolves)
    set_gaussian (plan, CLAMP (params->sigma, LEAST_SPREAD, CE_MAX_SPREAD));
  else if (is_shown && params->method == CE_METHOD_UNSHARP)
    set_gaussian (plan, params->sigma);
  if (each && ! plan->deconvolves)
    plan->n_beside = view->channels;
  set_modulation (plan);
  plan->is_separate = plan->opaque && ! plan->is_modulated && (each || view->channels == 1);
  set_sharpening_reach (plan, view);
}

/* Sets line art's Gaussians and factors. */
static void
init_line_art (CeLineArt *art, const CeParams *params)
{
  art->flow_radius = ce_gaussian_weights (params->flow, art->flow);
  art->across = (int) ceil (2 * WIDER * params->sigma);
  ce_gaussian_weights_within (params->sigma, art->across, art->narrow);
  ce_gaussian_weights_within (WIDER * params->sigma, art->across, art->wide);
  art->along = (int) ceil (2 * params->coherence);
  ce_gaussian_weights_within (params->coherence, art->along, art->weights);
  art->strength = (float) params->strength;
  art->tone = (float) (params->tone / 100);
  art->paper = (float) ((1 - params->tone / 100) * 255);
  art->threshold = (float) params->threshold;
  art->per_level = params->softness > 0 ? (float) (1 / params->softness) : 0;
}

/* Adds what a pass over planes reads around a pixel. */
static void
add_pass (CePlan *plan, int halo, int taps)
{
  plan->halo += halo;
  plan->taps += taps;
}

/* Sets the plan of line art, and adds its passes up to the stage. */
static void
set_line_art (CePlan *plan)
{
  const CeLineArt *art = &plan->line_art;
  CeDrawn          drawn = plan->params.stage;

  init_line_art (&plan->line_art, &plan->params);
  set_gaussian (plan, plan->params.smooth);
  plan->widest = MAX (plan->radius, art->flow_radius);
  plan->n_beside = 3;
  add_pass (plan, plan->radius, 2 * plan->radius + 1);
  if (drawn >= CE_DRAWN_FLOW)
    add_pass (plan, 1 + art->flow_radius, TAPS_TENSOR + 6 * art->flow_radius);
  if (drawn >= CE_DRAWN_DIFFERENCE)
    add_pass (plan, (int) (CE_ART_LONGEST * art->across) + 1, 2 * art->across * TAPS_BETWEEN);
  if (drawn >= CE_DRAWN_LINES)
    add_pass (plan, (int) (CE_ART_LONGEST * art->along) + 1, 2 * art->along * TAPS_ALONG);
}

/* CE_EACH_FILTER() has them all. */
#define ONE(ID, name) + 1
G_STATIC_ASSERT (0 CE_EACH_FILTER (ONE) == CE_N_FILTERS);

/* Resolves what each filter has of its own. */
static void
set_filter (CePlan *plan, const CeView *view)
{
  switch (plan->filter)
    {
    case CE_FILTER_SOBEL:
      set_sobel (plan, view);
      break;
    case CE_FILTER_SHARPEN:
      set_sharpening (plan, view);
      break;
    case CE_FILTER_LAPLACIAN:
      set_laplacian (plan, view);
      break;
    case CE_FILTER_CANNY:
      set_canny (plan, view);
      break;
    case CE_FILTER_LINE_ART:
      set_line_art (plan);
      break;
    case CE_N_FILTERS:
      g_warn_if_reached ();
    }
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
  gboolean  luma_601 = params->luma == CE_LUMA_601;
  gboolean  styled = (ce_filter_get_kind (filter, params) & CE_RESULT_STYLED) != 0;

  /* Lines are white on black; the caller turns their levels into coverage. */
  if (params->style == CE_STYLE_LINES || ! styled)
    params->style = CE_STYLE_WHITE_ON_BLACK;
  plan->inverted = styled && params->style != (int) ce_filter_get_style (filter);

  plan->opaque = source->opaque;
  plan->is_separate = source->view.channels == 1;
  plan->wr = luma_601 ? CE_LUMA_601_R : CE_LUMA_709_R;
  plan->wb = luma_601 ? CE_LUMA_601_B : CE_LUMA_709_B;
  plan->l1 = params->norm == CE_NORM_L1;
  plan->weights[0] = 1;
  plan->n_beside = 1;
  add_signal (plan, CE_CHANNEL_LUMA, ! plan->opaque);
  set_filter (plan, &source->view);
  plan->derivative = operators[params->operator_];
}

/**
 * ce_plan_init:
 * @plan: (out): the render
 * @filter: its filter
 * @params: its parameters: lengths in pixels, thresholds in levels (0 to 255); line art is the source then, and its dark
 *   lines are found
 * @found: (nullable): what was found in their place
 * @source: its source; only its format and opacity are read
 * @error: return location
 *
 * Returns: %TRUE, or %FALSE with %CE_ERROR_INVALID if a parameter is out of its range
 */
gboolean
ce_plan_init (CePlan *plan, CeFilterId filter, const CeParams *params, const CeFound *found, const CeSource *source,
              GError **error)
{
  memset (plan, 0, sizeof *plan);
  plan->filter = filter;
  plan->params = *params;
  if (params->of == CE_OF_LINE_ART)
    plan->params.of = CE_OF_DARK_LINES;
  if (! ce_params_check (&plan->params, ce_filter_get (filter), error))
    return FALSE;

  ce_params_resolve (&plan->params, ce_filter_get (filter));
  ce_found_init (&plan->found, &plan->params, NULL);
  if (found)
    plan->found = *found;
  resolve (plan, ce_filter_get (filter), source);

  return TRUE;
}

/* Plans a render of the strengths that a histogram of @counted needs: for Canny and Sobel the gradient's magnitude, for
 * Laplacian 128 plus the response, for line art its level, as float levels that are not clamped; for sharpening the mask, in
 * the result's format. */
gboolean
ce_plan_init_strength (CePlan *plan, CeFilterId filter, const CeParams *params, const CeFound *found, CeHistogram counted,
                       const CeSource *source, GError **error)
{
  static const int stages[CE_N_FILTERS] = {
    [CE_FILTER_SHARPEN] = CE_SHOWN_MASK, [CE_FILTER_CANNY] = CE_STAGE_MAGNITUDE, [CE_FILTER_LINE_ART] = CE_DRAWN_LINES
  };
  CeParams shown = *params;

  shown.style = ce_filter_get_style (ce_filter_get (filter));
  shown.stage = filter == CE_FILTER_CANNY && counted == CE_HISTOGRAM_THINNED ? CE_STAGE_THINNED : stages[filter];
  shown.component = CE_COMPONENT_MAGNITUDE;
  shown.response = CE_RESPONSE_SIGNED;
  shown.gain = 1;
  if (! ce_plan_init (plan, filter, &shown, found, source, error))
    return FALSE;

  plan->is_strength = ! ce_filter_get (filter)->keeps_channels;

  return TRUE;
}
