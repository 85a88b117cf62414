/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The first pass of the Gaussian, of bytes in 16-bit words.
 *
 * The pair x[-i] + x[i] of bytes is a whole number below 512, so its sum in
 * words is that in float. As the mantissa of 2^23 it is the float 2^23 + pair,
 * and a fused multiply-add makes w * (2^23 + pair) - w * 2^23 of that: w * 2^23
 * has the bits of w, so before the one rounding this is w * pair exactly, and
 * after it what the contract wants. Words take half of the loads and sums of
 * floats, and their conversion costs nothing.
 */
#include "rows.h"

#include "engine/arithmetic.h"
#include "engine/gaussian.h"
#include "vector-words.h"

#define AT_ONCE 64

CE_FN void
widen (const guint8 *restrict bytes, guint16 *restrict out, int n)
{
  for (int x = 0; x < n; x++)
    out[x] = bytes[x];
}

/* In whole blocks, as loops that compilers end byte by byte take as long for
 * what is left as for the rest: the last block overlaps the one before. */
void
CE_ROW (words) (const guint8 *bytes, guint16 *out, int n)
{
  int x = 0;

  for (; x + AT_ONCE <= n; x += AT_ONCE)
    widen (bytes + x, out + x, AT_ONCE);

  if (x < n && n >= AT_ONCE)
    widen (bytes + n - AT_ONCE, out + n - AT_ONCE, AT_ONCE);
  else
    widen (bytes + x, out + x, n - x);
}

#ifdef CE_WITH_WORDS

CE_FN void
gaussian (const guint16 *in, const float *weights, const float *biases, int radius, int step, gboolean split,
          float *out, int n)
{
  gboolean constant = __builtin_constant_p (radius);
  CeVector w[CE_MOST_CONSTANT + 1];
  CeVector bias[CE_MOST_CONSTANT + 1];

#pragma GCC unroll 7
  for (int i = 0; i <= radius && constant; i++)
    {
      w[i] = ce_splat (weights[i]);
      bias[i] = ce_splat (biases[i]);
    }

  for (int x = 0; x < n; x += 2 * CE_LANES)
    {
      CeWords  at = ce_load_words (in + x);
      CeVector w0 = constant ? w[0] : ce_splat (weights[0]);
      CeVector bias0 = constant ? bias[0] : ce_splat (biases[0]);
      CeVector low = ce_multiply_add (w0, ce_biased_low (at), bias0);
      CeVector high = ce_multiply_add (w0, ce_biased_high (at), bias0);

#pragma GCC unroll 6
      for (int i = 1; i <= radius; i++)
        {
          CeWords  pair = ce_load_words (in + x - i * step) + ce_load_words (in + x + i * step);
          CeVector wi = constant ? w[i] : ce_splat (weights[i]);
          CeVector bias_i = constant ? bias[i] : ce_splat (biases[i]);

          low = low + ce_multiply_add (wi, ce_biased_low (pair), bias_i);
          high = high + ce_multiply_add (wi, ce_biased_high (pair), bias_i);
        }

      if (split)
        {
          ce_store (out + x, low);
          ce_store (out + x + CE_LANES, high);
        }
      else
        ce_store_joined (out + x, low, high);
    }
}

static void
gaussian_by_radius (const guint16 *in, const float *weights, int radius, int step, gboolean split, float *out, int n)
{
  float biases[CE_GAUSSIAN_MAX_RADIUS + 1];

  for (int i = 0; i <= radius; i++)
    biases[i] = weights[i] * -CE_WORD_BIAS;

#define CALL(radius) gaussian (in, weights, biases, radius, step, split, out, n)
  CE_BY_RADIUS (radius, CALL)
#undef CALL
}

void
CE_ROW (gaussian_words) (const guint16 *in, const float *weights, int radius, int step, gboolean split, float *out, int n)
{
  if (split)
    gaussian_by_radius (in, weights, radius, step, TRUE, out, n);
  else
    gaussian_by_radius (in, weights, radius, step, FALSE, out, n);
}

#endif
