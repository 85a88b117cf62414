/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Joins ends of chains, at nodes and over gaps, and follows the paths that this makes.
 */
#include "trace.h"

#include "engine/threads.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Pixels from an end to the one that gives its direction. */
#define REACH 5

/* The cosine of 30 degrees. */
#define STRAIGHT 0.8660254037844387

/* Pixels within two links of one. */
#define MOST_NEAR 73

/* Two ends that may be joined; a lower key comes first. */
typedef struct
{
  double key;
  guint  a, b;
} Pair;

typedef struct
{
  const CeChains *chains;
  const CeEdgeMap  *edges;
  guint          *slots;        /* of each edge pixel, the place of its first end; one more behind the last */
  guint          *ends;         /* by pixels, then by numbers */
  guint           n_ends;
  Pair           *pairs;
  guint           n_pairs;
  guint           n_allocated;
  guint          *joined;
} Join;

static guint
chain_size (const CeChains *chains, guint chain)
{
  return chains->first[chain + 1] - chains->first[chain];
}

/* Returns the pixel that is @steps from @end into its chain, or the chain's last one. */
static CePoint
pixel_at (const CeChains *chains, guint end, guint steps)
{
  guint n = chain_size (chains, end / 2);
  guint i = MIN (steps, n - 1);

  return chains->pixels[chains->first[end / 2] + (end & 1 ? n - 1 - i : i)];
}

/* Returns the direction in which an end leaves its chain. */
static CeDot
direction (const CeChains *chains, guint end)
{
  CePoint a = pixel_at (chains, end, 0), b = pixel_at (chains, end, REACH);

  return (CeDot) { a.x - b.x, a.y - b.y };
}

static double
squared (CeDot a)
{
  return a.x * a.x + a.y * a.y;
}

static int
compare_pairs (gconstpointer a, gconstpointer b)
{
  const Pair *p = a, *q = b;

  if (p->key != q->key)
    return p->key < q->key ? -1 : 1;

  return p->a != q->a ? (p->a > q->a) - (p->a < q->a) : (p->b > q->b) - (p->b < q->b);
}

static gboolean
add_pair (Join *join, double key, guint a, guint b, GError **error)
{
  if (! ce_trace_grow (&join->pairs, &join->n_allocated, join->n_pairs + 1, sizeof *join->pairs, error))
    return FALSE;

  join->pairs[join->n_pairs++] = (Pair) { key, MIN (a, b), MAX (a, b) };

  return TRUE;
}

/* Joins the pairs of free ends, in order, and forgets them. */
static void
join_pairs (Join *join)
{
  if (join->n_pairs > 1)
    qsort (join->pairs, join->n_pairs, sizeof *join->pairs, compare_pairs);
  for (guint i = 0; i < join->n_pairs; i++)
    {
      const Pair *pair = &join->pairs[i];

      if (join->joined[pair->a] == CE_NO_END && join->joined[pair->b] == CE_NO_END)
        {
          join->joined[pair->a] = pair->b;
          join->joined[pair->b] = pair->a;
        }
    }
  join->n_pairs = 0;
}

/* Adds the nodes that are linked with the pixel at @point to @near, which has @n. */
static guint
add_linked (const Join *join, CePoint point, CePoint *near, guint n)
{
  guint links = join->chains->links[ce_edge_map_number (join->edges, point.x, point.y)];

  for (; links; links &= links - 1)
    {
      CePoint  step = ce_link_steps[__builtin_ctz (links)];
      CePoint  to = { point.x + step.x, point.y + step.y };
      gboolean is_new = __builtin_popcount (join->chains->links[ce_edge_map_number (join->edges, to.x, to.y)]) != 2;

      for (guint i = 0; i < n && is_new; i++)
        is_new = near[i].x != to.x || near[i].y != to.y;
      if (is_new)
        near[n++] = to;
    }

  return n;
}

/* Adds the pairs of end @a and higher ones at the pixel @number. */
static gboolean
add_meeting (Join *join, guint a, guint number, GError **error)
{
  CeDot u = direction (join->chains, a);

  for (guint i = join->slots[number]; i < join->slots[number + 1]; i++)
    {
      guint  b = join->ends[i];
      CeDot  v;
      double c;

      if (b <= a || chain_size (join->chains, b / 2) < 3)
        continue;
      v = direction (join->chains, b);
      c = -(u.x * v.x + u.y * v.y) / sqrt (squared (u) * squared (v));
      if (c > STRAIGHT && ! add_pair (join, -c, a, b, error))
        return FALSE;
    }

  return TRUE;
}

/* Adds the pairs of end @a and higher ones that it meets. */
static gboolean
add_meetings (Join *join, guint a, GError **error)
{
  CePoint near[MOST_NEAR] = { pixel_at (join->chains, a, 0) };
  guint   n_linked, n;

  if (chain_size (join->chains, a / 2) < 3)
    return TRUE;

  n = n_linked = add_linked (join, near[0], near, 1);
  for (guint i = 1; i < n_linked; i++)
    n = add_linked (join, near[i], near, n);
  for (guint i = 0; i < n; i++)
    if (! add_meeting (join, a, ce_edge_map_number (join->edges, near[i].x, near[i].y), error))
      return FALSE;

  return TRUE;
}

static gboolean
is_loose (const Join *join, guint number)
{
  return __builtin_popcount (join->chains->links[number]) == 1;
}

