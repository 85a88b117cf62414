/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The inner loops, one row at a time, in families. The files of this folder are compiled once per instruction set, CE_ISA;
 * each family is declared once, by a macro that lists its loops.
 *
 * Rows of levels are floats. The caller fills the columns beside the image that a loop reads. Every row of levels has
 * CE_ROW_SLACK floats behind it and CE_ROW_MARGIN before it, where loops may write rubbish, because they work in whole
 * vectors; rows of pixels (void *) and of bits have none.
 */
#pragma once

#include "engine/plan.h"

#define CE_ROW_SLACK 64
#define CE_ROW_MARGIN 16

/* Pixels to levels and back.
 *
 * luma: the luma of @n pixels, for gray ones the gray level; prefetches @next, the pixels that are read after them
 * channel: the levels of one channel of @n pixels; samples: levels of @n samples, @next as of luma
 * covered: multiplies luma by alpha, in place
 * fraction: v / 255, in place; product: a * b; root: square root, in place
 * scaled: offset + gain * v * factor; clamped: not above 255, in place
 * store: stores levels as samples of an edge map */
#define CE_ROWS_OF_LEVELS(F) \
  F (void, levels, luma, (const void *pixels, CeType type, int channels, float wr, float wb, const void *next, \
                          float *out, int n)) \
  F (void, levels, channel, (const void *pixels, CeType type, int channels, int channel, const void *next, \
                             float *out, int n)) \
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
 * along: @n samples of a row of @step interleaved channels
 * across: four rows at once from 2 * @radius + 4 rows; the first one's middle is @rows[@radius] */
#define CE_ROWS_OF_GAUSSIAN(F) \
  F (void, gaussian, along, (const float *in, const float *weights, int radius, int step, float *out, int n)) \
  F (void, gaussian, across, (const float *const *rows, const float *weights, int radius, float *const out[4], int n))

/* The rows above, at and below one of each signal. */
typedef struct
{
  int          n;
  const float *row[CE_MAX_SIGNALS][3];
} CeSignalRows;

/* Gradients, of the signal with the largest magnitude, |dx| + |dy| with @by_l1, else squared.
 *
 * derivatives: both derivatives and the squared magnitude, or with @l1 |dx| + |dy|
 * magnitude: the magnitude alone
 * stronger: takes the middles of another signal where their strength is larger
 * ridge: the direction across the middle of a line, and its strength
 * direction: the angle of the gradient as a level
 * bin_numbers: floor (m), or of its root with @l2, at most @n_bins - 1 */
#define CE_ROWS_OF_GRADIENT(F) \
  F (void, gradient, derivatives, (const CeSignalRows *g, const CeDerivative *operator_, gboolean by_l1, gboolean l1, \
                                   float *dx, float *dy, float *m, int n)) \
  F (void, gradient, magnitude, (const CeSignalRows *g, const CeDerivative *operator_, gboolean by_l1, gboolean l1, \
                                 float *out, int n)) \
  F (void, gradient, stronger, (const float *dx2, const float *dy2, const float *m22, \
                                float *dx, float *dy, float *m2, int n)) \
  F (void, gradient, ridge, (const float *const g[3], const CeRidge *ridge, float *nx, float *ny, float *m, int n)) \
  F (void, gradient, direction, (const float *dx, const float *dy, float *out, int n)) \
  F (void, gradient, bin_numbers, (const float *m, gboolean l2, int n_bins, guint16 *out, int n))

/* Where thresholds will be: from the first to the second. */
typedef struct
{
  float low[2];
  float high[2];
} CeBrackets;

/* Canny's thinning of @n_words words of 64 pixels; @m are compared magnitudes.
 *
 * peaks: sets a bit per pixel that thinning keeps and that is above @low, and, unless @strong is NULL, above @high. @m has
 *   the rows above, at and below, and one column beside
 * list: the bits of peaks and their magnitudes, in order; returns their number. Writes up to a vector behind them
 * classify: the bits of peaks, from that list; reads up to a vector behind it. Without @bits the peaks are those whose
 *   strong bit is set and whose weak bit is not, and other pixels stay as they are
 * decide: the bits of peaks, from that list, as far as they do not depend on where in their brackets the thresholds are.
 *   The others get a strong bit and no weak bit; lists them in @open as list does */
