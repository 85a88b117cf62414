/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A plan is a render resolved: its parameters for its source, computed once and read by all backends.
 */
#pragma once

#include "image.h"
#include "signals.h"

G_BEGIN_DECLS

/**
 * CeSource:
 * @view: the rows, in host memory that stays valid until the job is closed
 * @opaque: no pixel is transparent; final when all rows have arrived
 * @keeps: many renders with similar parameters follow, so that stages are worth keeping in memory
 *
 * The source image of a job; the session owns it.
 */
typedef struct
{
  CeView   view;
  gboolean opaque;
  gboolean keeps;
} CeSource;

/**
 * CeDerivative:
 * @k1: weight of the outer two neighbors
 * @k2: weight of the middle one
 * @scale: factor of the result, so that a ramp of one level per pixel gives 8
 *
 * A 3x3 derivative operator.
 */
typedef struct
{
  float k1;
  float k2;
  float scale;
} CeDerivative;

/* The radius for the largest standard deviation of the Gaussian, 50 pixels. */
#define CE_GAUSSIAN_MAX_RADIUS 150

/* The low automatic threshold is this share of the high one, with Otsu's method and with a percentile. */
#define CE_LOW_OF_OTSU 0.5
#define CE_LOW_OF_PERCENTILE 0.4

/* The largest width of lines, pixels. */
#define CE_MAX_WIDTH 32

/**
 * CeDisc:
 * @lo, @hi: first and last row, relative to the edge pixel
 * @reach: last column of each row from @lo on; the first column is @lo + @hi - @reach
 *
 * The disc that an edge pixel becomes, see ce_disc_has().
 */
typedef struct
{
  int   lo;
  int   hi;
  gint8 reach[CE_MAX_WIDTH];
} CeDisc;

/**
 * CeRidge:
 * @k1, @k2, @k3: factors of sums of differences: 1/6, 1/3, 1/4, negative for light lines
 * @strength: the factor of the curvature: the variance of the Gaussian
 *
 * The middles of lines, see ce_ridge().
 */
typedef struct
{
  float k1;
  float k2;
  float k3;
  float strength;
} CeRidge;

/* The radii for the largest standard deviations of line art's Gaussians: over the tensor, across and along. */
#define CE_FLOW_MAX_RADIUS 60
#define CE_ACROSS_MAX_RADIUS 32
#define CE_ALONG_MAX_RADIUS 40

/**
 * CeLineArt:
 * @flow_radius, @flow: of the Gaussian over the structure tensor; as all weights by distance
 * @across, @narrow, @wide: samples to either side across the flow, and their weights in both Gaussians
 * @along, @weights: steps to either side along the flow, and their weights
 * @strength, @tone, @paper: factors of ce_art_difference()
 * @threshold, @per_level: of ce_art_level()
 *
 * Line art, see docs/arithmetic.md.
 */
typedef struct
{
  int   flow_radius;
  float flow[CE_FLOW_MAX_RADIUS + 1];
  int   across;
  float narrow[CE_ACROSS_MAX_RADIUS + 1];
  float wide[CE_ACROSS_MAX_RADIUS + 1];
  int   along;
  float weights[CE_ALONG_MAX_RADIUS + 1];
  float strength;
  float tone;
  float paper;
  float threshold;
  float per_level;
} CeLineArt;

/* Arguments of ce_ramp(). */
typedef struct
{
  float low;
  float scale;
} CeRamp;

