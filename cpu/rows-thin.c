/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Canny's thinning (non-maximum suppression) and its two thresholds, straight
 * to bits.
 */
#include "rows.h"

#include "engine/arithmetic.h"
#include "vector.h"

/* Lanes that thinning keeps. All three cases are computed and one is taken, so
 * there is no branch to mispredict. */
static inline CeMask
kept (const float *above, const float *at, const float *below, CeVector dx, CeVector dy)
{
  CeVector m = ce_load (at);
  CeVector ax = ce_vector_abs (dx);
  CeVector ay = ce_vector_abs (dy);
  CeVector shallow = ax * CE_TAN_22_5;
  CeVector steep = shallow + 2.0f * ax;
  CeMask   is_horizontal = ay < shallow;
  CeMask   is_vertical = ay > steep;
  CeMask   falls = ((dx < 0.0f) & (dy > 0.0f)) | ((dx > 0.0f) & (dy < 0.0f));
  CeMask   horizontal = (m > ce_load (at - 1)) & (m >= ce_load (at + 1));
  CeMask   vertical = (m > ce_load (above)) & (m >= ce_load (below));
  CeMask   rising = (m > ce_load (above - 1)) & (m > ce_load (below + 1));
  CeMask   falling = (m > ce_load (above + 1)) & (m > ce_load (below - 1));
  CeMask   diagonal = (falls & falling) | (~falls & rising);

  return (is_horizontal & horizontal) | (~is_horizontal & ((is_vertical & vertical) | (~is_vertical & diagonal)));
}

void
CE_ROW (thin) (const float *const m[3], const float *dx, const float *dy, float low, float high,
               guint64 *weak, guint64 *strong, int n_words)
{
  for (int word = 0; word < n_words; word++)
    {
      guint64 weak_bits = 0;
      guint64 strong_bits = 0;

      for (int i = 0; i < 64; i += CE_LANES)
        {
          int      x = word * 64 + i;
          CeVector at = ce_load (m[1] + x);
          CeMask   above_low = at > low;

          if (! ce_mask_bits (above_low))
            continue;

          above_low &= kept (m[0] + x, m[1] + x, m[2] + x, ce_load (dx + x), ce_load (dy + x));
          weak_bits |= ce_mask_bits (above_low) << i;
          strong_bits |= ce_mask_bits (above_low & (at > high)) << i;
        }

      weak[word] = weak_bits;
      strong[word] = strong_bits;
    }
}
