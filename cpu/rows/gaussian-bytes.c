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
CE_ROW (bytes, words) (const guint8 *bytes, const guint8 *next, guint16 *out, int n)
{
  int x = 0;

  for (; x + AT_ONCE <= n; x += AT_ONCE)
    {
      __builtin_prefetch (next + x, 0, 2);
      widen (bytes + x, out + x, AT_ONCE);
    }
  if (n > 0)
    __builtin_prefetch (next + n - 1, 0, 2);

  if (x < n && n >= AT_ONCE)
    widen (bytes + n - AT_ONCE, out + n - AT_ONCE, AT_ONCE);
  else
    widen (bytes + x, out + x, n - x);
}

#ifdef CE_WITH_WORDS

/* Sums of twice the words that a vector holds. */
typedef struct
{
  CeVector low;
  CeVector high;
} Sums;

/* The weight times these words, exactly as the contract has it. */
CE_FN Sums
products (CeWords words, CeVector weight, CeVector bias)
{
  return (Sums) { ce_multiply_add (weight, ce_biased_low (words), bias),
                  ce_multiply_add (weight, ce_biased_high (words), bias) };
}

CE_FN void
store_sums (Sums sums, float *out)
{
  ce_store (out, sums.low);
  ce_store (out + CE_LANES, sums.high);
}

/* A radius that is a constant: its weights stay in registers. */
CE_FN void
near_gaussian (const guint16 *in, const float *weights, const float *biases, int radius, int step, float *out, int n)
{
  CeVector w[CE_MOST_CONSTANT + 1];
  CeVector bias[CE_MOST_CONSTANT + 1];

#pragma GCC unroll 7
  for (int i = 0; i <= radius; i++)
    {
      w[i] = ce_splat (weights[i]);
      bias[i] = ce_splat (biases[i]);
    }

  for (int x = 0; x < n; x += 2 * CE_LANES)
    {
      const guint16 *at = in + x;
      Sums           sums = products (ce_load_words (at), w[0], bias[0]);

#pragma GCC unroll 6
      for (int i = 1; i <= radius; i++)
        {
          Sums tap = products (ce_load_words (at - i * step) + ce_load_words (at + i * step), w[i], bias[i]);

          sums = (Sums) { sums.low + tap.low, sums.high + tap.high };
        }

      store_sums (sums, out + x);
    }
}

/* Any radius; twice as much at once, so that weights are read half as often. */
static void
far_gaussian (const guint16 *in, const float *weights, const float *biases, int radius, int step, float *out, int n)
{
  for (int x = 0; x < n; x += 4 * CE_LANES)
    {
      const guint16 *at = in + x;
      const guint16 *next = at + 2 * CE_LANES;
      Sums           a = products (ce_load_words (at), ce_splat (weights[0]), ce_splat (biases[0]));
      Sums           b = products (ce_load_words (next), ce_splat (weights[0]), ce_splat (biases[0]));

      for (int i = 1; i <= radius; i++)
        {
          int      distance = i * step;
          CeVector w = ce_splat (weights[i]);
          CeVector bias = ce_splat (biases[i]);
          Sums     tap_a = products (ce_load_words (at - distance) + ce_load_words (at + distance), w, bias);
          Sums     tap_b = products (ce_load_words (next - distance) + ce_load_words (next + distance), w, bias);

          a = (Sums) { a.low + tap_a.low, a.high + tap_a.high };
          b = (Sums) { b.low + tap_b.low, b.high + tap_b.high };
        }

      store_sums (a, out + x);
      store_sums (b, out + x + 2 * CE_LANES);
    }
}

void
CE_ROW (bytes, gaussian) (const guint16 *in, const float *weights, int radius, int step, float *out, int n)
{
  float biases[CE_GAUSSIAN_MAX_RADIUS + 1];

  for (int i = 0; i <= radius; i++)
    biases[i] = weights[i] * -CE_WORD_BIAS;

  switch (radius)
    {
#define CALL(radius) near_gaussian (in, weights, biases, radius, step, out, n)
      CE_CONSTANT_CASES (CALL)
#undef CALL
      default: far_gaussian (in, weights, biases, radius, step, out, n);
    }
}

#endif
