/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Canny's thinning compares the four pixels of a lane with their neighbors, row after row. It collects the four results as
 * signs in a word and decides on such words.
 */
#ifndef CE_CUDA_THIN_CUH
#define CE_CUDA_THIN_CUH

#include "load.cuh"
#include "rows.cuh"
#include "signs.cuh"

/* Products of derivatives below this with 0.41, or with each other, may round to 0. */
#define TINY 1e-30f

/* The sign of a float. */
#define MINUS 0x80000000u

/* The directions of four gradients, as signs: closer to the x axis than 22.5 degrees; closer than 67.5 degrees;
 * derivatives of different signs. */
struct Directions
{
  unsigned horizontal;
  unsigned flat;
  unsigned rising;
};

/* Returns the directions of four gradients; @low is the lower threshold. */
static __device__ __forceinline__ Directions
directions_of (const float dx[4], const float dy[4], float low)
{
  float      h[4], f[4], r[4];
  Directions d;

#pragma unroll
  for (int i = 0; i < 4; i++)
    {
      float ax = ce_abs (dx[i]), ay = ce_abs (dy[i]);
      float tan = ax * CE_TAN_22_5;
      float steep = __fmaf_rn (2.0f, ax, tan);  /* 2 ax is exact */

      h[i] = ay - tan;
      f[i] = steep - ay;
      r[i] = dx[i] * dy[i];     /* a gradient with a 0 is not slanted, unless both are */
    }
  if (low < TINY)
#pragma unroll
    for (int i = 0; i < 4; i++)
      if (fminf (ce_abs (dx[i]), ce_abs (dy[i])) == 0.0f)
        r[i] = 0.0f;            /* or if its tangent was 0 */
  d.horizontal = signs_of (h[0], h[1], h[2], h[3]);
  d.flat = ~signs_of (f[0], f[1], f[2], f[3]);
  d.rising = signs_of (r[0], r[1], r[2], r[3]);

  return d;
}

/* Four weak pixels that no neighbor has suppressed so far, by direction; the row below decides all but those to keep. */
struct Undecided
{
  unsigned kept;
  unsigned vertical;
  unsigned falling;
  unsigned rising;
  unsigned strong;

  /* Returns whether the warp has nothing to thin, here or in the row above, as in smooth places. */
  __device__ __forceinline__ bool
  is_nothing (unsigned weak) const
  {
    return ! __any_sync (ALL, ((weak | kept | vertical | falling | rising) & SIGNS) != 0);
  }

  /* Returns which of them stay, because no neighbor in the row @below suppresses them either. */
  __device__ __forceinline__ unsigned
  decided (const float own[6], const float below[6]) const
  {
    const float *old = own + 1, *from = below + 1;

    return kept | (vertical & signs_of_not_less (old, from)) | (falling & signs_of_more (old, from + 1))
           | (rising & signs_of_more (old, from - 1));
  }

  /* Goes on to the row @here, whose pixels are @weak and have the directions @d. Returns the decided pixels of the row
   * @above and sets @all_strong to the strong ones among them. */
  __device__ __forceinline__ unsigned
  go_on (unsigned weak, const Directions &d, const float above[6], const float here[6], float high, unsigned *all_strong)
  {
    const float *from = here + 1, *old = above + 1;
    unsigned     bent = weak & ~d.horizontal, slanted = bent & d.flat;
    unsigned     along = signs_of_more (from, from - 1) & signs_of_not_less (from, from + 1);
    unsigned     all = decided (above, here);

    *all_strong = all & strong;
    kept = weak & d.horizontal & along;
    vertical = bent & ~d.flat & signs_of_more (from, old);
    falling = slanted & ~d.rising & signs_of_more (from, old - 1);
    rising = slanted & d.rising & signs_of_more (from, old + 1);
    strong = signs_of_above (from, high);

    return all;
  }
};

/* Returns the position of the byte with eight pixels from column @x, a multiple of eight, on. */
static __device__ __forceinline__ unsigned
byte_of_bits (const CeCudaBits &bits, int x, int y)
{
  return (((unsigned) (y >> 5) * bits.tiles_x + (x >> 5)) * 32 + (y & 31)) * 4 + ((x >> 3) & 3);
}

/* Returns the bytes from there to the row below. */
static __device__ __forceinline__ unsigned
step_of_bits (const CeCudaBits &bits, int y)
{
  return (y & 31) == 31 ? 4 + 128 * (bits.tiles_x - 1) : 4;
}

/* Writes thinned rows to the bitmaps. Two lanes share a byte of each bitmap: the left lane writes the weak bits of both, the
 * right lane the strong ones. */
struct ToBits
{
  unsigned char *to;
  bool           right;
  bool           mine;

  /* Begins at column @x of row @y. */
  __device__ __forceinline__ void
  begin (const CeCudaLaunch &p, int x, int y, bool in_middle)
  {
    right = x & 4;
    to = (right ? p.bits.strong : p.bits.weak) + byte_of_bits (p.bits, x, y);
    mine = in_middle && (x & ~7) < p.source.width;
  }

  __device__ __forceinline__ void
  put (const CeCudaLaunch &p, int y, unsigned weak, unsigned strong, const float *)
  {
    unsigned both = signs_to_bits (weak) | signs_to_bits (strong) << 4;
    unsigned other = __shfl_sync (ALL, both, right ? threadIdx.x - 1 : threadIdx.x + 1);

    if (mine)
      *to = (unsigned char) (right ? other >> 4 | (both & 240) : (both & 15) | other << 4);
    to += step_of_bits (p.bits, y);
  }
};

/* Writes magnitudes, negative where thinning suppresses a pixel. */
struct ToMagnitudes
{
  unsigned char *to;            /* this lane's part of the next row */
  bool           mine;

  __device__ __forceinline__ void
  begin (const CeCudaLaunch &p, int x, int y, bool in_middle)
  {
    to = row_of (p.levels.data, p.levels.stride, y) + 4ll * x;
    mine = in_middle && x < p.source.width;
  }

  __device__ __forceinline__ void
  put (const CeCudaLaunch &p, int, unsigned kept, unsigned, const float *m)
  {
    uint4 not_kept = make_uint4 (~kept << 24, ~kept << 16, ~kept << 8, ~kept);
    uint4 v = bits_of (make_float4 (m[0], m[1], m[2], m[3]));

    if (mine)
      *(uint4 *) to = make_uint4 (v.x | (not_kept.x & MINUS), v.y | (not_kept.y & MINUS), v.z | (not_kept.z & MINUS),
                                  v.w | (not_kept.w & MINUS));
    to += (int) p.levels.stride;
  }
};

#endif
