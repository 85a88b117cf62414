/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Canny up to hysteresis: gradient, thinning, thresholds; to bits, to levels
 * for looking at the thinned magnitude, or to a histogram.
 */
#include "bits.cuh"
#include "march.cuh"
#include "window.cuh"

#define BINS 2048

/* Whether thinning keeps column @i of the middle row. */
static __device__ __forceinline__ bool
is_kept (float dx, float dy, const Row &above, const Row &here, const Row &below, int i)
{
  float ax = ce_abs (dx);
  float ay = ce_abs (dy);
  float flat = ax * CE_TAN_22_5;
  bool  horizontal = ay < flat;
  bool  vertical = ay > __fmaf_rn (2.0f, ax, flat);   /* 2 ax is exact */
  bool  rising = ((dx < 0) & (dy > 0)) | ((dx > 0) & (dy < 0));
  float before = rising ? above.v[i + 2] : above.v[i];
  float after = rising ? below.v[i] : below.v[i + 2];
  float m = here.v[i + 1];

  before = vertical ? above.v[i + 1] : before;
  after = vertical ? below.v[i + 1] : after;
  before = horizontal ? here.v[i] : before;
  after = horizontal ? here.v[i + 2] : after;

  /* No branches: lanes would part here at almost every pixel. */
  return (m > before) & ((m > after) | ((horizontal | vertical) & (m == after)));
}

/* @BITS: to bits; else whatever else is asked for. */
template <int N, bool BITS>
struct ThinStage
{
  static const int DEPTH = 2;

  const CeCudaEdges &p;
  const Strip       &strip;
  Window<N>          window;
  Row                m[2];      /* magnitudes two rows and one row up */
  float              dx[4];     /* of the row one up */
  float              dy[4];
  unsigned          *counts;    /* this block's histogram, at the end of its shared memory */

  __device__ __forceinline__
  ThinStage (const CeCudaEdges &p, const Strip &strip) : p (p), strip (strip)
  {
    extern __shared__ float4 ce_shared[];

    if (BITS || p.what < CE_CUDA_THIN_COUNT)
      return;

    counts = (unsigned *) (ce_shared + p.histogram);
    for (int i = threadIdx.y * 32 + threadIdx.x; i < BINS; i += 32 * blockDim.y)
      counts[i] = 0;
    __syncthreads ();
  }

  __device__ __forceinline__ void begin () {}

  /* Everybody's counts to the image's. */
  __device__ __forceinline__ void
  finish ()
  {
    if (BITS || p.what < CE_CUDA_THIN_COUNT)
      return;

    __syncthreads ();
    for (int i = threadIdx.y * 32 + threadIdx.x; i < BINS; i += 32 * blockDim.y)
      if (counts[i])
        atomicAdd ((unsigned long long *) p.bins + i, (unsigned long long) counts[i]);
  }

  /* Two lanes have a byte of each bitmap: the one on the left writes the weak
   * bits of both, the one on the right the strong ones. */
  __device__ __forceinline__ void
  write_bits (unsigned weak, unsigned strong, int y) const
  {
    bool      left = ! (strip.x & 4);
    unsigned  mine = weak | strong << 4;
    unsigned  other = __shfl_sync (ALL, mine, left ? strip.lane + 1 : strip.lane - 1);
    unsigned  byte = left ? (mine & 15) | (other & 15) << 4 : other >> 4 | (mine & 240);
    int       x = strip.x & ~7;

    if (strip.lane >= strip.margin && strip.lane < 32 - strip.margin && x < strip.width)
      (left ? p.bits.weak : p.bits.strong)[byte_of_bits (p.bits, x, y)] = (unsigned char) byte;
  }

  __device__ __forceinline__ void
  use (const bool kept[4], int y)
  {
    float level[4];

#pragma unroll
    for (int i = 0; i < 4; i++)
      level[i] = p.l1 ? m[1].v[i + 1] : ce_sqrt (m[1].v[i + 1]);

    if (p.what == CE_CUDA_THIN_LEVELS)
      {
        const float most = p.target.samples == CE_CUDA_PLANE ? 3.402823466e38f : 255.0f;

#pragma unroll
        for (int i = 0; i < 4; i++)
          level[i] = kept[i] ? (level[i] < most ? level[i] : most) : 0.0f;
        if (strip.is_inner ())
          store_levels (p.target, p.target.data, strip.x, y, level);
        return;
      }

#pragma unroll
    for (int i = 0; i < 4; i++)
      if (strip.is_inner () && strip.x + i < strip.width
          && (p.what == CE_CUDA_COUNT_ALL || (kept[i] && level[i] > 0)))
        atomicAdd (counts + (int) (level[i] < BINS - 1 ? level[i] : BINS - 1), 1u);
  }

