/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "painter-private.h"

#include <math.h>

#include "trace.h"

static void
free_painting (gpointer data)
{
  CePainting *painting = data;

  g_free (painting->pixels);
  g_free (painting);
}

static CePainting *
new_painting (CePicture picture, const CeRegion *region)
{
  CePainting *painting = g_new0 (CePainting, 1);

  painting->picture = picture;
  painting->region = *region;
  painting->n_painted = region->height;

  return painting;
}

static void
deliver (CePainter *painter, CePainting *painting, gboolean done, gboolean first)
{
  if (! done)
    {
      free_painting (painting);
      return;
    }

  if (painting->picture == CE_PICTURE_AFTER && first)
    ce_trace_mark (painting->generation, "paint");
  ce_mailbox_post (painter->mail, painting);
}

/* What of the picture a region of it is painted from. */
static CeArea
get_area (const CeRegion *region)
{
  double step = 1 / region->scale;
  int    x = (int) floor (region->x * step), y = (int) floor (region->y * step);

  return (CeArea) { x, y, (int) ceil ((region->x + region->width) * step) - x,
                    (int) ceil ((region->y + region->height) * step) - y };
}

/* Of the whole picture all is there, of a part what is in it. */
static gboolean
is_there (const CeLoan *loan, const CeRegion *region)
{
  const CeArea *part = &loan->part;
  CeArea        area = get_area (region);

  return region->width > 0 && area.x >= part->x && area.y >= part->y
         && MIN (area.x + area.width, loan->width) <= part->x + part->width
         && MIN (area.y + area.height, loan->height) <= part->y + part->height;
}

/* CeFreshFunc, on the thread that renders. */
static void
paint_result (const CeLoan *loan, gpointer data)
{
  CePainter *painter = data;
  CeOrder   *order = &painter->orders[CE_PICTURE_AFTER];
  CeRegion   region;
  guint      n_results;

  g_mutex_lock (&painter->lock);
  n_results = ++painter->n_results;
  order->pending = FALSE;
  region = order->region;
  g_mutex_unlock (&painter->lock);

  if (is_there (loan, &region))
    {
      CePainting *painting = new_painting (CE_PICTURE_AFTER, &region);

      g_mutex_lock (&painter->result);
      deliver (painter, painting, ce_painter_paint (painter, painting, loan, n_results), ! loan->again);
      g_mutex_unlock (&painter->result);
    }
}

/* As long as rows arrive, only what they add. */
static void
skip_painted (CePainter *painter, CePainting *painting, int ready, guint n_tints, guint generation)
{
  if (ce_region_equal (&painting->region, &painter->source_region) && painter->source_tint == n_tints
      && painter->source_generation == generation)
    {
      painting->first_row = MIN (painter->source_ready, ready);
      painting->n_painted = ready - painting->first_row;
    }
}

static void
paint (CePainter *painter, CePicture picture, const CeRegion *region, guint n_results, guint n_tints)
{
  CePainting *painting = new_painting (picture, region);
  gboolean    done = TRUE;
  CeLoan      loan;

  if (ce_pictures_borrow (painter->pictures, picture, &loan))
    {
      int ready = ce_raster_ready (loan.height, loan.n_rows, region);

      if (picture == CE_PICTURE_BEFORE)
        skip_painted (painter, painting, ready, n_tints, loan.generation);
      done = ce_painter_paint (painter, painting, &loan, n_results);
      ce_pictures_return (painter->pictures);
      if (done && picture == CE_PICTURE_BEFORE)
        {
          painter->source_region = *region;
          painter->source_ready = ready;
          painter->source_tint = n_tints;
          painter->source_generation = loan.generation;
        }
    }

  deliver (painter, painting, done, TRUE);
}

/* With the lock, which it gives up meanwhile. Returns whether there was something to do. */
static gboolean
do_order (CePainter *painter)
{
  CePicture picture = painter->orders[CE_PICTURE_AFTER].pending ? CE_PICTURE_AFTER : CE_PICTURE_BEFORE;
  CeOrder   order = painter->orders[picture];
  guint     n_results = painter->n_results, n_tints = painter->n_tints;

  if (! order.pending)
    return FALSE;

  painter->orders[picture].pending = FALSE;
  g_mutex_unlock (&painter->lock);
  if (picture == CE_PICTURE_AFTER)
    g_mutex_lock (&painter->result);
  paint (painter, picture, &order.region, n_results, n_tints);
  if (picture == CE_PICTURE_AFTER)
    g_mutex_unlock (&painter->result);
  g_mutex_lock (&painter->lock);

  return TRUE;
}

