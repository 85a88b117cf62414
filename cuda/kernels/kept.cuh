/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Magnitudes that are kept, as thinning leaves them, negative where it does not keep a pixel. They are cut in two: the
 * second half of a row has the lower halves of the floats. The first has the upper halves, if they are to be shown; to be
 * counted and compared, which is bound by bytes, it has their levels in half precision, rounded towards zero, so that they
 * are in the same order, with the same sign. That tells the bin, and nearly always on which side of a threshold they are;
 * where it does not, the second half is looked at.
 */
#ifndef CE_CUDA_KEPT_CUH
#define CE_CUDA_KEPT_CUH

#include "halves.cuh"
#include "load.cuh"
#include "signs.cuh"

/* The whole magnitude of a pixel, kept or not: a level's half is less than it by 2^-10 of it at most, its square by 2^-9,
 * or more by a rounded root; the lower half of the float says where in between. For levels from 2^-14 to 65504. */
static __device__ __noinline__ float
whole_magnitude (const CeCudaLevels &levels, int x, int y, int l1)
{
  const unsigned char *row = row_of (levels.data, levels.stride, y) + 2 * x;
  const float          level = pair_low (*(const unsigned short *) row & 0x7fff);
  const unsigned       least = __float_as_uint (l1 ? level : level * level);
  const unsigned       lower = *(const unsigned short *) (row + levels.stride / 2);

  return __uint_as_float (least - 16 + ((lower - least + 16) & 0xffff));
}

/* A threshold to compare halves with, as a pair: they are more than that for sure, or may be. Only what is kept is more
 * than 0, which is @from then, too, and has a sign for that. */
struct HalfThreshold
{
  unsigned over;
  unsigned from;

  __device__ __forceinline__
  HalfThreshold (float threshold, int l1)
  {
    const float level = l1 ? threshold : ce_sqrt (threshold);

    over = threshold > 0 ? pair_toward_zero (level, level) : 0x80008000u;
    from = threshold > 0 ? over - 0x00010001u : over;
  }

  /* Which of eight halves are more than @pair. */
  static __device__ __forceinline__ unsigned
  more (const uint4 &v, unsigned pair)
  {
    const unsigned first[2] = { pair_sub (pair, v.x), pair_sub (pair, v.y) };
    const unsigned last[2] = { pair_sub (pair, v.z), pair_sub (pair, v.w) };
    const unsigned signs[2] = { __byte_perm (first[0], first[1], 0x7531), __byte_perm (last[0], last[1], 0x7531) };

    return signs_to_bits (signs);
  }
};

/* The root of a magnitude as ce_sqrt() gives it, without what that has for numbers at the ends of floats. @FINITE: there are
 * none but 0 and what is less than 2^-50 of a level. */
template <bool FINITE>
static __device__ __forceinline__ float
level_of (float m)
{
  float near, root;

  if (! FINITE)
    return ce_sqrt (m);

  m = fmaxf (m, 0x1p-100f);
  near = near_inverse_root (m);
  root = m * near;
  return __fmaf_rn (__fmaf_rn (-root, root, m), 0.5f * near, root);
}

/* Where thinned rows go, see thin.cuh: to magnitudes. */
template <int W, bool FINITE>
struct ToKept
{
  static const bool KEEPS = true;

  unsigned char *to;            /* this lane's part of the next row */
  bool           mine;

  __device__ __forceinline__ void
  begin (const CeCudaLaunch &p, int x, int y, bool in_middle)
  {
    to = row_of (p.levels.data, p.levels.stride, y) + 2 * x;
    mine = in_middle && (x & ~7) < p.source.width;      /* eight are read together */
  }

  /* Pairs of magnitudes as the first half of a row has them. */
  static __device__ __forceinline__ void
  set_first (const CeCudaLaunch &p, const float *m, unsigned (&first)[2 * W])
  {
    float level[4 * W];

    if (! p.levels.halves)
      {
#pragma unroll
        for (int i = 0; i < 2 * W; i++)
          first[i] = __byte_perm (__float_as_uint (m[2 * i]), __float_as_uint (m[2 * i + 1]), 0x7632);
        return;
      }

#pragma unroll
    for (int i = 0; i < 4 * W; i++)
      level[i] = m[i];
    if (! p.l1)
#pragma unroll
      for (int i = 0; i < 4 * W; i++)
        level[i] = level_of<FINITE> (m[i]);
#pragma unroll
    for (int i = 0; i < 2 * W; i++)
      first[i] = pair_toward_zero (level[2 * i], level[2 * i + 1]);
  }

  __device__ __forceinline__ void
  put (const CeCudaLaunch &p, int, const unsigned (&kept)[W], const unsigned (&)[W], const float *m)
  {
    unsigned first[2 * W], second[2 * W];

    set_first (p, m, first);
#pragma unroll
    for (int i = 0; i < 2 * W; i++)
      {
        first[i] |= __byte_perm (~kept[i / 2], 0, i % 2 ? 0x3424 : 0x1404) & 0x80008000u;
        second[i] = __byte_perm (__float_as_uint (m[2 * i]), __float_as_uint (m[2 * i + 1]), 0x5410);
      }
    if (mine && W == 2)
      {
        *(uint4 *) to = make_uint4 (first[0], first[1], first[2 % (2 * W)], first[3 % (2 * W)]);
        *(uint4 *) (to + ((int) p.levels.stride >> 1)) = make_uint4 (second[0], second[1], second[2 % (2 * W)],
                                                                     second[3 % (2 * W)]);
      }
    else if (mine)
      {
        *(uint2 *) to = make_uint2 (first[0], first[1]);
        *(uint2 *) (to + ((int) p.levels.stride >> 1)) = make_uint2 (second[0], second[1]);
      }
    to += (int) p.levels.stride;
  }
};

#endif
