/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * From pictures of the engine to pixels of a screen. Knows no toolkit.
 */
#ifndef CE_RASTER_H
#define CE_RASTER_H

#include "engine/image.h"

#include "color-lut.h"
#include "compositing.h"

/**
 * CeReduce:
 * @CE_REDUCE_MEAN: the mean of the area it covers
 * @CE_REDUCE_BRIGHTEST: the brightest pixel: bright lines, or what covers most
 * @CE_REDUCE_DARKEST: the darkest: dark lines
 *
 * What a screen pixel shows of a picture that is made smaller.
 */
typedef enum { CE_REDUCE_MEAN, CE_REDUCE_BRIGHTEST, CE_REDUCE_DARKEST } CeReduce;

/**
 * CeLook:
 * @mask: selection, one channel of bytes, of the size of what is painted; data %NULL: everything
 * @replace: what is not selected shows @source; otherwise it is transparent
 * @keep_alpha: and opacity stays that of @source, as in a layer whose alpha is locked
 * @source: of the same size; whoever paints fills it in
 * @coverage: one channel is the coverage of @color instead of a grey level
 * @color: red, green, blue, 0 to 255
 * @reduce: what is shown below 100 %
 * @cut: the rectangle of the picture that is computed as a picture of its own, as GIMP shows it an effect; width 0: all
 * @as_layer: the part of it that lies over the picture, as a layer does
 * @overlay: the same where all of it is shown so
 * @opacity: of both, 0 to 1
 * @lut: (nullable): from the picture's colors to the screen's; whoever paints fills it in
 *
 * How a picture looks beyond its samples.
 */
typedef struct
{
  CeView   mask;
  gboolean replace;
  gboolean keep_alpha;
  CeView   source;
  gboolean coverage;
  guint8   color[3];
  CeReduce reduce;
  CeArea   cut;
  CeOverlay as_layer;
  CeOverlay overlay;
  double   opacity;
  const CeLut *lut;
} CeLook;

/**
 * CeRegion:
 * @scale: screen pixels per pixel of the picture
 * @x, @y, @width, @height: in screen pixels, from the picture's first one
 *
 * A part of a picture at a size.
 */
typedef struct
{
  double scale;
  int    x;
  int    y;
  int    width;
  int    height;
} CeRegion;

gboolean ce_region_equal (const CeRegion *a, const CeRegion *b);

int  ce_raster_size  (int size, double scale);
int  ce_raster_ready (int height, int n_rows, const CeRegion *region);
void ce_raster_paint (const CeView *view, const CeArea *part, int n_rows, const CeLook *look, const CeRegion *region,
                      const guint32 *below, guint32 *pixels, int stride);

#endif
