/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Launches the kernels that march down strips of the image.
 */
#include "job.h"

#include <math.h>

/* The least rows of a block, so that its warm-up rows take little time in comparison. */
#define LEAST_ROWS 4

/* Sets @radius and @weights, those along @x and @y larger by these powers of two. Without a Gaussian there is one
 * weight, 1. */
void
ce_cuda_set_gaussian (CeCudaLaunch *p, int radius, const float *weights, int x, int y)
{
  p->radius = radius;
  for (int i = 0; i <= radius; i++)
    {
      p->along_x[i] = ldexpf (weights[i], x);
      p->along_y[i] = ldexpf (weights[i], y);
    }
}

/* Returns the columns of the result that a warp computes. */
static int
columns_of (const CeCudaEntry *entry)
{
  switch (entry->lanes)
    {
    case CE_CUDA_LANES_PIXELS:
    case CE_CUDA_LANES_SIGNALS:
      return CE_CUDA_STRIP (4, CE_CUDA_MARGIN (entry->radius));
    case CE_CUDA_LANES_BYTES:
      return CE_CUDA_STRIP (CE_CUDA_SAMPLES (entry->radius), 0);
    case CE_CUDA_LANES_PLANE:
      return CE_CUDA_STRIP (4, 0);
    case CE_CUDA_LANES_NONE:
      break;
    }
  g_return_val_if_reached (1);
}

/* Returns the number of blocks of a warp that fit the device at once. The driver's answer is slow, so it is queried once. */
static int
resident_blocks (CeCudaJob *job, CeCudaKernel kernel)
{
  CeCudaDevice *device = job->device;
  int           n = g_atomic_int_get (&device->resident[kernel]);

  if (n == 0
      && ce_cuda.cuOccupancyMaxActiveBlocksPerMultiprocessor (&n, ce_cuda_kernel (device, kernel), 32, 0) != CUDA_SUCCESS)
    n = 2;
  g_atomic_int_set (&device->resident[kernel], n);

  return n * device->processors;
}

/* Queues a kernel that marches, with a Gaussian or without. Its blocks are warps, as many as fit the device at once. Each
 * marches down equally many rows, in steps, after a few rows that warm it up. */
gboolean
ce_cuda_march (CeCudaJob *job, CeCudaKernel kernel, CeCudaLaunch *p, GError **error)
{
  const CeCudaEntry *entry = &ce_cuda_table[kernel];
  int                width = p->source.width * (entry->lanes == CE_CUDA_LANES_BYTES ? p->source.channels : 1);
  int                columns = (width + columns_of (entry) - 1) / columns_of (entry);
  int                warm_up = 2 * entry->depth + p->radius + entry->radius;
  int                height = p->y1 - p->y0;
  void              *args[] = { p };
  int                blocks, rows;

  g_return_val_if_fail (p->radius <= entry->radius, FALSE);

  if (ce_cuda_rehearse (job, kernel))
    return TRUE;

  blocks = MAX (resident_blocks (job, kernel) / columns, 1);
  rows = MAX ((height + blocks - 1) / blocks, LEAST_ROWS);
  p->rows = (rows + warm_up + CE_CUDA_STEP - 1) / CE_CUDA_STEP * CE_CUDA_STEP - warm_up;

  return ce_cuda_launch (job, kernel, (guint) columns, (guint) ((height + p->rows - 1) / p->rows), 32, 1, 0, args, error);
}
