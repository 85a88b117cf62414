/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Sends the render thread's events to the main thread.
 */
#include "render-private.h"

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
  g_clear_pointer (&event->touched, g_array_unref);
  ce_lines_unref (event->lines);
  ce_frame_unref (event->frame);
  g_clear_error (&event->error);
  g_free (event);
}

/* A GSourceFunc: delivers an event. It drops a frame of another view, because the main thread has painted the result
 * itself. */
static gboolean
deliver (gpointer data)
{
  CeRender *render = data;
  CeEvent  *event = g_async_queue_pop (render->events);

  if (! event->frame || event->n_viewports == render->n_viewports)
    render->func (event, render->data);
  ce_event_free (event);

  return G_SOURCE_REMOVE;
}

/* Sends an event from any thread, and takes it. The main loop delivers one event at a time, in their order. */
void
ce_render_post (CeRender *render, CeEvent *event)
{
  g_async_queue_push (render->events, event);
  g_idle_add_full (G_PRIORITY_DEFAULT, deliver, render, NULL);
}

void
ce_render_fail (CeRender *render, guint generation, GError *error)
{
  CeEvent *event = ce_event_new (CE_EVENT_FAILED, generation);

  event->error = error;
  ce_render_post (render, event);
}
