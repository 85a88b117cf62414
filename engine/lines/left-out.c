/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Counts the dots of a drawing, which are too short for a line.
 */
#include "joining.h"

typedef struct
{
  const CeEdgeMap *edges;
  int              beside;      /* the most pixels on each axis between two middles of a dot */
  guint8          *known;       /* of each edge pixel */
  CePixel         *stack;
  guint            n, n_allocated;
} Search;

/* Puts all new middles about @from on the stack. Sets @is_dot to FALSE where one is of a line. */
static gboolean
look_about (Search *search, CePixel from, gboolean *is_dot, GError **error)
{
  CE_EDGE_MAP_ABOUT (search->edges, from, search->beside, x, y)
    {
      guint number = ce_edge_map_number (search->edges, x, y);

      *is_dot = *is_dot && search->known[number] != CE_OF_LINE;
      if (search->known[number] != CE_NOT_SEEN)
        continue;
      if (! ce_trace_grow (&search->stack, &search->n_allocated, search->n + 1, sizeof *search->stack, error))
        return FALSE;
      search->known[number] = CE_SEEN;
      search->stack[search->n++] = (CePixel) { x, y, number };
    }

  return TRUE;
}

/* Counts in @n_dots groups of middles without one of a line, of those that @known says and those of chains that went because
 * they are common to lines. */
gboolean
ce_count_dots (guint *n_dots, const CeEdgeMap *edges, const CeChains *chains, const CeJoins *joins, guint8 *known,
               CeSteps *steps, GError **error)
{
  Search   search = { edges, (int) joins->skip / 2 + 2, known, NULL, 0, 0 };
  gboolean goes_on = TRUE;

  for (guint i = 0; i < chains->n_open; i++)
    if (joins->left[2 * i] + joins->left[2 * i + 1] >= ce_chains_size (chains, i))
      for (guint k = chains->first[i]; k < chains->first[i + 1]; k++)
        known[chains->pixels[k].number] = CE_OF_LINE;

  CE_EDGE_MAP_EACH (edges, 0, edges->height, x, y)
    {
      gboolean is_dot = TRUE;
      CePixel  from = { x, y, 0 };

      if (! goes_on || known[ce_edge_map_number (edges, x, y)] != CE_NOT_SEEN)
        continue;
      goes_on = look_about (&search, from, &is_dot, error);
      while (goes_on && search.n > 0)
        {
          from = search.stack[--search.n];
          goes_on = look_about (&search, from, &is_dot, error) && ce_steps_try (steps, 64, error);
        }
      *n_dots += is_dot;
    }
  g_free (search.stack);

  return goes_on;
}
