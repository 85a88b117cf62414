/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Joins ends of chains in pairs, in the order of their keys; since each end is joined once, two ends that are each other's
 * best free partner are next, wherever others are.
 */
#include "joining.h"

/* Joins all ends for which @find, in @n_steps each, finds one. */
gboolean
ce_join_ends (CeJoin *join, CeFindFunc find, guint n_steps, CeSteps *steps, GError **error)
{
  for (guint end = 0; end < join->n_ends; end++)
    {
      while (join->joined[end] == CE_NO_END)
        {
          guint a = end, b = find (join, a).end, c;

          if (! ce_steps_try (steps, n_steps, error))
            return FALSE;
          if (b == CE_NO_END)
            break;
          while ((c = find (join, b).end) != a)
            {
              a = b, b = c;
              if (! ce_steps_try (steps, n_steps, error))
                return FALSE;
            }
          join->joined[a] = b;
          join->joined[b] = a;
        }
      steps->done += n_steps;
    }

  return TRUE;
}
