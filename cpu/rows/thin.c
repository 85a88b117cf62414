/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Canny's thinning (non-maximum suppression) and its two thresholds; lists of peaks beside one bit per pixel, and
 * thresholds on such lists.
 *
 * Each pixel selects the two neighbors that its gradient points at without branches, which would be mispredicted; a unit
 * of pixels without one above the low threshold is skipped.
 *
 * Canny, A Computational Approach to Edge Detection, 1986.
 */
#include "rows.h"

#include "engine/arithmetic.h"
#include "vector.h"

/* Vectors of a unit: one where masks are registers of their own. */
#define THIN_PARTS (CE_LANES == 16 ? 1 : CE_PARTS)
#define THIN_UNIT (THIN_PARTS * CE_LANES)

/* Returns one bit per pixel of a unit. */
CE_FN guint64
bits_of (const CeMask *masks)
{
  return THIN_PARTS == 1 ? ce_mask_bits (masks[0]) : ce_unit_bits (masks);
}

/* Returns which pixels @of a vector are larger than their neighbors across the edge; @a, @b and @c are the magnitudes
 * above, at and below. If dx is 0, the direction is vertical or there is no gradient; if dy is 0, it is horizontal, but
 * for the smallest floats, whose share is rounded to 0. */
CE_FN CeMask
is_maximum (CeMask of, CeVector dx, CeVector dy, const float *a, const float *b, const float *c)
{
  CeVector m = ce_load (b);
  CeVector ay = ce_vector_abs (dy);
  CeVector ax = ce_vector_abs (dx);
  CeVector shallow = ax * CE_TAN_22_5;
  CeMask   horizontal = ce_above (shallow, ay);
  CeMask   vertical = ce_above (ay, shallow + 2.0f * ax);
  CeMask   falling = ce_above_of (ce_differ_in_sign (dx, dy), ay, (CeVector) { 0 });
  CeVector first, second;

  first = ce_pick (falling, ce_load (a + 1), ce_load (a - 1));
  second = ce_pick (falling, ce_load (c - 1), ce_load (c + 1));
  first = ce_pick (horizontal, ce_load (b - 1), ce_pick (vertical, ce_load (a), first));
  second = ce_pick (horizontal, ce_load (b + 1), ce_pick (vertical, ce_load (c), second));

  of = ce_above_of (of, m, first);

  return ce_above_of (of, m, second) | ce_at_least_of (of & (horizontal | vertical), m, second);
}

#if defined __AVX512F__

/* Packs the magnitudes of @m whose bit is set; writes a whole vector and returns their number. */
CE_FN int
close_up (const float *m, guint64 bits, float *out)
{
  _mm512_storeu_ps (out, _mm512_maskz_compress_ps ((__mmask16) bits, _mm512_loadu_ps (m)));

  return __builtin_popcountll (bits);
}

#elif defined __AVX2__ && defined __BMI2__

/* As above, with the numbers of the lanes as bytes. */
CE_FN int
close_up (const float *m, guint64 bits, float *out)
{
  guint64 taken = _pdep_u64 (bits, 0x0101010101010101) * 255;
  __m256i lanes = _mm256_cvtepu8_epi32 (_mm_cvtsi64_si128 ((gint64) _pext_u64 (0x0706050403020100, taken)));

  _mm256_storeu_ps (out, _mm256_permutevar8x32_ps (_mm256_loadu_ps (m), lanes));

  return __builtin_popcountll (bits);
}

#else

CE_FN int
close_up (const float *m, guint64 bits, float *out)
{
  float *next = out;

  for (; bits; bits &= bits - 1)
    *next++ = m[__builtin_ctzll (bits)];

  return (int) (next - out);
}

#endif

/* Thins @n_words words and returns the number of @values, if not NULL, that it lists: the magnitudes of the peaks. */
CE_FN int
peaks (const float *dx, const float *dy, const float *const m[3], float low, float high, guint64 *weak, guint64 *strong,
       float *values, int n_words)
{
  float *next = values;

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

              kept[i] = is_maximum (kept[i], ce_load (dx + k), ce_load (dy + k), m[0] + k, m[1] + k, m[2] + k);
              if (strong)
                high_ones[i] = ce_above_of (kept[i], ce_load (m[1] + k), high - (CeVector) { 0 });
              if (values)
                next += close_up (m[1] + k, ce_mask_bits (kept[i]), next);
            }
          above_low |= bits_of (kept) << at;
          if (strong)
            above_high |= bits_of (high_ones) << at;
        }
      weak[word] = above_low;
      if (strong)
        strong[word] = above_high;
    }

  return (int) (next - values);
}

void
CE_ROW (thin, peaks) (const float *dx, const float *dy, const float *const m[3], float low, float high,
                      guint64 *weak, guint64 *strong, int n_words)
{
  peaks (dx, dy, m, low, high, weak, strong, NULL, n_words);
}

int
CE_ROW (thin, list) (const float *dx, const float *dy, const float *const m[3], float low, guint64 *bits, float *values,
                     int n_words)
{
  return peaks (dx, dy, m, low, 0, bits, NULL, values, n_words);
}

#if defined __BMI2__

/* Returns one bit for each of @n values above the threshold, the first in the lowest bit, and rubbish behind them. */
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

/* Moves bit n of @packed to the place of the n-th set bit of @bits. */
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
      guint64 open = bits ? bits[word] : strong[word] & ~weak[word];
      guint64 done = bits ? 0 : weak[word];
      int     n = __builtin_popcountll (open);

      weak[word] = done | spread (above (values, n, low), open);
      strong[word] = (done & strong[word]) | spread (above (values, n, high), open);
      values += n;
    }
}

int
CE_ROW (thin, decide) (const float *values, const guint64 *bits, const CeBrackets *brackets, guint64 *weak, guint64 *strong,
                       float *open, int n_words)
{
  float *next = open;

  for (int word = 0; word < n_words; word++)
    {
      int     n = __builtin_popcountll (bits[word]);
      guint64 above_low = above (values, n, brackets->low[1]);
      guint64 above_high = above (values, n, brackets->high[1]);
      guint64 either = (above (values, n, brackets->low[0]) & ~above_low)
                       | (above (values, n, brackets->high[0]) & ~above_high);
      guint64 opened = spread (either, bits[word]);

      if (n < 64)
        either &= ((guint64) 1 << n) - 1;
      for (int i = 0; i < n; i += CE_LANES)
        next += close_up (values + i, (either >> i) & (((guint64) 1 << CE_LANES) - 1), next);
      weak[word] = spread (above_low, bits[word]) & ~opened;
      strong[word] = spread (above_high, bits[word]) | opened;
      values += n;
    }

  return (int) (next - open);
}
