/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where there is most to see: on what was painted, which is small, instead of
 * the picture itself.
 */
#include "private.h"

#include <stdlib.h>

/* A difference between neighbors that is seen: of gray or of opacity. */
#define SEEN 48

static gboolean
is_step (guint32 a, guint32 b)
{
  return abs ((int) (a >> 24) - (int) (b >> 24)) > SEEN || abs ((int) (a >> 8 & 255) - (int) (b >> 8 & 255)) > SEEN;
}

/* Steps in each cell, cells of @width x @height screen pixels in rows of @n. */
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

/* Moves x and y to where a part of that size of the result shows most. FALSE, with nothing moved, at 100 % and above, where
 * the middle is what the user looks at, and as long as there is no result or nothing in it. */
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
  frame = ce_render_paint_bare (preview->render, &region);
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