#define CE_ROWS_OF_THINNING(F) \
  F (void, thin, peaks, (const float *dx, const float *dy, const float *const m[3], float low, float high, \
                         guint64 *weak, guint64 *strong, int n_words)) \
  F (int,  thin, list, (const float *dx, const float *dy, const float *const m[3], float low, \
                        guint64 *bits, float *values, int n_words)) \
  F (void, thin, classify, (const float *values, const guint64 *bits, float low, float high, \
                            guint64 *weak, guint64 *strong, int n_words)) \
  F (int,  thin, decide, (const float *values, const guint64 *bits, const CeBrackets *brackets, \
                          guint64 *weak, guint64 *strong, float *open, int n_words))

/* The Laplacian and its levels.
 *
 * response: the Laplacian of the rows above, at and below
 * stronger: takes the other signal's response where it is larger
 * beyond: 255 where |v| > threshold, else 0
 * crossings: 255 where the sign changes to the right or below by more than threshold */
#define CE_ROWS_OF_LAPLACIAN(F) \
  F (void, laplacian, response, (const float *const g[3], float *out, int n)) \
  F (void, laplacian, stronger, (const float *other, float *v, int n)) \
  F (void, laplacian, beyond, (const float *v, float threshold, float *out, int n)) \
  F (void, laplacian, crossings, (const float *v, const float *below, float threshold, float *out, int n))

/* Sharpening. Alpha rows are fractions, interleaved like the samples, or NULL where all is opaque.
 *
 * kernel: amount * the 3x3 sum
 * adaptive: the change of contrast-adaptive sharpening
 * detail: amount * (c - blurred): 0 up to the threshold, less the threshold if it is soft
 * quotient: num / den in @num, or c where that is 0 / 0: blurred color under alpha
 * add: adds the change to @n pixels and stores pixels; a pixel has one change for all channels (@step 1) or one for each */
#define CE_ROWS_OF_SHARPENING(F) \
  F (void, sharpen, kernel, (const float *const c[3], const float *const alpha[3], float amount, int step, \
                             float *out, int n)) \
  F (void, sharpen, adaptive, (const float *const c[3], const float *const alpha[3], float peak, int step, \
                               float *out, int n)) \
  F (void, sharpen, detail, (const float *c, const float *blurred, CeThresholdKind kind, float threshold, float amount, \
                             float *out, int n)) \
  F (void, sharpen, quotient, (float *num, const float *den, const float *c, int n)) \
  F (void, sharpen, add, (const void *pixels, CeType type, int channels, const float *change, int step, \
                          void *out, int n))

/* Modulation of sharpening's changes: the mask of edges and noise, and the limits of halos.
 *
 * slope: magnitude of Sobel's gradient, levels per pixel, from the rows above, at and below
 * along, across: averages five neighbours in a row, or in the rows from two above to two below
 * ramps: computes the mask from the softened slope
 * masked: multiplies the changes of @n pixels, @step each, by the mask, in place
 * limited: limits the changes of @n samples, in place, by the rows above, at and below
 * gray: stores 255 * mask as the color samples of @n pixels */
#define CE_ROWS_OF_MODULATION(F) \
  F (void, modulate, slope, (const float *const g[3], float *out, int n)) \
  F (void, modulate, along, (const float *in, float *out, int n)) \
  F (void, modulate, across, (const float *const rows[5], float *out, int n)) \
  F (void, modulate, ramps, (const float *e, const CeRamp *ramps, int n_ramps, float *out, int n)) \
  F (void, modulate, masked, (float *change, const float *mask, int step, int n)) \
  F (void, modulate, limited, (float *change, const float *const c[3], float light, float dark, int step, int n)) \
  F (void, modulate, gray, (const float *mask, CeType type, int channels, void *out, int n))

