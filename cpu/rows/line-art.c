/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Line art: the flow of a row, and samples across it and along it.
 */
#include "rows.h"

#include "engine/line-art.h"
#include "vector.h"

#include <string.h>

/* Two floats that lie side by side in memory, and the lanes of several such. */
typedef double Two __attribute__ ((vector_size (16)));

static const int32_t numbers[16] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 };

CE_FN CeIntVector
lanes (void)
{
  CeIntVector v;

  memcpy (&v, numbers, sizeof v);

  return v;
}

CE_FN CeVector
floor_of (CeVector v)
{
#if CE_LANES == 16
  return (CeVector) _mm512_roundscale_ps ((__m512) v, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC);
#elif CE_LANES == 8
  return (CeVector) _mm256_floor_ps ((__m256) v);
#else
  const CeVector one = { 1, 1, 1, 1 };
  CeVector       near = (v + 12582912.0f) - 12582912.0f;      /* a float above 2^23 has no fraction bits */

  return near - (CeVector) ((CeIntVector) one & (near > v));
#endif
}

/* Returns the floats at @p and behind it, and those at @q. */
CE_FN Two
two_of (const float *p, const float *q)
{
  double first, second;

  memcpy (&first, p, sizeof first);
  memcpy (&second, q, sizeof second);

  return (Two) { first, second };
}

/* Loads the float at each lane's offset from @p and the one behind it. With AVX-512 an EPYC takes 85 ms with these loads and
 * 106 ms with gathering, a Xeon 193 and 135 ms; most people's processors with AVX-512 are like the former. */
CE_FN void
load_pairs (const float *p, CeIntVector offsets, CeVector *first, CeVector *second)
{
  int32_t at[CE_LANES];

#define TWO(i) two_of (p + at[i], p + at[(i) + 1])
#define FOUR(i, j) __builtin_shufflevector (TWO (i), TWO (j), 0, 1, 2, 3)
#define EIGHT(i, j, k, l) __builtin_shufflevector (FOUR (i, j), FOUR (k, l), 0, 1, 2, 3, 4, 5, 6, 7)
  memcpy (at, &offsets, sizeof at);
#if CE_LANES == 16
  CeVector a = (CeVector) EIGHT (0, 4, 8, 12), b = (CeVector) EIGHT (2, 6, 10, 14);

  *first = __builtin_shufflevector (a, b, 0, 2, 16, 18, 4, 6, 20, 22, 8, 10, 24, 26, 12, 14, 28, 30);
  *second = __builtin_shufflevector (a, b, 1, 3, 17, 19, 5, 7, 21, 23, 9, 11, 25, 27, 13, 15, 29, 31);
#elif CE_LANES == 8
  CeVector a = (CeVector) FOUR (0, 4), b = (CeVector) FOUR (2, 6);

  *first = __builtin_shufflevector (a, b, 0, 2, 8, 10, 4, 6, 12, 14);
  *second = __builtin_shufflevector (a, b, 1, 3, 9, 11, 5, 7, 13, 15);
#else
  CeVector a = (CeVector) TWO (0), b = (CeVector) TWO (2);

  *first = __builtin_shufflevector (a, b, 0, 2, 4, 6);
  *second = __builtin_shufflevector (a, b, 1, 3, 5, 7);
#endif
#undef EIGHT
#undef FOUR
#undef TWO
}

/* Returns each lane's offset in pixels from the first lane's pixel, @x and @y from its own, both whole. */
CE_FN CeIntVector
offsets_of (CeVector x, CeVector y, int stride)
{
  return __builtin_convertvector (y, CeIntVector) * stride + __builtin_convertvector (x, CeIntVector) + lanes ();
}

/* Interpolates as ce_art_between() at the offset (@ox, @oy) from each lane's pixel. */
CE_FN CeVector
sample (const float *p, int stride, CeVector ox, CeVector oy)
{
  CeVector    qx = floor_of (ox), qy = floor_of (oy), fx = ox - qx, fy = oy - qy;
  CeIntVector at = offsets_of (qx, qy, stride);
  CeVector    tl, tr, bl, br, t, b;

  load_pairs (p, at, &tl, &tr);
  load_pairs (p + stride, at, &bl, &br);
  t = tl + fx * (tr - tl);
  b = bl + fx * (br - bl);

  return t + fy * (b - t);
}

