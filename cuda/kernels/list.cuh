/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Lists of the magnitudes that thinning keeps, so that thresholds can be found and then applied without thinning again:
 * few pixels are kept. A block that marches has room for all of its pixels, lanes beside each other; a lane appends what
 * is kept of its columns, row after row, and nobody has to know how many others have. Masks say which were kept, a bit for
 * each of a lane's 4 W columns.
 */
#ifndef CE_CUDA_LIST_CUH
#define CE_CUDA_LIST_CUH

#include "march.cuh"
#include "thin.cuh"

/* Rows of a mask. */
#define MASK_ROWS(W) (8 / (W))

/* A block's magnitudes, lane 0: that of @strip that begins with the row @y0. */
template <int W>
static __device__ __forceinline__ float *
list_of (const CeCudaLists &lists, int strip, int y0)
{
  return (float *) lists.levels + ((long long) strip * lists.rows + (y0 - lists.first)) * 128 * W;
}

/* This lane's masks, of the block that is number @block in its column. Each may have one more than its rows fill. */
template <int W>
static __device__ __forceinline__ unsigned *
masks_of (const CeCudaLists &lists, int strip, int block, int y0)
{
  int room = lists.rows / MASK_ROWS (W) + CE_CUDA_LIST_BLOCKS (lists.rows);

  return (unsigned *) lists.masks + (strip * room + (y0 - lists.first) / MASK_ROWS (W) + block) * 32 + threadIdx.x;
}

/* How many magnitudes it has. */
static __device__ __forceinline__ unsigned *
count_of (const CeCudaLists &lists, int strip, int block)
{
  return (unsigned *) lists.counts + (strip * CE_CUDA_LIST_BLOCKS (lists.rows) + block) * 32 + threadIdx.x;
}

template <int W>
struct ListWriter
{
  unsigned  columns;            /* of this lane's, those inside the image */
  float    *list;
  unsigned  at;                 /* of the next magnitude */
  unsigned *next_mask;
  unsigned  mask;
  unsigned  row;

  __device__ __forceinline__ void
  begin (const CeCudaEdges &p, const Strip &strip)
  {
    columns = strip.is_inner ? ((1u << 4 * W) - 1) >> max (strip.x + 4 * W - strip.width, 0) : 0;
    list = list_of<W> (p.lists, blockIdx.x, strip.y0);
    at = threadIdx.x;
    next_mask = masks_of<W> (p.lists, blockIdx.x, blockIdx.y, strip.y0);
    mask = row = 0;
  }

  /* Pixels of the next row, of which those in @kept count. */
  __device__ __forceinline__ void
  put (unsigned kept, const float m[4 * W])
  {
    kept &= columns;
#pragma unroll
    for (int i = 0; i < 4 * W; i++)
      if ((kept >> i) & 1)
        {
          list[at] = m[i];
          at += 32;
        }
    mask |= kept << (4 * W * (row++ % MASK_ROWS (W)));
    if (row % MASK_ROWS (W) == 0)
      {
        *next_mask = mask;
        next_mask += 32;
        mask = 0;
      }
  }

  __device__ __forceinline__ void
  end (const CeCudaEdges &p)
  {
    if (row % MASK_ROWS (W))
      *next_mask = mask;
    *count_of (p.lists, blockIdx.x, blockIdx.y) = at >> 5;
  }
};

#endif
