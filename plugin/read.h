/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CE_READ_H
#define CE_READ_H

#include <libgimp/gimp.h>

#include "engine/session.h"

typedef struct _CeReader CeReader;

CeReader     *ce_reader_new      (GimpDrawable *drawable);
void          ce_reader_free     (CeReader *reader);
gboolean      ce_reader_refuse   (CeReader *reader, GError **error);
const CeView *ce_reader_get_view (CeReader *reader);
gboolean      ce_reader_read     (CeReader *reader, const GeglRectangle *part, const CeView *view, GError **error);

CeSession    *ce_read_drawable   (GimpDrawable *drawable, const CeFilter *filter, const CePlace *place,
                                  const CeProgress *progress, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CeReader, ce_reader_free)

#endif
