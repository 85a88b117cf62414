/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A render resolved: everything that the parameters mean for a source, worked
 * out once and read by everybody.
 */
#ifndef CE_PLAN_H
#define CE_PLAN_H

#include "error.h"
#include "gaussian.h"
#include "image.h"
#include "params.h"

G_BEGIN_DECLS

/**
 * CeSource:
 * @view: the rows, in host memory; they stay where they are until the job is closed
 * @opaque: no pixel is transparent; final when all rows have arrived
 * @keeps: many renders follow whose parameters differ little: stages are worth
 *   keeping between them, and memory for it
 *
 * The source image of a job. The session owns it.
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

/* Widest lines, pixels. */
#define CE_MAX_WIDTH 32

/* What deconvolution takes back at most, pixels. */
#define CE_MAX_SPREAD 5.0

/**
 * CeDisc:
 * @lo, @hi: first and last row, from the pixel that it belongs to
 * @reach: by row, from @lo on: the last column; the first is @lo + @hi less that
 *
 * What an edge pixel becomes, see ce_disc_has().
 */
typedef struct
{
  int   lo;
  int   hi;
  gint8 reach[CE_MAX_WIDTH];
} CeDisc;

/* Arguments of ce_ramp(). */
typedef struct
{
  float low;
  float scale;
} CeRamp;

/**
 * CePlan:
 * @filter: what is computed
 * @params: the parameters as asked for, with a style that has an effect and
 *   thresholds as they were found; what is derived from them stands below
 * @opaque: no pixel of the source is transparent
 * @is_separate: each sample of the source is filtered for itself: it has one
 *   channel, or with sharpening several that are opaque and sharpened each
 * @n_signals: pictures that are filtered: luma, with transparency alpha or a
 *   weight, with sharpening perhaps several channels
 * @wr, @wb: weights of red and blue in luma
 * @radius: of the Gaussian, pixels; 0: there is none
 * @weights: of the Gaussian, by distance
 * @derivative: the operator
 * @l1: the magnitude is |dx| + |dy|
 * @low, @high: what thinning compares the magnitude with, squared for the L2
 *   norm; 0 where thresholds have no effect
 * @inverted: the result is 255 minus the level
 * @finds_thresholds: @low and @high have to be found first, from a histogram
 * @counted: which histogram that is
 * @erases: edges go from the result, which is done by ce_erase() after the render, as is widening then
 * @is_widened: edges become lines of @disc
 * @disc: what an edge pixel becomes
 * @is_strength: the result is the float magnitude itself where thinning keeps a
 *   pixel, neither squared nor clamped, not a picture
 * @deconvolves: deconvolution: steps over all of the image come before the result
 * @is_modulated: of sharpening: there is more to do than to add amount times detail
 *   above a hard threshold: any of what follows, or a method that has it
 * @n_ramps: factors of the mask: of edges, of noise
 * @ramps: each is ce_ramp() of the softened gradient, with these
 * @is_limited: halos are, by
 * @cut_light, @cut_dark: the shares of what leaves the neighbors' range that go
 * @damping: of deconvolution against noise
 * @peak: of contrast-adaptive sharpening, see ce_adaptive()
 * @halo: rows and columns around a pixel that it depends on, hysteresis apart
 * @taps: samples that are read for a pixel, times signals
 */
typedef struct
{
  CeFilterId   filter;
  CeParams     params;
  gboolean     opaque;
  gboolean     is_separate;
  int          n_signals;
  float        wr;
  float        wb;
  int          radius;
  float        weights[CE_GAUSSIAN_MAX_RADIUS + 1];
  CeDerivative derivative;
  gboolean     l1;
  float        low;
  float        high;
  gboolean     inverted;
  gboolean     finds_thresholds;
  CeHistogram  counted;
  gboolean     erases;
  gboolean     is_widened;
  CeDisc       disc;
  gboolean     is_strength;
  gboolean     deconvolves;
  gboolean     is_modulated;
  int          n_ramps;
  CeRamp       ramps[2];
  gboolean     is_limited;
  float        cut_light;
  float        cut_dark;
  float        damping;
  float        peak;
  int          halo;
  int          taps;
} CePlan;

void     ce_disc_init            (CeDisc *disc, int width);
gboolean ce_plan_init            (CePlan *plan, CeFilterId filter, const CeParams *params, const CeSource *source,
                                  GError **error);
gboolean ce_plan_init_strength   (CePlan *plan, const CeParams *params, const CeSource *source, GError **error);
void     ce_plan_set_thresholds  (CePlan *plan, double low, double high);
void     ce_plan_find_thresholds (CePlan *plan, const guint64 *bins);

G_END_DECLS

#endif
