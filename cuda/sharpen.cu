/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Sharpening: what a pixel differs from its surroundings, added to it.
 */
#include "bytes.cuh"

#define BLOCK_X 64
#define BLOCK_Y 4

/* Levels of one pixel, and its weight; outside the image the nearest inside. */
template <int C, bool F>
static __device__ __forceinline__ float
pixel (const CeCudaSource &s, int x, int y, float c[4])
{
  const unsigned char *row = s.data + clamp (y, 0, s.height - 1) * s.stride;

  x = clamp (x, 0, s.width - 1);
#pragma unroll
  for (int i = 0; i < C; i++)
    c[i] = sample<C, F> (row, x, i);

  return C == 2 ? c[1] / 255.0f : C == 4 ? c[3] / 255.0f : 1.0f;
}

template <int C, bool F>
static __device__ __forceinline__ void
store_pixel (const CeCudaSharpen &p, int x, int y, const float c[4])
{
  const int            colors = C < 3 ? 1 : 3;
  const unsigned char *from = p.source.data + y * p.source.stride;
  unsigned char       *to = p.target.data + y * p.target.stride;

#pragma unroll
  for (int i = 0; i < C; i++)
    {
      long long at = (long long) x * C + i;

      if (F)
        ((float *) to)[at] = i < colors ? ce_level_to_float_signed (c[i]) : ((const float *) from)[at];
      else
        to[at] = i < colors ? ce_level_to_u8 (c[i]) : from[at];
    }
}

/* What is measured of a pixel: its colours, or its luma as the first. */
template <int C>
static __device__ __forceinline__ void
measure (const CeCudaSharpen &p, float c[4])
{
  if (p.luminance && C >= 3)
    c[0] = ce_luma (c[0], c[1], c[2], p.source.wr, p.source.wb);
}

template <int C, bool F>
static __device__ __forceinline__ void
kernel_3x3 (const CeCudaSharpen &p, int x, int y)
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

      c[i] = c[i] + p.amount * sum;
    }
  store_pixel<C, F> (p, x, y, c);
}

template <int C, bool F>
static __device__ __forceinline__ void
unsharp (const CeCudaSharpen &p, int x, int y)
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

      detail = ce_abs (detail) <= p.threshold ? 0.0f : detail;
      change[i] = p.amount * detail;
    }

#pragma unroll
  for (int i = 0; i < colors; i++)
    c[i] = c[i] + change[i];
  store_pixel<C, F> (p, x, y, c);
}

#define FOR_EACH_FORMAT(what)                                                   \
  switch (p.source.channels * 2 + (p.source.samples == CE_CUDA_F32))            \
    {                                                                           \
    case 2: what<1, false> (p, x, y); break;                                    \
    case 3: what<1, true> (p, x, y); break;                                     \
    case 4: what<2, false> (p, x, y); break;                                    \
    case 5: what<2, true> (p, x, y); break;                                     \
    case 6: what<3, false> (p, x, y); break;                                    \
    case 7: what<3, true> (p, x, y); break;                                     \
    case 8: what<4, false> (p, x, y); break;                                    \
    default: what<4, true> (p, x, y); break;                                    \
    }

extern "C" __global__ void __launch_bounds__ (BLOCK_X * BLOCK_Y)
ce_cuda_sharpen (const __grid_constant__ CeCudaSharpen p)
{
  int x = blockIdx.x * BLOCK_X + threadIdx.x;
  int y = p.y0 + (int) (blockIdx.y * BLOCK_Y + threadIdx.y);

  if (x < p.source.width && y < p.y1)
    FOR_EACH_FORMAT (kernel_3x3);
}

extern "C" __global__ void __launch_bounds__ (BLOCK_X * BLOCK_Y)
ce_cuda_unsharp (const __grid_constant__ CeCudaSharpen p)
{
  int x = blockIdx.x * BLOCK_X + threadIdx.x;
  int y = p.y0 + (int) (blockIdx.y * BLOCK_Y + threadIdx.y);

  if (x < p.source.width && y < p.y1)
    FOR_EACH_FORMAT (unsharp);
}

#define ROWS 4

/* A row of bytes in 16-bit lanes: four words, and one at each side. */
struct Lanes
{
  unsigned even[6];
  unsigned odd[6];
};

