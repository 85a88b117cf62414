/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Links between edge pixels, and the chains that they make from node to node.
 */
#include "trace.h"

#include "engine/threads.h"

/* The opposite of each link: S for N, E for W, SE for NW. */
#define OPPOSITE(link) ((link) < 4 ? 3 - (link) : 11 - (link))

/* A link that is walked once, in either direction. */
typedef struct
{
  const CeEdgeMap *edges;
  CeChains      *chains;
  guint8        *walked;        /* links of each pixel that a chain has taken */
  guint          n_pixels;      /* of all chains */
} Walk;

/* Returns the links of the edge pixel (@x, @y). */
static guint8
links_of (const CeEdgeMap *edges, int x, int y)
{
  gboolean n = ce_edge_map_has (edges, x, y - 1), w = ce_edge_map_has (edges, x - 1, y);
  gboolean e = ce_edge_map_has (edges, x + 1, y), s = ce_edge_map_has (edges, x, y + 1);
  guint8   links = (guint8) (n | w << 1 | e << 2 | s << 3);

  if (! n && ! w && ce_edge_map_has (edges, x - 1, y - 1))
    links |= 1 << 4;
  if (! n && ! e && ce_edge_map_has (edges, x + 1, y - 1))
    links |= 1 << 5;
  if (! s && ! w && ce_edge_map_has (edges, x - 1, y + 1))
    links |= 1 << 6;
  if (! s && ! e && ce_edge_map_has (edges, x + 1, y + 1))
    links |= 1 << 7;

  return links;
}

static void
put (Walk *walk, int x, int y)
{
  walk->chains->pixels[walk->n_pixels++] = (CePoint) { x, y };
}

/* Takes @link of the pixel @number at @point, and moves both to its other end. */
static void
take (Walk *walk, CePoint *point, guint *number, int link)
{
  walk->walked[*number] |= (guint8) (1 << link);
  point->x += ce_link_steps[link].x;
  point->y += ce_link_steps[link].y;
  *number = ce_edge_map_number (walk->edges, point->x, point->y);
  walk->walked[*number] |= (guint8) (1 << OPPOSITE (link));
}

static gboolean
is_inside (const Walk *walk, guint number)
{
  return __builtin_popcount (walk->chains->links[number]) == 2;
}

static int
next_link (const Walk *walk, guint number)
{
  return __builtin_ctz ((guint) (walk->chains->links[number] & ~walk->walked[number]));
}

/* Walks the chain that leaves a node by @link. */
static void
walk_chain (Walk *walk, CePoint point, guint number, int link)
{
  walk->chains->first[walk->chains->n++] = walk->n_pixels;
  put (walk, point.x, point.y);
  take (walk, &point, &number, link);
  put (walk, point.x, point.y);
  while (is_inside (walk, number))
    {
      take (walk, &point, &number, next_link (walk, number));
      put (walk, point.x, point.y);
    }
}

static void
walk_loop (Walk *walk, CePoint point, guint begin)
{
  guint number = begin;

  walk->chains->first[walk->chains->n++] = walk->n_pixels;
  do
    {
      put (walk, point.x, point.y);
      take (walk, &point, &number, next_link (walk, number));
    }
  while (number != begin);
}

/* Walks the chains that begin at nodes, or the @loops of what is left. */
static gboolean
walk_all (Walk *walk, gboolean loops, const CeProgress *progress, GError **error)
{
  guint number = 0;

  CE_EDGE_MAP_EACH (walk->edges, x, y)
    {
      guint links = walk->chains->links[number] & ~(guint) walk->walked[number];

      if (is_inside (walk, number) == loops)
        while (links)
          {
            if (loops)
              walk_loop (walk, (CePoint) { x, y }, number);
            else
              walk_chain (walk, (CePoint) { x, y }, number, __builtin_ctz (links));
            links = walk->chains->links[number] & ~(guint) walk->walked[number];
          }
      if (++number % CE_TRACE_STEP == 0 && ! ce_progress_report (progress, (double) number / walk->edges->n, error))
        return FALSE;
    }

  return TRUE;
}

/* Finds all links and allocates the chains, whose number is bounded: a loop has at least four pixels. */
static gboolean
find_links (CeChains *chains, const CeEdgeMap *edges, GError **error)
{
  guint number = 0, n_inside = 0;
  gsize n_links = 0, n_ends = 0;

  chains->links = ce_trace_alloc (edges->n, 1, error);
  if (! chains->links)
    return FALSE;

  CE_EDGE_MAP_EACH (edges, x, y)
    {
      guint8 links = links_of (edges, x, y);
      int    n = __builtin_popcount (links);

      chains->links[number++] = links;
      n_links += (gsize) n;
      n_inside += n == 2;
      n_ends += n == 2 ? 0 : (gsize) n;
    }
  chains->first = ce_trace_alloc (n_ends / 2 + n_inside / 4 + 1, sizeof *chains->first, error);
  chains->pixels = chains->first ? ce_trace_alloc (n_links / 2 + n_ends / 2, sizeof *chains->pixels, error) : NULL;

  return chains->pixels != NULL;
}

gboolean
ce_chains_init (CeChains *chains, const CeEdgeMap *edges, const CeProgress *progress, GError **error)
{
  Walk     walk = { .edges = edges, .chains = chains };
  gboolean done;

  *chains = (CeChains) { 0 };
  if (! find_links (chains, edges, error))
    return FALSE;
  walk.walked = ce_trace_alloc (edges->n, 1, error);
  if (! walk.walked)
    return FALSE;

  done = walk_all (&walk, FALSE, progress, error);
  chains->n_open = chains->n;
  done = done && walk_all (&walk, TRUE, progress, error);
  chains->first[chains->n] = walk.n_pixels;
  g_free (walk.walked);

  return done;
}

void
ce_chains_clear (CeChains *chains)
{
  g_clear_pointer (&chains->links, g_free);
  g_clear_pointer (&chains->first, g_free);
  g_clear_pointer (&chains->pixels, g_free);
}
