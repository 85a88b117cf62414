/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Follows the paths that joined chains make.
 */
#include "joining.h"

/* Appends the chain that begins with @end; a pixel that two chains share comes once. */
static gboolean
append (CeWay *way, const CeChains *chains, const CeJoins *joins, guint end, GError **error)
{
  gboolean is_loop = end / 2 >= chains->n_open;
  guint    n = ce_chains_size (chains, end / 2);
  guint    begin = is_loop || ! joins->left ? 0 : joins->left[end];
  guint    stop = n - (is_loop || ! joins->left ? 0 : joins->left[end ^ 1]);

  if (! ce_trace_grow (&way->pixels, &way->n_allocated, way->n + n, sizeof *way->pixels, error))
    return FALSE;

  for (guint i = begin; i < stop; i++)
    {
      CePixel pixel = ce_join_pixel_at (chains, end, i);

      if (way->n == 0 || way->pixels[way->n - 1].number != pixel.number)
        way->pixels[way->n++] = pixel;
    }

  return TRUE;
}

/* Returns the end that the path which has @chain begins with; it @is_closed if that is behind its last one. */
static guint
find_begin (const CeChains *chains, const CeJoins *joins, guint chain, gboolean *is_closed)
{
  guint begin = 2 * chain;

  *is_closed = chain >= chains->n_open;
  while (! *is_closed && joins->ends[begin] != CE_NO_END)
    {
      begin = joins->ends[begin] ^ 1;
      *is_closed = begin == 2 * chain;
    }

  return begin;
}

/* Returns the end that the next chain of a path begins with, behind the one that begins with @end; CE_NO_END, or the path's
 * @begin, behind the last one. */
static guint
find_next (const CeChains *chains, const CeJoins *joins, guint end)
{
  return end / 2 >= chains->n_open ? end : joins->ends[end ^ 1];
}

/* Marks the chains of the path that has @chain as @done. Returns the most points that it has: an open line has two more
 * than pixels. */
guint
ce_way_mark (const CeChains *chains, const CeJoins *joins, guint8 *done, guint chain)
{
  gboolean is_closed;
  guint    begin = find_begin (chains, joins, chain, &is_closed), end = begin, n = 0;

  do
    {
      done[end / 2] = TRUE;
      n += ce_chains_size (chains, end / 2) + 2;
      end = find_next (chains, joins, end);
    }
  while (end != CE_NO_END && end != begin);

  return n;
}

/* Finds the pixels of the path that has @chain. */
gboolean
ce_way_follow (CeWay *way, const CeChains *chains, const CeJoins *joins, guint chain, GError **error)
{
  guint begin = find_begin (chains, joins, chain, &way->is_closed), end = begin;

  way->n = 0;
  do
    {
      if (! append (way, chains, joins, end, error))
        return FALSE;
      end = find_next (chains, joins, end);
    }
  while (end != CE_NO_END && end != begin);

  if (way->is_closed && way->n > 1 && way->pixels[0].number == way->pixels[way->n - 1].number
      && chain < chains->n_open)
    way->n--;

  return TRUE;
}
