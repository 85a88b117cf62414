/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Canny's thinning (non-maximum suppression) and its two thresholds.
 *
 * The gradient of a row becomes the magnitude that is compared and, as bits, in
 * which of four sectors its direction lies; the derivatives never leave the
 * registers. Thinning compares each candidate with its neighbors in all four
 * directions and takes the answer of its sector, so there is no branch to
 * mispredict.
 *
 * Canny, A Computational Approach to Edge Detection, 1986.
 */
#include "rows.h"

#include "columns.h"
#include "vector.h"

/* The four words of 64 pixels, as far as they have been put together. */
typedef struct
{
  guint64 candidates;
  guint64 horizontal;
  guint64 vertical;
  guint64 falling;
} Word;

CE_FN void
store_word (const Word *word, guint64 *sectors)
{
  sectors[CE_SECTOR_CANDIDATES] = word->candidates;
  sectors[CE_SECTOR_HORIZONTAL] = word->horizontal;
  sectors[CE_SECTOR_VERTICAL] = word->vertical;
  sectors[CE_SECTOR_FALLING] = word->falling;
}

/* Adds the sectors of a unit, whose first pixel is @at of the word's 64.
 *
 * Where dx is 0 the direction is vertical, or there is no gradient; where dy
 * is 0 it is horizontal, but for the smallest numbers, whose share is rounded
 * to 0; of bytes there are none. */
CE_FN void
find_sectors (const CeVector dx[CE_PARTS], const CeVector dy[CE_PARTS], gboolean finite, int at, Word *word)
{
  CeMask horizontal[CE_PARTS], vertical[CE_PARTS], falling[CE_PARTS];

  for (int i = 0; i < CE_PARTS; i++)
    {
      CeVector ax = ce_vector_abs (dx[i]);
      CeVector ay = ce_vector_abs (dy[i]);
      CeVector shallow = ax * CE_TAN_22_5;

      horizontal[i] = ce_above (shallow, ay);
      vertical[i] = ce_above (ay, ce_add_twice (shallow, ax, finite));
      falling[i] = ce_differ_in_sign (dx[i], dy[i]);
      if (! finite)
        falling[i] &= ce_above (ay, (CeVector) { 0 });
    }

  word->horizontal |= ce_unit_bits (horizontal) << at;
  word->vertical |= ce_unit_bits (vertical) << at;
  word->falling |= ce_unit_bits (falling) << at;
}

CE_FN CeVector
magnitude (CeVector dx, CeVector dy, gboolean l1)
{
  return l1 ? ce_vector_abs (dx) + ce_vector_abs (dy) : dx * dx + dy * dy;
}

CE_FN void
gradient_sectors (const float *a, const float *b, const float *c, float k1, float k2, float scale, gboolean l1,
                  gboolean finite, float low, float *m, guint64 *sectors, int n_words)
{
  const int L = CE_LANES;
  CeColumns left = ce_columns (a - 2 * L, b - 2 * L, c - 2 * L, k1, k2, finite);
  CeColumns here = ce_columns (a - L, b - L, c - L, k1, k2, finite);
  CeColumns right = ce_columns (a, b, c, k1, k2, finite);
  CeVector  dx[CE_PARTS], dy[CE_PARTS];

  ce_columns_gradient (&left, &here, &right, k1, k2, scale, finite, &dx[0], &dy[0]);
  ce_store (m - L, magnitude (dx[0], dy[0], l1));

  for (int n = 0; n < n_words; n++, sectors += CE_N_SECTORS)
    {
      Word word = { 0 };

      for (int at = 0; at < 64; at += CE_UNIT)
        {
          guint64 candidates;
          CeMask  masks[CE_PARTS];

          for (int i = 0; i < CE_PARTS; i++)
            {
              int      x = 64 * n + at + L * i;
              CeVector v;

              left = here;
              here = right;
              right = ce_columns (a + x + L, b + x + L, c + x + L, k1, k2, finite);
              ce_columns_gradient (&left, &here, &right, k1, k2, scale, finite, &dx[i], &dy[i]);
              v = magnitude (dx[i], dy[i], l1);
              masks[i] = ce_above (v, low - (CeVector) { 0 });
              ce_store (m + x, v);
            }

          candidates = ce_unit_bits (masks);
          word.candidates |= candidates << at;
          if (candidates)
            find_sectors (dx, dy, finite, at, &word);
        }
      store_word (&word, sectors);
    }

  a += 64 * n_words, b += 64 * n_words, c += 64 * n_words, m += 64 * n_words;
  left = here;
  here = right;
  right = ce_columns (a + L, b + L, c + L, k1, k2, finite);
  ce_columns_gradient (&left, &here, &right, k1, k2, scale, finite, &dx[0], &dy[0]);
  ce_store (m, magnitude (dx[0], dy[0], l1));
}

