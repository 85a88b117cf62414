/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A session's job: its source at a backend, which starts, may fail and give way
 * to the CPU, and begins a render while rows arrive.
 */
#include "session-private.h"

#include "choose.h"
#include "opaque.h"
#include "memory.h"

void
ce_session_close_job (CeSession *session)
{
  if (session->job)
    session->backend->close (session->job);
  session->job = NULL;
  session->has_begun = FALSE;
}

/* Begins a run into the spare result. */
gboolean
ce_session_begin_plan (CeSession *session, const CePlan *plan, GError **error)
{
  session->has_begun = FALSE;
  if (! session->spare.data && ! ce_memory_take (&session->spare, session->spare.width, session->spare.height, error))
    return FALSE;

  session->plan = *plan;
  session->has_begun = session->backend->begin (session->job, plan, &session->spare, error);

  return session->has_begun;
}

/* Begins what was to begin early, in the source as it is known now. A failure
 * does not count: the render begins it again, and says what is wrong. */
void
ce_session_begin_early (CeSession *session)
{
  CePlan plan;

  if (session->is_early && ce_plan_init (&plan, session->filter->id, &session->early, &session->source, NULL)
      && ! plan.finds_thresholds)
    ce_session_begin_plan (session, &plan, NULL);
}

/* Gives @job the source as far as it is there; with the lock. */
static void
set_job (CeSession *session, const CeBackend *backend, gpointer job, const CePlace *place)
{
  session->backend = backend;
  session->job = job;
  session->place = *place;
  ce_session_begin_early (session);
  if (session->n_arrived)
    backend->advance (job, session->n_arrived);
}

/* Starts the backend of @place, and makes it the session's. */
static gboolean
open_job (CeSession *session, const CePlace *place, GError **error)
{
  gint64           begin = g_get_monotonic_time ();
  const CeBackend *backend = ce_backend_start (place, error);
  gpointer         job;

  if (backend && backend->ready && place->may_fall_back && ! backend->ready (place, session->filter->id, error))
    backend = NULL;

  session->start_ms = (double) (g_get_monotonic_time () - begin) / 1000;
  job = backend ? backend->open (&session->source, place, error) : NULL;
  if (! job)
    return FALSE;

  g_mutex_lock (&session->lock);
  set_job (session, backend, job, place);
  g_mutex_unlock (&session->lock);

  return TRUE;
}

/* Goes on with the CPU after @error, which it takes. */
gboolean
ce_session_fall_back (CeSession *session, GError *error, GError **result)
{
  CePlace cpu = ce_place (CE_BACKEND_CPU);

  ce_session_close_job (session);
  g_free (session->fallback);
  session->fallback = g_strdup (error->message);
  session->is_waiting = g_error_matches (error, CE_ERROR, CE_ERROR_LATER);
  g_error_free (error);

  return open_job (session, &cpu, result);
}

static void
open_wanted (CeSession *session)
{
  CeUse   use = session->source.keeps ? CE_USE_LIVE : CE_USE_ONCE;
  CePlace place = ce_choose_place (&session->wanted, session->filter, session->is_early ? &session->early : NULL,
                                   &session->source.view, use);
  GError *error = NULL;

  session->may_fall_back = place.may_fall_back && place.choice != CE_BACKEND_CPU;
  session->later = place;
  if (! open_job (session, &place, &error))
    {
      if (session->may_fall_back)
        ce_session_fall_back (session, error, &session->refusal);
      else
        session->refusal = error;
    }
}

/**
 * ce_session_open:
 * @session: a session
 * @error: return location
 *
 * Starts its backend, the first time; blocks until that is done. Rows may
 * arrive meanwhile on another thread.
 *
 * Returns: %TRUE, or %FALSE with an error of ce_error_is_unavailable(), %CE_ERROR_NO_MEMORY
 *   or %CE_ERROR_DEVICE, the same each time
 */
gboolean
ce_session_open (CeSession *session, GError **error)
{
  g_mutex_lock (&session->opening);
  if (! session->is_open)
    open_wanted (session);
  session->is_open = TRUE;
  g_mutex_unlock (&session->opening);

  if (session->refusal && error)
    *error = g_error_copy (session->refusal);

  return ! session->refusal;
}

/* Goes back to a place that was being made ready, if it is. */
static gboolean
try_again (CeSession *session, GError **error)
{
  const CeBackend *backend = ce_backend_get (session->later.choice);
  GError          *reason = NULL;

  if (backend->ready (&session->later, session->filter->id, &reason))
    {
      ce_session_close_job (session);
      if (! open_job (session, &session->later, &reason))
        return ce_session_fall_back (session, reason, error);
      session->is_waiting = FALSE;
      g_clear_pointer (&session->fallback, g_free);
    }
  else if (! g_error_matches (reason, CE_ERROR, CE_ERROR_LATER))
    {
      session->is_waiting = FALSE;
      g_free (session->fallback);
      session->fallback = g_strdup (reason->message);
    }
  g_clear_error (&reason);

  return TRUE;
}

/* Opens the session, anew if its source has changed: what was kept of it, also
 * on a device, holds no more; or if there is no job, because a GPU failed when
 * there was no memory to go on with the CPU. */
gboolean
ce_session_ready (CeSession *session, GError **error)
{
  const CeView *view = &session->source.view;

  if (! ce_session_open (session, error) || (session->is_waiting && ! try_again (session, error)))
    return FALSE;
  if (session->job && ! session->has_changed)
    return TRUE;

  if (ce_view_has_alpha (view))
    session->source.opaque = ce_rows_are_opaque (view, 0, view->height);
  ce_session_close_job (session);
  session->has_changed = ! open_job (session, &session->place, error);

  return ! session->has_changed;
}
