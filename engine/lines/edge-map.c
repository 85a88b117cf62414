/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Edge pixels as bits, and their numbers in raster order.
 */
#include "trace.h"

#include "engine/samples.h"
#include "engine/text.h"

#include <string.h>

/* The most edge pixels that paths are made of. */
#define MOST_PIXELS 10000000

/* A bit of each of eight bytes, and the factor that brings them together in the last one: bits of 24 MP in 6 ms, not 21. */
#define EVERY_EIGHTH G_GUINT64_CONSTANT (0x0101010101010101)
#define GATHER G_GUINT64_CONSTANT (0x0102040810204080)

const CePoint ce_link_steps[8] = { { 0, -1 }, { -1, 0 }, { 1, 0 }, { 0, 1 }, { -1, -1 }, { 1, -1 }, { -1, 1 }, { 1, 1 } };

/* Returns the bits of up to 64 pixels from column @x on whose level is above 127.5. */
static guint64
word_of (const CeView *view, int x, int y)
{
  const void *row = ce_view_row (view, y);
  int         n = MIN (view->width - x, 64);
  guint64     word = 0;
  int         i = 0;

  for (; view->type == CE_U8 && i + 8 <= n; i += 8)
    {
      guint64 eight;

      memcpy (&eight, (const guint8 *) row + x + i, sizeof eight);
      word |= ((GUINT64_FROM_LE (eight) >> 7 & EVERY_EIGHTH) * GATHER >> 56) << i;
    }
  for (; i < n; i++)
    word |= (guint64) (ce_level_of (row, view->type, (gsize) (x + i)) > 127.5f) << i;

  return word;
}

static gboolean
refuse (guint64 n, GError **error)
{
  g_set_error (error, CE_ERROR, CE_ERROR_INVALID,
               _("The edges have %.1f million pixels, and lines are made of at most %d million: higher thresholds leave fewer."),
               (double) n / 1e6, MOST_PIXELS / 1000000);

  return FALSE;
}

/* Sets the bits of the pixels of @view, of one channel, that are edges, and are in the (nullable) @selection. */
gboolean
ce_edge_map_init (CeEdgeMap *edges, const CeView *view, const CeView *selection, const CeProgress *progress,
                  GError **error)
{
  gsize   words = ((gsize) view->width + 63) / 64, all = words * (gsize) view->height;
  CeSteps steps = { .progress = progress, .all = all };
  guint64 n = 0;

  *edges = (CeEdgeMap) { .width = view->width, .height = view->height, .words = words };
  edges->bits = g_try_malloc_n (all, sizeof *edges->bits);
  edges->before = g_try_malloc_n (all, sizeof *edges->before);
  if (! edges->bits || ! edges->before)
    return ce_trace_no_memory (all * (sizeof *edges->bits + sizeof *edges->before), error);

  for (int y = 0; y < view->height; y++)
    {
      for (gsize i = 0; i < words; i++)
        {
          guint64 word = word_of (view, (int) i * 64, y);

          if (word && selection)
            word &= word_of (selection, (int) i * 64, y);
          edges->bits[(gsize) y * words + i] = word;
          edges->before[(gsize) y * words + i] = (guint) n;
          n += ce_edge_map_count (word);
        }
      if (! ce_steps_add (&steps, (guint) words, error))
        return FALSE;
    }
  edges->n = (guint) n;

  return n <= MOST_PIXELS || refuse (n, error);
}

void
ce_edge_map_clear (CeEdgeMap *edges)
{
  g_clear_pointer (&edges->bits, g_free);
  g_clear_pointer (&edges->before, g_free);
}
