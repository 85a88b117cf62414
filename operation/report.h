/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CE_REPORT_H
#define CE_REPORT_H

#include <gegl-plugin.h>

void ce_report_register (GTypeModule *module);
void ce_report_failure  (int process, const char *reason);
void ce_report_found    (int process, double low, double high);
void ce_report_stray    (int n);

#endif
