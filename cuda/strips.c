/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Launching the kernels whose warps march down strips of the image.
 */
#include "job.h"

#include "engine/gaussian.h"
#include "engine/params.h"
#include "engine/testing.h"

#include <math.h>

/* What a warp may use of CE_CUDA_SHARED_LIMIT. */
#define WARP_LIMIT ((gsize) 20 << 10)

/* Pixels of an image whose warps do not fill the device: with fewer columns each they
 * are done sooner. */
#define SMALL (1 << 19)

/* Canny's lower threshold at least, squared or not, where magnitudes are compared by
 * the first byte of their difference: see canny-wide.cu. */
#define LEAST_LOW 9.5367432e-7f          /* 2^-20 */

/* Shared memory of a warp; the layout is Shared's in march.cuh. */
gsize
ce_cuda_warp_shared (int n_signals, int radius, gboolean along_y)
{
  int apron = (radius + 3) & ~3;
  int groups = 4 * (32 + apron / 2);

  if (radius && along_y)
    groups += (2 * radius + 4) * 32;

  return (gsize) n_signals * groups * 4 * sizeof (float);
}

/* Whether the Gaussian is computed inside the fused kernel. */
gboolean
ce_cuda_is_fused (int n_signals, int radius)
{
  return ce_cuda_warp_shared (n_signals, radius, TRUE) <= WARP_LIMIT;
}

/* What a launch of strips is made of: columns of a warp, warps of a block at most,
 * bytes of shared memory for each and for the block. */
typedef struct
{
  int         columns;
  int         warps;
  gsize       each;
  gsize       more;
  CeCudaMarch march;
} Strips;

/* Queues a kernel whose warps march down strips of the image. */
static gboolean
launch_strips (CeCudaJob *job, CeCudaKernel kernel, CeCudaEdges *p, const Strips *strips, GError **error)
{
  int   n = (p->source.width + strips->columns - 1) / strips->columns;
  int   warps = MIN (n, strips->warps);
  int   columns = (n + warps - 1) / warps;
  gsize shared = warps * strips->each + strips->more;
  int   rows = ce_cuda_share_rows (job, kernel, 32 * warps, shared, columns, p->y1 - p->y0, &strips->march, &p->shares);
  void *args[] = { p };

  p->histogram = (int) (warps * strips->each / 16);

  return ce_cuda_launch (job, kernel, (guint) columns, (guint) rows, 1, 32, (guint) warps, shared, args, error);
}

/* Whether the kernels with eight columns per lane can be and are worth taking. Tests
 * have small images go through them. */
static gboolean
is_wide (const CeCudaSource *s)
{
  return s->channels == 1 && (ce_testing ()->cuda_small || (gint64) s->width * s->height > SMALL);
}

/* The kernel that keeps its rows in registers, if there is one that does what
 * @kernel would: for opaque 8-bit images, or for the gradient of float ones. */
static gboolean
choose_window (CeCudaKernel kernel, const CeCudaEdges *p, CeCudaKernel *window)
{
  const CeCudaSource *s = &p->source;
  gboolean            bytes = s->samples == CE_CUDA_U8;
  gboolean            blurred = p->radius == CE_CUDA_DEFAULT_RADIUS;

  if (s->cover != CE_CUDA_COVER_NONE || s->channel >= 0 || (p->radius && ! blurred)
      || ! (bytes || (s->samples == CE_CUDA_F32 && s->channels == 1)))
    return FALSE;

  switch (kernel)
    {
    case CE_CUDA_KERNEL_laplacian_1:
      *window = is_wide (s) ? CE_CUDA_KERNEL_laplacian_wide : CE_CUDA_KERNEL_laplacian_any_r5;
      return bytes && blurred && p->what == CE_RESPONSE_EDGES && p->target.samples == CE_CUDA_U8;

    case CE_CUDA_KERNEL_thin_1:
      if (! bytes || ! p->op.sobel)
        *window = blurred ? CE_CUDA_KERNEL_thin_float_r5 : CE_CUDA_KERNEL_thin_float_r0;
      else if (! blurred)
        *window = CE_CUDA_KERNEL_thin_any_r0;
      else if (! is_wide (s) || p->low < LEAST_LOW)
        *window = CE_CUDA_KERNEL_thin_any_r5;
      else
        *window = p->l1 ? CE_CUDA_KERNEL_thin_wide_l1 : CE_CUDA_KERNEL_thin_wide_l2;
      return TRUE;

    case CE_CUDA_KERNEL_sobel_1:
      *window = CE_CUDA_KERNEL_magnitude_any;
      return p->radius == 0 && p->op.sobel && p->what == CE_COMPONENT_MAGNITUDE;

    default:
      return FALSE;
    }
}

