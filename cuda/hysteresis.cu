/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Exact hysteresis, in three launches whatever the image: a weak pixel is an
 * edge if a chain of weak pixels, however long, leads to a strong one.
 *
 * 1. ce_cuda_flood: inside each tile of 32 x 32 pixels the strong bits flood
 *    the weak ones. What stays weak and touches the tile's border gets a node
 *    per connected piece; what does not touch it can never become an edge.
 * 2. ce_cuda_merge: pieces that touch across tile borders are united, and
 *    those that touch a strong pixel are united with node 0 (union-find by
 *    atomic minimum: nodes only ever point to smaller ones, so the result
 *    does not depend on who comes first).
 * 3. ce_cuda_edges: pieces whose root is 0 are flooded as strong, and bits
 *    become samples.
 *
 * One warp per tile, one row per lane. A tile has at most 62 pieces that touch
 * its border, as two of them cannot be next to each other: 64 nodes each.
 * Labels of the border pixels: four bytes per lane, for the lane's column of
 * the top and of the bottom row, and for the lane's row of the left and of
 * the right column; 255 where there is none.
 */
#include "hysteresis.cuh"

static __device__ __forceinline__ unsigned
pack_labels (unsigned top, unsigned bottom, unsigned left, unsigned right)
{
  return top | bottom << 8 | left << 16 | right << 24;
}

/* Numbers the pieces of @rest that touch the tile's border. */
static __device__ __forceinline__ unsigned
label_border (unsigned rest, int lane, unsigned *n_labels)
{
  unsigned border = lane == 0 || lane == 31 ? ALL : 0x80000001u;
  unsigned all = rest;
  unsigned top = NO_LABEL, bottom = NO_LABEL, left = NO_LABEL, right = NO_LABEL;
  unsigned n = 0;
  unsigned rows;

  while ((rows = __ballot_sync (ALL, (rest & border) != 0)) != 0)
    {
      unsigned seed = rest & border;
      unsigned piece = flood (all, lane == __ffs (rows) - 1 ? seed & -seed : 0, lane);
      unsigned top_row = __shfl_sync (ALL, piece, 0);
      unsigned bottom_row = __shfl_sync (ALL, piece, 31);

      top = (top_row >> lane) & 1 ? n : top;
      bottom = (bottom_row >> lane) & 1 ? n : bottom;
      left = piece & 1 ? n : left;
      right = piece >> 31 ? n : right;
      rest &= ~piece;
      n++;
    }

  *n_labels = n;
  return pack_labels (top, bottom, left, right);
}

extern "C" __global__ void __launch_bounds__ (32 * WARPS)
ce_cuda_flood (const __grid_constant__ CeCudaBits bits, int height)
{
  int       lane = threadIdx.x & 31;
  int       tile_x = blockIdx.x * WARPS + (threadIdx.x >> 5);
  long long tile = (long long) blockIdx.y * bits.tiles_x + tile_x;
  unsigned *strong = (unsigned *) bits.strong + tile * 32 + lane;
  unsigned *parents = (unsigned *) bits.parents + tile * NODES + 1;
  unsigned  w, s, labels, n = 0;

  if (tile_x >= bits.tiles_x)
    return;

  /* Nobody wrote the rows below the image. */
  w = (int) blockIdx.y * 32 + lane < height ? ((unsigned *) bits.weak)[tile * 32 + lane] : 0;
  s = w & *strong;
  labels = ALL;
  if (__any_sync (ALL, w != s))
    {
      if (__any_sync (ALL, s != 0))
        s = flood (w, s, lane);
      labels = label_border (w & ~s, lane, &n);
    }

  *strong = s;
  ((unsigned *) bits.labels)[tile * 32 + lane] = labels;
  for (unsigned i = lane; i < n; i += 32)
    parents[i] = (unsigned) (tile * NODES + 1 + i);
  if (tile == 0 && lane == 0)
    *(unsigned *) bits.parents = 0;
}

static __device__ __forceinline__ void
unite (unsigned *parents, unsigned a, unsigned b)
{
  if (a == NO_NODE || b == NO_NODE || a == b)
    return;

  for (;;)
    {
      unsigned larger, smaller, old;

      a = find_root (parents, a);
      b = find_root (parents, b);
      if (a == b)
        return;

      larger = a > b ? a : b;
      smaller = a > b ? b : a;
      old = atomicMin (parents + larger, smaller);
      if (old == larger)
        return;
      a = old;
      b = smaller;
    }
}

