/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "painter.h"

#include "mailbox.h"
#include "trace.h"

/* Rows of the screen between two looks at whether the view has moved on. */
#define BAND 64

typedef struct
{
  gboolean pending;
  CeRegion region;
  CeLook   look;
  guint    generation;
} Order;

struct _CePainter
{
  CeWorker  *worker;
  CeMailbox *mail;
  GThread   *thread;
  GMutex     lock;
  GCond      work;

  /* Under the lock. */
  gboolean   quit;
  Order      orders[CE_N_PICTURES];
};

static void
free_painting (gpointer data)
{
  CePainting *painting = data;

  g_clear_pointer (&painting->surface, cairo_surface_destroy);
  g_free (painting);
}

static gboolean
same_region (const CeRegion *a, const CeRegion *b)
{
  return a->scale == b->scale && a->x == b->x && a->y == b->y
         && a->width == b->width && a->height == b->height;
}

/* The view has moved on. A newer result of the same region does not count:
 * while a slider moves, every result is followed by a newer one. */
static gboolean
is_stale (CePainter *painter, CePicture picture, const CeRegion *region)
{
  gboolean stale;

  g_mutex_lock (&painter->lock);
  stale = painter->quit || (painter->orders[picture].pending
                            && ! same_region (&painter->orders[picture].region, region));
  g_mutex_unlock (&painter->lock);

  return stale;
}

/* FALSE if it became stale half way. */
static gboolean
paint_bands (CePainter *painter, const CeView *view, int n_rows, const CeLook *look, CePainting *painting)
{
  guint8 *pixels = cairo_image_surface_get_data (painting->surface);
  gsize   stride = cairo_image_surface_get_stride (painting->surface);

  for (int y = 0; y < painting->region.height; y += BAND)
    {
      CeRegion band = painting->region;

      if (is_stale (painter, painting->picture, &painting->region))
        return FALSE;

      band.y += y;
      band.height = MIN (BAND, painting->region.height - y);
      ce_raster_paint (view, n_rows, look, &band, (guint32 *) (pixels + y * stride), stride);
    }
  cairo_surface_mark_dirty (painting->surface);

  return TRUE;
}

static void
paint (CePainter *painter, CePicture picture, const Order *order)
{
  CePainting *painting = g_new0 (CePainting, 1);
  CeLook      look = order->look;
  gboolean    done = TRUE;
  CeView      view;

  painting->picture = picture;
  painting->region = order->region;
  painting->generation = order->generation;

  if (ce_worker_borrow (painter->worker, picture, &view, &painting->n_rows))
    {
      if (look.replace)
        ce_worker_get_source (painter->worker, &look.source);
      painting->surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, order->region.width,
                                                      order->region.height);
      if (cairo_surface_status (painting->surface) == CAIRO_STATUS_SUCCESS)
        done = paint_bands (painter, &view, painting->n_rows, &look, painting);
      ce_worker_return (painter->worker);
    }

  if (picture == CE_PICTURE_AFTER)
    ce_trace_mark (order->generation, CE_MARK_PAINTED);
  if (done)
    ce_mailbox_post (painter->mail, painting);
  else
    free_painting (painting);
}

static gpointer
work (gpointer data)
{
  CePainter *painter = data;

  g_mutex_lock (&painter->lock);
  while (! painter->quit)
    {
      CePicture picture = painter->orders[CE_PICTURE_AFTER].pending ? CE_PICTURE_AFTER : CE_PICTURE_BEFORE;
      Order     order = painter->orders[picture];

      if (! order.pending)
        {
          g_cond_wait (&painter->work, &painter->lock);
          continue;
        }

      painter->orders[picture].pending = FALSE;
      g_mutex_unlock (&painter->lock);
      paint (painter, picture, &order);
      g_mutex_lock (&painter->lock);
    }
  g_mutex_unlock (&painter->lock);

  return NULL;
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
  painter->mail = ce_mailbox_new ((CeMailFunc) func, data, free_painting);
  g_mutex_init (&painter->lock);
  g_cond_init (&painter->work);
  painter->thread = g_thread_new ("ce-paint", work, painter);

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
  g_thread_join (painter->thread);

  ce_mailbox_free (painter->mail);
  g_mutex_clear (&painter->lock);
  g_cond_clear (&painter->work);
  g_free (painter);
}

/**
 * ce_painter_ask:
 * @painter: a painter
 * @picture: which picture
 * @region: which part of it, not empty
 * @look: how it looks; its mask must outlive the painter
 * @generation: returned with the painting
 *
 * Asks for a part of a picture; an earlier order for the same picture that
 * is not begun is forgotten.
 */
void
ce_painter_ask (CePainter *painter, CePicture picture, const CeRegion *region, const CeLook *look,
                guint generation)
{
  Order order = { TRUE, *region, *look, generation };

  g_mutex_lock (&painter->lock);
  painter->orders[picture] = order;
  g_cond_signal (&painter->work);
  g_mutex_unlock (&painter->lock);
}
