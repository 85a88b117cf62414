/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Launching the kernels that march down strips of the image.
 */
#include "job.h"

#include "engine/testing.h"

#include <math.h>

/* Pixels of an image whose warps do not fill the device: with fewer columns each they
 * are done sooner. */
#define SMALL (1 << 19)

/* Kernels for a Gaussian stand in the table one after the other, by the largest radius. */
static const int made_for[][4] = {
  [CE_CUDA_LANES_PIXELS] = { 3, 5, CE_CUDA_EDGE_RADIUS },
  [CE_CUDA_LANES_WIDE] = { 3, CE_CUDA_WIDE_RADIUS },
  [CE_CUDA_LANES_COLORS] = { 5, 9, CE_CUDA_SHARPEN_RADIUS },
  [CE_CUDA_LANES_BYTES] = { 5, 9, 12, CE_CUDA_SHARPEN_RADIUS },
  [CE_CUDA_LANES_FLOATS] = { 5, 9, CE_CUDA_SHARPEN_RADIUS },
  [CE_CUDA_LANES_PLANE] = { 5, 9, CE_CUDA_RESTORE_RADIUS }
};

/* Whether the kernels with eight columns per lane can be and are worth taking. Tests
 * have small images go through them. */
gboolean
ce_cuda_is_wide (const CeCudaLaunch *p)
{
  const CeCudaSource *s = &p->source;

  return s->samples == CE_CUDA_U8 && s->channels == 1
         && p->radius > made_for[CE_CUDA_LANES_WIDE][0] && p->radius <= CE_CUDA_WIDE_RADIUS
         && (ce_testing ()->cuda_small || (gint64) s->width * s->height > SMALL);
}

/**
 * ce_cuda_set_gaussian:
 * @p: (inout): a launch
 * @plan: what is rendered
 * @x: power of two by which weights along x are larger
 * @y: and along y
 *
 * Sets the radius and the weights. Without a Gaussian there is one weight, 1.
 */
void
ce_cuda_set_gaussian (CeCudaLaunch *p, const CePlan *plan, int x, int y)
{
  p->radius = plan->radius;
  for (int i = 0; i <= plan->radius; i++)
    {
      p->along_x[i] = ldexpf (plan->weights[i], x);
      p->along_y[i] = ldexpf (plan->weights[i], y);
    }
}

/* The number of the kernel for a radius. */
static int
kernel_for (CeCudaLanes lanes, int radius)
{
  int number = 0;

  while (radius > made_for[lanes][number])
    number++;

  return number;
}

/* The largest radius that it is for. */
static int
largest_for (CeCudaLanes lanes, int radius)
{
  return radius ? made_for[lanes][kernel_for (lanes, radius)] : 0;
}

/* Columns that a warp makes of the result. */
int
ce_cuda_columns (CeCudaLanes lanes, int radius)
{
  int most = largest_for (lanes, radius);

  switch (lanes)
    {
    case CE_CUDA_LANES_PIXELS:
    case CE_CUDA_LANES_COLORS:
      return CE_CUDA_STRIP (4, CE_CUDA_MARGIN (most));
    case CE_CUDA_LANES_WIDE:
    case CE_CUDA_LANES_WORDS:
      return CE_CUDA_STRIP (8, 1);
    case CE_CUDA_LANES_BYTES:
      return CE_CUDA_STRIP (CE_CUDA_SAMPLES (most), 0);
    case CE_CUDA_LANES_FLOATS:
    case CE_CUDA_LANES_PLANE:
      return CE_CUDA_STRIP (4, 0);
    }
  g_return_val_if_reached (1);
}

/* All warps that march over a plane do the same and wait for the same memory, so that one round ends evenly:
 * deconvolution with radius 5 took .89 of the time that it takes with shares of four sizes. */
#define SIZES(lanes) ((lanes) == CE_CUDA_LANES_PLANE ? 1 : CE_CUDA_SHARES)

/**
 * ce_cuda_march:
 * @job: a job
 * @kernel: one without a Gaussian, or the first of those for one
 * @p: (inout): its argument; shares are filled in
 * @lanes: what its lanes have
 * @depth: rows above and below that its stage needs
 * @grid: (out) (optional): strips, and blocks of a column
 * @error: return location
 *
 * Queues a kernel that marches, or the one of three that is made for the radius.
 *
 * Returns: %TRUE, or %FALSE with %CE_ERROR_DEVICE
 */
gboolean
ce_cuda_march (CeCudaJob *job, CeCudaKernel kernel, CeCudaLaunch *p, CeCudaLanes lanes, int depth, CeCudaGrid *grid,
               GError **error)
{
  int         most = largest_for (lanes, p->radius);
  int         columns = ce_cuda_columns (lanes, p->radius);
  int         width = p->source.width * (lanes >= CE_CUDA_LANES_BYTES ? p->source.channels : 1);
  CeCudaMarch march = { SIZES (lanes), 2 * depth + p->radius + most, CE_CUDA_STEP };
  CeCudaGrid  own;

  grid = grid ? grid : &own;
  kernel += most && lanes != CE_CUDA_LANES_WIDE ? (CeCudaKernel) kernel_for (lanes, p->radius) : 0;
  grid->strips = (width + columns - 1) / columns;
  grid->blocks = ce_cuda_share_rows (job, kernel, grid->strips, p->y1 - p->y0, &march, &p->shares);

  return ce_cuda_launch (job, kernel, (guint) grid->strips, (guint) grid->blocks, 1, 32, 1, 0, (void *[]) { p }, error);
}
