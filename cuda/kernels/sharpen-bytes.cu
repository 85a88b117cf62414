/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * These kernels sharpen an opaque image of 8 bits in one pass: by the 3x3 kernel, by the unsharp mask of every channel,
 * whose neighbors are C samples apart, or by the unsharp mask of luma, whose change all colors get.
 */
#include "read.cuh"
#include "rows.cuh"

/* The 3x3 kernel, each channel for itself. Sums of nine bytes are exact in any order. */
template <int C>
struct Sharpen3x3
{
  static __device__ __forceinline__ float
  column (float above, float here, float below)
  {
    return (above + below) + here;
  }

  static __device__ __forceinline__ void
  levels (const CeCudaLaunch &p, const float *, const float *here, const float *, const float *column, float v[8])
  {
#pragma unroll
    for (int i = 0; i < 8; i++)
      v[i] = here[i + C] + p.gain * __fmaf_rn (9.0f, here[i + C], -((column[i] + column[i + 2 * C]) + column[i + C]));
  }
};

#define SHARPEN_3X3(C)                                                          \
  using Around_ ## C = Bytes<C, 8, 1>;                                          \
  DEFINE_MARCH (sharpen_bytes_ ## C, 16, 0, Around_ ## C, BytesAround<C, Sharpen3x3<C>>)

SHARPEN_3X3 (1)
SHARPEN_3X3 (3)
SHARPEN_3X3 (4)

/* The unsharp mask of pixels of C bytes, after a Gaussian of a radius up to R: of each channel or of LUMA, whose change all
 * colors get. Alpha stays. */
template <int C, int R, bool LUMA>
struct Unsharp : Stage
{
  static const int  DEPTH = 0;
  static const int  LEAST_OF_5 = LUMA ? 4 : 5;
  static const bool SPLIT = R <= 9;
  static const int  COLUMNS = LUMA ? 4 : CE_CUDA_SAMPLES (R);
  static const int  WORDS = LUMA ? C : COLUMNS / 4;

  const unsigned char *from;    /* this lane's bytes of the row to be read next */
  unsigned char       *to;
  unsigned             own[WORDS];      /* of the row to be written next */

  using Stage::Stage;

  __device__ __forceinline__ void
  load ()
  {
    if (strip.is_inner)
      load_words<WORDS> (from, own);
    from += (int) p.source.stride;
  }

  __device__ __forceinline__ void
  begin ()
  {
    const int x = LUMA ? strip.x * C : strip.x;

    from = row_of (p.source.data, p.source.stride, strip.y0) + x;
    to = row_of (p.target.data, p.target.stride, strip.y0) + x;
    load ();
  }

  /* Returns the change of a level. */
  __device__ __forceinline__ float
  change (float level, float blurred) const
  {
    return p.gain * ce_hard (level - blurred, p.high);
  }

  /* Sharpens the bytes @v. */
  __device__ __forceinline__ void
  sharpen (const float blurred[COLUMNS], float v[4 * WORDS]) const
  {
    float changes[4];

#pragma unroll
    for (int i = 0; i < 4 && LUMA; i++)
      changes[i] = change (ce_luma (v[C * i], v[C * i + 1], v[C * i + 2], p.source.wr, p.source.wb), blurred[i]);
#pragma unroll
    for (int i = 0; i < 4 * WORDS; i++)
      if (C < 4 || i % 4 != 3)
        v[i] = v[i] + (LUMA ? changes[i / C % 4] : change (v[i], blurred[i % COLUMNS]));
  }

  /* Twelve bytes of luma's pixels may reach into the next row, which is another lane's or block's. */
  __device__ __forceinline__ void
  store (const unsigned out[WORDS])
  {
    if (WORDS != 3 || strip.inside || strip.x + 4 <= strip.width)
      store_words<WORDS> (to, out);
    else
#pragma unroll
      for (int i = 0; i < 12; i++)
        if (i < 3 * (strip.width - strip.x))
          to[i] = (unsigned char) (out[i / 4 % WORDS] >> (8 * (i % 4)));
  }

  __device__ __forceinline__ void
  push (int y, float g[1][COLUMNS], int)
  {
    float    v[4 * WORDS];
    unsigned out[WORDS];

    if (y < strip.y0 || y >= strip.y1)
      return;

#pragma unroll
    for (int i = 0; i < 4 * WORDS; i++)
      v[i] = byte_level (own[i / 4], i % 4);
    if (y + 1 < strip.y1)
      load ();
    sharpen (g[0], v);
#pragma unroll
    for (int i = 0; i < WORDS; i++)
      out[i] = four_bytes (v + 4 * i);
    if (strip.is_inner)
      store (out);
    to += (int) p.target.stride;
  }
};

#define UNSHARP_BYTES(C, R, warps)                                              \
  using BytesOf_ ## C ## _ ## R = Bytes<C, CE_CUDA_SAMPLES (R), R>;             \
  DEFINE_MARCH (unsharp_bytes_ ## C ## _ ## R, warps, R, BytesOf_ ## C ## _ ## R, Unsharp<C, R, false>)

#define UNSHARP_LUMA(C, R, warps)                                               \
  DEFINE_MARCH (unsharp_luma_ ## C ## _ ## R, warps, R, Pixels<1>, Unsharp<C, R, true>)

#define UNSHARP(R, warps, warps_of_luma)                                        \
  UNSHARP_BYTES (1, R, warps)                                                   \
  UNSHARP_BYTES (3, R, warps)                                                   \
  UNSHARP_BYTES (4, R, warps)                                                   \
  UNSHARP_LUMA (3, R, warps_of_luma)                                            \
  UNSHARP_LUMA (4, R, warps_of_luma)

UNSHARP (5, 12, 16)
UNSHARP (9, 10, 16)
UNSHARP (16, 12, 12)
