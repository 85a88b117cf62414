/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Canny's thinning (non-maximum suppression) and its two thresholds, straight
 * to bits.
 */
#include "rows.h"

#include "engine/arithmetic.h"
#include "vector.h"

static inline CeVector
splat (float value)
{
  return value - (CeVector) { 0 };
}

/* Lanes that thinning keeps. All three cases are computed and one is taken, so
 * there is no branch to mispredict. */
static inline CeMask
kept (const float *above, const float *at, const float *below, CeVector m, CeVector dx, CeVector dy)
{
  CeVector zero = splat (0.0f);
  CeVector ax = ce_vector_abs (dx);
  CeVector ay = ce_vector_abs (dy);
  CeVector shallow = ax * CE_TAN_22_5;
  CeVector steep = shallow + 2.0f * ax;
  CeMask   is_horizontal = ce_above (shallow, ay);
  CeMask   is_vertical = ce_above (ay, steep);
  CeMask   falls = (ce_above (zero, dx) & ce_above (dy, zero)) | (ce_above (dx, zero) & ce_above (zero, dy));
  CeMask   horizontal = ce_above (m, ce_load (at - 1)) & ce_at_least (m, ce_load (at + 1));
  CeMask   vertical = ce_above (m, ce_load (above)) & ce_at_least (m, ce_load (below));
  CeMask   rising = ce_above (m, ce_load (above - 1)) & ce_above (m, ce_load (below + 1));
  CeMask   falling = ce_above (m, ce_load (above + 1)) & ce_above (m, ce_load (below - 1));
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
          CeMask   candidates = ce_above (at, splat (low));

          if (! ce_mask_bits (candidates))
            continue;

          candidates &= kept (m[0] + x, m[1] + x, m[2] + x, at, ce_load (dx + x), ce_load (dy + x));
          weak_bits |= ce_mask_bits (candidates) << i;
          strong_bits |= ce_mask_bits (candidates & ce_above (at, splat (high))) << i;
        }

      weak[word] = weak_bits;
      strong[word] = strong_bits;
    }
}
