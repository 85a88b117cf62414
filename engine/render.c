/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Renders a session's results.
 */
#include "session-private.h"

#include "erase.h"
#include "line-width.h"
#include "memory.h"
#include "threads.h"

#include <string.h>

/* The margin of a rectangle in which chains of Canny's weak pixels are followed, pixels. */
#define CHAIN_MARGIN 64

/* A rectangle's first column is a multiple of this, because vectors and words of bits begin there. */
#define COLUMNS 64

/* Returns whether the CPU may render after @error. */
static gboolean
may_fall_back (CeSession *session, const GError *error)
{
  return session->may_fall_back && session->backend && session->backend->choice != CE_BACKEND_CPU
         && ! g_error_matches (error, CE_ERROR, CE_ERROR_CANCELLED)
         && ! g_error_matches (error, CE_ERROR, CE_ERROR_INVALID);
}

/* Counts the magnitudes and sets the plan's thresholds. */
static gboolean
find_thresholds (CeSession *session, CeCall *call, const CeProgress *progress, GError **error)
{
  guint64 bins[CE_HISTOGRAM_BINS];
  gint64  begin = g_get_monotonic_time ();

  if (! session->backend->histogram (session->job, &call->plan, bins, progress, error))
    return FALSE;

  ce_plan_find_thresholds (&call->plan, bins);
  call->thresholds_ms = (double) (g_get_monotonic_time () - begin) / 1000;

  return TRUE;
}

/* Renders the rectangle @area into @view and erases edges there. */
gboolean
ce_session_render_area (CeSession *session, const CePlan *plan, const CeArea *area, const CeView *view,
                        const CeProgress *progress, GError **error)
{
  CePoint    origin = { session->status.origin.x + area->x, session->status.origin.y + area->y };
  CeProgress end = ce_progress_section (progress, 1, 1);

  return session->backend->render (session->job, plan, area, view, progress, error)
         && (! plan->erases
             || ce_erase (view, plan->inverted, plan->params.erased, origin, plan->params.width, &end, error));
}

/* Renders the whole result into the spare picture. */
static gboolean
render_whole (CeSession *session, const CePlan *plan, const CeProgress *progress, GError **error)
{
  CeView *spare = &session->spare;
  CeArea  all = { 0, 0, spare->width, spare->height };

  return (spare->data || ce_memory_take (spare, spare->width, spare->height, error))
         && ce_session_render_area (session, plan, &all, spare, progress, error);
}

/* Returns @area and the pixels around it that it depends on. */
CeArea
ce_session_surroundings (CeSession *session, const CePlan *plan, const CeArea *area)
{
  const CeView *view = &session->source.view;
  gboolean      chains = plan->filter == CE_FILTER_CANNY && plan->params.stage == CE_STAGE_EDGES;
  int           margin = plan->halo + (chains ? CHAIN_MARGIN : 0);
  CeArea        around = { MAX (area->x - margin, 0) / COLUMNS * COLUMNS, MAX (area->y - margin, 0), 0, 0 };

  around.width = MIN (area->x + area->width + margin, view->width) - around.x;
  around.height = MIN (area->y + area->height + margin, view->height) - around.y;

  return around;
}

static void
copy_inside (const CeView *whole, const CeArea *around, const CeArea *area, const CeView *view)
{
  CeArea inside = { area->x - around->x, area->y - around->y, area->width, area->height };
  CeView from = ce_view_part (whole, &inside);
  gsize  size = (gsize) area->width * view->channels * ce_type_size (view->type);

  for (int y = 0; y < area->height; y++)
    memcpy (ce_view_row (view, y), ce_view_row (&from, y), size);
}

static gboolean
render_part (CeSession *session, CeCall *call, const CeProgress *progress, GError **error)
{
  CeArea   around = ce_session_surroundings (session, &call->plan, call->area);
  CeView   whole = *call->view;
  gboolean done;

  if (! ce_memory_take (&whole, around.width, around.height, error))
    return FALSE;

  done = ce_session_render_area (session, &call->plan, &around, &whole, progress, error);
  if (done)
    copy_inside (&whole, &around, call->area, call->view);
  ce_memory_put (&whole);

  return done;
}

/* Makes one attempt at a result or at a part of one. */
static gboolean
render (CeSession *session, CeCall *call, GError **error)
{
  gboolean   strength = call->kind == CE_PART_STRENGTH;
  CePlan    *plan = &call->plan;
  CeProgress first = ce_progress_section (&call->progress, 0, 0.5);
  CeProgress second = ce_progress_section (&call->progress, 0.5, 1);
  CeProgress progress;

  call->thresholds_ms = 0;
  if (strength ? ! ce_plan_init_strength (plan, session->filter->id, call->params, call->counted, &session->source, error)
               : ! ce_plan_init (plan, session->filter->id, call->params, &session->source, error))
    return FALSE;

  progress = plan->finds_thresholds ? second : call->progress;
  if (plan->finds_thresholds && ! find_thresholds (session, call, &first, error))
    return FALSE;

  return call->area ? render_part (session, call, &progress, error) : render_whole (session, plan, &progress, error);
}

