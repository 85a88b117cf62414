/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CE_ASIDE_H
#define CE_ASIDE_H

#include <glib.h>

G_BEGIN_DECLS

void ce_aside_note (void);
void ce_aside_step (void);

G_END_DECLS

#endif
