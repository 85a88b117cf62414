/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Keeps the sessions of effects, so that a moved slider reads no pixel again. A session is dropped after SESSION_SECONDS
 * without use, or sooner if all sessions together take more than MOST_BYTES. The GPU is released after DEVICE_SECONDS.
 */
#include "operation.h"

/* Seconds an idle session is kept, seconds an idle GPU is kept (it takes 0.1 s to start again), and the most memory of all
 * sessions, bytes. */
#define SESSION_SECONDS 30
#define DEVICE_SECONDS 120
#define MOST_BYTES ((gsize) 2 << 30)

/* The parts of the source that any thread tells of; @lock protects the others. */
typedef struct
{
  GMutex        lock;
  GeglRectangle changed;        /* since the session read it */
  GeglRectangle rendered;       /* whose results GEGL may have in its cache */
} Changes;

struct _CeSessionCache
{
  GMutex   lock;                /* protects @cached alone */
  CeCached cached;
  Changes  changes;
  struct { gsize size; gint64 used; } use;      /* all_lock protects it: about how many bytes, and when, monotonic */
};

static GMutex all_lock;
static GList *all;              /* the caches that have a session, the last used first */
static gint64 last_used;        /* monotonic time of the last use of any cache */
static guint  timer;            /* the GSource of drop_unused() */

/* Returns a new cache without a session. */
CeSessionCache *
ce_session_cache_new (void)
{
  CeSessionCache *cache = g_new0 (CeSessionCache, 1);

  g_mutex_init (&cache->lock);
  g_mutex_init (&cache->changes.lock);

  return cache;
}

/* Replaces the session by the (nullable) @session of about @size bytes. */
void
ce_cached_set_session (CeCached *cached, CeSession *session, gsize size)
{
  g_clear_pointer (&cached->session, ce_session_free);
  g_clear_pointer (&cached->mark, g_free);
  cached->session = session;
  cached->size = size;
}

/* Frees a cache that no thread has locked. */
void
ce_session_cache_free (CeSessionCache *cache)
{
  g_mutex_lock (&all_lock);
  all = g_list_remove (all, cache);
  g_mutex_unlock (&all_lock);

  ce_cached_set_session (&cache->cached, NULL, 0);
  g_mutex_clear (&cache->lock);
  g_mutex_clear (&cache->changes.lock);
  g_free (cache);
}

/* Drops the session of a cache that is not in use. The caller has all_lock, so that the cache is not freed meanwhile. */
static gboolean
try_to_drop (CeSessionCache *cache)
{
  if (! g_mutex_trylock (&cache->lock))
    return FALSE;

  ce_cached_set_session (&cache->cached, NULL, 0);
  g_mutex_unlock (&cache->lock);
  all = g_list_remove (all, cache);

  return TRUE;
}

/* Returns the monotonic time of @seconds ago; tests shorten it. */
static gint64
seconds_ago (int seconds)
{
  int idle = ce_testing ()->idle;

  return g_get_monotonic_time () - (idle ? MIN (idle, seconds) : seconds) * G_TIME_SPAN_SECOND;
}

/* A GSourceFunc: drops idle sessions. It runs only in a process with a main loop. */
static gboolean
drop_unused (gpointer data)
{
  gint64   limit = seconds_ago (SESSION_SECONDS);
  gboolean idle;

  g_mutex_lock (&all_lock);
  for (GList *last = g_list_last (all), *before; last && ((CeSessionCache *) last->data)->use.used <= limit; last = before)
    {
      before = last->prev;
      try_to_drop (last->data);
    }
  idle = ! all && last_used <= seconds_ago (DEVICE_SECONDS);
  if (idle)
    timer = 0;
  g_mutex_unlock (&all_lock);

  if (idle)
    ce_release (TRUE);

  return idle ? G_SOURCE_REMOVE : G_SOURCE_CONTINUE;
}

/* Drops sessions beyond @limit bytes, the least recently used ones first; the caller has all_lock. The first one, just used,
 * stays. */
static void
drop_beyond (gsize limit)
{
  gsize sum = 0;

  for (GList *item = all, *next; item; item = next)
    {
      CeSessionCache *cache = item->data;
      gsize           size = cache->use.size;

      next = item->next;
      sum += size;
      if (sum > limit && cache != all->data && try_to_drop (cache))
        sum -= size;
    }
}

/* Notes, on any thread, that the source has changed. Returns the rectangle of stale results that GEGL may have. */
GeglRectangle
ce_session_cache_add_change (CeSessionCache *cache, const GeglRectangle *changed)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&cache->changes.lock);
  GeglRectangle            stale;

  gegl_rectangle_bounding_box (&cache->changes.changed, &cache->changes.changed, changed);
  gegl_rectangle_bounding_box (&stale, &cache->changes.rendered, changed);

  return stale;
}

/* Returns the rectangle of the source that changed since the last call, for a locked cache that renders @area next. Call it
 * before you read the source. */
GeglRectangle
ce_session_cache_take_change (CeSessionCache *cache, const GeglRectangle *area)
{
  Changes                 *changes = &cache->changes;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&changes->lock);
  GeglRectangle            changed = changes->changed;

  if (gegl_rectangle_is_empty (&changed))
    gegl_rectangle_bounding_box (&changes->rendered, &changes->rendered, area);
  else
    changes->rendered = *area;
  changes->changed = (GeglRectangle) { 0, 0, 0, 0 };

  return changed;
}

/* Locks the cache for this thread until ce_session_cache_unlock(), and returns (transfer none) what it keeps. */
CeCached *
ce_session_cache_lock (CeSessionCache *cache)
{
  g_mutex_lock (&cache->lock);

  return &cache->cached;
}

/* Unlocks the cache, and notes the time of its use. */
void
ce_session_cache_unlock (CeSessionCache *cache)
{
  gboolean keeps = cache->cached.session != NULL;
  gsize    size = cache->cached.size;

  g_mutex_unlock (&cache->lock);

  g_mutex_lock (&all_lock);
  cache->use.size = size;
  last_used = cache->use.used = g_get_monotonic_time ();
  all = g_list_remove (all, cache);
  if (keeps)
    {
      all = g_list_prepend (all, cache);
      drop_beyond (MOST_BYTES);
    }
  if (! timer)
    timer = g_timeout_add_seconds (ce_testing ()->idle ? 1 : SESSION_SECONDS / 3, drop_unused, NULL);
  g_mutex_unlock (&all_lock);
}