/* The lanes C bytes before (@side -1) or after those of word @i. */
template <int C>
static __device__ __forceinline__ void
beside (const Lanes &s, int i, int side, unsigned &even, unsigned &odd)
{
  if (C == 4)
    {
      even = s.even[i + side];
      odd = s.odd[i + side];
    }
  else if (C == 2)
    {
      even = side < 0 ? pair_between (s.even[i - 1], s.even[i]) : pair_between (s.even[i], s.even[i + 1]);
      odd = side < 0 ? pair_between (s.odd[i - 1], s.odd[i]) : pair_between (s.odd[i], s.odd[i + 1]);
    }
  else if (C == 1)
    {
      even = side < 0 ? pair_between (s.odd[i - 1], s.odd[i]) : s.odd[i];
      odd = side < 0 ? s.even[i] : pair_between (s.even[i], s.even[i + 1]);
    }
  else
    {
      even = side < 0 ? s.odd[i - 1] : pair_between (s.odd[i], s.odd[i + 1]);
      odd = side < 0 ? pair_between (s.even[i - 1], s.even[i]) : s.even[i + 1];
    }
}

#define BIAS 2048u

/* One sample: @change is the sum of the differences plus BIAS, in the low or
 * the upper half. The magic number makes a float of 16 bits. */
static __device__ __forceinline__ unsigned
sharpened (unsigned centre, unsigned change, bool upper, float amount)
{
  float c = __uint_as_float (__byte_perm (centre, 0x4b000000u, upper ? 0x7632 : 0x7610)) - 8388608.0f;
  float v = __uint_as_float (__byte_perm (change, 0x4b000000u, upper ? 0x7632 : 0x7610)) - (8388608.0f + BIAS);

  v = c + amount * v;
  return round_to_bits (fminf (fmaxf (v, 0.0f), 255.0f));
}

/* The 3x3 kernel on the samples of an opaque 8-bit image; sixteen bytes of four
 * rows per thread. Sums of nine bytes fit 16 bits. */
template <int C>
static __device__ __forceinline__ void
sharpen_bytes (const CeCudaSharpen &p)
{
  const int n = p.source.width * C;
  int       x = 16 * (blockIdx.x * blockDim.x + threadIdx.x);
  int       y = p.y0 + ROWS * (blockIdx.y * blockDim.y + threadIdx.y);
  unsigned  w[ROWS + 2][6];

  if (x >= n || y >= p.y1)
    return;

#pragma unroll
  for (int i = 0; i < ROWS + 2; i++)
    load_words<4, C> (p.source.data + clamp (y + i - 1, 0, min (p.y1, p.source.height - 1)) * p.source.stride, x, n, w[i]);

#pragma unroll
  for (int i = 0; i < ROWS; i++)
    {
      Lanes    column;
      unsigned out[4];

#pragma unroll
      for (int k = 0; k < 6; k++)
        {
          column.even[k] = (w[i][k] & 0x00ff00ffu) + (w[i + 1][k] & 0x00ff00ffu) + (w[i + 2][k] & 0x00ff00ffu);
          column.odd[k] = __byte_perm (w[i][k], 0, 0x4341) + __byte_perm (w[i + 1][k], 0, 0x4341)
                          + __byte_perm (w[i + 2][k], 0, 0x4341);
        }
#pragma unroll
      for (int k = 0; k < 4; k++)
        {
          unsigned even = w[i + 1][k + 1] & 0x00ff00ffu;
          unsigned odd = __byte_perm (w[i + 1][k + 1], 0, 0x4341);
          unsigned left_even, left_odd, right_even, right_odd, v_even, v_odd;

          beside<C> (column, k + 1, -1, left_even, left_odd);
          beside<C> (column, k + 1, 1, right_even, right_odd);
          v_even = even * 9 + BIAS * 0x10001u - (column.even[k + 1] + left_even + right_even);
          v_odd = odd * 9 + BIAS * 0x10001u - (column.odd[k + 1] + left_odd + right_odd);
          out[k] = pack_bytes (sharpened (even, v_even, false, p.amount), sharpened (odd, v_odd, false, p.amount),
                               sharpened (even, v_even, true, p.amount), sharpened (odd, v_odd, true, p.amount));
        }
      if (y + i < p.y1)
        *(uint4 *) (p.target.data + (y + i) * p.target.stride + x) = make_uint4 (out[0], out[1], out[2], out[3]);
    }
}

extern "C" __global__ void __launch_bounds__ (CE_CUDA_THREADS)
ce_cuda_sharpen_bytes_1 (const __grid_constant__ CeCudaSharpen p)
{
  sharpen_bytes<1> (p);
}

extern "C" __global__ void __launch_bounds__ (CE_CUDA_THREADS)
ce_cuda_sharpen_bytes_2 (const __grid_constant__ CeCudaSharpen p)
{
  sharpen_bytes<2> (p);
}

extern "C" __global__ void __launch_bounds__ (CE_CUDA_THREADS)
ce_cuda_sharpen_bytes_3 (const __grid_constant__ CeCudaSharpen p)
{
  sharpen_bytes<3> (p);
}

extern "C" __global__ void __launch_bounds__ (CE_CUDA_THREADS)
ce_cuda_sharpen_bytes_4 (const __grid_constant__ CeCudaSharpen p)
{
  sharpen_bytes<4> (p);
}