/* The node of a border pixel: 0 if it is strong, NO_NODE if it is nothing. */
static __device__ __forceinline__ unsigned
node_of (long long tile, unsigned label, unsigned strong)
{
  if (label != NO_LABEL)
    return (unsigned) (tile * NODES + 1 + label);

  return strong & 1 ? 0 : NO_NODE;
}

/* Unites this lane's node with the three across a border. */
static __device__ __forceinline__ void
unite_across (unsigned *parents, unsigned mine, unsigned theirs, int lane)
{
  unsigned before = __shfl_up_sync (ALL, theirs, 1);
  unsigned after = __shfl_down_sync (ALL, theirs, 1);

  unite (parents, mine, theirs);
  if (lane > 0 && before != theirs)
    unite (parents, mine, before);
  if (lane < 31 && after != theirs)
    unite (parents, mine, after);
}

/* What a tile shows to its neighbours. */
struct Border
{
  long long tile;
  unsigned  labels;             /* of this lane */
  unsigned  strong;             /* this lane's row */

  __device__ __forceinline__
  Border (const CeCudaBits &bits, long long tile, bool exists, int lane) : tile (tile), strong (0)
  {
    labels = exists ? ((const unsigned *) bits.labels)[tile * 32 + lane] : ALL;
  }

  __device__ __forceinline__ void
  load_strong (const CeCudaBits &bits, bool exists, int lane)
  {
    if (exists)
      strong = ((const unsigned *) bits.strong)[tile * 32 + lane];
  }

  __device__ __forceinline__ unsigned
  top (int lane) const
  {
    return node_of (tile, labels & 255, __shfl_sync (ALL, strong, 0) >> lane);
  }

  __device__ __forceinline__ unsigned
  bottom (int lane) const
  {
    return node_of (tile, (labels >> 8) & 255, __shfl_sync (ALL, strong, 31) >> lane);
  }

  __device__ __forceinline__ unsigned left () const { return node_of (tile, (labels >> 16) & 255, strong); }
  __device__ __forceinline__ unsigned right () const { return node_of (tile, labels >> 24, strong >> 31); }
};

extern "C" __global__ void __launch_bounds__ (32 * WARPS)
ce_cuda_merge (const __grid_constant__ CeCudaBits bits)
{
  int       lane = threadIdx.x & 31;
  int       tile_x = blockIdx.x * WARPS + (threadIdx.x >> 5);
  long long tile = (long long) blockIdx.y * bits.tiles_x + tile_x;
  bool      has_right = tile_x + 1 < bits.tiles_x;
  bool      has_left = tile_x > 0;
  bool      has_below = (int) blockIdx.y + 1 < bits.tiles_y;
  unsigned *parents = (unsigned *) bits.parents;
  unsigned  my_bottom, corner;

  if (tile_x >= bits.tiles_x)
    return;

  Border me (bits, tile, true, lane);
  Border right (bits, tile + 1, has_right, lane);
  Border below (bits, tile + bits.tiles_x, has_below, lane);
  Border below_right (bits, tile + bits.tiles_x + 1, has_below && has_right, lane);
  Border below_left (bits, tile + bits.tiles_x - 1, has_below && has_left, lane);

  /* Strong pixels need no uniting among themselves. */
  if (! __any_sync (ALL, (me.labels & right.labels & below.labels & below_right.labels & below_left.labels) != ALL))
    return;

  me.load_strong (bits, true, lane);
  right.load_strong (bits, has_right, lane);
  below.load_strong (bits, has_below, lane);
  below_right.load_strong (bits, has_below && has_right, lane);
  below_left.load_strong (bits, has_below && has_left, lane);
  my_bottom = me.bottom (lane);
  unite_across (parents, me.right (), right.left (), lane);
  unite_across (parents, my_bottom, below.top (lane), lane);

  corner = below_right.top (lane);
  corner = __shfl_sync (ALL, corner, 0);
  if (lane == 31)
    unite (parents, my_bottom, corner);
  corner = below_left.top (lane);
  corner = __shfl_sync (ALL, corner, 31);
  if (lane == 0)
    unite (parents, my_bottom, corner);
}
