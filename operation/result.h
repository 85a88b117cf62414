/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CE_RESULT_H
#define CE_RESULT_H

#include <gegl-plugin.h>

void ce_result_register (GTypeModule *module);

#endif
