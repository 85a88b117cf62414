/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A filter's values in GIMP's own format.
 */
#pragma once

#include "engine/cuda-edges.h"

/* The end of the name of a recipe's file. */
#define CE_PRESET_SUFFIX ".settings"

char    *ce_preset_get_folder (const char *gimp_folder, const CeFilter *filter);
char    *ce_preset_get_base   (const char *name);
gboolean ce_preset_is_short  (const char *path, GError **error);
gboolean ce_preset_parse      (const char *text, const CeFilter *filter, CeParams *params, GError **error);
