/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Line art: the difference across the flow and its sum along the flow. A block works on a tile with its surroundings in
 * shared memory, where the nearest pixel inside stands for those beyond the image.
 */
#include "line-art.cuh"

/* Adding this with rounding to 0 leaves floor (v) in the last bits, because a float above 2^23 has no fraction bits. */
#define FLOOR 12582912.0f
#define FLOOR_BITS 0x4b400000u

/* A tangent longer than this along an axis is one of a few denormal numbers, whose path may leave the surroundings. */
#define LONG 1.03f

/* Splits an offset into its floor and the rest. */
static __device__ __forceinline__ float
rest_of (float v, int *floor)
{
  const float sum = __fadd_rz (v, FLOOR);

  *floor = (int) (__float_as_uint (sum) - FLOOR_BITS);

  return v - (sum - FLOOR);
}

/* Interpolates between four values at the offset (@ox, @oy) from @p. */
template <int PITCH>
static __device__ __forceinline__ float
sample (const float *p, float ox, float oy)
{
  int          x, y;
  const float  fx = rest_of (ox, &x), fy = rest_of (oy, &y);
  const float *at = p + (y * PITCH + x);

  return ce_art_between (at[0], at[1], at[PITCH], at[PITCH + 1], fx, fy);
}

/* Writes the differences across the flow of W x H pixels, or shows them. */
template <int W, int H, int PITCH>
static __device__ __forceinline__ void
write_differences (const CeCudaArt &p, float *levels)
{
  const int x0 = blockIdx.x * W, y0 = p.y0 + (int) blockIdx.y * H, reach = p.reach;

  for (int j = threadIdx.x / 32; j < H + 2 * reach + 1; j += 8)
    {
      const float *row = floats_at (p.levels, p.stride, clamp (y0 - reach + j, 0, p.height - 1));
      float        level[PITCH / 32];

#pragma unroll
      for (int k = 0; k < PITCH / 32; k++)
        level[k] = row[clamp (x0 - reach + (int) threadIdx.x % 32 + 32 * k, 0, p.width - 1)];
#pragma unroll
      for (int k = 0; k < PITCH / 32; k++)
        levels[j * PITCH + threadIdx.x % 32 + 32 * k] = level[k];
    }
  __syncthreads ();

  for (int k = threadIdx.x; k < W * H; k += 256)
    {
      const int    x = x0 + k % W, y = y0 + k / W;
      const float *at = levels + (k / W + reach) * PITCH + k % W + reach;

      if (x >= p.width || y >= p.y1)
        continue;

      const float2 tangent = tangents_at (p, y)[x];
      float        narrow = p.narrow[0] * *at, wide = p.wide[0] * *at;

#pragma unroll 2
      for (int i = 1; i <= p.across; i++)
        {
          const float ox = (float) i * tangent.y, oy = (float) i * -tangent.x;
          const float both = sample<PITCH> (at, ox, oy) + sample<PITCH> (at, -ox, -oy);

          narrow = narrow + p.narrow[i] * both;
          wide = wide + p.wide[i] * both;
        }

      const float d = ce_art_difference (narrow, wide, p.strength, p.tone, p.paper);

      if (p.is_shown)
        store_level (p.target, x, y, d);
      else
        floats_at (p.differences, p.stride, y)[x] = d;
    }
}

extern "C" __global__ void __launch_bounds__ (256)
ce_cuda_art_across_11 (const __grid_constant__ CeCudaArt p)
{
  CE_LAUNCHED_SHARED (float4, ce_shared);

  write_differences<64, 32, 96> (p, (float *) ce_shared);
}

extern "C" __global__ void __launch_bounds__ (256)
ce_cuda_art_across_32 (const __grid_constant__ CeCudaArt p)
{
  CE_LAUNCHED_SHARED (float4, ce_shared);

  write_differences<32, 8, 128> (p, (float *) ce_shared);
}

