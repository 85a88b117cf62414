/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <libgimp/gimp.h>

#include "engine/cuda-edges.h"

gboolean ce_refuse           (GError **error, const char *format, GimpItem *item);
gboolean ce_refuse_gone      (GError **error);
gboolean ce_refuse_unselected (GError **error);
gboolean ce_refuse_as_gimp   (GimpDrawable *drawable, GError **error);
gboolean ce_check_image      (GimpImage *image, GimpDrawable **drawables, GError **error);
gboolean ce_check_drawables  (GimpImage *image, GimpDrawable **drawables, CeResultKind kind, CeOutput output,
                              CeBackendChoice backend, GError **error);
