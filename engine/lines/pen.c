/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The order in which a pen draws paths: the nearest end first, then runs of paths are turned around (2-opt).
 */
#include "trace.h"

/* Pixels of a cell's side. */
#define CELL 8

/* The most paths that are turned around at once, and how often that is tried, in about half a second. */
#define RUN 32
#define TRIES 4000000

/* Cells that are looked at for the nearest end, and rounds of turning paths around: about. */
#define CELLS 16
#define ROUNDS 4

/* Pixels below which an order is not shorter. */
#define SHORTER 1e-6

/* Ends of paths that were not drawn yet, numbered as in ce_lines_order(), by cells of the image. */
typedef struct
{
  const CeLines *lines;
  int            columns, rows;
  guint         *first;         /* of each cell, in @ends */
  guint         *n;             /* of each cell */
  guint         *ends;
} Field;

typedef struct
{
  CeVec  from;
  double q;                     /* square of the distance */
  guint  end;
} Nearest;

static CeVec
path_end (const CeLines *lines, guint end)
{
  const CePath *path = &lines->paths[end / 2];

  return end & 1 ? lines->curves[path->first + path->n - 1].to : path->from;
}

static CePoint
cell_at (const Field *field, CeVec point)
{
  return (CePoint) { (int) CLAMP (point.x / CELL, 0, field->columns - 1), (int) CLAMP (point.y / CELL, 0, field->rows - 1) };
}

static gsize
cell_of (const Field *field, guint end)
{
  CePoint at = cell_at (field, path_end (field->lines, end));

  return (gsize) at.y * (gsize) field->columns + (gsize) at.x;
}

/* Returns whether a path has that end: a closed one has one. */
static gboolean
is_end (const CeLines *lines, guint end)
{
  return ! (end & 1) || ! lines->paths[end / 2].is_closed;
}

/* Sorts the ends by cells. */
static gboolean
field_init (Field *field, const CeLines *lines, CeSteps *steps, GError **error)
{
  gsize n_cells;
  guint n = 0;

  field->lines = lines;
  field->columns = (lines->width + CELL - 1) / CELL;
  field->rows = (lines->height + CELL - 1) / CELL;
  n_cells = (gsize) field->columns * (gsize) field->rows;
  field->first = ce_trace_alloc (n_cells, sizeof *field->first, error);
  field->n = field->first ? ce_trace_alloc (n_cells, sizeof *field->n, error) : NULL;
  field->ends = field->n ? ce_trace_alloc (2 * (gsize) lines->n_paths, sizeof *field->ends, error) : NULL;
  if (! field->ends)
    return FALSE;

  for (guint end = 0; end < 2 * lines->n_paths; end++)
    field->n[cell_of (field, end)] += is_end (lines, end);
  for (gsize cell = 0; cell < n_cells; cell++)
    {
      field->first[cell] = n;
      n += field->n[cell];
      field->n[cell] = 0;
    }
  for (guint end = 0; end < 2 * lines->n_paths; end++)
    {
      gsize cell = cell_of (field, end);

      if (is_end (lines, end))
        field->ends[field->first[cell] + field->n[cell]++] = end;
      if (! ce_steps_add (steps, 1, error))
        return FALSE;
    }

  return TRUE;
}

static void
take_away (Field *field, guint end)
{
  gsize  cell = cell_of (field, end);
  guint *ends = field->ends + field->first[cell], i = 0;

  while (ends[i] != end)
    i++;
  ends[i] = ends[--field->n[cell]];
}

/* Looks for a nearer end in a cell. */
static void
look (const Field *field, int x, int y, Nearest *nearest)
{
  gsize cell = (gsize) y * (gsize) field->columns + (gsize) x;

  for (guint i = 0; i < field->n[cell]; i++)
    {
      guint  end = field->ends[field->first[cell] + i];
      CeVec  at = path_end (field->lines, end);
      double dx = at.x - nearest->from.x, dy = at.y - nearest->from.y, q = dx * dx + dy * dy;

      if (q < nearest->q || (q == nearest->q && end < nearest->end))
        {
          nearest->q = q;
          nearest->end = end;
        }
    }
}

/* Looks for a nearer end in the cells from (@x0, @y0) to (@x1, @y1) that the image has; returns how many those are. */
static guint
look_at_cells (const Field *field, int x0, int y0, int x1, int y1, Nearest *nearest)
{
  guint n = 0;

  x0 = MAX (x0, 0), x1 = MIN (x1, field->columns - 1);
  y0 = MAX (y0, 0), y1 = MIN (y1, field->rows - 1);
  for (int y = y0; y <= y1 && x0 <= x1; y++)
    for (int x = x0; x <= x1; x++, n++)
      look (field, x, y, nearest);

  return n;
}

/* Finds the nearest end in squares of cells around that of @from, each of which is a cell farther away; returns how many
 * cells were looked at. What is beyond a high image's sides costs nothing. */
static guint
find_nearest (const Field *field, Nearest *nearest)
{
  CePoint at = cell_at (field, nearest->from);
  guint   n = look_at_cells (field, at.x, at.y, at.x, at.y, nearest);

  for (int r = 1; r < 2 || nearest->q > (double) (r - 1) * (r - 1) * (CELL * CELL); r++)
    {
      n += look_at_cells (field, at.x - r, at.y - r, at.x + r, at.y - r, nearest);
      n += look_at_cells (field, at.x - r, at.y + r, at.x + r, at.y + r, nearest);
      n += look_at_cells (field, at.x - r, at.y - r + 1, at.x - r, at.y + r - 1, nearest);
      n += look_at_cells (field, at.x + r, at.y - r + 1, at.x + r, at.y + r - 1, nearest);
    }

  return n;
}

