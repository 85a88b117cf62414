/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Counts the pixels of a result that are as bright as edges.
 */
#include "edge-share.h"

/* The most pixels whose count fits a byte, because a register counts several bytes at a time. */
#define PIECE 240

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

/* Returns the percentage of edge pixels in a result of Canny, or -1 if the result does not show edges. */
double
ce_edge_share (const CeView *result, const CeParams *params)
{
  int   edge = params->style != CE_STYLE_BLACK_ON_WHITE;
  gsize edges = 0;

  if (params->stage != CE_STAGE_EDGES || result->channels != 1)
    return -1;

  for (int y = 0; y < result->height; y++)
    switch (result->type)
      {
      case CE_U8: edges += count_row (ce_view_row (result, y), CE_U8, result->width, edge); break;
      case CE_U16: edges += count_row (ce_view_row (result, y), CE_U16, result->width, edge); break;
      case CE_F32: edges += count_row (ce_view_row (result, y), CE_F32, result->width, edge); break;
      }

  return 100.0 * (double) edges / ((double) result->width * result->height);
}
