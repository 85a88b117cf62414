/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Bits to black and white samples.
 */
#include "rows.h"

#include "vector.h"

static inline guint64
bit (const guint64 *bits, guint64 flip, int x)
{
  return ((bits[x / 64] ^ flip) >> (x % 64)) & 1;
}

#if defined __AVX512BW__

static inline void
expand_word (guint64 word, guint8 *out)
{
  _mm512_storeu_si512 (out, _mm512_movm_epi8 (word));
}

#elif defined __AVX2__

/* Every byte gets the byte of the word that holds its bit, then tests it. */
static inline void
expand_word (guint64 word, guint8 *out)
{
  const __m256i spread = _mm256_setr_epi64x (0, 0x0101010101010101, 0x0202020202020202, 0x0303030303030303);
  const __m256i test = _mm256_set1_epi64x ((gint64) 0x8040201008040201);

  for (int half = 0; half < 2; half++)
    {
      __m256i bytes = _mm256_shuffle_epi8 (_mm256_set1_epi32 ((int) (word >> 32 * half)), spread);

      _mm256_storeu_si256 ((__m256i *) (out + 32 * half), _mm256_cmpeq_epi8 (_mm256_and_si256 (bytes, test), test));
    }
}

#else

/* Eight pixels at a time: copies of the byte, one bit left in each, made 0x80
 * and then 255 where there was one. */
static inline void
expand_word (guint64 word, guint8 *out)
{
  for (int i = 0; i < 8; i++)
    {
      guint64 eight = ((word >> 8 * i & 255) * 0x0101010101010101) & 0x8040201008040201;

      eight = (((eight + 0x7f7f7f7f7f7f7f7f) | eight) >> 7) & 0x0101010101010101;
      eight = GUINT64_TO_LE (eight * 255);
      memcpy (out + 8 * i, &eight, 8);
    }
}

#endif

void
CE_ROW (expand) (const guint64 *bits, gboolean invert, CeType type, void *out, int n)
{
  guint64 flip = invert ? ~(guint64) 0 : 0;
  guint8 *bytes = out;
  int     x = 0;

  if (type == CE_F32)
    {
      for (; x < n; x++)
        ((float *) out)[x] = (float) bit (bits, flip, x);
      return;
    }

  for (; x + 64 <= n; x += 64)
    expand_word (bits[x / 64] ^ flip, bytes + x);
  for (; x < n; x++)
    bytes[x] = bit (bits, flip, x) ? 255 : 0;
}
