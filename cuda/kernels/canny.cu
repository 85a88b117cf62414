/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * J. Canny, A Computational Approach to Edge Detection, 1986, up to hysteresis: gradient, thinning, thresholds; to bits, or
 * to magnitudes, for automatic thresholds and to be looked at.
 */
#include "read.cuh"
#include "thin.cuh"

/* N signals, W times four pixels for each lane, FAST as thin.cuh says; @Out takes the rows. @INSIDE: with code of its own
 * for strips inside the image. */
template <int N, int W, bool FAST, class Out, bool INSIDE = FAST>
struct Thin : Stage
{
  static const int  DEPTH = 2;
  static const int  UNROLL = W == 2 ? 1 : STEP; /* more would not fit the instruction cache */
  static const int  LEAST_OF_5 = W == 2 ? 5 : 4;
  static const bool SCALED = FAST;
  static const bool SPLIT = INSIDE;

  Rows<N, 4 * W> rows;
  Row<4 * W>     m[3];          /* magnitudes; of the last two rows they are needed */
  Undecided<W>   row;
  bool           was_plain;     /* the row before */
  Out            out;

  __device__ __forceinline__ Thin (const CeCudaLaunch &p, const Strip &strip)
    : Stage (p, strip), row (Undecided<W> ()), was_plain (false) {}

  __device__ __forceinline__ void
  begin ()
  {
    out.begin (p, strip.x, strip.y0, strip.in_middle);
  }

  /* Whether magnitudes can be compared in the quicker way, as nearly always: none is nearly infinite or NaN. */
  __device__ __forceinline__ bool
  is_plain (const float m[4 * W]) const
  {
    float sum = 0;

#pragma unroll
    for (int i = 0; i < 4 * W; i++)
      sum = sum + m[i];

    return sum < 3e38f;
  }

  /* If FAST, without a threshold, differences may be small, but bytes have no magnitudes that are not finite. */
  __device__ __forceinline__ void
  consider (const float dx[4 * W], const float dy[4 * W], const float *above, const float *here,
            unsigned (&weak)[W], unsigned (&strong)[W])
  {
    const bool    plain = FAST || __all_sync (ALL, is_plain (here + 1));
    const bool    both_plain = plain && was_plain;
    Signs<W>      is_weak;
    Directions<W> d;

    was_plain = plain;
    is_weak.more (here + 1, p.low);
    if (row.is_nothing (is_weak))
      {
        row = Undecided<W> ();
#pragma unroll
        for (int i = 0; i < W; i++)
          weak[i] = strong[i] = 0;
        return;
      }

    directions_of<W, FAST> (dx, dy, p.low, d);
    if (FAST)
      row.template consider<Out::KEEPS ? THIN_FINITE : THIN_FAST> (is_weak, d, above, here, p.high, weak, strong);
    else if (both_plain)
      row.template consider<THIN_FINITE> (is_weak, d, above, here, p.high, weak, strong);
    else
      row.template consider<THIN_ANY> (is_weak, d, above, here, p.high, weak, strong);
  }

  __device__ __forceinline__ void
  push (int y, float g[N][4 * W], int turn)
  {
    Row<4 * W> &above = m[(turn + 2) % 3], &here = m[turn % 3];
    float       dx[4 * W], dy[4 * W], v[4 * W];
    unsigned    weak[W], strong[W];

    rows.push (strip, y, g, turn);
    rows.template gradient<FAST, W == 2> (p.op, turn, dx, dy);
    magnitudes<4 * W> (p, strip, dx, dy, y - 1, v);
    here.set (v);
    consider (dx, dy, above.v, here.v, weak, strong);
    if (y - 2 >= strip.y0 && y - 2 < strip.y1)
      out.put (p, y - 2, weak, strong, above.v + 1);
  }
};

#define THIN(R, warps)                                                          \
  DEFINE_MARCH (thin_ ## R, warps, R, Pixels<CE_CUDA_U8>, Thin<1, 1, true, ToBits<1>>)  \
  DEFINE_MARCH (thin_any_ ## R, warps, R, Pixels<>, Thin<1, 1, false, ToBits<1>, R == 0>)

THIN (0, 16)
THIN (3, 16)
THIN (5, 16)
THIN (9, 12)

using ThinWords = Words<1, 8, CE_CUDA_WIDE_RADIUS, 1>;
DEFINE_MARCH (thin_wide, 12, CE_CUDA_WIDE_RADIUS, ThinWords, Thin<1, 2, true, ToBits<2>>)

using Keep = Thin<1, 1, true, ToKept<1>>;
using KeepWide = Thin<1, 2, true, ToKept<2>>;

DEFINE_MARCH (keep_3, 16, 3, Pixels<CE_CUDA_U8>, Keep)
DEFINE_MARCH (keep_5, 16, 5, Pixels<CE_CUDA_U8>, Keep)
DEFINE_MARCH (keep_9, 12, 9, Pixels<CE_CUDA_U8>, Keep)
DEFINE_MARCH (keep_wide, 12, CE_CUDA_WIDE_RADIUS, ThinWords, KeepWide)

/* Without a Gaussian: any source, and two signals. */
using Thin2 = Thin<2, 1, false, ToBits<1>>;
using Keep1 = Thin<1, 1, false, ToKept<1>>;
using Keep2 = Thin<2, 1, false, ToKept<1>>;

DEFINE_MARCH (thin_2, 12, 0, Signals, Thin2)
DEFINE_MARCH (keep_1, 16, 0, Pixels<>, Keep1)
DEFINE_MARCH (keep_2, 12, 0, Signals, Keep2)
