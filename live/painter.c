/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "painter.h"

#include <string.h>

/* The lock protects all members, and the main thread holds it as long as it reads the pictures. */
struct _CePainter
{
  GMutex     lock;
  CePictures pictures;       /* with the last result, which is unchanged until another replaces it */
  CeViewport viewport;       /* results are painted for it */
  guint      n_viewports;
  CeFrame   *frame;          /* (nullable): the last one */
};

/* Returns (transfer full) a painter without a source. */
CePainter *
ce_painter_new (void)
{
  CePainter *painter = g_new0 (CePainter, 1);

  g_mutex_init (&painter->lock);

  return painter;
}

void
ce_painter_free (CePainter *painter)
{
  ce_frame_unref (painter->frame);
  ce_lut_unref (painter->viewport.lut);
  g_mutex_clear (&painter->lock);
  g_free (painter);
}

/* Takes a new source, none of whose rows have arrived. */
void
ce_painter_take_source (CePainter *painter, const CeView *source)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&painter->lock);

  painter->pictures.source = *source;
  painter->pictures.n_rows = 0;
  painter->pictures.serial++;
}

/* Sets the number of the source's rows that have arrived. Returns whether these are all. */
gboolean
ce_painter_rows_arrived (CePainter *painter, int n_arrived)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&painter->lock);

  painter->pictures.n_rows = n_arrived;

  return n_arrived == painter->pictures.source.height;
}

/* Sets the mask of the selection that is outlined. */
void
ce_painter_set_mask (CePainter *painter, const CeView *mask)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&painter->lock);

  painter->pictures.mask = *mask;
}

/* Drops the result, and replaces the source by one with the same number of rows. Afterwards the old ones are not read any
 * more. */
void
ce_painter_forget (CePainter *painter, const CeView *source)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&painter->lock);

  painter->pictures.source = *source;
  painter->pictures.result.data = NULL;
}

/* Returns whether all rows of the source have arrived, and @part equals its rectangle @area, to the last bit. */
gboolean
ce_painter_has_part (CePainter *painter, const CeArea *area, const CeView *part)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&painter->lock);
  const CePictures        *pictures = &painter->pictures;
  gsize                    size = (gsize) part->width * part->channels * ce_type_size (part->type);
  gboolean                 has = pictures->source.data && pictures->n_rows == pictures->source.height;

  for (int y = 0; y < part->height && has; y++)
    has = memcmp (ce_view_pixel (&pictures->source, area->x, area->y + y), ce_view_row (part, y), size) == 0;

  return has;
}

/* Shows a result, or a part, on the render thread: it replaces the last result, whose memory the next one may use. Returns
 * (transfer full) (nullable) its frame, if it covers what is visible. If the view moves meanwhile the main thread, which
 * learns of the result first, paints itself; then the frame ce_painter_is_late(). */
CeFrame *
ce_painter_show (CePainter *painter, CePictures *pictures, guint *n_viewports)
{
  gboolean   whole = pictures->part.width == pictures->source.width && pictures->part.height == pictures->source.height;
  CeViewport viewport;
  CeFrame   *frame;
  g_autoptr (CeFrame) last = NULL;
  g_autoptr (CeLut)   lut = NULL;

  g_mutex_lock (&painter->lock);
  pictures->serial = painter->pictures.serial;
  pictures->mask = painter->pictures.mask;
  if (whole)
    painter->pictures = *pictures;
  viewport = painter->viewport;
  viewport.lut = lut = ce_lut_ref (viewport.lut);
  *n_viewports = painter->n_viewports;
  last = ce_frame_ref (painter->frame);
  g_mutex_unlock (&painter->lock);
  if (! ce_frame_can_paint (pictures, &viewport))
    return NULL;

  frame = ce_frame_paint (pictures, &viewport, last);
  g_mutex_lock (&painter->lock);
  ce_frame_unref (painter->frame);
  painter->frame = ce_frame_ref (frame);
  g_mutex_unlock (&painter->lock);

  return frame;
}

/* Returns (transfer full) a frame of the source, as far as it has arrived, and of the last result, painted at once. Later
 * results are painted for the same viewport. */
CeFrame *
ce_painter_paint (CePainter *painter, const CeViewport *viewport)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&painter->lock);
  g_autoptr (CeFrame)      last = painter->frame;
  g_autoptr (CeLut)        lut = painter->viewport.lut;

  painter->viewport = *viewport;
  painter->viewport.lut = ce_lut_ref (viewport->lut);
  painter->n_viewports++;
  painter->frame = ce_frame_paint (&painter->pictures, viewport, last);

  return ce_frame_ref (painter->frame);
}

/* Returns (transfer full) a frame of the last result alone, with no picture below it and no outline. */
CeFrame *
ce_painter_paint_bare (CePainter *painter, const CeRegion *region)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&painter->lock);
  CePictures               pictures = painter->pictures;

  pictures.look.as_layer = CE_OVERLAY_NONE;

  return ce_frame_paint (&pictures, &(CeViewport) { .region = *region }, NULL);
}

/* Returns the pixels of the source that are visible; they may reach beyond it. */
CeArea
ce_painter_get_area (CePainter *painter)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&painter->lock);

  return ce_viewport_get_area (&painter->viewport);
}

/* Returns whether a frame of the viewport @n_viewports is one of another view. */
gboolean
ce_painter_is_late (CePainter *painter, guint n_viewports)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&painter->lock);

  return painter->n_viewports != n_viewports;
}
