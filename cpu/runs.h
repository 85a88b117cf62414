/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CE_CPU_RUNS_H
#define CE_CPU_RUNS_H

#include "bits.h"

G_BEGIN_DECLS

/* The runs of a row: first and last columns, and one far to the right. */
typedef struct
{
  int *first;
  int *last;
  int  n;
} CeRuns;

gboolean ce_runs_init  (CeRuns *runs, const CeBits *bits);
void     ce_runs_clear (CeRuns *runs);
void     ce_runs_find  (CeRuns *runs, const CeBits *bits, int y);

/* The first pixels of runs in word @i of a row. Words have neighbors at both ends
 * of a row: the frame of zeros. */
static inline guint64
ce_run_starts (const guint64 *row, int i)
{
  return row[i] & ~(row[i] << 1 | row[i - 1] >> 63);
}

G_END_DECLS

#endif
