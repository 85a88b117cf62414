/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trace.h"

#include "engine/cuda-edges.h"

/* Prints a line, as printf() does, from any thread. Prints nothing without CE_TESTING=trace. */
void
ce_trace (const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list          values;

  if (! ce_testing ()->trace)
    return;

  va_start (values, format);
  text = g_strdup_vprintf (format, values);
  va_end (values);
  g_printerr ("cuda-edges trace: %s\n", text);
}

/* Prints the monotonic time, in microseconds, at which a request has passed a mark: "changed" the parameter, the "wait", the
 * "render", the "paint" of the visible part, the "post" to the main loop, the wait for a "frame", the "draw", the
 * "display". */
void
ce_trace_mark (guint generation, const char *mark)
{
  ce_trace ("mark %u %s %" G_GINT64_FORMAT, generation, mark, g_get_monotonic_time ());
}
