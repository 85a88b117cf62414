/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The inner loops, one row at a time, in families. The files beside this one are
 * compiled once per instruction set, with CE_ISA set to its name; each family is
 * declared once, by a macro that names its loops.
 *
 * Rows of levels are floats. Where a row is read beside x it is readable
 * there: whoever fills a row decides what lies beyond the image. Every row has
 * CE_ROW_SLACK floats of room behind it and CE_ROW_MARGIN before it, so loops
 * may work in whole vectors and leave rubbish there; rows of pixels (void *)
 * and bits have no slack.
 */
#ifndef CE_CPU_ROWS_H
#define CE_CPU_ROWS_H

#include "engine/plan.h"

G_BEGIN_DECLS

#define CE_ROW_SLACK 64
#define CE_ROW_MARGIN 16

/* Between pixels and rows of levels.
 *
 * luma: @n pixels to levels, a gray one is its own luma; prefetches the pixels at @next,
 *   which are read after them
 * alpha: @n pixels to levels of alpha; samples: @n samples to levels, @next as of luma
 * covered: luma under its transparency, in place
 * fraction: v / 255, in place; product: a * b; root: square root, in place
 * scaled: offset + gain * v * factor; clamped: not above 255, in place
 * store: levels to samples of an edge map */
#define CE_ROWS_OF_LEVELS(F) \
  F (void, levels, luma, (const void *pixels, CeType type, int channels, float wr, float wb, const void *next, \
                          float *out, int n)) \
  F (void, levels, alpha, (const void *pixels, CeType type, int channels, float *out, int n)) \
  F (void, levels, samples, (const void *samples, CeType type, const void *next, float *out, int n)) \
  F (void, levels, covered, (float *luma, const float *alpha, int n)) \
  F (void, levels, fraction, (float *v, int n)) \
  F (void, levels, product, (const float *a, const float *b, float *out, int n)) \
  F (void, levels, root, (float *v, int n)) \
  F (void, levels, scaled, (const float *v, float offset, float gain, float factor, float *out, int n)) \
  F (void, levels, clamped, (float *v, int n)) \
  F (void, levels, store, (const float *levels, gboolean invert, CeType type, void *out, int n))

/* Both passes of the Gaussian.
 *
 * along: a row of @step interleaved channels; @n samples
 * across: four rows at once, whose middles are @rows[@radius] and the three after it;
 *   2 * @radius + 4 rows */
#define CE_ROWS_OF_GAUSSIAN(F) \
  F (void, gaussian, along, (const float *in, const float *weights, int radius, int step, float *out, int n)) \
  F (void, gaussian, across, (const float *const *rows, const float *weights, int radius, float *const out[4], int n))

/* Derivatives, from the rows above, at and below.
 *
 * derivatives: and the squared magnitude, or with @l1 |dx| + |dy|. @finite: levels are of
 *   bytes, so nothing comes near the largest float
 * magnitude: of them alone, for L2 the root of the squared one
 * stronger: takes the other signal's where its squared magnitude is larger
 * l1: |dx| + |dy|
 * direction: angle of the gradient as a level
 * bin_numbers: floor (m), of L2 norms the root, the last of @n_bins for all beyond */
#define CE_ROWS_OF_GRADIENT(F) \
  F (void, gradient, derivatives, (const float *const g[3], const CeDerivative *operator_, gboolean l1, gboolean finite, \
                                   float *dx, float *dy, float *m, int n)) \
  F (void, gradient, magnitude, (const float *const g[3], const CeDerivative *operator_, gboolean l1, gboolean finite, \
                                 float *out, int n)) \
  F (void, gradient, stronger, (const float *dx2, const float *dy2, const float *m22, \
                                float *dx, float *dy, float *m2, int n)) \
  F (void, gradient, l1, (const float *dx, const float *dy, float *out, int n)) \
  F (void, gradient, direction, (const float *dx, const float *dy, float *out, int n)) \
  F (void, gradient, bin_numbers, (const float *m, gboolean l2, int n_bins, guint16 *out, int n))

