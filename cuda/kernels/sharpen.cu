/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * These kernels sharpen through planes of floats: they compute the mask of edges and noise, the change that a method
 * makes to a signal, and the samples with that change, masked and limited.
 */
#include "load.cuh"

#define BLOCK_X CE_CUDA_BLOCK_X
#define BLOCK_Y CE_CUDA_BLOCK_Y
#define MASK_X CE_CUDA_MASK_X
#define MASK_Y CE_CUDA_MASK_Y

/* Returns the bytes from the beginning of a row to sample @i of pixel @x. */
static __device__ __forceinline__ long long
offset_of (const CeCudaSource &s, int x, int i)
{
  return ((long long) x * s.channels + i) * size_of (s.samples);
}

/* Return the level of a sample. */
static __device__ __forceinline__ float
level_at (const CeCudaSource &s, const unsigned char *at)
{
  return s.samples == CE_CUDA_U8 ? (float) *at
         : s.samples == CE_CUDA_U16 ? level_of_word (*(const unsigned short *) at, 0)
         : ce_level_from_float (*(const float *) at);
}

static __device__ __forceinline__ float
level_at (const CeCudaSource &s, int x, int y, int i)
{
  return level_at (s, row_of (s.data, s.stride, y) + offset_of (s, x, i));
}

/* Returns the level of the nearest pixel inside. */
static __device__ __forceinline__ float
plane_at (const CeCudaSharpen &p, CeCudaPtr plane, int x, int y)
{
  const float *row = (const float *) row_of (plane, p.plane_stride, clamp (y, 0, p.source.height - 1));

  return row[clamp (x, 0, p.source.width - 1)];
}

static __device__ __forceinline__ void
set_plane (const CeCudaSharpen &p, CeCudaPtr plane, int x, int y, float v)
{
  ((float *) row_of (plane, p.plane_stride, y))[x] = v;
}

/* Writes the observed light, which is the first estimate, too, unless there is one. The march reads four columns at once:
 * those beyond the image repeat the last one. */
extern "C" __global__ void __launch_bounds__ (BLOCK_X * BLOCK_Y)
ce_cuda_light (const __grid_constant__ CeCudaSharpen p)
{
  int column = blockIdx.x * BLOCK_X + threadIdx.x;
  int x = min (column, p.source.width - 1);
  int y = p.y0 + (int) (blockIdx.y * BLOCK_Y + threadIdx.y);

  if (column >= ((p.source.width + 3) & ~3) || y >= p.y1)
    return;

  float light = ce_linear (level_at (p.source, x, y, p.first));

  if (p.luminance)
    light = ce_luma (light, ce_linear (level_at (p.source, x, y, 1)), ce_linear (level_at (p.source, x, y, 2)),
                     p.source.wr, p.source.wb);
  set_plane (p, p.measured, column, y, light);
  if (p.second)
    set_plane (p, p.second, column, y, light);
  if (p.covered)
    set_plane (p, p.covered, column, y, light * by_255 (level_at (p.source, x, y, p.source.channels - 1)));
}

/* Writes the mask, a tile for each warp, with the tile's surroundings in shared memory. Outside the image both luma and its
 * gradient have the nearest value inside. */
extern "C" __global__ void __launch_bounds__ (MASK_X)
ce_cuda_mask (const __grid_constant__ CeCudaSharpen p)
{
  __shared__ float luma[MASK_Y + 6][MASK_X + 6];
  __shared__ float slope[MASK_Y + 4][MASK_X + 4];
  __shared__ float along[MASK_Y + 4][MASK_X];
  const int        x0 = blockIdx.x * MASK_X, y0 = p.y0 + (int) blockIdx.y * MASK_Y;
  const int        lane = threadIdx.x, x = x0 + lane;
  const int        bottom = min (p.y1 + 2, p.source.height - 1);        /* the last row that is there */

  for (int i = lane; i < (MASK_Y + 6) * (MASK_X + 6); i += MASK_X)
    luma[i / (MASK_X + 6)][i % (MASK_X + 6)] = plane_at (p, p.signal, x0 - 3 + i % (MASK_X + 6),
                                                         min (y0 - 3 + i / (MASK_X + 6), bottom));
  __syncwarp ();
  for (int i = lane; i < (MASK_Y + 4) * (MASK_X + 4); i += MASK_X)
    {
      int   x = clamp (x0 - 2 + i % (MASK_X + 4), 0, p.source.width - 1) - x0 + 3;
      int   y = clamp (y0 - 2 + i / (MASK_X + 4), 0, p.source.height - 1) - y0 + 3;
      float tl = luma[y - 1][x - 1], t = luma[y - 1][x], tr = luma[y - 1][x + 1];
      float bl = luma[y + 1][x - 1], b = luma[y + 1][x], br = luma[y + 1][x + 1];
      float dx = ce_gradient_x (tl, luma[y][x - 1], bl, tr, luma[y][x + 1], br, 1, 2, 1);
      float dy = ce_gradient_y (tl, t, tr, bl, b, br, 1, 2, 1);

      slope[i / (MASK_X + 4)][i % (MASK_X + 4)] = ce_sqrt (dx * dx + dy * dy) * 0.125f;
    }
  __syncwarp ();
  for (int i = lane; i < (MASK_Y + 4) * MASK_X; i += MASK_X)
    {
      const float *v = &slope[i / MASK_X][i % MASK_X];

      along[i / MASK_X][i % MASK_X] = ce_soften (v[0], v[1], v[2], v[3], v[4]);
    }
  __syncwarp ();

  for (int y = y0; y < min (y0 + MASK_Y, p.y1) && x < p.source.width; y++)
    {
      const float *v = &along[y - y0][lane];
      float        e = ce_soften (v[0], v[MASK_X], v[2 * MASK_X], v[3 * MASK_X], v[4 * MASK_X]);
      float        mask = ce_ramp (e, p.ramp[0], p.ramp[1]);

      set_plane (p, p.mask, x, y, p.n_ramps == 2 ? mask * ce_ramp (e, p.ramp[2], p.ramp[3]) : mask);
    }
}

