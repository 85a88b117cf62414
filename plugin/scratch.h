/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <libgimp/gimp.h>

GimpImage *ce_scratch_new       (GimpImage *image, GimpDrawable *source);
GimpLayer *ce_scratch_add_layer (GimpImage *scratch, GimpImage *image, GimpDrawable *source, gboolean needs_alpha);
void       ce_scratch_close     (GimpImage *scratch);
