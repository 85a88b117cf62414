/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * With CE_TESTING=trace a dialog prints its actions, for tests that watch it from outside, and the times of a change's way
 * to the screen.
 */
#pragma once

#include <glib.h>

void ce_trace      (const char *format, ...) G_GNUC_PRINTF (1, 2);
void ce_trace_mark (guint generation, const char *mark);