/* Adds the pair of two loose ends if they look at each other. */
static gboolean
add_gap (Join *join, int gap, guint a, guint b, GError **error)
{
  guint   low = MIN (a, b), high = MAX (a, b);
  CePoint from = pixel_at (join->chains, low, 0), to = pixel_at (join->chains, high, 0);
  CeDot   u = direction (join->chains, low), w = direction (join->chains, high);
  CeDot   v = { to.x - from.x, to.y - from.y };
  double  q = squared (v);

  if (q > (double) (gap + 1) * (gap + 1) || ! ((u.x * v.x + u.y * v.y) / sqrt (squared (u) * q) > STRAIGHT)
      || ! (-(w.x * v.x + w.y * v.y) / sqrt (squared (w) * q) > STRAIGHT))
    return TRUE;

  return add_pair (join, q, low, high, error);
}

/* Adds the pairs of the loose end @a and higher ones over a gap. */
static gboolean
add_gaps (Join *join, int gap, guint a, GError **error)
{
  CePoint at = pixel_at (join->chains, a, 0);

  if (! is_loose (join, ce_edge_map_number (join->edges, at.x, at.y)))
    return TRUE;

  for (int y = at.y - gap - 1; y <= at.y + gap + 1; y++)
    for (int x = at.x - gap - 1; x <= at.x + gap + 1; x++)
      if (ce_edge_map_has (join->edges, x, y))
        {
          guint number = ce_edge_map_number (join->edges, x, y);
          guint b = is_loose (join, number) ? join->ends[join->slots[number]] : a;

          if (b > a && ! add_gap (join, gap, a, b, error))
            return FALSE;
        }

  return TRUE;
}

static gboolean
join_all (Join *join, int gap, const CeProgress *progress, GError **error)
{
  for (guint end = 0; end < join->n_ends; end++)
    if (! add_meetings (join, end, error)
        || (end % CE_TRACE_STEP == 0 && ! ce_progress_report (progress, 0.5 * end / join->n_ends, error)))
      return FALSE;
  join_pairs (join);

  for (guint end = 0; end < join->n_ends && gap > 0; end++)
    if (! add_gaps (join, gap, end, error)
        || (end % CE_TRACE_STEP == 0 && ! ce_progress_report (progress, 0.5 + 0.5 * end / join->n_ends, error)))
      return FALSE;
  join_pairs (join);

  return TRUE;
}

/* Sorts the ends by pixels. */
static gboolean
sort_ends (Join *join, GError **error)
{
  const CeChains *chains = join->chains;
  guint           n = join->edges->n;

  join->slots = ce_trace_alloc ((gsize) n + 2, sizeof *join->slots, error);
  join->ends = join->slots ? ce_trace_alloc (join->n_ends, sizeof *join->ends, error) : NULL;
  if (! join->ends)
    return FALSE;

  for (guint number = 0; number < n; number++)
    {
      int n_links = __builtin_popcount (chains->links[number]);

      join->slots[number + 1] = join->slots[number] + (n_links == 2 ? 0 : (guint) n_links);
    }
  for (guint end = join->n_ends; end-- > 0;)
    {
      CePoint point = pixel_at (chains, end, 0);

      join->ends[--join->slots[ce_edge_map_number (join->edges, point.x, point.y) + 1]] = end;
    }
  for (guint number = 0; number < n; number++)
    join->slots[number] = join->slots[number + 1];
  join->slots[n] = join->n_ends;

  return TRUE;
}

guint *
ce_chains_join (const CeChains *chains, const CeEdgeMap *edges, int gap, const CeProgress *progress, GError **error)
{
  Join join = { .chains = chains, .edges = edges, .n_ends = 2 * chains->n_open };

  join.joined = ce_trace_alloc (join.n_ends, sizeof *join.joined, error);
  if (! join.joined)
    return NULL;

  memset (join.joined, 0xff, join.n_ends * sizeof *join.joined);
  if (! sort_ends (&join, error) || ! join_all (&join, gap, progress, error))
    g_clear_pointer (&join.joined, g_free);
  g_free (join.slots);
  g_free (join.ends);
  g_free (join.pairs);

  return join.joined;
}

/* Appends the chain that begins with @end; a pixel that two chains share comes once. */
static gboolean
append (CeWay *way, const CeChains *chains, guint end, GError **error)
{
  guint n = chain_size (chains, end / 2);

  if (! ce_trace_grow (&way->pixels, &way->n_allocated, way->n + n, sizeof *way->pixels, error))
    return FALSE;

  for (guint i = 0; i < n; i++)
    {
      CePoint        point = pixel_at (chains, end, i);
      const CePoint *last = way->n ? &way->pixels[way->n - 1] : NULL;

      if (! last || last->x != point.x || last->y != point.y)
        way->pixels[way->n++] = point;
    }

  return TRUE;
}

/* Finds the pixels of the path that has @chain, and marks its chains as @done. */
gboolean
ce_way_follow (CeWay *way, const CeChains *chains, const guint *joined, guint8 *done, guint chain, GError **error)
{
  guint begin = 2 * chain, end;

  way->n = 0;
  way->is_closed = chain >= chains->n_open;
  done[chain] = TRUE;
  if (way->is_closed)
    return append (way, chains, begin, error);

  while (joined[begin] != CE_NO_END && ! way->is_closed)
    {
      begin = joined[begin] ^ 1;
      way->is_closed = begin == 2 * chain;
    }
  end = begin;
  do
    {
      done[end / 2] = TRUE;
      if (! append (way, chains, end, error))
        return FALSE;
      end = joined[end ^ 1];
    }
  while (end != CE_NO_END && end != begin);

  if (way->is_closed && way->n > 1 && way->pixels[0].x == way->pixels[way->n - 1].x
      && way->pixels[0].y == way->pixels[way->n - 1].y)
    way->n--;

  return TRUE;
}
