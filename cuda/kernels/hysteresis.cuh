/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tiles, flooding and union-find for the kernels of hysteresis.
 */
#ifndef CE_CUDA_HYSTERESIS_CUH
#define CE_CUDA_HYSTERESIS_CUH

#include "load.cuh"

#define NODES CE_CUDA_TILE_NODES
#define NO_NODE ALL
#define NO_LABEL 255u
#define WARPS CE_CUDA_TILE_WARPS

/* The least blocks of a processor with room for 2048 threads,
 * because loads take longer than all other work. */
#if __CUDA_ARCH__ == 800 || __CUDA_ARCH__ == 900
#define BLOCKS 8
#else
#define BLOCKS 4
#endif

/* Returns the runs of @w that contain a bit of @s, from that bit upwards: the carry of the addition goes to the end of the
 * run. */
static __device__ __forceinline__ unsigned
fill_upwards (unsigned w, unsigned s)
{
  return s | (((w + s) ^ w) & w);
}

/* Returns the pixels of @w that are connected to @s within the tile. */
static __device__ __forceinline__ unsigned
flood (unsigned w, unsigned s)
{
  unsigned w_back = __brev (w);
  unsigned before;

  s &= w;
  do
    {
      unsigned above = __shfl_up_sync (ALL, s, 1);
      unsigned below = __shfl_down_sync (ALL, s, 1);
      unsigned touching;

      before = s;
      touching = above | below; /* the first and last row get their own bits here */
      touching |= (touching << 1) | (touching >> 1);
      s |= touching & w;
      s = fill_upwards (w, s);
      s = __brev (fill_upwards (w_back, __brev (s)));
    }
  while (__any_sync (ALL, s != before));

  return s;
}

/* Returns the root of a node whose parent is @parent, and halves the path to it. Another thread's write between two reads
 * does no harm, because each value that is read is an ancestor. */
static __device__ __forceinline__ unsigned
root_above (volatile unsigned *parents, unsigned node, unsigned parent)
{
  while (parent != node)
    {
      unsigned grand = parents[parent];

      if (grand != parent)
        parents[node] = grand;
      node = parent;
      parent = grand;
    }

  return node;
}

static __device__ __forceinline__ unsigned
find_root (volatile unsigned *parents, unsigned node)
{
  return root_above (parents, node, parents[node]);
}

#endif
