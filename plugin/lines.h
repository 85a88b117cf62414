/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CE_PLUGIN_LINES_H
#define CE_PLUGIN_LINES_H

#include <libgimp/gimp.h>

GimpValueArray *ce_run_lines (GimpProcedure *procedure, GimpRunMode run_mode, GimpImage *image, GimpDrawable **drawables,
                              GimpProcedureConfig *config, gpointer filter);

#endif
