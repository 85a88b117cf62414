/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * 003: J. Lam, Edge Detection - Canny Filter Implementation, after Y. Luo and R. Duraiswami, Canny Edge Detection on
 * NVIDIA CUDA, 2008: six stages with bytes between them. The stages up to classes; its passes of hysteresis are in
 * hysteresis-passes.cu. A thread per pixel or per pixel loaded. Held to plain_grey_601, plain_blur_whole, plain_blur_along,
 * plain_sobel_bytes, plain_thin_bytes and plain_threshold.
 */
#include "kernels.cuh"

#define LAM_BLOCKS(name, parameters, arguments) \
  LADDER_KERNEL (16, name, parameters, arguments) LADDER_KERNEL (32, name, parameters, arguments)

#define PI_F 3.14159265358979323846f
#define PI_D 3.14159265358979323846

/* The weights of sigma 1 to 5, one after another. */
__constant__ float ladder_blur_filter[49 + 169 + 361 + 625 + 961], ladder_blur_side[7 + 13 + 19 + 25 + 31];

/* 3 bytes in, 1 out, 5 operations: bound by memory; float conversions cost the document's GPU a quarter. */
template <int B>
static __device__ __forceinline__ void
grey_float (const u8 *rgb, u8 *grey, int width, int height)
{
  int       x = LADDER_X (B), y = LADDER_Y (B);
  const u8 *p = rgb + 3 * ladder_at (width, x, y);

  if (x < width && y < height)
    grey[ladder_at (width, x, y)] = (u8) (0.2989f * p[0] + 0.5870f * p[1] + 0.1140f * p[2]);
}

/* The same in integers, with a division by a constant. */
template <int B>
static __device__ __forceinline__ void
grey_int (const u8 *rgb, u8 *grey, int width, int height)
{
  int       x = LADDER_X (B), y = LADDER_Y (B);
  const u8 *p = rgb + 3 * ladder_at (width, x, y);

  if (x < width && y < height)
    grey[ladder_at (width, x, y)] = (u8) ((2989 * p[0] + 5870 * p[1] + 1140 * p[2]) / 10000);
}

/* 1 byte in, 3 out, nothing computed: bound by single bytes that are stored 3 apart. */
template <int B>
static __device__ __forceinline__ void
ungrey (const u8 *grey, u8 *rgb, int width, int height)
{
  int x = LADDER_X (B), y = LADDER_Y (B);
  u8 *p = rgb + 3 * ladder_at (width, x, y);

  if (x < width && y < height)
    p[0] = p[1] = p[2] = grey[ladder_at (width, x, y)];
}

LAM_BLOCKS (grey_float, (const u8 *rgb, u8 *grey, int width, int height), (rgb, grey, width, height))
LAM_BLOCKS (grey_int, (const u8 *rgb, u8 *grey, int width, int height), (rgb, grey, width, height))
LAM_BLOCKS (ungrey, (const u8 *grey, u8 *rgb, int width, int height), (grey, rgb, width, height))

/* The H x H weights around each pixel, of which those outside the image add nothing: H^2 bytes issued, and 4 H^2 of
 * weights where they are in global memory; 2 H^2 operations, which bound it. */
template <int B>
static __device__ __forceinline__ void
blur_from (const u8 *in, u8 *out, int width, int height, const float *filter, int taps)
{
  int   x = LADDER_X (B), y = LADDER_Y (B), r = taps / 2;
  int   i0 = max (0, r - y), i1 = min (taps, height + r - y), j0 = max (0, r - x), j1 = min (taps, width + r - x);
  float sum = 0;

  if (x >= width || y >= height)
    return;
  for (int i = i0; i < i1; i++)
    for (int j = j0; j < j1; j++)
      sum += in[ladder_at (width, x + j - r, y + i - r)] * filter[i * taps + j];
  out[ladder_at (width, x, y)] = (u8) sum;
}

