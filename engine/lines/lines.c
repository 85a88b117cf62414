/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Canny's edges as paths: the steps one after another.
 */
#include "trace.h"

#include "engine/session-private.h"
#include "engine/threads.h"

#include <string.h>

/* The share of the tolerance that curves through middles use: their points are three times as exact as those of edges, and
 * the mean error of a stroke 3 pixels wide is 0.03 pixels with 12 curves, not 0.05 with 10. */
#define FINER 0.6

/* Steps for each point of a path: placing, bends, lines, lengths, curves. */
#define POINT_STEPS (4 + CE_FIT_STEPS)

/* Everything between edges and lines. */
typedef struct
{
  CeEdgeMap  edges;
  CeChains   chains;
  CePlan     plan;
  CeOffsets  offsets;
  CeJoins    joins;
  CeWay      way;
  CePolyline points;
  CeFitter   fitter;
  CeSections sections;
  CeCurves   curves;
  float     *widths;            /* of drawn lines, along a path */
  guint      n_widths_allocated;
  CePath    *paths;
  guint      n_paths;
  guint      n_paths_allocated;
  guint8    *known;             /* (nullable): of each middle, whether it is CE_OF_LINE */
  guint      n_dots;
} Trace;

/* Returns whether @lines are in the ranges of the catalogue; if not, sets CE_ERROR_INVALID. */
gboolean
ce_lines_check (const CeLinesParams *lines, GError **error)
{
  static const char *const names[] = { "tolerance", "least-length", "gap" };
  const CeFilter          *filter = ce_filter_get_lines ();
  CeParams                 params = { .tolerance = lines->tolerance, .least_length = lines->least_length,
                                      .gap = lines->gap };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (! ce_params_check_one (&params, ce_filter_find_param (filter, names[i]), error))
      return FALSE;

  return TRUE;
}

static const CeMiddle *
middle_of (const Trace *trace, guint i)
{
  return &trace->offsets.middles[trace->way.pixels[i].number];
}

/* Measures the drawn line that was followed: the medians of the width and the rim that it has in the picture; 0 of edges. */
static gboolean
measure_width (Trace *trace, double *width, double *rim, GError **error)
{
  guint n = trace->way.n;
  float median = 0;

  *width = *rim = 0;
  if (! trace->offsets.middles)
    return TRUE;
  if (! ce_trace_grow (&trace->widths, &trace->n_widths_allocated, n, sizeof *trace->widths, error))
    return FALSE;

  for (guint i = 0; i < n; i++)
    trace->widths[i] = middle_of (trace, i)->width;
  if (! ce_middle_median (trace->widths, n, trace->fitter.steps, &median, error))
    return FALSE;
  *width = median;
  for (guint i = 0; i < n; i++)
    trace->widths[i] = middle_of (trace, i)->rim;
  if (! ce_middle_median (trace->widths, n, trace->fitter.steps, &median, error))
    return FALSE;
  *rim = median;

  return TRUE;
}

/* Finds the points of the path that was followed, if it is long enough; else none. */
static gboolean
place_points (Trace *trace, const CeLinesParams *lines, CePath *path, GError **error)
{
  CePolyline *points = &trace->points;
  CeWay      *way = &trace->way;
  gboolean is_open_line;
  double   width, rim;

  points->n = 0;
  if (! measure_width (trace, &width, &rim, error))
    return FALSE;

  path->width = trace->offsets.middles ? ce_middle_unblur (width, rim) : 0;
  is_open_line = path->width > 0 && ! way->is_closed;
  if (is_open_line)
    ce_way_trim (way, trace->offsets.middles, width);
  path->n_pixels = way->n;
  if (way->n < MAX (MAX ((guint) lines->least_length, 1), 2 * trace->joins.skip))
    return TRUE;

  if (path->width > 0)
    ce_way_leave_pulled (way, &trace->chains, &trace->offsets, width);
  if (! ce_polyline_place (points, way, &trace->offsets, trace->fitter.steps, error))
    return FALSE;

  return ! is_open_line || points->n < 3
         || ce_polyline_reach_ends (points, &trace->offsets, middle_of (trace, 0), middle_of (trace, way->n - 1), rim, path,
                                    error);
}

/* Adds the path of the pixels that were followed, if it is long enough. */
static gboolean
add_path (Trace *trace, const CeLinesParams *lines, GError **error)
{
  CePath path = { 0 };

  if (! place_points (trace, lines, &path, error))
    return FALSE;
  if (trace->points.n < 2)
    return TRUE;
  if (! ce_sections_fit (&trace->sections, &trace->points, trace->way.is_closed, &trace->fitter, &path, &trace->curves,
                          error)
      || ! ce_trace_grow (&trace->paths, &trace->n_paths_allocated, trace->n_paths + 1, sizeof path, error))
    return FALSE;

  trace->paths[trace->n_paths++] = path;

  return TRUE;
}

