/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Canny up to hysteresis: gradient, thinning, thresholds; to bits, to levels for looking at the thinned magnitude, or
 * to lists of it.
 */
#include "list.cuh"
#include "read.cuh"
#include "thin.cuh"

/* To the bitmaps. */
template <int W>
struct ToBits
{
  static const bool IS_LIST = false;

  BitWriter<W> to;
  bool         mine;

  __device__ __forceinline__ void
  begin (const CeCudaEdges &p, const Strip &strip)
  {
    to.begin (p.bits, strip.x, strip.y0);
    mine = strip.in_middle && (strip.inside || (strip.x & ~7) < strip.width);
  }

  __device__ __forceinline__ void
  put (const CeCudaEdges &p, const Strip &, int y, const unsigned weak[W], const unsigned strong[W], const float *)
  {
    to.write (p.bits, weak, strong, y, mine);
  }

  __device__ __forceinline__ void end (const CeCudaEdges &) {}
};

/* To lists. */
template <int W>
struct ToList
{
  static const bool IS_LIST = true;

  ListWriter<W> list;

  __device__ __forceinline__ void
  begin (const CeCudaEdges &p, const Strip &strip)
  {
    list.begin (p, strip);
  }

  __device__ __forceinline__ void
  put (const CeCudaEdges &, const Strip &, int, const unsigned weak[W], const unsigned *, const float m[4 * W])
  {
    list.put (W == 2 ? signs_to_bits (weak[0]) | signs_to_bits (weak[W - 1]) << 4 : signs_to_bits (weak[0]), m);
  }

  __device__ __forceinline__ void
  end (const CeCudaEdges &p)
  {
    list.end (p);
  }
};

/* To magnitudes, to look at or as they are. */
struct ToLevels
{
  static const bool IS_LIST = false;

  __device__ __forceinline__ void begin (const CeCudaEdges &, const Strip &) {}
  __device__ __forceinline__ void end (const CeCudaEdges &) {}

  __device__ __forceinline__ void
  put (const CeCudaEdges &p, const Strip &strip, int y, const unsigned kept[1], const unsigned *, const float m[4])
  {
    float level[4];

#pragma unroll
    for (int i = 0; i < 4; i++)
      {
        level[i] = (kept[0] >> (8 * i + 7)) & 1 ? (p.l1 ? m[i] : ce_sqrt (m[i])) : 0.0f;
        if (p.what == CE_CUDA_THIN_LEVELS)
          level[i] = level[i] < 255.0f ? level[i] : 255.0f;
      }
    if (strip.is_inner)
      store_levels (p.target, p.target.data, strip.x, y, level);
  }
};

/* N signals, W times four pixels for each lane, FAST as thin.cuh says; @Out takes the rows. @INSIDE: with code of its own
 * for strips inside the image. */
template <int N, int W, bool FAST, class Out, bool INSIDE = FAST>
struct Thin
{
  static const int  DEPTH = 2;
  static const int  UNROLL = W == 2 ? 1 : STEP; /* more would not fit the instruction cache */
  static const int  LEAST_OF_5 = 4;
  static const bool SCALED = FAST;
  static const bool SPLIT = INSIDE;

  const CeCudaEdges &p;
  const Strip       &strip;
  Rows<N, 4 * W>     rows;
  Row<4 * W>         m[3];      /* magnitudes; of the last two rows they are needed */
  Undecided<W>       row;
  bool               was_plain; /* the row before */
  Out                out;

  __device__ __forceinline__ Thin (const CeCudaEdges &p, const Strip &strip)
    : p (p), strip (strip), row (Undecided<W> ()), was_plain (false) {}

  __device__ __forceinline__ void
  begin ()
  {
    out.begin (p, strip);
  }

  /* Whether magnitudes can be compared in the quicker way, as nearly always: none is nearly infinite or NaN or, if FAST,
   * so small that others may differ from it by less than 2. Where a threshold is above those, nobody asks. */
  __device__ __forceinline__ bool
  is_plain (const float m[4 * W]) const
  {
    float least = 0;

#pragma unroll
    for (int i = 0; i < 4 * W; i++)
      least = FAST ? fminf (least, m[i] * (m[i] - p.high)) : least + m[i];

    return FAST ? least == 0 : least < 3e38f;
  }

  __device__ __forceinline__ void
  consider (const float dx[4 * W], const float dy[4 * W], const float *above, const float *here,
            unsigned weak[W], unsigned strong[W])
  {
    const bool    plain = FAST && ! Out::IS_LIST ? true : __all_sync (ALL, is_plain (here + 1));
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
    if (both_plain)
      row.template consider<FAST ? THIN_FAST : THIN_FINITE> (is_weak, d, above, here, p.high, weak, strong);
    else
      row.template consider<FAST ? THIN_FINITE : THIN_ANY> (is_weak, d, above, here, p.high, weak, strong);
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
      out.put (p, strip, y - 2, weak, strong, above.v + 1);
  }

  __device__ __forceinline__ void
  end ()
  {
    out.end (p);
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

DEFINE_MARCH (list_3, 16, 3, Pixels<CE_CUDA_U8>, Thin<1, 1, true, ToList<1>>)
DEFINE_MARCH (list_5, 16, 5, Pixels<CE_CUDA_U8>, Thin<1, 1, true, ToList<1>>)
DEFINE_MARCH (list_9, 12, 9, Pixels<CE_CUDA_U8>, Thin<1, 1, true, ToList<1>>)
DEFINE_MARCH (list_wide, 12, CE_CUDA_WIDE_RADIUS, ThinWords, Thin<1, 2, true, ToList<2>>)

/* Without a Gaussian: lists and levels, and two signals. */
using Thin2 = Thin<2, 1, false, ToBits<1>>;
using List1 = Thin<1, 1, false, ToList<1>>;
using List2 = Thin<2, 1, false, ToList<1>>;
using Measure1 = Thin<1, 1, false, ToLevels>;
using Measure2 = Thin<2, 1, false, ToLevels>;

DEFINE_MARCH (thin_2, 12, 0, Signals, Thin2)
DEFINE_MARCH (list_1, 16, 0, Pixels<>, List1)
DEFINE_MARCH (list_2, 12, 0, Signals, List2)
DEFINE_MARCH (measure_1, 16, 0, Pixels<>, Measure1)
DEFINE_MARCH (measure_2, 12, 0, Signals, Measure2)