/* Canny's thinning; @n_words words of 64 pixels.
 *
 * peaks: one bit per pixel for "kept by thinning, and above low" and, unless @strong is
 *   NULL, "and above high", of derivatives and compared magnitude; m has the rows above,
 *   at and below, one column beside too. @finite: as above
 * list: the bits of peaks, and their magnitudes in their order; returns how many. Writes up
 *   to a vector behind them
 * collect: those of @n magnitudes that are above @low or no numbers
 * classify: what peaks makes, from that list; reads up to a vector behind */
#define CE_ROWS_OF_THINNING(F) \
  F (void, thin, peaks, (const float *dx, const float *dy, const float *const m[3], float low, float high, \
                         gboolean finite, guint64 *weak, guint64 *strong, int n_words)) \
  F (int,  thin, list, (const float *dx, const float *dy, const float *const m[3], float low, gboolean finite, \
                        guint64 *bits, float *values, int n_words)) \
  F (int,  thin, collect, (const float *m, float low, float *out, int n)) \
  F (void, thin, classify, (const float *values, const guint64 *bits, float low, float high, \
                            guint64 *weak, guint64 *strong, int n_words))

/* The Laplacian, and what is made of it.
 *
 * response: of the rows above, at, below
 * stronger: takes the other signal's where it is larger
 * beyond: 255 where |v| > threshold, else 0
 * crossings: 255 where the sign changes to the right or below by more than threshold */
#define CE_ROWS_OF_LAPLACIAN(F) \
  F (void, laplacian, response, (const float *const g[3], float *out, int n)) \
  F (void, laplacian, stronger, (const float *other, float *v, int n)) \
  F (void, laplacian, beyond, (const float *v, float threshold, float *out, int n)) \
  F (void, laplacian, crossings, (const float *v, const float *below, float threshold, float *out, int n))

/* Sharpening.
 *
 * kernel: amount * the 3x3 sum, alpha rows nullable
 * kernel_added: opaque samples plus that, as samples
 * detail: amount * (c - blurred), 0 up to the threshold, or of the soft kind what exceeds it
 * quotient: blurred color under alpha: c where num / den is 0 / 0, in @num
 * add: pixels + change, as pixels; @step changes per pixel, all its channels or 1 for
 *   the same on all of them; @n pixels */
#define CE_ROWS_OF_SHARPENING(F) \
  F (void, sharpen, kernel, (const float *const c[3], const float *const alpha[3], float amount, int step, \
                             float *out, int n)) \
  F (void, sharpen, kernel_added, (const float *const c[3], float amount, int step, CeType type, void *out, int n)) \
  F (void, sharpen, detail, (const float *c, const float *blurred, CeThresholdKind kind, float threshold, float amount, \
                             float *out, int n)) \
  F (void, sharpen, quotient, (float *num, const float *den, const float *c, int n)) \
  F (void, sharpen, add, (const void *pixels, CeType type, int channels, const float *change, int step, \
                          void *out, int n))

/* What sharpening does beside adding detail: the mask of edges and noise, soft thresholds, limits, contrast-adaptive
 * sharpening.
 *
 * slope: magnitude of Sobel's gradient, levels per pixel, from the rows above, at and below
 * along, across: five neighbours softened; rows of two above to two below
 * ramps: the mask, of the softened slope
 * masked: changes of @n pixels, @step each, times the mask, in place
 * limited: what stays of the changes of @n samples, in place, from the rows above, at and below
 * adaptive: of @n samples, alpha rows nullable
 * gray: @n pixels to levels of 255 * mask, in the format of the result, but for alpha */
