/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Canny's thinning of an 8-bit grey image without blur, with Sobel, to bits. A
 * warp marches down a strip of 256 columns, eight per lane; the outer lanes
 * only feed their neighbours.
 */
#include "bytes.cuh"
#include "march.cuh"

/* The squared or L1 magnitudes of a lane's row. */
struct Magnitudes
{
  float v[10];                  /* one column more at each side */
};

template <bool L1>
struct ThinBytes
{
  const CeCudaEdges &p;
  int                lane;
  int                x;
  bool               at_edge;
  Halves<2>          row[3];
  Derivatives<2>     d[2];
  Magnitudes         m[3];

  __device__ __forceinline__ ThinBytes (const CeCudaEdges &p) : p (p) {}

  __device__ __forceinline__ void
  load (int y, unsigned w[4]) const
  {
    load_words<2, 1> (p.source.data + clamp (y, 0, min (p.y1 + 1, p.source.height - 1)) * p.source.stride,
                      clamp (x, 0, (p.source.width - 1) & ~7), p.source.width, w);
  }

  /* Pixel @i of eight. */
  static __device__ __forceinline__ float
  pixel (const unsigned even[2], const unsigned odd[2], int i)
  {
    unsigned pair = i & 1 ? odd[i / 4] : even[i / 4];

    return i & 2 ? pair_high (pair) : pair_low (pair);
  }

  __device__ __forceinline__ void
  magnitudes (const Derivatives<2> &from, int y, Magnitudes &to) const
  {
#pragma unroll
    for (int i = 0; i < 8; i++)
      {
        float dx = pixel (from.x_even, from.x_odd, i);
        float dy = pixel (from.y_even, from.y_odd, i);

        to.v[i + 1] = L1 ? ce_abs (dx) + ce_abs (dy) : __fmaf_rn (dx, dx, dy * dy);
      }
    if (at_edge || y < 0 || y >= p.source.height)
#pragma unroll
      for (int i = 0; i < 8; i++)
        if (x + i < 0 || x + i >= p.source.width || y < 0 || y >= p.source.height)
          to.v[i + 1] = 0;
    to.v[0] = __shfl_up_sync (ALL, to.v[8], 1);
    to.v[9] = __shfl_down_sync (ALL, to.v[1], 1);
  }

  /* As is_kept() of canny's, where neither derivative of a diagonal gradient
   * can be 0 unless both are. */
  static __device__ __forceinline__ bool
  keeps (float dx, float dy, const Magnitudes &above, const Magnitudes &here, const Magnitudes &below, int i)
  {
    float ax = ce_abs (dx);
    float ay = ce_abs (dy);
    float flat = ax * CE_TAN_22_5;
    bool  horizontal = ay < flat;
    bool  vertical = ay > __fmaf_rn (2.0f, ax, flat);   /* 2 ax is exact */
    bool  rising = (int) (__float_as_uint (dx) ^ __float_as_uint (dy)) < 0;
    float before = rising ? above.v[i + 2] : above.v[i];
    float after = rising ? below.v[i] : below.v[i + 2];

    before = vertical ? above.v[i + 1] : before;
    after = vertical ? below.v[i + 1] : after;
    before = horizontal ? here.v[i] : before;
    after = horizontal ? here.v[i + 2] : after;

    /* Of integers, m >= after is m > after - 0.5. */
    return (here.v[i + 1] > before) & (here.v[i + 1] > (horizontal | vertical ? after - 0.5f : after));
  }

  __device__ __forceinline__ void
  write (const Derivatives<2> &from, const Magnitudes &above, const Magnitudes &here, const Magnitudes &below, int y) const
  {
    unsigned  weak = 0, strong = 0;
    long long byte = (((long long) (y >> 5) * p.bits.tiles_x + (x >> 5)) * 32 + (y & 31)) * 4 + ((x >> 3) & 3);

    bool some = false;

#pragma unroll
    for (int i = 0; i < 8; i++)
      some |= here.v[i + 1] > p.low;
    /* Smooth places have nothing to thin. */
    if (__any_sync (ALL, some))
#pragma unroll
      for (int i = 0; i < 8; i++)
        {
          bool kept = keeps (pixel (from.x_even, from.x_odd, i), pixel (from.y_even, from.y_odd, i), above, here, below, i);

          if (kept & (here.v[i + 1] > p.low))
            weak |= 1u << i;
          if (kept & (here.v[i + 1] > p.high))
            strong |= 1u << i;
        }
    if (lane > 0 && lane < 31 && x < p.source.width)
      {
        p.bits.weak[byte] = (unsigned char) weak;
        p.bits.strong[byte] = (unsigned char) strong;
      }
  }

  __device__ __forceinline__ void
  run ()
  {
    int      number = blockIdx.x * blockDim.y + threadIdx.y;
    int      y0 = p.y0 + (int) blockIdx.y * p.rows;
    int      y1 = min (y0 + p.rows, p.y1);
    unsigned next[4];

    lane = threadIdx.x;
    x = CE_CUDA_STRIP_BYTES * number - 8 + 8 * lane;
    at_edge = number == 0 || CE_CUDA_STRIP_BYTES * number - 8 + 255 >= p.source.width;
    if (CE_CUDA_STRIP_BYTES * number >= p.source.width)
      return;

    /* Before row y is thinned, rows up to y + 1 have magnitudes and rows up to
     * y + 2 are loaded; everything is three rows deep, so three at a time. */
    load (y0 - 2, next);
    row[0].set (next);
    load (y0 - 1, next);
    row[1].set (next);
    load (y0, next);
    for (int y = y0; y < y1 + 2; y += 6)
#pragma unroll
      for (int i = 0; i < 6; i++)
        {
          row[(i + 2) % 3].set (next);
          load (y + i + 1, next);
          d[i % 2].set (row[i % 3], row[(i + 1) % 3], row[(i + 2) % 3]);
          magnitudes (d[i % 2], y + i - 1, m[i % 3]);
          if (y + i - 2 >= y0 && y + i - 2 < y1)
            write (d[(i + 1) % 2], m[(i + 1) % 3], m[(i + 2) % 3], m[i % 3], y + i - 2);
        }
  }
};

extern "C" __global__ void __launch_bounds__ (CE_CUDA_THREADS, 4)
ce_cuda_thin_bytes_l2 (const __grid_constant__ CeCudaEdges p)
{
  ThinBytes<false> (p).run ();
}

extern "C" __global__ void __launch_bounds__ (CE_CUDA_THREADS, 4)
ce_cuda_thin_bytes_l1 (const __grid_constant__ CeCudaEdges p)
{
  ThinBytes<true> (p).run ();
}
