/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Counts the pixels of a result that are as bright as edges, and those of a histogram above a magnitude.
 */
#include "edge-share.h"

#include <math.h>

/* The most pixels whose count fits a byte, because a register counts several bytes at a time. */
#define PIECE 240

/* Rows that a thread counts at once. */
#define ROWS 64

/* Counts pixels that are as bright as edges. It is called with a constant type, so that each type has a loop of its own. */
static inline __attribute__ ((always_inline)) guint32
count_row (gconstpointer row, const CeType type, int n, int edge)
{
  guint32 count = 0;

  for (int from = 0; from < n; from += PIECE)
    {
      guint8 some = 0;

      for (int x = from; x < MIN (from + PIECE, n); x++)
        some += type == CE_U8 ? ((const guint8 *) row)[x] == (guint8) (edge * 255)
                : type == CE_U16 ? ((const guint16 *) row)[x] == (guint16) (edge * 65535)
                                 : ((const float *) row)[x] == (float) edge;
      count += some;
    }

  return count;
}

typedef struct
{
  const CeView *result;
  int           edge;
  gsize         n;              /* atomic */
} Count;

/* A CeTask: some rows. */
static void
count_rows (int task, gpointer data)
{
  Count        *count = data;
  const CeView *result = count->result;
  guint32       n = 0;

  for (int y = task * ROWS; y < MIN ((task + 1) * ROWS, result->height); y++)
    switch (result->type)
      {
      case CE_U8: n += count_row (ce_view_row (result, y), CE_U8, result->width, count->edge); break;
      case CE_U16: n += count_row (ce_view_row (result, y), CE_U16, result->width, count->edge); break;
      case CE_F32: n += count_row (ce_view_row (result, y), CE_F32, result->width, count->edge); break;
      }
  g_atomic_pointer_add (&count->n, n);
}

/* Returns the percentage of edge pixels in a result of Canny, or -1 if the result does not show edges. */
double
ce_edge_share (const CeView *result, const CeParams *params)
{
  Count count = { result, params->style != CE_STYLE_BLACK_ON_WHITE, 0 };

  if (params->stage != CE_STAGE_EDGES || result->channels != 1)
    return -1;

  ce_threads_share ((result->height + ROWS - 1) / ROWS, count_rows, &count);

  return 100.0 * (double) count.n / ((double) result->width * result->height);
}

/* Returns the percentage of @all pixels of a histogram above a magnitude; within a bin it falls as a power, as most of the
 * first are near 0. */
double
ce_share_above (const double *bins, double all, double magnitude)
{
  int    first = MIN ((int) magnitude, CE_HISTOGRAM_BINS - 1);
  double above = 0, part = MIN (magnitude - first, 1);

  for (int bin = first + 1; bin < CE_HISTOGRAM_BINS; bin++)
    above += bins[bin];

  return all > 0 && above + bins[first] > 0 ? 100 / all * pow (above + bins[first], 1 - part) * pow (above, part) : 0;
}
