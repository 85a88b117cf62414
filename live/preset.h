/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A filter's values in GIMP's own format.
 */
#ifndef CE_PRESET_H
#define CE_PRESET_H

#include "engine/filters.h"

G_BEGIN_DECLS

gboolean ce_preset_parse (const char *text, const CeFilter *filter, CeParams *params, GError **error);

G_END_DECLS

#endif
