/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CE_OPERATION_H
#define CE_OPERATION_H

#include <gegl-plugin.h>

void ce_operation_register    (GTypeModule *module);
void ce_operation_class_setup (gpointer klass);
void ce_operation_init        (GTypeInstance *instance, gpointer klass);

#endif
