/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gegl.h>

#include "engine/cuda-edges.h"

#include "convert.h"

/* The largest band. GIMP's buffers are exchanged in bands, each in a fresh buffer that reuses the memory of tiles instead
 * of faulting in a second image. */
#define CE_BAND_ROWS 1024
#define CE_BAND_BYTES ((gsize) 18 << 20)

/* Rows of a slice: one row of tiles, which is converted at a time. */
#define CE_SLICE_ROWS 128

/**
 * CePixels:
 * @type: type of the samples in memory; 8 or 16 bits only if the buffer's own are exactly that
 * @channels: samples in a pixel
 * @model: model of the pixels in memory, "R'G'B'A"
 * @converter: from and to the buffer's own format
 *
 * The formats of a buffer's pixels there and in memory.
 */
typedef struct
{
  CeType      type;
  int         channels;
  char        model[16];
  CeConverter converter;
} CePixels;

gboolean    ce_pixels_can_exchange (const Babl *format);
void        ce_pixels_init   (CePixels *pixels, const Babl *raw, gboolean coverage);
void        ce_pixels_get_color (const CePixels *pixels, GeglColor *color, CeType type, gpointer pixel);
gboolean    ce_pixels_are_raw (const CePixels *pixels, CeType type);
int         ce_pixels_band_rows (const CePixels *pixels, int width);
gsize       ce_pixels_scratch_size   (const CePixels *pixels, int width);
void        ce_pixels_read   (const CePixels *pixels, GeglBuffer *buffer, const GeglRectangle *area,
                              const CeView *view, gpointer scratch, gboolean shared);
void        ce_pixels_write  (const CePixels *pixels, GeglBuffer *buffer, const GeglRectangle *area,
                              const CeView *view, gpointer scratch, gboolean shared);
