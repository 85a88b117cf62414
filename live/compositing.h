/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Composites pixels like GIMP: a result in place of its source, and a layer over its picture.
 */
#pragma once

#include <glib.h>

/* The color of lines, which is rare in pictures. */
#define CE_LINES_RED 255
#define CE_LINES_GREEN 60
#define CE_LINES_BLUE 160

/* The part of a result that lies over its picture. */
typedef enum
{
  CE_OVERLAY_NONE,              /* it is another version of the picture */
  CE_OVERLAY_ALL,
  CE_OVERLAY_LINES,             /* transparent lines */
  CE_OVERLAY_LIGHT,             /* the color of lines, as opaque as the level is light */
  CE_OVERLAY_DARK               /* the same, as opaque as the level is dark */
} CeOverlay;

/* Levels, 0 to 255: red, green, blue and opacity; colors are not multiplied by opacity unless a comment says so. */
typedef float CePixel __attribute__ ((vector_size (16)));

CePixel ce_replace_pixel (CePixel source, CePixel result, guint8 selected, gboolean keep_alpha);
void    ce_overlay_paint    (guint32 *result, const guint32 *below, gsize n, CeOverlay over, double opacity);
void    ce_premultiply  (guint32 *pixels, gsize n);
