/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The inner loops, one row at a time, and the table through which an
 * instruction set is chosen. The files rows-*.c are compiled once per
 * instruction set, with CE_ISA set to its name.
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

#include "cpu/unsharp.h"

G_BEGIN_DECLS

#define CE_ROW_SLACK 64
#define CE_ROW_MARGIN 16

/* Four words of bits for each 64 pixels: which are stronger than the low
 * threshold; and, if any are, where the gradient points: closer to the x axis or
 * to the y axis than 22.5 degrees; else a diagonal, of which those fall along
 * which dx and dy differ in sign. */
enum { CE_SECTOR_CANDIDATES, CE_SECTOR_HORIZONTAL, CE_SECTOR_VERTICAL, CE_SECTOR_FALLING, CE_N_SECTORS };

/**
 * CeRows:
 * @name: of the instruction set
 * @luma: @n pixels to luma levels; a grey pixel is its own luma. The pixels at
 *   @next will be wanted next
 * @alpha: @n pixels with alpha to levels of alpha
 * @covered: luma under its transparency, in place
 * @samples: @n samples to levels
 * @gaussian_x: along a row of @step interleaved channels; @n samples
 * @gaussian_y: across rows; four rows at once, whose middles are @rows[@radius] and
 *   the three after it; 2 * @radius + 4 rows
 * @gradient: derivatives and squared magnitude from the rows above, at, below
 * @stronger: takes the other signal's gradient where its squared magnitude is larger
 * @l1: |dx| + |dy|
 * @root: square root, in place
 * @bin_numbers: floor(m), of L2 norms the root, the last of @n_bins for all beyond
 * @direction: angle of the gradient as a level
 * @scaled: offset + gain * v * factor
 * @clamped: not above 255, in place
 * @gradient_sectors: (nullable): compared magnitude and sectors from the rows above, at,
 *   below; the magnitude also of a vector beside both ends. @finite: levels are of bytes,
 *   so nothing comes near the largest float
 * @sectors_u8: (nullable): Sobel's, of the rows above, at and below of gray bytes, readable
 *   one pixel beside. The bytes at @next will be wanted next
 * @thin_sectors: (nullable): as @thin, with sectors instead of derivatives
 * @thin: one bit per pixel for "kept, and above low" and "kept, and above
 *   high"; m has the rows above, at and below; @n_words words of 64 pixels
 * @collect: the magnitudes whose bits are set, in their order; returns how many.
 *   Writes up to a vector behind them
 * @classify: what @thin makes, from what @collect took; reads up to a vector
 *   behind the values
 * @laplacian: of the rows above, at, below
 * @larger: takes the other signal's response where it is larger
 * @edges_u8: the whole of the Laplacian's edges as bytes, from the rows above, at, below
 * @beyond: 255 where |v| > threshold, else 0
 * @crossings: 255 where the sign changes to the right or below by more than threshold
 * @kernel_change: amount * the 3x3 sharpening sum, alpha rows nullable
 * @detail_change: amount * (c - blurred), 0 up to the threshold
 * @quotient: blurred colour under alpha: c where num / den is 0 / 0, in @num
 * @product: a * b
 * @fraction: v / 255, in place
 * @sharpened: pixels + change, as pixels; @step changes per pixel, all its
 *   channels or 1 for the same on all of them; @n pixels
 * @words: bytes as words
 * @gaussian_words: the first pass, of bytes in words; if @split, with the
 *   floats in the order that @unsharp_words reads. NULL where there are no words
 * @unsharp_words: the second pass and the rest of unsharp masking, of four
 *   rows; see unsharp.h. NULL likewise
 * @unsharp_u8: sharpens bytes by their difference from @blurred, per sample; @n samples
 * @kernel_u8: the whole of 3x3 sharpening on opaque bytes; @n samples
 * @sobel_u8: the whole of Sobel's magnitude on grey bytes
 * @gradient_u8: Sobel's derivatives and squared magnitude of grey bytes
 * @expand: bits to black and white samples of @n pixels
 * @store_u8, @store_f32: levels to samples of an edge map
 *
 * One instruction set.
 */
