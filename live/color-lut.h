/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Converts the colors of an image to those of a screen by a table, for any two profiles, fast enough for every frame.
 */
#pragma once

#include <glib.h>

typedef struct _CeLut CeLut;

/**
 * CeLutFunc:
 * @in: @n colors: red, green and blue, 0 to 1
 * @out: (out): the converted colors, in the same form
 * @n: their number
 * @data: the data of ce_lut_new()
 *
 * Converts colors while ce_lut_new() runs.
 */
typedef void (*CeLutFunc) (const float *in, float *out, int n, gpointer data);

CeLut *ce_lut_new   (CeLutFunc to_light, CeLutFunc to_level, gpointer data);
CeLut *ce_lut_ref   (CeLut *lut);
void   ce_lut_unref (CeLut *lut);
void   ce_lut_row   (const CeLut *lut, guint32 *pixels, int n);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CeLut, ce_lut_unref)
