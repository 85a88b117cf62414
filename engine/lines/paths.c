/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Paths of joined chains, and the curves through them. Each path is alone, so threads share them, in pieces.
 */
#include "trace.h"

/* The share of the tolerance that curves through middles use: their points are three times as exact as those of edges, and
 * the mean error of a stroke 3 pixels wide is 0.03 pixels with 12 curves, not 0.05 with 10. */
#define FINER 0.6

/* Steps for each point of a path: placing, bends, lines, lengths, curves. */
#define POINT_STEPS (4 + CE_FIT_STEPS)

/* Points of a piece, but for its last path: about 0.5 ms. */
#define PIECE 4096

/* What a thread needs for one path after another. */
typedef struct
{
  CeWay      way;
  CePolyline points;
  CeFitter   fitter;
  CeSections sections;
  float     *widths;            /* of drawn lines, along a path */
  guint      n_widths_allocated;
} Tools;

/* Paths that one thread follows, and those of them that stay. */
typedef struct
{
  guint    begin, end;          /* in the chains of all paths */
  CePath  *paths;
  guint    n;
  guint    n_allocated;
  CeCurves curves;
  gboolean is_done;
} Piece;

/* The paths of all chains. */
typedef struct
{
  CeTeam               team;
  const CeChains      *chains;
  const CeJoins       *joins;
  const CeOffsets     *offsets;
  const CeLinesParams *lines;
  guint8              *known;   /* (nullable): of each middle, whether it is CE_OF_LINE */
  guint               *first;   /* of each path, its first chain */
  guint               *most;    /* of each path, its points at most */
  guint                n;
  Piece               *pieces;
  guint                n_pieces;
  guint                n_pieces_allocated;
  GMutex               lock;    /* of the other members */
  GPtrArray           *tools;   /* that no thread uses */
  CePaths             *paths;   /* of the first @n_gathered pieces */
  guint                n_gathered;
} Fit;

static Tools *
tools_new (const Fit *fit)
{
  Tools *tools = g_new0 (Tools, 1);

  tools->fitter.tolerance = fit->lines->tolerance * (fit->offsets->middles ? FINER : 1);

  return tools;
}

static void
tools_free (gpointer data)
{
  Tools *tools = data;

  g_free (tools->way.pixels);
  ce_polyline_clear (&tools->points);
  ce_fitter_clear (&tools->fitter);
  ce_sections_clear (&tools->sections);
  g_free (tools->widths);
  g_free (tools);
}

static void
piece_clear (Piece *piece)
{
  g_clear_pointer (&piece->paths, g_free);
  g_clear_pointer (&piece->curves.curves, g_free);
}

static const CeMiddle *
middle_of (const Fit *fit, const Tools *tools, guint i)
{
  return &fit->offsets->middles[tools->way.pixels[i].number];
}

/* Measures the drawn line that was followed: the medians of the width and the rim that it has in the picture; 0 of edges. */
static gboolean
measure_width (const Fit *fit, Tools *tools, double *width, double *rim, GError **error)
{
  guint n = tools->way.n;
  float median = 0;

  *width = *rim = 0;
  if (! fit->offsets->middles)
    return TRUE;
  if (! ce_trace_grow (&tools->widths, &tools->n_widths_allocated, n, sizeof *tools->widths, error))
    return FALSE;

  for (guint i = 0; i < n; i++)
    tools->widths[i] = middle_of (fit, tools, i)->width;
  if (! ce_middle_median (tools->widths, n, tools->fitter.steps, &median, error))
    return FALSE;
  *width = median;
  for (guint i = 0; i < n; i++)
    tools->widths[i] = middle_of (fit, tools, i)->rim;
  if (! ce_middle_median (tools->widths, n, tools->fitter.steps, &median, error))
    return FALSE;
  *rim = median;

  return TRUE;
}

/* Finds the points of the path that was followed, if it is long enough; else none. */
static gboolean
place_points (const Fit *fit, Tools *tools, CePath *path, GError **error)
{
  CePolyline *points = &tools->points;
  CeWay      *way = &tools->way;
  gboolean is_open_line;
  double   width, rim;

  points->n = 0;
  if (! measure_width (fit, tools, &width, &rim, error))
    return FALSE;

  path->width = fit->offsets->middles ? ce_middle_unblur (width, rim) : 0;
  is_open_line = path->width > 0 && ! way->is_closed;
  if (is_open_line)
    ce_way_trim (way, fit->offsets->middles, width);
  path->n_pixels = way->n;
  if (way->n < MAX (MAX ((guint) fit->lines->least_length, 1), 2 * fit->joins->skip))
    return TRUE;

  if (path->width > 0)
    ce_way_leave_pulled (way, fit->chains, fit->offsets, width);
  if (! ce_polyline_place (points, way, fit->offsets, tools->fitter.steps, error))
    return FALSE;

  return ! is_open_line || points->n < 3
         || ce_polyline_reach_ends (points, fit->offsets, middle_of (fit, tools, 0), middle_of (fit, tools, way->n - 1), rim,
                                    path, error);
}

/* Marks the middles of the path that has @chain, also those that were left out; threads write the same to what paths
 * share. */
static gboolean
mark_middles (const Fit *fit, CeWay *way, guint chain, GError **error)
{
  if (! ce_way_follow (way, fit->chains, fit->joins, chain, error))
    return FALSE;

  for (guint i = 0; i < way->n; i++)
    __atomic_store_n (&fit->known[way->pixels[i].number], CE_OF_LINE, __ATOMIC_RELAXED);

  return TRUE;
}

