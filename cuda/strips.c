/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Launching the kernels whose warps march down strips of the image.
 */
#include "job.h"

#include "engine/gaussian.h"
#include "engine/params.h"

#include <math.h>

/* What a warp may use of CE_CUDA_SHARED_LIMIT. */
#define WARP_LIMIT ((gsize) 20 << 10)

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

/* Rows of a warp: so many that all blocks run at once, @rounds times in a row:
 * few, as every warp starts with rows that only warm it up, and more than one, as
 * warps at the edges of the image take longer. With @more of these rows they
 * are a multiple of @step. */
static int
warp_rows (CeCudaJob *job, CeCudaKernel kernel, int height, int columns, int threads, gsize shared, int rounds,
           int more, int step)
{
  int resident = 0;
  int parts, rows;

  if (ce_cuda.cuOccupancyMaxActiveBlocksPerMultiprocessor (&resident, job->device->kernels[kernel], threads, shared)
      != CUDA_SUCCESS)
    resident = 2;
  parts = MAX (rounds * resident * job->device->processors / columns, 1);
  rows = CLAMP ((height + parts - 1) / parts, 4, 512);

  return (rows + more + step - 1) / step * step - more;
}

/* What a launch of strips is made of: columns of a warp, warps of a block at most,
 * bytes of shared memory for each and for the block, rounds, rows that warm up, rows
 * of a step. */
typedef struct
{
  int   columns;
  int   warps;
  gsize each;
  gsize more;
  int   rounds;
  int   warm_up;
  int   step;
} Strips;

/* Queues a kernel whose warps march down strips of the image. */
static gboolean
launch_strips (CeCudaJob *job, CeCudaKernel kernel, CeCudaEdges *p, const Strips *strips, GError **error)
{
  int   n = (p->source.width + strips->columns - 1) / strips->columns;
  int   warps = MIN (n, strips->warps);
  int   columns = (n + warps - 1) / warps;
  gsize shared = warps * strips->each + strips->more;
  void *args[] = { p };

  p->rows = warp_rows (job, kernel, p->y1 - p->y0, columns, 32 * warps, shared, strips->rounds,
                       strips->warm_up, strips->step);
  p->histogram = (int) (warps * strips->each / 16);

  return ce_cuda_launch (job, kernel, (guint) columns, (guint) ((p->y1 - p->y0 + p->rows - 1) / p->rows), 1,
                         32, (guint) warps, shared, args, error);
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
      *window = s->channels == 1 ? CE_CUDA_KERNEL_laplacian_window : CE_CUDA_KERNEL_laplacian_any_r5;
      return bytes && blurred && p->what == CE_RESPONSE_EDGES && p->target.samples == CE_CUDA_U8;

    case CE_CUDA_KERNEL_thin_1:
      *window = ! blurred ? CE_CUDA_KERNEL_thin_any_r0
                : s->channels == 1 ? CE_CUDA_KERNEL_thin_window : CE_CUDA_KERNEL_thin_any_r5;
      return bytes && p->op.sobel;

    case CE_CUDA_KERNEL_sobel_1:
      *window = CE_CUDA_KERNEL_magnitude_any;
      return p->radius == 0 && p->op.sobel && p->what == CE_COMPONENT_MAGNITUDE;

    default:
      return FALSE;
    }
}

static gboolean
launch_window (CeCudaJob *job, CeCudaKernel kernel, CeCudaEdges *p, int depth, GError **error)
{
  gboolean     wide = kernel == CE_CUDA_KERNEL_laplacian_any_r5 || kernel == CE_CUDA_KERNEL_thin_any_r5;
  const Strips strips = {
    wide ? CE_CUDA_STRIP - 8 : CE_CUDA_STRIP, 1, 0, 0, 2, 2 * (depth + p->radius), CE_CUDA_WINDOW_ROWS
  };

  for (int i = 0; i <= CE_CUDA_DEFAULT_RADIUS; i++)
    {
      p->weights[CE_CUDA_WEIGHTS_BYTES + i] = ldexpf (p->weights[i], 127);
      p->weights[CE_CUDA_WEIGHTS_BACK + i] = ldexpf (p->weights[i], 22);
    }

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
  Strips       strips = { CE_CUDA_STRIP, warps, each, more, 1, 2 * depth, 4 };

  if (n_signals == 1 && choose_window (kernel, p, &window))
    return launch_window (job, window, p, depth, error);

  return launch_strips (job, kernel, p, &strips, error);
}

/* Queues a kernel for bytes whose warps march. */
gboolean
ce_cuda_launch_bytes (CeCudaJob *job, CeCudaKernel kernel, CeCudaEdges *p, int depth, GError **error)
{
  const Strips strips = { CE_CUDA_STRIP_BYTES, 1, 0, 0, 2, 2 * depth, 3 };

  return launch_strips (job, kernel, p, &strips, error);
}

/**
 * ce_cuda_launch_rows:
 * @job: a job
 * @kernel: a kernel whose blocks are warps that march down, each for itself
 * @columns: how many side by side
 * @height: rows
 * @rounds: in how many all rows are done if each processor has as many blocks as it can
 * @warm_up: rows that a warp starts with
 * @rows: (out): of a warp, a part of what @p points to
 * @p: the kernel's argument
 * @error: return location
 *
 * Returns: %TRUE, or %FALSE with %CE_ERROR_DEVICE
 */
gboolean
ce_cuda_launch_rows (CeCudaJob *job, CeCudaKernel kernel, int columns, int height, int rounds, int warm_up,
                     int *rows, gpointer p, GError **error)
{
  void *args[] = { p };

  *rows = warp_rows (job, kernel, height, columns, 32, 0, rounds, warm_up, 3);

  return ce_cuda_launch (job, kernel, (guint) columns, (guint) ((height + *rows - 1) / *rows), 1, 32, 1, 0, args, error);
}

/* Whether there is a shortcut for this Sobel: 8-bit grey without blur. */
gboolean
ce_cuda_is_bytes (const CeCudaEdges *p)
{
  return p->source.samples == CE_CUDA_U8 && p->source.channels == 1 && p->radius == 0 && p->op.sobel;
}
