/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Bitmaps of one bit per pixel, their hysteresis and their dilation.
 */
#pragma once

#include "engine/backend.h"

/* Rows of a strip of hysteresis; threads flood strips in parallel. */
#define CE_STRIP_ROWS 256

/* Rows of words of 64 pixels, the first pixel in the lowest bit, inside a frame of one word and one row of zeros. */
typedef struct
{
  int      width;
  int      height;
  int      n_words;             /* of a row, without the frame */
  gsize    pitch;               /* words from row to row */
  gsize    size;                /* bytes */
  guint64 *memory;
  guint64 *words;               /* row 0, word 0 */
} CeBits;

gboolean ce_bits_init     (CeBits *bits, int width, int height, GError **error);
void     ce_bits_clear    (CeBits *bits);
gboolean ce_bits_connect  (const CeBits *weak, CeBits *strong, const CeProgress *progress, GError **error);
gboolean ce_bits_widen    (const CeBits *edges, const CeDisc *disc, CeBits *lines, const CeProgress *progress,
                           GError **error);

static inline guint64 *
ce_bits_row (const CeBits *bits, int y)
{
  return bits->words + (gssize) bits->pitch * y;
}
