/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How the rows of an image are shared out among the blocks of a kernel that
 * marches down.
 */
#include "job.h"

#include <math.h>

/* Rows of a block at least, unless the image has so few rows that the device has room for all of its blocks at once. */
#define LEAST 4

/* Blocks of a warp that the device has room for at once. The driver takes a while to say so, and is asked once. */
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

/* How often blocks with less than LEAST rows may fill the device: twice if one step makes a row; a part of it where they
 * make three rows at least, having read two more, and where more rows warm them up than they make. */
static double
rounds (const CeCudaMarch *march)
{
  return march->warm_up == 0 ? 0.25 : march->warm_up < march->step ? 2 : 0.5;
}

/* Into how many sizes of shares @rows, as many as there are for each part, are best taken apart: blocks of each size have
 * rows that only warm them up, and the last are as much apart as their size. */
static int
n_sizes (const CeCudaMarch *march, double rows)
{
  double least = G_MAXDOUBLE;
  int    best = 1;

  for (int n = 1; n <= march->sizes; n++)
    {
      double lost = n * march->warm_up + rows / (ldexp (1, n) - 1);

      if (lost < least)
        {
          least = lost;
          best = n;
        }
    }

  return best;
}

/* Shares @height rows out among blocks of a warp, @columns side by side, and returns how many are in a column.
 *
 * Warps do not progress evenly: the scheduler prefers some, and those at the edges of the image have more to do. The first
 * wave of blocks gets large shares, because every block wastes some rows to warm up; later waves get ever smaller ones, so
 * that all finish together. With two rounds of equal shares an H200 was idle for a sixth of the time. The fewer rows there
 * are, the fewer sizes pay: with one less the Laplacian of 4 megapixels took .84 of the time. */
static int
share_rows (CeCudaJob *job, CeCudaKernel kernel, int columns, int height, const CeCudaMarch *march, CeCudaShares *shares)
{
  int    left = height;
  int    blocks = 0;
  int    least, sizes;
  double all;

  shares->parts = MAX (resident_blocks (job, kernel) / columns, 1);
  sizes = n_sizes (march, (double) height / shares->parts);
  all = 2 - ldexp (1, 1 - sizes);       /* 1 + 1/2 + 1/4 + … */
  least = MIN (LEAST, (int) ceil (height / (rounds (march) * shares->parts)));
  for (int i = 0; i < CE_CUDA_SHARES; i++)
    {
      double wanted = ldexp (height / all / shares->parts, -MIN (i, sizes - 1));
      int    steps = (MAX ((int) ceil (wanted), least) + march->warm_up + march->step - 1) / march->step;
      int    rows = steps * march->step - march->warm_up;
      int    n = (left + rows - 1) / rows;

      if (i < CE_CUDA_SHARES - 1)
        n = MIN (n, shares->parts);
      shares->rows[i] = rows;
      blocks += n;
      left = MAX (left - n * rows, 0);
    }

  return blocks;
}

/* Queues a kernel whose blocks are warps that march down, @columns of them side by side; @shares are a part of its argument
 * @p, and are filled in. */
gboolean
ce_cuda_launch_rows (CeCudaJob *job, CeCudaKernel kernel, int columns, int height, const CeCudaMarch *march,
                     CeCudaShares *shares, gpointer p, GError **error)
{
  void *args[] = { p };
  int   rows = share_rows (job, kernel, columns, height, march, shares);

  return ce_cuda_launch (job, kernel, (guint) columns, (guint) rows, 1, 32, 1, 0, args, error);
}
