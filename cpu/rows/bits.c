/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Bits to black and white samples.
 */
#include "rows.h"

#include "engine/arithmetic.h"
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

#if defined __AVX512F__

/* Past the cache: floats of a whole image do not fit it, and would be read
 * before they are written. */
CE_FN void
expand_floats (guint64 word, float *out)
{
  for (int i = 0; i < 64; i += 16)
    _mm512_stream_ps (out + i, _mm512_maskz_mov_ps ((__mmask16) (word >> i), _mm512_set1_ps (1.0f)));
}

#elif defined __AVX2__

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

/* What goes past the cache is seen by other threads after this. */
CE_FN void
end_of_floats (void)
{
#ifdef __AVX2__
  _mm_sfence ();
#endif
}

void
CE_ROW (expand) (const guint64 *bits, gboolean invert, CeType type, void *out, int n)
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
      end_of_floats ();
      return;
    }

  for (; x + 64 <= n; x += 64)
    expand_word (bits[x / 64] ^ flip, bytes + x);
  for (; x < n; x++)
    bytes[x] = bit (bits, flip, x) ? 255 : 0;
}
