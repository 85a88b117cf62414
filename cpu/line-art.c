/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Line art as passes over planes, each in tiles: levels and flow, the difference across it, the sum along it. The planes
 * continue beyond the image, so that samples need no limits.
 */
#include "filter.h"

#include "engine/line-art.h"

#include <string.h>

/* The most bytes that are kept, those of 48 megapixels. */
#define BUDGET ((gsize) 768 << 20)

/* Columns behind a row's last one that a vector of pixels may begin in. */
#define BEHIND 16

/* The planes of a line art. The plane of levels gets the differences along the flow when the levels were read. */
struct _CeArtPlanes
{
  float *levels;                /* of pixel (0, 0), as of all planes */
  float *tangents;              /* pairs */
  float *differences;
  int    beside;                /* pixels of a plane on each side of the image */
  int    stride;                /* pixels */
};

typedef struct
{
  CeRings rings;
  CeRing *levels;
  CeRing *tensor;               /* or NULL */
  float  *line;                 /* of the result, or tangents */
  float  *shown;
} Workspace;

/* Writes a row of the tile, of @step floats a pixel; the outermost pixels of the image are repeated beyond it. */
static void
put_row (const CeCpuRender *render, const CeTile *tile, int y, float *plane, int step, const float *row)
{
  const CeArtPlanes *planes = render->art;
  const CeView      *view = &render->source->view;
  int                left = tile->x0 == 0 ? planes->beside : 0;
  int                right = tile->x1 == view->width ? planes->beside + BEHIND : 0, n = tile->x1 - tile->x0;
  int                above = y == 0 ? planes->beside : 0, below = y == view->height - 1 ? planes->beside : 0;
  gsize              pixel = (gsize) step * sizeof (float);
  gssize             pitch = (gssize) planes->stride * step;
  float             *out = plane + y * pitch + (gssize) tile->x0 * step;

  memcpy (out, row, (gsize) n * pixel);
  for (int i = 1; i <= left; i++)
    memcpy (out - i * step, row, pixel);
  for (int i = 0; i < right; i++)
    memcpy (out + (n + i) * step, row + (n - 1) * step, pixel);
  out -= left * step;
  for (int i = -above; i <= below; i++)
    if (i != 0)
      memcpy (out + i * pitch, out, (gsize) (left + n + right) * pixel);
}

static const float *
row_at (const CeCpuRender *render, const CeTile *tile, int y, const float *plane, int step)
{
  return plane + ((gssize) y * render->art->stride + tile->x0) * step;
}

static void
init_lines (gpointer data, const CeCpuRender *render, int tile_width)
{
  Workspace *w = data;

  w->line = ce_line_new (2 * tile_width);
  w->shown = ce_line_new (tile_width);
}

static void
init_flow (gpointer data, const CeCpuRender *render, int tile_width)
{
  Workspace       *w = data;
  const CeLineArt *art = &render->plan->line_art;

  init_lines (data, render, tile_width);
  w->rings.render = render;
  w->levels = ce_rings_gaussian (&w->rings, ce_rings_bounded (&w->rings));
  ce_ring_need (w->levels, 0, 0, 1);
  if (render->plan->params.stage >= CE_DRAWN_FLOW)
    {
      w->tensor = ce_rings_gaussian_of (&w->rings, ce_rings_tensor (&w->rings, w->levels), art->flow, art->flow_radius);
      ce_ring_need (w->tensor, 0, 0, 1);
    }
  ce_rings_alloc (&w->rings, tile_width);
}

/* Fills the planes of levels and tangents, or shows one of them. */
static void
run_flow (gpointer data, const CeCpuRender *render, const CeTile *tile)
{
  Workspace   *w = data;
  const CeRows *rows = render->rows;
  CeDrawn      drawn = render->plan->params.stage;
  int          n = tile->x1 - tile->x0;

  ce_rings_begin (&w->rings, tile);
  for (int y = tile->y0; y < tile->y1; y++)
    {
      const float *levels = ce_ring_row (w->levels, y);

      if (w->tensor)
        rows->art.tangents (ce_ring_row (w->tensor, y), w->line, n);
      if (drawn == CE_DRAWN_FLOW)
        rows->art.angles (w->line, w->shown, n);
      if (drawn <= CE_DRAWN_FLOW)
        ce_store_row (render, tile, y, w->tensor ? w->shown : levels);
      else
        {
          put_row (render, tile, y, render->art->levels, 1, levels);
          put_row (render, tile, y, render->art->tangents, 2, w->line);
        }
    }
}