/* The planes around pixel (@x, @y) in device memory. */
template <bool INSIDE>
struct Far
{
  const CeCudaArt &p;
  const int        x, y;

  __device__ __forceinline__ int
  column (int i) const
  {
    return INSIDE ? x + i : clamp (x + i, 0, p.width - 1);
  }

  __device__ __forceinline__ int
  row (int j) const
  {
    return INSIDE ? y + j : clamp (y + j, 0, p.height - 1);
  }

  __device__ __forceinline__ float
  sample (float ox, float oy) const
  {
    int          i, j;
    const float  fx = rest_of (ox, &i), fy = rest_of (oy, &j);
    const float *above = floats_at (p.differences, p.stride, row (j));
    const float *below = floats_at (p.differences, p.stride, row (j + 1));

    return ce_art_between (above[column (i)], above[column (i + 1)], below[column (i)], below[column (i + 1)], fx, fy);
  }

  __device__ __forceinline__ float2
  tangent (float ox, float oy) const
  {
    int i, j;

    rest_of (ox + 0.5f, &i);
    rest_of (oy + 0.5f, &j);

    return tangents_at (p, row (j))[column (i)];
  }
};

/* The same in shared memory, where a difference lies beside the next one less itself. FLOOR plus a pixel's number in the
 * tile, rounded, is the number of another pixel, so the bits of such a sum are an index from FLOOR_BITS on. */
template <int PITCH>
struct Near
{
  const float2 *differences;    /* of pixel number -FLOOR_BITS */
  const float2 *tangents;       /* of pixel number -BITS_OF_BOTH */
  const float   number;         /* FLOOR and the pixel's */

  static const unsigned BITS_OF_BOTH = FLOOR_BITS * (PITCH + 1u);

  __device__ __forceinline__ float
  sample (float ox, float oy) const
  {
    const float   column = __fadd_rz (ox, number), row = __fadd_rz (oy, FLOOR) - FLOOR;
    const float   fx = ox - (column - number), fy = oy - row;
    const float2 *at = differences + __float_as_uint (__fmaf_rn (row, (float) PITCH, column));
    const float2  above = at[0], below = at[PITCH];
    const float   t = above.x + fx * above.y, b = below.x + fx * below.y;

    return t + fy * (b - t);
  }

  __device__ __forceinline__ float2
  tangent (float ox, float oy) const
  {
    const unsigned column = __float_as_uint (__fadd_rz (ox + 0.5f, number));
    const unsigned row = __float_as_uint (__fadd_rz (oy + 0.5f, FLOOR));

    return tangents[row * PITCH + column];
  }
};

/* Returns the level of a pixel, whose difference and tangent are @d and @t. */
template <class Around>
static __device__ __forceinline__ float
level_along (const CeCudaArt &p, const Around &around, float d, float2 t)
{
  float sum = p.weights[0] * d;

#pragma unroll 1
  for (int side = 0; side < 2 && p.along > 0; side++)
    {
      float ux = side ? -t.x : t.x, uy = side ? -t.y : t.y, ox = ux, oy = uy;

#pragma unroll 2
      for (int i = 1; i < p.along; i++)
        {
          sum = sum + p.weights[i] * around.sample (ox, oy);

          const float2 next = around.tangent (ox, oy);
          const bool   turns = next.x * ux + next.y * uy < 0;

          ux = turns ? -next.x : next.x;
          uy = turns ? -next.y : next.y;
          ox = ox + ux;
          oy = oy + uy;
        }
      sum = sum + p.weights[p.along] * around.sample (ox, oy);
    }

  return ce_art_level (sum, p.threshold, p.per_level);
}

template <bool INSIDE>
static __device__ __forceinline__ void
write_far (const CeCudaArt &p, int x, int y)
{
  const Far<INSIDE> far = { p, x, y };

  if (x < p.width && y < p.y1)
    store_level (p.target, x, y, level_along (p, far, floats_at (p.differences, p.stride, y)[x], tangents_at (p, y)[x]));
}

