/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Runs of pixels in a row of bits.
 */
#include "runs.h"

/* Makes room for the runs of any row; to be cleared also where there is none, which is FALSE. */
gboolean
ce_runs_init (CeRuns *runs, const CeBits *bits)
{
  runs->first = g_try_new (int, 32 * (gsize) bits->n_words + 1);
  runs->last = g_try_new (int, 32 * (gsize) bits->n_words + 1);

  return runs->first && runs->last;
}

void
ce_runs_clear (CeRuns *runs)
{
  g_free (runs->first);
  g_free (runs->last);
}

static inline guint64
ends (const guint64 *row, int i)
{
  return row[i] & ~(row[i] >> 1 | row[i + 1] << 63);
}

static int
positions (guint64 bits, int base, int *out)
{
  int n = 0;

  for (; bits; bits &= bits - 1)
    out[n++] = base + __builtin_ctzll (bits);

  return n;
}

/* Finds the runs of a row. */
void
ce_runs_find (CeRuns *runs, const CeBits *bits, int y)
{
  const guint64 *row = ce_bits_row (bits, y);
  int            n_first = 0;
  int            n_last = 0;

  for (int i = 0; i < bits->n_words; i++)
    if (row[i])
      {
        n_first += positions (ce_run_starts (row, i), 64 * i, runs->first + n_first);
        n_last += positions (ends (row, i), 64 * i, runs->last + n_last);
      }
  runs->n = n_first;
  runs->first[n_first] = runs->last[n_first] = G_MAXINT - 1;
}