typedef struct
{
  const char *name;
  void (*luma)          (const void *pixels, CeType type, int channels, float wr, float wb,
                         const void *next, float *out, int n);
  void (*alpha)         (const void *pixels, CeType type, int channels, float *out, int n);
  void (*covered)       (float *luma, const float *alpha, int n);
  void (*samples)       (const void *samples, CeType type, float *out, int n);
  void (*gaussian_x)    (const float *in, const float *weights, int radius, int step, float *out, int n);
  void (*gaussian_y)    (const float *const *rows, const float *weights, int radius, float *const out[4], int n);
  void (*gradient)      (const float *a, const float *b, const float *c, const CeDerivative *operator_,
                         float *dx, float *dy, float *m2, int n);
  void (*stronger)      (const float *dx2, const float *dy2, const float *m22, float *dx, float *dy, float *m2, int n);
  void (*l1)            (const float *dx, const float *dy, float *out, int n);
  void (*root)          (float *v, int n);
  void (*bin_numbers)   (const float *m, gboolean l2, int n_bins, guint16 *out, int n);
  void (*direction)     (const float *dx, const float *dy, float *out, int n);
  void (*scaled)        (const float *v, float offset, float gain, float factor, float *out, int n);
  void (*clamped)       (float *v, int n);
  void (*gradient_sectors) (const float *const g[3], const CeDerivative *operator_, gboolean l1, gboolean finite,
                            float low, float *m, guint64 *sectors, int n_words);
  void (*sectors_u8)    (const guint8 *const g[3], gboolean l1, float low, const guint8 *next,
                         float *m, guint64 *sectors, int n_words);
  void (*thin_sectors)  (const float *const m[3], const guint64 *sectors, float high,
                         guint64 *weak, guint64 *strong, int n_words);
  void (*thin)          (const float *const m[3], const float *dx, const float *dy, float low, float high,
                         guint64 *weak, guint64 *strong, int n_words);
  int  (*collect)       (const float *m, const guint64 *bits, float *out, int n_words);
  void (*classify)      (const float *values, const guint64 *bits, float low, float high,
                         guint64 *weak, guint64 *strong, int n_words);
  void (*laplacian)     (const float *a, const float *b, const float *c, float *out, int n);
  void (*larger)        (const float *other, float *v, int n);
  void (*edges_u8)      (const float *const g[3], float threshold, gboolean invert, guint8 *out, int n);
  void (*beyond)        (const float *v, float threshold, float *out, int n);
  void (*crossings)     (const float *v, const float *below, float threshold, float *out, int n);
  void (*kernel_change) (const float *const c[3], const float *const alpha[3], float amount, int step, float *out, int n);
  void (*detail_change) (const float *c, const float *blurred, float threshold, float amount, float *out, int n);
  void (*quotient)      (float *num, const float *den, const float *c, int n);
  void (*product)       (const float *a, const float *b, float *out, int n);
  void (*fraction)      (float *v, int n);
  void (*sharpened)     (const void *pixels, CeType type, int channels, const float *change, int step, void *out, int n);
  void (*words)         (const guint8 *bytes, guint16 *out, int n);
  void (*gaussian_words) (const guint16 *in, const float *weights, int radius, int step, gboolean split, float *out, int n);
  void (*unsharp_words) (const CeUnsharp *u, int n);
  void (*unsharp_u8)    (const guint8 *c, const float *blurred, float threshold, float amount, guint8 *out, int n);
  void (*kernel_u8)     (const guint8 *const c[3], float amount, int step, guint8 *out, int n);
  void (*sobel_u8)      (const guint8 *const c[3], gboolean l1, float gain, gboolean invert, guint8 *out, int n);
  void (*gradient_u8)   (const guint8 *const c[3], float *dx, float *dy, float *m2, int n);
  void (*expand)        (const guint64 *bits, gboolean invert, CeType type, void *out, int n);
  void (*store_u8)      (const float *levels, gboolean invert, guint8 *out, int n);
  void (*store_f32)     (const float *levels, gboolean invert, float *out, int n);
} CeRows;

#ifdef CE_ISA

#define CE_ROW_PASTE2(name, isa) ce_cpu_##name##_##isa
#define CE_ROW_PASTE(name, isa) CE_ROW_PASTE2 (name, isa)
#define CE_ROW(name) CE_ROW_PASTE (name, CE_ISA)

void CE_ROW (luma)          (const void *pixels, CeType type, int channels, float wr, float wb,
                             const void *next, float *out, int n);
