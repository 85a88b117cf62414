/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is computed of the source's own bytes, in whole blocks of 64: Sobel's
 * gradient, and 3x3 sharpening. Sums of bytes are exact in any order, so integers of
 * 16 bits serve.
 */
#include "formats.h"
#include "vector-words.h"

#ifdef CE_WITH_WORDS

/* Sobel's derivatives of bytes are integers up to 1020 and so exact in 16 bits, in any order. */
typedef struct
{
  CeWords dx;
  CeWords dy;
} Shorts;

/* k * (y - x) of all pairs of one half. */
#define DIFFERENCES(half, k, x, y) \
  ce_multiply_pairs (half (x, y), (CeBytes) ((uint16_t) ((k) << 8 | (-(k) & 255)) - (CeWords) { 0 }))
#define SHORTS(half) \
  (Shorts) { DIFFERENCES (half, 1, a[0], a[2]) + DIFFERENCES (half, 1, c[0], c[2]) + DIFFERENCES (half, 2, b[0], b[2]), \
             DIFFERENCES (half, 1, a[0], c[0]) + DIFFERENCES (half, 1, a[2], c[2]) + DIFFERENCES (half, 2, a[1], c[1]) }

CE_FN void
load_three (const guint8 *p, CeBytes v[3])
{
  for (int i = 0; i < 3; i++)
    v[i] = ce_load_all_bytes (p + i - 1);
}

/* Of a unit's pixels. */
CE_FN void
derivatives (const guint8 *const g[3], int x, Shorts *low, Shorts *high)
{
  CeBytes a[3], b[3], c[3];

  load_three (g[0] + x, a);
  load_three (g[1] + x, b);
  load_three (g[2] + x, c);
  *low = SHORTS (ce_pairs_low);
  *high = SHORTS (ce_pairs_high);
}

/* Levels of the magnitudes of one half of a unit, as words. */
CE_FN CeWords
sobel_words (Shorts d, gboolean l1, float gain, gboolean invert)
{
  CeWords     none = { 0 };
  CeWords     sum = ce_abs_words (d.dx) + ce_abs_words (d.dy);
  CeIntVector squares[2] = { l1 ? (CeIntVector) CE_HALF (lo, sum, none) : CE_MADD (lo, d.dx, d.dy, d.dx, d.dy),
                             l1 ? (CeIntVector) CE_HALF (hi, sum, none) : CE_MADD (hi, d.dx, d.dy, d.dx, d.dy) };

  for (int i = 0; i < 2; i++)
    {
      CeVector magnitude = ce_to_floats (squares[i]);
      CeVector level = l1 ? magnitude : ce_vector_root (magnitude);

      /* Packing clamps what fits words. */
      if (gain != 1.0f)
        level = ce_at_most (gain * level, 255.0f);
      squares[i] = ce_rounded (invert ? 255.0f - level : level);
    }

  return ce_pack_words (squares[0], squares[1]);
}

CE_FN void
sobel (const guint8 *const g[3], gboolean l1, float gain, gboolean invert, const guint8 *next, guint8 *out, int n)
{
  for (int x = 0; x < n; x += CE_UNIT)
    {
      Shorts low, high;

      __builtin_prefetch (next + x, 0, 2);
      derivatives (g, x, &low, &high);
      ce_store_halves (out + x, sobel_words (low, l1, gain, invert), sobel_words (high, l1, gain, invert));
    }
}

void
CE_ROW (bytes, sobel) (const guint8 *const g[3], gboolean l1, float gain, gboolean invert, const guint8 *next,
                   guint8 *out, int n)
{
  if (l1)
    sobel (g, TRUE, gain, invert, next, out, n);
  else if (gain == 1.0f)
    sobel (g, FALSE, 1.0f, invert, next, out, n);
  else
    sobel (g, FALSE, gain, invert, next, out, n);
}

/* 3x3 sharpening: in integers to the end where the amount is a whole number of halves,
 * quarters or the like, else up to the change. */

/* Weights of the middle and of what is around it; what they give has that many
 * bits behind the point. */
typedef struct
{
  int middle;
  int around;
  int bits;
} Weights;

/* Such that the result is a whole number, in 16 bits with its sign. Weights are
 * signed bytes, so no sum of products with bytes leaves 16 bits: the positive
 * ones are at most 127 * 255, the negative ones less. */
