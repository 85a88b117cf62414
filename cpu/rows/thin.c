/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Canny's thinning (non-maximum suppression) and its two thresholds.
 *
 * Each pixel takes the two neighbors that its gradient points at, by selections
 * instead of branches, which would be mispredicted; where no pixel of a unit is
 * above the low threshold, nothing is looked at.
 *
 * Canny, A Computational Approach to Edge Detection, 1986.
 */
#include "rows.h"

#include "engine/arithmetic.h"
#include "vector.h"

/* Pixels that are looked at or passed over together: where masks are registers of
 * their own, those of one vector. */
#define THIN_PARTS (CE_LANES == 16 ? 1 : CE_PARTS)
#define THIN_UNIT (THIN_PARTS * CE_LANES)

/* One bit per pixel of a unit. */
CE_FN guint64
bits_of (const CeMask *masks)
{
  return THIN_PARTS == 1 ? ce_mask_bits (masks[0]) : ce_unit_bits (masks);
}

/* Which of the pixels @of a vector are larger than their neighbors across the edge; @a, @b,
 * @c: magnitudes above, at and below.
 *
 * Where dx is 0 the direction is vertical, or there is no gradient; where dy is 0 it is
 * horizontal, but for the smallest numbers, whose share is rounded to 0; of bytes there
 * are none. */
CE_FN CeMask
larger (CeMask of, CeVector dx, CeVector dy, const float *a, const float *b, const float *c, gboolean finite)
{
  CeVector m = ce_load (b);
  CeVector ay = ce_vector_abs (dy);
  CeVector ax = ce_vector_abs (dx);
  CeVector shallow = ax * CE_TAN_22_5;
  CeMask   horizontal = ce_above (shallow, ay);
  CeMask   vertical = ce_above (ay, ce_add_twice (shallow, ax, finite));
  CeMask   falling = ce_differ_in_sign (dx, dy);
  CeVector first, second;

  if (! finite)
    falling = ce_above_of (falling, ay, (CeVector) { 0 });
  first = ce_pick (falling, ce_load (a + 1), ce_load (a - 1));
  second = ce_pick (falling, ce_load (c - 1), ce_load (c + 1));
  first = ce_pick (horizontal, ce_load (b - 1), ce_pick (vertical, ce_load (a), first));
  second = ce_pick (horizontal, ce_load (b + 1), ce_pick (vertical, ce_load (c), second));

  of = ce_above_of (of, m, first);

  return ce_above_of (of, m, second) | ce_at_least_of (of & (horizontal | vertical), m, second);
}

CE_FN void
peaks (const float *dx, const float *dy, const float *const m[3], float low, float high, gboolean finite,
       guint64 *weak, guint64 *strong, int n_words)
{
  for (int word = 0; word < n_words; word++)
    {
      guint64 above_low = 0, above_high = 0;

      for (int at = 0; at < 64; at += THIN_UNIT)
        {
          int    x = 64 * word + at;
          CeMask kept[CE_PARTS], high_ones[CE_PARTS];
          CeMask any = { 0 };

          for (int i = 0; i < THIN_PARTS; i++)
            {
              kept[i] = ce_above (ce_load (m[1] + x + CE_LANES * i), low - (CeVector) { 0 });
              any |= kept[i];
            }
          if (! ce_mask_bits (any))
            continue;

          for (int i = 0; i < THIN_PARTS; i++)
            {
              int k = x + CE_LANES * i;

              kept[i] = larger (kept[i], ce_load (dx + k), ce_load (dy + k), m[0] + k, m[1] + k, m[2] + k, finite);
              high_ones[i] = ce_above_of (kept[i], ce_load (m[1] + k), high - (CeVector) { 0 });
            }
          above_low |= bits_of (kept) << at;
          above_high |= bits_of (high_ones) << at;
        }
      weak[word] = above_low;
      if (strong)
        strong[word] = above_high;
    }
}

void
CE_ROW (thin, peaks) (const float *dx, const float *dy, const float *const m[3], float low, float high, gboolean finite,
                      guint64 *weak, guint64 *strong, int n_words)
{
  if (finite)
    peaks (dx, dy, m, low, high, TRUE, weak, strong, n_words);
  else
    peaks (dx, dy, m, low, high, FALSE, weak, strong, n_words);
}