/* Fills the plane of differences across the flow, or shows it. */
static void
run_across (gpointer data, const CeCpuRender *render, const CeTile *tile)
{
  Workspace         *w = data;
  const CeArtPlanes *planes = render->art;

  for (int y = tile->y0; y < tile->y1; y++)
    {
      render->rows->art.across (row_at (render, tile, y, planes->levels, 1), planes->stride,
                                row_at (render, tile, y, planes->tangents, 2), &render->plan->line_art, w->line,
                                tile->x1 - tile->x0);
      if (render->plan->params.stage == CE_DRAWN_DIFFERENCE)
        ce_store_row (render, tile, y, w->line);
      else
        put_row (render, tile, y, planes->differences, 1, w->line);
    }
}

/* Sums the differences along the flow. */
static void
run_along (gpointer data, const CeCpuRender *render, const CeTile *tile)
{
  Workspace         *w = data;
  const CeArtPlanes *planes = render->art;
  int                n = tile->x1 - tile->x0;

  for (int y = tile->y0; y < tile->y1; y++)
    {
      render->rows->art.along (row_at (render, tile, y, planes->differences, 1), planes->stride,
                               row_at (render, tile, y, planes->tangents, 2), &render->plan->line_art, w->line, n);
      memcpy (planes->levels + (gssize) y * planes->stride + tile->x0, w->line, (gsize) n * sizeof (float));
    }
}

static void
run_levels (gpointer data, const CeCpuRender *render, const CeTile *tile)
{
  Workspace *w = data;

  for (int y = tile->y0; y < tile->y1; y++)
    {
      render->rows->art.levels (row_at (render, tile, y, render->art->levels, 1), &render->plan->line_art, w->shown,
                                tile->x1 - tile->x0);
      ce_store_row (render, tile, y, w->shown);
    }
}

/* The passes, of which those of the last stage end in differences that are kept. Sums of these shares do not round. */
static const CeTiled tiled[] = {
  { sizeof (Workspace), init_flow, run_flow, 0 },
  { sizeof (Workspace), init_lines, run_across, 8 },
  { sizeof (Workspace), init_lines, run_along, 8 },
  { sizeof (Workspace), init_lines, run_levels, 64 }
};
static const CePass passes[] = {
  { .tiled = &tiled[0], .share = 10 / 64.0 },
  { .tiled = &tiled[1], .share = 10 / 64.0 },
  { .tiled = &tiled[2], .share = 43 / 64.0, .keeps = TRUE },
  { .tiled = &tiled[3], .share = 1 / 64.0 }
};
static const int n_passes[] = {
  [CE_DRAWN_SMOOTHED] = 1, [CE_DRAWN_FLOW] = 1, [CE_DRAWN_DIFFERENCE] = 2, [CE_DRAWN_LINES] = G_N_ELEMENTS (passes)
};

/* Divides the kept memory into planes. */
static gboolean
find_planes (CeArtPlanes *planes, const CeCpuRender *render, GError **error)
{
  const CeLineArt *art = &render->plan->line_art;
  const CeView    *view = &render->source->view;
  gsize            n, first;
  float           *memory;

  planes->beside = (int) (CE_ART_LONGEST * MAX (art->across, art->along)) + 2;
  planes->stride = view->width + 2 * planes->beside + BEHIND;
  n = (gsize) planes->stride * ((gsize) view->height + 2 * (gsize) planes->beside);
  first = (gsize) planes->beside * ((gsize) planes->stride + 1);
  if (render->plan->params.stage <= CE_DRAWN_FLOW)
    return TRUE;

  memory = ce_kept_reserve (render->kept, 4 * n * sizeof (float), error);
  if (! memory)
    return FALSE;
  planes->levels = memory + first;
  planes->differences = memory + n + first;
  planes->tangents = memory + 2 * (n + first);

  return TRUE;
}

/* Renders line art. The differences along the flow that an earlier render kept need only become levels. */
gboolean
ce_cpu_line_art (CeCpuRender *render, const CeProgress *progress, GError **error)
{
  CeKept     *kept = render->kept;
  CeArtPlanes planes = { 0 };
  CeDrawn     drawn = render->plan->params.stage;
  gboolean    done;

  ce_kept_begin (kept, &render->plan->params, CE_FILTER_LINE_ART, CE_STEP_NONE);
  kept->is_valid = kept->is_valid && drawn != CE_DRAWN_DIFFERENCE;      /* it overwrites the plane */
  render->art = &planes;
  done = find_planes (&planes, render, error)
         && ce_passes_run (passes, n_passes[drawn], BUDGET, render, progress, error);
  render->art = NULL;

  return done;
}
