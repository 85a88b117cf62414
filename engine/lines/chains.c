/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Links between edge pixels, and the chains that they make from node to node.
 */
#include "trace.h"

#include <string.h>

/* The opposite of each link: S for N, E for W, SE for NW. */
#define OPPOSITE(link) ((link) < 4 ? 3 - (link) : 11 - (link))

/* Steps before and behind a bend, beside those that a crossing pulls aside. */
#define SPAN 5

/* The cosine of 50 degrees. */
#define BENT 0.6427876096865394

/* The least pixels, beside two widths, of a line beyond another one in which its chain is cut. */
#define LINE 12

/* A link that is walked once, in either direction. */
typedef struct
{
  const CeEdgeMap *edges;
  CeChains        *chains;
  CeSteps         *steps;
  guint8          *left;        /* links of each pixel that no chain has taken */
  guint            n_pixels;    /* of all chains */
} Walk;

/* Loads 64 pixels of row @y into row[1], and the same pixels shifted by one column, so that each bit is that of the left
 * neighbor, into row[0], and of the right one into row[2]; all 0 outside the image. */
static void
row_of (const CeEdgeMap *edges, int y, gsize word, guint64 row[3])
{
  const guint64 *bits;

  row[0] = row[1] = row[2] = 0;
  if (y < 0 || y >= edges->height)
    return;

  bits = edges->bits + (gsize) y * edges->words + word;
  row[0] = bits[0] << 1 | (word > 0 ? bits[-1] >> 63 : 0);
  row[1] = bits[0];
  row[2] = bits[0] >> 1 | (word + 1 < edges->words ? bits[1] << 63 : 0);
}

/* Finds which of 64 pixels have each link: a diagonal one if no pixel between is an edge. */
static void
links_of (const CeEdgeMap *edges, int y, gsize word, guint64 links[8])
{
  guint64 up[3], here[3], down[3];

  row_of (edges, y - 1, word, up);
  row_of (edges, y, word, here);
  row_of (edges, y + 1, word, down);
  links[0] = up[1];
  links[1] = here[0];
  links[2] = here[2];
  links[3] = down[1];
  links[4] = up[0] & ~(up[1] | here[0]);
  links[5] = up[2] & ~(up[1] | here[2]);
  links[6] = down[0] & ~(down[1] | here[0]);
  links[7] = down[2] & ~(down[1] | here[2]);
}

static void
put (Walk *walk, CePixel pixel)
{
  walk->chains->pixels[walk->n_pixels++] = pixel;
}

/* Takes @link of @pixel, and moves that to its other end. */
static void
take (Walk *walk, CePixel *pixel, int link)
{
  walk->left[pixel->number] &= (guint8) ~(1 << link);
  pixel->x += ce_link_steps[link].x;
  pixel->y += ce_link_steps[link].y;
  if (ce_link_steps[link].y == 0)
    pixel->number += (guint) ce_link_steps[link].x;
  else
    pixel->number = ce_edge_map_number (walk->edges, pixel->x, pixel->y);
  walk->left[pixel->number] &= (guint8) ~(1 << OPPOSITE (link));
}

/* Walks the chain, or the @loop, that leaves @pixel by its first link that is left. */
static gboolean
walk_one (Walk *walk, CePixel pixel, gboolean loop, GError **error)
{
  guint begin = pixel.number;

  walk->chains->first[walk->chains->n++] = walk->n_pixels;
  do
    {
      put (walk, pixel);
      take (walk, &pixel, __builtin_ctz (walk->left[pixel.number]));
      if (! ce_steps_try (walk->steps, 1, error))
        return FALSE;
    }
  while (loop ? pixel.number != begin : ce_chains_is_inside (walk->chains, pixel.number));
  if (! loop)
    put (walk, pixel);

  return TRUE;
}

/* Walks the chains that begin at nodes, or the @loops of what is left. */
static gboolean
walk_all (Walk *walk, gboolean loops, GError **error)
{
  guint number = 0;

  CE_EDGE_MAP_EACH (walk->edges, x, y)
    {
      while (walk->left[number] && ce_chains_is_inside (walk->chains, number) == loops)
        if (! walk_one (walk, (CePixel) { x, y, number }, loops, error))
          return FALSE;
      number++;
      if (! ce_steps_add (walk->steps, 1, error))
        return FALSE;
    }

  return TRUE;
}

/* Notes the links of up to 64 edge pixels, from @number on. Returns the number of the next one. */
static guint
find_links_of_word (CeChains *chains, const CeEdgeMap *edges, int y, gsize word, guint number)
{
  guint64 links[8];

  links_of (edges, y, word, links);
  for (guint64 left = edges->bits[(gsize) y * edges->words + word]; left; left &= left - 1, number++)
    {
      int at = __builtin_ctzll (left);

      for (int i = 0; i < 8; i++)
        chains->links[number] |= (guint8) ((links[i] >> at & 1) << i);
    }

  return number;
}

/* Finds all links and allocates the chains, whose number is bounded: a loop has at least four pixels. */
static gboolean
find_links (CeChains *chains, const CeEdgeMap *edges, CeSteps *steps, GError **error)
{
  guint number = 0, n_inside = 0;
  gsize n_links = 0, n_ends = 0;

  chains->links = ce_trace_alloc (edges->n, 1, error);
  if (! chains->links)
    return FALSE;

  for (int y = 0; y < edges->height; y++)
    {
      guint begin = number;

      for (gsize word = 0; word < edges->words; word++)
        if (edges->bits[(gsize) y * edges->words + word])
          number = find_links_of_word (chains, edges, y, word, number);
      for (guint i = begin; i < number; i++)
        {
          guint n = ce_chains_count (chains, i);

          n_links += n;
          n_inside += n == 2;
          n_ends += n == 2 ? 0 : n;
        }
      if (! ce_steps_add (steps, number - begin, error))
        return FALSE;
    }
  chains->first = ce_trace_alloc (n_ends / 2 + n_inside / 4 + 1, sizeof *chains->first, error);
  chains->pixels = chains->first ? ce_trace_alloc (n_links / 2 + n_ends / 2, sizeof *chains->pixels, error) : NULL;

  return chains->pixels != NULL;
}

gboolean
ce_chains_init (CeChains *chains, const CeEdgeMap *edges, const CeProgress *progress, GError **error)
{
  CeSteps            steps = { .progress = progress, .all = 3 * (guint64) edges->n };
  Walk               walk = { .edges = edges, .chains = chains, .steps = &steps };
  g_autofree guint8 *left = ce_trace_alloc (edges->n, 1, error);

  *chains = (CeChains) { 0 };
  walk.left = left;
  if (! left || ! find_links (chains, edges, &steps, error))
    return FALSE;

  memcpy (left, chains->links, edges->n);
  if (! walk_all (&walk, FALSE, error))
    return FALSE;

  chains->n_open = chains->n;
  if (! walk_all (&walk, TRUE, error))
    return FALSE;
  chains->first[chains->n] = walk.n_pixels;

  return TRUE;
}

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

void
ce_chains_clear (CeChains *chains)
{
  g_free (chains->links);
  g_free (chains->first);
  g_free (chains->pixels);
}
