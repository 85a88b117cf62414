/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * With CE_TESTING=trace a dialog prints what it does, for tests that look at it
 * from outside, and when a change passes where on its way to the screen.
 */
#ifndef CE_TRACE_H
#define CE_TRACE_H

#include <glib.h>

void ce_trace      (const char *format, ...) G_GNUC_PRINTF (1, 2);
void ce_trace_mark (guint generation, const char *mark);

#endif
