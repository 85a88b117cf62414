/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CE_PIXELS_H
#define CE_PIXELS_H

#include <libgimp/gimp.h>

#include "engine/session.h"

G_BEGIN_DECLS

/* Rows that GIMP's buffers are read and written in: a fresh buffer for each
 * band reuses the memory of tiles instead of faulting in a second image. */
#define CE_BAND_ROWS 1024

CeType      ce_pixels_type   (GimpDrawable *drawable);
const Babl *ce_pixels_format (GimpDrawable *drawable, CeType type, int *channels);
CeSession  *ce_pixels_open   (GimpDrawable *drawable, const CeFilter *filter, const char *backend,
                              GError **error);
void        ce_pixels_feed   (GimpDrawable *drawable, CeSession *session, int y, int n_rows);

G_END_DECLS

#endif