void
CE_ROW (thin, sectors) (const float *const g[3], const CeDerivative *operator_, gboolean l1, gboolean finite,
                           float low, float *m, guint64 *sectors, int n_words)
{
  /* Multiplying by 1 is exact, so the compiler may leave it out for Sobel. */
  if (operator_->k1 == 1.0f && operator_->k2 == 2.0f && ! l1 && finite)
    gradient_sectors (g[0], g[1], g[2], 1.0f, 2.0f, 1.0f, FALSE, TRUE, low, m, sectors, n_words);
  else
    gradient_sectors (g[0], g[1], g[2], operator_->k1, operator_->k2, operator_->scale, l1, FALSE, low, m, sectors, n_words);
}

void
CE_ROW (thin, sectors_of) (const float *dx, const float *dy, const float *m, float low, guint64 *sectors, int n_words)
{
  for (int n = 0; n < n_words; n++, sectors += CE_N_SECTORS)
    {
      Word word = { 0 };

      for (int at = 0; at < 64; at += CE_UNIT)
        {
          int      x = 64 * n + at;
          CeVector gx[CE_PARTS], gy[CE_PARTS];

          for (int i = 0; i < CE_PARTS; i++)
            {
              gx[i] = ce_load (dx + x + CE_LANES * i);
              gy[i] = ce_load (dy + x + CE_LANES * i);
            }
          word.candidates |= ce_unit_above (m + x, low) << at;
          find_sectors (gx, gy, FALSE, at, &word);
        }
      store_word (&word, sectors);
    }
}


/* Thinning looks at so many vectors at once, and not at those without candidates: where
 * masks are registers of their own, one. */
#define THIN_PARTS (CE_LANES == 16 ? 1 : CE_PARTS)
#define THIN_UNIT (THIN_PARTS * CE_LANES)

/* Where the middle is above the first and above, or at least, the second. */
CE_FN guint64
peaks (const float *first, const float *at, const float *second, gboolean may_equal)
{
  CeMask masks[CE_PARTS];

  for (int i = 0; i < THIN_PARTS; i++)
    {
      CeVector m = ce_load (at + CE_LANES * i);
      CeVector after = ce_load (second + CE_LANES * i);

      masks[i] = ce_above (m, ce_load (first + CE_LANES * i)) & (may_equal ? ce_at_least (m, after) : ce_above (m, after));
    }

  return THIN_PARTS == 1 ? ce_mask_bits (masks[0]) : ce_unit_bits (masks);
}

/* Of the candidates of a word those that are larger than their neighbors across the
 * edge. */
CE_FN guint64
larger_ones (const float *above, const float *m, const float *below, const guint64 *sectors)
{
  const guint64 unit = ~(guint64) 0 >> (64 - THIN_UNIT);
  guint64       candidates = sectors[CE_SECTOR_CANDIDATES];
  guint64       is_horizontal = sectors[CE_SECTOR_HORIZONTAL];
  guint64       is_vertical = sectors[CE_SECTOR_VERTICAL];
  guint64       falls = sectors[CE_SECTOR_FALLING];
  guint64       horizontal = 0, vertical = 0, rising = 0, falling = 0;

  for (int at = 0; at < 64; at += THIN_UNIT)
    if (candidates >> at & unit)
      {
        const float *a = above + at, *b = m + at, *c = below + at;

        horizontal |= peaks (b - 1, b, b + 1, TRUE) << at;
        vertical |= peaks (a, b, c, TRUE) << at;
        rising |= peaks (a - 1, b, c + 1, FALSE) << at;
        falling |= peaks (a + 1, b, c - 1, FALSE) << at;
      }

  return candidates
         & ((is_horizontal & horizontal) | (is_vertical & vertical)
            | (~(is_horizontal | is_vertical) & ((falls & falling) | (~falls & rising))));
}

void
CE_ROW (thin, peaks) (const float *const m[3], const guint64 *sectors, float high,
                      guint64 *weak, guint64 *strong, int n_words)
{
  const float *above = m[0], *at = m[1], *below = m[2];

  for (int word = 0; word < n_words; word++, above += 64, at += 64, below += 64, sectors += CE_N_SECTORS)
    {
      guint64 kept = sectors[CE_SECTOR_CANDIDATES] ? larger_ones (above, at, below, sectors) : 0;
      guint64 high_ones = 0;

      weak[word] = kept;
      if (! strong)
        continue;

      for (int i = 0; kept && i < 64; i += CE_UNIT)
        high_ones |= ce_unit_above (at + i, high) << i;
      strong[word] = kept & high_ones;
    }
}
