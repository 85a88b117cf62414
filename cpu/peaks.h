/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Peaks are the pixels that thinning keeps: a bit for each pixel, and the magnitudes of the peaks, a quarter of the
 * pixels of photos. They are stored so that other thresholds need no new gradient.
 */
#pragma once

#include "bits.h"
#include "kept.h"
#include "ring.h"

typedef struct
{
  CeBits   bits;                /* of all peaks, if all are stored */
  float   *values;              /* the kept plane, in chunks that each belong to one thread */
  gsize    n_chunks;
  gint     next_chunk;          /* atomic; beyond n_chunks if there were too few */
  guint32 *starts;              /* in values, by row and column of tiles */
  int      n_columns;
  int      tile_width;
  CeBrackets brackets;          /* without @bits those peaks are stored that depend on thresholds inside */
} CePeaks;

/* The chunk that a thread writes. */
typedef struct
{
  gsize next;
  gsize end;
} CePeaksChunk;

gboolean ce_peaks_begin    (CePeaks *peaks, CeKept *kept, const CeView *view, int tile_width, gboolean all, gsize budget);
void     ce_peaks_clear    (CePeaks *peaks);
gboolean ce_peaks_complete (const CePeaks *peaks);
float   *ce_peaks_reserve     (CePeaks *peaks, CePeaksChunk *chunk, const CeTile *tile, int y);
void     ce_peaks_classify (const CePeaks *peaks, const CeRows *rows, float low, float high, int y,
                           guint64 *weak, guint64 *strong, int n_words);
