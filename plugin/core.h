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
 * @is_one_of_several: other drawables are filtered by the same call
 *
 * What GIMP's core is to compute with our operations.
 */
typedef struct
{
  GimpImage      *image;
  const CeFilter *filter;
  const CeParams *params;
  gboolean        is_one_of_several;
} CeCoreCall;

gboolean            ce_core_takes        (const CeCoreCall *call, GimpDrawable *drawable);
gboolean            ce_core_is_at_once   (const CeCoreCall *call, GimpDrawable *drawable);
GimpLayer          *ce_core_compute      (const CeCoreCall *call, GimpDrawable *source, GimpImage *workshop);
GimpDrawableFilter *ce_core_prepare      (const CeCoreCall *call, GimpDrawable *source);
gboolean            ce_core_replace      (GimpDrawable *drawable, GimpDrawableFilter *operation, GError **error);
GimpDrawableFilter *ce_core_append       (const CeCoreCall *call, GimpDrawable *drawable);

G_END_DECLS

#endif