/* Marks the middles of the path that was added last, also those that add_path() has left out. */
static gboolean
mark_middles (Trace *trace, guint8 *done, guint chain, GError **error)
{
  if (! ce_way_follow (&trace->way, &trace->chains, &trace->joins, done, chain, error))
    return FALSE;

  for (guint i = 0; i < trace->way.n; i++)
    trace->known[trace->way.pixels[i].number] = CE_OF_LINE;

  return TRUE;
}

/* Follows all paths and fits curves to them; of middles it counts dots, too. */
static gboolean
fit_paths (Trace *trace, const CeLinesParams *lines, const CeProgress *progress, GError **error)
{
  const CeChains    *chains = &trace->chains;
  guint64            n_points = chains->first[chains->n] + 2 * (guint64) chains->n;
  CeSteps            steps = { .progress = progress, .all = POINT_STEPS * n_points };
  g_autofree guint8 *done = ce_trace_alloc (chains->n, 1, error);

  trace->fitter.tolerance = lines->tolerance * (trace->offsets.middles ? FINER : 1);
  trace->fitter.steps = &steps;
  for (guint chain = 0; chain < chains->n && done; chain++)
    if (! done[chain])
      {
        guint64 before = steps.done;
        guint   n = trace->n_paths;

        if (! ce_way_follow (&trace->way, chains, &trace->joins, done, chain, error)
            || (trace->way.n > 0 && ! add_path (trace, lines, error))
            || ! ce_steps_try (&steps, trace->way.most_points, error)
            || (trace->known && trace->n_paths > n && ! mark_middles (trace, done, chain, error)))
          return FALSE;
        steps.done = before + POINT_STEPS * trace->way.most_points;
      }

  return done && (! trace->known || ce_count_dots (&trace->n_dots, &trace->edges, chains, &trace->joins, trace->known,
                                                   &steps, error));
}

static gboolean
trace_edges (Trace *trace, const CeSource *source, const CeParams *params, const CeView *edges, const CeView *selection,
             const CeLinesParams *lines, const CeProgress *progress, GError **error)
{
  CeProgress map = ce_progress_section (progress, 0, 0.05), chains = ce_progress_section (progress, 0.05, 0.1);
  CeProgress offsets = ce_progress_section (progress, 0.1, 0.4), cut = ce_progress_section (progress, 0.4, 0.42);
  CeProgress join = ce_progress_section (progress, 0.4, 0.5), fit = ce_progress_section (progress, 0.5, 1);

  if (! ce_plan_init (&trace->plan, CE_FILTER_CANNY, params, source, error)
      || ! ce_edge_map_init (&trace->edges, edges, selection, &map, error)
      || ! ce_chains_init (&trace->chains, &trace->edges, &chains, error)
      || ! ce_offsets_init (&trace->offsets, &trace->edges, source, &trace->plan, &offsets, error))
    return FALSE;

  trace->joins.gap = lines->gap;
  if (trace->plan.finds_middles)
    {
      join = ce_progress_section (progress, 0.42, 0.5);
      trace->joins.skip = (guint) ceil (params->line_width);
      trace->known = ce_trace_alloc (trace->edges.n, 1, error);
      if (! trace->known || ! ce_chains_cut (&trace->chains, trace->joins.skip, trace->offsets.middles, &cut, error))
        return FALSE;
    }

  return ce_chains_join (&trace->joins, &trace->chains, &trace->edges, &trace->offsets, &join, error)
         && fit_paths (trace, lines, &fit, error);
}

/* Hands what was found to the caller. */
static CeLines *
take_lines (Trace *trace)
{
  CeLines *lines = g_atomic_rc_box_new0 (CeLines);

  lines->width = trace->edges.width;
  lines->height = trace->edges.height;
  lines->n_pixels = trace->edges.n;
  lines->n_chains = trace->chains.n;
  lines->n_dots = trace->n_dots;
  lines->n_paths = trace->n_paths;
  lines->n_curves = trace->curves.n;
  lines->paths = g_steal_pointer (&trace->paths);
  lines->curves = g_steal_pointer (&trace->curves.curves);
  for (guint i = 0; i < lines->n_paths; i++)
    lines->length = lines->length + lines->paths[i].length;

  return lines;
}

