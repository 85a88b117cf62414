/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * This is the second step of hysteresis, see hysteresis.cu.
 */
#include "hysteresis.cuh"

static __device__ __forceinline__ void
unite (volatile unsigned *parents, unsigned a, unsigned b)
{
  for (;;)
    {
      unsigned above_a = parents[a], above_b = parents[b];
      unsigned larger, smaller, old;

      a = root_above (parents, a, above_a);
      b = root_above (parents, b, above_b);
      if (a == b)
        return;

      larger = a > b ? a : b;
      smaller = a > b ? b : a;
      old = atomicMin ((unsigned *) parents + larger, smaller);
      if (old == larger)
        return;
      a = old;
      b = smaller;
    }
}

/* Pairs of nodes to unite. All lanes find them and share them out, because each pair takes several trips to memory. */
struct NodePairs
{
  unsigned *parents;
  uint2    *all;                /* of this warp, 64 */
  unsigned  n;
  unsigned  lane;

  __device__ __forceinline__ void
  unite_all ()
  {
    __syncwarp ();
    for (unsigned i = lane; i < n; i += 32)
      unite (parents, all[i].x, all[i].y);
    __syncwarp ();
    n = 0;
  }

  __device__ __forceinline__ void
  add (unsigned a, unsigned b)
  {
    bool     has = a != NO_NODE && b != NO_NODE && a != b;
    unsigned lanes = __ballot_sync (ALL, has);

    if (has)
      all[n + __popc (lanes & ((1u << lane) - 1))] = make_uint2 (a, b);
    n += __popc (lanes);
    if (n > 32)
      unite_all ();
  }

  static __device__ __forceinline__ bool
  differs (unsigned mine, unsigned theirs)
  {
    return (theirs != NO_NODE) & (theirs != mine);
  }

  /* Adds one lane's node with the one across a corner. */
  __device__ __forceinline__ void
  add_corner (bool is_mine, unsigned mine, unsigned theirs)
  {
    add (is_mine ? mine : NO_NODE, theirs);
  }

  /* Adds this lane's node with the three across a border. */
  __device__ __forceinline__ void
  add_across (unsigned mine, unsigned theirs)
  {
    unsigned before = __shfl_up_sync (ALL, theirs, 1);
    unsigned after = __shfl_down_sync (ALL, theirs, 1);
    bool     touches = differs (mine, theirs) | differs (mine, before) | differs (mine, after);

    if (! __any_sync (ALL, mine != NO_NODE && touches))
      return;

    add (mine, theirs);
    add (lane > 0 && before != theirs ? mine : NO_NODE, before);
    add (lane < 31 && after != theirs ? mine : NO_NODE, after);
  }
};

/* Returns the node of a border pixel: 0 if it is strong, NO_NODE if it is neither strong nor weak. @first is the tile's
 * first node. */
static __device__ __forceinline__ unsigned
node_of (unsigned first, unsigned label, unsigned strong)
{
  return label != NO_LABEL ? first + label : strong & 1 ? 0 : NO_NODE;
}

/* The border of a tile, which its neighbours compare with theirs. */
struct Border
{
  unsigned tile;
  unsigned open;                /* number of pieces */
  unsigned labels;              /* of this lane */
  unsigned strong;              /* this lane's row */

  __device__ __forceinline__
  Border (const CeCudaBits &bits, unsigned tile, bool exists) : tile (tile), open (exists ? bits.open[tile] : 0) {}

  __device__ __forceinline__ void
  load (const CeCudaBits &bits, unsigned lane)
  {
    labels = open ? ((const unsigned *) bits.labels)[tile * 32 + lane] : ALL;
    strong = ((const unsigned *) bits.strong)[tile * 32 + lane];
  }

  __device__ __forceinline__ unsigned
  node (int shift, unsigned strong) const
  {
    return node_of (tile * NODES + 1, (labels >> shift) & 255, strong);
  }

  __device__ __forceinline__ unsigned top (int lane) const { return node (0, __shfl_sync (ALL, strong, 0) >> lane); }
  __device__ __forceinline__ unsigned bottom (int lane) const { return node (8, __shfl_sync (ALL, strong, 31) >> lane); }
  __device__ __forceinline__ unsigned left () const { return node (16, strong); }
  __device__ __forceinline__ unsigned right () const { return node (24, strong >> 31); }
};

extern "C" __global__ void __launch_bounds__ (32 * WARPS)
ce_cuda_merge (const __grid_constant__ CeCudaBits bits)
{
  int      lane = threadIdx.x & 31;
  int      tile_x = blockIdx.x * WARPS + (threadIdx.x >> 5);
  unsigned tile = blockIdx.y * bits.tiles_x + tile_x;
  bool     last_row = (int) blockIdx.y + 1 == bits.tiles_y;
  bool     last_column = tile_x + 1 >= bits.tiles_x;

  __shared__ uint2 all[WARPS][64];
  NodePairs        pairs = { (unsigned *) bits.parents, all[threadIdx.x >> 5], 0, (unsigned) lane };

  let_the_next_kernel_start ();
  after_the_kernel_before ();
  if (tile_x >= bits.tiles_x)
    return;

  Border me (bits, tile, true);
  Border right (bits, tile + 1, ! last_column);
  Border below (bits, tile + bits.tiles_x, ! last_row);
  Border below_right (bits, tile + bits.tiles_x + 1, ! last_row && ! last_column);
  Border below_left (bits, tile + bits.tiles_x - 1, ! last_row && tile_x > 0);

  /* Strong pixels need no uniting among themselves. */
  bool to_right = ! last_column && (me.open | right.open);
  bool to_below = ! last_row && (me.open | below.open);
  bool to_below_right = ! last_row && ! last_column && (me.open | below_right.open);
  bool to_below_left = ! last_row && tile_x > 0 && (me.open | below_left.open);

  if (! (to_right | to_below | to_below_right | to_below_left))
    return;

  /* All are under way before the first is needed. */
  me.load (bits, lane);
  if (to_right)
    right.load (bits, lane);
  if (to_below)
    below.load (bits, lane);
  if (to_below_right)
    below_right.load (bits, lane);
  if (to_below_left)
    below_left.load (bits, lane);

  if (to_right)
    pairs.add_across (me.right (), right.left ());
  if (to_below)
    pairs.add_across (me.bottom (lane), below.top (lane));
  if (to_below_right)
    pairs.add_corner (lane == 31, me.bottom (lane), __shfl_sync (ALL, below_right.top (lane), 0));
  if (to_below_left)
    pairs.add_corner (lane == 0, me.bottom (lane), __shfl_sync (ALL, below_left.top (lane), 31));
  pairs.unite_all ();
}
