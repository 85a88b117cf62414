/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Line art: the flow of a plane of levels, the difference across the flow, and its sum along the flow. Each kernel works on
 * a tile with its surroundings in shared memory, where the nearest pixel inside stands for those beyond the image.
 */
#include "load.cuh"

#include "engine/line-art.h"

/* Adding this with rounding to 0 leaves floor (v) in the last bits, because a float above 2^23 has no fraction bits. */
#define FLOOR 12582912.0f
#define FLOOR_BITS 0x4b400000u

/* A tangent longer than this along an axis is one of a few denormal numbers, whose path may leave the surroundings. */
#define LONG 1.03f

static __device__ __forceinline__ float *
floats_at (CeCudaPtr plane, long long stride, int y)
{
  return (float *) row_of (plane, stride, y);
}

static __device__ __forceinline__ float2 *
tangents_at (const CeCudaArt &p, int y)
{
  return (float2 *) row_of (p.tangents, 2 * p.stride, y);
}

/* Stores the level of one pixel as store_levels() does. */
static __device__ __forceinline__ void
store_level (const CeCudaTarget &t, int x, int y, float level)
{
  unsigned char *row = t.data + y * t.stride;
  const float    v = t.samples == CE_CUDA_PLANE ? level : __fmaf_rn (t.sign, level, t.offset);

  if (t.samples == CE_CUDA_U8)
    row[x] = (unsigned char) level_to_bits (v);
  else if (t.samples == CE_CUDA_U16)
    ((unsigned short *) row)[x] = (unsigned short) word_of_level (v);
  else
    ((float *) row)[x] = t.samples == CE_CUDA_F32 ? level_to_float (v) : v;
}

/* Bounds levels in place. */
extern "C" __global__ void __launch_bounds__ (CE_CUDA_BLOCK_X * CE_CUDA_BLOCK_Y)
ce_cuda_art_bound (const __grid_constant__ CeCudaArt p)
{
  int x = blockIdx.x * CE_CUDA_BLOCK_X + threadIdx.x;
  int y = p.y0 + (int) (blockIdx.y * CE_CUDA_BLOCK_Y + threadIdx.y);

  if (x < p.width && y < p.y1)
    {
      float *level = floats_at (p.levels, p.stride, y) + x;

      *level = ce_art_bounded (*level);
    }
}

/* Adds four taps to four sums: @before and @behind are the next four values on either side, @left and @right the four before
 * these. */
static __device__ __forceinline__ void
add_four (const float before[4], float left[4], float right[4], const float behind[4], const float *w, float sum[4])
{
#pragma unroll
  for (int t = 1; t <= 4; t++)
#pragma unroll
    for (int j = 0; j < 4; j++)
      sum[j] = sum[j] + w[t - 1] * ((j >= t ? left[j - t] : before[4 + j - t]) + (j + t < 4 ? right[j + t] : behind[j + t - 4]));

#pragma unroll
  for (int j = 0; j < 4; j++)
    {
      left[j] = before[j];
      right[j] = behind[j];
    }
}

static __device__ __forceinline__ void
load_four (const float *from, float v[4])
{
  float4 four = *(const float4 *) from;

  v[0] = four.x, v[1] = four.y, v[2] = four.z, v[3] = four.w;
}

#define ROWS CE_CUDA_ART_STEP

/* A block of W columns marches down its rows, ROWS at a time: levels, the three products of their derivatives, their
 * Gaussian along rows into a ring of rows, and of the ring's columns the tangents. The radius is a multiple of four, because
 * weights beyond the Gaussian are 0, which changes no sum. */
template <int W>
struct Flow
{
  static const int THREADS = W * ROWS / 4;

  const CeCudaArt &p;
  const int        x0, radius, wide, pitch, depth, around;
  float *const     products;    /* three times ROWS rows */
  float *const     ring;        /* three times @depth rows */
  float *const     levels;      /* ROWS + 2 rows */
  int              top;         /* the ring's row for the step's first row */

  __device__ __forceinline__
  Flow (const CeCudaArt &p, float *shared)
    : p (p), x0 (blockIdx.x * W), radius (p.flow_radius), wide (W + 2 * radius), pitch (CE_CUDA_ART_PITCH (W, radius)),
      depth (2 * radius + ROWS), around (wide + 2), products (shared), ring (products + 3 * ROWS * pitch),
      levels (ring + 3 * depth * W), top (0)
  {
  }

