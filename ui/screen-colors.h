/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Colors as GIMP's own canvas shows them, by GIMP's color management.
 */
#ifndef CE_SCREEN_COLORS_H
#define CE_SCREEN_COLORS_H

#include <libgimp/gimp.h>

#include "ui/preview/preview.h"

void ce_screen_colors_follow  (CePreview *preview, GimpImage *image, GimpDrawable *drawable);
void ce_screen_colors_of_lines (GimpDrawable *drawable, guint8 *color);

#endif
