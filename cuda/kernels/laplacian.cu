/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * These kernels show the Laplacian of the blurred signal.
 */
#include "read.cuh"
#include "rows.cuh"

/* Shows the response to N signals, thresholded or signed. */
template <int N>
struct Laplacian : Stage
{
  static const int DEPTH = 1;
  static const int UNROLL = STEP;

  Rows<N> rows;

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
      level[i] = p.shown == 2 ? 128.0f + p.gain * level[i] : ce_abs (level[i]) > p.high ? 255.0f : 0.0f;
    if (strip.is_inner)
      store_levels (p.target, p.target.data, strip.x, y - 1, level);
  }
};

/* Shows where the response changes its sign to the right or below. */
template <int N>
struct Crossings : Stage
{
  static const int DEPTH = 2;

  Rows<N> rows;
  Row     above;             /* the response one row up */

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
    Row here;

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

DEFINE_MARCH (laplacian_1, 16, 0, Pixels<1>, Laplacian<1>)
DEFINE_MARCH (laplacian_1_3, 16, 3, Pixels<1>, Laplacian<1>)
DEFINE_MARCH (laplacian_1_5, 16, 5, Pixels<1>, Laplacian<1>)
DEFINE_MARCH (laplacian_1_9, 16, 9, Pixels<1>, Laplacian<1>)
DEFINE_MARCH (laplacian_2, 16, 0, Pixels<2>, Laplacian<2>)
DEFINE_MARCH (crossings_1, 16, 0, Pixels<1>, Crossings<1>)
DEFINE_MARCH (crossings_2, 16, 0, Pixels<2>, Crossings<2>)
