/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Runs a filter of many passes, one pass after the other, and keeps their planes for a later render.
 */
#include "filter.h"

#include "engine/threads.h"

/* Runs @n passes; those up to the last one that keeps only if what is kept is not valid. Keeps planes of up to @budget
 * bytes. FALSE with CE_ERROR_CANCELLED or CE_ERROR_NO_MEMORY. */
gboolean
ce_passes_run (const CePass *passes, int n, gsize budget, CeCpuRender *render, const CeProgress *progress, GError **error)
{
  CeKept  *kept = render->kept;
  gboolean done = TRUE;
  double   from = 0, to;
  int      first = 0;

  for (int i = 0; i < n && kept->is_valid; i++)
    if (passes[i].keeps)
      first = i + 1;

  for (int i = first; i < n && done; i++, from = to)
    {
      CeProgress part;

      to = i == n - 1 ? 1 : MIN (from + passes[i].share, 1);
      part = ce_progress_section (progress, from, to);
      render->pass = &passes[i];
      done = ce_tiled_run (passes[i].tiled, render, NULL, NULL, &part, error);
      if (passes[i].keeps)
        kept->is_valid = done;
    }
  if (! kept->keeps || kept->size > ce_kept_budget (budget))
    ce_kept_clear (kept);

  return done;
}
