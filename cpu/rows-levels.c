/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Between pixels and rows of levels.
 */
#include "rows.h"

#include "engine/arithmetic.h"
#include "vector.h"

/* Calls @loop with the channel count as a constant, so that each gets its own
 * vectorised loop. */
#define FOR_CHANNELS(loop, ...) \
  switch (channels)             \
    {                           \
    case 1:                     \
      loop (1, __VA_ARGS__);    \
      break;                    \
    case 2:                     \
      loop (2, __VA_ARGS__);    \
      break;                    \
    case 3:                     \
      loop (3, __VA_ARGS__);    \
      break;                    \
    default:                    \
      loop (4, __VA_ARGS__);    \
      break;                    \
    }

#ifdef __AVX2__

/* Picks the first byte of four pixels of three bytes, each into an int. */
CE_FN __m128i
first_of_four (void)
{
  return _mm_setr_epi8 (0, -1, -1, -1, 3, -1, -1, -1, 6, -1, -1, -1, 9, -1, -1, -1);
}

#endif

/* The first pixels of a row of RGB bytes, as many as whole vectors hold; four
 * pixels in each 128-bit lane, one shuffle per channel. Loads reach up to 16
 * bytes beyond the pixels they use, but not beyond @n. Returns how many. */
#if defined __AVX512BW__

CE_FN int
luma_rgb_vectors (const guint8 *p, float wr, float wb, float *out, int n)
{
  const __m512i lanes = _mm512_setr_epi32 (0, 1, 2, 3, 3, 4, 5, 6, 6, 7, 8, 9, 9, 10, 11, 12);
  const __m512i red = _mm512_broadcast_i32x4 (first_of_four ());
  const __m512i one = _mm512_set1_epi32 (1);
  const __m512i green = _mm512_add_epi32 (red, one);
  const __m512i blue = _mm512_add_epi32 (green, one);
  int           x = 0;

  for (; x + 22 <= n; x += 16)
    {
      __m512i  pixels = _mm512_permutexvar_epi32 (lanes, _mm512_loadu_si512 (p + 3 * x));
      CeVector r = (CeVector) _mm512_cvtepi32_ps (_mm512_shuffle_epi8 (pixels, red));
      CeVector g = (CeVector) _mm512_cvtepi32_ps (_mm512_shuffle_epi8 (pixels, green));
      CeVector b = (CeVector) _mm512_cvtepi32_ps (_mm512_shuffle_epi8 (pixels, blue));

      ce_store (out + x, (g + wr * (r - g)) + wb * (b - g));
    }

  return x;
}

#elif defined __AVX2__

CE_FN int
luma_rgb_vectors (const guint8 *p, float wr, float wb, float *out, int n)
{
  const __m256i red = _mm256_broadcastsi128_si256 (first_of_four ());
  const __m256i one = _mm256_set1_epi32 (1);
  const __m256i green = _mm256_add_epi32 (red, one);
  const __m256i blue = _mm256_add_epi32 (green, one);
  int           x = 0;

  for (; x + 10 <= n; x += 8)
    {
      __m128i  first = _mm_loadu_si128 ((const __m128i *) (p + 3 * x));
      __m128i  second = _mm_loadu_si128 ((const __m128i *) (p + 3 * x + 12));
      __m256i  pixels = _mm256_set_m128i (second, first);
      CeVector r = (CeVector) _mm256_cvtepi32_ps (_mm256_shuffle_epi8 (pixels, red));
      CeVector g = (CeVector) _mm256_cvtepi32_ps (_mm256_shuffle_epi8 (pixels, green));
      CeVector b = (CeVector) _mm256_cvtepi32_ps (_mm256_shuffle_epi8 (pixels, blue));

      ce_store (out + x, (g + wr * (r - g)) + wb * (b - g));
    }

  return x;
}

#else

CE_FN int
luma_rgb_vectors (const guint8 *p, float wr, float wb, float *out, int n)
{
  return 0;
}

#endif

CE_FN void
luma_u8 (int channels, const guint8 *restrict p, float wr, float wb, float *restrict out, int n)
{
  for (int x = 0; x < n; x++)
    out[x] = channels < 3 ? (float) p[x * channels]
                          : ce_luma ((float) p[x * channels], (float) p[x * channels + 1],
                                     (float) p[x * channels + 2], wr, wb);
}

CE_FN void
luma_f32 (int channels, const float *restrict p, float wr, float wb, float *restrict out, int n)
{
  for (int x = 0; x < n; x++)
    out[x] = channels < 3 ? ce_level_from_float (p[x * channels])
                          : ce_luma (ce_level_from_float (p[x * channels]), ce_level_from_float (p[x * channels + 1]),
                                     ce_level_from_float (p[x * channels + 2]), wr, wb);
}

void
CE_ROW (luma) (const void *pixels, CeType type, int channels, float wr, float wb, float *out, int n)
{
  if (type == CE_U8 && channels == 3)
    {
      int done = luma_rgb_vectors (pixels, wr, wb, out, n);

      luma_u8 (3, (const guint8 *) pixels + 3 * done, wr, wb, out + done, n - done);
    }
  else if (type == CE_U8)
    FOR_CHANNELS (luma_u8, pixels, wr, wb, out, n)
  else
    FOR_CHANNELS (luma_f32, pixels, wr, wb, out, n)
}

CE_FN void
alpha_u8 (int channels, const guint8 *restrict p, float *restrict out, int n)
{
  for (int x = 0; x < n; x++)
    out[x] = (float) p[x * channels + channels - 1];
}

CE_FN void
alpha_f32 (int channels, const float *restrict p, float *restrict out, int n)
{
  for (int x = 0; x < n; x++)
    out[x] = ce_level_from_float (p[x * channels + channels - 1]);
}

void
CE_ROW (alpha) (const void *pixels, CeType type, int channels, float *out, int n)
{
  if (type == CE_U8)
    FOR_CHANNELS (alpha_u8, pixels, out, n)
  else
    FOR_CHANNELS (alpha_f32, pixels, out, n)
}

void
CE_ROW (covered) (float *restrict luma, const float *restrict alpha, int n)
{
  for (int x = 0; x < n; x++)
    luma[x] = ce_luma_covered (luma[x], alpha[x]);
}

void
CE_ROW (samples) (const void *samples, CeType type, float *restrict out, int n)
{
  if (type == CE_U8)
    for (int x = 0; x < n; x++)
      out[x] = (float) ((const guint8 *) samples)[x];
  else
    for (int x = 0; x < n; x++)
      out[x] = ce_level_from_float (((const float *) samples)[x]);
}

void
CE_ROW (store_u8) (const float *restrict levels, gboolean invert, guint8 *restrict out, int n)
{
  if (invert)
    for (int x = 0; x < n; x++)
      out[x] = ce_level_to_u8 (255.0f - levels[x]);
  else
    for (int x = 0; x < n; x++)
      out[x] = ce_level_to_u8 (levels[x]);
}

void
CE_ROW (store_f32) (const float *restrict levels, gboolean invert, float *restrict out, int n)
{
  if (invert)
    for (int x = 0; x < n; x++)
      out[x] = ce_level_to_float (255.0f - levels[x]);
  else
    for (int x = 0; x < n; x++)
      out[x] = ce_level_to_float (levels[x]);
}
