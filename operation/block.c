/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Chooses the part of an effect that is computed at a time. Usually it is the whole effect, and GEGL's cache hands it
 * out. While the user drags a slider of a slow filter it is a block: GIMP requests the visible blocks first, and skips
 * the rest once the slider has moved on. All blocks together take longer than the whole effect, because each block also
 * computes the pixels around it.
 */
#include "operation.h"

#include "pixels/pixels.h"

/* A render that takes longer than this is computed in blocks of at least BLOCK pixels each way. */
#define SLOW_MS 100
#define BLOCK 1024

/* Returns whether @params make kept stages useless. If not, the whole image is quick, because kept stages are of the whole
 * image. */
static gboolean
begins_anew (const CeParams *before, const CeParams *params, CeFilterId filter)
{
  return ce_params_first_step (before, params, filter) < CE_STEP_THRESHOLDS || before->detail != params->detail;
}

/* Returns the size of blocks for new parameters, pixels, or 0 for the whole image. Only deconvolution is slow, and its
 * result depends on no pixel beyond its halo. */
static int
choose_size (const CeFilter *filter, const CeCached *cached, const GeglRectangle *area, const CeParams *params)
{
  CeCost cost;
  int    size;

  if (! cached->session || (! ce_testing ()->soon && ce_session_get_status (cached->session)->times.compute_ms < SLOW_MS))
    return 0;

  cost = ce_params_get_cost (params, filter, ce_session_get_source (cached->session));
  if (! cost.deconvolves || ! begins_anew (&cached->asked, params, filter->id))
    return 0;
  size = (MAX (BLOCK, 6 * cost.halo) + CE_SLICE_ROWS - 1) / CE_SLICE_ROWS * CE_SLICE_ROWS;

  return 2 * size <= MAX (area->width, area->height) ? size : 0;
}

/* Returns the rectangle to compute for @roi: all of the input's @area, or a block of it. */
GeglRectangle
ce_block_find (CeOperation *self, const GeglRectangle *area, const GeglRectangle *roi)
{
  CeParams      params = ce_operation_get_params (self);
  CeCached     *cached = ce_session_cache_lock (self->cache);
  GeglRectangle part;
  int           size;

  if (memcmp (&params, &cached->asked, sizeof params) != 0)
    {
      cached->block = choose_size (self->filter, cached, area, &params);
      cached->asked = params;
    }
  size = cached->block;
  ce_session_cache_unlock (self->cache);

  if (! size || ! gegl_rectangle_intersect (&part, roi, area))
    return *area;

  part.width += (part.x - area->x) % size;
  part.height += (part.y - area->y) % size;
  part.x -= (part.x - area->x) % size;
  part.y -= (part.y - area->y) % size;
  part.width = MIN ((part.width + size - 1) / size * size, area->x + area->width - part.x);
  part.height = MIN ((part.height + size - 1) / size * size, area->y + area->height - part.y);

  return part;
}
