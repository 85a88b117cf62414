/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the filters share: lines, and rows of results.
 */
#include "filter.h"

#include "workspace.h"

/* A row of levels, readable CE_LINE_MARGIN floats beyond both ends and with the
 * rows' slack behind it; NULL as of ce_workspace_alloc(). */
float *
ce_line_new (int width)
{
  gsize  length = (gsize) width + 2 * CE_LINE_MARGIN + CE_ROW_SLACK;
  float *line = ce_workspace_alloc (length * sizeof (float));

  return line ? line + CE_LINE_MARGIN : NULL;
}

/* Whether no level comes near the largest float. */
gboolean
ce_is_finite (const CeCpuRender *render)
{
  return render->source->view.type != CE_F32;
}

/* Levels of one row of the tile to the result of an edge filter. */
void
ce_store_row (const CeCpuRender *render, const CeTile *tile, int y, const float *levels)
{
  render->rows->levels.store (levels, render->plan->inverted, render->result->type,
                              ce_view_pixel (render->result, tile->x0, y), tile->x1 - tile->x0);
}