/* Finds the widths of drawn lines from Canny's edges of the whole picture. */
static gboolean
find_line_width (CeSession *session, const CeParams *params, const CeProgress *progress, GError **error)
{
  const CeView *view = &session->source.view;
  CeArea        all = { 0, 0, view->width, view->height };
  CeParams      wanted = *params;
  CeView        edges = session->result;
  CeCall        call = { .run = render, .params = &wanted, .progress = ce_progress_section (progress, 0, 0.6),
                         .is_within = TRUE, .area = &all, .view = &edges };
  CeProgress    rest = ce_progress_section (progress, 0.6, 1);
  gboolean      done;

  wanted.of = CE_OF_EDGES;
  wanted.sigma = 1;
  wanted.thresholds = CE_THRESHOLDS_OTSU;
  wanted.operator_ = CE_OPERATOR_SOBEL;
  wanted.norm = CE_NORM_L2;
  wanted.stage = CE_STAGE_EDGES;
  wanted.style = CE_STYLE_WHITE_ON_BLACK;
  wanted.width = 1;
  wanted.erased = NULL;
  if (! ce_memory_take (&edges, view->width, view->height, error))
    return FALSE;

  done = ce_session_call (session, &call, error)
         && ce_line_width_find (&session->source, &call.plan, &edges, params->of == CE_OF_DARK_LINES, &session->widths,
                                &rest, error);
  ce_memory_put (&edges);

  return done;
}

/* Replaces a width of drawn lines of 0 in @call by the picture's own, which stays known until the picture changes. Its
 * progress is the rest then. */
static gboolean
resolve_line_width (CeSession *session, CeCall *call, GError **error)
{
  const CeProgress all = call->progress;
  CeParams        *params = &call->resolved, *searched = &session->searched;

  if (session->filter->id != CE_FILTER_CANNY || params->of == CE_OF_EDGES || params->line_width > 0)
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
  params->line_width = session->widths.line_width;
  call->found.wider_lines = session->widths.wider_lines;

  return TRUE;
}

/* Drops erased edges that were told for a layer of another size, or before it was mirrored or turned: the points would erase
 * other edges. */
static void
drop_erased (const CeSession *session, CeCall *call)
{
  CeParams          *params = &call->resolved;
  CePoint            told = { 0, 0 };
  g_autoptr (GArray) points = params->erased ? ce_params_parse_erased (params->erased, &told, NULL) : NULL;

  if (told.x == 0 || (told.x == session->size.x && told.y == session->size.y))
    return;

  if (points)
    params->erased = NULL;
  call->found.erased_width = session->size.x == 0 ? -1 : told.x;
  call->found.erased_height = told.y;
}

/* Runs @call, again on the CPU if a GPU fails that was not named. If the width of drawn lines is 0 it finds that first. */
gboolean
ce_session_call (CeSession *session, CeCall *call, GError **error)
{
  GError *failure = NULL;

  g_return_val_if_fail (session->n_arrived == session->source.view.height, FALSE);

  call->resolved = *call->params;
  ce_params_resolve (&call->resolved, session->filter);
  call->params = &call->resolved;
  drop_erased (session, call);
  if ((! call->is_within && ! ce_session_draw (session, call, error)) || ! resolve_line_width (session, call, error))
    return FALSE;

  if (ce_session_ready (session, &failure) && call->run (session, call, &failure))
    return TRUE;

  if (! may_fall_back (session, failure))
    {
      g_propagate_error (error, failure);
      return FALSE;
    }

  return ce_session_fall_back (session, failure, error) && call->run (session, call, error);
}

/* Stores the requested parameters with what was found, and the times. */
static void
remember (CeSession *session, const CeCall *call, gint64 begin)
{
  session->status.params = *call->params;
  if (session->photo.view.data)
    session->status.params.of = CE_OF_LINE_ART;
  ce_found_init (&session->status.found, &call->plan.params, NULL);
  session->status.found.largest = ((const union { gint32 bits; float number; }) { session->largest }).number;
  session->status.found.wider_lines = call->found.wider_lines;
  session->status.found.erased_width = call->found.erased_width;
  session->status.found.erased_height = call->found.erased_height;
  ce_found_put (&session->status.found, &session->status.params);

  /* The backend's times lack the search for thresholds, and a GPU that failed before. */
  session->status.times = session->backend->times (session->job);
  session->status.times.compute_ms += call->thresholds_ms;
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
  CeCall call = { .run = render, .params = params, .progress = { progress, data } };
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
ce_session_render_part (CeSession *session, const CeParams *params, const CeArea *area, CePart kind,
                        const CeView *view, CeProgressFunc progress, gpointer data, GError **error)
{
  const CeView *source = &session->source.view;
  CeCall        call = { .run = render, .params = params, .progress = { progress, data },
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
