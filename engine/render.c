/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A session's results.
 */
#include "session-private.h"

#include "shelf.h"
#include "thresholds.h"

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

/* Backends see a style that has an effect. */
static CeParams
without_style (CeSession *session, const CeParams *params)
{
  CeParams plain = *params;

  if (plain.style == CE_STYLE_LINES || ! ce_filter_has_style (session->filter, params))
    plain.style = CE_STYLE_WHITE_ON_BLACK;

  return plain;
}

/**
 * ce_session_expect:
 * @session: a session none of whose rows has arrived
 * @params: what will probably be rendered first
 *
 * Lets the backend begin as rows arrive. Nothing else comes of it: another
 * render, or none, is as good.
 */
void
ce_session_expect (CeSession *session, const CeParams *params)
{
  g_return_if_fail (session->n_arrived == 0);

  if (needs_thresholds (session, params) || ! ce_params_check (params, session->filter, NULL))
    return;

  session->expects = TRUE;
  session->expected = *params;
  if (session->is_open && session->job)
    ce_session_tell_expected (session);
}

/* The session's job what it is to expect. */
void
ce_session_tell_expected (CeSession *session)
{
  CeParams plain = without_style (session, &session->expected);

  if (! session->backend->expect)
    return;

  if (! session->spare.data)
    session->spare.data = ce_shelf_take (ce_view_size (&session->spare), NULL);
  if (session->spare.data)
    session->backend->expect (session->job, session->filter->id, &plain, &session->spare);
}

/* Backends see explicit thresholds. */
static gboolean
render_once (CeSession *session, CeParams *params, const CeProgress *progress, GError **error)
{
  CeParams   plain;
  CeHalf     halves[2] = { { progress, 0 }, { progress, 0.5 } };
  CeProgress first = { report_half, &halves[0] };
  CeProgress second = { report_half, &halves[1] };

  session->thresholds_ms = 0;
  if (needs_thresholds (session, params))
    {
      gint64 begin = g_get_monotonic_time ();

      if (! find_thresholds (session, params, &first, error))
        return FALSE;
      session->thresholds_ms = (double) (g_get_monotonic_time () - begin) / 1000;
      progress = &second;
    }

  plain = without_style (session, params);

  return session->backend->render (session->job, session->filter->id, &plain, &session->spare,
                                   progress, error);
}

static gboolean
may_fall_back (CeSession *session, const GError *error)
{
  return session->automatic
         && ! g_error_matches (error, CE_ERROR, CE_ERROR_CANCELLED)
         && ! g_str_equal (session->backend->name, "cpu");
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

  if (! ce_params_check (params, session->filter, error) || ! ce_session_opened (session, TRUE, error))
    return FALSE;

  if (! session->spare.data)
    session->spare.data = ce_shelf_take (ce_view_size (&session->spare), error);
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
      if (! ce_session_fall_back (session, failure, error) || ! render_once (session, &used, &report, error))
        return FALSE;
    }

  complete = session->spare;
  session->spare = session->result;
  session->result = complete;
  if (! session->spare.data)
    session->spare.data = g_steal_pointer (&session->reserve);
  session->params = used;

  /* The backend does not know of thresholds that were found, or of a GPU that
   * failed before. */
  session->times = session->backend->times (session->job);
  session->times.compute_ms += session->thresholds_ms;
  session->times.total_ms = (double) (g_get_monotonic_time () - begin) / 1000;
  session->times.start_ms = session->start_ms;
  session->start_ms = 0;

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
 * @progress: (nullable): told the share done, 0 to 1; returning %FALSE cancels
 * @data: for @progress
 * @error: return location
 *
 * Returns: %TRUE, or %FALSE with %CE_ERROR_CANCELLED, %CE_ERROR_NO_MEMORY or
 *   %CE_ERROR_DEVICE
 */
gboolean
ce_session_histogram (CeSession *session, const CeParams *params, CeHistogram what, guint64 *bins,
                      CeProgressFunc progress, gpointer data, GError **error)
{
  CeProgress report = { progress, data };

  g_return_val_if_fail (session->filter->id == CE_FILTER_CANNY, FALSE);
  g_return_val_if_fail (session->n_arrived == session->source.view.height, FALSE);

  return ce_session_opened (session, TRUE, error)
         && session->backend->histogram (session->job, params, what, bins, &report, error);
}
