/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A session: one source image on one backend. Parameters change, the source
 * stays. The session owns source and result in host memory, so a backend that
 * fails can be replaced by another without asking for the pixels again.
 *
 * One thread may open a session, which can take a driver's time, while another
 * brings its rows.
 */
#include "session-private.h"

#include "choose.h"
#include "memory.h"
#include "opaque.h"
#include "text.h"

#include <string.h>

/**
 * ce_session_new:
 * @filter: what will be rendered
 * @place: where to compute. A place that was named is used or refused; an
 *   automatic one is chosen when the session opens, see ce_choose_place(), and
 *   one that was chosen goes on with the CPU if the GPU fails
 * @width, @height: pixels of the source, at least 1
 * @channels: samples per pixel of the source, 1 to 4 as in #CeView
 * @type: of the source's samples
 * @error: return location
 *
 * Reserves memory for the source. The backend starts with ce_session_open(), or
 * with whatever first needs it.
 *
 * Returns: (transfer full) (nullable): a session, or %NULL with
 *   %CE_ERROR_NO_MEMORY, or with %CE_ERROR_INVALID above #CE_MAX_SIDE
 */
CeSession *
ce_session_new (const CeFilter *filter, const CePlace *place, int width, int height, int channels, CeType type,
                GError **error)
{
  CeSession *session;
  CeView     view = { .channels = channels, .type = type };

  g_return_val_if_fail (filter && width > 0 && height > 0, NULL);
  g_return_val_if_fail (channels >= 1 && channels <= 4, NULL);

  if (MAX (width, height) > CE_MAX_SIDE)
    {
      g_set_error (error, CE_ERROR, CE_ERROR_INVALID, _("An image can be at most %d pixels wide and high."), CE_MAX_SIDE);
      return NULL;
    }

  if (! ce_memory_take (&view, width, height, error))
    return NULL;

  session = g_new0 (CeSession, 1);
  session->filter = filter;
  session->wanted = *place;
  session->source = (CeSource) { .view = view, .opaque = TRUE };
  ce_params_init (&session->params, filter);
  ce_filter_result_format (filter, &view, &session->result);
  session->spare = session->result;

  return session;
}

/**
 * ce_session_keep_stages:
 * @session: a session; if it is open, its backend begins anew with the next render
 *
 * Says that it will render again and again while somebody moves a slider. The
 * backend may then keep stages, to do only what a changed parameter touches:
 * with Canny, in about a byte and at most 9/4 for each pixel, other thresholds
 * take no new gradient, and another style no new edges; with unsharp masking of
 * luminance, in four bytes for each pixel, another amount takes no new blur.
 * Results are the same.
 */
void
ce_session_keep_stages (CeSession *session)
{
  session->has_changed |= session->is_open && ! session->source.keeps;
  session->source.keeps = TRUE;
}

/**
 * ce_session_set_origin:
 * @session: a session
 * @origin: the source's first pixel in the layer that it is a part of; 0, 0 where it is all of it
 *
 * Says where the points of erased edges are counted from.
 */
void
ce_session_set_origin (CeSession *session, CePoint origin)
{
  session->origin = origin;
}

/**
 * ce_session_get_source:
 * @session: a session
 *
 * Returns: (transfer none): the source, to write rows into before they are
 *   announced with ce_session_rows_arrived()
 */
const CeView *
ce_session_get_source (CeSession *session)
{
  return &session->source.view;
}

/**
 * ce_session_rows_arrived:
 * @session: a session
 * @y: first row
 * @n_rows: how many
 *
 * Tells that these rows of the source are complete. Rows arrive from top to
 * bottom, each once.
 */
void
ce_session_rows_arrived (CeSession *session, int y, int n_rows)
{
  const CeView *view = &session->source.view;

  g_return_if_fail (y == session->n_arrived && n_rows >= 0 && y + n_rows <= view->height);

  session->n_arrived += n_rows;
  if (ce_view_has_alpha (view) && session->source.opaque)
    session->source.opaque = ce_rows_are_opaque (view, y, n_rows);
}

/**
 * ce_session_rows_changed:
 * @session: a session all rows of whose source have arrived
 * @y: first row
 * @n_rows: how many
 *
 * Tells that these rows of the source have been written again. On the thread
 * that renders, not meanwhile.
 */
void
ce_session_rows_changed (CeSession *session, int y, int n_rows)
{
  g_return_if_fail (session->n_arrived == session->source.view.height);
  g_return_if_fail (y >= 0 && n_rows >= 0 && y + n_rows <= session->n_arrived);

  session->has_changed |= n_rows > 0;
}

