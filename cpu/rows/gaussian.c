/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The two passes of the Gaussian. Four vectors of sums stay in registers while
 * the taps go by, and every vector read is used as often as it can be: with
 * vectors of a cache line, loads and not sums would be what takes the time.
 */
#include "rows.h"

#include "engine/arithmetic.h"
#include "vector.h"

#if CE_LANES == 16

/* a + b, by the units that multiply: exactly the same, since a * 1 is exact
 * and the sum is rounded once. Two thirds of a Gaussian's operations are sums,
 * and processors have as many units for either. */
static inline CeVector
sum_by_multiplier (CeVector a, CeVector b, CeVector one)
{
  return (CeVector) _mm512_fmadd_ps ((__m512) a, (__m512) one, (__m512) b);
}

/* Ones of which the compiler does not know that they are. */
static inline CeVector
hidden_one (void)
{
  CeVector one = 1.0f - (CeVector) { 0 };

  __asm__ ("" : "+v" (one));

  return one;
}

#endif

/* The sums of four vectors side by side, as far as they have got. */
typedef struct
{
  CeVector a;
  CeVector b;
  CeVector c;
  CeVector d;
} CeSums;

static inline CeSums
load_four (const float *p)
{
  return (CeSums) { ce_load (p), ce_load (p + CE_LANES), ce_load (p + 2 * CE_LANES), ce_load (p + 3 * CE_LANES) };
}

/* Taps that reach not further than a vector. One that begins beside a cache
 * line's beginning takes two reads, so those to the left are put together of
 * the ones that are there already; that and reading those to the right then
 * take about as long as the sums. Returns the next tap. */
static inline int
near_taps (const float *p, const float *weights, int radius, int step, CeSums *sums)
{
  int i = 1;

#if CE_LANES == 16
  CeVector one = hidden_one ();
  CeVector before = ce_load (p - CE_LANES);
  CeSums   at = load_four (p);
  __m512i  distance = _mm512_set1_epi32 (step);

  /* Lane 16 is the second vector's first, so these are the whole second one. */
  __m512i lanes = _mm512_setr_epi32 (16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31);

  for (; i <= radius && i * step <= CE_LANES; i++)
    {
      CeSums right = load_four (p + i * step);
      float  w = weights[i];

      lanes = _mm512_sub_epi32 (lanes, distance);
#define LEFT(first, second) ((CeVector) _mm512_permutex2var_ps ((__m512) (first), lanes, (__m512) (second)))
      sums->a = sums->a + w * (LEFT (before, at.a) + right.a);
      sums->b = sums->b + w * (LEFT (at.a, at.b) + right.b);
      sums->c = sums->c + w * (LEFT (at.b, at.c) + right.c);
      sums->d = sum_by_multiplier (sums->d, w * (LEFT (at.c, at.d) + right.d), one);
#undef LEFT
    }
#endif

  return i;
}

#if CE_LANES == 16

/* The vector @i columns before @at; @i is a constant, so one case remains. */
CE_FN CeVector
earlier (CeVector before, CeVector at, int i)
{
#define BY(i) case i: return (CeVector) _mm512_alignr_epi32 ((__m512i) at, (__m512i) before, 16 - (i))
  switch (i)
    {
      BY (1);
      BY (2);
      BY (3);
      BY (4);
      BY (5);
      BY (6);
    }
#undef BY

  return at;
}

/* One channel and a small radius that is a constant: the weights stay in
 * registers, and so does what taps to the left are put together of. */
CE_FN void
near_row (const float *in, const float *weights, int radius, float *out, int n)
{
  CeVector one = hidden_one ();
  CeVector before = ce_load (in - CE_LANES);
  CeVector w[CE_MOST_CONSTANT + 1];

#pragma GCC unroll 7
  for (int i = 0; i <= radius; i++)
    w[i] = weights[i] + (CeVector) { 0 };

  for (int x = 0; x < n; x += CE_LANES)
    {
      CeVector at = ce_load (in + x);
      CeVector sum = w[0] * at;

#pragma GCC unroll 6
      for (int i = 1; i <= radius; i++)
        {
          CeVector product = w[i] * (earlier (before, at, i) + ce_load (in + x + i));

          if (i < radius)
            sum = sum + product;
          else
            sum = sum_by_multiplier (sum, product, one);
        }

      ce_store (out + x, sum);
      before = at;
    }
}

#endif

