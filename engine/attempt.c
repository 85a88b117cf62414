/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An attempt at a result, or at a part of one, with all parameters known, on the session's backend.
 */
#include "session-private.h"

#include "erase.h"
#include "hand-drawn.h"
#include "memory.h"
#include "threads.h"

#include <string.h>

/* The margin of a rectangle in which chains of Canny's weak pixels are followed, pixels. */
#define CHAIN_MARGIN 64

/* A rectangle's first column is a multiple of this, because vectors and words of bits begin there. */
#define COLUMNS 64

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

/* Renders the rectangle @area into @view, and draws and erases edges there. */
gboolean
ce_session_render_area (CeSession *session, const CeCall *call, const CeArea *area, const CeView *view,
                        const CeProgress *progress, GError **error)
{
  const CePlan *plan = &call->plan;
  CePoint    origin = { session->status.origin.x + area->x, session->status.origin.y + area->y };
  CeProgress end = ce_progress_section (progress, 1, 1);
  g_autoptr (CeHandDrawn) drawn = NULL;

  if (plan->is_put)
    return ce_session_put_result (session, plan->params.stage == CE_SHOWN_SHARPNESS, area, view, progress, error);
  /* Before the render, whose times the backend tells then. */
  if (plan->is_by_hand && plan->params.drawn && ! (drawn = ce_hand_drawn_find (session, call, progress, error)))
    return FALSE;
  if (! session->backend->render (session->job, plan, area, view, progress, error))
    return FALSE;
  if (drawn)
    ce_hand_drawn_put (drawn, area, view, plan->inverted);

  return ! plan->is_by_hand || ce_erase (view, plan->inverted, plan->params.erased, origin, plan->params.width, &end, error);
}

/* Renders the whole result into the spare picture. */
static gboolean
render_whole (CeSession *session, const CeCall *call, const CeProgress *progress, GError **error)
{
  CeView *spare = &session->spare;
  CeArea  all = { 0, 0, spare->width, spare->height };

  return (spare->data || ce_memory_take (spare, spare->width, spare->height, error))
         && ce_session_render_area (session, call, &all, spare, progress, error);
}

/* Returns @area and the pixels around it that it depends on. */
CeArea
ce_session_surroundings (CeSession *session, const CeCall *call, const CeArea *area)
{
  const CePlan *plan = &call->plan;
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
render_part (CeSession *session, const CeCall *call, const CeProgress *progress, GError **error)
{
  CeArea   around = ce_session_surroundings (session, call, call->area);
  CeView   whole = *call->view;
  gboolean done;

  if (! ce_memory_take (&whole, around.width, around.height, error))
    return FALSE;

  done = ce_session_render_area (session, call, &around, &whole, progress, error);
  if (done)
    copy_inside (&whole, &around, call->area, call->view);
  ce_memory_put (&whole);

  return done;
}

/* Resolves the call's plan. */
static gboolean
resolve_plan (CeSession *session, CeCall *call, GError **error)
{
  gboolean done = call->kind == CE_PART_STRENGTH
                  ? ce_plan_init_strength (&call->plan, session->filter->id, call->params, &call->found, call->counted,
                                           &session->source, error)
                  : ce_plan_init (&call->plan, session->filter->id, call->params, &call->found, &session->source, error);

  call->plan.finds_thresholds &= ! call->known;

  return done;
}

/* Makes one attempt at a result or at a part of one. */
gboolean
ce_session_attempt (CeSession *session, CeCall *call, GError **error)
{
  CePlan    *plan = &call->plan;
  CeProgress first = ce_progress_section (&call->progress, 0, 0.5);
  CeProgress second = ce_progress_section (&call->progress, 0.5, 1);
  CeProgress progress;

  call->thresholds_ms = 0;
  if (! resolve_plan (session, call, error))
    return FALSE;

  progress = plan->finds_thresholds ? second : call->progress;
  if (plan->finds_thresholds && ! find_thresholds (session, call, &first, error))
    return FALSE;

  return call->area ? render_part (session, call, &progress, error) : render_whole (session, call, &progress, error);
}

/* Returns whether the CPU may render after @error. */
static gboolean
may_fall_back (CeSession *session, const GError *error)
{
  return session->may_fall_back && session->backend && session->backend->choice != CE_BACKEND_CPU
         && ! g_error_matches (error, CE_ERROR, CE_ERROR_CANCELLED)
         && ! g_error_matches (error, CE_ERROR, CE_ERROR_INVALID);
}

/* Runs @call, again on the CPU if a GPU fails that was not named. A result that no backend computes needs no kernels. */
gboolean
ce_session_try (CeSession *session, CeCall *call, GError **error)
{
  GError       *failure = NULL;
  const CeCall *planned = resolve_plan (session, call, NULL) && ! call->plan.is_put ? call : NULL;

  if (ce_session_ready (session, planned, &failure) && call->run (session, call, &failure))
    return TRUE;

  if (! may_fall_back (session, failure))
    {
      g_propagate_error (error, failure);
      return FALSE;
    }

  return ce_session_fall_back (session, failure, error) && call->run (session, call, error);
}
