/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Joins ends of chains in pairs, in the order of their keys; since each end is joined once, two ends that are each other's
 * best free partner are next, wherever others are.
 */
#include "joining.h"

/* Ends that a thread looks for at once. */
#define TASK 256

typedef struct
{
  CeTeam       *team;
  const CeJoin *join;
  CeFindFunc    find;
  guint         n_steps;
  guint        *best;           /* of each end that was free at first, its best partner, or CE_NO_END */
} Pairs;

/* A CeTask: finds the best partners of some ends. */
static void
find_best (int task, gpointer data)
{
  const Pairs *pairs = data;
  CeSteps      steps = { .team = pairs->team };
  GError      *error = NULL;
  guint        begin = (guint) task * TASK, end = MIN (begin + TASK, pairs->join->n_ends);

  for (guint a = begin; a < end && ! error; a++)
    {
      pairs->best[a] = pairs->join->joined[a] == CE_NO_END ? pairs->find (pairs->join, a).end : CE_NO_END;
      ce_steps_add (&steps, pairs->n_steps, &error);
    }
  ce_team_end (pairs->team, &steps, error);
}

/* Returns the best partner of @a, which stays that as long as it is free. */
static guint
best_of (const Pairs *pairs, guint a, CeSteps *steps, GError **error)
{
  guint *best = &pairs->best[a];

  if (*best != CE_NO_END && pairs->join->joined[*best] != CE_NO_END)
    {
      *best = pairs->find (pairs->join, a).end;
      if (! ce_steps_try (steps, pairs->n_steps, error))
        return CE_NO_END;
    }

  return *best;
}

/* Joins all ends for which @find, in @n_steps each, finds one. */
gboolean
ce_join_ends (CeJoin *join, CeFindFunc find, guint n_steps, CeSteps *steps, GError **error)
{
  g_autofree guint *best = ce_trace_alloc (join->n_ends, sizeof *best, error);
  Pairs             pairs = { steps->team, join, find, n_steps, best };
  GError           *stop = NULL;

  if (! best || ! ce_team_run (steps->team, (int) ((join->n_ends + TASK - 1) / TASK), find_best, &pairs, error))
    return FALSE;

  for (guint end = 0; end < join->n_ends && ! stop; end++)
    while (join->joined[end] == CE_NO_END)
      {
        guint a = end, b = best_of (&pairs, a, steps, &stop), c;

        if (b == CE_NO_END)
          break;
        while ((c = best_of (&pairs, b, steps, &stop)) != a && ! stop)
          a = b, b = c;
        if (stop)
          break;
        join->joined[a] = b;
        join->joined[b] = a;
      }
  if (stop)
    g_propagate_error (error, stop);

  return ! stop;
}
