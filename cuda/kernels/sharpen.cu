/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Sharpening: what a pixel differs from its surroundings, added to it.
 */
#include "bytes.cuh"
#include "read.cuh"

#define BLOCK_X CE_CUDA_BLOCK_X
#define BLOCK_Y CE_CUDA_BLOCK_Y

/* Levels of one pixel, and its weight; outside the image the nearest inside. */
template <int C, bool F>
static __device__ __forceinline__ float
pixel (const CeCudaSource &s, int x, int y, float c[4])
{
  const unsigned char *row = s.data + clamp (y, 0, s.height - 1) * s.stride;

  x = clamp (x, 0, s.width - 1);
#pragma unroll
  for (int i = 0; i < C; i++)
    c[i] = sample<C, F> (row, x, i, s.samples == CE_CUDA_U16);

  return C == 2 ? by_255 (c[1]) : C == 4 ? by_255 (c[3]) : 1.0f;
}

template <int C, bool F>
static __device__ __forceinline__ void
store_pixel (const CeCudaLaunch &p, int x, int y, const float c[4])
{
  const int            colors = C < 3 ? 1 : 3;
  const unsigned char *from = p.source.data + y * p.source.stride;
  unsigned char       *to = p.target.data + y * p.target.stride;
  const bool           words = p.source.samples == CE_CUDA_U16;

#pragma unroll
  for (int i = 0; i < C; i++)
    {
      long long at = (long long) x * C + i;

      if (F)
        put_raw (to, at, i < colors ? raw_of_level (c[i], words) : raw_at (from, at, words), words);
      else
        to[at] = i < colors ? ce_level_to_u8 (c[i]) : from[at];
    }
}

/* What is measured of a pixel: its colours, or its luma as the first. */
template <int C>
static __device__ __forceinline__ void
measure (const CeCudaLaunch &p, float c[4])
{
  if (p.luminance && C >= 3)
    c[0] = ce_luma (c[0], c[1], c[2], p.source.wr, p.source.wb);
}

template <int C, bool F>
static __device__ __forceinline__ void
kernel_3x3 (const CeCudaLaunch &p, int x, int y)
{
  const int colors = C < 3 ? 1 : 3;
  float     d[9][4];
  float     c[4], at[4];

  pixel<C, F> (p.source, x, y, c);
#pragma unroll
  for (int i = 0; i < C; i++)
    at[i] = c[i];
  measure<C> (p, at);

#pragma unroll
  for (int n = 0; n < 9; n++)
    if (n != 4)
      {
        float v[4];
        float weight = pixel<C, F> (p.source, x + n % 3 - 1, y + n / 3 - 1, v);

        measure<C> (p, v);
#pragma unroll
        for (int i = 0; i < colors; i++)
          d[n][i] = weight * (at[i] - v[i]);
      }

#pragma unroll
  for (int i = 0; i < colors; i++)
    {
      int   m = p.luminance ? 0 : i;
      float sum = m == 0 ? ce_sum8 (d[0][0], d[1][0], d[2][0], d[3][0], d[5][0], d[6][0], d[7][0], d[8][0])
                         : ce_sum8 (d[0][i], d[1][i], d[2][i], d[3][i], d[5][i], d[6][i], d[7][i], d[8][i]);

      c[i] = c[i] + p.gain * sum;
    }
  store_pixel<C, F> (p, x, y, c);
}

template <int C, bool F>
static __device__ __forceinline__ void
unsharp (const CeCudaLaunch &p, int x, int y)
{
  const int colors = C < 3 ? 1 : 3;
  long long at = y * p.plane_stride + 4ll * x;
  float     c[4], measured[4];
  float     weight = 1.0f;

  pixel<C, F> (p.source, x, y, c);
#pragma unroll
  for (int i = 0; i < C; i++)
    measured[i] = c[i];
  measure<C> (p, measured);
  if (! p.opaque)
    weight = *(const float *) (p.planes[p.luminance ? 1 : colors] + at);

  float change[3];

#pragma unroll
  for (int i = 0; i < colors; i++)
    {
      if (i > 0 && p.luminance)
        {
          change[i] = change[0];
          continue;
        }

      float blurred = *(const float *) (p.planes[i] + at);

      if (! p.opaque)
        blurred = blurred == 0 && weight == 0 ? measured[i] : blurred / weight;

      float detail = measured[i] - blurred;

      detail = ce_abs (detail) <= p.high ? 0.0f : detail;
      change[i] = p.gain * detail;
    }

#pragma unroll
  for (int i = 0; i < colors; i++)
    c[i] = c[i] + change[i];
  store_pixel<C, F> (p, x, y, c);
}

