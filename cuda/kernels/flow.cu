/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The flow of a plane of levels, for line art.
 */
#include "line-art.cuh"

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
      {
        const float a = j >= t ? left[j - t] : before[4 + j - t], b = j + t < 4 ? right[j + t] : behind[j + t - 4];

        sum[j] = sum[j] + w[t - 1] * (a + b);
      }

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
        float     level[ROWS + 2];

#pragma unroll
        for (int j = 0; j < ROWS + 2; j++)
          level[j] = floats_at (p.levels, p.stride, clamp (base - 1 + j, 0, p.height - 1))[x];
#pragma unroll
        for (int j = 0; j < ROWS + 2; j++)
          levels[j * around + k] = level[j];
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
            const float  dx = ce_art_dx (l[0], m[0], b[0], l[2], m[2], b[2]);
            const float  dy = ce_art_dy (l[0], l[1], l[2], b[0], b[1], b[2]);

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