static void
trace_clear (Trace *trace)
{
  ce_edge_map_clear (&trace->edges);
  ce_chains_clear (&trace->chains);
  ce_offsets_clear (&trace->offsets);
  ce_fitter_clear (&trace->fitter);
  ce_sections_clear (&trace->sections);
  ce_joins_clear (&trace->joins);
  g_free (trace->way.pixels);
  ce_polyline_clear (&trace->points);
  g_free (trace->widths);
  g_free (trace->curves.curves);
  g_free (trace->paths);
  g_free (trace->known);
}

/**
 * ce_lines_trace:
 * @source: the image that @edges were found in
 * @params: Canny's parameters that @edges, or middles, were found with
 * @edges: Canny's edges, one channel, light on black, one pixel wide
 * @selection: (nullable): one channel of the same size; edges where it is dark are left out
 * @lines: what to make of the edges
 * @progress: about the paths
 * @error: return location
 *
 * Makes paths of edges. They are the same, to the bit, on every machine.
 *
 * Returns: (transfer full) (nullable): the paths, or %NULL with %CE_ERROR_INVALID (too many edges), %CE_ERROR_NO_MEMORY or
 *   %CE_ERROR_CANCELLED
 */
CeLines *
ce_lines_trace (const CeSource *source, const CeParams *params, const CeView *edges, const CeView *selection,
                const CeLinesParams *lines, const CeProgress *progress, GError **error)
{
  Trace    trace = { .n_paths = 0 };
  CeLines *found = NULL;

  if (ce_lines_check (lines, error) && trace_edges (&trace, source, params, edges, selection, lines, progress, error))
    found = take_lines (&trace);
  trace_clear (&trace);

  return found;
}

/* Makes paths of the session's result with its parameters. Dots count in drawings, not in those that were made of a
 * photo. */
static CeLines *
trace_result (CeSession *session, const CeView *selection, const CeProgress *progress, GError **error)
{
  const CeParams *params = &session->status.params;
  CeLinesParams   own = ce_lines_get_params (params);
  CeLines        *found = ce_lines_trace (&session->source, params, &session->result, selection, &own, progress, error);

  if (found && session->photo.view.data)
    found->n_dots = 0;
  session->status.found.dots = found ? found->n_dots : 0;

  return found;
}

/* A CeProgressFunc of a section of a progress. */
static gboolean
forward (double share, gpointer data)
{
  return ce_progress_report (data, share, NULL);
}

/* Renders edges as paths need them: one pixel wide and light on black. */
static gboolean
render_edges (CeSession *session, const CeParams *params, CeProgress *progress, GError **error)
{
  CeParams edges = *params;

  edges.stage = CE_STAGE_EDGES;
  edges.style = CE_STYLE_WHITE_ON_BLACK;
  edges.width = 1;

  return ce_session_render (session, &edges, forward, progress, error);
}

/**
 * ce_lines_find:
 * @session: a session of Canny whose rows have arrived
 * @params: (nullable): parameters of Canny, with those of paths if they are not the defaults; stage, style and width have no
 *   effect. The result is the edges then. %NULL if the result is edges already, one pixel wide and light on black: it stays
 * @selection: (nullable): one channel of the source's size; edges where it is dark are left out
 * @progress: (nullable): about edges and paths; returns %FALSE to cancel
 * @data: for @progress
 * @error: return location
 *
 * Makes paths of edges. They are the same, to the bit, on every machine.
 *
 * Returns: (transfer full) (nullable): the paths, or %NULL with an error of ce_session_render(), or with %CE_ERROR_INVALID
 *   (too many edges), %CE_ERROR_NO_MEMORY or %CE_ERROR_CANCELLED
 */
CeLines *
ce_lines_find (CeSession *session, const CeParams *params, const CeView *selection, CeProgressFunc progress, gpointer data,
               GError **error)
{
  CeProgress all = { progress, data, 0, 0 };
  CeProgress canny = ce_progress_section (&all, 0, 0.4), rest = ce_progress_section (&all, params ? 0.4 : 0, 1);

  return ! params || render_edges (session, params, &canny, error) ? trace_result (session, selection, &rest, error) : NULL;
}

/* Returns @lines, with one reference more. */
CeLines *
ce_lines_ref (CeLines *lines)
{
  return g_atomic_rc_box_acquire (lines);
}

static void
clear (gpointer data)
{
  CeLines *lines = data;

  g_free (lines->paths);
  g_free (lines->curves);
}

/* @lines: (nullable) */
void
ce_lines_unref (CeLines *lines)
{
  if (lines)
    g_atomic_rc_box_release_full (lines, clear);
}