  /* Reads the levels around ROWS rows from @base on. */
  __device__ __forceinline__ void
  read (int base) const
  {
    for (int k = threadIdx.x; k < around; k += THREADS)
      {
        const int x = clamp (x0 - radius - 1 + k, 0, p.width - 1);

#pragma unroll
        for (int j = 0; j < ROWS + 2; j++)
          levels[j * around + k] = floats_at (p.levels, p.stride, clamp (base - 1 + j, 0, p.height - 1))[x];
      }
  }

  /* Multiplies the derivatives; beyond the image the products, too, are those of the nearest pixel inside. */
  __device__ __forceinline__ void
  multiply () const
  {
    for (int k = threadIdx.x; k < wide * (ROWS / 4); k += THREADS)
      {
        const int    part = k / wide, column = k - part * wide;
        const float *l = levels + 4 * part * around + clamp (x0 - radius + column, 0, p.width - 1) - (x0 - radius);
        float       *out = products + 4 * part * pitch + column;

#pragma unroll
        for (int j = 0; j < 4; j++, l += around, out += pitch)
          {
            const float *m = l + around, *b = m + around;
            const float  dx = ce_art_dx (l[0], m[0], b[0], l[2], m[2], b[2]), dy = ce_art_dy (l[0], l[1], l[2], b[0], b[1], b[2]);

            out[0] = dx * dx;
            out[ROWS * pitch] = dx * dy;
            out[2 * ROWS * pitch] = dy * dy;
          }
      }
  }

  /* Blurs along row @y and the rows below; @base is the row of the first products. */
  __device__ __forceinline__ void
  blur_rows (int y, int base) const
  {
    const int group = threadIdx.x % (W / 4), row = threadIdx.x / (W / 4);
    const int from = clamp (y + row, 0, p.height - 1) - base, to = top + row < depth ? top + row : top + row - depth;

#pragma unroll
    for (int i = 0; i < 3; i++)
      {
        const float *in = products + (i * ROWS + from) * pitch + radius + 4 * group;
        float        left[4], right[4], before[4], behind[4], sum[4];

        load_four (in, left);
#pragma unroll
        for (int j = 0; j < 4; j++)
          {
            right[j] = left[j];
            sum[j] = p.flow[0] * left[j];
          }
        for (int t = 4; t <= radius; t += 4)
          {
            load_four (in - t, before);
            load_four (in + t, behind);
            add_four (before, left, right, behind, p.flow + t - 3, sum);
          }
        *(float4 *) (ring + (i * depth + to) * W + 4 * group) = make_float4 (sum[0], sum[1], sum[2], sum[3]);
      }
  }

  /* Blurs four rows of a column of product @i around the ring's row @middle. */
  __device__ __forceinline__ void
  blur_column (int i, int middle, float sum[4]) const
  {
    const float *in = ring + i * depth * W + threadIdx.x % W;
    float        left[4], right[4], before[4], behind[4];

#pragma unroll
    for (int j = 0; j < 4; j++)
      {
        left[j] = right[j] = in[(middle + j) * W];
        sum[j] = p.flow[0] * left[j];
      }
    for (int t = 4, up = middle, down = middle; t <= radius; t += 4)
      {
        up = up >= 4 ? up - 4 : up - 4 + depth;
        down = down + 4 < depth ? down + 4 : down + 4 - depth;
#pragma unroll
        for (int j = 0; j < 4; j++)
          {
            before[j] = in[(up + j) * W];
            behind[j] = in[(down + j) * W];
          }
        add_four (before, left, right, behind, p.flow + t - 3, sum);
      }
  }

  /* Writes the tangents of the rows from @first on that lie from row @y0 to @y1 - 1, or shows them. */
  __device__ __forceinline__ void
  write (int first, int y0, int y1) const
  {
    const int x = x0 + threadIdx.x % W, part = threadIdx.x / W, middle = top + ROWS + radius + 4 * part;
    float     e[4], f[4], g[4];

    blur_column (0, middle < depth ? middle : middle - depth, e);
    blur_column (1, middle < depth ? middle : middle - depth, f);
    blur_column (2, middle < depth ? middle : middle - depth, g);
    if (x < p.width)
#pragma unroll
      for (int j = 0; j < 4; j++)
        if (const int y = first + 4 * part + j; y >= y0 && y < y1)
          {
            float tx, ty;

            ce_art_tangent (e[j], f[j], g[j], &tx, &ty);
            if (p.is_shown)
              store_level (p.target, x, y, ce_art_angle (tx, ty));
            else
              tangents_at (p, y)[x] = make_float2 (tx, ty);
          }
  }