void CE_ROW (alpha)         (const void *pixels, CeType type, int channels, float *out, int n);
void CE_ROW (covered)       (float *luma, const float *alpha, int n);
void CE_ROW (samples)       (const void *samples, CeType type, float *out, int n);
void CE_ROW (gaussian_x)    (const float *in, const float *weights, int radius, int step, float *out, int n);
void CE_ROW (gaussian_y)    (const float *const *rows, const float *weights, int radius, float *const out[4], int n);
void CE_ROW (gradient)      (const float *a, const float *b, const float *c, const CeDerivative *operator_,
                             float *dx, float *dy, float *m2, int n);
void CE_ROW (stronger)      (const float *dx2, const float *dy2, const float *m22, float *dx, float *dy, float *m2, int n);
void CE_ROW (l1)            (const float *dx, const float *dy, float *out, int n);
void CE_ROW (root)          (float *v, int n);
void CE_ROW (bin_numbers)   (const float *m, gboolean l2, int n_bins, guint16 *out, int n);
void CE_ROW (direction)     (const float *dx, const float *dy, float *out, int n);
void CE_ROW (scaled)        (const float *v, float offset, float gain, float factor, float *out, int n);
void CE_ROW (clamped)       (float *v, int n);
void CE_ROW (gradient_sectors) (const float *const g[3], const CeDerivative *operator_, gboolean l1, gboolean finite,
                                float low, float *m, guint64 *sectors, int n_words);
void CE_ROW (sectors_u8)    (const guint8 *const g[3], gboolean l1, float low, const guint8 *next,
                             float *m, guint64 *sectors, int n_words);
void CE_ROW (thin_sectors)  (const float *const m[3], const guint64 *sectors, float high,
                             guint64 *weak, guint64 *strong, int n_words);
void CE_ROW (thin)          (const float *const m[3], const float *dx, const float *dy, float low, float high,
                             guint64 *weak, guint64 *strong, int n_words);
int  CE_ROW (collect)       (const float *m, const guint64 *bits, float *out, int n_words);
void CE_ROW (classify)      (const float *values, const guint64 *bits, float low, float high,
                             guint64 *weak, guint64 *strong, int n_words);
void CE_ROW (laplacian)     (const float *a, const float *b, const float *c, float *out, int n);
void CE_ROW (larger)        (const float *other, float *v, int n);
void CE_ROW (edges_u8)      (const float *const g[3], float threshold, gboolean invert, guint8 *out, int n);
void CE_ROW (beyond)        (const float *v, float threshold, float *out, int n);
void CE_ROW (crossings)     (const float *v, const float *below, float threshold, float *out, int n);
void CE_ROW (kernel_change) (const float *const c[3], const float *const alpha[3], float amount, int step,
                             float *out, int n);
void CE_ROW (detail_change) (const float *c, const float *blurred, float threshold, float amount, float *out, int n);
void CE_ROW (quotient)      (float *num, const float *den, const float *c, int n);
void CE_ROW (product)       (const float *a, const float *b, float *out, int n);
void CE_ROW (fraction)      (float *v, int n);
void CE_ROW (sharpened)     (const void *pixels, CeType type, int channels, const float *change, int step, void *out, int n);
void CE_ROW (words)         (const guint8 *bytes, guint16 *out, int n);
void CE_ROW (gaussian_words) (const guint16 *in, const float *weights, int radius, int step, gboolean split,
                              float *out, int n);
void CE_ROW (unsharp_words) (const CeUnsharp *u, int n);
void CE_ROW (unsharp_u8)    (const guint8 *c, const float *blurred, float threshold, float amount, guint8 *out, int n);
void CE_ROW (kernel_u8)     (const guint8 *const c[3], float amount, int step, guint8 *out, int n);
void CE_ROW (sobel_u8)      (const guint8 *const c[3], gboolean l1, float gain, gboolean invert, guint8 *out, int n);
void CE_ROW (gradient_u8)   (const guint8 *const c[3], float *dx, float *dy, float *m2, int n);
void CE_ROW (expand)        (const guint64 *bits, gboolean invert, CeType type, void *out, int n);
void CE_ROW (store_u8)      (const float *levels, gboolean invert, guint8 *out, int n);
void CE_ROW (store_f32)     (const float *levels, gboolean invert, float *out, int n);

#endif

G_END_DECLS

#endif