extern "C" __global__ void __launch_bounds__ (BLOCK_X * BLOCK_Y)
ce_cuda_sharpen (const __grid_constant__ CeCudaLaunch p)
{
  int x = blockIdx.x * BLOCK_X + threadIdx.x;
  int y = p.y0 + (int) (blockIdx.y * BLOCK_Y + threadIdx.y);

  if (x < p.source.width && y < p.y1)
    FOR_EACH_FORMAT (p.source, kernel_3x3, p, x, y)
}

extern "C" __global__ void __launch_bounds__ (BLOCK_X * BLOCK_Y)
ce_cuda_unsharp (const __grid_constant__ CeCudaLaunch p)
{
  int x = blockIdx.x * BLOCK_X + threadIdx.x;
  int y = p.y0 + (int) (blockIdx.y * BLOCK_Y + threadIdx.y);

  if (x < p.source.width && y < p.y1)
    FOR_EACH_FORMAT (p.source, unsharp, p, x, y)
}

/* Samples @centre changed by @amount times @detail, any amount: one sample in
 * float, in units of 2^-24, which leaves every rounding as it is. */
static __device__ __forceinline__ unsigned
add_detail (unsigned centre, unsigned detail, float amount)
{
  return pair_of (pair_low (centre) + amount * pair_low (detail), pair_high (centre) + amount * pair_high (detail));
}

/* The 3x3 kernel on the samples of an opaque 8-bit image. A block is a warp, which
 * marches down with sixteen bytes per lane.
 *
 * Sums of eight bytes are exact as halves, and so is their difference from eight
 * times the centre. If @FEW_BITS, the amount is a multiple of 1/16 up to 64: then
 * float would be exact too wherever the result is not clamped, so the one
 * rounding of the last step is the rounding to an integer. */
template <int C, bool FEW_BITS>
static __device__ __forceinline__ void
sharpen_bytes (const CeCudaLaunch &p)
{
  const int      x = 16 * (blockIdx.x * 32 + threadIdx.x);
  const int2     rows = rows_of_block (p);
  const int      y0 = rows.x, y1 = rows.y;
  const unsigned amount = pair_of (p.gain, p.gain);
  unsigned char *to = row_of (p.target.data, p.target.stride, y0) + x;
  ByteReader<C>  next;
  Pairs<4, 0>    row[3];

  if (x >= p.source.width * C)
    return;

  next.begin_three (p.source, x, y0, y1, row);

  for (int y = y0; y < y1; y += 3)
#pragma unroll
    for (int i = 0; i < 3; i++)
      {
        const Pairs<4, 0> &above = row[i % 3], &here = row[(i + 1) % 3], &below = row[(i + 2) % 3];
        unsigned           column[16], around[16], out[8];

        next.repeat_columns ();
        row[(i + 2) % 3].set (next.w);
        next.load (p.source, y + i + 2);
#pragma unroll
        for (int k = 4 - C; k < 12 + C; k++)
          {
            around[k] = pair_add (above.v[k], below.v[k]);
            column[k] = pair_add (around[k], here.v[k]);
          }
#pragma unroll
        for (int k = 0; k < 8; k++)
          {
            unsigned centre = here.at (k);
            unsigned sum = pair_add (pair_add (column[4 + k - C], column[4 + k + C]), around[4 + k]);
            unsigned detail = pair_fma (centre, 0x48004800u, sum ^ 0x80008000u);  /* 8 centre - sum */

            out[k] = clamp_pair (FEW_BITS ? pair_fma (detail, amount, centre) : add_detail (centre, detail, p.gain));
          }
        pack_pairs (out, out);
        if (y + i < y1)
          __stcs ((uint4 *) to, make_uint4 (out[0], out[1], out[2], out[3]));
        to += (int) p.target.stride;
      }
}

template <int C>
static __device__ __forceinline__ void
sharpen_bytes_any (const CeCudaLaunch &p)
{
  if (p.few_bits)
    sharpen_bytes<C, true> (p);
  else
    sharpen_bytes<C, false> (p);
}

DEFINE_KERNEL (sharpen_bytes_1, 16, sharpen_bytes_any<1>)
DEFINE_KERNEL (sharpen_bytes_2, 16, sharpen_bytes_any<2>)
DEFINE_KERNEL (sharpen_bytes_3, 16, sharpen_bytes_any<3>)
DEFINE_KERNEL (sharpen_bytes_4, 16, sharpen_bytes_any<4>)

/* The same of floats, four samples per lane of pixels that have C; alpha stays. */
template <int C>
struct SharpenFloats : Stage
{
  static const int  DEPTH = 1;
  static const bool SPLIT = true;

  float row[3][4 + 2 * C];      /* of which row y comes in as y modulo three */

  using Stage::Stage;

