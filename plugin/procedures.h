/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <libgimp/gimp.h>

#define CE_PROCEDURE_COMPARE "plug-in-cuda-edges-compare"
#define CE_PROCEDURE_INFO "plug-in-cuda-edges-info"

/* The purpose of a procedure: GIMP registers it, or a call runs it with strict arguments (see procedures.c). */
typedef enum { CE_TO_REGISTER, CE_TO_RUN } CePurpose;

GList         *ce_procedures_list   (void);
GimpProcedure *ce_procedures_create (GimpPlugIn *plug_in, const char *name, CePurpose purpose);

GimpValueArray *ce_run_filter  (GimpProcedure *procedure, GimpRunMode run_mode, GimpImage *image, GimpDrawable **drawables,
                                GimpProcedureConfig *config, gpointer filter);
GimpValueArray *ce_run_compare (GimpProcedure *procedure, GimpRunMode run_mode, GimpImage *image, GimpDrawable **drawables,
                                GimpProcedureConfig *config, gpointer data);
GimpValueArray *ce_run_info    (GimpProcedure *procedure, GimpProcedureConfig *config, gpointer data);
GimpValueArray *ce_run_failed  (GimpProcedure *procedure, GError *error);
