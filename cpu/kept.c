/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The memory of what thinning leaves. Its size is only known afterwards, so
 * the threads take chunks of it as they go, and it is given up when there are
 * none left.
 */
#include "kept.h"
#include "engine/threads.h"

#include "engine/memory.h"
#include "engine/testing.h"

#include <string.h>

/* Floats; many rows of the widest tile, few of the budget. */
#define CHUNK ((gsize) 64 * 1024)

/* An image of which fewer than one pixel in so many could be kept is not tried. */
#define WORTHWHILE 16

static gsize
values_size (const CeKept *kept)
{
  return (kept->n_chunks * CHUNK + CE_ROW_SLACK) * sizeof (float);
}

/**
 * ce_kept_clear:
 * @kept: zeros, or something begun
 */
void
ce_kept_clear (CeKept *kept)
{
  ce_bits_clear (&kept->bits);
  ce_memory_free (kept->values, values_size (kept));
  g_free (kept->starts);
  memset (kept, 0, sizeof *kept);
}

/**
 * ce_kept_budget:
 * @usual: bytes
 *
 * Returns: how many may be kept: @usual, or what tests say
 */
gsize
ce_kept_budget (gsize usual)
{
  gint64 given = ce_testing ()->keep_memory;

  return given > 0 ? (gsize) given : usual;
}

/**
 * ce_kept_begin:
 * @kept: zeros, or something begun for the same image, whose memory is used again
 * @view: the image
 * @tile_width: of the tiles that will be kept
 * @budget: bytes it may take
 *
 * Returns: whether there is enough memory to begin
 */
gboolean
ce_kept_begin (CeKept *kept, const CeView *view, int tile_width, gsize budget)
{
  if (! kept->bits.memory && ! ce_bits_init (&kept->bits, view->width, view->height, NULL))
    return FALSE;

  if (! kept->values)
    {
      gsize n_pixels = (gsize) view->width * view->height;
      gsize size = MIN (budget - MIN (budget, kept->bits.size), n_pixels * sizeof (float));

      /* Every thread may leave the rest of a chunk. */
      kept->n_chunks = size / (CHUNK * sizeof (float)) + (gsize) ce_threads_count ();
      if (size < n_pixels * sizeof (float) / WORTHWHILE)
        return FALSE;
      kept->values = ce_memory_alloc (values_size (kept), NULL);
      if (! kept->values)
        return FALSE;
    }

  kept->tile_width = tile_width;
  kept->n_columns = (view->width + tile_width - 1) / tile_width;
  kept->starts = g_renew (guint32, kept->starts, (gsize) kept->n_columns * view->height);
  kept->next_chunk = 0;

  return TRUE;
}

/**
 * ce_kept_complete:
 * @kept: something begun
 *
 * Returns: whether there was room for everything so far
 */
gboolean
ce_kept_complete (const CeKept *kept)
{
  return (gsize) g_atomic_int_get (&kept->next_chunk) <= kept->n_chunks;
}

/**
 * ce_kept_room:
 * @kept: something begun
 * @chunk: (inout): the calling thread's
 * @tile: a tile
 * @y: a row of it
 *
 * Returns: (nullable): room for the magnitudes of that row, to be claimed by
 *   adding to @chunk's next; %NULL if there is none
 */
float *
ce_kept_room (CeKept *kept, CeKeptChunk *chunk, const CeTile *tile, int y)
{
  /* Loops write a vector behind the last one. */
  if (chunk->end - chunk->next < (gsize) (tile->x1 - tile->x0) + CE_ROW_SLACK)
    {
      gsize index;

      if (! ce_kept_complete (kept))
        return NULL;
      index = (gsize) g_atomic_int_add (&kept->next_chunk, 1);
      if (index >= kept->n_chunks)
        return NULL;
      *chunk = (CeKeptChunk) { index * CHUNK, (index + 1) * CHUNK };
    }

  kept->starts[(gsize) kept->n_columns * y + tile->x0 / kept->tile_width] = (guint32) chunk->next;

  return kept->values + chunk->next;
}

/**
 * ce_kept_classify:
 * @kept: something complete
 * @rows: the loops
 * @low, @high: thresholds
 * @y: a row
 * @weak, @strong: (out): its bits above them
 */
void
ce_kept_classify (const CeKept *kept, const CeRows *rows, float low, float high, int y,
                  guint64 *weak, guint64 *strong)
{
  const guint64 *bits = ce_bits_row (&kept->bits, y);
  const guint32 *starts = kept->starts + (gsize) kept->n_columns * y;
  int            n_words = kept->tile_width / 64;

  for (int column = 0; column < kept->n_columns; column++)
    {
      int first = column * n_words;

      rows->thin.classify (kept->values + starts[column], bits + first, low, high, weak + first, strong + first,
                      MIN (n_words, kept->bits.n_words - first));
    }
}
