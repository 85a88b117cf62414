/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CE_MARK_H
#define CE_MARK_H

#include <gegl.h>

G_BEGIN_DECLS

char    *ce_mark_write     (GeglBuffer *buffer, const GeglRectangle *area, const char *points);
gboolean ce_mark_is_turned (const char *told, const char *now);

G_END_DECLS

#endif
