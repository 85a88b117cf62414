/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Histograms of magnitudes for Canny's automatic thresholds, and the classes of listed magnitudes once thresholds are
 * known.
 */
#include "list.cuh"
#include "read.cuh"

#define BINS 2048

/* Bins that have a counter for each lane: most pixels of a picture fall into a few. */
#define OWN_BINS 32

#define COUNTERS (BINS + OWN_BINS * 32)

/* Magnitudes that a lane asks for at once. */
#define LISTED 6

/* Counts of a warp, in shared memory: COUNTERS, those of lanes at the end. */
struct Counts
{
  unsigned *all;

  __device__ __forceinline__ void
  clear () const
  {
    for (int i = threadIdx.x; i < COUNTERS; i += 32)
      all[i] = 0;
    __syncwarp ();
  }

  /* A magnitude. */
  __device__ __forceinline__ void
  add (float level) const
  {
    int bin = (int) (level < BINS - 1 ? level : BINS - 1);

    atomicAdd (all + (bin < OWN_BINS ? BINS + bin * 32 + threadIdx.x : bin), 1u);
  }

  /* To the image's. */
  __device__ __forceinline__ void
  give (CeCudaPtr bins) const
  {
    __syncwarp ();
    for (int i = threadIdx.x; i < BINS; i += 32)
      {
        unsigned n = all[i];

        if (i < OWN_BINS)
          for (int k = 0; k < 32; k++)
            n += all[BINS + i * 32 + ((k + i) & 31)];
        if (n)
          atomicAdd ((unsigned long long *) bins + i, (unsigned long long) n);
      }
  }
};

/* Magnitudes of all pixels. */
template <int N>
struct CountAll
{
  static const int  DEPTH = 1;
  static const bool SCALED = false;
  static const bool SPLIT = false;

  const CeCudaEdges &p;
  const Strip       &strip;
  Rows<N, 4>         rows;
  Counts             counts;

  __device__ __forceinline__ CountAll (const CeCudaEdges &p, const Strip &strip) : p (p), strip (strip) {}

  __device__ __forceinline__ void
  begin ()
  {
    __shared__ unsigned all[COUNTERS];

    counts.all = all;
    counts.clear ();
  }

  __device__ __forceinline__ void
  push (int y, float g[N][4], int turn)
  {
    float dx[4], dy[4], m[4];

    rows.push (strip, y, g, turn);
    if (y - 1 < strip.y0 || y - 1 >= strip.y1)
      return;

    rows.template gradient<false, false> (p.op, turn, dx, dy);
    magnitudes<4> (p, strip, dx, dy, y - 1, m);
#pragma unroll
    for (int i = 0; i < 4; i++)
      if (strip.is_inner && strip.x + i < strip.width)
        counts.add (p.l1 ? m[i] : ce_sqrt (m[i]));
  }

  __device__ __forceinline__ void
  end ()
  {
    counts.give (p.bins);
  }
};

DEFINE_MARCH (count_1, 12, 0, Pixels<>, CountAll<1>)
DEFINE_MARCH (count_2, 12, 0, Signals, CountAll<2>)

/* Listed magnitudes; blocks of a warp that take the lists of @strips times @blocks blocks in turn, each of lanes with
 * @words times four columns. */
extern "C" __global__ void __launch_bounds__ (32, 16)
ce_cuda_count_lists (const __grid_constant__ CeCudaEdges p, int strips, int blocks, int words)
{
  __shared__ unsigned all[COUNTERS];
  Counts              counts = { all };

  counts.clear ();
  for (int i = blockIdx.x; i < strips * blocks; i += gridDim.x)
    {
      const int      strip = i % strips, block = i / strips;
      const int      y0 = share_of (p.shares, block, p.y0, p.y1).x;
      const float   *list = words == 2 ? list_of<2> (p.lists, strip, y0) : list_of<1> (p.lists, strip, y0);
      const unsigned n = *count_of (p.lists, strip, block);
      float          m[LISTED], next[LISTED];

#pragma unroll
      for (int j = 0; j < LISTED; j++)
        next[j] = j < n ? list[j * 32 + threadIdx.x] : 0;
      for (unsigned k = 0; __any_sync (ALL, k < n); k += LISTED)
        {
#pragma unroll
          for (int j = 0; j < LISTED; j++)
            {
              m[j] = next[j] * p.lists.scale;
              next[j] = k + LISTED + j < n ? list[(k + LISTED + j) * 32 + threadIdx.x] : 0;
            }
#pragma unroll
          for (int j = 0; j < LISTED; j++)
            if (k + j < n)
              counts.add (p.l1 ? m[j] : ce_sqrt (m[j]));
        }
    }
  counts.give (p.bins);
}

/* The bits of listed magnitudes: the blocks are those that listed them. A lane takes those of a mask four at a time. */
template <int W>
static __device__ __forceinline__ void
classify (const CeCudaEdges &p)
{
  const int       lane = threadIdx.x, margin = p.lists.margin, rows = MASK_ROWS (W);
  const int2      share = share_of (p.shares, blockIdx.y, p.y0, p.y1);
  const int       x = CE_CUDA_STRIP (4 * W, margin) * blockIdx.x + 4 * W * (lane - margin);
  const bool      mine = lane >= margin && lane < 32 - margin && (x & ~7) < p.source.width;
  const float    *list = list_of<W> (p.lists, blockIdx.x, share.x);
  const unsigned *masks = masks_of<W> (p.lists, blockIdx.x, blockIdx.y, share.x);
  unsigned        at = lane, mask = *masks;
  BitWriter<W>    to;

  let_the_next_kernel_start ();
  to.begin (p.bits, x, share.x);
  for (int y = share.x; y < share.y; y += rows)
    {
      unsigned left = mask, weak = 0, strong = 0;

      masks += 32;
      if (y + rows < share.y)
        mask = *masks;
      while (__any_sync (ALL, left != 0))
        {
          const unsigned n = min (__popc (left), 4);
          float          m[4];

#pragma unroll
          for (int i = 0; i < 4; i++)
            m[i] = i < n ? list[at + 32 * i] : 0;
          at += 32 * n;
#pragma unroll
          for (int i = 0; i < 4; i++)
            {
              unsigned bit = left & -left;

              weak |= m[i] > p.low ? bit : 0;
              strong |= m[i] > p.high ? bit : 0;
              left ^= bit;
            }
        }
      to.write_rows (p.bits, weak, strong, y, min (rows, share.y - y), mine);
    }
}

extern "C" __global__ void __launch_bounds__ (32, 16)
ce_cuda_classify_1 (const __grid_constant__ CeCudaEdges p)
{
  classify<1> (p);
}

extern "C" __global__ void __launch_bounds__ (32, 16)
ce_cuda_classify_2 (const __grid_constant__ CeCudaEdges p)
{
  classify<2> (p);
}
