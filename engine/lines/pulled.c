/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Pixels of a path that are not in the middle of its drawn line: beyond its ends, in their corners, and where another line
 * pulls the middle aside.
 */
#include "runs.h"

#include <string.h>

/* The share of a line's curvature below which it has ended. */
#define FADED 0.7

/* The width from which on the end of a line has corners, and by how much the width differs in them: pixels, and a share. */
#define WIDE 2.5
#define CORNER 0.15
#define CORNER_SHARE 0.03

/* Widths of a line in which the corners of its end pull its middle aside. */
#define PULLED 0.3

/* Pixels, beside half a width, from there to the one that says how the line goes on. */
#define SPAN 5

/* The most pixels, beside half a width, by which a middle is pulled aside. */
#define ASIDE 1

/* The cosine of 30 degrees. */
#define STRAIGHT 0.8660254037844387

static const CeMiddle *
middle_of (const CeWay *way, const CeMiddle *middles, guint i)
{
  return &middles[way->pixels[i].number];
}

/* Returns whether pixel @i of the way is beyond the end of a drawn line, or in a corner of a wide one's end. */
static gboolean
is_beyond (const CeWay *way, const CeMiddle *middles, guint i, double most, double width)
{
  const CeMiddle *middle = middle_of (way, middles, i);

  return middle->curvature < FADED * most || (width > WIDE && ABS (middle->width - width) > CORNER + CORNER_SHARE * width);
}

/* Returns how many pixels at the begin, or the @last end, of the way are beyond the end of a line of @width: of those up to
 * twice its width and 4 from there, those where the curvature has faded. */
static guint
count_beyond (const CeWay *way, const CeMiddle *middles, gboolean last, double width)
{
  guint  reach = MIN ((guint) ceil (2 * width) + 4, way->n), n = 0;
  double most = 0;

  for (guint i = 0; i < reach; i++)
    most = MAX (most, middle_of (way, middles, last ? way->n - 1 - i : i)->curvature);
  while (n < reach && is_beyond (way, middles, last ? way->n - 1 - n : n, most, width))
    n++;

  return n;
}

/* Takes @begin and @end pixels away. */
static void
trim (CeWay *way, guint begin, guint end)
{
  way->n -= MIN (begin + end, way->n);
  memmove (way->pixels, way->pixels + begin, way->n * sizeof *way->pixels);
}

/* Leaves out the pixels beyond both ends of an open line of @width, and those in their corners. */
void
ce_way_trim (CeWay *way, const CeMiddle *middles, double width)
{
  trim (way, count_beyond (way, middles, FALSE, width), count_beyond (way, middles, TRUE, width));
}

/* Returns whether another line runs into that of @width at pixel @i of the way, or chains were joined there. */
static gboolean
is_met (const CeWay *way, const CeChains *chains, const CeMiddle *middles, guint i, double width)
{
  guint n_links = ce_chains_count (chains, way->pixels[i].number);

  return n_links > 2 || (n_links == 1 && i > 0 && i + 1 < way->n)
         || ce_width_is_met (middle_of (way, middles, i)->width, width);
}

/* Returns the point of pixel @i of the way. */
static CeVec
point_of (const CeWay *way, const CeOffsets *offsets, guint i)
{
  CePixel pixel = way->pixels[i];
  CeVec   aside = offsets->offset[pixel.number];

  return (CeVec) { pixel.x + aside.x, pixel.y + aside.y };
}

static gboolean
are_straight (CeVec u, CeVec v)
{
  return u.x * v.x + u.y * v.y > STRAIGHT * sqrt ((u.x * u.x + u.y * u.y) * (v.x * v.x + v.y * v.y));
}

/* Returns whether a line of @width goes straight on from pixel @begin of the way to pixel @end, and its middle is between
 * them nowhere further aside than another line pulls it. */
static gboolean
goes_on (const CeWay *way, const CeOffsets *offsets, guint begin, guint end, double width)
{
  guint  span = SPAN + (guint) ceil (width / 2);
  double most = width / 2 + ASIDE;
  CeVec  a, b, before, through, behind;

  if (begin < span || end + span >= way->n)
    return FALSE;

  a = point_of (way, offsets, begin), b = point_of (way, offsets, end);
  before = ce_vec_minus (a, point_of (way, offsets, begin - span));
  through = ce_vec_minus (b, a);
  behind = ce_vec_minus (point_of (way, offsets, end + span), b);
  for (guint i = begin + 1; i < end; i++)
    if (ce_vec_square_from (a, b, point_of (way, offsets, i)) > most * most)
      return FALSE;

  return are_straight (before, through) && are_straight (through, behind);
}

/* Leaves out the pixels where another line has pulled the middle of one of @width aside, if that goes straight on. */
void
ce_way_leave_pulled (CeWay *way, const CeChains *chains, const CeOffsets *offsets, double width)
{
  const CeMiddle *middles = offsets->middles;
  guint           beside = CE_PULLED + (guint) ceil (0.75 * width), apart = 4 * beside + SPAN, n = 0, next = 0;
  guint           pulled = MIN ((guint) (PULLED * width), way->n / 3);

  if (! way->is_closed)
    trim (way, pulled, pulled);
  for (guint i = 0; i < way->n; i++)
    if (is_met (way, chains, middles, i, width))
      {
        guint first = i, last = i, more, begin, end;

        for (i++; i < way->n && i <= last + apart; i++)
          if (is_met (way, chains, middles, i, width))
            last = i;
        i = last;
        more = (guint) (ce_vec_distance (point_of (way, offsets, first), point_of (way, offsets, last)) / (width + 1));
        begin = first - MIN (MIN (beside + more, apart / 2), first);
        end = last + MIN (beside + more, apart / 2);
        if (goes_on (way, offsets, begin, end, width))
          {
            memmove (way->pixels + n, way->pixels + next, (begin + 1 - next) * sizeof *way->pixels);
            n += begin + 1 - next;
            next = end;
          }
      }
  memmove (way->pixels + n, way->pixels + next, (way->n - next) * sizeof *way->pixels);
  way->n += n - next;
}
