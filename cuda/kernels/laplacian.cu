/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The Laplacian of the blurred signal.
 */
#include "march.cuh"
#include "signs.cuh"
#include "window.cuh"

template <int N>
struct LaplacianStage
{
  static const int DEPTH = 1;

  const CeCudaEdges &p;
  const Strip       &strip;
  Window<N>          window;

  __device__ __forceinline__ LaplacianStage (const CeCudaEdges &p, const Strip &strip) : p (p), strip (strip) {}
  __device__ __forceinline__ void finish () {}

  __device__ __forceinline__ void
  push (int y, float g[N][4])
  {
    float level[4];

    window.push (strip, y, g);
    if (y - 1 < strip.y0 || y - 1 >= strip.y1)
      return;

    window.laplacian (level);
    if (p.what == 0 && p.target.samples == CE_CUDA_U8)
      {
        unsigned out = 0;

#pragma unroll
        for (int i = 0; i < 4; i++)
          out |= ce_abs (level[i]) > p.high ? 255u << (8 * i) : 0;
        if (strip.is_inner ())
          *(unsigned *) (p.target.data + (y - 1) * p.target.stride + strip.x) = p.target.inverted ? ~out : out;
        return;
      }

#pragma unroll
    for (int i = 0; i < 4; i++)
      level[i] = p.what == 2 ? 128.0f + p.gain * level[i] : ce_abs (level[i]) > p.high ? 255.0f : 0.0f;
    if (strip.is_inner ())
      store_levels (p.target, p.target.data, strip.x, y - 1, level);
  }
};

/* Where the response changes its sign to the right or below. */
template <int N>
struct CrossingStage
{
  static const int DEPTH = 2;

  const CeCudaEdges &p;
  const Strip       &strip;
  Window<N>          window;
  Row                above;     /* the response one row up */

  __device__ __forceinline__ CrossingStage (const CeCudaEdges &p, const Strip &strip) : p (p), strip (strip) {}
  __device__ __forceinline__ void finish () {}

  __device__ __forceinline__ bool
  crosses (float lap, float neighbour) const
  {
    return (lap < 0) != (neighbour < 0) && ce_abs (lap - neighbour) > p.high;
  }

  __device__ __forceinline__ void
  push (int y, float g[N][4])
  {
    float lap[4], level[4];
    Row   here;

    window.push (strip, y, g);
    window.laplacian (lap);
    here.set (lap);
    if (y - 2 >= strip.y0 && y - 2 < strip.y1)
      {
#pragma unroll
        for (int i = 0; i < 4; i++)
          level[i] = (strip.x + i + 1 < strip.width && crosses (above.v[i + 1], above.v[i + 2]))
                     || (y - 1 < strip.height && crosses (above.v[i + 1], lap[i])) ? 255.0f : 0.0f;
        if (strip.is_inner ())
          store_levels (p.target, p.target.data, strip.x, y - 2, level);
      }
    above = here;
  }
};

extern "C" __global__ void __launch_bounds__ (CE_CUDA_THREADS, 4)
ce_cuda_laplacian_1 (const __grid_constant__ CeCudaEdges p)
{
  march<LaplacianStage<1>, 1> (p);
}

/* How far the responses of the row @b are from the threshold: negative is an edge.
 * As ce_laplacian(): four times the centre is exact. */
template <int N, class R>
static __device__ __forceinline__ void
rest_of_threshold (const CeCudaEdges &p, const R &a, const R &b, const R &c, float rest[N])
{
#pragma unroll
  for (int i = 0; i < N; i++)
    rest[i] = p.high - ce_abs (__fmaf_rn (-4.0f, b.v[i + 1], (a.v[i + 1] + c.v[i + 1]) + (b.v[i] + b.v[i + 2])));
}

/* For the default Gaussian, to 8-bit edges. */
struct LaplacianBytes
{
  static const int DEPTH = 1;

  const CeCudaEdges &p;
  const Strip       &strip;
  Turning            window;
  unsigned char     *to;        /* this lane's part of the row to be written next */

  __device__ __forceinline__ LaplacianBytes (const CeCudaEdges &p, const Strip &strip) : p (p), strip (strip) {}

  __device__ __forceinline__ void
  begin ()
  {
    to = row_of (p.target.data, p.target.stride, strip.y0) + strip.x;
  }

  __device__ __forceinline__ void
  push (int y, float g[1][4], int turn)
  {
    float    rest[4];
    unsigned out;

    window.push (strip, y, g[0], turn);
    if (y - 1 < strip.y0 || y - 1 >= strip.y1)
      return;

    rest_of_threshold<4> (p, window.above (turn), window.here (turn), window.below (turn), rest);
    out = masks_of (rest[0], rest[1], rest[2], rest[3]);
    if (strip.is_inner ())
      *(unsigned *) to = p.target.inverted ? ~out : out;
    to += (int) p.target.stride;
  }
};

/* The same of 8-bit grey, eight columns per lane. */
struct LaplacianWide
{
  static const int DEPTH = 1;
  static const int UNROLL = STEP;
  static const int ALONG_Y = CE_CUDA_WEIGHTS_BACK;

  const CeCudaEdges &p;
  const WideStrip   &strip;
  WideTurning        window;
  unsigned char     *to;        /* this lane's part of the row to be written next */

  __device__ __forceinline__ LaplacianWide (const CeCudaEdges &p, const WideStrip &strip) : p (p), strip (strip) {}

  __device__ __forceinline__ void
  begin ()
  {
    to = row_of (p.target.data, p.target.stride, strip.y0) + strip.x;
  }

  __device__ __forceinline__ void
  push (int y, float g[8], int turn)
  {
    unsigned flip = p.target.inverted ? ALL : 0;
    float    rest[8];

    window.push (strip, y, g, turn);
    if (y - 1 < strip.y0 || y - 1 >= strip.y1)
      return;

    rest_of_threshold<8> (p, window.above (turn), window.here (turn), window.below (turn), rest);
    if (strip.is_inner ())
      *(uint2 *) to = make_uint2 (masks_of (rest[0], rest[1], rest[2], rest[3]) ^ flip,
                                  masks_of (rest[4], rest[5], rest[6], rest[7]) ^ flip);
    to += (int) p.target.stride;
  }
};

extern "C" __global__ void __launch_bounds__ (32, 14)
ce_cuda_laplacian_wide (const __grid_constant__ CeCudaEdges p)
{
  march_wide<LaplacianWide> (p);
}

extern "C" __global__ void __launch_bounds__ (32, 16)
ce_cuda_laplacian_any_r5 (const __grid_constant__ CeCudaEdges p)
{
  march_window<LaplacianBytes, AnySamples, CE_CUDA_DEFAULT_RADIUS> (p);
}

extern "C" __global__ void __launch_bounds__ (CE_CUDA_THREADS, 3)
ce_cuda_laplacian_2 (const __grid_constant__ CeCudaEdges p)
{
  march<LaplacianStage<2>, 2> (p);
}

extern "C" __global__ void __launch_bounds__ (CE_CUDA_THREADS, 4)
ce_cuda_crossings_1 (const __grid_constant__ CeCudaEdges p)
{
  march<CrossingStage<1>, 1> (p);
}

extern "C" __global__ void __launch_bounds__ (CE_CUDA_THREADS, 3)
ce_cuda_crossings_2 (const __grid_constant__ CeCudaEdges p)
{
  march<CrossingStage<2>, 2> (p);
}
