/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * 003: the passes of J. Lam's hysteresis, after Y. Luo and R. Duraiswami, 2008. The document's threads write to their
 * neighbours' pixels between the barriers at which others read them, a race. Rebuilt so that each reads its
 * neighbours, waits, and writes its own pixel alone. A pass reads one copy and writes another, or the same one: then what
 * it finds depends on which blocks come first. Held to plain_hysteresis, by copies.
 */
#include "kernels.cuh"

#define WEAK 0x60
#define FRESH 0x90
#define EDGE 0xff

static __device__ __forceinline__ bool
is_strong (int value)
{
  return value == FRESH || value == EDGE;
}

static __device__ __forceinline__ u8
last_value (int value, int last)
{
  return (u8) (value == FRESH ? EDGE : last && value != EDGE ? 0 : value);
}

/* In global memory: tiles of B^2 pixels, 9 bytes read in every round and at most 1 written, until a block finds
 * nothing new. Pixels of other blocks are read from @in, the block's own from @out. Bound by rounds, each of which
 * waits for memory. */
template <int B>
static __device__ __forceinline__ void
hysteresis_global (const volatile u8 *in, volatile u8 *out, int width, int height, int last, int *changed)
{
  int  x = LADDER_X (B), y = LADDER_Y (B), x0 = (int) blockIdx.x * B, y0 = (int) blockIdx.y * B;
  bool inside = x < width && y < height, found = false, again = false;

  if (inside && in != out)
    out[ladder_at (width, x, y)] = in[ladder_at (width, x, y)];
  __syncthreads ();
  do
    {
      found = false;
      if (inside && out[ladder_at (width, x, y)] == WEAK)
        for (int v = max (y - 1, 0); v <= min (y + 1, height - 1); v++)
          for (int u = max (x - 1, 0); u <= min (x + 1, width - 1); u++)
            {
              bool own = u >= x0 && v >= y0 && u < x0 + B && v < y0 + B;

              found = found || is_strong (own ? out[ladder_at (width, u, v)] : in[ladder_at (width, u, v)]);
            }
      __syncthreads ();
      if (found)
        out[ladder_at (width, x, y)] = EDGE;
      again = again || found;
    }
  while (__syncthreads_or (found));

  if (inside)
    out[ladder_at (width, x, y)] = last_value (out[ladder_at (width, x, y)], last);
  if (again && changed)
    *changed = 1;
}

/* In a tile of bytes with a ring: (B - 2)^2 pixels of B^2 threads, one byte in, one out, 8 bytes of shared memory in every
 * round. Bound by rounds, each of which waits at two barriers. */
template <int B>
static __device__ __forceinline__ void
hysteresis_shared (const volatile u8 *in, volatile u8 *out, int width, int height, int last, int *changed)
{
  __shared__ u8 tile[B][B];
  int           tx = (int) threadIdx.x, ty = (int) threadIdx.y;
  int           x = (int) blockIdx.x * (B - 2) + tx - 1, y = (int) blockIdx.y * (B - 2) + ty - 1;
  bool          inside = x >= 0 && y >= 0 && x < width && y < height;
  bool          own = inside && tx >= 1 && ty >= 1 && tx < B - 1 && ty < B - 1, found = false, again = false;

  tile[ty][tx] = inside ? in[ladder_at (width, x, y)] : 0;
  __syncthreads ();
  do
    {
      found = false;
      if (own && tile[ty][tx] == WEAK)
        for (int i = 0; i < 9; i++)
          found = found || is_strong (tile[ty + i / 3 - 1][tx + i % 3 - 1]);
      __syncthreads ();
      if (found)
        tile[ty][tx] = EDGE;
      again = again || found;
    }
  while (__syncthreads_or (found));

  if (own)
    out[ladder_at (width, x, y)] = last_value (tile[ty][tx], last);
  if (again && changed)
    *changed = 1;
}

#define PASS (const u8 *in, u8 *out, int width, int height, int last, int *changed)
LADDER_KERNEL (16, hysteresis_global, PASS, (in, out, width, height, last, changed))
LADDER_KERNEL (32, hysteresis_global, PASS, (in, out, width, height, last, changed))
LADDER_KERNEL (16, hysteresis_shared, PASS, (in, out, width, height, last, changed))
LADDER_KERNEL (32, hysteresis_shared, PASS, (in, out, width, height, last, changed))

/* Counts the pixels that @a has and @b lacks, and the other way round. */
extern "C" __global__ void
ladder_count_pixels (const u8 *a, const u8 *b, size_t n, unsigned long long *counts)
{
  size_t i = (size_t) blockIdx.x * blockDim.x + threadIdx.x;
  bool   here = i < n && a[i] != 0, there = i < n && b[i] != 0;
  int    missing = __syncthreads_count (here && ! there), more = __syncthreads_count (there && ! here);

  if (threadIdx.x == 0 && missing)
    atomicAdd (&counts[0], (unsigned long long) missing);
  if (threadIdx.x == 0 && more)
    atomicAdd (&counts[1], (unsigned long long) more);
}

/* Leaves strong pixels alone, as 255. */
extern "C" __global__ void
ladder_drop_weak (u8 *image, size_t n)
{
  size_t i = (size_t) blockIdx.x * blockDim.x + threadIdx.x;

  if (i < n)
    image[i] = is_strong (image[i]) ? EDGE : 0;
}
