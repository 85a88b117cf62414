/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The two passes of the Gaussian. Four vectors of sums stay in registers while the taps go by, and every vector that is
 * read is used as often as possible, because with vectors of a cache line loads take more time than sums.
 */
#include "rows.h"

#include "engine/arithmetic.h"
#include "vector.h"

/* Returns a + b, computed by the units that multiply: exactly the same, because a * 1 is exact and the sum is rounded
 * once. Two thirds of a Gaussian's operations are sums, and processors have as many units for either. */
static inline CeVector
sum_by_multiplier (CeVector a, CeVector b)
{
#if CE_LANES > 4
  CeVector one = (CeVector) CE_MM (set1_ps) (1.0f);

  __asm__ ("" : "+v" (one));    /* hides the 1 from the compiler */

  return (CeVector) CE_MM (fmadd_ps) ((CeFloats) a, (CeFloats) one, (CeFloats) b);
#else
  return a + b;
#endif
}

/* Four vectors side by side. */
typedef struct
{
  CeVector v[4];
} Four;

static inline Four
load_four (const float *p)
{
  return (Four) { { ce_load (p), ce_load (p + CE_LANES), ce_load (p + 2 * CE_LANES), ce_load (p + 3 * CE_LANES) } };
}

/* Adds the taps within one vector and returns the next tap. Vectors to the left are put together from registers, because a
 * load that does not begin on a cache line touches two; loads to the right then take about as long as the sums. */
static inline int
near_taps (const float *p, const float *weights, int radius, int step, Four *sums)
{
  int i = 1;

#if CE_LANES == 16
  CeVector before = ce_load (p - CE_LANES);
  Four at = load_four (p);
  __m512i  distance = _mm512_set1_epi32 (step);

  /* Lane 16 is the second vector's first, so these are the whole second vector. */
  __m512i lanes = _mm512_setr_epi32 (16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31);

  for (; i <= radius && i * step <= CE_LANES; i++)
    {
      Four right = load_four (p + i * step);
      float    w = weights[i];

      lanes = _mm512_sub_epi32 (lanes, distance);
#define LEFT(first, second) ((CeVector) _mm512_permutex2var_ps ((__m512) (first), lanes, (__m512) (second)))
      sums->v[0] = sums->v[0] + w * (LEFT (before, at.v[0]) + right.v[0]);
      sums->v[1] = sums->v[1] + w * (LEFT (at.v[0], at.v[1]) + right.v[1]);
      sums->v[2] = sums->v[2] + w * (LEFT (at.v[1], at.v[2]) + right.v[2]);
      sums->v[3] = sum_by_multiplier (sums->v[3], w * (LEFT (at.v[2], at.v[3]) + right.v[3]));
#undef LEFT
    }
#endif

  return i;
}

#if CE_LANES > 4

/* Returns the vector @i columns before @at; @half lies between @before and @at, half of each, where vectors are shifted in
 * halves. @i is a constant, so that one case remains. */
CE_FN CeVector
earlier (CeVector before, CeVector half, CeVector at, int i)
{
#if CE_LANES == 16
#define BY(i) case i: return (CeVector) _mm512_alignr_epi32 ((__m512i) at, (__m512i) before, 16 - (i))
#else
#define BY(i) case i: return (CeVector) ((i) < 4 ? _mm256_alignr_epi8 ((__m256i) at, (__m256i) half, (16 - 4 * (i)) & 15) \
                                         : (i) == 4 ? (__m256i) half \
                                         : _mm256_alignr_epi8 ((__m256i) half, (__m256i) before, (32 - 4 * (i)) & 15))
#endif
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

CE_FN CeVector
halfway (CeVector before, CeVector at)
{
#if CE_LANES == 16
  return at;
#else
  return (CeVector) _mm256_permute2f128_ps ((__m256) before, (__m256) at, 0x21);
#endif
}

/* Filters a row of one channel with a small constant radius: weights and vectors to the left stay in registers. */
CE_FN void
near_row (const float *in, const float *weights, int radius, float *out, int n)
{
  CeVector before = ce_load (in - CE_LANES);
  CeVector w[CE_MOST_CONSTANT + 1];

#pragma GCC unroll 7
  for (int i = 0; i <= radius; i++)
    w[i] = weights[i] + (CeVector) { 0 };

  for (int x = 0; x < n; x += CE_LANES)
    {
      CeVector at = ce_load (in + x);
      CeVector half = halfway (before, at);
      CeVector sum = w[0] * at;

#pragma GCC unroll 6
      for (int i = 1; i <= radius; i++)
        {
          CeVector product = w[i] * (earlier (before, half, at, i) + ce_load (in + x + i));

          if (i < radius)
            sum = sum + product;
          else
            sum = sum_by_multiplier (sum, product);
        }

      ce_store (out + x, sum);
      before = at;
    }
}

#endif

/* Filters a row with any radius and step. */
static void
far_row (const float *in, const float *weights, int radius, int step, float *out, int n)
{
  for (int x = 0; x < n; x += 4 * CE_LANES)
    {
      const float *p = in + x;
      Four         sums = load_four (p);

      for (int k = 0; k < 4; k++)
        sums.v[k] = weights[0] * sums.v[k];
      for (int i = near_taps (p, weights, radius, step, &sums); i <= radius; i++)
        {
          Four left = load_four (p - i * step), right = load_four (p + i * step);

          for (int k = 0; k < 4; k++)
            sums.v[k] = sums.v[k] + weights[i] * (left.v[k] + right.v[k]);
        }

      for (int k = 0; k < 4; k++)
        ce_store (out + x + k * CE_LANES, sums.v[k]);
    }
}

void
CE_ROW (gaussian, along) (const float *in, const float *weights, int radius, int step, float *out, int n)
{
#if CE_LANES > 4
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

/* Filters four rows, which share most of their inputs: four adjacent rows above are held and move up by one with each tap,
 * and four below move down. */
CE_FN void
four_rows (const float *const *rows, const float *weights, int radius, float *const out[4], int n)
{
  for (int x = 0; x < n; x += CE_LANES)
    {
      CeVector up[4], down[4], sum[4];

      for (int k = 0; k < 4; k++)
        {
          up[k] = down[k] = ce_load (rows[radius + k] + x);
          sum[k] = weights[0] * up[k];
        }

#pragma GCC unroll 6
      for (int i = 1; i <= radius; i++)
        {
          up[3] = up[2], up[2] = up[1], up[1] = up[0];
          up[0] = ce_load (rows[radius - i] + x);
          down[0] = down[1], down[1] = down[2], down[2] = down[3];
          down[3] = ce_load (rows[radius + 3 + i] + x);

          for (int k = 0; k < 4; k++)
            sum[k] = CE_LANES < 16 || k < 2 ? sum[k] + weights[i] * (up[k] + down[k])
                                            : sum_by_multiplier (sum[k], weights[i] * (up[k] + down[k]));
          CE_IN_ORDER (sum);
        }

      for (int k = 0; k < 4; k++)
        ce_store (out[k] + x, sum[k]);
    }
}

void
CE_ROW (gaussian, across) (const float *const *rows, const float *weights, int radius, float *const out[4], int n)
{
#define CALL(radius) four_rows (rows, weights, radius, out, n)
  CE_BY_RADIUS (radius, CALL)
#undef CALL
}
