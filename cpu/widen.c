/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Widens edges to lines: a dilation of bits by a disc.
 */
#include "bits.h"
#include "workspace.h"
#include "engine/threads.h"

#include <string.h>

/* Rows of a task. */
#define ROWS 64

typedef struct
{
  const CeBits *edges;
  CeBits       *lines;
  const CeDisc *disc;
  gint          lacks_memory;   /* atomic */
} Widening;

static gboolean
is_empty (const guint64 *row, int n_words)
{
  guint64 any = 0;

  for (int i = 0; i < n_words; i++)
    any |= row[i];

  return any == 0;
}

/* Sets @to to @from, moved @by columns, fewer than 64, to the left, with one more word before it for columns that leave
 * the image. The frame has zeros. */
static void
move_left (const guint64 *from, int by, guint64 *to, int n_words)
{
  for (int i = 0; i <= n_words; i++)
    to[i] = by ? from[i - 1] >> by | from[i] << (64 - by) : from[i - 1];
}

/* Adds to @row itself, moved 1 to 63 columns to the right; from the last word on, because each takes bits of the word
 * before. */
static void
smear_right (guint64 *row, int by, int n_words)
{
  for (int i = n_words - 1; i > 0; i--)
    row[i] |= row[i] << by | row[i - 1] >> (64 - by);
  row[0] |= row[0] << by;
}

/* Adds to @lines the row of edges with each edge widened to the columns @first to @last beside it, by doubling. */
static void
add_row (const guint64 *edges, int first, int last, guint64 *moved, guint64 *lines, int n_words)
{
  int n = last - first + 1;

  move_left (edges, -first, moved, n_words);
  for (int there = 1, by; there < n; there += by)
    {
      by = MIN (there, n - there);
      smear_right (moved, by, n_words + 1);
    }
  for (int i = 0; i < n_words; i++)
    lines[i] |= moved[i + 1];
}

/* A CeTask: widens ROWS rows. */
static void
widen_rows (int task, gpointer data)
{
  Widening           *w = data;
  const CeDisc       *disc = w->disc;
  int                 n_words = w->edges->n_words;
  int                 end = MIN (w->edges->height, (task + 1) * ROWS);
  g_autofree guint64 *moved = g_try_new (guint64, n_words + 1);

  if (! moved)
    {
      g_atomic_int_set (&w->lacks_memory, TRUE);
      return;
    }

  for (int y = task * ROWS; y < end; y++)
    {
      guint64 *lines = ce_bits_row (w->lines, y);

      memset (lines, 0, (gsize) n_words * sizeof *lines);
      for (int j = disc->lo; j <= disc->hi; j++)
        {
          int            reach = disc->reach[j - disc->lo];
          const guint64 *edges = ce_bits_row (w->edges, CLAMP (y - j, -1, w->edges->height));

          if (! is_empty (edges, n_words))
            add_row (edges, disc->lo + disc->hi - reach, reach, moved, lines, n_words);
        }
    }
}

/* Sets @lines to the @edges, each widened to a disc. FALSE with CE_ERROR_CANCELLED or CE_ERROR_NO_MEMORY. */
gboolean
ce_bits_widen (const CeBits *edges, const CeDisc *disc, CeBits *lines, const CeProgress *progress, GError **error)
{
  Widening widening = { edges, lines, disc, FALSE };

  return ce_threads_run ((edges->height + ROWS - 1) / ROWS, widen_rows, &widening, progress, error)
         && (! widening.lacks_memory || ce_workspace_refuse (error));
}
