/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Turns pictures of the engine into pixels of the size of the screen, on all
 * cores. Every new result is painted at once by the thread that rendered it,
 * before the next render takes the cores; a thread of the painter's own does
 * the same when the view moves and as the source arrives, so that the main
 * loop waits for neither. Knows no toolkit.
 */
#ifndef CE_PAINTER_H
#define CE_PAINTER_H

#include "raster.h"
#include "worker.h"

G_BEGIN_DECLS

typedef struct _CePainter CePainter;

/**
 * CePainting:
 * @picture: of what
 * @region: which part was asked for
 * @first_row: which of its rows these are
 * @n_painted: and how many; fewer than all only if the ones above were painted before
 * @pixels: (nullable): as ce_raster_paint() makes them, packed, of a result with straight colors; %NULL: there is no
 *   such picture
 * @opaque: all of it is
 * @n_rows: rows of the picture that had arrived
 * @generation: of the result
 *
 * A part of a picture, ready to be drawn.
 */
typedef struct
{
  CePicture picture;
  CeRegion  region;
  int       first_row;
  int       n_painted;
  guint32  *pixels;
  gboolean  opaque;
  int       n_rows;
  guint     generation;
} CePainting;

/**
 * CePaintedFunc:
 * @painting: what is ready; @pixels may be taken, %NULL left in their place
 * @data: what was given to ce_painter_new()
 *
 * Called on the main thread.
 */
typedef void (*CePaintedFunc) (CePainting *painting, gpointer data);

CePainter *ce_painter_new  (CeWorker *worker, CePaintedFunc func, gpointer data);
void       ce_painter_free (CePainter *painter);
void       ce_painter_ask  (CePainter *painter, CePicture picture, const CeRegion *region);
void       ce_painter_set_tint (CePainter *painter, CeTint *tint);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CePainter, ce_painter_free)

G_END_DECLS

#endif
