/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Lines and result rows of all filters.
 */
#include "filter.h"

#include "workspace.h"

#include <string.h>

/* Returns a row of levels with CE_LINE_MARGIN floats before and behind it and the rows' slack; NULL as of
 * ce_workspace_alloc(). */
float *
ce_line_new (int width)
{
  gsize  length = (gsize) width + 2 * CE_LINE_MARGIN + CE_ROW_SLACK;
  float *line = ce_workspace_alloc (length * sizeof (float));

  return line ? line + CE_LINE_MARGIN : NULL;
}

/* Stores the levels of one row of the tile in the result of an edge filter; strengths as they are. */
void
ce_store_row (const CeCpuRender *render, const CeTile *tile, int y, const float *levels)
{
  gpointer out = ce_view_pixel (render->result, tile->x0, y);
  int      n = tile->x1 - tile->x0;

  if (render->plan->is_strength)
    memcpy (out, levels, (gsize) n * sizeof *levels);
  else
    render->rows->levels.store (levels, render->plan->inverted, render->result->type, out, n);
}
