/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CE_RUN_H
#define CE_RUN_H

#include <libgimp/gimp.h>

GimpValueArray *ce_run_filter (GimpProcedure *procedure, GimpRunMode run_mode, GimpImage *image,
                               GimpDrawable **drawables, GimpProcedureConfig *config, gpointer filter);
GimpValueArray *ce_run_failed (GimpProcedure *procedure, GError *error);

#endif
