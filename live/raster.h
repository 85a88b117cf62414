/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Paints the engine's pictures as pixels of a screen, without a toolkit.
 */
#pragma once

#include "engine/cuda-edges.h"

#include "color-lut.h"
#include "compositing.h"

/* The color of a screen pixel that covers several pixels: their mean, the brightest (bright lines, or coverage), or the
 * darkest (dark lines). */
typedef enum { CE_REDUCE_MEAN, CE_REDUCE_BRIGHTEST, CE_REDUCE_DARKEST } CeReduce;

/* The look of a picture. */
typedef struct
{
  CeView       mask;            /* selection, one channel of bytes, of the picture's size; data NULL: everything */
  gboolean     replace;         /* pixels that are not selected show @source; otherwise they are transparent */
  gboolean     keep_alpha;      /* opacity stays that of @source, as in a layer whose alpha is locked */
  CeView       source;          /* of the picture's size; filled in by the painter */
  gboolean     coverage;        /* one channel is the coverage of @color instead of a gray level */
  guint8       color[3];        /* red, green, blue, 0 to 255 */
  CeReduce     reduce;          /* below 100 % */
  CeArea       cut;             /* rectangle computed as an image of its own, as GIMP gives an effect; width 0: all */
  CeOverlay    as_layer;        /* the part of the result that lies over the picture, as a layer does */
  CeOverlay    overlay;         /* the same if the viewport wants an overlay */
  double       opacity;         /* of both, 0 to 1 */
  const CeLut *lut;             /* (nullable): from the picture's colors to the screen's; filled in by the painter */
} CeLook;

/* A part of a picture at a size. */
typedef struct
{
  double scale;                 /* screen pixels per pixel of the picture */
  int    x;                     /* in screen pixels, from the picture's first one */
  int    y;
  int    width;
  int    height;
} CeRegion;

gboolean ce_region_equal (const CeRegion *a, const CeRegion *b);

int  ce_raster_size  (int size, double scale);
int  ce_raster_ready (int height, int n_rows, const CeRegion *region);
void ce_raster_paint (const CeView *view, const CeArea *part, const CeLook *look, const CeRegion *region,
                      const guint32 *below, guint32 *pixels, int stride);
