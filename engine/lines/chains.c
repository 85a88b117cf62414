/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Links between edge pixels, and the chains that they make from node to node.
 */
#include "trace.h"

#include <string.h>

/* The opposite of each link: S for N, E for W, SE for NW. */
#define OPPOSITE(link) ((link) < 4 ? 3 - (link) : 11 - (link))

/* Chains that begin in some rows. A thread walks each of them, once, in either direction. */
typedef struct
{
  int      y, end;              /* the rows, */
  guint    begin, stop;         /* and the edge pixels in them */
  CePixel *pixels;              /* of all chains, one behind the other */
  guint    n_pixels;
  guint    n_pixels_allocated;
  guint   *first;               /* the place of each chain's first pixel */
  guint    n;
  guint    n_allocated;
  guint    before, pixels_before;       /* chains and pixels of the bands before it */
} Band;

typedef struct
{
  CeTeam           team;
  const CeEdgeMap *edges;
  CeChains        *chains;
  guint8          *left;        /* links of each pixel that no chain has taken; inside chains all or none */
  Band            *bands;       /* and those of loops behind them */
  int              n_bands;
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

/* A CeTask: finds a band's links. */
static void
find_links (int task, gpointer data)
{
  Walk     *walk = data;
  Band     *band = &walk->bands[task];
  CeChains *chains = walk->chains;
  CeSteps   steps = { .team = &walk->team };
  GError   *error = NULL;
  guint     number = band->begin;

  for (int y = band->y; y < band->end && ! error; y++)
    {
      guint begin = number;

      for (gsize word = 0; word < walk->edges->words; word++)
        if (walk->edges->bits[(gsize) y * walk->edges->words + word])
          number = find_links_of_word (chains, walk->edges, y, word, number);
      memcpy (walk->left + begin, chains->links + begin, number - begin);
      ce_steps_add (&steps, number - begin, &error);
    }
  ce_team_end (&walk->team, &steps, error);
}

/* Moves @pixel to the other end of its @link. Returns that link from there. */
static int
follow (const CeEdgeMap *edges, CePixel *pixel, int link)
{
  pixel->x += ce_link_steps[link].x;
  pixel->y += ce_link_steps[link].y;
  if (ce_link_steps[link].y == 0)
    pixel->number += (guint) ce_link_steps[link].x;
  else
    pixel->number = ce_edge_map_number (edges, pixel->x, pixel->y);

  return OPPOSITE (link);
}

/* Adds the chain to a band that leaves the node @pixel by @link. Moves @pixel to its last one, and @link to the one by which
 * it comes there. */
static gboolean
walk_one (const Walk *walk, Band *band, CePixel *pixel, int *link, CeSteps *steps, GError **error)
{
  if (! ce_trace_grow (&band->first, &band->n_allocated, band->n + 1, sizeof *band->first, error))
    return FALSE;

  band->first[band->n++] = band->n_pixels;
  for (;;)
    {
      if (! ce_trace_grow (&band->pixels, &band->n_pixels_allocated, band->n_pixels + 2, sizeof *pixel, error)
          || ! ce_steps_try (steps, 1, error))
        return FALSE;

      band->pixels[band->n_pixels++] = *pixel;
      *link = follow (walk->edges, pixel, *link);
      if (! ce_chains_is_inside (walk->chains, pixel->number))
        return TRUE;

      /* Another thread may walk the same chain from its other end, and writes the same. */
      __atomic_store_n (&walk->left[pixel->number], 0, __ATOMIC_RELAXED);
      *link = __builtin_ctz (walk->chains->links[pixel->number] & ~(1u << *link));
    }
}

/* Walks the chains that leave the node @pixel by the links that are left; one that ends in the rows before the band belongs
 * to those. */
static gboolean
walk_node (const Walk *walk, Band *band, CePixel pixel, CeSteps *steps, GError **error)
{
  guint8 *left = walk->left;

  while (left[pixel.number])
    {
      int     link = __builtin_ctz (left[pixel.number]);
      CePixel last = pixel;

      left[pixel.number] &= (guint8) ~(1 << link);
      if (! walk_one (walk, band, &last, &link, steps, error))
        return FALSE;

      band->pixels[band->n_pixels++] = last;
      if (last.number < band->begin)
        band->n_pixels = band->first[--band->n];
      else if (last.number < band->stop)
        left[last.number] &= (guint8) ~(1 << link);
    }

  return TRUE;
}

static gboolean
walk_rows (const Walk *walk, Band *band, CeSteps *steps, GError **error)
{
  guint number = band->begin;

  CE_EDGE_MAP_EACH (walk->edges, band->y, band->end, x, y)
    {
      if (! ce_chains_is_inside (walk->chains, number)
          && ! walk_node (walk, band, (CePixel) { x, y, number }, steps, error))
        return FALSE;
      number++;
      if (! ce_steps_add (steps, 1, error))
        return FALSE;
    }

  return TRUE;
}

/* A CeTask: walks a band's chains from node to node. */
static void
walk_band (int task, gpointer data)
{
  Walk   *walk = data;
  CeSteps steps = { .team = &walk->team };
  GError *error = NULL;

  walk_rows (walk, &walk->bands[task], &steps, &error);
  ce_team_end (&walk->team, &steps, error);
}

/* Returns the pixel of a @number. */
static CePixel
find_pixel (const CeEdgeMap *edges, guint number)
{
  gsize   low = 0, high = edges->words * (gsize) edges->height;
  guint64 bits;

  while (high - low > 1)
    {
      gsize middle = low + (high - low) / 2;

      if (edges->before[middle] <= number)
        low = middle;
      else
        high = middle;
    }
  bits = edges->bits[low];
  for (guint i = edges->before[low]; i < number; i++)
    bits &= bits - 1;

  return (CePixel) { (int) (low % edges->words) * 64 + __builtin_ctzll (bits), (int) (low / edges->words), number };
}

/* Adds the loop to a band that leaves @begin by its first link, unless it has a pixel in the rows before it, or one that the
 * band has seen. */
static gboolean
walk_loop (const Walk *walk, Band *band, CePixel begin, CeSteps *steps, GError **error)
{
  guint8  *left = walk->left;
  CePixel  pixel = begin;
  int      link = __builtin_ctz (left[begin.number]);
  gboolean is_first = TRUE;

  if (! ce_trace_grow (&band->first, &band->n_allocated, band->n + 1, sizeof *band->first, error))
    return FALSE;

  band->first[band->n++] = band->n_pixels;
  do
    {
      gboolean is_inside = pixel.number >= band->begin && pixel.number < band->stop;

      if (! ce_trace_grow (&band->pixels, &band->n_pixels_allocated, band->n_pixels + 1, sizeof pixel, error)
          || ! ce_steps_try (steps, 1, error))
        return FALSE;

      is_first = pixel.number >= band->begin && ! (is_inside && ! left[pixel.number]);
      if (is_inside)
        left[pixel.number] = 0;
      band->pixels[band->n_pixels++] = pixel;
      link = follow (walk->edges, &pixel, link);
      link = __builtin_ctz (walk->chains->links[pixel.number] & ~(1u << link));
    }
  while (is_first && pixel.number != begin.number);
  if (! is_first)
    band->n_pixels = band->first[--band->n];

  return TRUE;
}

/* A CeTask: walks the loops that begin in a band's rows, which are what is left. */
static void
walk_loops (int task, gpointer data)
{
  Walk   *walk = data;
  Band   *band = &walk->bands[walk->n_bands + task];
  CeSteps steps = { .team = &walk->team };
  GError *error = NULL;

  for (guint number = band->begin; number < band->stop && ! error; number++)
    if (walk->left[number])
      walk_loop (walk, band, find_pixel (walk->edges, number), &steps, &error);
  ce_team_end (&walk->team, &steps, error);
}

/* A CeTask: puts a band's chains behind those of the bands before it. */
static void
gather_band (int task, gpointer data)
{
  const Walk *walk = data;
  const Band *band = &walk->bands[task];

  if (band->n > 0)
    memcpy (walk->chains->pixels + band->pixels_before, band->pixels, band->n_pixels * sizeof *band->pixels);
  for (guint i = 0; i < band->n; i++)
    walk->chains->first[band->before + i] = band->pixels_before + band->first[i];
}

/* Puts all chains one behind the other. */
static gboolean
gather (Walk *walk, GError **error)
{
  CeChains *chains = walk->chains;
  guint     n_pixels = 0;

  for (int i = 0; i < 2 * walk->n_bands; i++)
    {
      walk->bands[i].before = chains->n;
      walk->bands[i].pixels_before = n_pixels;
      chains->n_open = i < walk->n_bands ? chains->n + walk->bands[i].n : chains->n_open;
      chains->n += walk->bands[i].n;
      n_pixels += walk->bands[i].n_pixels;
    }
  chains->first = ce_trace_take ((gsize) chains->n + 1, sizeof *chains->first, error);
  chains->pixels = chains->first ? ce_trace_take (n_pixels, sizeof *chains->pixels, error) : NULL;
  if (! chains->pixels)
    return FALSE;

  ce_threads_share (2 * walk->n_bands, gather_band, walk);
  chains->first[chains->n] = n_pixels;

  return TRUE;
}

/* Cuts the image into bands with as many edge pixels each, one for each thread: a chain that has ends in two bands is walked
 * twice. */
static gboolean
find_bands (Walk *walk, GError **error)
{
  const CeEdgeMap *edges = walk->edges;
  guint            most = edges->n / (guint) ce_threads_count () + 1;

  walk->bands = ce_trace_alloc (2 * (gsize) ce_threads_count () + 2, sizeof *walk->bands, error);
  if (! walk->bands)
    return FALSE;

  for (int y = 0; y < edges->height; y++)
    {
      Band *band = &walk->bands[walk->n_bands];

      band->end = y + 1;
      band->stop = y + 1 < edges->height ? edges->before[(gsize) (y + 1) * edges->words] : edges->n;
      if (band->stop - band->begin >= most || band->end == edges->height)
        walk->bands[++walk->n_bands] = (Band) { .y = band->end, .end = band->end, .begin = band->stop, .stop = band->stop };
    }
  memcpy (walk->bands + walk->n_bands, walk->bands, (gsize) walk->n_bands * sizeof *walk->bands);

  return TRUE;
}

gboolean
ce_chains_init (CeChains *chains, const CeEdgeMap *edges, const CeProgress *progress, GError **error)
{
  g_autofree guint8 *left = ce_trace_alloc (edges->n, 1, error);
  Walk               walk = { .team = { .progress = progress, .all = 2 * (guint64) edges->n, .caller = g_thread_self () },
                              .edges = edges,
                              .chains = chains, .left = left };
  gboolean           done;

  *chains = (CeChains) { 0 };
  chains->links = left ? ce_trace_alloc (edges->n, 1, error) : NULL;
  done = chains->links && find_bands (&walk, error) && ce_team_run (&walk.team, walk.n_bands, find_links, &walk, error)
         && ce_team_run (&walk.team, walk.n_bands, walk_band, &walk, error)
         && ce_team_run (&walk.team, walk.n_bands, walk_loops, &walk, error) && gather (&walk, error);
  for (int i = 0; i < 2 * walk.n_bands; i++)
    {
      g_free (walk.bands[i].pixels);
      g_free (walk.bands[i].first);
    }
  g_free (walk.bands);

  return done;
}

void
ce_chains_clear (CeChains *chains)
{
  g_free (chains->links);
  g_free (chains->first);
  g_free (chains->pixels);
}
