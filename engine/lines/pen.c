/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The order in which a pen draws paths: the nearest end first, then runs of paths are turned around (2-opt).
 */
#include "trace.h"

#include "engine/threads.h"

#include <string.h>

/* Pixels of a cell's side. */
#define CELL 32

/* Times that the order is gone through, and the most paths that are turned around at once. */
#define PASSES 4
#define RUN 32

/* Pixels below which an order is not shorter. */
#define SHORTER 1e-6

/* Halvings of the largest image's cells until one is left. */
#define MOST_LEVELS 20

/* Ends of paths that were not drawn yet, numbered as in CePen.order, by cells of the image, and counted in squares of
 * cells. */
typedef struct
{
  const CeLines *lines;
  int            n_levels;
  int            columns[MOST_LEVELS];
  int            rows[MOST_LEVELS];
  guint         *counts[MOST_LEVELS];
  guint         *first;         /* of each cell, in @ends; one more behind the last */
  guint         *ends;
  guint8        *drawn;         /* of each path */
} Field;

typedef struct
{
  CeDot  from;
  double q;                     /* square of the distance */
  guint  end;
} Nearest;

static CeDot
path_end (const CeLines *lines, guint end)
{
  const CePath *path = &lines->paths[end / 2];

  return end & 1 ? lines->curves[path->first + path->n - 1].to : path->from;
}

static int
cell_of (const Field *field, CeDot dot)
{
  int x = (int) CLAMP (dot.x / CELL, 0, field->columns[0] - 1), y = (int) CLAMP (dot.y / CELL, 0, field->rows[0] - 1);

  return y * field->columns[0] + x;
}

/* Adds @change to the counts of the squares that have an end. */
static void
count (Field *field, guint end, guint change)
{
  int cell = cell_of (field, path_end (field->lines, end));
  int x = cell % field->columns[0], y = cell / field->columns[0];

  for (int level = 0; level < field->n_levels; level++, x /= 2, y /= 2)
    field->counts[level][(gsize) y * (gsize) field->columns[level] + (gsize) x] += change;
}

static guint
n_ends_of (const CeLines *lines, guint path)
{
  return lines->paths[path].is_closed ? 1 : 2;
}

/* Sorts the ends by cells. */
static gboolean
field_init (Field *field, const CeLines *lines, GError **error)
{
  int    columns = (lines->width + CELL - 1) / CELL, rows = (lines->height + CELL - 1) / CELL;
  guint  n = 0;
  gsize  n_cells = (gsize) columns * (gsize) rows;

  field->lines = lines;
  for (gboolean more = TRUE; more; columns = (columns + 1) / 2, rows = (rows + 1) / 2)
    {
      field->columns[field->n_levels] = columns;
      field->rows[field->n_levels] = rows;
      field->counts[field->n_levels] = ce_trace_alloc ((gsize) columns * (gsize) rows, sizeof (guint), error);
      if (! field->counts[field->n_levels++])
        return FALSE;
      more = columns > 1 || rows > 1;
    }
  field->first = ce_trace_alloc (n_cells + 1, sizeof (guint), error);
  field->ends = field->first ? ce_trace_alloc (2 * (gsize) lines->n_paths, sizeof (guint), error) : NULL;
  field->drawn = field->ends ? ce_trace_alloc (lines->n_paths, 1, error) : NULL;
  if (! field->drawn)
    return FALSE;

  for (guint end = 0; end < 2 * lines->n_paths; end++)
    if ((end & 1) < n_ends_of (lines, end / 2))
      count (field, end, 1);
  for (gsize cell = 0; cell < n_cells; cell++)
    {
      n += field->counts[0][cell];
      field->first[cell] = n;
    }
  field->first[n_cells] = n;
  for (guint end = 2 * lines->n_paths; end-- > 0;)
    if ((end & 1) < n_ends_of (lines, end / 2))
      field->ends[--field->first[cell_of (field, path_end (lines, end))]] = end;

  return TRUE;
}

static void
field_clear (Field *field)
{
  for (int level = 0; level < field->n_levels; level++)
    g_free (field->counts[level]);
  g_free (field->first);
  g_free (field->ends);
  g_free (field->drawn);
}

/* Returns how far @v is from the cells @i of @n, those at a border being endless. */
static double
beyond (double v, int i, int n, int side)
{
  double low = (double) i * side, high = (double) (i + 1) * side;

  if (i > 0 && v < low)
    return low - v;

  return i < n - 1 && v > high ? v - high : 0;
}

/* Looks for a nearer end in the ends of a cell. */
static void
look_at_cell (const Field *field, gsize cell, Nearest *nearest)
{
  for (guint i = field->first[cell]; i < field->first[cell + 1]; i++)
    {
      guint  end = field->ends[i];
      CeDot  at = path_end (field->lines, end);
      double dx = at.x - nearest->from.x, dy = at.y - nearest->from.y, q = dx * dx + dy * dy;

      if (! field->drawn[end / 2] && (q < nearest->q || (q == nearest->q && end < nearest->end)))
        {
          nearest->q = q;
          nearest->end = end;
        }
    }
}

