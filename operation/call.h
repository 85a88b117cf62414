/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CE_CALL_H
#define CE_CALL_H

#include <gegl-plugin.h>

void ce_call_register (GTypeModule *module);

#endif
