/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Counts the strengths of a session's pixels: magnitudes, responses or mask.
 */
#include "session-private.h"

#include "memory.h"
#include "samples.h"

#include <string.h>

/* A piece of the image whose strengths are counted at a time, pixels. */
#define PIECE_COLUMNS 2048
#define PIECE_ROWS 512

/* A pixel is selected from this value of the selection on. */
#define SELECTED 128

static gboolean
is_any_selected (const CeView *mask, const CeArea *piece)
{
  for (int y = piece->y; y < piece->y + piece->height; y++)
    for (int x = piece->x; x < piece->x + piece->width; x++)
      if (((const guint8 *) ce_view_row (mask, y))[x] >= SELECTED)
        return TRUE;

  return FALSE;
}

/* Counts the strengths of a piece as far as they are selected. */
static void
add_strengths (const CePlan *plan, const CeView *strengths, const CeView *mask, guint64 *bins)
{
  gboolean is_signed = plan->filter == CE_FILTER_LAPLACIAN;
  gboolean all = plan->filter != CE_FILTER_CANNY || plan->params.stage == CE_STAGE_MAGNITUDE;

  for (int y = 0; y < strengths->height; y++)
    {
      gconstpointer row = ce_view_row (strengths, y);
      const guint8 *selected = mask ? ce_view_row (mask, y) : NULL;

      for (int x = 0; x < strengths->width; x++)
        {
          float level = plan->is_strength ? ((const float *) row)[x]
                                          : ce_level_of (row, strengths->type, (gsize) x * (gsize) strengths->channels);
          float strength = is_signed ? ABS (level - 128) : level;

          if ((! selected || selected[x] >= SELECTED) && (all || strength > 0))
            bins[(int) MIN (strength, CE_HISTOGRAM_BINS - 1)]++;
        }
    }
}

static gboolean
count_piece (CeSession *session, CeCall *call, const CeArea *piece, GError **error)
{
  CeArea   around = ce_session_surroundings (session, call, piece);
  CeArea   inside = { piece->x - around.x, piece->y - around.y, piece->width, piece->height };
  CeView   mask = call->mask ? ce_view_part (call->mask, piece) : (CeView) { 0 };
  CeView   strengths = session->result, part;
  gboolean done;

  if (call->plan.is_strength)
    {
      strengths.type = CE_F32;
      strengths.channels = 1;
    }
  if (! ce_memory_take (&strengths, around.width, around.height, error))
    return FALSE;

  done = ce_session_render_area (session, call, &around, &strengths, &call->progress, error);
  part = ce_view_part (&strengths, &inside);
  if (done)
    add_strengths (&call->plan, &part, call->mask ? &mask : NULL, call->bins);
  ce_memory_put (&strengths);

  return done;
}

/* Counts piece by piece, because strengths of the whole image would take as much memory as several results. */
static gboolean
count_pieces (CeSession *session, CeCall *call, GError **error)
{
  const CeView *view = &session->source.view;

  memset (call->bins, 0, CE_HISTOGRAM_BINS * sizeof *call->bins);
  if (! ce_plan_init_strength (&call->plan, session->filter->id, call->params, &call->found, call->counted, &session->source,
                               error))
    return FALSE;

  for (int y = 0; y < view->height; y += PIECE_ROWS)
    for (int x = 0; x < view->width; x += PIECE_COLUMNS)
      {
        CeArea piece = { x, y, MIN (PIECE_COLUMNS, view->width - x), MIN (PIECE_ROWS, view->height - y) };

        if ((! call->mask || is_any_selected (call->mask, &piece)) && ! count_piece (session, call, &piece, error))
          return FALSE;
      }

  return TRUE;
}

/* Makes one attempt at a histogram. Backends count all magnitudes of Canny, which its thresholds need. */
static gboolean
count (CeSession *session, CeCall *call, GError **error)
{
  CeParams thinned = *call->params;

  if (session->filter->id != CE_FILTER_CANNY || call->mask)
    return count_pieces (session, call, error);

  thinned.stage = CE_STAGE_THINNED;
  if (! ce_plan_init (&call->plan, session->filter->id, &thinned, &call->found, &session->source, error))
    return FALSE;

  call->plan.counted = call->counted;
  call->plan.finds_thresholds = FALSE;

  return session->backend->histogram (session->job, &call->plan, call->bins, &call->progress, error);
}

/* Counts floor (strength) of pixels into @bins, CE_HISTOGRAM_BINS of them, the last one open. The strength is the gradient's
 * magnitude, of Laplacian the response without its sign, of sharpening the mask, 0 to 255. @counted has a meaning for Canny
 * alone. @mask: (nullable): a selection, one byte a pixel, of the source's size; pixels that are at least half selected
 * count. All rows have arrived; @progress and errors are as of ce_session_render(). */
gboolean
ce_session_histogram (CeSession *session, const CeParams *params, CeHistogram counted, const CeView *mask, guint64 *bins,
                      CeProgressFunc progress, gpointer data, GError **error)
{
  CeCall call = { .run = count, .params = params, .progress = { progress, data }, .bins = bins, .counted = counted,
                  .mask = mask };

  return ce_session_call (session, &call, error);
}
