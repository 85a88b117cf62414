/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Finds the part of the picture with most edges. It searches the painted frame, which is small, instead of the picture.
 */
#include "private.h"

#include <stdlib.h>

/* The least visible difference between neighbors, of gray or of opacity. */
#define SEEN 48

static gboolean
is_step (guint32 a, guint32 b)
{
  return abs ((int) (a >> 24) - (int) (b >> 24)) > SEEN || abs ((int) (a >> 8 & 255) - (int) (b >> 8 & 255)) > SEEN;
}

/* Counts steps in each cell; cells have @width x @height screen pixels, and rows have @n cells. */
static guint *
count_steps (const CeFrame *frame, int width, int height, int n, int n_rows)
{
  const CeRegion *region = &frame->viewport.region;
  guint          *counts = g_new0 (guint, (gsize) n * n_rows);

  for (int y = 0; y < MIN (n_rows * height, region->height); y++)
    {
      const guint32 *row = frame->after + (gsize) y * region->width;

      for (int x = 1; x < MIN (n * width, region->width); x++)
        counts[y / height * n + x / width] += is_step (row[x - 1], row[x]);
    }

  return counts;
}

/* Sets @x and @y to the part of that size with most edges of the result. FALSE without a change at 100 % and above,
 * because the user looks at the middle there, and without a result or with an empty one. */
gboolean
ce_preview_find_densest (CePreview *preview, int width, int height, int *x, int *y)
{
  double            scale = preview->scale;
  int               cell_width = MAX (1, (int) (width * scale)), cell_height = MAX (1, (int) (height * scale));
  CeRegion          region;
  int               n, n_rows, best = 0;
  g_autofree guint *counts = NULL;
  g_autoptr (CeFrame) frame = NULL;

  if (scale >= 1 || ! preview->render || ! ce_preview_get_region (preview, &region))
    return FALSE;
  frame = ce_painter_paint_bare (ce_render_get_painter (preview->render), &region);
  if (! frame->after)
    return FALSE;

  n = MAX (1, region.width / cell_width);
  n_rows = MAX (1, region.height / cell_height);
  counts = count_steps (frame, cell_width, cell_height, n, n_rows);
  for (int i = 1; i < n * n_rows; i++)
    if (counts[i] > counts[best])
      best = i;
  if (counts[best] == 0)
    return FALSE;

  *x = CLAMP ((int) ((region.x + best % n * cell_width) / scale), 0, preview->width - width);
  *y = CLAMP ((int) ((region.y + best / n * cell_height) / scale), 0, preview->height - height);

  return TRUE;
}
