/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The memory of peaks. Threads take chunks as they need them, because the number of peaks is only known afterwards, and give
 * up when no chunk is left.
 */
#include "peaks.h"

#include "engine/threads.h"

#include <string.h>

/* Floats of a chunk: many rows of the widest tile, a small part of the budget. */
#define CHUNK ((gsize) 32 * 1024)

void
ce_peaks_clear (CePeaks *peaks)
{
  ce_bits_clear (&peaks->bits);
  g_free (peaks->starts);
  memset (peaks, 0, sizeof *peaks);
}

/* Begins to store peaks of an image, all or those inside the brackets, in at most @budget bytes. Returns whether there is
 * memory. */
gboolean
ce_peaks_begin (CePeaks *peaks, CeKept *kept, const CeView *view, int tile_width, gboolean all, gsize budget)
{
  gsize    n_pixels = (gsize) view->width * view->height;
  int      n_columns = (view->width + tile_width - 1) / tile_width;
  guint32 *starts;
  gsize    size;

  if (all && ! peaks->bits.memory && ! ce_bits_init (&peaks->bits, view->width, view->height, NULL))
    return FALSE;

  size = MIN (budget - MIN (budget, peaks->bits.size), n_pixels * sizeof (float));

  /* Every thread may leave a rest of a chunk; starts have 32 bits. */
  peaks->n_chunks = MIN (size / (CHUNK * sizeof (float)) + (gsize) ce_threads_count (), G_MAXUINT32 / CHUNK);
  peaks->values = ce_kept_reserve (kept, (peaks->n_chunks * CHUNK + CE_ROW_SLACK) * sizeof (float), NULL);
  starts = g_try_renew (guint32, peaks->starts, (gsize) n_columns * view->height);
  if (starts)
    peaks->starts = starts;
  peaks->tile_width = tile_width;
  peaks->n_columns = n_columns;
  peaks->next_chunk = 0;

  return peaks->values && starts;
}

/* Returns whether the chunks sufficed so far. */
gboolean
ce_peaks_complete (const CePeaks *peaks)
{
  return (gsize) g_atomic_int_get (&peaks->next_chunk) <= peaks->n_chunks;
}

/* Returns memory for the magnitudes of a row of a tile, NULL if no chunk is left. The caller, whose @chunk it is, adds
 * their number to @chunk->next. */
float *
ce_peaks_reserve (CePeaks *peaks, CePeaksChunk *chunk, const CeTile *tile, int y)
{
  /* Loops write one vector beyond the last magnitude. */
  if (chunk->end - chunk->next < (gsize) (tile->x1 - tile->x0) + CE_ROW_SLACK)
    {
      gsize index;

      if (! ce_peaks_complete (peaks))
        return NULL;
      index = (gsize) g_atomic_int_add (&peaks->next_chunk, 1);
      if (index >= peaks->n_chunks)
        return NULL;
      *chunk = (CePeaksChunk) { index * CHUNK, (index + 1) * CHUNK };
    }

  peaks->starts[(gsize) peaks->n_columns * y + tile->x0 / peaks->tile_width] = (guint32) chunk->next;

  return peaks->values + chunk->next;
}

/* Sets the bits of the peaks of row @y, of @n_words, that are above the thresholds. */
void
ce_peaks_classify (const CePeaks *peaks, const CeRows *rows, float low, float high, int y,
                   guint64 *weak, guint64 *strong, int n_words)
{
  const guint32 *starts = peaks->starts + (gsize) peaks->n_columns * y;
  int            n_of_tile = peaks->tile_width / 64;

  for (int column = 0; column < peaks->n_columns; column++)
    {
      int            first = column * n_of_tile;
      const guint64 *bits = peaks->bits.words ? ce_bits_row (&peaks->bits, y) + first : NULL;

      rows->thin.classify (peaks->values + starts[column], bits, low, high, weak + first, strong + first,
                           MIN (n_of_tile, n_words - first));
    }
}
