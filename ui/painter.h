/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The thread that turns pictures of the engine into surfaces of the size of
 * the screen, so that neither a render nor the main loop waits for it.
 */
#ifndef CE_PAINTER_H
#define CE_PAINTER_H

#include <cairo.h>

#include "raster.h"
#include "worker.h"

G_BEGIN_DECLS

typedef struct _CePainter CePainter;

/**
 * CePainting:
 * @picture: of what
 * @region: which part
 * @surface: (nullable): ARGB32, of the region's size; %NULL: there is no such picture
 * @n_rows: rows of the picture that had arrived
 * @generation: of the result, as ce_painter_ask() was told
 *
 * A part of a picture, ready to be drawn.
 */
typedef struct
{
  CePicture        picture;
  CeRegion         region;
  cairo_surface_t *surface;
  int              n_rows;
  guint            generation;
} CePainting;

/**
 * CePaintedFunc:
 * @painting: what is ready; steal its surface or reference it
 * @data: what was given to ce_painter_new()
 *
 * Called on the main thread.
 */
typedef void (*CePaintedFunc) (CePainting *painting, gpointer data);

CePainter *ce_painter_new  (CeWorker *worker, CePaintedFunc func, gpointer data);
void       ce_painter_free (CePainter *painter);
void       ce_painter_ask  (CePainter *painter, CePicture picture, const CeRegion *region,
                            const CeLook *look, guint generation);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CePainter, ce_painter_free)

G_END_DECLS

#endif
