/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CE_RENDER_H
#define CE_RENDER_H

#include "properties.h"

gboolean ce_operation_render (CeOperation *self, GeglBuffer *input, GeglBuffer *output, const GeglRectangle *area,
                              const GeglRectangle *roi);

#endif
