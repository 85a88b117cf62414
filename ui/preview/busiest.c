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
count_steps (const CeCanvas *canvas, int width, int height, int n, int n_rows)
{
  const guchar *pixels = cairo_image_surface_get_data (canvas->surface);
  int           stride = cairo_image_surface_get_stride (canvas->surface);
  guint        *counts = g_new0 (guint, (gsize) n * n_rows);

  for (int y = 0; y < MIN (n_rows * height, canvas->region.height); y++)
    {
      const guint32 *row = (const guint32 *) (pixels + (gsize) y * stride);

      for (int x = 1; x < MIN (n * width, canvas->region.width); x++)
        counts[y / height * n + x / width] += is_step (row[x - 1], row[x]);
    }

  return counts;
}

/**
 * ce_preview_find_busiest:
 * @preview: a preview
 * @width, @height: of a part of the picture
 * @x, @y: (inout): moved to where such a part of the result shows most
 *
 * Returns: %FALSE, with nothing moved, at 100 % and above, where the middle is
 *   what the user looks at, and as long as there is no result or nothing in it
 */
gboolean
ce_preview_find_busiest (CePreview *preview, int width, int height, int *x, int *y)
{
  const CeCanvas   *canvas = &preview->paintings[CE_PICTURE_AFTER];
  double            scale = canvas->region.scale;
  int               cell_width = MAX (1, (int) (width * scale)), cell_height = MAX (1, (int) (height * scale));
  int               n = MAX (1, canvas->region.width / cell_width), n_rows = MAX (1, canvas->region.height / cell_height);
  g_autofree guint *counts = NULL;
  int               best = 0;

  if (preview->scale >= 1 || ! canvas->surface || scale != preview->scale)
    return FALSE;

  counts = count_steps (canvas, cell_width, cell_height, n, n_rows);
  for (int i = 1; i < n * n_rows; i++)
    if (counts[i] > counts[best])
      best = i;
  if (counts[best] == 0)
    return FALSE;

  *x = CLAMP ((int) ((canvas->region.x + best % n * cell_width) / scale), 0, preview->width - width);
  *y = CLAMP ((int) ((canvas->region.y + best / n * cell_height) / scale), 0, preview->height - height);

  return TRUE;
}