/* Queues one for 8-bit grey after the default Gaussian. */
static gboolean
launch_wide (CeCudaJob *job, CeCudaKernel kernel, CeCudaEdges *p, int depth, GError **error)
{
  const Strips strips = { CE_CUDA_STRIP_BYTES, 1, 0, 0, { 4, 2 * (depth + p->radius), CE_CUDA_WINDOW_ROWS } };
  int          larger = kernel == CE_CUDA_KERNEL_thin_wide_l2 ? 2 * CE_CUDA_LARGE : CE_CUDA_LARGE;

  for (int i = 0; i <= CE_CUDA_DEFAULT_RADIUS; i++)
    {
      p->weights[CE_CUDA_WEIGHTS_BYTES + i] = ldexpf (p->weights[i], 127);
      p->weights[CE_CUDA_WEIGHTS_BACK + i] = ldexpf (p->weights[i], 22);
      p->weights[CE_CUDA_WEIGHTS_LARGE + i] = ldexpf (p->weights[i], 22 + CE_CUDA_LARGE);
    }
  p->low = ldexpf (p->low, larger);
  if (kernel != CE_CUDA_KERNEL_laplacian_wide)
    p->high = ldexpf (p->high, larger);

  return launch_strips (job, kernel, p, &strips, error);
}

static gboolean
launch_window (CeCudaJob *job, CeCudaKernel kernel, CeCudaEdges *p, int depth, GError **error)
{
  gboolean     wide = p->radius > 0;
  const Strips strips = {
    wide ? CE_CUDA_STRIP - 8 : CE_CUDA_STRIP, 1, 0, 0, { 4, 2 * (depth + p->radius), CE_CUDA_WINDOW_ROWS }
  };

  return launch_strips (job, kernel, p, &strips, error);
}

/* Queues a fused kernel over the rows of @p, with @more bytes of shared memory
 * per block. */
gboolean
ce_cuda_launch_fused (CeCudaJob *job, CeCudaKernel kernel, CeCudaEdges *p, int n_signals, int depth, gsize more,
                      GError **error)
{
  CeCudaKernel window;
  gsize        each = ce_cuda_warp_shared (n_signals, p->radius, TRUE);
  int          warps = (int) MIN ((CE_CUDA_SHARED_LIMIT - more) / each, CE_CUDA_MAX_WARPS);
  Strips       strips = { CE_CUDA_STRIP, warps, each, more, { p->radius > CE_CUDA_DEFAULT_RADIUS ? 2 : 4, 2 * depth, 4 } };

  if (n_signals == 1 && choose_window (kernel, p, &window))
    return window == CE_CUDA_KERNEL_laplacian_wide || window == CE_CUDA_KERNEL_thin_wide_l2
           || window == CE_CUDA_KERNEL_thin_wide_l1 ? launch_wide (job, window, p, depth, error)
                                                    : launch_window (job, window, p, depth, error);

  return launch_strips (job, kernel, p, &strips, error);
}

/* Queues a kernel for bytes whose warps march. */
gboolean
ce_cuda_launch_bytes (CeCudaJob *job, CeCudaKernel kernel, CeCudaEdges *p, int depth, GError **error)
{
  const Strips strips = { CE_CUDA_STRIP_BYTES, 1, 0, 0, { 5, 2 * depth, 3 } };

  return launch_strips (job, kernel, p, &strips, error);
}

/* Whether there is a shortcut for this Sobel: 8-bit grey without blur. */
gboolean
ce_cuda_is_bytes (const CeCudaEdges *p)
{
  return p->source.samples == CE_CUDA_U8 && p->source.channels == 1 && p->radius == 0 && p->op.sobel;
}