static gboolean
find_weights (float amount, Weights *weights)
{
  for (int bits = 0; bits <= 3; bits++)
    {
      float around = amount * (float) (1 << bits);
      int   middle = (1 << bits) + 8 * (int) around;

      if (around == (float) (int) around && middle <= 127)
        {
          *weights = (Weights) { middle, - (int) around, bits };
          return TRUE;
        }
    }

  return FALSE;
}

/* Of two by two bytes, as words in two halves. */
CE_FN CeWords
low_products (CeBytes a, CeBytes b, CeBytes weights)
{
  return ce_multiply_pairs (ce_pairs_low (a, b), weights);
}

CE_FN CeWords
high_products (CeBytes a, CeBytes b, CeBytes weights)
{
  return ce_multiply_pairs (ce_pairs_high (a, b), weights);
}

/* Word by word middle and around, ready for ce_multiply_pairs(). */
CE_FN CeBytes
pair_of_weights (int first, int second)
{
  return (CeBytes) ((uint16_t) ((first & 255) | (second & 255) << 8) - (CeWords) { 0 });
}

/* To whole numbers, ties to even. */
CE_FN CeWords
without_bits (CeWords sum, int bits)
{
  CeSignedWords v = (CeSignedWords) sum;

  return (CeWords) ((v + (int16_t) ((1 << bits >> 1) - 1) + (v >> bits & 1)) >> bits);
}

/* Bytes of the level in @b and the change as words. */
CE_FN CeWords
with_amount (CeWords level, CeWords change, float amount)
{
  /* Words without a sign become floats: the change gets 4096 added, which the floats lose again, exactly. */
  const float moved = CE_WORD_BIAS + 4096;
  CeWords     positive = change + 4096;
  CeVector    a = ce_splat (amount);
  CeVector    low = (ce_biased_low (level) - CE_WORD_BIAS) + a * (ce_biased_low (positive) - moved);
  CeVector    high = (ce_biased_high (level) - CE_WORD_BIAS) + a * (ce_biased_high (positive) - moved);

  return ce_pack_words (ce_rounded (low), ce_rounded (high));
}

CE_FN void
kernel (const guint8 *const rows[3], const Weights *weights, float amount, gboolean exact, int step,
        const guint8 *next, guint8 *out, int n)
{
  const guint8 *a = rows[0];
  const guint8 *b = rows[1];
  const guint8 *c = rows[2];
  CeBytes       middle = pair_of_weights (weights->middle, weights->around);
  CeBytes       around = pair_of_weights (weights->around, weights->around);
  CeBytes       last = pair_of_weights (weights->around, 0);
  int           bits = weights->bits;

  for (int x = 0; x < n; x += CE_UNIT)
    {
      CeBytes at = ce_load_all_bytes (b + x);
      CeBytes up = ce_load_all_bytes (a + x);
      CeBytes down = ce_load_all_bytes (c + x);
      CeBytes none = { 0 };
      CeWords low = low_products (at, up, middle) + low_products (down, none, last);
      CeWords high = high_products (at, up, middle) + high_products (down, none, last);

      __builtin_prefetch (next + x, 0, 2);
      for (int k = 0; k < 3; k++)
        {
          CeBytes left = ce_load_all_bytes (rows[k] + x - step);
          CeBytes right = ce_load_all_bytes (rows[k] + x + step);

          low += low_products (left, right, around);
          high += high_products (left, right, around);
        }

      if (! exact)
        {
          low = with_amount ((CeWords) ce_pairs_low (at, none), low, amount);
          high = with_amount ((CeWords) ce_pairs_high (at, none), high, amount);
        }
      else if (bits > 0)
        {
          low = without_bits (low, bits);
          high = without_bits (high, bits);
        }
      ce_store_halves (out + x, low, high);
    }
}

void
CE_ROW (bytes, kernel) (const guint8 *const c[3], float amount, int step, const guint8 *next, guint8 *out, int n)
{
  Weights weights = { 8, -1, 0 };

  if (find_weights (amount, &weights))
    kernel (c, &weights, amount, TRUE, step, next, out, n);
  else
    kernel (c, &weights, amount, FALSE, step, next, out, n);
}

#endif
