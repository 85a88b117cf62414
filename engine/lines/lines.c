/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Canny's edges as paths: the steps one after another.
 */
#include "trace.h"

#include "engine/session-private.h"
#include "engine/threads.h"

/* Everything between edges and lines. */
typedef struct
{
  CeEdgeMap  edges;
  CeChains   chains;
  CePlan     plan;
  CeOffsets  offsets;
  CeJoins    joins;
  CePaths    paths;
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

static gboolean
trace_edges (Trace *trace, const CeSource *source, const CeView *edges, const CeView *selection,
             const CeLinesParams *lines, const CeProgress *progress, GError **error)
{
  CeProgress map = ce_progress_section (progress, 0, 0.05), chains = ce_progress_section (progress, 0.05, 0.1);
  CeProgress offsets = ce_progress_section (progress, 0.1, 0.4), cut = ce_progress_section (progress, 0.4, 0.42);
  CeProgress join = ce_progress_section (progress, 0.4, 0.5), fit = ce_progress_section (progress, 0.5, 1);

  if (! ce_edge_map_init (&trace->edges, edges, selection, &map, error)
      || ! ce_chains_init (&trace->chains, &trace->edges, &chains, error)
      || ! ce_offsets_init (&trace->offsets, &trace->edges, source, &trace->plan, &offsets, error))
    return FALSE;

  trace->joins.gap = lines->gap;
  if (trace->plan.finds_middles)
    {
      join = ce_progress_section (progress, 0.42, 0.5);
      trace->joins.skip = (guint) ceil (trace->plan.found.line_width);
      trace->known = ce_trace_alloc (trace->edges.n, 1, error);
      if (! trace->known || ! ce_chains_cut (&trace->chains, trace->joins.skip, trace->offsets.middles, &cut, error))
        return FALSE;
    }

  return ce_chains_join (&trace->joins, &trace->chains, &trace->edges, &trace->offsets, &join, error)
         && ce_paths_fit (&trace->paths, &trace->chains, &trace->joins, &trace->offsets, lines, trace->known, &fit, error)
         && (! trace->known || ce_count_dots (&trace->n_dots, &trace->edges, &trace->chains, &trace->joins, trace->known,
                                              &(CeSteps) { .progress = &fit, .all = 1, .done = 1 }, error));
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
  lines->n_paths = trace->paths.n;
  lines->n_curves = trace->paths.curves.n;
  lines->paths = g_steal_pointer (&trace->paths.paths);
  lines->curves = g_steal_pointer (&trace->paths.curves.curves);
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
  ce_joins_clear (&trace->joins);
  ce_paths_clear (&trace->paths);
  g_free (trace->known);
}

/**
 * ce_lines_trace:
 * @source: the image that @edges were found in
 * @params: Canny's parameters that @edges, or middles, were found with
 * @known: (nullable): what their render found
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
ce_lines_trace (const CeSource *source, const CeParams *params, const CeFound *known, const CeView *edges,
                const CeView *selection, const CeLinesParams *lines, const CeProgress *progress, GError **error)
{
  Trace    trace = { .n_dots = 0 };
  CeLines *found = NULL;

  if (ce_lines_check (lines, error) && ce_plan_init (&trace.plan, CE_FILTER_CANNY, params, known, source, error)
      && trace_edges (&trace, source, edges, selection, lines, progress, error))
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
  CeLines        *found = ce_lines_trace (&session->source, params, &session->status.found, &session->result, selection,
                                          &own, progress, error);

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
