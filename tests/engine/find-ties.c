/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Searches small pictures with a tie in the middle: the gradient is exactly between two directions, and only one of the
 * directions lets thinning keep the middle. Prints lines of the table in known-ties.c, one for each angle. Photos have such
 * a pixel once in 10^8 to 10^9, so the search tries pictures that are similar to one with a near tie.
 *
 *   find-ties TYPE CHANNELS SIGMA FIRST
 *
 * with TYPE u8 or u16; searches from the number FIRST on.
 */
#include "tests/support/tie.h"

#include "engine/arithmetic.h"

#include <stdlib.h>

/* The largest distance of a slope from a change of direction that a small change of the picture bridges. */
#define NEAR 0.01f

/* Computes squared magnitudes around the middle. */
static void
find_magnitudes (const TieLevels *levels, float m[3][3])
{
  for (int y = -1; y <= 1; y++)
    for (int x = -1; x <= 1; x++)
      {
        float dx, dy;

        tie_gradient (levels, x, y, &dx, &dy);
        m[y + 1][x + 1] = dx * dx + dy * dy;
      }
}

/* Returns whether only one of both directions keeps the middle; sets @slanted if it is the diagonal one. */
static gboolean
matters (const TiePicture *picture, double sigma, gboolean is_flat, gboolean *slanted)
{
  TieLevels levels;
  float     dx, dy, m[3][3];
  gboolean  straight;
  int       side;

  tie_blur (picture, sigma, 2, &levels);
  tie_gradient (&levels, 0, 0, &dx, &dy);
  find_magnitudes (&levels, m);
  side = (dx < 0) != (dy < 0) ? 1 : -1;
  *slanted = m[1][1] > m[0][1 + side] && m[1][1] > m[2][1 - side];
  straight = is_flat ? m[1][1] > m[1][0] && m[1][1] >= m[1][2] : m[1][1] > m[0][1] && m[1][1] >= m[2][1];

  return *slanted != straight;
}

static gboolean
find_near (CeType type, int channels, double sigma, guint64 first, gboolean is_flat)
{
  for (guint64 number = first; number < first + TIE_ALIKE; number++)
    {
      TiePicture picture;
      TieLevels  levels;
      float      dx, dy;
      gboolean   slanted;

      tie_picture (&picture, type, channels, sigma, number);
      tie_blur (&picture, sigma, 1, &levels);
      tie_gradient (&levels, 0, 0, &dx, &dy);
      if (! (is_flat ? tie_is_flat (dx, dy) : tie_is_steep (dx, dy)) || ! matters (&picture, sigma, is_flat, &slanted))
        continue;

      g_print ("  { %s, %d, %g, %s, %" G_GUINT64_FORMAT ", %s },\n", type == CE_U8 ? "CE_U8" : "CE_U16", channels, sigma,
               is_flat ? "FLAT" : "STEEP", number, slanted ? "TRUE" : "FALSE");
      return TRUE;
    }

  return FALSE;
}

/* Searches the first number from @first on whose picture has a tie. */
static void
find (CeType type, int channels, double sigma, guint64 first, gboolean is_flat)
{
  for (guint64 number = first / TIE_ALIKE * TIE_ALIKE; ; number += TIE_ALIKE)
    {
      TiePicture picture;
      TieLevels  levels;
      float      dx, dy, turn;
      gboolean   slanted;

      tie_picture (&picture, type, channels, sigma, number);
      tie_blur (&picture, sigma, 1, &levels);
      tie_gradient (&levels, 0, 0, &dx, &dy);
      turn = ce_abs (dx) * CE_TAN_22_5 + (is_flat ? 0 : 2 * ce_abs (dx));
      if (ce_abs (ce_abs (dy) - turn) < NEAR && matters (&picture, sigma, is_flat, &slanted)
          && find_near (type, channels, sigma, number, is_flat))
        return;
    }
}

int
main (int argc, char **argv)
{
  CeType  type = argc == 5 && g_str_equal (argv[1], "u16") ? CE_U16 : CE_U8;
  int     channels = argc == 5 ? atoi (argv[2]) : 0;
  double  sigma = argc == 5 ? g_ascii_strtod (argv[3], NULL) : 0;
  guint64 first = argc == 5 ? g_ascii_strtoull (argv[4], NULL, 10) : 0;

  if ((channels != 1 && channels != 3) || tie_side (sigma) > TIE_MOST)
    g_error ("find-ties TYPE CHANNELS SIGMA FIRST");

  find (type, channels, sigma, first, TRUE);
  find (type, channels, sigma, first, FALSE);

  return 0;
}