/* Looks for a nearer end in a square of cells, in the quarter where @from is first. */
static void
look (const Field *field, int level, int x, int y, Nearest *nearest)
{
  double dx = beyond (nearest->from.x, x, field->columns[level], CELL << level);
  double dy = beyond (nearest->from.y, y, field->rows[level], CELL << level);
  gsize  cell = (gsize) y * (gsize) field->columns[level] + (gsize) x;
  int    side = CELL << MAX (level - 1, 0);
  int    right, lower;

  if (field->counts[level][cell] == 0 || dx * dx + dy * dy > nearest->q)
    return;
  if (level == 0)
    {
      look_at_cell (field, cell, nearest);
      return;
    }

  right = nearest->from.x >= (double) (2 * x + 1) * side;
  lower = nearest->from.y >= (double) (2 * y + 1) * side;
  for (int i = 0; i < 4; i++)
    {
      int cx = 2 * x + (right ^ (i & 1)), cy = 2 * y + (lower ^ (i >> 1));

      if (cx < field->columns[level - 1] && cy < field->rows[level - 1])
        look (field, level - 1, cx, cy, nearest);
    }
}

/* Orders the paths by the nearest end. */
static gboolean
order_nearest (CePen *pen, Field *field, const CeProgress *progress, GError **error)
{
  const CeLines *lines = field->lines;
  Nearest        nearest = { .from = { 0, 0 } };

  for (guint i = 0; i < lines->n_paths; i++)
    {
      guint path;

      nearest.q = G_MAXDOUBLE;
      nearest.end = G_MAXUINT;
      look (field, field->n_levels - 1, 0, 0, &nearest);
      path = nearest.end / 2;
      pen->order[i] = nearest.end;
      field->drawn[path] = TRUE;
      for (guint end = 0; end < n_ends_of (lines, path); end++)
        count (field, 2 * path + end, (guint) -1);
      nearest.from = path_end (lines, lines->paths[path].is_closed ? nearest.end : nearest.end ^ 1);
      if (i % 1024 == 0 && ! ce_progress_report (progress, 0.5 * i / lines->n_paths, error))
        return FALSE;
    }

  return TRUE;
}

/* Returns where path @i of the order begins, or ends. */
static CeDot
pen_down (const CePen *pen, const CeLines *lines, guint i)
{
  return path_end (lines, pen->order[i]);
}

static CeDot
pen_up (const CePen *pen, const CeLines *lines, guint i)
{
  return path_end (lines, lines->paths[pen->order[i] / 2].is_closed ? pen->order[i] : pen->order[i] ^ 1);
}

/* Turns the paths @i to @j of the order around. */
static void
turn (CePen *pen, const CeLines *lines, guint i, guint j)
{
  for (guint k = i; k <= j; k++)
    if (! lines->paths[pen->order[k] / 2].is_closed)
      pen->order[k] ^= 1;
  for (; i < j; i++, j--)
    {
      guint order = pen->order[i];

      pen->order[i] = pen->order[j];
      pen->order[j] = order;
    }
}

/* Turns the paths @i to @j around if that is shorter. */
static gboolean
try_turn (CePen *pen, const CeLines *lines, guint i, guint j)
{
  CeDot  p = i > 0 ? pen_up (pen, lines, i - 1) : (CeDot) { 0, 0 };
  CeDot  q = pen_down (pen, lines, i), r = pen_up (pen, lines, j);
  double before = ce_dot_distance (p, q), after = ce_dot_distance (p, r);

  if (j + 1 < lines->n_paths)
    {
      CeDot s = pen_down (pen, lines, j + 1);

      before = before + ce_dot_distance (r, s);
      after = after + ce_dot_distance (q, s);
    }
  if (! (after - before < -SHORTER))
    return FALSE;

  turn (pen, lines, i, j);

  return TRUE;
}

static gboolean
shorten (CePen *pen, const CeLines *lines, const CeProgress *progress, GError **error)
{
  gboolean changed = TRUE;

  for (int pass = 0; pass < PASSES && changed; pass++)
    {
      changed = FALSE;
      for (guint i = 0; i < lines->n_paths; i++)
        {
          for (guint j = i; j < MIN (i + RUN, lines->n_paths); j++)
            changed |= try_turn (pen, lines, i, j);
          if (i % 1024 == 0
              && ! ce_progress_report (progress, 0.5 + (pass + (double) i / lines->n_paths) / (2 * PASSES), error))
            return FALSE;
        }
    }

  return TRUE;
}

static double
travel (const CePen *pen, const CeLines *lines)
{
  CeDot  at = { 0, 0 };
  double way = 0;

  for (guint i = 0; i < lines->n_paths; i++)
    {
      way = way + ce_dot_distance (at, pen_down (pen, lines, i));
      at = pen_up (pen, lines, i);
    }

  return way;
}

/**
 * ce_pen_new:
 * @lines: the paths
 * @progress: about the order
 * @error: return location
 *
 * Orders paths so that a pen travels little between them. The same order on every machine: the search ends after a
 * number of steps, not after a time.
 *
 * Returns: (transfer full) (nullable): the order, or %NULL with %CE_ERROR_NO_MEMORY or %CE_ERROR_CANCELLED
 */
CePen *
ce_pen_new (const CeLines *lines, const CeProgress *progress, GError **error)
{
  Field             field = { 0 };
  g_autoptr (CePen) pen = g_new0 (CePen, 1);
  gboolean          done;

  pen->order = ce_trace_alloc (lines->n_paths, sizeof *pen->order, error);
  done = pen->order && field_init (&field, lines, error) && order_nearest (pen, &field, progress, error);
  field_clear (&field);
  if (! done || ! shorten (pen, lines, progress, error))
    return NULL;

  pen->travel = travel (pen, lines);

  return g_steal_pointer (&pen);
}

void
ce_pen_free (CePen *pen)
{
  if (pen)
    g_free (pen->order);
  g_free (pen);
}
