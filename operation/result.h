/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CE_RESULT_H
#define CE_RESULT_H

#include <gegl-plugin.h>

G_BEGIN_DECLS

void ce_result_register (GTypeModule *module);

G_END_DECLS

#endif
