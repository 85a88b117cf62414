/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Memory for lists of magnitudes, see kernels/list.cuh.
 */
#include "job.h"

/* Bytes of a row of a strip of lanes with four pixels: a float for each column, and for each lane an eighth of a mask and,
 * as blocks have four rows at least, a quarter of two words. */
#define ROW_SIZE (128 * 4 + 32 * 4 / 8 + 32 * 4 / 4 * 2)

static gsize
count_strips (CeCudaJob *job, CeCudaLanes lanes, int radius)
{
  int columns = ce_cuda_columns (lanes, radius);

  return (gsize) (job->source->view.width + columns - 1) / (gsize) columns;
}

/* Bytes that lists need for a row, with lanes of four pixels or a little less with eight. What a block needs apart from
 * its rows is less than the rows beyond a band that scratch is for, too. */
gsize
ce_cuda_lists_scratch (CeCudaJob *job, int radius)
{
  return count_strips (job, CE_CUDA_LANES_PIXELS, radius) * ROW_SIZE;
}

/* Memory for the rows of @band; what was listed is lost. */
gboolean
ce_cuda_reserve_lists (CeCudaJob *job, const CeCudaBand *band, CeCudaLanes lanes, int radius, CeCudaLists *lists,
                       GError **error)
{
  gsize words = lanes == CE_CUDA_LANES_WIDE ? 2 : 1;
  gsize strips = count_strips (job, lanes, radius);
  gsize rows = (gsize) (band->y1 - band->y0);
  gsize levels = strips * rows * words * 128 * sizeof (float);
  gsize counts = strips * CE_CUDA_LIST_BLOCKS (rows) * 32 * sizeof (guint32);
  gsize masks = counts + strips * (rows * words / 8 + 1) * 32 * sizeof (guint32);

  job->listed.source = NULL;
  if (! ce_cuda_reserve (job, CE_CUDA_BUFFER_LISTS, levels + masks + counts, error))
    return FALSE;

  *lists = (CeCudaLists) {
    .levels = job->buffers[CE_CUDA_BUFFER_LISTS].data, .first = band->y0, .rows = (int) rows,
    .margin = (32 - ce_cuda_columns (lanes, radius) / (4 * (int) words)) / 2
  };
  lists->masks = lists->levels + levels;
  lists->counts = lists->masks + masks;

  return TRUE;
}
