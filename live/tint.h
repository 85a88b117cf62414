/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * From the colors of an image to those of a screen, fast enough for every
 * frame: what GIMP's color management does, as tables. Knows no toolkit.
 */
#ifndef CE_TINT_H
#define CE_TINT_H

#include <glib.h>

G_BEGIN_DECLS

typedef struct _CeTint CeTint;

/**
 * CeTintFunc:
 * @in: pixels of bytes, of one channel if the image is gray, else three
 * @out: (out): red, green and blue of the screen, bytes
 * @n: how many
 * @data: what was given to ce_tint_new()
 *
 * Converts colors; from any thread.
 */
typedef void (*CeTintFunc) (const guint8 *in, guint8 *out, int n, gpointer data);

/* Steps of light from black to white: the darkest are less than half a level. */
#define CE_TINT_STEPS 8192

/**
 * CeTintTables:
 * @light: what each level of red, green and blue adds to the light of the screen's red, green and blue
 * @level: the level of the screen for each step of its light
 *
 * Colors of profiles that are made of curves and a matrix, as most are.
 */
typedef struct
{
  float  light[3][256][4];
  guint8 level[3][CE_TINT_STEPS];
} CeTintTables;

CeTint  *ce_tint_new        (gboolean gray, CeTintFunc convert, gpointer data, GDestroyNotify destroy);
CeTint  *ce_tint_ref        (CeTint *tint);
void     ce_tint_unref      (CeTint *tint);
gboolean ce_tint_take_tables (CeTint *tint, CeTintTables *tables);
void     ce_tint_color      (const CeTint *tint, guint8 *color);
void     ce_tint_row        (const CeTint *tint, guint32 *pixels, int n, gboolean gray, gboolean straight);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CeTint, ce_tint_unref)

G_END_DECLS

#endif
