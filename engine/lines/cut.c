/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Cuts chains of middles, which may go on in another line where one crosses it.
 */
#include "trace.h"

/* Steps before and behind a bend, beside those that a crossing pulls aside. */
#define SPAN 5

/* The cosine of 50 degrees. */
#define BENT 0.6427876096865394

/* The least pixels, beside two widths, of a line beyond another one in which its chain is cut. */
#define LINE 12

/* Returns the cosine of the angle between the @span steps before and behind pixel @i of a chain. */
static double
bend_at (const CePixel *p, guint i, guint span)
{
  double ux = p[i].x - p[i - span].x, uy = p[i].y - p[i - span].y;
  double vx = p[i + span].x - p[i].x, vy = p[i + span].y - p[i].y;
  double squares = (ux * ux + uy * uy) * (vx * vx + vy * vy);

  return squares > 0 ? (ux * vx + uy * vy) / sqrt (squares) : 1;
}

/* Returns where a chain of @n pixels is cut next, from @from on: behind the sharpest bend of more than 50 degrees; @n if
 * there is none. */
static guint
find_cut (const CePixel *p, guint n, guint from, guint span)
{
  guint  cut = n;
  double sharpest = BENT;

  for (guint i = from + span; i + span < n && (cut == n || i <= cut - 1 + span); i++)
    {
      double bend = bend_at (p, i, span);

      if (bend < sharpest)
        {
          sharpest = bend;
          cut = i + 1;
        }
    }

  return cut;
}

/* Returns where a chain of @n pixels whose line is @width wide is cut next, from @from on, because it is in another line
 * where pixels, between which up to @skip others are, are wider: behind the first and before the last one of them, if both
 * sides are lines; @n if there is nothing. */
static guint
find_lost (const CePixel *p, guint n, guint from, guint skip, const CeMiddle *middles, double width)
{
  guint line = 2 * skip + LINE;

  for (guint i = MAX (from, 1) - 1; i < n; i++)
    if (ce_width_is_met (middles[p[i].number].width, width))
      {
        guint first = i, last = i;

        for (i++; i < n && i <= last + skip + 1; i++)
          if (ce_width_is_met (middles[p[i].number].width, width))
            last = i;
        i = last;
        if (last == first || first + 1 < line || n < last + line)
          continue;
        if (first + 1 > from)
          return first + 1;
        if (last > from)
          return last;
      }

  return n;
}

/* Cuts open chains where they bend sharply, and where they are in another line, because the middle of a line may go on in
 * another one that crosses it; up to @skip pixels beside a crossing are pulled aside. */
gboolean
ce_chains_cut (CeChains *chains, guint skip, const CeMiddle *middles, const CeProgress *progress, GError **error)
{
  guint              span = skip + SPAN;
  CeSteps            steps = { .progress = progress, .all = chains->first[chains->n] };
  guint              most = chains->n + 3 * (chains->first[chains->n_open] / (skip + 4)) + 1, n = 0;
  g_autofree guint  *old = g_steal_pointer (&chains->first);
  g_autofree float  *widths = ce_trace_alloc (old[chains->n_open], sizeof *widths, error);
  guint              n_old = chains->n, n_open = chains->n_open;

  chains->first = widths ? ce_trace_alloc (most, sizeof *chains->first, error) : NULL;
  if (! chains->first)
    return FALSE;

  for (guint chain = 0; chain < n_old; chain++)
    {
      guint          size = old[chain + 1] - old[chain], from = 0;
      const CePixel *p = chains->pixels + old[chain];
      float          width;

      chains->n_open = chain == n_open ? n : chains->n_open;
      chains->first[n++] = old[chain];
      if (! ce_steps_add (&steps, size, error))
        return FALSE;
      if (chain >= n_open)
        continue;
      for (guint i = 0; i < size; i++)
        widths[i] = middles[p[i].number].width;
      if (! ce_middle_median (widths, size, &steps, &width, error))
        return FALSE;
      while (from < size)
        {
          guint stop = skip < 2 ? size : find_lost (p, size, from, skip, middles, width);

          while ((from = find_cut (p, stop, from, span)) < stop)
            chains->first[n++] = old[chain] + from;
          if (stop < size)
            chains->first[n++] = old[chain] + stop;
        }
    }
  chains->first[n] = old[n_old];
  chains->n_open = n_open == n_old ? n : chains->n_open;
  chains->n = n;

  return TRUE;
}
