/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CE_CALL_H
#define CE_CALL_H

#include <gegl-plugin.h>

G_BEGIN_DECLS

void ce_call_register (GTypeModule *module);

G_END_DECLS

#endif
