/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Expands bits to black and white samples.
 */
#include "rows.h"

#include "engine/arithmetic.h"
#include "vector.h"

static inline guint64
bit (const guint64 *bits, guint64 flip, int x)
{
  return ((bits[x / 64] ^ flip) >> (x % 64)) & 1;
}

void
CE_ROW (bits, expand) (const guint64 *bits, gboolean invert, CeType type, void *out, int n)
{
  guint64 flip = invert ? ~(guint64) 0 : 0;
  guint8 *bytes = out;
  int     x = 0;

  if (type == CE_F32)
    {
      for (; x + 64 <= n; x += 64)
        for (int i = 0; i < 64; i++)
          ((float *) out)[x + i] = (float) bit (bits, flip, x + i);
      for (; x < n; x++)
        ((float *) out)[x] = (float) bit (bits, flip, x);
      return;
    }

  if (type == CE_U16)
    {
      for (; x + 64 <= n; x += 64)
        {
          guint8 black_white[64];

          ce_expand_word (bits[x / 64] ^ flip, black_white);
          for (int i = 0; i < 64; i++)
            ((guint16 *) out)[x + i] = (guint16) (black_white[i] * 257);
        }
      for (; x < n; x++)
        ((guint16 *) out)[x] = bit (bits, flip, x) ? 65535 : 0;
      return;
    }

  for (; x < n; x += 64)
    ce_store_bits (bits[x / 64] ^ flip, bytes + x, MIN (64, n - x));
}