template <int B>
static __device__ __forceinline__ void
blur_global (const u8 *in, u8 *out, int width, int height, const float *filter, int taps)
{
  blur_from<B> (in, out, width, height, filter, taps);
}

template <int B>
static __device__ __forceinline__ void
blur_constant (const u8 *in, u8 *out, int width, int height, int taps, int first)
{
  blur_from<B> (in, out, width, height, ladder_blur_filter + first, taps);
}

/* Each thread loads one pixel, and those of the apron then have nothing to do: (B - H + 1)^2 results of B^2 threads, 4 of
 * 1,024 at sigma 5. One byte issued for each thread; bound by the threads that idle. */
template <int B>
static __device__ __forceinline__ void
blur_tile (const u8 *in, u8 *out, int width, int height, int taps, int first)
{
  __shared__ u8 tile[B][B];
  int           tx = (int) threadIdx.x, ty = (int) threadIdx.y, r = taps / 2, own = B - taps + 1;
  int           x = (int) blockIdx.x * own + tx - r, y = (int) blockIdx.y * own + ty - r;
  float         sum = 0;

  tile[ty][tx] = x >= 0 && y >= 0 && x < width && y < height ? in[ladder_at (width, x, y)] : 0;
  __syncthreads ();
  if (tx < r || ty < r || tx >= B - r || ty >= B - r || x >= width || y >= height)
    return;
  for (int i = 0; i < taps; i++)
    for (int j = 0; j < taps; j++)
      sum += tile[ty + i - r][tx + j - r] * ladder_blur_filter[first + i * taps + j];
  out[ladder_at (width, x, y)] = (u8) sum;
}

LAM_BLOCKS (blur_global, (const u8 *in, u8 *out, int width, int height, const float *filter, int taps),
            (in, out, width, height, filter, taps))
LAM_BLOCKS (blur_constant, (const u8 *in, u8 *out, int width, int height, int taps, int first),
            (in, out, width, height, taps, first))
LAM_BLOCKS (blur_tile, (const u8 *in, u8 *out, int width, int height, int taps, int first),
            (in, out, width, height, taps, first))

/* One axis, in blocks that are long along it: LONG - H + 1 results of LONG threads in each of 1024 / LONG lines. One byte
 * issued for each thread, 1 written, 2 H operations; bound by loads of shared memory, one byte each. */
template <int LONG, bool along_y>
static __device__ __forceinline__ void
blur_along (const u8 *in, u8 *out, int width, int height, int taps, int first)
{
  __shared__ u8 tile[1024];
  int           r = taps / 2, own = LONG - taps + 1, lines = 1024 / LONG;
  int           at = (int) (along_y ? threadIdx.y : threadIdx.x), line = (int) (along_y ? threadIdx.x : threadIdx.y);
  int           along = (int) (along_y ? blockIdx.y : blockIdx.x) * own + at - r;
  int           across = (int) (along_y ? blockIdx.x : blockIdx.y) * lines + line;
  int           x = along_y ? across : along, y = along_y ? along : across, step = along_y ? lines : 1;
  u8           *mine = tile + threadIdx.y * blockDim.x + threadIdx.x;
  float         sum = 0;

  *mine = x >= 0 && y >= 0 && x < width && y < height ? in[ladder_at (width, x, y)] : 0;
  __syncthreads ();
  if (at < r || at >= LONG - r || x >= width || y >= height)
    return;
  for (int i = 0; i < taps; i++)
    sum += ladder_blur_side[first + i] * mine[(i - r) * step];
  out[ladder_at (width, x, y)] = (u8) sum;
}

#define BLUR_ALONG(LONG)                                                                        \
  extern "C" __global__ void __launch_bounds__ (1024)                                           \
  ladder_blur_along_y_ ## LONG (const u8 *in, u8 *out, int width, int height, int taps, int first) \
  { blur_along<LONG, true> (in, out, width, height, taps, first); }                             \
  extern "C" __global__ void __launch_bounds__ (1024)                                           \
  ladder_blur_along_x_ ## LONG (const u8 *in, u8 *out, int width, int height, int taps, int first) \
  { blur_along<LONG, false> (in, out, width, height, taps, first); }
