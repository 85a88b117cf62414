/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Hysteresis by connected components, for chains so long that following them
 * would take long and one thread alone: a label for each run of weak pixels,
 * strips of rows in parallel, and a union-find over them. Two passes, whatever
 * the picture.
 *
 * Rosenfeld, Pfaltz, Sequential Operations in Digital Picture Processing,
 * 1966, on runs; a label's parent is never larger than the label.
 */
#include "runs.h"

#include "engine/memory.h"
#include "engine/threads.h"

/* Of labels; more are not tried. */
#define MAX_LABELS ((gsize) (48 << 20) / sizeof (guint32))

/* The label of what is strong. */
#define STRONG 0

typedef struct
{
  const CeBits *weak;
  CeBits       *strong;
  guint32      *parents;
  guint32      *first_labels;   /* of each row's first run, and one behind the last row */
  gint          lacks_memory;   /* atomic */
} CeComponents;

/* Shortens the way by half of its steps. */
static inline guint32
find (guint32 *parents, guint32 label)
{
  while (parents[label] != label)
    label = parents[label] = parents[parents[label]];

  return label;
}

static inline guint32
unite (guint32 *parents, guint32 a, guint32 b)
{
  guint32 low, high;

  a = find (parents, a);
  b = find (parents, b);
  low = MIN (a, b);
  high = MAX (a, b);
  if (high != low)              /* STRONG belongs to no strip: never written */
    parents[high] = low;

  return low;
}

/* Unites the runs of two rows, one below the other, that touch, at corners too. */
static void
join (guint32 *parents, const CeRuns *above, guint32 above_label, const CeRuns *here, guint32 label)
{
  int i = 0, k = 0;

  while (i < above->n && k < here->n)
    {
      if (above->first[i] <= here->last[k] + 1 && here->first[k] <= above->last[i] + 1)
        unite (parents, above_label + (guint32) i, label + (guint32) k);
      if (above->last[i] < here->last[k])
        i++;
      else
        k++;
    }
}

/* Labels the runs of a row as those above that they touch, at corners too. */
static void
attach (guint32 *parents, const CeRuns *above, guint32 above_label, const CeRuns *here, guint32 label)
{
  guint32 i = 0;

  for (guint32 k = 0; k < (guint32) here->n; k++)
    {
      int     first = here->first[k] - 1;
      int     last = here->last[k] + 1;
      guint32 root = label + k;

      while (above->last[i] < first)
        i++;
      if (above->first[i] <= last)
        {
          root = find (parents, above_label + i);
          for (; above->first[i + 1] <= last; i++)
            root = unite (parents, root, above_label + i + 1);
        }
      parents[label + k] = root;
    }
}

/* Unites with STRONG the runs that hold the first pixel of a strong one. */
static void
join_strong (guint32 *parents, const CeRuns *runs, guint32 label, const CeRuns *strong)
{
  for (int i = 0, k = 0; k < strong->n; k++)
    {
      while (runs->last[i] < strong->first[k])
        i++;
      unite (parents, label + (guint32) i, STRONG);
    }
}

static void
count_strip (int task, gpointer data)
{
  const CeComponents *components = data;
  const CeBits       *weak = components->weak;
  int                 last = MIN (weak->height, (task + 1) * CE_STRIP_ROWS);

  for (int y = task * CE_STRIP_ROWS; y < last; y++)
    {
      const guint64 *row = ce_bits_row (weak, y);
      int            n = 0;

      for (int i = 0; i < weak->n_words; i++)
        n += __builtin_popcountll (ce_run_starts (row, i));
      components->first_labels[y + 1] = (guint32) n;
    }
}

/* Room for the runs of three rows; to be cleared also where there is none, which is FALSE. */
static gboolean
init_rows (CeRuns rows[3], const CeBits *bits)
{
  gboolean enough = TRUE;

  for (int i = 0; i < 3; i++)
    enough = ce_runs_init (&rows[i], bits) && enough;

  return enough;
}

static void
clear_rows (CeRuns rows[3])
{
  for (int i = 0; i < 3; i++)
    ce_runs_clear (&rows[i]);
}

/* Labels what is connected inside a strip; of the labels there it alone
 * changes the parents. */
static void
label_strip (int task, gpointer data)
{
  CeComponents       *components = data;
  const CeBits       *weak = components->weak;
  guint32            *parents = components->parents;
  int                 first = task * CE_STRIP_ROWS;
  int                 last = MIN (weak->height, first + CE_STRIP_ROWS);
  CeRuns              rows[3];
  CeRuns             *strong = &rows[2];
  int                 far = G_MAXINT - 1;
  const CeRuns        none = { &far, &far, 0 };

  if (! init_rows (rows, weak))
    g_atomic_int_set (&components->lacks_memory, TRUE);

  for (int y = first; y < last && ! g_atomic_int_get (&components->lacks_memory); y++)
    {
      CeRuns  *runs = &rows[y & 1];
      guint32  label = components->first_labels[y];

      ce_runs_find (runs, weak, y);
      ce_runs_find (strong, components->strong, y);
      attach (parents, y > first ? &rows[~y & 1] : &none, y > first ? components->first_labels[y - 1] : 0, runs, label);
      join_strong (parents, runs, label, strong);
    }

  clear_rows (rows);
}

