/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The radius of a picture's blur in sharpening, the picture where none is taken back, and the picture of where it is sharp.
 * Squares get their levels as docs/arithmetic.md, “Width of edges”, says.
 */
#include "session-private.h"

#include "samples.h"

#include <math.h>
#include <string.h>

/* The widths of white and of black squares, pixels: three times twice as wide. */
#define SHARP 0.5
#define SOFT 4.0

/* Rows of a result that one thread puts at a time. */
#define ROWS 32

/* Finds the focus of the source, which stays known until the source changes. */
static gboolean
find (CeSession *session, const CeProgress *progress, GError **error)
{
  const CeView *view = &session->source.view;
  CeFocus      *focus = &session->focus;

  if (focus->widths)
    return TRUE;
  if (! ce_focus_find (focus, view, session->source.keeps, progress, error))
    return FALSE;

  session->blur = (CeFound) {
    .noise = ce_noise_estimate (view), .blur = floor (focus->radius * 100 + 0.5) / 100, .edges = focus->n_edges,
    .sharpness = focus->sharpness, .focus = focus->answer + 1, .is_left = focus->answer != CE_FOCUS_FOUND
  };

  return TRUE;
}

/**
 * ce_session_find_focus:
 * @session: a session whose source rows have all arrived
 * @found: (out): noise, blur, edges, sharpness and focus of the source, and whether sharpening with that radius leaves it as
 *   it is; the rest is 0
 * @progress: (nullable): as of ce_session_render()
 * @data: passed to @progress
 * @error: return location
 *
 * Finds how sharp the source is, on the processor. The answer stays known until the source changes.
 *
 * Returns: %TRUE, or %FALSE with %CE_ERROR_CANCELLED or %CE_ERROR_NO_MEMORY
 */
gboolean
ce_session_find_focus (CeSession *session, CeFound *found, CeProgressFunc progress, gpointer data, GError **error)
{
  CeProgress all = { progress, data, 0, 0 };

  g_return_val_if_fail (session->n_arrived == session->source.view.height, FALSE);

  if (! find (session, &all, error))
    return FALSE;
  *found = session->blur;

  return TRUE;
}

/* Finds the focus if @call needs it: its radius, or the sharpness of squares. The call's progress is the rest then. */
gboolean
ce_session_resolve_focus (CeSession *session, CeCall *call, GError **error)
{
  const CeParams  *params = &call->resolved;
  const CeProgress all = call->progress;
  gboolean         finds = ce_params_find_radius (params), is_known = session->focus.widths != NULL;
  CeProgress       first = ce_progress_section (&all, 0, finds ? 0.1 : 0.9);
  CeFound         *found = &call->found;
  gint64           begin = g_get_monotonic_time ();

  if (session->filter->id != CE_FILTER_SHARPEN || ! (finds || params->stage == CE_SHOWN_SHARPNESS))
    return TRUE;
  if (! find (session, &first, error))
    return FALSE;

  if (! is_known)
    call->progress = ce_progress_section (&all, finds ? 0.1 : 0.9, 1);
  call->focus_ms = (double) (g_get_monotonic_time () - begin) / 1000;
  found->noise = session->blur.noise;
  found->blur = session->blur.blur;
  found->edges = session->blur.edges;
  found->sharpness = session->blur.sharpness;
  found->focus = session->blur.focus;
  found->is_left = finds && session->blur.is_left;
  if (finds && ! found->is_left)
    found->radius = found->blur;

  return TRUE;
}

/* Returns the level of a square whose edges have this width, pixels; black if it is 0, unknown. The logarithm is one of
 * squarings, because those of libraries differ in their last bits. */
static float
level_of (double width)
{
  double x = CLAMP (width, SHARP, SOFT) / SHARP, octaves = 0;

  if (width <= 0)
    return 0;

  for (; x >= 2; x /= 2)
    octaves++;
  for (double bit = 0.5; bit >= 1.0 / 65536; bit /= 2)
    {
      x *= x;
      if (x >= 2)
        {
          x /= 2;
          octaves += bit;
        }
    }

  return (float) (255 - 85 * octaves);
}

typedef struct
{
  const CeView  *source;
  const CeFocus *focus;         /* (nullable): the source's levels stay */
  const CeArea  *area;
  const CeView  *view;
} Result;

/* Puts the levels of squares into row @y of the result. */
static void
put_levels (const Result *result, int y)
{
  const CeFocus *focus = result->focus;
  const CeView  *view = result->view;
  const float   *widths = focus->widths + (gsize) ((result->area->y + y) / focus->side) * (gsize) focus->columns;
  gpointer       row = ce_view_row (view, y);
  int            n_colors = ce_n_colors (view->channels), column = -1;
  float          level = 0;

  for (int x = 0; x < view->width; x++)
    {
      if (column != (result->area->x + x) / focus->side)
        {
          column = (result->area->x + x) / focus->side;
          level = level_of (widths[column]);
        }
      for (int k = 0; k < n_colors; k++)
        ce_put_level (row, view->type, (gsize) x * (gsize) view->channels + (gsize) k, level, FALSE);
    }
}

/* A CeTask. Rows of the same squares are the same, apart from alpha. */
static void
put_rows (int task, gpointer data)
{
  const Result *result = data;
  const CeArea *area = result->area;
  const CeView *view = result->view;
  gsize         size = (gsize) view->width * (gsize) view->channels * ce_type_size (view->type);
  gboolean      repeats = result->focus && ! ce_view_has_alpha (view);

  for (int y = task * ROWS; y < MIN ((task + 1) * ROWS, view->height); y++)
    if (repeats && y > task * ROWS && (area->y + y) % result->focus->side > 0)
      memcpy (ce_view_row (view, y), ce_view_row (view, y - 1), size);
    else
      {
        memcpy (ce_view_row (view, y), ce_view_pixel (result->source, area->x, area->y + y), size);
        if (result->focus)
          put_levels (result, y);
      }
}

/* Puts the rectangle @area of a result that no backend computes into @view: the source as it is, or its @sharpness. */
gboolean
ce_session_put_result (CeSession *session, gboolean sharpness, const CeArea *area, const CeView *view,
                       const CeProgress *progress, GError **error)
{
  Result result = { &session->source.view, sharpness ? &session->focus : NULL, area, view };

  return ce_threads_run ((view->height + ROWS - 1) / ROWS, put_rows, &result, progress, error);
}
