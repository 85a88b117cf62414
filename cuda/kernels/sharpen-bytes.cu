/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Sharpening of an opaque image of 8 bits in one pass: the 3x3 kernel, and the unsharp mask of every channel for itself, a
 * row being blurred with the samples C to the left and right, or of luma, whose change all colors get.
 */
#include "read.cuh"

/* The 3x3 kernel on eight samples per lane, each channel for itself. Sums of nine bytes are exact in any order. */
template <int C>
struct Sharpen3x3 : Stage
{
  static const int  DEPTH = 1;
  static const bool SPLIT = true;

  float          row[3][8 + 2 * C];
  unsigned char *to;

  using Stage::Stage;

  __device__ __forceinline__ void
  begin ()
  {
    to = row_of (p.target.data, p.target.stride, strip.y0) + strip.x;
  }

  __device__ __forceinline__ void
  push (int y, float g[1][8 + 2 * C], int turn)
  {
    const float *above = row[(turn + 1) % 3], *here = row[(turn + 2) % 3];
    float       *below = row[turn % 3];
    float        column[8 + 2 * C], v[8];

#pragma unroll
    for (int i = 0; i < 8 + 2 * C; i++)
      {
        below[i] = g[0][i];
        column[i] = (above[i] + below[i]) + here[i];
      }
    if (y - 1 < strip.y0 || y - 1 >= strip.y1)
      return;

#pragma unroll
    for (int i = 0; i < 8; i++)
      v[i] = here[i + C] + p.gain * __fmaf_rn (9.0f, here[i + C], -((column[i] + column[i + 2 * C]) + column[i + C]));
    if (strip.is_inner)
      *(uint2 *) to = make_uint2 (four_bytes (v), four_bytes (v + 4));
    to += (int) p.target.stride;
  }
};