/* Any radius and step. */
static void
far_row (const float *in, const float *weights, int radius, int step, float *out, int n)
{
  for (int x = 0; x < n; x += 4 * CE_LANES)
    {
      const float *p = in + x;
      CeSums       sums = load_four (p);

      sums = (CeSums) { weights[0] * sums.a, weights[0] * sums.b, weights[0] * sums.c, weights[0] * sums.d };
      for (int i = near_taps (p, weights, radius, step, &sums); i <= radius; i++)
        {
          CeSums left = load_four (p - i * step);
          CeSums right = load_four (p + i * step);
          float  w = weights[i];

          sums.a = sums.a + w * (left.a + right.a);
          sums.b = sums.b + w * (left.b + right.b);
          sums.c = sums.c + w * (left.c + right.c);
          sums.d = sums.d + w * (left.d + right.d);
        }

      ce_store (out + x, sums.a);
      ce_store (out + x + CE_LANES, sums.b);
      ce_store (out + x + 2 * CE_LANES, sums.c);
      ce_store (out + x + 3 * CE_LANES, sums.d);
    }
}

void
CE_ROW (gaussian_x) (const float *in, const float *weights, int radius, int step, float *out, int n)
{
#if CE_LANES == 16
  if (step == 1 && radius <= CE_MOST_CONSTANT)
    switch (radius)
      {
#define CALL(radius) near_row (in, weights, radius, out, n)
      CE_CONSTANT_CASES (CALL)
#undef CALL
      }
  else
#endif
    far_row (in, weights, radius, step, out, n);
}

#if CE_LANES == 16

/* Four rows share nearly all of what they read: of the rows above, four next
 * to each other are held, and one tap further they move up by one; so with
 * the rows below. */
void
CE_ROW (gaussian_y) (const float *const *rows, const float *weights, int radius, float *const out[4], int n)
{
  CeVector one = hidden_one ();

  for (int x = 0; x < n; x += CE_LANES)
    {
      CeVector up0 = ce_load (rows[radius] + x);
      CeVector up1 = ce_load (rows[radius + 1] + x);
      CeVector up2 = ce_load (rows[radius + 2] + x);
      CeVector up3 = ce_load (rows[radius + 3] + x);
      CeVector down0 = up0;
      CeVector down1 = up1;
      CeVector down2 = up2;
      CeVector down3 = up3;
      CeVector a = weights[0] * up0;
      CeVector b = weights[0] * up1;
      CeVector c = weights[0] * up2;
      CeVector d = weights[0] * up3;

      for (int i = 1; i <= radius; i++)
        {
          float w = weights[i];

          up3 = up2;
          up2 = up1;
          up1 = up0;
          up0 = ce_load (rows[radius - i] + x);
          down0 = down1;
          down1 = down2;
          down2 = down3;
          down3 = ce_load (rows[radius + 3 + i] + x);

          a = a + w * (up0 + down0);
          b = b + w * (up1 + down1);
          c = sum_by_multiplier (c, w * (up2 + down2), one);
          d = sum_by_multiplier (d, w * (up3 + down3), one);
        }

      ce_store (out[0] + x, a);
      ce_store (out[1] + x, b);
      ce_store (out[2] + x, c);
      ce_store (out[3] + x, d);
    }
}

#else

/* Two rows share nearly all of what they read: one's row above a distance is
 * the other's row at the distance before. Sixteen registers are not enough for
 * four rows. */
static void
two_rows (const float *const *rows, const float *weights, int radius, float *out, float *below, int n)
{
  for (int x = 0; x < n; x += 2 * CE_LANES)
    {
      const float *p = rows[radius] + x;
      const float *q = rows[radius + 1] + x;
      CeVector     up_a = ce_load (p);
      CeVector     up_b = ce_load (p + CE_LANES);
      CeVector     down_a = ce_load (q);
      CeVector     down_b = ce_load (q + CE_LANES);
      CeVector     out_a = weights[0] * up_a;
      CeVector     out_b = weights[0] * up_b;
      CeVector     below_a = weights[0] * down_a;
      CeVector     below_b = weights[0] * down_b;

      for (int i = 1; i <= radius; i++)
        {
          const float *u = rows[radius - i] + x;
          const float *v = rows[radius + 1 + i] + x;
          CeVector     further_up_a = ce_load (u);
          CeVector     further_up_b = ce_load (u + CE_LANES);
          CeVector     further_down_a = ce_load (v);
          CeVector     further_down_b = ce_load (v + CE_LANES);
          float        w = weights[i];

          out_a = out_a + w * (further_up_a + down_a);
          out_b = out_b + w * (further_up_b + down_b);
          below_a = below_a + w * (up_a + further_down_a);
          below_b = below_b + w * (up_b + further_down_b);
          up_a = further_up_a;
          up_b = further_up_b;
          down_a = further_down_a;
          down_b = further_down_b;
        }

      ce_store (out + x, out_a);
      ce_store (out + x + CE_LANES, out_b);
      ce_store (below + x, below_a);
      ce_store (below + x + CE_LANES, below_b);
    }
}

void
CE_ROW (gaussian_y) (const float *const *rows, const float *weights, int radius, float *const out[4], int n)
{
  two_rows (rows, weights, radius, out[0], out[1], n);
  two_rows (rows + 2, weights, radius, out[2], out[3], n);
}

#endif
