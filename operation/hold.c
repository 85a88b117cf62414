/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The sessions that effects keep, so that a moved slider reads no pixel. They
 * are dropped when nobody has used them for a while, and sooner if those of
 * all effects together take too much. A while later the GPU is released.
 */
#include "hold.h"

#include "engine/testing.h"

static GMutex all_lock;
static GList *all;              /* those that have a session, the last used first */
static gint64 last_used;        /* any of them, monotonic time */
static guint  timer;            /* looks for what nobody uses */

/* A new hold has no session. */
CeHold *
ce_hold_new (void)
{
  CeHold *hold = g_new0 (CeHold, 1);

  g_atomic_ref_count_init (&hold->refs);
  g_mutex_init (&hold->lock);
  g_mutex_init (&hold->news);

  return hold;
}

static void
drop (CeHold *hold)
{
  g_clear_pointer (&hold->session, ce_session_free);
  hold->size = 0;
}

static void
unref (CeHold *hold)
{
  if (! g_atomic_ref_count_dec (&hold->refs))
    return;

  drop (hold);
  g_mutex_clear (&hold->lock);
  g_mutex_clear (&hold->news);
  g_free (hold);
}

/* Under all_lock. */
static gboolean
try_to_drop (CeHold *hold)
{
  if (! g_mutex_trylock (&hold->lock))
    return FALSE;

  drop (hold);
  g_mutex_unlock (&hold->lock);
  all = g_list_remove (all, hold);
  unref (hold);

  return TRUE;
}

/* A time that tests make shorter. */
static gint64
seconds_ago (int seconds)
{
  int idle = ce_testing ()->idle;

  return g_get_monotonic_time () - (idle ? MIN (idle, seconds) : seconds) * G_TIME_SPAN_SECOND;
}

/* GSourceFunc, in the main loop of whoever has one. */
static gboolean
look_for_unused (gpointer data)
{
  gint64   limit = seconds_ago (CE_HOLD_SECONDS);
  gboolean idle;

  g_mutex_lock (&all_lock);
  for (GList *last = g_list_last (all); last && ((CeHold *) last->data)->used <= limit;)
    {
      GList *before = last->prev;

      try_to_drop (last->data);
      last = before;
    }
  idle = ! all && last_used <= seconds_ago (CE_HOLD_DEVICE_SECONDS);
  if (idle)
    timer = 0;
  g_mutex_unlock (&all_lock);

  if (idle)
    ce_backend_release ();

  return idle ? G_SOURCE_REMOVE : G_SOURCE_CONTINUE;
}

/* Under all_lock. The one just used, which is the first, stays. */
static void
drop_beyond (gsize limit)
{
  gsize sum = 0;

  for (GList *item = all; item;)
    {
      CeHold *hold = item->data;
      gsize size = hold->size;

      item = item->next;
      sum += size;
      if (sum > limit && hold != all->data && try_to_drop (hold))
        sum -= size;
    }
}

/* Drops the hold's session, too. */
void
ce_hold_unref (CeHold *hold)
{
  g_mutex_lock (&all_lock);
  if (g_list_find (all, hold))
    {
      all = g_list_remove (all, hold);
      unref (hold);
    }
  g_mutex_unlock (&all_lock);
  unref (hold);
}

/* To be called on any thread when the source has changed: returns where results are stale, as far as anybody has any. */
GeglRectangle
ce_hold_source_changed (CeHold *hold, const GeglRectangle *changed)
{
  GeglRectangle stale;

  g_mutex_lock (&hold->news);
  if (hold->has_changed)
    gegl_rectangle_bounding_box (&hold->changed, &hold->changed, changed);
  else
    hold->changed = *changed;
  hold->has_changed = TRUE;
  gegl_rectangle_bounding_box (&stale, &hold->rendered, changed);
  g_mutex_unlock (&hold->news);

  return stale;
}

/* Nobody else uses the hold until ce_hold_unlock(). */
void
ce_hold_lock (CeHold *hold)
{
  g_mutex_lock (&hold->lock);
}

/* Whether, and where, the source of a locked hold changed since this was asked; to be asked before the source is read. */
gboolean
ce_hold_take_changed (CeHold *hold, const GeglRectangle *area, GeglRectangle *changed)
{
  gboolean has_changed;

  g_mutex_lock (&hold->news);
  has_changed = hold->has_changed;
  *changed = hold->changed;
  if (has_changed)
    hold->rendered = *area;
  else
    gegl_rectangle_bounding_box (&hold->rendered, &hold->rendered, area);
  hold->has_changed = FALSE;
  g_mutex_unlock (&hold->news);

  return has_changed;
}

/* A locked hold takes @session, or nothing, of about @size bytes, in place of what it kept. */
void
ce_hold_set_session (CeHold *hold, CeSession *session, gsize size)
{
  drop (hold);
  hold->session = session;
  hold->size = size;
}

/* Counts as a use of the hold. */
void
ce_hold_unlock (CeHold *hold)
{
  gboolean keeps = hold->session != NULL;

  g_mutex_unlock (&hold->lock);

  g_mutex_lock (&all_lock);
  last_used = hold->used = g_get_monotonic_time ();
  if (g_list_find (all, hold))
    {
      all = g_list_remove (all, hold);
      unref (hold);
    }
  if (keeps)
    {
      g_atomic_ref_count_inc (&hold->refs);
      all = g_list_prepend (all, hold);
      drop_beyond (CE_HOLD_BYTES);
    }
  if (! timer)
    timer = g_timeout_add_seconds (ce_testing ()->idle ? 1 : CE_HOLD_SECONDS / 3, look_for_unused, NULL);
  g_mutex_unlock (&all_lock);
}
