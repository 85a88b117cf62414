/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A session: one source image on one backend. Parameters change, the source
 * stays. The session owns source and result in host memory, so a backend that
 * fails can be replaced by another without asking for the pixels again.
 */
#include "session.h"

#include "choose.h"
#include "memory.h"
#include "thresholds.h"

#include <string.h>

struct _CeSession
{
  const CeFilter  *filter;
  CeParams         params;
  CeTimes          times;
  gboolean         automatic;
  const CeBackend *backend;
  gpointer         job;
  char            *backend_name;
  char            *fallback;

  CeSource         source;
  int              n_arrived;
  CeView           result;       /* the last complete one */
  CeView           spare;        /* the one being rendered */
};

static gsize
view_size (const CeView *view)
{
  return view->stride * (gsize) view->height;
}

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

  g_free (session->backend_name);
  session->backend_name = g_strdup (name);

  return TRUE;
}

/* Goes on with the CPU after @error, which it takes. */
static gboolean
fall_back (CeSession *session, GError *error, GError **result)
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

static gboolean
may_fall_back (CeSession *session, const GError *error)
{
  return session->automatic
         && ! g_error_matches (error, CE_ERROR, CE_ERROR_CANCELLED)
         && ! g_str_equal (session->backend->name, "cpu");
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
  source->data = ce_memory_alloc (view_size (source), error);
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
          && ! fall_back (session, unavailable, error))
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
  ce_memory_free (session->source.view.data, view_size (&session->source.view));
  ce_memory_free (session->result.data, view_size (&session->result));
  ce_memory_free (session->spare.data, view_size (&session->spare));
  g_free (session->backend_name);
  g_free (session->fallback);
  g_free (session);
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

/* A half of a whole, for a render of two parts. */
typedef struct
{
  const CeProgress *whole;
  double            from;
} CeHalf;

static gboolean
report_half (double share, gpointer data)
{
  const CeHalf *half = data;

  return ! half->whole->func || half->whole->func (half->from + share / 2, half->whole->data);
}

static gboolean
find_thresholds (CeSession *session, CeParams *params, const CeProgress *progress, GError **error)
{
  g_autofree guint64 *bins = g_new (guint64, CE_HISTOGRAM_BINS);
  gboolean            otsu = params->thresholds == CE_THRESHOLDS_OTSU;

  if (! session->backend->histogram (session->job, params,
                                     otsu ? CE_HISTOGRAM_THINNED : CE_HISTOGRAM_MAGNITUDE,
                                     bins, progress, error))
    return FALSE;

  params->high = otsu ? ce_threshold_otsu (bins, CE_HISTOGRAM_BINS)
                      : ce_threshold_percentile (bins, CE_HISTOGRAM_BINS, params->share);
  params->low = (otsu ? 0.5f : 0.4f) * (float) params->high;

  return TRUE;
}

static gboolean
needs_thresholds (CeSession *session, const CeParams *params)
{
  return session->filter->id == CE_FILTER_CANNY && params->thresholds != CE_THRESHOLDS_MANUAL
         && (params->stage == CE_STAGE_CLASSES || params->stage == CE_STAGE_EDGES);
}

/* Backends see explicit thresholds, and a style that has an effect. */
static gboolean
render_once (CeSession *session, CeParams *params, const CeProgress *progress, GError **error)
{
  CeParams   plain;
  CeHalf     halves[2] = { { progress, 0 }, { progress, 0.5 } };
  CeProgress first = { report_half, &halves[0] };
  CeProgress second = { report_half, &halves[1] };

  if (needs_thresholds (session, params))
    {
      if (! find_thresholds (session, params, &first, error))
        return FALSE;
      progress = &second;
    }

  plain = *params;
  if (plain.style == CE_STYLE_LINES || ! ce_filter_has_style (session->filter, params))
    plain.style = CE_STYLE_WHITE_ON_BLACK;

  return session->backend->render (session->job, session->filter->id, &plain, &session->spare,
                                   progress, error);
}

/**
 * ce_session_render:
 * @session: a session whose source rows have all arrived
 * @params: parameters of the session's filter; lengths in pixels, thresholds
 *   in levels (0 to 255)
 * @progress: (nullable): told the share done, 0 to 1; returning %FALSE cancels
 * @data: for @progress
 * @error: return location
 *
 * Computes the whole result. Blocks; one thread at a time per session.
 *
 * Returns: %TRUE, or %FALSE with %CE_ERROR_CANCELLED, %CE_ERROR_INVALID,
 *   %CE_ERROR_NO_MEMORY or %CE_ERROR_DEVICE; the last complete result then
 *   stays readable
 */
gboolean
ce_session_render (CeSession *session, const CeParams *params, CeProgressFunc progress,
                   gpointer data, GError **error)
{
  gint64     begin = g_get_monotonic_time ();
  CeProgress report = { progress, data };
  CeParams   used = *params;
  GError    *failure = NULL;
  CeView     complete;

  g_return_val_if_fail (session->n_arrived == session->source.view.height, FALSE);

  if (! ce_params_check (params, session->filter, error))
    return FALSE;

  if (! session->spare.data)
    session->spare.data = ce_memory_alloc (view_size (&session->spare), error);
  if (! session->spare.data)
    return FALSE;

  if (! render_once (session, &used, &report, &failure))
    {
      if (! may_fall_back (session, failure))
        {
          g_propagate_error (error, failure);
          return FALSE;
        }

      used = *params;
      if (! fall_back (session, failure, error) || ! render_once (session, &used, &report, error))
        return FALSE;
    }

  complete = session->spare;
  session->spare = session->result;
  session->result = complete;
  session->params = used;

  /* The backend does not know of thresholds that were found, or of a GPU that
   * failed before. */
  session->times = session->backend->times (session->job);
  session->times.total_ms = (double) (g_get_monotonic_time () - begin) / 1000;

  return TRUE;
}

/**
 * ce_session_get_result:
 * @session: a session that has rendered
 *
 * Returns: (transfer none): the last complete result, valid until the next
 *   but one render
 */
const CeView *
ce_session_get_result (CeSession *session)
{
  return &session->result;
}

/**
 * ce_session_histogram:
 * @session: a Canny session whose source rows have all arrived
 * @params: its parameters
 * @what: which pixels to count
 * @bins: (out) (array fixed-size=2048): counts of floor(magnitude), the last bin open
 * @error: return location
 *
 * Returns: %TRUE, or %FALSE with %CE_ERROR_NO_MEMORY or %CE_ERROR_DEVICE
 */
gboolean
ce_session_histogram (CeSession *session, const CeParams *params, CeHistogram what, guint64 *bins,
                      GError **error)
{
  CeProgress progress = { NULL, NULL };

  g_return_val_if_fail (session->filter->id == CE_FILTER_CANNY, FALSE);
  g_return_val_if_fail (session->n_arrived == session->source.view.height, FALSE);

  return session->backend->histogram (session->job, params, what, bins, &progress, error);
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
