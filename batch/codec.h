/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CE_CODEC_H
#define CE_CODEC_H

#include <gegl.h>

#include "engine/error.h"

G_BEGIN_DECLS

const char *ce_codec_loader   (const guint8 *head, gsize size);
gboolean    ce_codec_knows    (const char *ending);
GeglBuffer *ce_codec_load     (const char *loader, const char *path, GError **error);
gboolean    ce_codec_save     (GeglBuffer *buffer, const char *path, int quality, GError **error);
gboolean    ce_codec_metadata (const char *from, const char *onto, GError **error);

G_END_DECLS

#endif
