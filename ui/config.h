/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <libgimp/gimp.h>

#include "engine/cuda-edges.h"

gboolean ce_config_has        (gpointer config, const char *name);
gboolean ce_config_offers     (const char *nick);
void     ce_config_get_params (GimpProcedureConfig *config, const CeFilter *filter, CeParams *params);
void     ce_config_set_param  (GObject *config, const CeParam *param, const CeParams *params);
void     ce_config_set_params (GimpProcedureConfig *config, const CeFilter *filter, const CeParams *params);
