/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CE_LEAVE_H
#define CE_LEAVE_H

void ce_leave_soon (void);

#endif