/* Turns the direction (@ux, @uy) into that of the nearest pixel's tangent. */
CE_FN void
follow (const float *tangents, int stride, CeVector ox, CeVector oy, CeVector *ux, CeVector *uy)
{
  const CeVector zero = { 0 };
  CeIntVector    at = offsets_of (floor_of (ox + 0.5f), floor_of (oy + 0.5f), stride);
  CeVector       tx, ty;
  CeMask         turns;

  load_pairs (tangents, at * 2, &tx, &ty);
  turns = ce_above (zero, tx * *ux + ty * *uy);
  *ux = ce_pick (turns, -tx, tx);
  *uy = ce_pick (turns, -ty, ty);
}

void
CE_ROW (art, bounded) (float *levels, int n)
{
  for (int x = 0; x < n; x++)
    levels[x] = ce_art_bounded (levels[x]);
}

void
CE_ROW (art, tensor) (const float *const l[3], float *restrict out, int n)
{
  const float *restrict a = l[0], *restrict b = l[1], *restrict c = l[2];

  for (int x = 0; x < n; x++)
    {
      float dx = ce_art_dx (a[x - 1], b[x - 1], c[x - 1], a[x + 1], b[x + 1], c[x + 1]);
      float dy = ce_art_dy (a[x - 1], a[x], a[x + 1], c[x - 1], c[x], c[x + 1]);

      out[3 * x] = dx * dx;
      out[3 * x + 1] = dx * dy;
      out[3 * x + 2] = dy * dy;
    }
}

void
CE_ROW (art, tangents) (const float *restrict tensor, float *restrict out, int n)
{
  for (int x = 0; x < n; x++)
    ce_art_tangent (tensor[3 * x], tensor[3 * x + 1], tensor[3 * x + 2], &out[2 * x], &out[2 * x + 1]);
}

void
CE_ROW (art, angles) (const float *restrict tangents, float *restrict out, int n)
{
  for (int x = 0; x < n; x++)
    out[x] = ce_art_angle (tangents[2 * x], tangents[2 * x + 1]);
}

void
CE_ROW (art, across) (const float *l, int stride, const float *tangents, const CeLineArt *art, float *out, int n)
{
  for (int x = 0; x < n; x += CE_LANES)
    {
      CeVector tx, ty, level = ce_load (l + x);
      CeVector narrow = art->narrow[0] * level, wide = art->wide[0] * level;

      load_pairs (tangents + 2 * x, lanes () * 2, &tx, &ty);
      for (int i = 1; i <= art->across; i++)
        {
          CeVector ox = (float) i * ty, oy = (float) i * -tx;
          CeVector both = sample (l + x, stride, ox, oy) + sample (l + x, stride, -ox, -oy);

          narrow = narrow + art->narrow[i] * both;
          wide = wide + art->wide[i] * both;
        }
      ce_store (out + x, (art->strength * (narrow - wide) + art->tone * narrow) + art->paper);
    }
}

void
CE_ROW (art, along) (const float *d, int stride, const float *tangents, const CeLineArt *art, float *out, int n)
{
  const CeVector zero = { 0 };

  for (int x = 0; x < n; x += CE_LANES)
    {
      CeVector tx, ty, sum = art->weights[0] * ce_load (d + x);

      load_pairs (tangents + 2 * x, lanes () * 2, &tx, &ty);
      for (int side = 0; side < 2; side++)
        {
          CeVector ux = side ? -tx : tx, uy = side ? -ty : ty, ox = zero, oy = zero;

          for (int i = 1; i <= art->along; i++)
            {
              ox = ox + ux;
              oy = oy + uy;
              sum = sum + art->weights[i] * sample (d + x, stride, ox, oy);
              if (i < art->along)
                follow (tangents + 2 * x, stride, ox, oy, &ux, &uy);
            }
        }
      ce_store (out + x, sum);
    }
}

void
CE_ROW (art, levels) (const float *restrict differences, const CeLineArt *art, float *restrict out, int n)
{
  const float threshold = art->threshold, per_level = art->per_level;

  for (int x = 0; x < n; x++)
    out[x] = ce_art_level (differences[x], threshold, per_level);
}