/**
 * ce_session_put_rows:
 * @session: a session
 * @y: first row
 * @n_rows: how many
 * @rows: their samples, packed or with @stride
 * @stride: bytes from one row of @rows to the next
 *
 * Copies rows into the source and announces them.
 */
void
ce_session_put_rows (CeSession *session, int y, int n_rows, gconstpointer rows, gsize stride)
{
  const CeView *view = &session->source.view;
  gsize         size = (gsize) view->width * view->channels * ce_type_size (view->type);

  g_return_if_fail (y >= 0 && n_rows >= 0 && y + n_rows <= view->height);

  for (int i = 0; i < n_rows; i++)
    memcpy (ce_view_row (view, y + i), (const guint8 *) rows + (gsize) i * stride, size);

  ce_session_rows_arrived (session, y, n_rows);
}

static void
close_job (CeSession *session)
{
  if (session->job)
    session->backend->close (session->job);
  session->job = NULL;
}

/* Starts the backend of @place, and makes it the session's. */
static gboolean
open_job (CeSession *session, const CePlace *place, GError **error)
{
  gint64           begin = g_get_monotonic_time ();
  const CeBackend *backend = ce_backend_start (place, error);

  if (backend && backend->ready && place->may_fall_back && ! backend->ready (place, session->filter->id, error))
    backend = NULL;

  session->start_ms = (double) (g_get_monotonic_time () - begin) / 1000;
  session->job = backend ? backend->open (&session->source, place, error) : NULL;
  if (! session->job)
    return FALSE;

  session->backend = backend;
  session->place = *place;

  return TRUE;
}

/* Goes on with the CPU after @failure, which it takes. */
gboolean
ce_session_fall_back (CeSession *session, GError *failure, GError **error)
{
  CePlace cpu = ce_place (CE_BACKEND_CPU);

  close_job (session);
  g_free (session->fallback);
  session->fallback = g_strdup (failure->message);
  session->is_waiting = g_error_matches (failure, CE_ERROR, CE_ERROR_LATER);
  g_error_free (failure);

  return open_job (session, &cpu, error);
}

static void
open_wanted (CeSession *session)
{
  CeUse   use = session->source.keeps ? CE_USE_LIVE : CE_USE_ONCE;
  CePlace place = ce_choose_place (&session->wanted, session->filter, NULL, &session->source.view, use);
  GError *error = NULL;

  session->may_fall_back = place.may_fall_back && place.choice != CE_BACKEND_CPU;
  session->later = place;
  if (open_job (session, &place, &error))
    return;
  if (session->may_fall_back)
    ce_session_fall_back (session, error, &session->refusal);
  else
    session->refusal = error;
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
  if (! session->is_open)
    open_wanted (session);
  session->is_open = TRUE;

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
      close_job (session);
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
  close_job (session);
  session->has_changed = ! open_job (session, &session->place, error);

  return ! session->has_changed;
}

/**
 * ce_session_get_place:
 * @session: an open session
 *
 * Returns: (transfer none): where it computes
 */
const CePlace *
ce_session_get_place (CeSession *session)
{
  return &session->place;
}

/**
 * ce_session_get_device:
 * @session: an open session
 *
 * Returns: (transfer none): name of the device for people, "NVIDIA H200"; of a
 *   CPU variant that was asked for, that
 */
const char *
ce_session_get_device (CeSession *session)
{
  guint           index = (guint) MAX (session->place.device, 0);
  guint           n_devices = 0;
  const CeDevice *devices = session->backend->devices (&n_devices);

  if (session->place.variant != CE_VARIANT_BEST)
    return ce_variant_name (session->place.variant);

  return index < n_devices ? devices[index].name : session->backend->name;
}

/**
 * ce_session_get_fallback:
 * @session: a session
 *
 * Returns: (transfer none) (nullable): why an automatic session left the GPU,
 *   one sentence; %NULL if it did not
 */
const char *
ce_session_get_fallback (CeSession *session)
{
  return session->fallback;
}

/**
 * ce_session_is_waiting:
 * @session: a session
 *
 * Returns: whether it left the GPU until the driver has compiled its kernels:
 *   the first render after that is the GPU's again
 */
gboolean
ce_session_is_waiting (CeSession *session)
{
  return session->is_waiting;
}

/**
 * ce_session_finish:
 * @session: a session that has rendered, and will not again
 *
 * Frees all but its result, for the next session of that size or with
 * ce_memory_clear() for everybody: whoever writes the result somewhere needs as
 * much memory again.
 */
void
ce_session_finish (CeSession *session)
{
  close_job (session);
  ce_memory_put (&session->source.view);
  ce_memory_put (&session->spare);
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

  ce_session_finish (session);
  ce_memory_put (&session->result);
  g_free (session->fallback);
  g_clear_error (&session->refusal);
  g_free (session);
}
