/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CE_DRAWABLE_H
#define CE_DRAWABLE_H

#include <libgimp/gimp.h>

#include "pixels/pixels.h"

void     ce_drawable_prepare           (void);
void     ce_drawable_need_buffers_only (void);
void     ce_drawable_start             (void);
void     ce_drawable_init_pixels       (GimpDrawable *drawable, CePixels *pixels);
void     ce_drawable_init_view         (GimpDrawable *drawable, const CePixels *pixels, CeView *view);
gboolean ce_drawable_keeps_samples     (GimpDrawable *drawable);

#endif
