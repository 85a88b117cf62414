/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The two passes of the Gaussian. Four vectors of sums stay in registers while the taps go by, and every vector that is
 * read is used as often as possible, because with vectors of a cache line loads take more time than sums.
 */
#include "rows.h"

#include "engine/arithmetic.h"
#include "vector.h"

/* Keeps four sums in step, because compilers begin all of them at once and run out of registers. */
#if CE_LANES > 4
#define IN_ORDER(v) __asm__ ("" : "+v" ((v)[0]), "+v" ((v)[1]), "+v" ((v)[2]), "+v" ((v)[3]))
#else
#define IN_ORDER(v)
#endif

/* CALL (radius), with a constant for a small radius, so that weights stay in registers and nothing loops. */
#define BY_RADIUS(radius, CALL)                 \
  switch (radius)                               \
    {                                           \
    case 1: CALL (1); break;                    \
    case 2: CALL (2); break;                    \
    case 3: CALL (3); break;                    \
    case 4: CALL (4); break;                    \
    case 5: CALL (5); break;                    \
    case 6: CALL (6); break;                    \
    default: CALL (radius);                     \
    }

/* Filters a row with any radius and step, four vectors at a time. */
CE_FN void
row_along (const float *in, const float *weights, int radius, int step, float *out, int n)
{
  for (int x = 0; x < n; x += 4 * CE_LANES)
    {
      CeVector sum[4];

      for (int k = 0; k < 4; k++)
        sum[k] = weights[0] * ce_load (in + x + k * CE_LANES);
      for (int i = 1; i <= radius; i++)
        for (int k = 0; k < 4; k++)
          {
            const float *p = in + x + k * CE_LANES;

            sum[k] = sum[k] + weights[i] * (ce_load (p - i * step) + ce_load (p + i * step));
          }

      for (int k = 0; k < 4; k++)
        ce_store (out + x + k * CE_LANES, sum[k]);
    }
}

void
CE_ROW (gaussian, along) (const float *in, const float *weights, int radius, int step, float *out, int n)
{
#define CALL(radius) row_along (in, weights, radius, 1, out, n)
  if (step > 1)
    row_along (in, weights, radius, step, out, n);
  else
    BY_RADIUS (radius, CALL)
#undef CALL
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
            sum[k] = sum[k] + weights[i] * (up[k] + down[k]);
          IN_ORDER (sum);
        }

      for (int k = 0; k < 4; k++)
        ce_store (out[k] + x, sum[k]);
    }
}

void
CE_ROW (gaussian, across) (const float *const *rows, const float *weights, int radius, float *const out[4], int n)
{
#define CALL(radius) four_rows (rows, weights, radius, out, n)
  BY_RADIUS (radius, CALL)
#undef CALL
}