/* Deconvolution of linear light; exactly @n floats are written.
 *
 * light: the light of channel @channel of @n pixels, or of their luminance if it is -1
 * correct: the ratio of the observed light to the blurred estimate, damped
 * relit: adds the change to the light of channel @channel, or of all colors if it is -1, and stores pixels */
#define CE_ROWS_OF_DECONVOLUTION(F) \
  F (void, deconvolve, light, (const void *pixels, CeType type, int channels, int channel, float wr, float wb, \
                            float *out, int n)) \
  F (void, deconvolve, correct, (const float *light, const float *blurred, float damping, float *out, int n)) \
  F (void, deconvolve, relit, (const void *pixels, CeType type, int channels, int channel, const float *light, \
                            const float *change, void *out, int n))

/* Line art. Pairs of floats and the tensor's three are interleaved. Planes of @stride pixels continue beyond the image.
 *
 * bounded: bounds levels, in place
 * tensor: the products of the derivatives, from the rows above, at and below
 * tangents: the pairs of the blurred tensor; angles: levels of their directions
 * across: the differences of both Gaussians across the flow, from the planes of levels and tangents
 * along: the sums along the flow, from the planes of differences and tangents
 * levels: the levels of those sums */
#define CE_ROWS_OF_LINE_ART(F) \
  F (void, art, bounded, (float *levels, int n)) \
  F (void, art, tensor, (const float *const l[3], float *out, int n)) \
  F (void, art, tangents, (const float *tensor, float *out, int n)) \
  F (void, art, angles, (const float *tangents, float *out, int n)) \
  F (void, art, across, (const float *l, int stride, const float *tangents, const CeLineArt *art, float *out, int n)) \
  F (void, art, along, (const float *d, int stride, const float *tangents, const CeLineArt *art, float *out, int n)) \
  F (void, art, levels, (const float *differences, const CeLineArt *art, float *out, int n))

/* expand: stores bits as black and white samples of @n pixels */
#define CE_ROWS_OF_BITS(F) \
  F (void, bits, expand, (const guint64 *bits, gboolean invert, CeType type, void *out, int n))

/* The families: F (name, loops). */
#define CE_ROW_FAMILIES(F) \
  F (levels, CE_ROWS_OF_LEVELS) F (gaussian, CE_ROWS_OF_GAUSSIAN) F (gradient, CE_ROWS_OF_GRADIENT) \
  F (thin, CE_ROWS_OF_THINNING) F (laplacian, CE_ROWS_OF_LAPLACIAN) F (sharpen, CE_ROWS_OF_SHARPENING) \
  F (modulate, CE_ROWS_OF_MODULATION) F (deconvolve, CE_ROWS_OF_DECONVOLUTION) F (art, CE_ROWS_OF_LINE_ART) \
  F (bits, CE_ROWS_OF_BITS)

#define CE_ROW_FAMILY(name, loops) struct { loops (CE_ROW_MEMBER) } name;
#define CE_ROW_MEMBER(result, family, name, arguments) result (*name) arguments;

/* One instruction set. */
typedef struct
{
  const char *name;
  CE_ROW_FAMILIES (CE_ROW_FAMILY)
} CeRows;

#ifdef CE_ISA

#define CE_ROW_PASTE2(family, name, isa) ce_cpu_##family##_##name##_##isa
#define CE_ROW_PASTE(family, name, isa) CE_ROW_PASTE2 (family, name, isa)
#define CE_ROW(family, name) CE_ROW_PASTE (family, name, CE_ISA)
#define CE_ROW_PROTOTYPES(name, loops) loops (CE_ROW_PROTOTYPE)
#define CE_ROW_PROTOTYPE(result, family, name, arguments) result CE_ROW (family, name) arguments;

CE_ROW_FAMILIES (CE_ROW_PROTOTYPES)

#endif
