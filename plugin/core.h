/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <libgimp/gimp.h>

/* Name of the operation of operation/call.c that makes one with a single source. */
#define CE_CORE_CALL "gimp-cuda-edges:call"

gboolean ce_core_ask        (GimpDrawable *drawable, char ***call, int *n_others);
gboolean ce_core_is_ready   (GimpDrawable *drawable);
gboolean ce_core_has_calls  (GimpDrawable *drawable);
