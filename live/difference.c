/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Compares two pictures to the bit.
 */
#include "difference.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double
sample_difference (const CeView *view, gconstpointer a, gconstpointer b, gsize i)
{
  switch (view->type)
    {
    case CE_U8: return abs (((const guint8 *) a)[i] - ((const guint8 *) b)[i]);
    case CE_U16: return abs (((const guint16 *) a)[i] - ((const guint16 *) b)[i]) / 257.0;
    case CE_F32: return fabs ((double) ((const float *) a)[i] - ((const float *) b)[i]) * 255;
    }

  return 0;
}

static void
compare_row (const CeView *a, const CeView *b, int y, CeDifference *difference)
{
  gsize         size = ce_type_size (a->type) * a->channels;
  const guint8 *row_a = ce_view_row (a, y);
  const guint8 *row_b = ce_view_row (b, y);

  if (memcmp (row_a, row_b, size * a->width) == 0)
    return;

  for (int x = 0; x < a->width; x++)
    {
      if (memcmp (row_a + x * size, row_b + x * size, size) == 0)
        continue;

      if (difference->n_points < (int) G_N_ELEMENTS (difference->points))
        difference->points[difference->n_points++] = (CePoint) { x, y };
      difference->pixels++;
      for (int c = 0; c < a->channels; c++)
        difference->largest = MAX (difference->largest,
                                   sample_difference (a, row_a, row_b, (gsize) x * a->channels + c));
    }
}

/* Fills in the difference of two pictures of one size and format. */
void
ce_difference_find (const CeView *a, const CeView *b, CeDifference *difference)
{
  memset (difference, 0, sizeof *difference);

  for (int y = 0; y < a->height; y++)
    compare_row (a, b, y, difference);
}