/* Orders the paths by the nearest end. */
static gboolean
order_nearest (guint *order, Field *field, CeSteps *steps, GError **error)
{
  const CeLines *lines = field->lines;
  Nearest        nearest = { .from = { 0, 0 } };

  for (guint i = 0; i < lines->n_paths; i++)
    {
      nearest.q = G_MAXDOUBLE;
      nearest.end = G_MAXUINT;
      if (! ce_steps_try (steps, find_nearest (field, &nearest), error))
        return FALSE;
      steps->done += CELLS;
      order[i] = nearest.end;
      take_away (field, nearest.end);
      if (is_end (lines, nearest.end ^ 1))
        take_away (field, nearest.end ^= 1);
      nearest.from = path_end (lines, nearest.end);
    }

  return TRUE;
}

/* Returns where path @i of the order begins. */
static CeVec
pen_down (const guint *order, const CeLines *lines, guint i)
{
  return path_end (lines, order[i]);
}

/* Returns where path @i of the order ends. */
static CeVec
pen_up (const guint *order, const CeLines *lines, guint i)
{
  return path_end (lines, is_end (lines, order[i] ^ 1) ? order[i] ^ 1 : order[i]);
}

/* Turns the paths @i to @j of the order around. */
static void
turn (guint *order, const CeLines *lines, guint i, guint j)
{
  for (guint k = i; k <= j; k++)
    if (is_end (lines, order[k] ^ 1))
      order[k] ^= 1;
  for (; i < j; i++, j--)
    {
      guint end = order[i];

      order[i] = order[j];
      order[j] = end;
    }
}

/* Turns the paths @i to @j around if that is shorter. */
static gboolean
try_turn (guint *order, const CeLines *lines, guint i, guint j)
{
  CeVec  p = i > 0 ? pen_up (order, lines, i - 1) : (CeVec) { 0, 0 };
  CeVec  q = pen_down (order, lines, i), r = pen_up (order, lines, j);
  double before = ce_vec_distance (p, q), after = ce_vec_distance (p, r);

  if (j + 1 < lines->n_paths)
    {
      CeVec s = pen_down (order, lines, j + 1);

      before = before + ce_vec_distance (r, s);
      after = after + ce_vec_distance (q, s);
    }
  if (! (after - before < -SHORTER))
    return FALSE;

  turn (order, lines, i, j);

  return TRUE;
}

/* Turns runs of paths around until that makes nothing shorter, or was tried often enough. */
static gboolean
shorten (guint *order, const CeLines *lines, CeSteps *steps, GError **error)
{
  gboolean changed = TRUE;
  guint    tries = 0;

  while (changed && tries < TRIES)
    {
      changed = FALSE;
      for (guint i = 0; i < lines->n_paths && tries < TRIES; i++)
        {
          guint n = MIN (RUN, lines->n_paths - i);

          for (guint j = i; j < i + n; j++)
            changed |= try_turn (order, lines, i, j);
          tries += n;
          steps->done = MIN (steps->done + n, steps->all);
          if (! ce_steps_try (steps, n, error))
            return FALSE;
        }
    }

  return TRUE;
}

static double
measure_travel (const guint *order, const CeLines *lines)
{
  CeVec  at = { 0, 0 };
  double way = 0;

  for (guint i = 0; i < lines->n_paths; i++)
    {
      way = way + ce_vec_distance (at, pen_down (order, lines, i));
      at = pen_up (order, lines, i);
    }

  return way;
}

/**
 * ce_lines_order:
 * @lines: the paths
 * @travel: (out): way of the pen without drawing, pixels, from the image's corner on
 * @progress: (nullable): about the order; returns %FALSE to cancel
 * @data: for @progress
 * @error: return location
 *
 * Orders paths so that a pen travels little between them. The same order on every machine: the search ends after a
 * number of steps, not after a time.
 *
 * Returns: (transfer full) (nullable) (array): numbers of paths, twice, plus 1 if the path is drawn backwards, for g_free();
 *   %NULL with %CE_ERROR_NO_MEMORY or %CE_ERROR_CANCELLED
 */
guint *
ce_lines_order (const CeLines *lines, double *travel, CeProgressFunc progress, gpointer data, GError **error)
{
  Field             field = { 0 };
  guint64           n = lines->n_paths;
  const CeProgress  all = { progress, data, 0, 0 };
  CeSteps           steps = { .progress = &all, .all = (2 + CELLS) * n + MIN (ROUNDS * RUN * n, TRIES) };
  g_autofree guint *order = ce_trace_alloc (lines->n_paths, sizeof *order, error);
  gboolean          done;

  done = order && field_init (&field, lines, &steps, error) && order_nearest (order, &field, &steps, error)
         && shorten (order, lines, &steps, error);
  g_free (field.first);
  g_free (field.n);
  g_free (field.ends);
  if (! done)
    return NULL;

  *travel = measure_travel (order, lines);

  return g_steal_pointer (&order);
}
