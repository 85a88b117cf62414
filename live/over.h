/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A result over the picture that it is of, as a layer above it looks in GIMP.
 */
#ifndef CE_OVER_H
#define CE_OVER_H

#include <glib.h>

G_BEGIN_DECLS

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

void ce_over_paint   (guint32 *pixels, const guint32 *result, gsize n, CeOver over, double opacity);
void ce_over_nothing (guint32 *pixels, gsize n);

G_END_DECLS

#endif