/* GThreadFunc. */
static gpointer
work (gpointer data)
{
  CePainter *painter = data;

  g_mutex_lock (&painter->lock);
  while (! painter->quit)
    if (! do_order (painter))
      g_cond_wait (&painter->work, &painter->lock);
  g_mutex_unlock (&painter->lock);

  return NULL;
}

/* GSourceFunc, where no thread can be had. */
static gboolean
work_here (gpointer data)
{
  CePainter *painter = data;

  g_mutex_lock (&painter->lock);
  do_order (painter);
  g_mutex_unlock (&painter->lock);

  return G_SOURCE_CONTINUE;
}

/**
 * ce_painter_new:
 * @worker: whose pictures to paint; must live longer
 * @func: told what is ready, on the main thread
 * @data: for @func
 *
 * Returns: (transfer full): a painter
 */
CePainter *
ce_painter_new (CeWorker *worker, CePaintedFunc func, gpointer data)
{
  CePainter *painter = g_new0 (CePainter, 1);

  painter->worker = worker;
  painter->pictures = ce_worker_get_pictures (worker);
  painter->mail = ce_mailbox_new ((CeMailFunc) func, data, free_painting);
  g_mutex_init (&painter->lock);
  g_mutex_init (&painter->result);
  g_cond_init (&painter->work);
  painter->thread = g_thread_try_new ("ce-paint", work, painter, NULL);
  if (! painter->thread)
    painter->source = g_timeout_add (CE_NO_THREAD_MS, work_here, painter);
  ce_pictures_follow (painter->pictures, paint_result, painter);

  return painter;
}

/**
 * ce_painter_free:
 * @painter: (nullable): a painter
 *
 * Stops it; afterwards nothing of the worker is borrowed.
 */
void
ce_painter_free (CePainter *painter)
{
  if (! painter)
    return;

  g_mutex_lock (&painter->lock);
  painter->quit = TRUE;
  g_cond_signal (&painter->work);
  g_mutex_unlock (&painter->lock);
  ce_pictures_follow (painter->pictures, NULL, NULL);
  g_clear_handle_id (&painter->source, g_source_remove);
  g_clear_pointer (&painter->thread, g_thread_join);

  ce_mailbox_free (painter->mail);
  ce_tint_unref (painter->tint);
  g_mutex_clear (&painter->lock);
  g_mutex_clear (&painter->result);
  g_cond_clear (&painter->work);
  g_free (painter);
}

/**
 * ce_painter_ask:
 * @painter: a painter
 * @picture: which picture
 * @region: which part of it, not empty, of the whole picture: its @left and @top do not count
 *
 * Asks for a part of a picture, now and of every further result. An earlier
 * order for the same picture that is not begun is forgotten.
 */
void
ce_painter_ask (CePainter *painter, CePicture picture, const CeRegion *region)
{
  CeOrder order = { TRUE, *region };

  if (picture == CE_PICTURE_AFTER)
    {
      CeArea area = get_area (region);

      ce_worker_set_visible (painter->worker, &area);
    }

  order.region.left = order.region.top = 0;
  g_mutex_lock (&painter->lock);
  painter->orders[picture] = order;
  g_cond_signal (&painter->work);
  g_mutex_unlock (&painter->lock);
}

/**
 * ce_painter_set_tint:
 * @painter: a painter
 * @tint: (nullable): from the pictures' colors to the screen's
 *
 * Counts for what is asked for from now on.
 */
void
ce_painter_set_tint (CePainter *painter, CeTint *tint)
{
  CeTint *old;

  g_mutex_lock (&painter->lock);
  old = painter->tint;
  painter->tint = ce_tint_ref (tint);
  painter->n_tints++;
  g_mutex_unlock (&painter->lock);
  ce_tint_unref (old);
}