/* Adds the path that has @chain to a piece, if it is long enough. */
static gboolean
add_path (const Fit *fit, Piece *piece, Tools *tools, guint chain, GError **error)
{
  CePath path = { 0 };

  if (! ce_way_follow (&tools->way, fit->chains, fit->joins, chain, error))
    return FALSE;
  tools->points.n = 0;
  if (tools->way.n > 0 && ! place_points (fit, tools, &path, error))
    return FALSE;
  if (tools->points.n < 2)
    return TRUE;
  if (! ce_sections_fit (&tools->sections, &tools->points, tools->way.is_closed, &tools->fitter, &path, &piece->curves,
                         error)
      || ! ce_trace_grow (&piece->paths, &piece->n_allocated, piece->n + 1, sizeof path, error))
    return FALSE;

  piece->paths[piece->n++] = path;

  return ! fit->known || mark_middles (fit, &tools->way, chain, error);
}

/* Puts the paths of a piece behind those of the pieces before it. */
static gboolean
gather (CePaths *paths, Piece *piece, GError **error)
{
  if (! ce_trace_grow (&paths->paths, &paths->n_allocated, paths->n + piece->n, sizeof *paths->paths, error)
      || ! ce_curves_append (&paths->curves, &piece->curves, error))
    return FALSE;

  for (guint i = 0; i < piece->n; i++)
    {
      paths->paths[paths->n] = piece->paths[i];
      paths->paths[paths->n++].first += paths->curves.n - piece->curves.n;
    }
  piece_clear (piece);

  return TRUE;
}

/* Gathers the pieces that are done and have none before them that is not. */
static void
gather_all (Fit *fit, GError **error)
{
  while (fit->n_gathered < fit->n_pieces && fit->pieces[fit->n_gathered].is_done)
    if (! gather (fit->paths, &fit->pieces[fit->n_gathered++], error))
      return;
}

/* A CeTask: a piece. */
static void
fit_piece (int task, gpointer data)
{
  Fit    *fit = data;
  Piece  *piece = &fit->pieces[task];
  CeSteps steps = { .team = &fit->team };
  GError *error = NULL;
  Tools  *tools;

  g_mutex_lock (&fit->lock);
  tools = fit->tools->len > 0 ? g_ptr_array_steal_index_fast (fit->tools, fit->tools->len - 1) : tools_new (fit);
  g_mutex_unlock (&fit->lock);
  tools->fitter.steps = &steps;
  for (guint i = piece->begin; i < piece->end && ! error; i++)
    {
      guint64 before = steps.done;

      if (add_path (fit, piece, tools, fit->first[i], &error))
        ce_steps_try (&steps, fit->most[i], &error);
      steps.done = before + POINT_STEPS * (guint64) fit->most[i];
    }
  g_mutex_lock (&fit->lock);
  g_ptr_array_add (fit->tools, tools);
  piece->is_done = ! error;
  if (! error)
    gather_all (fit, &error);
  g_mutex_unlock (&fit->lock);
  ce_team_end (&fit->team, &steps, error);
}

/* Cuts the paths into pieces. */
static gboolean
find_pieces (Fit *fit, GError **error)
{
  const CeChains    *chains = fit->chains;
  g_autofree guint8 *done = ce_trace_alloc (chains->n, 1, error);
  guint              size = PIECE;

  fit->first = done ? ce_trace_alloc (chains->n, sizeof *fit->first, error) : NULL;
  fit->most = fit->first ? ce_trace_alloc (chains->n, sizeof *fit->most, error) : NULL;
  if (! fit->most)
    return FALSE;

  for (guint chain = 0; chain < chains->n; chain++)
    if (! done[chain])
      {
        if (size >= PIECE)
          {
            if (! ce_trace_grow (&fit->pieces, &fit->n_pieces_allocated, fit->n_pieces + 1, sizeof *fit->pieces, error))
              return FALSE;
            fit->pieces[fit->n_pieces++] = (Piece) { .begin = fit->n };
            size = 0;
          }
        fit->first[fit->n] = chain;
        fit->most[fit->n] = ce_way_mark (chains, fit->joins, done, chain);
        size += fit->most[fit->n++];
        fit->pieces[fit->n_pieces - 1].end = fit->n;
      }

  return TRUE;
}

/* Follows all paths and fits curves to them; of middles it marks those of paths as @known. */
gboolean
ce_paths_fit (CePaths *paths, const CeChains *chains, const CeJoins *joins, const CeOffsets *offsets,
              const CeLinesParams *lines, guint8 *known, const CeProgress *progress, GError **error)
{
  guint64  n_points = chains->first[chains->n] + 2 * (guint64) chains->n;
  Fit      fit = { .team = { .progress = progress, .all = POINT_STEPS * n_points, .caller = g_thread_self () },
                   .chains = chains, .joins = joins, .offsets = offsets, .lines = lines, .known = known, .paths = paths };
  gboolean done;

  g_mutex_init (&fit.lock);
  fit.tools = g_ptr_array_new_with_free_func (tools_free);
  done = find_pieces (&fit, error) && ce_team_run (&fit.team, (int) fit.n_pieces, fit_piece, &fit, error);
  for (guint i = 0; i < fit.n_pieces; i++)
    piece_clear (&fit.pieces[i]);
  g_free (fit.pieces);
  g_free (fit.first);
  g_free (fit.most);
  g_ptr_array_unref (fit.tools);
  g_mutex_clear (&fit.lock);

  return done;
}

void
ce_paths_clear (CePaths *paths)
{
  g_free (paths->paths);
  g_free (paths->curves.curves);
}