/* Joins the strips. Every label beside a border is left one step from its
 * root, so that inside a strip nothing has to be shortened in another one. */
static void
join_strips (CeComponents *components)
{
  const CeBits *weak = components->weak;
  guint32      *parents = components->parents;
  CeRuns        rows[3];

  components->lacks_memory |= ! init_rows (rows, weak);
  for (int y = CE_STRIP_ROWS; y < weak->height && ! components->lacks_memory; y += CE_STRIP_ROWS)
    {
      ce_runs_find (&rows[0], weak, y - 1);
      ce_runs_find (&rows[1], weak, y);
      join (parents, &rows[0], components->first_labels[y - 1], &rows[1], components->first_labels[y]);
    }
  clear_rows (rows);

  for (int y = CE_STRIP_ROWS; y < weak->height; y += CE_STRIP_ROWS)
    for (guint32 label = components->first_labels[y - 1]; label < components->first_labels[y + 1]; label++)
      {
        guint32 root = find (parents, label);
        guint32 next;

        for (guint32 at = label; at != root; at = next)
          {
            next = parents[at];
            parents[at] = root;
          }
      }
}

static inline gboolean
is_strong (const guint32 *parents, guint32 label)
{
  while (parents[label] != label)
    label = parents[label];

  return label == STRONG;
}

/* The bits from a run's first pixel in a word up to the next run's. */
static void
mark_strip (int task, gpointer data)
{
  const CeComponents *components = data;
  const CeBits       *weak = components->weak;
  int                 last = MIN (weak->height, (task + 1) * CE_STRIP_ROWS);

  for (int y = task * CE_STRIP_ROWS; y < last; y++)
    {
      const guint64 *row = ce_bits_row (weak, y);
      guint64       *edges = ce_bits_row (components->strong, y);
      guint32        label = components->first_labels[y] - 1;   /* of the run before */

      for (int i = 0; i < weak->n_words; i++)
        {
          guint64 rest = row[i];
          guint64 begins = ce_run_starts (row, i);

          if (edges[i] == rest)
            {
              label += (guint32) __builtin_popcountll (begins);
              continue;
            }

          while (rest)
            {
              guint64 run = rest & ~(rest + (rest & -rest));

              label += (begins & run) != 0;
              if (is_strong (components->parents, label))
                edges[i] |= run;
              rest &= ~run;
            }
        }
    }
}

/**
 * ce_bits_label:
 * @weak: weak and strong pixels
 * @strong: (inout): strong pixels; becomes the edges, as of ce_bits_connect()
 * @progress: told the share
 * @from, @to: the part of the whole that this is
 * @done: (out): whether there was memory to do it
 * @error: return location
 *
 * Returns: %TRUE, or %FALSE with %CE_ERROR_CANCELLED
 */
gboolean
ce_bits_label (const CeBits *weak, CeBits *strong, const CeProgress *progress, double from, double to,
               gboolean *done, GError **error)
{
  int          n_strips = (weak->height + CE_STRIP_ROWS - 1) / CE_STRIP_ROWS;
  double       step = (to - from) / 4;
  gsize        n_labels = 1;
  gboolean     success;
  CeComponents components = { weak, strong, NULL, g_try_new0 (guint32, (gsize) weak->height + 1), FALSE };

  *done = FALSE;
  if (! components.first_labels)
    return TRUE;

  success = ce_threads_run (n_strips, count_strip, &components, progress, from, from + step, error);
  components.first_labels[0] = 1;
  for (int y = 0; success && y < weak->height; y++)
    {
      n_labels += components.first_labels[y + 1];
      components.first_labels[y + 1] = (guint32) MIN (n_labels, MAX_LABELS);
    }

  *done = success && n_labels < MAX_LABELS && (components.parents = ce_memory_alloc (n_labels * sizeof (guint32), NULL));
  if (*done)
    {
      components.parents[STRONG] = STRONG;
      success = ce_threads_run (n_strips, label_strip, &components, progress, from + step, from + 3 * step, error);
      if (success)
        join_strips (&components);
      *done = ! components.lacks_memory;
      success = success
                && (! *done || ce_threads_run (n_strips, mark_strip, &components, progress, from + 3 * step, to, error));
    }

  ce_memory_free (components.parents, n_labels * sizeof (guint32));
  g_free (components.first_labels);

  return success;
}
