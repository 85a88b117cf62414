/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Renders a session's results.
 */
#include "session-private.h"

#include "line-width.h"
#include "memory.h"
#include "threads.h"

/* Finds the widths of drawn lines from Canny's edges, in luma, of the whole picture. */
static gboolean
find_line_width (CeSession *session, const CeParams *params, const CeProgress *progress, GError **error)
{
  const CeView *view = &session->source.view;
  CeArea        all = { 0, 0, view->width, view->height };
  CeParams      wanted = *params;
  CeView        edges = session->result;
  CeCall        call = { .run = ce_session_attempt, .params = &wanted, .progress = ce_progress_section (progress, 0, 0.6),
                         .area = &all, .view = &edges };
  CeProgress    rest = ce_progress_section (progress, 0.6, 1);
  gboolean      done;

  wanted.of = CE_OF_EDGES;
  wanted.luma = ce_luma_beside_colors (params->luma);
  wanted.sigma = 1;
  wanted.thresholds = CE_THRESHOLDS_OTSU;
  wanted.operator_ = CE_OPERATOR_SOBEL;
  wanted.norm = CE_NORM_L2;
  wanted.stage = CE_STAGE_EDGES;
  wanted.style = CE_STYLE_WHITE_ON_BLACK;
  wanted.width = 1;
  wanted.erased = wanted.drawn = NULL;
  if (! ce_memory_take (&edges, view->width, view->height, error))
    return FALSE;

  done = ce_session_try (session, &call, error)
         && ce_line_width_find (&session->source, call.plan.wr, call.plan.wb, &edges, params->of != CE_OF_LIGHT_LINES,
                                &session->widths, &rest, error);
  ce_memory_put (&edges);

  return done;
}

/* Finds the width of drawn lines if @call has none: the picture's own, which stays known until the picture changes. The
 * call's progress is the rest then. */
static gboolean
resolve_line_width (CeSession *session, CeCall *call, GError **error)
{
  const CeProgress all = call->progress;
  CeParams        *params = &call->resolved, *searched = &session->searched;

  if (session->filter->id != CE_FILTER_CANNY || params->of == CE_OF_EDGES || call->found.line_width > 0)
    return TRUE;

  if (session->widths.line_width == 0 || searched->of != params->of || searched->luma != params->luma)
    {
      CeProgress first = ce_progress_section (&all, 0, 0.3);

      *searched = *params;
      session->widths.line_width = 0;
      call->progress = ce_progress_section (&all, 0.3, 1);
      if (! find_line_width (session, searched, &first, error))
        return FALSE;
    }
  call->found.line_width = session->widths.line_width;
  call->found.wider_lines = session->widths.wider_lines;

  return TRUE;
}

/* Drops points of edges that were told for a layer of another size, or before it was mirrored or turned: they would erase or
 * draw other edges. */
static void
drop_points (const CeSession *session, CeCall *call, const char **text)
{
  CePoint            told = { 0, 0 };
  g_autoptr (GArray) points = *text ? ce_params_parse_erased (*text, &told, NULL) : NULL;

  if (told.x == 0 || (told.x == session->size.x && told.y == session->size.y))
    return;

  if (points)
    *text = NULL;
  call->found.erased_width = session->size.x == 0 ? -1 : told.x;
  call->found.erased_height = told.y;
}

/* Tries @call after what its parameters leave open is known: the line art it looks at, the width of drawn lines, and the
 * radius of the picture's blur. */
gboolean
ce_session_call (CeSession *session, CeCall *call, GError **error)
{
  g_return_val_if_fail (session->n_arrived == session->source.view.height, FALSE);

  call->resolved = *call->params;
  ce_params_resolve (&call->resolved, session->filter);
  call->params = &call->resolved;
  ce_found_init (&call->found, call->params, NULL);
  if (call->known)
    call->found = *call->known;
  drop_points (session, call, &call->resolved.erased);
  drop_points (session, call, &call->resolved.drawn);

  return ce_session_draw (session, call, error) && resolve_line_width (session, call, error)
         && ce_session_resolve_focus (session, call, error) && ce_session_try (session, call, error);
}

