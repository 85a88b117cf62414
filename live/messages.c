/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "messages.h"

/* Returns (transfer full) a new event. */
CeEvent *
ce_event_new (CeEventKind kind, guint generation)
{
  CeEvent *event = g_new0 (CeEvent, 1);

  event->kind = kind;
  event->generation = generation;

  return event;
}

/* A GDestroyNotify. */
void
ce_event_free (gpointer data)
{
  CeEvent *event = data;

  g_free (event->device);
  g_free (event->fallback);
  g_free (event->bins);
  g_clear_pointer (&event->stages, g_array_unref);
  ce_comparison_free (event->comparison);
  ce_edge_free (event->edge);
  g_clear_pointer (&event->steps, g_array_unref);
  g_clear_pointer (&event->touched, g_array_unref);
  ce_lines_unref (event->lines);
  ce_frame_unref (event->frame);
  g_clear_error (&event->error);
  g_free (event);
}
