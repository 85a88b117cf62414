/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CE_INFO_H
#define CE_INFO_H

#include <libgimp/gimp.h>

GimpValueArray *ce_run_info (GimpProcedure *procedure, GimpProcedureConfig *config, gpointer data);

#endif
