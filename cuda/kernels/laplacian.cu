/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The Laplacian of the blurred signal.
 */
#include "read.cuh"
#include "rows.cuh"
#include "signs.cuh"

/* To edges of an opaque 8-bit image, in bytes; C columns for each lane. */
template <int C>
struct LaplacianBytes : Stage
{
  static const int  DEPTH = 1;
  static const int  UNROLL = STEP;
  static const int  LEAST_OF_5 = C == 8 ? 5 : 4;
  static const bool SPLIT = true;

  Rows<1, C>     rows;
  unsigned char *to;            /* this lane's part of the row to be written next */

  using Stage::Stage;

  __device__ __forceinline__ void
  begin ()
  {
    to = row_of (p.target.data, p.target.stride, strip.y0) + strip.x;
  }

  __device__ __forceinline__ void
  push (int y, float g[1][C], int turn)
  {
    const unsigned flip = p.target.inverted ? ALL : 0;
    float          rest[C];
    unsigned       out[C / 4];

    rows.push (strip, y, g, turn);
    if (y - 1 < strip.y0 || y - 1 >= strip.y1)
      return;

    /* How far the responses are from the threshold: negative is an edge. As ce_laplacian(): four times the centre is
     * exact. */
#pragma unroll
    for (int i = 0; i < C; i++)
      {
        const Row<C> &a = rows.above (turn), &b = rows.here (turn), &c = rows.below (turn);

        rest[i] = p.high - ce_abs (__fmaf_rn (-4.0f, b.v[i + 1], (a.v[i + 1] + c.v[i + 1]) + (b.v[i] + b.v[i + 2])));
      }
#pragma unroll
    for (int i = 0; i < C / 4; i++)
      out[i] = masks_of (rest[4 * i], rest[4 * i + 1], rest[4 * i + 2], rest[4 * i + 3]) ^ flip;
    if (strip.is_inner)
      {
        if (C == 8)
          *(uint2 *) to = make_uint2 (out[0], out[C / 4 - 1]);
        else
          *(unsigned *) to = out[0];
      }
    to += (int) p.target.stride;
  }
};

/* N signals without a Gaussian; every response but zero crossings. */
template <int N>
struct Laplacian : Stage
{
  static const int DEPTH = 1;

  Rows<N, 4> rows;

  using Stage::Stage;

  __device__ __forceinline__ void
  push (int y, float g[N][4], int turn)
  {
    float level[4];

    rows.push (strip, y, g, turn);
    if (y - 1 < strip.y0 || y - 1 >= strip.y1)
      return;

    rows.laplacian (turn, level);
#pragma unroll
    for (int i = 0; i < 4; i++)
      level[i] = p.what == 2 ? 128.0f + p.gain * level[i] : ce_abs (level[i]) > p.high ? 255.0f : 0.0f;
    if (strip.is_inner)
      store_levels (p.target, p.target.data, strip.x, y - 1, level);
  }
};

/* Where the response changes its sign to the right or below. */
template <int N>
struct Crossings : Stage
{
  static const int DEPTH = 2;

  Rows<N, 4> rows;
  Row<4>     above;             /* the response one row up */

  using Stage::Stage;

  __device__ __forceinline__ bool
  crosses (float lap, float neighbour) const
  {
    return (lap < 0) != (neighbour < 0) && ce_abs (lap - neighbour) > p.high;
  }

  __device__ __forceinline__ void
  push (int y, float g[N][4], int turn)
  {
    float  lap[4], level[4];
    Row<4> here;

    rows.push (strip, y, g, turn);
    rows.laplacian (turn, lap);
    here.set (lap);
    if (y - 2 >= strip.y0 && y - 2 < strip.y1)
      {
#pragma unroll
        for (int i = 0; i < 4; i++)
          level[i] = (strip.x + i + 1 < strip.width && crosses (above.v[i + 1], above.v[i + 2]))
                     || (y - 1 < strip.height && crosses (above.v[i + 1], lap[i])) ? 255.0f : 0.0f;
        if (strip.is_inner)
          store_levels (p.target, p.target.data, strip.x, y - 2, level);
      }
    above = here;
  }
};

using LaplacianWords = Words<1, 8, CE_CUDA_WIDE_RADIUS, 1>;

DEFINE_MARCH (laplacian_bytes_3, 16, 3, Pixels<CE_CUDA_U8>, LaplacianBytes<4>)
DEFINE_MARCH (laplacian_bytes_5, 16, 5, Pixels<CE_CUDA_U8>, LaplacianBytes<4>)
DEFINE_MARCH (laplacian_bytes_9, 16, 9, Pixels<CE_CUDA_U8>, LaplacianBytes<4>)
DEFINE_MARCH (laplacian_wide, 14, CE_CUDA_WIDE_RADIUS, LaplacianWords, LaplacianBytes<8>)
DEFINE_MARCH (laplacian_1, 16, 0, Pixels<>, Laplacian<1>)
DEFINE_MARCH (laplacian_2, 16, 0, Signals, Laplacian<2>)
DEFINE_MARCH (crossings_1, 16, 0, Pixels<>, Crossings<1>)
DEFINE_MARCH (crossings_2, 16, 0, Signals, Crossings<2>)
