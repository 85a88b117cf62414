/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CE_COMPARE_H
#define CE_COMPARE_H

#include <libgimp/gimp.h>

GimpValueArray *ce_run_compare (GimpProcedure *procedure, GimpRunMode run_mode, GimpImage *image,
                                GimpDrawable **drawables, GimpProcedureConfig *config, gpointer data);

#endif