  /* Magnitudes of the row in the middle of the window, 0 outside the image. */
  __device__ __forceinline__ void
  magnitudes (const float x[4], const float y[4], const float m2[4], int row, Row &to) const
  {
    float v[4];

#pragma unroll
    for (int i = 0; i < 4; i++)
      v[i] = p.l1 ? ce_abs (x[i]) + ce_abs (y[i]) : m2[i];
    if (strip.left_edge || strip.right_edge || row < 0 || row >= strip.height)
#pragma unroll
      for (int i = 0; i < 4; i++)
        if (strip.x + i < 0 || strip.x + i >= strip.width || row < 0 || row >= strip.height)
          v[i] = 0;
    to.set (v);
  }

  __device__ __forceinline__ void
  thin (const Row &below, int y)
  {
    unsigned weak = 0, strong = 0;
    bool     kept[4];

    /* Smooth places have nothing to thin. */
    if (BITS && ! __any_sync (ALL, (m[1].v[1] > p.low) | (m[1].v[2] > p.low) | (m[1].v[3] > p.low) | (m[1].v[4] > p.low)))
      {
        write_bits (0, 0, y);
        return;
      }

#pragma unroll
    for (int i = 0; i < 4; i++)
      {
        kept[i] = is_kept (dx[i], dy[i], m[0], m[1], below, i);
        weak |= (unsigned) (kept[i] & (m[1].v[i + 1] > p.low)) << i;
        strong |= (unsigned) (kept[i] & (m[1].v[i + 1] > p.high)) << i;
      }

    if (BITS)
      write_bits (weak, strong, y);
    else
      use (kept, y);
  }

  __device__ __forceinline__ void
  push (int y, float g[N][4], int = 0)
  {
    float x_new[4], y_new[4], m2[4];
    Row   below;

    window.push (strip, y, g);
    window.gradient (p.op, x_new, y_new, m2);
    magnitudes (x_new, y_new, m2, y - 1, below);
    if (y - 2 >= strip.y0 && y - 2 < strip.y1)
      thin (below, y - 2);

    m[0] = m[1];
    m[1] = below;
#pragma unroll
    for (int i = 0; i < 4; i++)
      {
        dx[i] = x_new[i];
        dy[i] = y_new[i];
      }
  }
};

extern "C" __global__ void __launch_bounds__ (CE_CUDA_THREADS, 4)
ce_cuda_thin_1 (const __grid_constant__ CeCudaEdges p)
{
  march<ThinStage<1, true>, 1> (p);
}

extern "C" __global__ void __launch_bounds__ (CE_CUDA_THREADS, 3)
ce_cuda_thin_2 (const __grid_constant__ CeCudaEdges p)
{
  march<ThinStage<2, true>, 2> (p);
}

extern "C" __global__ void __launch_bounds__ (CE_CUDA_THREADS, 4)
ce_cuda_measure_1 (const __grid_constant__ CeCudaEdges p)
{
  march<ThinStage<1, false>, 1> (p);
}

extern "C" __global__ void __launch_bounds__ (CE_CUDA_THREADS, 3)
ce_cuda_measure_2 (const __grid_constant__ CeCudaEdges p)
{
  march<ThinStage<2, false>, 2> (p);
}

/* Float samples or other operators, without a Gaussian or with the default one. */
extern "C" __global__ void __launch_bounds__ (32, 16)
ce_cuda_thin_float_r5 (const __grid_constant__ CeCudaEdges p)
{
  march_window<ThinStage<1, true>, AnySamples, CE_CUDA_DEFAULT_RADIUS> (p);
}

extern "C" __global__ void __launch_bounds__ (32, 16)
ce_cuda_thin_float_r0 (const __grid_constant__ CeCudaEdges p)
{
  march_window<ThinStage<1, true>, AnySamples, 0> (p);
}