extern "C" __global__ void __launch_bounds__ (CE_CUDA_BLOCK_X * CE_CUDA_BLOCK_Y)
ce_cuda_art_along_40 (const __grid_constant__ CeCudaArt p)
{
  const int x0 = blockIdx.x * CE_CUDA_BLOCK_X, y0 = p.y0 + (int) blockIdx.y * CE_CUDA_BLOCK_Y;
  const int x = x0 + threadIdx.x, y = y0 + threadIdx.y;

  if (min (x0, y0) >= p.reach && x0 + CE_CUDA_BLOCK_X + p.reach <= p.width && y0 + CE_CUDA_BLOCK_Y + p.reach <= p.height)
    write_far<true> (p, x, y);
  else
    write_far<false> (p, x, y);
}

#define SIDE CE_CUDA_ART_SIDE
#define PITCH CE_CUDA_ART_ALONG_PITCH
#define THREADS 512
#define AT_ONCE 4               /* rows that a thread reads before it writes them */

/* Writes the levels of a square. A warp has 8 x 4 pixels: with a pitch of 8 more than a multiple of 16 they lie in different
 * banks. */
extern "C" __global__ void __launch_bounds__ (THREADS, 3)
ce_cuda_art_along_10 (const __grid_constant__ CeCudaArt p)
{
  CE_LAUNCHED_SHARED (float4, ce_shared);
  const int x0 = blockIdx.x * SIDE, y0 = p.y0 + (int) blockIdx.y * SIDE, reach = p.reach, wide = SIDE + 2 * reach;
  const int lane = threadIdx.x % 32;
  float2   *differences = (float2 *) ce_shared, *tangents = differences + (wide + 1) * PITCH;
  float     longest = 0;

  for (int i = threadIdx.x % 64; i < wide + 1; i += 64)
    {
      const int x = clamp (x0 - reach + i, 0, p.width - 1), next = clamp (x0 - reach + i + 1, 0, p.width - 1);

      for (int first = threadIdx.x / 64; first <= wide; first += AT_ONCE * THREADS / 64)
        {
          float2 difference[AT_ONCE], tangent[AT_ONCE];

#pragma unroll
          for (int k = 0; k < AT_ONCE; k++)
            {
              const int    y = clamp (y0 - reach + first + k * THREADS / 64, 0, p.height - 1);
              const float *row = floats_at (p.differences, p.stride, y);

              difference[k] = make_float2 (row[x], row[next]);
              tangent[k] = tangents_at (p, y)[x];
            }
#pragma unroll
          for (int k = 0; k < AT_ONCE; k++)
            {
              const int j = first + k * THREADS / 64;

              if (j <= wide)
                differences[j * PITCH + i] = make_float2 (difference[k].x, difference[k].y - difference[k].x);
              if (j < wide)
                tangents[j * PITCH + i] = tangent[k];
              longest = fmaxf (longest, fmaxf (ce_abs (tangent[k].x), ce_abs (tangent[k].y)));
            }
        }
    }

  if (__syncthreads_or (longest > LONG))
    for (int k = threadIdx.x; k < SIDE * SIDE; k += THREADS)
      write_far<false> (p, x0 + k % SIDE, y0 + k / SIDE);
  else
    for (int k = threadIdx.x / 32; k < SIDE * SIDE / 32; k += THREADS / 32)
      {
        const int         i = k % (SIDE / 8) * 8 + lane % 8, j = k / (SIDE / 8) * 4 + lane / 8, x = x0 + i, y = y0 + j;
        const int         at = (j + reach) * PITCH + i + reach;
        const Near<PITCH> near_by = { differences - FLOOR_BITS, tangents - Near<PITCH>::BITS_OF_BOTH, FLOOR + (float) at };

        if (x < p.width && y < p.y1)
          store_level (p.target, x, y, level_along (p, near_by, differences[at].x, tangents[at]));
      }
}

#undef SIDE
#undef PITCH
#undef THREADS
#undef AT_ONCE
