/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CE_SAID_H
#define CE_SAID_H

#include <glib.h>

G_BEGIN_DECLS

int   ce_said_new  (void);
void  ce_said_hear (int said);
char *ce_said_take (int said);

G_END_DECLS

#endif
