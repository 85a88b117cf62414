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

  way->most_points += n + 2;
  for (guint i = begin; i < stop; i++)
    {
      CePixel pixel = ce_join_pixel_at (chains, end, i);

      if (way->n == 0 || way->pixels[way->n - 1].number != pixel.number)
        way->pixels[way->n++] = pixel;
    }

  return TRUE;
}

/* Finds the pixels of the path that has @chain, and marks its chains as @done. */
gboolean
ce_way_follow (CeWay *way, const CeChains *chains, const CeJoins *joins, guint8 *done, guint chain, GError **error)
{
  const guint *joined = joins->ends;
  guint        begin = 2 * chain, end;

  way->n = way->most_points = 0;
  way->is_closed = chain >= chains->n_open;
  done[chain] = TRUE;
  if (way->is_closed)
    return append (way, chains, joins, begin, error);

  while (joined[begin] != CE_NO_END && ! way->is_closed)
    {
      begin = joined[begin] ^ 1;
      way->is_closed = begin == 2 * chain;
    }
  end = begin;
  do
    {
      done[end / 2] = TRUE;
      if (! append (way, chains, joins, end, error))
        return FALSE;
      end = joined[end ^ 1];
    }
  while (end != CE_NO_END && end != begin);

  if (way->is_closed && way->n > 1 && way->pixels[0].number == way->pixels[way->n - 1].number)
    way->n--;

  return TRUE;
}
