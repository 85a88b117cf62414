/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How GIMP lays pixels over others: a result in place of its source, and a layer over what is below it.
 */
#ifndef CE_COMPOSITING_H
#define CE_COMPOSITING_H

#include <glib.h>

/**
 * CeOver:
 * @CE_OVER_NOT: it is another version of the picture, not something about it
 * @CE_OVER_ALL: all of it
 * @CE_OVER_LINES: lines on nothing
 * @CE_OVER_LIGHT: the lighter it is, the more is seen, in white
 * @CE_OVER_DARK: the darker it is, the more is seen, in black
 *
 * What of a result lies over the picture.
 */
typedef enum { CE_OVER_NOT, CE_OVER_ALL, CE_OVER_LINES, CE_OVER_LIGHT, CE_OVER_DARK } CeOver;

/* Levels, 0 to 255: red, green, blue and opacity; colors are multiplied by it only where it is said. */
typedef float CePixel __attribute__ ((vector_size (16)));

CePixel ce_replace_pixel (CePixel source, CePixel result, guint8 selected, gboolean keep_alpha);
void    ce_over_paint    (guint32 *result, const guint32 *below, gsize n, CeOver over, double opacity);
void    ce_over_nothing  (guint32 *pixels, gsize n);

#endif
