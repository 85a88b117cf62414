/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Joins ends of chains, at nodes and over gaps, by greedy matching: the pair with the lowest key first. Two ends that are
 * each other's best free partner can be joined at once, because no later pair can change that.
 */
#include "joining.h"

#include <string.h>

/* Pixels within two links of one. */
#define MOST_NEAR 73

/* Adds the nodes that are linked with @pixel to @near, which has @n. */
static guint
add_linked (const CeJoin *join, CePixel pixel, CePixel *near, guint n)
{
  guint links = join->chains->links[pixel.number];

  for (; links; links &= links - 1)
    {
      CePoint  step = ce_link_steps[__builtin_ctz (links)];
      int      x = pixel.x + step.x, y = pixel.y + step.y;
      CePixel  to = { x, y, ce_edge_map_number (join->edges, x, y) };
      gboolean is_new = ! ce_chains_is_inside (join->chains, to.number);

      for (guint i = 0; i < n && is_new; i++)
        is_new = near[i].number != to.number;
      if (is_new)
        near[n++] = to;
    }

  return n;
}

/* A CeFindFunc: of the ends that @a meets, the one that goes on straightest. */
static CePartner
find_meeting (const CeJoin *join, guint a)
{
  CePixel near[MOST_NEAR] = { ce_join_pixel_at (join->chains, a, 0) };
  CeVec   u = ce_join_direction (join->chains, a);
  CePartner best = { CE_NO_END, 0 };
  guint   n_linked, n;

  if (ce_chains_size (join->chains, a / 2) < 3)
    return best;

  n = n_linked = add_linked (join, near[0], near, 1);
  for (guint i = 1; i < n_linked; i++)
    n = add_linked (join, near[i], near, n);
  for (guint k = 0; k < n; k++)
    {
      guint        n_ends;
      const guint *ends = ce_join_ends_at (join, near[k].number, &n_ends);

      for (guint i = 0; i < n_ends; i++)
        {
          guint  b = ends[i];
          CeVec  v = ce_join_direction (join->chains, b);
          double c = -ce_join_product (u, v) / sqrt (ce_join_product (u, u) * ce_join_product (v, v));

          if (b != a && join->joined[b] == CE_NO_END && ce_chains_size (join->chains, b / 2) > 2 && c > CE_JOIN_STRAIGHT)
            ce_join_consider (&best, b, -c);
        }
    }

  return best;
}

/* A CeFindFunc: of the loose ends that look at @a over the gap, and @a at them, the nearest one. */
static CePartner
find_over_gap (const CeJoin *join, guint a)
{
  CePixel at = ce_join_pixel_at (join->chains, a, 0);
  int     reach = join->gap + 1;
  CePartner best = { CE_NO_END, 0 };

  if (! ce_join_is_loose (join, at.number))
    return best;

  CE_EDGE_MAP_ABOUT (join->edges, at, reach, x, y)
    {
      guint  number = ce_edge_map_number (join->edges, x, y), n;
      guint  b = ce_join_is_loose (join, number) ? *ce_join_ends_at (join, number, &n) : a;
      CeVec  u = ce_join_direction (join->chains, a), w, v = { x - at.x, y - at.y };
      double q = ce_join_product (v, v);

      if (b == a || join->joined[b] != CE_NO_END || q > (double) reach * reach)
        continue;
      w = ce_join_direction (join->chains, b);
      if (ce_join_product (u, v) / sqrt (ce_join_product (u, u) * q) > CE_JOIN_STRAIGHT
          && -ce_join_product (w, v) / sqrt (ce_join_product (w, w) * q) > CE_JOIN_STRAIGHT)
        ce_join_consider (&best, b, q);
    }

  return best;
}

/* Sorts the ends by pixels. */
static gboolean
sort_ends (CeJoin *join, CeSteps *steps, GError **error)
{
  gsize n_words = join->edges->n / 64 + 1;
  guint n = 0;

  join->have = ce_trace_alloc (n_words, sizeof *join->have, error);
  join->before = join->have ? ce_trace_alloc (n_words, sizeof *join->before, error) : NULL;
  join->slots = join->before ? ce_trace_alloc ((gsize) join->n_ends + 2, sizeof *join->slots, error) : NULL;
  join->ends = join->slots ? ce_trace_alloc (join->n_ends, sizeof *join->ends, error) : NULL;
  if (! join->ends)
    return FALSE;

  for (guint end = 0; end < join->n_ends; end++)
    join->have[ce_join_number (join, end) / 64] |= G_GUINT64_CONSTANT (1) << ce_join_number (join, end) % 64;
  for (gsize i = 0; i < n_words; i++)
    {
      join->before[i] = n;
      n += ce_edge_map_count (join->have[i]);
    }
  for (guint end = 0; end < join->n_ends; end++)
    join->slots[ce_join_slot (join, ce_join_number (join, end)) + 1]++;
  for (guint i = 0; i < n; i++)
    join->slots[i + 1] += join->slots[i];
  for (guint end = join->n_ends; end-- > 0;)
    {
      join->ends[--join->slots[ce_join_slot (join, ce_join_number (join, end)) + 1]] = end;
      if (! ce_steps_add (steps, 1, error))
        return FALSE;
    }
  memmove (join->slots, join->slots + 1, n * sizeof *join->slots);
  join->slots[n] = join->n_ends;

  return TRUE;
}

/* Joins the ends of chains that are one line. */
gboolean
ce_chains_join (CeJoins *joins, const CeChains *chains, const CeEdgeMap *edges, const CeOffsets *offsets,
                const CeProgress *progress, GError **error)
{
  CeJoin     join = { .chains = chains, .edges = edges, .offsets = offsets, .gap = joins->gap, .skip = joins->skip,
                    .n_ends = 2 * chains->n_open };
  guint    reach = ce_join_steps (ce_join_reach (&join)), beside = ce_join_steps (ce_join_beside (&join));
  guint    searches = offsets->middles ? 3 * reach + 2 * beside
                                       : 2 + (joins->gap > 0 ? ce_join_steps (joins->gap) : 0);
  CeTeam   team = { .progress = progress, .all = (1 + (guint64) searches) * join.n_ends, .caller = g_thread_self () };
  CeSteps  steps = { .team = &team };
  gboolean done;

  join.joined = joins->ends = ce_trace_alloc (join.n_ends, sizeof *join.joined, error);
  if (! join.joined)
    return FALSE;

  memset (join.joined, 0xff, join.n_ends * sizeof *join.joined);
  done = sort_ends (&join, &steps, error);
  if (offsets->middles)
    done = done && ce_join_middles (&join, joins, &steps, error);
  else
    done = done && ce_join_alone (&join, &steps, error) && ce_join_ends (&join, find_meeting, 1, &steps, error)
           && (joins->gap == 0 || ce_join_ends (&join, find_over_gap, ce_join_steps (joins->gap), &steps, error));
  g_free (join.have);
  g_free (join.before);
  g_free (join.slots);
  g_free (join.ends);
  g_free (join.places);
  g_free (join.widths);

  return done;
}

void
ce_joins_clear (CeJoins *joins)
{
  g_clear_pointer (&joins->ends, g_free);
  g_clear_pointer (&joins->left, g_free);
}
