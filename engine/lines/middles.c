/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The middle of a drawn line below the pixel, and its width there (C. Steger, An Unbiased Detector of Curvilinear
 * Structures, IEEE PAMI 20 (2), 1998).
 */
#include "trace.h"

#include <string.h>

/* Samples of a profile, per pixel. */
#define FINE 4

/* The width, pixels, that a line of no width has at half its height, as pictures blur it by 0.7 pixels, and as pixels alone
 * do; and the pixels between a quarter and three quarters of the height of both sides of such lines. */
#define BLURRED 1.98
#define SHARP 1.25
#define BLURRED_RIM 1.6
#define SHARP_RIM 1.2

/* The same of sides that lie between pixels, and the share of the width that it has of a peak between half pixels: neither
 * is blurred. */
#define LEAST_RIM 1
#define PEAK 0.93

/* The most pixels from the middle of a line to that between its sides; where it is more, another line is beside. */
#define MOST_ASIDE 0.5

/* The least width of a line, pixels, and that of one which is wider in the picture: a narrower one is a pixel of paler
 * ink. */
#define LEAST_WIDTH 0.5
#define PIXEL 1

/* A side of a line: the way to it at half the line's height, the level there, and the pixels from a quarter of the height to
 * three quarters. */
typedef struct { double way, half, rim; } Side;

static double
within_half (double v)
{
  return v < -0.5 ? -0.5 : v > 0.5 ? 0.5 : v;
}

/* Returns the way from the pixel in the middle of nine levels, row by row, to the middle of a line, the direction @across,
 * of length 1, and the curvature in it. @sign is 1 for a dark line, -1 for a light one. The arithmetic is ce_ridge()'s. */
CeVec
ce_middle_find (const float v[9], double sign, CeVec *across, double *curvature)
{
  double tl = v[0], t = v[1], tr = v[2], l = v[3], c = v[4], r = v[5], bl = v[6], b = v[7], br = v[8];
  double left = (tl + bl) + l, middle = (t + b) + c, right = (tr + br) + r;
  double above = (tl + tr) + t, here = (l + r) + c, below = (bl + br) + b;
  double dx = sign * (right - left) / 6;
  double dy = sign * (below - above) / 6;
  double dxx = sign * ((left - middle) + (right - middle)) / 3;
  double dyy = sign * ((above - here) + (below - here)) / 3;
  double dxy = sign * ((br - tr) - (bl - tl)) / 4;
  double half = (dxx - dyy) * 0.5;
  double root = sqrt (half * half + dxy * dxy);
  double x = half >= 0 ? half + root : dxy;
  double y = half >= 0 ? dxy : root - half;
  double curved = (dxx + dyy) * 0.5 + root;
  double most = curved * (x * x + y * y);
  double way = -(dx * x + dy * y) / most;

  /* Levels that are not finite have no middle. */
  *across = (CeVec) { 1, 0 };
  *curvature = 0;
  if (! (most > 0 && most <= G_MAXDOUBLE))
    return (CeVec) { 0, 0 };

  *across = ce_vec_unit (x, y);
  *curvature = curved;

  return (CeVec) { within_half (way * x), within_half (way * y) };
}

/* Returns a level between pixel centers, of the four around it. */
static double
level_at (const CeLevels *levels, double x, double y)
{
  double       left = floor (x - 0.5), top = floor (y - 0.5);
  double       u = (x - 0.5) - left, v = (y - 0.5) - top;
  const float *at = levels->data + (gsize) ((int) top - levels->y) * levels->width + ((int) left - levels->x);
  const float *below = at + levels->width;

  return (1 - v) * ((1 - u) * at[0] + u * at[1]) + v * ((1 - u) * below[0] + u * below[1]);
}

/* Returns the way to the first sample that is not below @level, between it and the one before. */
static double
way_to (const double *rise, double level)
{
  int k = 1;

  while (rise[k] < level)
    k++;

  return (k - (rise[k] - level) / (rise[k] - rise[k - 1])) / FINE;
}

/* Finds the side of a line from @at, in it, along the direction @step, of length 1. The ground is the mean of all
 * samples within @reach pixels that have at least 75 % of the largest rise. */
static Side
find_side (const CeLevels *levels, CeVec at, CeVec step, double sign, int reach)
{
  double rise[FINE * CE_MIDDLE_REACH + 1], begin = sign * level_at (levels, at.x, at.y), most = 0, ground = 0;
  int    n = FINE * reach, n_ground = 0;

  rise[0] = 0;
  for (int i = 1; i <= n; i++)
    {
      double way = (double) i / FINE, more = sign * level_at (levels, at.x + way * step.x, at.y + way * step.y) - begin;

      rise[i] = isnan (more) ? 0 : more;
      most = rise[i] > most ? rise[i] : most;
    }
  if (! (most > 0 && most <= G_MAXDOUBLE))
    return (Side) { 0, begin, 0 };

  for (int i = 1; i <= n; i++)
    if (4 * rise[i] >= 3 * most)
      {
        ground = ground + rise[i];
        n_ground++;
      }
  ground = ground / n_ground;

  return (Side) { way_to (rise, ground / 2), begin + ground / 2,
                  way_to (rise, 0.75 * ground) - way_to (rise, 0.25 * ground) };
}

/* Measures the line whose middle is about @at: its width at half its height, the level there, how steep its sides are, and
 * the way from @at to the middle between them. */
void
ce_middle_measure (CeMiddle *middle, const CeLevels *levels, CeVec at, CeVec across, double sign, int reach)
{
  CeVec  back = { -across.x, -across.y };
  Side   one = find_side (levels, at, across, sign, reach), other = find_side (levels, at, back, sign, reach);
  double aside = (one.way - other.way) / 2;

  middle->width = (float) (one.way + other.way);
  middle->rim = (float) (one.rim + other.rim);
  middle->half = (float) (0.5 * (one.half + other.half));
  if (! (fabs (aside) <= MOST_ASIDE))
    aside = 0;
  middle->aside_x = (float) (aside * across.x);
  middle->aside_y = (float) (aside * across.y);
}

/* Finds the median of @n widths, the lower one of two. None is below 0, so that they are in the order of their bits, of
 * which it finds four at a time. */
gboolean
ce_middle_median (const float *widths, guint n, CeSteps *steps, float *median, GError **error)
{
  guint   rank = (n - 1) / 2;
  guint32 found = 0;

  for (int shift = 28; shift >= 0; shift -= 4)
    {
      guint   counts[16] = { 0 };
      guint32 digit = 0;

      for (guint i = 0; i < n; i++)
        {
          guint32 bits;

          memcpy (&bits, &widths[i], sizeof bits);
          counts[bits >> shift & 15] += (guint64) (bits ^ found) >> (shift + 4) == 0;
          if (! ce_steps_try (steps, 1, error))
            return FALSE;
        }
      for (; rank >= counts[digit]; digit++)
        rank -= counts[digit];
      found |= digit << shift;
    }
  memcpy (median, &found, sizeof *median);

  return TRUE;
}

/* Returns a width without what blur adds to narrow lines, which is less where the sides are steep. */
double
ce_middle_unblur (double width, double rim)
{
  double more = rim > PEAK * width ? 0 : (rim - SHARP_RIM) / (BLURRED_RIM - SHARP_RIM) * (BLURRED - SHARP);
  double share = (rim > LEAST_RIM ? SHARP + CLAMP (more, 0, BLURRED - SHARP) : 0) / width;
  double least = CLAMP (width, LEAST_WIDTH, PIXEL);

  return share < 1 ? MAX (width * sqrt (1 - share * share * share * share * share), least) : least;
}
