/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The gradient, as a picture of its magnitude, parts or direction.
 */
#include "bytes.cuh"
#include "march.cuh"

template <int N>
struct SobelStage
{
  static const int DEPTH = 1;

  const CeCudaEdges &p;
  const Strip       &strip;
  Window<N>          window;

  __device__ __forceinline__ SobelStage (const CeCudaEdges &p, const Strip &strip) : p (p), strip (strip) {}
  __device__ __forceinline__ void finish () {}

  __device__ __forceinline__ void
  magnitude (const float dx[4], const float dy[4], const float m2[4], float level[4]) const
  {
#pragma unroll
    for (int i = 0; i < 4; i++)
      level[i] = p.l1 ? ce_abs (dx[i]) + ce_abs (dy[i]) : ce_sqrt (m2[i]);
  }

  /* The order of @what is CeComponent's. */
  __device__ __forceinline__ void
  levels (const float dx[4], const float dy[4], const float m2[4], float level[4]) const
  {
    switch (p.what)
      {
      case 1:
#pragma unroll
        for (int i = 0; i < 4; i++)
          level[i] = 128.0f + p.gain * dx[i] * 0.125f;
        break;

      case 2:
#pragma unroll
        for (int i = 0; i < 4; i++)
          level[i] = 128.0f + p.gain * dy[i] * 0.125f;
        break;

      case 3:
#pragma unroll
        for (int i = 0; i < 4; i++)
          level[i] = ce_direction (dx[i], dy[i], m2[i]);
        break;

      case CE_CUDA_SHOWN_MAGNITUDE:
        magnitude (dx, dy, m2, level);
#pragma unroll
        for (int i = 0; i < 4; i++)
          level[i] = level[i] < 255.0f ? level[i] : 255.0f;
        break;

      default:
        magnitude (dx, dy, m2, level);
#pragma unroll
        for (int i = 0; i < 4; i++)
          level[i] = p.gain * level[i];
        break;
      }
  }

  __device__ __forceinline__ void
  push (int y, float g[N][4])
  {
    float dx[4], dy[4], m2[4], level[4];

    window.push (strip, y, g);
    if (y - 1 < strip.y0 || y - 1 >= strip.y1)
      return;

    window.gradient (p.op, dx, dy, m2);
    levels (dx, dy, m2, level);
    if (strip.is_inner ())
      store_levels (p.target, p.target.data, strip.x, y - 1, level);
  }
};

extern "C" __global__ void __launch_bounds__ (CE_CUDA_THREADS, 4)
ce_cuda_sobel_1 (const __grid_constant__ CeCudaEdges p)
{
  march<SobelStage<1>, 1, 0> (p);
}

extern "C" __global__ void __launch_bounds__ (CE_CUDA_THREADS, 3)
ce_cuda_sobel_2 (const __grid_constant__ CeCudaEdges p)
{
  march<SobelStage<2>, 2, 0> (p);
}

#define ROWS 4

/* The root of an integer, as a rounded byte. Between two roots that are a
 * byte and a half there is always an integer: a root of m is at least
 * 1 / (8 * 256) away from there, so the fast root rounds like the exact one. */
static __device__ __forceinline__ unsigned
root_to_byte (float x, float y)
{
  float root;

  asm ("sqrt.approx.ftz.f32 %0, %1;" : "=f" (root) : "f" (__fmaf_rn (x, x, y * y)));
  return round_to_bits (fminf (root, 255.0f));
}

/* |dx| + |dy| of two pixels as bytes 0 and 2; halves from 1024 on compare like
 * integers. */
static __device__ __forceinline__ unsigned
sum_to_bytes (unsigned x, unsigned y)
{
  return __vminu2 (pair_add (pair_add (x & 0x7fff7fffu, y & 0x7fff7fffu), 0x64006400u), 0x64ff64ffu);
}

/* Sobel's magnitude of an 8-bit grey image with gain 1; sixteen pixels of four
 * rows per thread. */
template <bool L1>
static __device__ __forceinline__ void
sobel_bytes (const CeCudaEdges &p)
{
  int       x = 16 * (blockIdx.x * blockDim.x + threadIdx.x);
  int       y = p.y0 + ROWS * (blockIdx.y * blockDim.y + threadIdx.y);
  unsigned  w[ROWS + 2][6];
  Halves<4> row[3];

  if (x >= p.source.width || y >= p.y1)
    return;

#pragma unroll
  for (int i = 0; i < ROWS + 2; i++)
    load_words<4, 1> (p.source.data + clamp (y + i - 1, 0, min (p.y1, p.source.height - 1)) * p.source.stride, x,
                      p.source.width, w[i]);
  row[0].set (w[0]);
  row[1].set (w[1]);

#pragma unroll
  for (int i = 0; i < ROWS; i++)
    {
      Derivatives<4> d;
      unsigned       out[4];

      row[(i + 2) % 3].set (w[i + 2]);
      d.set (row[i % 3], row[(i + 1) % 3], row[(i + 2) % 3]);
#pragma unroll
      for (int k = 0; k < 4; k++)
        {
          if (L1)
            out[k] = __byte_perm (sum_to_bytes (d.x_even[k], d.y_even[k]), sum_to_bytes (d.x_odd[k], d.y_odd[k]), 0x6240);
          else
            out[k] = pack_bytes (root_to_byte (pair_low (d.x_even[k]), pair_low (d.y_even[k])),
                                 root_to_byte (pair_low (d.x_odd[k]), pair_low (d.y_odd[k])),
                                 root_to_byte (pair_high (d.x_even[k]), pair_high (d.y_even[k])),
                                 root_to_byte (pair_high (d.x_odd[k]), pair_high (d.y_odd[k])));
          out[k] = p.target.inverted ? ~out[k] : out[k];
        }
      if (y + i < p.y1)
        *(uint4 *) (p.target.data + (y + i) * p.target.stride + x) = make_uint4 (out[0], out[1], out[2], out[3]);
    }
}

#undef ROWS

extern "C" __global__ void __launch_bounds__ (CE_CUDA_THREADS)
ce_cuda_sobel_bytes_l2 (const __grid_constant__ CeCudaEdges p)
{
  sobel_bytes<false> (p);
}

extern "C" __global__ void __launch_bounds__ (CE_CUDA_THREADS)
ce_cuda_sobel_bytes_l1 (const __grid_constant__ CeCudaEdges p)
{
  sobel_bytes<true> (p);
}
