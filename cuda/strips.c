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

/* A Gaussian of this radius or less is computed with four columns per lane. */
#define LEAST_WIDE 3

/* Whether the kernels with eight columns per lane can be and are worth taking. Tests
 * have small images go through them. */
gboolean
ce_cuda_is_wide (const CeCudaLaunch *p)
{
  const CeCudaSource *s = &p->source;

  return s->samples == CE_CUDA_U8 && s->channels == 1
         && p->radius > LEAST_WIDE && p->radius <= CE_CUDA_WIDE_RADIUS
         && (ce_testing ()->cuda_small || (gint64) s->width * s->height > SMALL);
}

/* Sets the radius and the weights, those along @x and @y larger by these powers of two. Without a Gaussian there is one
 * weight, 1. */
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

/* Columns that a warp makes of the result. */
static int
columns_of (const CeCudaEntry *entry)
{
  switch (entry->lanes)
    {
    case CE_CUDA_LANES_PIXELS:
    case CE_CUDA_LANES_COLORS:
      return CE_CUDA_STRIP (4, CE_CUDA_MARGIN (entry->radius));
    case CE_CUDA_LANES_WIDE:
    case CE_CUDA_LANES_WORDS:
      return CE_CUDA_STRIP (8, 1);
    case CE_CUDA_LANES_BYTES:
      return CE_CUDA_STRIP (CE_CUDA_SAMPLES (entry->radius), 0);
    case CE_CUDA_LANES_FLOATS:
    case CE_CUDA_LANES_PLANE:
      return CE_CUDA_STRIP (4, 0);
    case CE_CUDA_LANES_NONE:
      break;
    }
  g_return_val_if_reached (1);
}

/* All warps that march over a plane do the same and wait for the same memory, so that one round ends evenly:
 * deconvolution with radius 5 took .89 of the time that it takes with shares of four sizes. */
#define SIZES(lanes) ((lanes) == CE_CUDA_LANES_PLANE ? 1 : CE_CUDA_SHARES)

/* Queues a kernel that marches, and fills in its shares. */
gboolean
ce_cuda_march (CeCudaJob *job, CeCudaKernel kernel, CeCudaLaunch *p, GError **error)
{
  const CeCudaEntry *entry = &ce_cuda_table[kernel];
  int                columns = columns_of (entry);
  int                width = p->source.width * (entry->lanes >= CE_CUDA_LANES_BYTES ? p->source.channels : 1);
  CeCudaMarch        march = { SIZES (entry->lanes), 2 * entry->depth + p->radius + entry->radius, CE_CUDA_STEP };

  g_return_val_if_fail (p->radius <= entry->radius, FALSE);

  return ce_cuda_launch_rows (job, kernel, (width + columns - 1) / columns, p->y1 - p->y0, &march, &p->shares, p, error);
}