#define SHARPEN_3X3(C)                                                          \
  using Around_ ## C = Bytes<C, 8, 1>;                                          \
  DEFINE_MARCH (sharpen_bytes_ ## C, 16, 0, Around_ ## C, Sharpen3x3<C>)

SHARPEN_3X3 (1)
SHARPEN_3X3 (3)
SHARPEN_3X3 (4)

/* Returns the change of a level. */
static __device__ __forceinline__ float
unsharp_change (const CeCudaLaunch &p, float level, float blurred)
{
  float detail = level - blurred;

  detail = ce_abs (detail) <= p.high ? 0.0f : detail;
  return p.gain * detail;
}

/* N bytes per lane of pixels that have C; alpha stays. */
template <int C, int N>
struct SharpenBytes : Stage
{
  static const int  DEPTH = 0;
  static const int  LEAST_OF_5 = 5;
  static const bool SPLIT = N == 8;
  static const int  WORDS = N / 4;

  const unsigned char *from;    /* this lane's bytes of the row to be read next */
  unsigned char       *to;
  unsigned             own[2];  /* of the row to be written next */

  using Stage::Stage;

  __device__ __forceinline__ void
  load ()
  {
    if (strip.is_inner && WORDS == 2)
      {
        uint2 two = *(const uint2 *) from;

        own[0] = two.x;
        own[1] = two.y;
      }
    else if (strip.is_inner)
      own[0] = *(const unsigned *) from;
    from += (int) p.source.stride;
  }

  __device__ __forceinline__ void
  begin ()
  {
    from = row_of (p.source.data, p.source.stride, strip.y0) + strip.x;
    to = row_of (p.target.data, p.target.stride, strip.y0) + strip.x;
    load ();
  }

  /* Four bytes, of which the word @old was sharpened. */
  __device__ __forceinline__ unsigned
  sharpen (unsigned old, const float blurred[4]) const
  {
    const unsigned alpha = C == 4 ? 0xff000000u : 0;
    float          v[4];

#pragma unroll
    for (int i = 0; i < 4; i++)
      {
        float level = byte_level (old, i);

        v[i] = level + unsharp_change (p, level, blurred[i]);
      }

    return (four_bytes (v) & ~alpha) | (old & alpha);
  }

  __device__ __forceinline__ void
  push (int y, float g[1][N], int)
  {
    unsigned out[2] = { own[0], own[1] };

    if (y < strip.y0 || y >= strip.y1)
      return;

    if (y + 1 < strip.y1)
      load ();
#pragma unroll
    for (int i = 0; i < WORDS; i++)
      out[i] = sharpen (out[i], g[0] + 4 * i);
    if (strip.is_inner && WORDS == 2)
      *(uint2 *) to = make_uint2 (out[0], out[1]);
    else if (strip.is_inner)
      *(unsigned *) to = out[0];
    to += (int) p.target.stride;
  }
};

/* Four pixels of bytes per lane with C channels, of which luma was blurred. */
template <int C, bool INSIDE>
struct SharpenLuma : Stage
{
  static const int  DEPTH = 0;
  static const bool SPLIT = INSIDE;

  const unsigned char *from;
  unsigned char       *to;

  using Stage::Stage;

  __device__ __forceinline__ void
  begin ()
  {
    from = row_of (p.source.data, p.source.stride, strip.y0) + strip.x * C;
    to = row_of (p.target.data, p.target.stride, strip.y0) + strip.x * C;
  }

  /* Alpha stays: four_bytes() of a byte's level is that byte. */
  __device__ __forceinline__ void
  push (int y, float g[1][4], int)
  {
    float    c[4][4], v[4 * C];
    unsigned out[C];

    if (y < strip.y0 || y >= strip.y1)
      return;

    if (strip.is_inner)
      {
        four_pixels<C, false> (from, 0, false, c);
#pragma unroll
        for (int i = 0; i < 4; i++)
          {
            float change = unsharp_change (p, ce_luma (c[i][0], c[i][1], c[i][2], p.source.wr, p.source.wb), g[0][i]);

#pragma unroll
            for (int k = 0; k < C; k++)
              v[i * C + k] = k == 3 ? c[i][k] : c[i][k] + change;
          }
#pragma unroll
        for (int i = 0; i < C; i++)
          out[i] = four_bytes (v + 4 * i);
        if (C == 4)
          *(uint4 *) to = make_uint4 (out[0], out[1], out[2], out[C - 1]);
        else if (strip.inside || strip.x + 4 <= strip.width)
#pragma unroll
          for (int i = 0; i < C; i++)
            ((unsigned *) to)[i] = out[i];
        else
          /* Twelve bytes may reach into the next row, which is another lane's or block's. */
#pragma unroll
          for (int i = 0; i < 4 * C; i++)
            if (i < C * (strip.width - strip.x))
              to[i] = (unsigned char) (out[i / 4] >> (8 * (i % 4)));
      }
    from += (int) p.source.stride;
    to += (int) p.target.stride;
  }
};

#define UNSHARP_BYTES(C, R, warps)                                              \
  using BytesOf_ ## C ## _ ## R = Bytes<C, CE_CUDA_SAMPLES (R), R>;             \
  DEFINE_MARCH (unsharp_bytes_ ## C ## _ ## R, warps, R, BytesOf_ ## C ## _ ## R, SharpenBytes<C, CE_CUDA_SAMPLES (R)>)

#define UNSHARP_LUMA(C, R, warps)                                               \
  DEFINE_MARCH (unsharp_luma_ ## C ## _ ## R, warps, R, Pixels<1>, SharpenLuma<C, R != 16>)

#define UNSHARP_EACH(R, warps)                                                  \
  UNSHARP_BYTES (1, R, warps)                                                   \
  UNSHARP_BYTES (3, R, warps)                                                   \
  UNSHARP_BYTES (4, R, warps)

UNSHARP_EACH (5, 12)
UNSHARP_EACH (9, 10)
UNSHARP_EACH (16, 12)
UNSHARP_LUMA (3, 5, 16)
UNSHARP_LUMA (3, 9, 16)
UNSHARP_LUMA (3, 16, 12)
UNSHARP_LUMA (4, 5, 16)
UNSHARP_LUMA (4, 9, 16)
UNSHARP_LUMA (4, 16, 12)
