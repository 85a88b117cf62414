/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How a session begins and ends: its memory, and its backend, which may start
 * on a thread of its own while rows already arrive.
 */
#include "session-private.h"

#include "choose.h"
#include "shelf.h"

static void
close_job (CeSession *session)
{
  if (session->job)
    session->backend->close (session->job);
  session->job = NULL;
}

static gboolean
open_job (CeSession *session, const char *name, GError **error)
{
  gint64      begin = g_get_monotonic_time ();
  const char *variant = NULL;

  session->backend = ce_backend_find (name, &variant, error);
  session->start_ms = (double) (g_get_monotonic_time () - begin) / 1000;
  if (! session->backend)
    return FALSE;

  session->job = session->backend->open (&session->source, variant, error);
  if (! session->job)
    return FALSE;

  g_free (session->backend_name);
  session->backend_name = g_strdup (name);

  return TRUE;
}

/* The CPU after @error, which it takes. */
static gboolean
open_instead (CeSession *session, GError *error, GError **result)
{
  g_free (session->fallback);
  session->fallback = g_strdup (error->message);
  g_error_free (error);

  return open_job (session, "cpu", result);
}

/* What was said to the session before there was a job. */
static void
catch_up (CeSession *session)
{
  const CeBackend *backend = session->backend;

  if (session->keeps && backend->keep)
    backend->keep (session->job);
  if (session->expects)
    ce_session_tell_expected (session);
  if (session->n_arrived && backend->rows_arrived)
    backend->rows_arrived (session->job, 0, session->n_arrived);
}

/* Goes on with the CPU after @error, which it takes. */
gboolean
ce_session_fall_back (CeSession *session, GError *error, GError **result)
{
  close_job (session);
  if (! open_instead (session, error, result))
    return FALSE;

  session->expects = FALSE;
  catch_up (session);

  return TRUE;
}

/* GThreadFunc, and as well without a thread: opens what @wanted says. */
static gpointer
open_wanted (gpointer data)
{
  CeSession  *session = data;
  const char *wanted = session->wanted;
  GError     *error = NULL;

  if (! session->automatic)
    open_job (session, wanted, &session->refusal);
  else if (! open_job (session, wanted[4] ? wanted + 5 : ce_choose_backend (&session->source.view, session->filter, NULL),
                       &error))
    open_instead (session, error, &session->refusal);
  g_atomic_int_set (&session->ended, TRUE);

  return NULL;
}

static CeSession *
allocate (const CeFilter *filter, const char *backend, int width, int height, int channels, CeType type,
          GError **error)
{
  g_autoptr (CeSession) session = g_new0 (CeSession, 1);
  CeView               *source = &session->source.view;

  g_return_val_if_fail (filter && width > 0 && height > 0, NULL);
  g_return_val_if_fail (channels >= 1 && channels <= 4, NULL);

  session->filter = filter;
  session->wanted = g_strdup (backend);
  session->automatic = g_str_equal (backend, "auto") || g_str_has_prefix (backend, "auto:");
  session->source.opaque = TRUE;
  source->width = width;
  source->height = height;
  source->channels = channels;
  source->type = type;
  source->stride = ((gsize) width * channels * ce_type_size (type) + 63) & ~(gsize) 63;
  source->data = ce_shelf_take (ce_view_size (source), error);
  if (! source->data)
    return NULL;

  ce_params_init (&session->params, filter);
  ce_filter_result_format (filter, source, &session->result);
  session->spare = session->result;

  return g_steal_pointer (&session);
}

/**
 * ce_session_new:
 * @filter: what will be rendered
 * @backend: "auto", "cpu", "cuda", or with a variant or device, "cpu:v3",
 *   "cuda:1". A named backend is used or refused; "auto" takes what finishes
 *   sooner with the filter's defaults, "auto:cuda" begins with the one named
 *   (see ce_choose_backend()), and both go on with the CPU if the GPU fails
 * @width, @height: pixels of the source, at least 1
 * @channels: samples per pixel of the source, 1 to 4 as in #CeView
 * @type: of the source's samples
 * @error: return location
 *
 * Allocates the source; its rows are to be filled by the caller, in
 * ce_session_get_source() or with ce_session_put_rows().
 *
 * Returns: (transfer full) (nullable): a session, or %NULL with
 *   %CE_ERROR_UNAVAILABLE, %CE_ERROR_NO_MEMORY or %CE_ERROR_DEVICE
 */
CeSession *
ce_session_new (const CeFilter *filter, const char *backend, int width, int height, int channels,
                CeType type, GError **error)
{
  g_autoptr (CeSession) session = allocate (filter, backend, width, height, channels, type, error);

  if (! session)
    return NULL;

  open_wanted (session);

  return ce_session_opened (session, TRUE, error) ? g_steal_pointer (&session) : NULL;
}

/**
 * ce_session_begin:
 * @filter, @backend, @width, @height, @channels, @type, @error: as for
 *   ce_session_new()
 *
 * The same, but the backend starts on a thread of its own, which takes CUDA
 * 0.2 s in a new process. Rows may arrive at once; a backend that cannot be had
 * is told by ce_session_opened(), and by the first render.
 *
 * Returns: (transfer full) (nullable): a session, or %NULL with
 *   %CE_ERROR_NO_MEMORY
 */
CeSession *
ce_session_begin (const CeFilter *filter, const char *backend, int width, int height, int channels,
                  CeType type, GError **error)
{
  CeSession *session = allocate (filter, backend, width, height, channels, type, error);

  if (session)
    session->opening = g_thread_new ("ce-open", open_wanted, session);

  return session;
}

/**
 * ce_session_opened:
 * @session: a session
 * @wait: whether to wait until its backend has started
 * @error: return location
 *
 * Returns: %TRUE, also if it still starts; %FALSE with the errors of
 *   ce_session_new() if there is no backend, the same each time
 */
gboolean
ce_session_opened (CeSession *session, gboolean wait, GError **error)
{
  if (! session->is_open && (wait || g_atomic_int_get (&session->ended)))
    {
      g_clear_pointer (&session->opening, g_thread_join);
      session->is_open = TRUE;
      if (! session->refusal)
        catch_up (session);
    }

  if (! session->refusal || ! session->is_open)
    return TRUE;

  if (error)
    *error = g_error_copy (session->refusal);
  return FALSE;
}

/**
 * ce_session_retire:
 * @session: a session that has rendered, and will not again
 *
 * Frees all but its result, for the next session of that size or with
 * ce_shelf_clear() for everybody: whoever writes the result somewhere needs as
 * much memory again.
 */
void
ce_session_retire (CeSession *session)
{
  close_job (session);
  ce_shelf_put (session->source.view.data, ce_view_size (&session->source.view));
  ce_shelf_put (session->spare.data, ce_view_size (&session->spare));
  ce_shelf_put (session->reserve, ce_view_size (&session->spare));
  session->source.view.data = session->spare.data = NULL;
  session->reserve = NULL;
}

/**
 * ce_session_free:
 * @session: (nullable): a session
 *
 * Frees it, its device memory included.
 */
void
ce_session_free (CeSession *session)
{
  if (! session)
    return;

  g_clear_pointer (&session->opening, g_thread_join);
  ce_session_retire (session);
  ce_shelf_put (session->result.data, ce_view_size (&session->result));
  g_free (session->backend_name);
  g_free (session->fallback);
  g_free (session->wanted);
  g_clear_error (&session->refusal);
  g_free (session);
}
