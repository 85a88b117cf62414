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

#ifdef __AVX2__

/* Writes past the cache, because it does not hold the floats of a whole image, and each line would be read first. */
CE_FN void
expand_floats (guint64 word, float *out)
{
  const __m256i test = _mm256_setr_epi32 (1, 2, 4, 8, 16, 32, 64, 128);

  for (int i = 0; i < 64; i += 8)
    {
      __m256i bits = _mm256_and_si256 (_mm256_set1_epi32 ((int) (word >> i & 255)), test);
      __m256  all = _mm256_castsi256_ps (_mm256_cmpeq_epi32 (bits, test));

      _mm256_stream_ps (out + i, _mm256_and_ps (all, _mm256_set1_ps (1.0f)));
    }
}

#else

CE_FN void
expand_floats (guint64 word, float *out)
{
  for (int i = 0; i < 64; i++)
    out[i] = (float) (word >> i & 1);
}

#endif

void
CE_ROW (bits, expand) (const guint64 *bits, gboolean invert, CeType type, void *out, int n)
{
  guint64 flip = invert ? ~(guint64) 0 : 0;
  guint8 *bytes = out;
  int     x = 0;

  if (type == CE_F32)
    {
      gboolean in_line = ((guintptr) out & 63) == 0;

      for (; in_line && x + 64 <= n; x += 64)
        expand_floats (bits[x / 64] ^ flip, (float *) out + x);
      for (; x < n; x++)
        ((float *) out)[x] = (float) bit (bits, flip, x);
      ce_streamed ();
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