/* Returns the method's change of the middle of nine levels. */
static __device__ __forceinline__ float
change_of (const CeCudaSharpen &p, int x, int y, const float c[9])
{
  float v[9];

  if (p.method == CE_CUDA_DECONVOLVE)
    return p.amount * (plane_at (p, p.second, x, y) - c[4]);
  if (p.method == CE_CUDA_UNSHARP)
    {
      float blurred = plane_at (p, p.second, x, y);

      if (p.blurred_weight)
        {
          float weight = plane_at (p, p.blurred_weight, x, y);

          blurred = blurred == 0 && weight == 0 ? c[4] : blurred / weight;
        }

      float detail = c[4] - blurred;

      return p.amount * (p.soft ? ce_soft (detail, p.threshold) : ce_hard (detail, p.threshold));
    }

#pragma unroll
  for (int i = 0; i < 9; i++)
    {
      float weight = p.weight && i != 4 ? plane_at (p, p.weight, x + i % 3 - 1, y + i / 3 - 1) : 1.0f;

      if (p.method == CE_CUDA_KERNEL)
        v[i] = weight * (c[4] - c[i]);
      else if (p.weight && i != 4)
        v[i] = ce_adaptive_under (ce_adaptive_level (c[i]), ce_adaptive_level (c[4]), weight);
      else
        v[i] = ce_adaptive_level (c[i]);
    }
  if (p.method == CE_CUDA_KERNEL)
    return p.amount * ce_sum8 (v[0], v[1], v[2], v[3], v[5], v[6], v[7], v[8]);

  return ce_adaptive (v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], v[8], p.peak);
}

/* Returns that change after the mask and the limits. */
static __device__ __forceinline__ float
change_added (const CeCudaSharpen &p, int x, int y)
{
  float c[9], lo[3], hi[3];
  float change;

#pragma unroll
  for (int i = 0; i < 9; i++)
    c[i] = i == 4 || p.is_limited || p.method == CE_CUDA_KERNEL || p.method == CE_CUDA_ADAPTIVE
           ? plane_at (p, p.measured, x + i % 3 - 1, y + i / 3 - 1) : 0.0f;
  change = change_of (p, x, y, c);
  if (p.mask)
    change = plane_at (p, p.mask, x, y) * change;
  if (p.is_limited)
    {
#pragma unroll
      for (int i = 0; i < 3; i++)
        {
          lo[i] = ce_min (ce_min (c[i], c[3 + i]), c[6 + i]);
          hi[i] = ce_max (ce_max (c[i], c[3 + i]), c[6 + i]);
        }
      change = ce_limited (change, c[4], ce_min (ce_min (lo[0], lo[1]), lo[2]),
                           ce_max (ce_max (hi[0], hi[1]), hi[2]), p.cut_light, p.cut_dark);
    }

  return p.method == CE_CUDA_DECONVOLVE ? ce_relight (c[4], change) : change;
}

/* Writes the changed channels; alpha goes along with the first one. */
extern "C" __global__ void __launch_bounds__ (BLOCK_X * BLOCK_Y)
ce_cuda_sharpen (const __grid_constant__ CeCudaSharpen p)
{
  int x = blockIdx.x * BLOCK_X + threadIdx.x;
  int y = p.y0 + (int) (blockIdx.y * BLOCK_Y + threadIdx.y);

  if (x >= p.source.width || y >= p.y1)
    return;

  float by = p.method >= 0 ? change_added (p, x, y) : p.mask ? 255.0f * plane_at (p, p.mask, x, y) : 255.0f;

  const int            size = size_of (p.source.samples);
  const long long      offset = offset_of (p.source, x, p.first);
  const unsigned char *from = row_of (p.source.data, p.source.stride, y) + offset;
  unsigned char       *to = row_of (p.target.data, p.target.stride, y) + offset;

  for (int i = p.first; i <= p.last; i++, from += size, to += size)
    {
      float level = level_at (p.source, from);

      level = p.method < 0 ? by : p.method == CE_CUDA_DECONVOLVE ? level + ce_relit (level, by) : level + by;
      if (size == 1)
        *to = ce_level_to_u8 (level);
      else if (size == 2)
        *(unsigned short *) to = (unsigned short) word_of_level (level);
      else
        *(float *) to = level_to_float_signed (level);
    }
  if (p.first == 0 && p.source.channels % 2 == 0)
    for (int i = (p.source.channels - 2 - p.last) * size, end = i + size; i < end; i++)
      to[i] = from[i];
}