BLUR_ALONG (64)
BLUR_ALONG (128)
BLUR_ALONG (256)

/* As intended: in float, and no root beyond 255. The image's ring, which the document reads undefined, is 0. */
static __device__ __forceinline__ void
write_gradient (u8 *magnitude, u8 *sector, int width, int height, int x, int y, int v, int h)
{
  size_t at = ladder_at (width, x, y);

  if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1)
    v = h = 0;
  magnitude[at] = (u8) min (255, (int) sqrtf ((float) (h * h + v * v)));
  sector[at] = (u8) ((int) ((atan2f ((float) v, (float) h) + 9.0f / 8.0f * PI_F) * (4.0f / PI_F)) & 3);
}

/* Eight bytes read from global memory, 2 written, 14 operations, a root and an arc tangent; bound by the last. As
 * printed, 9/8 is 1, pi a double and the root keeps its lower bits alone. */
template <int B, bool printed>
static __device__ __forceinline__ void
sobel_bytes (const u8 *in, u8 *magnitude, u8 *sector, int width, int height)
{
  int       x = LADDER_X (B), y = LADDER_Y (B), v, h;
  const u8 *b = in + ladder_at (width, x, y), *a = b - width, *c = b + width;

  if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1)
    return;
  v = (a[-1] + 2 * a[0] + a[1]) - (c[-1] + 2 * c[0] + c[1]);
  h = (a[-1] + 2 * b[-1] + c[-1]) - (a[1] + 2 * b[1] + c[1]);
  if (! printed)
    {
      write_gradient (magnitude, sector, width, height, x, y, v, h);
      return;
    }
  magnitude[ladder_at (width, x, y)] = (u8) (int) sqrtf ((float) (h * h + v * v));
  sector[ladder_at (width, x, y)] = (u8) ((int) ((atan2f ((float) v, (float) h) + PI_D) * 4 / PI_D) & 3);
}

template <int B>
static __device__ __forceinline__ void
sobel_naive (const u8 *in, u8 *magnitude, u8 *sector, int width, int height)
{
  sobel_bytes<B, false> (in, magnitude, sector, width, height);
}

template <int B>
static __device__ __forceinline__ void
sobel_printed (const u8 *in, u8 *magnitude, u8 *sector, int width, int height)
{
  sobel_bytes<B, true> (in, magnitude, sector, width, height);
}

/* The pixel of a thread whose block has a ring of one pixel; 0 outside. */
template <int B>
static __device__ __forceinline__ int
ringed_pixel (const u8 *in, int width, int height, int *x, int *y)
{
  *x = (int) blockIdx.x * (B - 2) + (int) threadIdx.x - 1;
  *y = (int) blockIdx.y * (B - 2) + (int) threadIdx.y - 1;

  return *x >= 0 && *y >= 0 && *x < width && *y < height ? in[ladder_at (width, *x, *y)] : 0;
}

/* Three tiles of ints, of the pixels and of their sums down and across: 4 + 4 operations, two barriers, which bound it. */
template <int B>
static __device__ __forceinline__ void
sobel_separable (const u8 *in, u8 *magnitude, u8 *sector, int width, int height)
{
  __shared__ int tile[B][B], down[B][B], across[B][B];
  int            tx = (int) threadIdx.x, ty = (int) threadIdx.y, x, y;

  tile[ty][tx] = ringed_pixel<B> (in, width, height, &x, &y);
  __syncthreads ();
  if (ty >= 1 && ty < B - 1)
    down[ty][tx] = tile[ty - 1][tx] + 2 * tile[ty][tx] + tile[ty + 1][tx];
  if (tx >= 1 && tx < B - 1)
    across[ty][tx] = tile[ty][tx - 1] + 2 * tile[ty][tx] + tile[ty][tx + 1];
  __syncthreads ();
  if (tx >= 1 && ty >= 1 && tx < B - 1 && ty < B - 1 && x < width && y < height)
    write_gradient (magnitude, sector, width, height, x, y, across[ty - 1][tx] - across[ty + 1][tx],
                    down[ty][tx - 1] - down[ty][tx + 1]);
}

