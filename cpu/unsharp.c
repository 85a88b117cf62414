/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Unsharp masking of 8-bit samples of which none is transparent: from bytes to
 * bytes with one kind of row kept on the way, those that are blurred along x.
 */
#include "filter.h"

#include <string.h>

/* Rows made in one go. */
#define AT_ONCE 4

typedef struct
{
  int      radius;
  int      step;
  int      depth;               /* rows kept */
  gsize    pitch;
  float   *blurred;             /* along x */
  guint16 *words;               /* of one row */
  guint8  *spare;               /* what lies below the tile */
  int      next;                /* first row not yet blurred */
} Workspace;

/**
 * ce_unsharp_serves:
 * @render: a render of the sharpen filter
 *
 * Returns: whether it is what ce_cpu_unsharp does
 */
gboolean
ce_unsharp_serves (const CeRender *render)
{
  const CeView *view = &render->source->view;

  return render->rows->unsharp_words && render->params->method == CE_METHOD_UNSHARP && render->radius > 0
         && view->type == CE_U8 && render->source->opaque
         && (render->params->channels == CE_CHANNELS_RGB || view->channels == 1);
}

static gpointer
new_workspace (const CeRender *render, int tile_width)
{
  Workspace *w = g_new0 (Workspace, 1);

  w->radius = render->radius;
  w->step = render->source->view.channels;
  w->depth = 2 * w->radius + AT_ONCE;
  w->pitch = ((gsize) tile_width * w->step + 63) / 64 * 64 + 16;
  w->blurred = g_aligned_alloc0 (w->pitch * w->depth, sizeof (float), 64);
  w->words = g_aligned_alloc0 (ce_words_pitch (tile_width, w->step, w->radius), sizeof (guint16), 64);
  w->spare = g_malloc ((gsize) tile_width * w->step);

  return w;
}

static void
free_workspace (gpointer data)
{
  Workspace *w = data;

  g_aligned_free (w->blurred);
  g_aligned_free (w->words);
  g_free (w->spare);
  g_free (w);
}

static void
blur_up_to (Workspace *w, const CeRender *render, const CeTile *tile, int y)
{
  for (; w->next <= y; w->next++)
    {
      const guint16 *words = ce_words_row (render->rows, render->source, w->next, tile->x0, tile->x1, w->radius, w->words);

      render->rows->gaussian_words (words, render->weights, w->radius, w->step, TRUE,
                                    w->blurred + (gsize) (w->next % w->depth) * w->pitch,
                                    (tile->x1 - tile->x0) * w->step);
    }
}

static void
sharpen_rows (Workspace *w, const CeRender *render, const CeTile *tile, int y)
{
  const CeParams *params = render->params;
  const CeView   *view = &render->source->view;
  const float    *rows[2 * CE_GAUSSIAN_MAX_RADIUS + AT_ONCE];
  const guint8   *c[AT_ONCE];
  guint8         *out[AT_ONCE];
  int             bottom = view->height - 1;
  gsize           left = (gsize) tile->x0 * w->step;

  blur_up_to (w, render, tile, MIN (y + AT_ONCE - 1 + w->radius, bottom));
  for (int i = 0; i < 2 * w->radius + AT_ONCE; i++)
    rows[i] = w->blurred + (gsize) (CLAMP (y - w->radius + i, 0, bottom) % w->depth) * w->pitch;
  for (int i = 0; i < AT_ONCE; i++)
    {
      c[i] = (const guint8 *) ce_view_row (view, MIN (y + i, bottom)) + left;
      out[i] = y + i < tile->y1 ? (guint8 *) ce_view_row (render->result, y + i) + left : w->spare;
    }

  render->rows->unsharp_words (rows, c, render->weights, w->radius, (float) params->threshold, (float) params->amount,
                               out, (tile->x1 - tile->x0) * w->step);
}

static void
run (gpointer data, const CeRender *render, const CeTile *tile)
{
  Workspace *w = data;

  w->next = MAX (0, tile->y0 - w->radius);
  for (int y = tile->y0; y < tile->y1; y += AT_ONCE)
    sharpen_rows (w, render, tile, y);

  if (ce_view_has_alpha (&render->source->view))
    for (int y = tile->y0; y < tile->y1; y++)
      ce_keep_alpha (render, tile, y);
}

const CeTiled ce_cpu_unsharp = { new_workspace, run, free_workspace };
