/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the thread tells the main thread.
 */
#include "render-private.h"

/* An event on its way to the main thread: it keeps the memory that says whether anybody hears it. */
typedef struct { CeEvent event; CeRender *render; guint n_viewports; } Mail;

/* (transfer full) */
CeEvent *
ce_event_new (CeRender *render, CeEventKind kind, guint generation)
{
  Mail *mail = g_new0 (Mail, 1);

  mail->render = g_atomic_rc_box_acquire (render);
  mail->event.kind = kind;
  mail->event.generation = generation;

  return &mail->event;
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
  ce_render_unref (((Mail *) data)->render);
  g_free (data);
}

/* GSourceFunc. A frame of another view is late: the main thread has painted the result itself. */
static gboolean
deliver (gpointer data)
{
  Mail     *mail = data;
  CeRender *render = mail->render;

  if (! render->closed && ! (mail->event.frame && mail->n_viewports != render->n_viewports))
    render->func (&mail->event, render->data);

  return G_SOURCE_REMOVE;
}

/* When nobody has it any more. */
static void
clear (gpointer data)
{
  CeRender *render = data;

  g_mutex_clear (&render->lock);
  g_mutex_clear (&render->shown);
  g_cond_clear (&render->work);
}

/* The memory, not what is in it. */
void
ce_render_unref (CeRender *render)
{
  g_atomic_rc_box_release_full (render, clear);
}

/* Takes the event, on any thread; the main loop keeps the order. A frame is of the @n_viewports-th view. */
void
ce_render_post (CeEvent *event, guint n_viewports)
{
  ((Mail *) event)->n_viewports = n_viewports;
  g_idle_add_full (G_PRIORITY_DEFAULT, deliver, event, ce_event_free);
}

void
ce_render_fail (CeRender *render, guint generation, GError *error)
{
  CeEvent *event = ce_event_new (render, CE_EVENT_FAILED, generation);

  event->error = error;
  ce_render_post (event, 0);
}