/* One tile of ints, one barrier: a byte issued for each thread, (B - 2)^2 results of B^2. */
template <int B>
static __device__ __forceinline__ void
sobel_shared (const u8 *in, u8 *magnitude, u8 *sector, int width, int height)
{
  __shared__ int tile[B][B];
  int            tx = (int) threadIdx.x, ty = (int) threadIdx.y, x, y, v, h;

  tile[ty][tx] = ringed_pixel<B> (in, width, height, &x, &y);
  __syncthreads ();
  if (tx < 1 || ty < 1 || tx >= B - 1 || ty >= B - 1 || x >= width || y >= height)
    return;
  v = (tile[ty - 1][tx - 1] + 2 * tile[ty - 1][tx] + tile[ty - 1][tx + 1])
      - (tile[ty + 1][tx - 1] + 2 * tile[ty + 1][tx] + tile[ty + 1][tx + 1]);
  h = (tile[ty - 1][tx - 1] + 2 * tile[ty][tx - 1] + tile[ty + 1][tx - 1])
      - (tile[ty - 1][tx + 1] + 2 * tile[ty][tx + 1] + tile[ty + 1][tx + 1]);
  write_gradient (magnitude, sector, width, height, x, y, v, h);
}

#define GRADIENT (const u8 *in, u8 *magnitude, u8 *sector, int width, int height)
LAM_BLOCKS (sobel_naive, GRADIENT, (in, magnitude, sector, width, height))
LAM_BLOCKS (sobel_printed, GRADIENT, (in, magnitude, sector, width, height))
LAM_BLOCKS (sobel_separable, GRADIENT, (in, magnitude, sector, width, height))
LAM_BLOCKS (sobel_shared, GRADIENT, (in, magnitude, sector, width, height))

/* The pixel, its sector and two neighbours: 4 bytes in, 1 out, 2 comparisons; bound by memory. The ring is 0. */
template <int B>
static __device__ __forceinline__ void
thin_bytes (const u8 *magnitude, const u8 *sector, u8 *out, int width, int height)
{
  int       x = LADDER_X (B), y = LADDER_Y (B), s, step;
  const u8 *m = magnitude + ladder_at (width, x, y);

  if (x >= width || y >= height)
    return;
  if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1)
    {
      out[ladder_at (width, x, y)] = 0;
      return;
    }
  s = sector[ladder_at (width, x, y)];
  step = s == 0 ? 1 : s == 1 ? width + 1 : s == 2 ? width : width - 1;
  out[ladder_at (width, x, y)] = m[-step] >= *m || m[step] >= *m ? 0 : *m;
}

/* 1 byte in, 1 out, 2 comparisons; bound by memory, one byte for each thread. */
template <int B>
static __device__ __forceinline__ void
threshold (const u8 *in, u8 *out, int width, int height, int low, int high)
{
  int x = LADDER_X (B), y = LADDER_Y (B);

  if (x < width && y < height)
    {
      int m = in[ladder_at (width, x, y)];

      out[ladder_at (width, x, y)] = m < low ? 0 : m < high ? 0x60 : 0x90;
    }
}

LAM_BLOCKS (thin_bytes, (const u8 *magnitude, const u8 *sector, u8 *out, int width, int height),
            (magnitude, sector, out, width, height))
LAM_BLOCKS (threshold, (const u8 *in, u8 *out, int width, int height, int low, int high),
            (in, out, width, height, low, high))
