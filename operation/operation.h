/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CE_OPERATION_H
#define CE_OPERATION_H

#include <gegl-plugin.h>

G_BEGIN_DECLS

void ce_operation_register (GTypeModule *module);

G_END_DECLS

#endif
