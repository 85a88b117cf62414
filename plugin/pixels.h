/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CE_PIXELS_H
#define CE_PIXELS_H

#include <libgimp/gimp.h>

#include "engine/image.h"

#include "convert.h"

G_BEGIN_DECLS

/* Rows that GIMP's buffers are read and written in: a fresh buffer for each
 * band reuses the memory of tiles instead of faulting in a second image. */
#define CE_BAND_ROWS 1024
#define CE_BAND_BYTES ((gsize) 18 << 20)

/* Rows that are converted at a time: one row of tiles. */
#define CE_SLICE_ROWS 128

/**
 * CePixels:
 * @type: of the samples a session of the drawable has; 8-bit only if the
 *   drawable's own are exactly that
 * @channels: samples in a pixel
 * @model: "R'G'B'A"; how the pixels are read
 * @converter: from and to the drawable's own format
 *
 * How the pixels of a drawable are exchanged.
 */
typedef struct
{
  CeType      type;
  int         channels;
  char        model[16];
  CeConverter converter;
} CePixels;

void        ce_pixels_prepare (void);
void        ce_pixels_start  (gboolean operations);
void        ce_pixels_init   (CePixels *pixels, GimpDrawable *drawable);
void        ce_pixels_view   (GimpDrawable *drawable, CeView *view);
const Babl *ce_pixels_format (const CePixels *pixels, CeType type);
int         ce_pixels_band_rows (const CePixels *pixels, int width);
gsize       ce_pixels_room   (const CePixels *pixels, int width);
void        ce_pixels_read   (const CePixels *pixels, GeglBuffer *buffer, const GeglRectangle *area,
                              const CeView *view, gpointer room);
void        ce_pixels_write  (const CePixels *pixels, GeglBuffer *buffer, const GeglRectangle *area,
                              const CeView *view, gpointer room);

G_END_DECLS

#endif