/**
 * CePlan:
 * @filter: the filter
 * @params: the parameters that were asked for, but white on black if the style has no effect, and of middles the standard
 *   deviation that their width leads to
 * @found: the thresholds and the width of lines that it computes with, where the picture decides them
 * @opaque: no pixel of the source is transparent
 * @is_separate: each sample is filtered alone: there is one channel, or sharpening handles opaque channels separately
 * @signals: luma under its alpha, or red, green and blue; of filters that compare signals alpha, too. Of sharpening they are
 *   those of its mask
 * @is_of_colors: red, green and blue are signals of their own
 * @compares_l1: of signals the one with the largest |dx| + |dy| counts, else with the largest squared magnitude
 * @wr, @wb: weights of red and blue in luma
 * @radius: of the Gaussian, pixels; 0 without one
 * @weights: of the Gaussian, by distance
 * @derivative: the operator
 * @l1: the magnitude is |dx| + |dy|, or a strength
 * @finds_middles: a strength and a direction of ce_ridge() take the place of the gradient
 * @ridge: its factors
 * @low, @high: thresholds of the magnitude, squared for the L2 norm; 0 where they have no effect
 * @inverted: the result is 255 minus the level
 * @finds_thresholds: @low and @high are found first, from a histogram
 * @counted: the histogram for that
 * @is_by_hand: edges are drawn and erased, and then widened, after the render
 * @is_widened: the backend widens edges to @disc
 * @disc: the disc that an edge pixel becomes
 * @is_strength: the result is one channel of float levels that are not clamped
 * @deconvolves: steps of deconvolution over the whole image come before the result
 * @is_put: the engine puts the result, which is the source or its sharpness, and no backend computes (engine/sharpness.c)
 * @is_modulated: sharpening does more than add amount times detail above a hard threshold, as the members below describe
 * @n_ramps: factors of the mask, one for edges and one for noise
 * @ramps: arguments of ce_ramp() for each factor, of the softened gradient
 * @is_limited: halos are limited
 * @cut_light, @cut_dark: shares of the excess over the neighbors' range that are cut off
 * @damping: of deconvolution, against noise
 * @peak: of contrast-adaptive sharpening, see ce_adaptive()
 * @line_art: of line art, whose first Gaussian is @radius and @weights
 * @widest: radius of the widest Gaussian
 * @n_beside: samples of a pixel that lie side by side where they are blurred on the CPU
 * @halo: rows and columns around a pixel that it depends on, apart from hysteresis
 * @taps: samples that are read per pixel, times signals
 */
typedef struct
{
  CeFilterId   filter;
  CeParams     params;
  CeFound      found;
  gboolean     opaque;
  gboolean     is_separate;
  CeSignals    signals;
  gboolean     is_of_colors;
  gboolean     compares_l1;
  float        wr;
  float        wb;
  int          radius;
  float        weights[CE_GAUSSIAN_MAX_RADIUS + 1];
  CeDerivative derivative;
  gboolean     l1;
  gboolean     finds_middles;
  CeRidge      ridge;
  float        low;
  float        high;
  gboolean     inverted;
  gboolean     finds_thresholds;
  CeHistogram  counted;
  gboolean     is_by_hand;
  gboolean     is_widened;
  CeDisc       disc;
  gboolean     is_strength;
  gboolean     deconvolves;
  gboolean     is_put;
  gboolean     is_modulated;
  int          n_ramps;
  CeRamp       ramps[2];
  gboolean     is_limited;
  float        cut_light;
  float        cut_dark;
  float        damping;
  float        peak;
  CeLineArt    line_art;
  int          widest;
  int          n_beside;
  int          halo;
  int          taps;
} CePlan;

/* The filters: X (ID, name), of which the names of a backend's functions are made. */
#define CE_EACH_FILTER(X) \
  X (SOBEL, sobel) X (SHARPEN, sharpen) X (LAPLACIAN, laplacian) X (CANNY, canny) X (LINE_ART, line_art)

int      ce_gaussian_weights     (double sigma, float *weights);
void     ce_gaussian_weights_within (double sigma, int radius, float *weights);
int      ce_threshold_n_bins     (gboolean middles, double sigma, gboolean l1);
double   ce_threshold_percentile (const guint64 *bins, int n_bins, double share);
double   ce_threshold_otsu       (const guint64 *bins, int n_bins);
void     ce_disc_init            (CeDisc *disc, int width);
gboolean ce_plan_init            (CePlan *plan, CeFilterId filter, const CeParams *params, const CeFound *found,
                                  const CeSource *source, GError **error);
gboolean ce_plan_init_strength   (CePlan *plan, CeFilterId filter, const CeParams *params, const CeFound *found,
                                  CeHistogram counted, const CeSource *source, GError **error);
void     ce_plan_set_thresholds  (CePlan *plan, double low, double high);
void     ce_plan_set_high        (CePlan *plan, double high);
void     ce_plan_find_thresholds (CePlan *plan, guint64 *bins);

G_END_DECLS
