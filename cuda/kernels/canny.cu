/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Canny up to hysteresis (J. Canny, A Computational Approach to Edge Detection, 1986): kernels compute the gradient, or the
 * middles of lines, thin it, and write bits of both thresholds, or magnitudes for automatic thresholds and for display.
 */
#include "read.cuh"
#include "thin.cuh"

/* Thins N signals, of MIDDLES of lines or of edges; @Out takes the rows. */
template <int N, class Out, bool MIDDLES = false>
struct Thin : Stage
{
  static const int DEPTH = 2;
  static const int UNROLL = STEP;

  Rows<N>   rows;
  Row       m[3];               /* magnitudes; of the last two rows they are needed */
  Undecided row;
  Out       out;

  __device__ __forceinline__ Thin (const CeCudaLaunch &p, const Strip &strip) : Stage (p, strip), row (Undecided ()) {}

  __device__ __forceinline__ void
  begin ()
  {
    out.begin (p, strip.x, strip.y0, strip.in_middle);
  }

  __device__ __forceinline__ void
  push (int y, float g[N][4], int turn)
  {
    Row     &above = m[(turn + 2) % 3], &here = m[turn % 3];
    float    dx[4], dy[4], v[4];
    unsigned is_weak, weak = 0, strong = 0;

    rows.push (strip, y, g, turn);
    if (MIDDLES)
      {
        rows.ridge (p.ridge, turn, dx, dy, v);
        nothing_outside (strip, y - 1, v);
      }
    else
      {
        rows.gradient (p.op, p.compares_l1, turn, dx, dy);
        magnitudes (p, strip, dx, dy, y - 1, v);
      }
    here.set (v);
    is_weak = signs_of_above (here.v + 1, p.low);
    if (row.is_nothing (is_weak))
      row = Undecided ();
    else
      weak = row.go_on (is_weak, directions_of (dx, dy, p.low), above.v, here.v, p.high, &strong);
    if (y - 2 >= strip.y0 && y - 2 < strip.y1)
      out.put (p, y - 2, weak, strong, above.v + 1);
  }
};

#define THIN(name, out)                                                         \
  DEFINE_MARCH (name ## _1, 16, 0, Pixels<1>, Thin<1, out>)                     \
  DEFINE_MARCH (name ## _1_3, 16, 3, Pixels<1>, Thin<1, out>)                   \
  DEFINE_MARCH (name ## _1_5, 16, 5, Pixels<1>, Thin<1, out>)                   \
  DEFINE_MARCH (name ## _1_9, 12, 9, Pixels<1>, Thin<1, out>)                   \
  DEFINE_MARCH (name ## _2, 12, 0, Pixels<2>, Thin<2, out>)                     \
  DEFINE_MARCH (name ## _3, 12, 0, Planes<3>, Thin<3, out>)                     \
  DEFINE_MARCH (name ## _4, 12, 0, Planes<4>, Thin<4, out>)

#define MIDDLES(name, out)                                                      \
  DEFINE_MARCH (name ## _1, 12, 0, Planes<1>, Thin<1, out, true>)               \
  DEFINE_MARCH (name ## _2, 12, 0, Planes<2>, Thin<2, out, true>)

THIN (thin, ToBits)
THIN (thinned, ToMagnitudes)
MIDDLES (middles, ToBits)
MIDDLES (thinned_middles, ToMagnitudes)
