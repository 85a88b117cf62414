/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A session: one source image on one backend. Parameters change, the source
 * stays. The session owns source and result in host memory, so a backend that
 * fails can be replaced by another without asking for the pixels again.
 */
#include "session-private.h"

#include "choose.h"
#include "memory.h"

#include <string.h>

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
  const char *variant = NULL;

  session->backend = ce_backend_find (name, &variant, error);
  if (! session->backend)
    return FALSE;

  session->job = session->backend->open (&session->source, variant, error);
  if (! session->job)
    return FALSE;

  if (session->keeps && session->backend->keep)
    session->backend->keep (session->job);

  g_free (session->backend_name);
  session->backend_name = g_strdup (name);

  return TRUE;
}

/* Goes on with the CPU after @error, which it takes. */
gboolean
ce_session_fall_back (CeSession *session, GError *error, GError **result)
{
  close_job (session);
  g_free (session->fallback);
  session->fallback = g_strdup (error->message);
  g_error_free (error);

  if (! open_job (session, "cpu", result))
    return FALSE;

  if (session->n_arrived && session->backend->rows_arrived)
    session->backend->rows_arrived (session->job, 0, session->n_arrived);

  return TRUE;
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
  g_autoptr (CeSession) session = g_new0 (CeSession, 1);
  CeView               *source = &session->source.view;

  g_return_val_if_fail (filter && width > 0 && height > 0, NULL);
  g_return_val_if_fail (channels >= 1 && channels <= 4, NULL);

  session->filter = filter;
  session->automatic = g_str_equal (backend, "auto") || g_str_has_prefix (backend, "auto:");
  session->source.opaque = TRUE;
  source->width = width;
  source->height = height;
  source->channels = channels;
  source->type = type;
  source->stride = ((gsize) width * channels * ce_type_size (type) + 63) & ~(gsize) 63;
  source->data = ce_memory_alloc (ce_view_size (source), error);
  if (! source->data)
    return NULL;

  ce_params_init (&session->params, filter);
  ce_filter_result_format (filter, source, &session->result);
  session->spare = session->result;

  if (session->automatic)
    {
      const char *first = backend[4] ? backend + 5 : ce_choose_backend (source, filter, NULL);
      GError     *unavailable = NULL;

      if (! open_job (session, first, &unavailable)
          && ! ce_session_fall_back (session, unavailable, error))
        return NULL;
    }
  else if (! open_job (session, backend, error))
    return NULL;

  return g_steal_pointer (&session);
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

  close_job (session);
  ce_memory_free (session->source.view.data, ce_view_size (&session->source.view));
  ce_memory_free (session->result.data, ce_view_size (&session->result));
  ce_memory_free (session->spare.data, ce_view_size (&session->spare));
  g_free (session->backend_name);
  g_free (session->fallback);
  g_free (session);
}

/**
 * ce_session_keep_stages:
 * @session: a session
 *
 * Says that it will render again and again while somebody moves a slider. The
 * backend may then keep stages, in about a byte and at most 9/4 for each pixel,
 * to do only what a changed parameter touches: with Canny, other thresholds
 * take no new gradient, and another style no new edges. Results are the same.
 */
void
ce_session_keep_stages (CeSession *session)
{
  if (! session->keeps && session->backend->keep)
    session->backend->keep (session->job);
  session->keeps = TRUE;
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

static gboolean
row_is_opaque (const CeView *view, int y)
{
  int step = view->channels;

  if (view->type == CE_U8)
    {
      const guint8 *alpha = (const guint8 *) ce_view_row (view, y) + step - 1;
      guint8        all = 255;

      for (int x = 0; x < view->width; x++)
        all &= alpha[(gsize) x * step];
      return all == 255;
    }
  else
    {
      const float *alpha = (const float *) ce_view_row (view, y) + step - 1;
      int          transparent = 0;

      for (int x = 0; x < view->width; x++)
        transparent |= ! (alpha[(gsize) x * step] * 255.0f == 255.0f);
      return ! transparent;
    }
}

/**
 * ce_session_rows_arrived:
 * @session: a session
 * @y: first row
 * @n_rows: how many
 *
 * Tells that these rows of the source are complete. Rows arrive from top to
 * bottom, each once; the backend may begin to use them.
 */
void
ce_session_rows_arrived (CeSession *session, int y, int n_rows)
{
  const CeView *view = &session->source.view;

  g_return_if_fail (y == session->n_arrived && n_rows >= 0 && y + n_rows <= view->height);

  if (ce_view_has_alpha (view))
    for (int i = y; i < y + n_rows && session->source.opaque; i++)
      session->source.opaque = row_is_opaque (view, i);

  session->n_arrived += n_rows;
  if (session->backend->rows_arrived)
    session->backend->rows_arrived (session->job, y, n_rows);
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

/**
 * ce_session_get_params:
 * @session: a session that has rendered
 *
 * Returns: (transfer none): the parameters of the last complete result, with
 *   automatic thresholds as they were found
 */
const CeParams *
ce_session_get_params (CeSession *session)
{
  return &session->params;
}

/**
 * ce_session_get_backend:
 * @session: a session
 *
 * Returns: (transfer none): what it computes on, "cpu" or "cuda", with the
 *   variant it was opened with
 */
const char *
ce_session_get_backend (CeSession *session)
{
  return session->backend_name;
}

/**
 * ce_session_get_device:
 * @session: a session
 *
 * Returns: (transfer none): name of the device for people, "NVIDIA H200"; of a
 *   CPU variant that was asked for, that
 */
const char *
ce_session_get_device (CeSession *session)
{
  const char     *colon = strchr (session->backend_name, ':');
  guint           index = colon ? (guint) g_ascii_strtoull (colon + 1, NULL, 10) : 0;
  guint           n_devices = 0;
  const CeDevice *devices = session->backend->devices (&n_devices);

  if (colon && ! g_ascii_isdigit (colon[1]))
    return colon + 1;

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
 * ce_session_get_times:
 * @session: a session that has rendered
 *
 * Returns: where the time of the last render went, milliseconds
 */
CeTimes
ce_session_get_times (CeSession *session)
{
  return session->times;
}