/* Stores the requested parameters, what was found, and the times. */
static void
remember (CeSession *session, const CeCall *call, gint64 begin)
{
  session->status.params = *call->params;
  session->status.found = call->plan.found;
  session->status.found.largest = ((const union { gint32 bits; float number; }) { session->largest }).number;

  /* The backend's times lack the search for thresholds, and a GPU that failed before. */
  session->status.times = call->plan.is_put ? (CeTimes) { 0 } : session->backend->times (session->job);
  session->status.times.compute_ms += call->thresholds_ms + call->focus_ms;
  session->status.times.total_ms = (double) (g_get_monotonic_time () - begin) / 1000;
  session->status.times.start_ms = session->start_ms;
  session->start_ms = 0;
}

/**
 * ce_session_render:
 * @session: a session whose source rows have all arrived
 * @params: parameters of the session's filter: lengths in pixels, thresholds in levels (0 to 255)
 * @progress: (nullable): called with the share done, 0 to 1; returns %FALSE to cancel
 * @data: passed to @progress
 * @error: return location
 *
 * Computes the whole result. Blocks; one thread at a time may render.
 *
 * Returns: %TRUE, or %FALSE with %CE_ERROR_CANCELLED, %CE_ERROR_INVALID, %CE_ERROR_NO_MEMORY, %CE_ERROR_UNAVAILABLE or
 *   %CE_ERROR_DEVICE; the last complete result then stays readable
 */
gboolean
ce_session_render (CeSession *session, const CeParams *params, CeProgressFunc progress,
                   gpointer data, GError **error)
{
  gint64 begin = g_get_monotonic_time ();
  CeCall call = { .run = ce_session_attempt, .params = params, .progress = { progress, data, 0, 0 } };
  CeView complete;

  if (! ce_session_call (session, &call, error))
    return FALSE;

  complete = session->spare;
  session->spare = session->result;
  session->result = complete;
  remember (session, &call, begin);

  return TRUE;
}

/**
 * ce_session_render_part:
 * @session: a session whose source rows have all arrived
 * @params: parameters of the session's filter
 * @known: (nullable): what an earlier render found, for these parameters; by default thresholds are looked for anew
 * @area: a rectangle inside the source, not empty
 * @kind: the kind of result
 * @view: (out): the pixels, of the size of @area and in the result's format, or one channel of floats for %CE_PART_STRENGTH
 * @progress: (nullable): as of ce_session_render()
 * @data: passed to @progress
 * @error: return location
 *
 * Computes a rectangle of a result in a time that is proportional to its size. The last complete result, its parameters and
 * its times stay unchanged. Blocks; one thread at a time may render.
 *
 * Returns: %TRUE, or %FALSE with the errors of ce_session_render()
 */
gboolean
ce_session_render_part (CeSession *session, const CeParams *params, const CeFound *known, const CeArea *area, CePart kind,
                        const CeView *view, CeProgressFunc progress, gpointer data, GError **error)
{
  const CeView *source = &session->source.view;
  CeCall        call = { .run = ce_session_attempt, .params = params, .known = known, .progress = { progress, data, 0, 0 },
                         .area = area, .kind = kind, .view = view, .counted = CE_HISTOGRAM_THINNED };

  g_return_val_if_fail (area->x >= 0 && area->width > 0 && area->x + area->width <= source->width, FALSE);
  g_return_val_if_fail (area->y >= 0 && area->height > 0 && area->y + area->height <= source->height, FALSE);
  g_return_val_if_fail (kind == CE_PART_STRENGTH ? session->filter->id == CE_FILTER_CANNY && view->type == CE_F32
                                                   && view->channels == 1
                                                 : view->type == session->result.type
                                                   && view->channels == session->result.channels, FALSE);

  return ce_session_call (session, &call, error);
}

/* Returns (transfer none) the last complete result, valid until the next but one render. */
const CeView *
ce_session_get_result (CeSession *session)
{
  return &session->result;
}
