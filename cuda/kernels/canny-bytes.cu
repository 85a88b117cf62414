/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Canny's thinning of an 8-bit grey image without blur, with Sobel, to bits. A
 * warp marches down a strip of 256 columns, eight per lane; the outer lanes
 * only feed their neighbours.
 *
 * Derivatives and directions are pairs of halves, magnitudes are floats.
 */
#include "bytes.cuh"
#include "words.cuh"
#include "thin.cuh"

/* Sign bits of a pair, and tangents as pairs. */
#define MINUS 0x80008000u
#define TAN_HIGH 0x36a136a1u            /* 22.5 degrees: 0.4143066406, less 0.0000931025 */
#define TAN_LOW 0x861a861au
#define TAN_HIGH_67 0x40d440d4u         /* 67.5 degrees: 2.4140625, plus 0.0001510382 */
#define TAN_LOW_67 0x08f308f3u

template <bool L1, class Out>
struct ThinBytes
{
  const CeCudaLaunch &p;
  RowReader<4, -1, 1> next;
  int                lane;
  int                x;
  Out                out;
  bool               inside;    /* the compiler leaves out what is for edges */
  bool               at_edge;
  SobelRow<2, 0x68>  row[3];    /* twice the levels */
  float              m[3][10];  /* magnitudes, one column more at each side */

  __device__ __forceinline__ ThinBytes (const CeCudaLaunch &p) : p (p) {}

  /* Four times the squared or twice the L1 magnitude, as p.low and p.high are. */
  static __device__ __forceinline__ float
  magnitude (float dx, float dy)
  {
    return L1 ? ce_abs (dx) + ce_abs (dy) : __fmaf_rn (dx, dx, dy * dy);
  }

  __device__ __forceinline__ void
  magnitudes (const unsigned dx[4], const unsigned dy[4], int y, float v[10]) const
  {
#pragma unroll
    for (int k = 0; k < 4; k++)
      {
        v[k + 1] = magnitude (pair_low (dx[k]), pair_low (dy[k]));
        v[k + 5] = magnitude (pair_high (dx[k]), pair_high (dy[k]));
      }
    if (! inside && (at_edge || y < 0 || y >= p.source.height))
#pragma unroll
      for (int i = 0; i < 8; i++)
        if (x + i < 0 || x + i >= p.source.width || y < 0 || y >= p.source.height)
          v[i + 1] = 0;
    v[0] = __shfl_up_sync (ALL, v[8], 1);
    v[9] = __shfl_down_sync (ALL, v[1], 1);
  }

  /* Closer to the x axis than 22.5 degrees; than 67.5; falling if not rising.
   * The tangents of 22.5 and 67.5 degrees as sums of two halves. The first
   * step is exact where it is small, else larger than what the second adds; for
   * all derivatives of bytes both give the sign of the comparison in float
   * (checked one by one). Where both derivatives are 0, it does not matter. */
  static __device__ __forceinline__ void
  directions (const unsigned dx[4], const unsigned dy[4], Directions<2> &d)
  {
    unsigned h[4], f[4], r[4];

#pragma unroll
    for (int k = 0; k < 4; k++)
      {
        unsigned ax = pair_abs (dx[k]);
        unsigned ay = pair_abs (dy[k]);

        h[k] = pair_fma (ax, TAN_LOW ^ MINUS, pair_fma (ax, TAN_HIGH ^ MINUS, ay));
        f[k] = pair_fma (ax, TAN_LOW_67 ^ MINUS, pair_fma (ax, TAN_HIGH_67 ^ MINUS, ay));
        r[k] = pair_mul (dx[k], dy[k]);
      }
    signs_of_pairs (h, d.horizontal);
    signs_of_pairs (f, d.flat);
    signs_of_pairs (r, d.rising);
  }

  __device__ __forceinline__ void
  consider (const unsigned dx[4], const unsigned dy[4], const float above[10], const float here[10],
            Undecided<2> &row, unsigned weak[2], unsigned strong[2]) const
  {
    Signs<2>      is_weak;
    Directions<2> d;

    is_weak.more (here + 1, p.low);
    if (row.is_nothing (is_weak))
      {
        row = Undecided<2> ();
        weak[0] = weak[1] = strong[0] = strong[1] = 0;
        return;
      }

    directions (dx, dy, d);
    row.consider<THIN_FAST> (is_weak, d, above, here, p.high, weak, strong);
  }

  /* Rows @y0 to @y1 - 1. Before row y is thinned, rows up to y + 1 have
   * magnitudes and rows up to y + 2 are loaded; everything is three rows deep,
   * so three at a time. */
  __device__ __forceinline__ void
  march (int y0, int y1)
  {
    Undecided<2> undecided = Undecided<2> ();

    out.begin (p, x, y0, lane > 0 && lane < 31);
    next.begin (p.source, x, y0 - 2, y1 + 1, inside, at_edge);
    next.load (p.source, y0 - 2);
    next.repeat_columns ();
    row[0].set (next.w);
    next.load (p.source, y0 - 1);
    next.repeat_columns ();
    row[1].set (next.w);
    next.load (p.source, y0);
    for (int y = y0; y < y1 + 2; y += 3)
#pragma unroll
      for (int i = 0; i < 3; i++)
        {
          unsigned dx[4], dy[4], weak[2], strong[2];

          next.repeat_columns ();
          row[(i + 2) % 3].set (next.w);
          next.load (p.source, y + i + 1);
          sobel_pairs (row[i % 3], row[(i + 1) % 3], row[(i + 2) % 3], dx, dy);
          magnitudes (dx, dy, y + i - 1, m[i % 3]);
          consider (dx, dy, m[(i + 2) % 3], m[i % 3], undecided, weak, strong);
          if (y + i - 2 >= y0 && y + i - 2 < y1)
            out.put (p, y + i - 2, weak, strong, m[(i + 2) % 3] + 1);
        }
  }
};

/* A block is one warp, so that branches on where it is are uniform. */
template <bool L1, class Out>
static __device__ __forceinline__ void
thin_bytes (const CeCudaLaunch &p)
{
  const int          x0 = CE_CUDA_STRIP (8, 1) * blockIdx.x - 8;
  const int2         rows = rows_of_block (p);
  const int          y0 = rows.x, y1 = rows.y;
  ThinBytes<L1, Out> thin (p);

  let_the_next_kernel_start ();
  thin.lane = threadIdx.x;
  thin.x = x0 + 8 * thin.lane;
  if (x0 >= 4 && x0 + 256 + 4 <= p.source.width && y0 >= 2 && y1 + 2 + 3 < p.source.height)
    {
      thin.inside = true;
      thin.at_edge = false;
      thin.march (y0, y1);
    }
  else
    {
      thin.inside = false;
      thin.at_edge = x0 < 4 || x0 + 256 + 4 > p.source.width;
      thin.march (y0, y1);
    }
}

DEFINE_KERNEL (thin_bytes_l2, 16, thin_bytes<false, ToBits<2>>)
DEFINE_KERNEL (thin_bytes_l1, 16, thin_bytes<true, ToBits<2>>)
DEFINE_KERNEL (keep_bytes_l2, 16, thin_bytes<false, ToKept<2>>)
DEFINE_KERNEL (keep_bytes_l1, 16, thin_bytes<true, ToKept<2>>)