  __device__ __forceinline__ void
  march ()
  {
    const int y0 = p.y0 + (int) blockIdx.y * p.rows, y1 = min (y0 + p.rows, p.y1);

    for (int y = y0 - radius; y < y1 + radius; y += ROWS)
      {
        const int base = clamp (y, 0, p.height - 1);

        read (base);
        __syncthreads ();
        multiply ();
        __syncthreads ();
        blur_rows (y, base);
        __syncthreads ();
        if (y - radius + ROWS > y0)
          write (y - radius, y0, y1);
        top = top + ROWS < depth ? top + ROWS : top + ROWS - depth;
        __syncthreads ();
      }
  }
};

#define DEFINE_FLOW(name, W)                                    \
  extern "C" __global__ void __launch_bounds__ (W * ROWS / 4)   \
  ce_cuda_ ## name (const __grid_constant__ CeCudaArt p)        \
  {                                                             \
    CE_LAUNCHED_SHARED (float4, ce_shared);                     \
                                                                \
    Flow<W> (p, (float *) ce_shared).march ();                  \
  }

DEFINE_FLOW (art_flow_16, CE_CUDA_ART_WIDTH (16))
DEFINE_FLOW (art_flow_36, CE_CUDA_ART_WIDTH (36))
DEFINE_FLOW (art_flow_60, CE_CUDA_ART_WIDTH (60))

#undef ROWS

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

  for (int i = threadIdx.x % 64; i < W + 2 * reach + 1; i += 64)
    for (int j = threadIdx.x / 64; j < H + 2 * reach + 1; j += 4)
      levels[j * PITCH + i] = floats_at (p.levels, p.stride, clamp (y0 - reach + j, 0, p.height - 1))
                                [clamp (x0 - reach + i, 0, p.width - 1)];
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
    const float *above = floats_at (p.differences, p.stride, row (j)), *below = floats_at (p.differences, p.stride, row (j + 1));

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
    const unsigned column = __float_as_uint (__fadd_rz (ox + 0.5f, number)), row = __float_as_uint (__fadd_rz (oy + 0.5f, FLOOR));

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

/* Writes the levels of a square. A warp has 8 x 4 pixels: with a pitch of 8 more than a multiple of 16 they lie in different
 * banks. */
extern "C" __global__ void __launch_bounds__ (THREADS, 3)
ce_cuda_art_along_10 (const __grid_constant__ CeCudaArt p)
{
  CE_LAUNCHED_SHARED (float4, ce_shared);
  const int x0 = blockIdx.x * SIDE, y0 = p.y0 + (int) blockIdx.y * SIDE, reach = p.reach, wide = SIDE + 2 * reach;
  const int lane = threadIdx.x % 32;
  float2   *differences = (float2 *) ce_shared, *tangents = differences + (wide + 1) * PITCH;
  int      *is_far = (int *) (tangents + wide * PITCH);

  if (threadIdx.x == 0)
    *is_far = 0;
  __syncthreads ();

  for (int i = threadIdx.x % 64; i < wide + 1; i += 64)
    {
      const int x = clamp (x0 - reach + i, 0, p.width - 1), next = clamp (x0 - reach + i + 1, 0, p.width - 1);

      for (int j = threadIdx.x / 64; j < wide + 1; j += THREADS / 64)
        {
          const int    y = clamp (y0 - reach + j, 0, p.height - 1);
          const float *row = floats_at (p.differences, p.stride, y);

          differences[j * PITCH + i] = make_float2 (row[x], row[next] - row[x]);
          if (j < wide)
            {
              const float2 tangent = tangents_at (p, y)[x];

              tangents[j * PITCH + i] = tangent;
              if (! (ce_abs (tangent.x) <= LONG && ce_abs (tangent.y) <= LONG))
                *is_far = 1;
            }
        }
    }
  __syncthreads ();

  if (*is_far)
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
