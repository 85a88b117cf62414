/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <libgimp/gimp.h>

GimpItem *ce_results_prepare     (GimpImage *image, GimpDrawable *source, GimpLayer *layer);
gboolean  ce_results_mark_source (GimpDrawable *source, GimpLayer *layer);
void      ce_results_forget      (GimpDrawable *source);
gboolean  ce_results_insert      (GimpImage *image, GimpItem *below, GimpLayer *layer);
char     *ce_results_find_hiding (GimpImage *image, GimpDrawable *source);
