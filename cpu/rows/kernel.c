/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * 3x3 sharpening of bytes. Sums of bytes are exact in any order, so integers
 * serve as far as they are 16 bits: to the end where the amount is a whole
 * number of halves, quarters or the like, else up to the change.
 */
#include "rows.h"

#include "engine/arithmetic.h"
#include "vector-words.h"

CE_FN void
kernel (const guint8 *restrict a, const guint8 *restrict b, const guint8 *restrict c, float amount, int step,
        guint8 *restrict out, int n)
{
  for (int x = 0; x < n; x++)
    {
      gint16 around = (gint16) (a[x - step] + a[x] + a[x + step] + b[x - step] + b[x + step]
                                + c[x - step] + c[x] + c[x + step]);
      gint16 change = (gint16) (8 * b[x] - around);

      out[x] = ce_level_to_u8 ((float) b[x] + amount * (float) change);
    }
}

#ifdef CE_WITH_WORDS

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
  /* Moved up by a multiple of 16 bits' even numbers, the change is positive. */
  const float moved = CE_WORD_BIAS + 4096;
  CeWords     positive = change + 4096;
  CeVector    a = ce_splat (amount);
  CeVector    low = (ce_biased_low (level) - CE_WORD_BIAS) + a * (ce_biased_low (positive) - moved);
  CeVector    high = (ce_biased_high (level) - CE_WORD_BIAS) + a * (ce_biased_high (positive) - moved);

  return ce_pack_words (ce_rounded (low), ce_rounded (high));
}

/* Whole blocks; returns how many samples they have. */
CE_FN int
kernel_blocks (const guint8 *const rows[3], const Weights *weights, float amount, gboolean exact, int step,
               guint8 *out, int n)
{
  const guint8 *a = rows[0];
  const guint8 *b = rows[1];
  const guint8 *c = rows[2];
  CeBytes       middle = pair_of_weights (weights->middle, weights->around);
  CeBytes       around = pair_of_weights (weights->around, weights->around);
  CeBytes       last = pair_of_weights (weights->around, 0);
  int           bits = weights->bits;
  int           x = 0;

  for (; x + 4 * CE_LANES <= n; x += 4 * CE_LANES)
    {
      CeBytes at = ce_load_all_bytes (b + x);
      CeBytes up = ce_load_all_bytes (a + x);
      CeBytes down = ce_load_all_bytes (c + x);
      CeBytes none = { 0 };
      CeWords low = low_products (at, up, middle) + low_products (down, none, last);
      CeWords high = high_products (at, up, middle) + high_products (down, none, last);

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

  return x;
}

#endif

void
CE_ROW (kernel_u8) (const guint8 *const c[3], float amount, int step, guint8 *out, int n)
{
  int done = 0;

#ifdef CE_WITH_WORDS
  Weights weights = { 8, -1, 0 };

  if (find_weights (amount, &weights))
    done = kernel_blocks (c, &weights, amount, TRUE, step, out, n);
  else
    done = kernel_blocks (c, &weights, amount, FALSE, step, out, n);
#endif

  kernel (c[0] + done, c[1] + done, c[2] + done, amount, step, out + done, n - done);
}
