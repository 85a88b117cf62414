/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Joins ends of chains, at nodes and over gaps, and follows the paths that this makes. Pairs are joined in the order of
 * their keys; since each end is joined once, two ends that are each other's best free partner are next, wherever others are.
 */
#include "trace.h"

#include <string.h>

/* Pixels from an end to the one that gives its direction. */
#define REACH 5

/* The cosine of 30 degrees. */
#define STRAIGHT 0.8660254037844387

/* Pixels within two links of one. */
#define MOST_NEAR 73

typedef struct
{
  const CeChains  *chains;
  const CeEdgeMap *edges;
  int              gap;
  guint           *slots;       /* of each edge pixel, the place of its first end; one more behind the last */
  guint           *ends;        /* by pixels, then by numbers */
  guint            n_ends;
  guint           *joined;
} Join;

/* The best free partner of an end: that with the lowest key, of equal ones the lowest end. */
typedef struct
{
  guint  end;
  double key;
} Partner;

typedef Partner (*FindFunc) (const Join *join, guint a);

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
product (CeDot a, CeDot b)
{
  return a.x * b.x + a.y * b.y;
}

/* Returns the number of the edge pixel @point. */
static guint
number_of (const Join *join, CePoint point)
{
  return ce_edge_map_number (join->edges, point.x, point.y);
}

static void
consider (Partner *best, guint end, double key)
{
  if (best->end == CE_NO_END || key < best->key || (key == best->key && end < best->end))
    *best = (Partner) { end, key };
}

/* Adds the nodes that are linked with the pixel at @point to @near, which has @n. */
static guint
add_linked (const Join *join, CePoint point, CePoint *near, guint n)
{
  guint links = join->chains->links[number_of (join, point)];

  for (; links; links &= links - 1)
    {
      CePoint  step = ce_link_steps[__builtin_ctz (links)];
      CePoint  to = { point.x + step.x, point.y + step.y };
      gboolean is_new = ce_chains_count (join->chains, number_of (join, to)) != 2;

      for (guint i = 0; i < n && is_new; i++)
        is_new = near[i].x != to.x || near[i].y != to.y;
      if (is_new)
        near[n++] = to;
    }

  return n;
}

/* A FindFunc: of the ends that @a meets, the one that goes on straightest. */
static Partner
find_meeting (const Join *join, guint a)
{
  CePoint near[MOST_NEAR] = { pixel_at (join->chains, a, 0) };
  CeDot   u = direction (join->chains, a);
  Partner best = { CE_NO_END, 0 };
  guint   n_linked, n;

  if (chain_size (join->chains, a / 2) < 3)
    return best;

  n = n_linked = add_linked (join, near[0], near, 1);
  for (guint i = 1; i < n_linked; i++)
    n = add_linked (join, near[i], near, n);
  for (guint k = 0; k < n; k++)
    for (guint number = number_of (join, near[k]), i = join->slots[number]; i < join->slots[number + 1]; i++)
      {
        guint  b = join->ends[i];
        CeDot  v = direction (join->chains, b);
        double c = -product (u, v) / sqrt (product (u, u) * product (v, v));

        if (b != a && join->joined[b] == CE_NO_END && chain_size (join->chains, b / 2) > 2 && c > STRAIGHT)
          consider (&best, b, -c);
      }

  return best;
}

static gboolean
is_loose (const Join *join, guint number)
{
  return ce_chains_count (join->chains, number) == 1;
}

/* A FindFunc: of the loose ends that look at @a over the gap, and @a at them, the nearest one. */
static Partner
find_over_gap (const Join *join, guint a)
{
  CePoint at = pixel_at (join->chains, a, 0);
  int     reach = join->gap + 1;
  Partner best = { CE_NO_END, 0 };

  if (! is_loose (join, number_of (join, at)))
    return best;

  for (int y = at.y - reach; y <= at.y + reach; y++)
    for (int x = at.x - reach; x <= at.x + reach; x++)
      if (ce_edge_map_has (join->edges, x, y))
        {
          guint  number = ce_edge_map_number (join->edges, x, y);
          guint  b = is_loose (join, number) ? join->ends[join->slots[number]] : a;
          CeDot  u = direction (join->chains, a), w, v = { x - at.x, y - at.y };
          double q = product (v, v);

          if (b == a || join->joined[b] != CE_NO_END || q > (double) reach * reach)
            continue;
          w = direction (join->chains, b);
          if (product (u, v) / sqrt (product (u, u) * q) > STRAIGHT
              && -product (w, v) / sqrt (product (w, w) * q) > STRAIGHT)
            consider (&best, b, q);
        }

  return best;
}

/* Joins all ends that @find finds. */
static gboolean
join_ends (Join *join, FindFunc find, CeSteps *steps, GError **error)
{
  for (guint end = 0; end < join->n_ends; end++)
    while (join->joined[end] == CE_NO_END)
      {
        guint a = end, b = find (join, a).end, c;

        if (! ce_steps_add (steps, 1, error))
          return FALSE;
        if (b == CE_NO_END)
          break;
        while ((c = find (join, b).end) != a)
          {
            a = b, b = c;
            if (! ce_steps_add (steps, 1, error))
              return FALSE;
          }
        join->joined[a] = b;
        join->joined[b] = a;
      }

  return TRUE;
}

/* Sorts the ends by pixels. */
static gboolean
sort_ends (Join *join, CeSteps *steps, GError **error)
{
  const CeChains *chains = join->chains;
  guint           n = join->edges->n;

  join->slots = ce_trace_alloc ((gsize) n + 2, sizeof *join->slots, error);
  join->ends = join->slots ? ce_trace_alloc (join->n_ends, sizeof *join->ends, error) : NULL;
  if (! join->ends)
    return FALSE;

  for (guint number = 0; number < n; number++)
    {
      guint n_links = ce_chains_count (chains, number);

      join->slots[number + 1] = join->slots[number] + (n_links == 2 ? 0 : n_links);
    }
  for (guint end = join->n_ends; end-- > 0;)
    {
      join->ends[--join->slots[number_of (join, pixel_at (chains, end, 0)) + 1]] = end;
      if (! ce_steps_add (steps, 1, error))
        return FALSE;
    }
  memmove (join->slots, join->slots + 1, n * sizeof *join->slots);
  join->slots[n] = join->n_ends;

  return TRUE;
}

/* Returns the joined end of each end of an open chain, or CE_NO_END; NULL with an error. */
guint *
ce_chains_join (const CeChains *chains, const CeEdgeMap *edges, int gap, const CeProgress *progress, GError **error)
{
  Join    join = { .chains = chains, .edges = edges, .gap = gap, .n_ends = 2 * chains->n_open };
  CeSteps steps = { progress, 0, 4.0 * join.n_ends, 0 };

  join.joined = ce_trace_alloc (join.n_ends, sizeof *join.joined, error);
  if (! join.joined)
    return NULL;

  memset (join.joined, 0xff, join.n_ends * sizeof *join.joined);
  if (! sort_ends (&join, &steps, error) || ! join_ends (&join, find_meeting, &steps, error)
      || (gap > 0 && ! join_ends (&join, find_over_gap, &steps, error)))
    g_clear_pointer (&join.joined, g_free);
  g_free (join.slots);
  g_free (join.ends);

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
