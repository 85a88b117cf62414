/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "edge-share.h"

#include "engine/samples.h"
#include "engine/threads.h"

/* Rows that a thread counts at a time. */
#define STRIP 64

typedef struct
{
  const CeView *result;
  float         level;           /* of edges */
  gsize         edges;           /* atomic */
} Count;

/* Called with a constant type, so that each is a loop of its own. */
static inline __attribute__ ((always_inline)) guint32
count_row (gconstpointer row, const CeType type, int n, float level)
{
  guint32 count = 0;

  for (int x = 0; x < n; x++)
    count += type == CE_U8 ? ((const guint8 *) row)[x] == (guint8) level : ce_level_of (row, type, (gsize) x) == level;

  return count;
}

/* CeTask. */
static void
count_strip (int strip, gpointer data)
{
  Count        *count = data;
  const CeView *result = count->result;
  gsize         edges = 0;

  for (int y = strip * STRIP; y < MIN ((strip + 1) * STRIP, result->height); y++)
    switch (result->type)
      {
      case CE_U8: edges += count_row (ce_view_row (result, y), CE_U8, result->width, count->level); break;
      case CE_U16: edges += count_row (ce_view_row (result, y), CE_U16, result->width, count->level); break;
      case CE_F32: edges += count_row (ce_view_row (result, y), CE_F32, result->width, count->level); break;
      }
  g_atomic_pointer_add (&count->edges, (gssize) edges);
}

/* Percent of the pixels that are edges, of a result of Canny; -1 if it does not tell. */
double
ce_edge_share (const CeView *result, const CeParams *params)
{
  Count count = { result, params->style == CE_STYLE_BLACK_ON_WHITE ? 0 : 255, 0 };

  if (params->stage != CE_STAGE_EDGES || result->channels != 1)
    return -1;

  ce_threads_run ((result->height + STRIP - 1) / STRIP, count_strip, &count, NULL, NULL);

  return 100.0 * (double) count.edges / ((double) result->width * result->height);
}