#define CE_ROWS_OF_SHAPING(F) \
  F (void, shape, slope, (const float *const g[3], float *out, int n)) \
  F (void, shape, along, (const float *in, float *out, int n)) \
  F (void, shape, across, (const float *const rows[5], float *out, int n)) \
  F (void, shape, ramps, (const float *e, const CeRamp *ramps, int n_ramps, float *out, int n)) \
  F (void, shape, masked, (float *change, const float *mask, int step, int n)) \
  F (void, shape, limited, (float *change, const float *const c[3], float light, float dark, int step, int n)) \
  F (void, shape, adaptive, (const float *const c[3], const float *const alpha[3], float peak, int step, \
                             float *out, int n)) \
  F (void, shape, gray, (const float *mask, CeType type, int channels, void *out, int n))

/* Deconvolution, of light; exactly @n floats are written.
 *
 * light: of @n pixels: of channel @channel, or if that is -1 of their luminance
 * correct: how far the blurred estimate is from what was observed
 * relit: pixels whose light is changed, as pixels: all colors, or channel @channel */
#define CE_ROWS_OF_DECONVOLUTION(F) \
  F (void, deconvolve, light, (const void *pixels, CeType type, int channels, int channel, float wr, float wb, \
                            float *out, int n)) \
  F (void, deconvolve, correct, (const float *light, const float *blurred, float damping, float *out, int n)) \
  F (void, deconvolve, relit, (const void *pixels, CeType type, int channels, int channel, const float *light, \
                            const float *change, void *out, int n))

/* expand: bits to black and white samples of @n pixels */
#define CE_ROWS_OF_BITS(F) \
  F (void, bits, expand, (const guint64 *bits, gboolean invert, CeType type, void *out, int n))

#define CE_ROW_MEMBER(result, family, name, arguments) result (*name) arguments;

/* One instruction set. */
typedef struct
{
  const char *name;
  struct { CE_ROWS_OF_LEVELS (CE_ROW_MEMBER) } levels;
  struct { CE_ROWS_OF_GAUSSIAN (CE_ROW_MEMBER) } gaussian;
  struct { CE_ROWS_OF_GRADIENT (CE_ROW_MEMBER) } gradient;
  struct { CE_ROWS_OF_THINNING (CE_ROW_MEMBER) } thin;
  struct { CE_ROWS_OF_LAPLACIAN (CE_ROW_MEMBER) } laplacian;
  struct { CE_ROWS_OF_SHARPENING (CE_ROW_MEMBER) } sharpen;
  struct { CE_ROWS_OF_SHAPING (CE_ROW_MEMBER) } shape;
  struct { CE_ROWS_OF_DECONVOLUTION (CE_ROW_MEMBER) } deconvolve;
  struct { CE_ROWS_OF_BITS (CE_ROW_MEMBER) } bits;
} CeRows;

#ifdef CE_ISA

#define CE_ROW_PASTE2(family, name, isa) ce_cpu_##family##_##name##_##isa
#define CE_ROW_PASTE(family, name, isa) CE_ROW_PASTE2 (family, name, isa)
#define CE_ROW(family, name) CE_ROW_PASTE (family, name, CE_ISA)
#define CE_ROW_PROTOTYPE(result, family, name, arguments) result CE_ROW (family, name) arguments;

CE_ROWS_OF_LEVELS (CE_ROW_PROTOTYPE)
CE_ROWS_OF_GAUSSIAN (CE_ROW_PROTOTYPE)
CE_ROWS_OF_GRADIENT (CE_ROW_PROTOTYPE)
CE_ROWS_OF_THINNING (CE_ROW_PROTOTYPE)
CE_ROWS_OF_LAPLACIAN (CE_ROW_PROTOTYPE)
CE_ROWS_OF_SHARPENING (CE_ROW_PROTOTYPE)
CE_ROWS_OF_SHAPING (CE_ROW_PROTOTYPE)
CE_ROWS_OF_DECONVOLUTION (CE_ROW_PROTOTYPE)
CE_ROWS_OF_BITS (CE_ROW_PROTOTYPE)

#endif

G_END_DECLS

#endif
