/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CE_REPORT_H
#define CE_REPORT_H

#include <gegl-plugin.h>

#include "engine/params.h"

G_BEGIN_DECLS

void ce_report_register   (GTypeModule *module);
void ce_report_failure    (int process, const char *reason);
void ce_report_stray      (int n);
void ce_report_computed   (CeFilterId filter);
void ce_report_gpu_failed (void);

G_END_DECLS

#endif
