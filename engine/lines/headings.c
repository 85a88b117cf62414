/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How a drawn line goes on beyond its end, and whether the way from there to another end is drawn.
 */
#include "joining.h"

/* Returns the middle of the pixel that is @steps from @end into its chain, rounded to a 256th of a pixel, so that sums of
 * products are exact, and a turned picture has the same keys; a tie to the even one, which it is in that picture, too. */
static CeVec
point_at (const CeJoin *join, guint end, guint steps)
{
  CePixel pixel = ce_join_pixel_at (join->chains, end, steps);
  CeVec   way = join->offsets->offset[pixel.number];

  return (CeVec) { pixel.x + rint (256 * way.x) / 256, pixel.y + rint (256 * way.y) / 256 };
}

/* Returns the heading of an end without @left pixels, and those that another line pulls aside, over @reach pixels and two
 * widths. */
CeHeading
ce_join_heading (const CeJoin *join, guint end, guint left, guint reach)
{
  guint     n = ce_chains_size (join->chains, end / 2) - left, most = (n - 1) / 3, skip = MIN (join->skip, most);
  guint     far = 2 * join->skip + CE_PULLED, beside = (join->skip + 1) / 2 + CE_PULLED, last = 0;
  CeHeading heading = { .end = ce_join_pixel_at (join->chains, end, left) };
  CeVec     back;

  for (guint i = 0; i <= MIN (last + far, most); i++)
    if (ce_width_is_met (join->offsets->middles[ce_join_pixel_at (join->chains, end, left + i).number].width,
                         join->widths[end / 2]))
      {
        last = i;
        skip = MIN (MAX (skip, i + beside), most);
      }
  heading.from = ce_join_pixel_at (join->chains, end, left + skip);
  heading.at = point_at (join, end, left + skip);
  back = point_at (join, end, left + MIN (skip + reach + join->skip, n - 1 - MIN (join->skip, most)));
  heading.forward = (CeVec) { heading.at.x - back.x, heading.at.y - back.y };

  return heading;
}

/* Returns the pixel @i steps of @n along the way (@dx, @dy) from @from: of the two that the way runs between, the one with
 * the @larger coordinates, or the other one. */
CePoint
ce_join_step (CePixel from, int dx, int dy, int i, int n, gboolean larger)
{
  int x = i * dx, y = i * dy, up = larger ? n - 1 : 0, down = n - 1 - up;

  /* C rounds to 0. */
  return (CePoint) { from.x + (x + (x > 0 ? up : -down)) / n, from.y + (y + (y > 0 ? up : -down)) / n };
}

/* Returns whether all pixels between two ends are drawn, on one side of the straight way at least, because a line of one
 * pixel may run between two. It is symmetric in @a and @b, or ce_join_ends() would not terminate. */
gboolean
ce_join_is_drawn (const CeJoin *join, const CeHeading *a, const CeHeading *b)
{
  const CeMiddle *middles = join->offsets->middles, *from = &middles[a->from.number];
  int             dx = b->end.x - a->end.x, dy = b->end.y - a->end.y, n = MAX (ABS (dx), ABS (dy));
  double          half = MAX (from->half, middles[b->from.number].half);

  for (int i = 1; i < n; i++)
    if (ce_offsets_level (join->offsets, from->signal, ce_join_step (a->end, dx, dy, i, n, TRUE)) > half
        && ce_offsets_level (join->offsets, from->signal, ce_join_step (a->end, dx, dy, i, n, FALSE)) > half)
      return FALSE;

  return TRUE;
}
