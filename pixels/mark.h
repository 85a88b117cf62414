/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gegl.h>

char    *ce_mark_write     (GeglBuffer *buffer, const GeglRectangle *area, const char *points);
gboolean ce_mark_is_turned (const char *told, const char *now);
