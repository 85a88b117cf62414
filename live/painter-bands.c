/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "painter-private.h"

#include "engine/threads.h"

/* Rows of the screen that one core paints at a time, and after which it looks
 * whether anybody still wants them. */
#define BAND 16

/* One painting on its way. */
typedef struct
{
  CePainter    *painter;
  CePainting   *painting;
  const CeLoan *loan;
  CeLook        look;
  guint         n_results;       /* when it began */
} Canvas;

/* CeProgressFunc. FALSE if the view has moved on, or there is a newer result
 * that the other thread wants to paint. */
static gboolean
is_wanted (double share, gpointer data)
{
  const Canvas  *canvas = data;
  CePainter     *painter = canvas->painter;
  const CeOrder *order = &painter->orders[canvas->painting->picture];
  gboolean       wanted;

  g_mutex_lock (&painter->lock);
  wanted = ! painter->quit && ! (order->pending && ! ce_region_equal (&order->region, &canvas->painting->region))
           && (canvas->painting->picture == CE_PICTURE_BEFORE || canvas->n_results == painter->n_results);
  g_mutex_unlock (&painter->lock);

  return wanted;
}

/* CeTask. */
static void
paint_band (int task, gpointer data)
{
  const Canvas     *canvas = data;
  const CePainting *painting = canvas->painting;
  CeRegion          band = painting->region;
  int               row = task * BAND;

  band.y += painting->first_row + row;
  band.height = MIN (BAND, painting->n_painted - row);
  band.left = canvas->loan->part.x;
  band.top = canvas->loan->part.y;
  ce_raster_paint (&canvas->loan->view, canvas->loan->n_rows, &canvas->look, &band,
                   painting->pixels + (gsize) row * band.width, band.width * sizeof (guint32));
}

/**
 * ce_painter_paint:
 * @painter: a painter
 * @painting: (inout): what to paint; gets its pixels
 * @loan: from what
 * @n_results: of the painter when it began
 *
 * Paints on all cores.
 *
 * Returns: %FALSE if it became stale half way
 */
gboolean
ce_painter_paint (CePainter *painter, CePainting *painting, const CeLoan *loan, guint n_results)
{
  Canvas     canvas = { painter, painting, loan, loan->look, n_results };
  CeProgress progress = { is_wanted, &canvas };
  g_autoptr (CeTint) tint = NULL;

  if (canvas.look.mask.data)
    canvas.look.mask = ce_view_part (&canvas.look.mask, &loan->part);
  if (canvas.look.source.data)
    canvas.look.source = ce_view_part (&canvas.look.source, &loan->part);
  canvas.look.straight = painting->picture == CE_PICTURE_AFTER;
  painting->opaque = ! (ce_view_has_alpha (&loan->view) || canvas.look.mask.data || canvas.look.coverage);

  g_mutex_lock (&painter->lock);
  canvas.look.tint = tint = ce_tint_ref (painter->tint);
  g_mutex_unlock (&painter->lock);

  painting->n_rows = loan->n_rows;
  painting->generation = loan->generation;
  painting->pixels = g_new (guint32, (gsize) painting->region.width * painting->n_painted);

  return ce_threads_run ((painting->n_painted + BAND - 1) / BAND, paint_band, &canvas, &progress, 0, 1, NULL);
}
