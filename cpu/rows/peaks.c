/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What thinning leaves, as a list of magnitudes beside one bit per pixel, and
 * back: thresholds on the list, spread over the bits.
 */
#include "rows.h"

#include "engine/arithmetic.h"
#include "vector.h"

#if defined __AVX512F__

/* The magnitudes of @m whose bit is set, closed up; writes a whole vector. */
CE_FN void
close_up (const float *m, guint64 bits, float *out)
{
  _mm512_storeu_ps (out, _mm512_maskz_compress_ps ((__mmask16) bits, _mm512_loadu_ps (m)));
}

#elif defined __AVX2__ && defined __BMI2__

/* The numbers of the lanes to take, as bytes, closed up. */
CE_FN void
close_up (const float *m, guint64 bits, float *out)
{
  guint64 taken = _pdep_u64 (bits, 0x0101010101010101) * 255;
  __m256i lanes = _mm256_cvtepu8_epi32 (_mm_cvtsi64_si128 ((gint64) _pext_u64 (0x0706050403020100, taken)));

  _mm256_storeu_ps (out, _mm256_permutevar8x32_ps (_mm256_loadu_ps (m), lanes));
}

#else

CE_FN void
close_up (const float *m, guint64 bits, float *out)
{
  for (; bits; bits &= bits - 1)
    *out++ = m[__builtin_ctzll (bits)];
}

#endif

int
CE_ROW (thin, collect) (const float *m, const guint64 *bits, float *out, int n_words)
{
  const guint64 lanes = ((guint64) 1 << CE_LANES) - 1;
  float        *begin = out;

  for (int word = 0; word < n_words; word++)
    for (int i = 0; bits[word] && i < 64; i += CE_LANES)
      {
        guint64 taken = bits[word] >> i & lanes;

        close_up (m + 64 * word + i, taken, out);
        out += __builtin_popcountll (taken);
      }

  return (int) (out - begin);
}

#if defined __BMI2__

/* Which of the next values are above the threshold; the first in the lowest
 * bit, rubbish behind the @n that count. */
CE_FN guint64
above (const float *values, int n, float threshold)
{
  guint64 bits = 0;

  for (int i = 0; i < n; i += CE_LANES)
    bits |= ce_mask_bits (ce_above (ce_load (values + i), threshold - (CeVector) { 0 })) << i;

  return bits;
}

CE_FN guint64
spread (guint64 packed, guint64 bits)
{
  return _pdep_u64 (packed, bits);
}

#else

CE_FN guint64
above (const float *values, int n, float threshold)
{
  guint64 bits = 0;

  for (int i = 0; i < n; i++)
    bits |= (guint64) (values[i] > threshold) << i;

  return bits;
}

/* Bit n of @packed to where the n-th set bit of @bits is. */
CE_FN guint64
spread (guint64 packed, guint64 bits)
{
  guint64 out = 0;

  for (; bits && packed; bits &= bits - 1, packed >>= 1)
    out |= (bits & -bits) & -(packed & 1);

  return out;
}

#endif

void
CE_ROW (thin, classify) (const float *values, const guint64 *bits, float low, float high,
                   guint64 *weak, guint64 *strong, int n_words)
{
  for (int word = 0; word < n_words; word++)
    {
      int n = __builtin_popcountll (bits[word]);

      weak[word] = spread (above (values, n, low), bits[word]);
      strong[word] = spread (above (values, n, high), bits[word]);
      values += n;
    }
}
