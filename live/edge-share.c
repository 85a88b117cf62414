/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "edge-share.h"

#include "engine/backend.h"
#include "engine/samples.h"
#include "engine/threads.h"

/* Rows of a strip. */
#define STRIP 64

typedef struct
{
  const CeView *result;
  gboolean      inverted;
  guint64      *edges;           /* of each strip */
} Count;

static guint64
count_bytes (const guint8 *restrict row, int n, guint8 value)
{
  guint64 count = 0;

  /* In pieces whose count fits a byte, so that it is counted in bytes. */
  for (int x0 = 0; x0 < n; x0 += 255)
    {
      int    last = MIN (x0 + 255, n);
      guint8 piece = 0;

      for (int x = x0; x < last; x++)
        piece += row[x] == value;
      count += piece;
    }

  return count;
}

/* The same of words and floats. */
static guint64
count_levels (gconstpointer row, CeType type, int n, float level)
{
  guint32 count = 0;

  if (type == CE_U16)
    for (int x = 0; x < n; x++)
      count += ce_level_of (row, CE_U16, (gsize) x) == level;
  else
    for (int x = 0; x < n; x++)
      count += ce_level_of (row, CE_F32, (gsize) x) == level;

  return count;
}

/* CeTask. */
static void
count_strip (int strip, gpointer data)
{
  const Count  *count = data;
  const CeView *result = count->result;
  guint64       edges = 0;

  for (int y = strip * STRIP; y < MIN ((strip + 1) * STRIP, result->height); y++)
    if (result->type == CE_U8)
      edges += count_bytes (ce_view_row (result, y), result->width, count->inverted ? 0 : 255);
    else
      edges += count_levels (ce_view_row (result, y), result->type, result->width, count->inverted ? 0 : 255);
  count->edges[strip] = edges;
}

/* Percent of the pixels that are edges, of a result of Canny; -1 if it does not tell. */
double
ce_edge_share (const CeView *result, const CeParams *params)
{
  int                 n_strips = (result->height + STRIP - 1) / STRIP;
  g_autofree guint64 *strips = g_new (guint64, n_strips);
  Count               count = { result, params->style == CE_STYLE_BLACK_ON_WHITE, strips };
  guint64             edges = 0;

  if (params->stage != CE_STAGE_EDGES || result->channels != 1)
    return -1;

  ce_threads_run (n_strips, count_strip, &count, NULL, NULL);
  for (int strip = 0; strip < n_strips; strip++)
    edges += strips[strip];

  return 100.0 * edges / ((double) result->width * result->height);
}
