/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CE_CORE_H
#define CE_CORE_H

#include <libgimp/gimp.h>

#include "engine/filters.h"

G_BEGIN_DECLS

/**
 * CeCoreCall:
 * @image: the image
 * @filter: what to do
 * @params: and how
 *
 * What GIMP's core is to compute with our operations.
 */
typedef struct
{
  GimpImage      *image;
  const CeFilter *filter;
  const CeParams *params;
} CeCoreCall;

gboolean            ce_core_takes        (const CeCoreCall *call, GimpDrawable *drawable);
GimpLayer          *ce_core_create_layer (const CeCoreCall *call, GimpDrawable *source);
GimpDrawableFilter *ce_core_prepare      (const CeCoreCall *call, GimpDrawable *source);
gboolean            ce_core_replace      (const CeCoreCall *call, GimpDrawable *drawable, GimpDrawableFilter *operation,
                                          GError **error);
gboolean            ce_core_append       (const CeCoreCall *call, GimpDrawable *drawable);

G_END_DECLS

#endif
