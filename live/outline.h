/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where the edge of the selection is on the screen. Knows no toolkit.
 */
#ifndef CE_OUTLINE_H
#define CE_OUTLINE_H

#include "engine/image.h"

G_BEGIN_DECLS

/**
 * CeOutlineArea:
 * @scale: screen pixels per pixel of the picture
 * @x, @y, @width, @height: in screen pixels, from the picture's first pixel
 *
 * A part of the picture on the screen. May reach beyond the picture.
 */
typedef struct
{
  double scale;
  int    x;
  int    y;
  int    width;
  int    height;
} CeOutlineArea;

void ce_outline_paint (const CeView *mask, int n_rows, const CeOutlineArea *area, int thickness,
                       guint8 *pixels, gsize stride);

G_END_DECLS

#endif
