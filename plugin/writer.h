/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CE_WRITER_H
#define CE_WRITER_H

#include <libgimp/gimp.h>

#include "engine/session.h"

G_BEGIN_DECLS

gboolean ce_write_result (CeSession *session, GimpDrawable *source, GimpDrawable *onto, gboolean lines,
                          const CeProgress *progress, GError **error);

G_END_DECLS

#endif