  __device__ __forceinline__ void
  push (int y, float g[1][4 + 2 * C], int turn)
  {
    const float *above = row[(turn + 1) % 3], *here = row[(turn + 2) % 3], *below = row[turn % 3];
    float        out[4];

#pragma unroll
    for (int i = 0; i < 4 + 2 * C; i++)
      row[turn % 3][i] = g[0][i];
    if (y - 1 < strip.y0 || y - 1 >= strip.y1 || ! strip.is_inner)
      return;

#pragma unroll
    for (int i = 0; i < 4; i++)
      {
        const float *a = above + i, *b = here + i, *c = below + i;
        const float  centre = b[C];

        out[i] = level_to_float_signed (centre + p.gain * ce_sum8 (centre - a[0], centre - a[C], centre - a[2 * C],
                                                                    centre - b[0], centre - b[2 * C], centre - c[0],
                                                                    centre - c[C], centre - c[2 * C]));
      }
    if (C % 2 == 0)
      {
        float4 own = *(const float4 *) (row_of (p.source.data, p.source.stride, y - 1) + 4ll * strip.x);

        out[1] = C == 2 ? own.y : out[1];
        out[3] = own.w;
      }
    *(float4 *) (row_of (p.target.data, p.target.stride, y - 1) + 4ll * strip.x)
      = make_float4 (out[0], out[1], out[2], out[3]);
  }
};

/* The same of words, eight per lane. The difference of two neighbours counts for both, with opposite signs, and is taken
 * once. */
template <int C>
struct SharpenWords : Stage
{
  static const int  DEPTH = 1;
  static const bool SPLIT = true;

  float here[8 + 2 * C];
  float up_left[8], up[8], up_right[8]; /* levels that neighbours in the row above have more than this lane's samples here */

  using Stage::Stage;

  __device__ __forceinline__ void
  push (int y, float g[1][8 + 2 * C], int)
  {
    const float *below = g[0];
    float        left[8 + C], down_left[8 + C], down_right[8 + C];      /* levels that samples here have more than these */
    float        down[8];
    unsigned     out[8];

#pragma unroll
    for (int i = 0; i < 8 + C; i++)
      {
        left[i] = here[i + C] - here[i];
        down_left[i] = here[i + C] - below[i];
        down_right[i] = here[i] - below[i + C];
      }
#pragma unroll
    for (int i = 0; i < 8; i++)
      {
        down[i] = here[i + C] - below[i + C];
        out[i] = word_of_level (here[i + C] + p.gain * ce_sum8 (-up_left[i], -up[i], -up_right[i], left[i], -left[i + C],
                                                                down_left[i], down[i], down_right[i + C]));
      }
    if (y - 1 >= strip.y0 && y - 1 < strip.y1 && strip.is_inner)
      put (y - 1, out);
#pragma unroll
    for (int i = 0; i < 8; i++)
      {
        up_left[i] = down_right[i];
        up[i] = down[i];
        up_right[i] = down_left[i + C];
      }
#pragma unroll
    for (int i = 0; i < 8 + 2 * C; i++)
      here[i] = below[i];
  }

  __device__ __forceinline__ void
  put (int y, unsigned word[8])
  {
    if (C % 2 == 0)
      {
        uint4 own = *(const uint4 *) (row_of (p.source.data, p.source.stride, y) + 2ll * strip.x);

        word[1] = C == 2 ? own.x >> 16 : word[1];
        word[3] = own.y >> 16;
        word[5] = C == 2 ? own.z >> 16 : word[5];
        word[7] = own.w >> 16;
      }
    *(uint4 *) (row_of (p.target.data, p.target.stride, y) + 2ll * strip.x)
      = make_uint4 (__byte_perm (word[0], word[1], 0x5410), __byte_perm (word[2], word[3], 0x5410),
                    __byte_perm (word[4], word[5], 0x5410), __byte_perm (word[6], word[7], 0x5410));
  }
};

DEFINE_MARCH (sharpen_u16_1, 16, 0, Eight<1>, SharpenWords<1>)
DEFINE_MARCH (sharpen_u16_2, 16, 0, Eight<2>, SharpenWords<2>)
DEFINE_MARCH (sharpen_u16_3, 16, 0, Eight<3>, SharpenWords<3>)
DEFINE_MARCH (sharpen_u16_4, 16, 0, Eight<4>, SharpenWords<4>)
DEFINE_MARCH (sharpen_f32_1, 16, 0, FloatsAround<1>, SharpenFloats<1>)
DEFINE_MARCH (sharpen_f32_2, 16, 0, FloatsAround<2>, SharpenFloats<2>)
DEFINE_MARCH (sharpen_f32_3, 16, 0, FloatsAround<3>, SharpenFloats<3>)
DEFINE_MARCH (sharpen_f32_4, 16, 0, FloatsAround<4>, SharpenFloats<4>)
