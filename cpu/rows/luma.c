/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Pixels to the signals of edges: luma and alpha.
 */
#include "formats.h"
#include "vector.h"

#ifdef __AVX2__

#define weights_of(a, b) CE_MM (set1_epi32) ((b) * 65536 + (a))
#define weighted(pixels, pick, weights) CE_MM (madd_epi16) (CE_MM (shuffle_epi8) (pixels, pick), weights)

#ifdef __AVX512BW__

#define broadcast(lane) _mm512_broadcast_i32x4 (lane)

/* Loads a vector of pixels, four in each 128 bits. */
CE_FN CeInts
load_pixels (const guint8 *p, int channels)
{
  const __m512i lanes = _mm512_setr_epi32 (0, 1, 2, 3, 3, 4, 5, 6, 6, 7, 8, 9, 9, 10, 11, 12);
  __m512i       pixels = _mm512_loadu_si512 (p);

  return channels == 3 ? _mm512_permutexvar_epi32 (lanes, pixels) : pixels;
}

#else

#define broadcast(lane) _mm256_broadcastsi128_si256 (lane)

CE_FN CeInts
load_pixels (const guint8 *p, int channels)
{
  return _mm256_set_m128i (_mm_loadu_si128 ((const __m128i *) (p + 4 * channels)), _mm_loadu_si128 ((const __m128i *) p));
}

#endif

/* The constants of a row. */
typedef struct
{
  CeInts red_blue;              /* which bytes of a pixel */
  CeInts green_twice;
  CeInts rb_weights;
  CeInts g_weights;
} Luma;

/* Prepares luma in integers. Luma of bytes is a multiple of 1/65536 and below 2^8, so that ce_luma() is exact at every
 * step and equals the sum of wr R, wb B and the rest of 65536 times G, integers below 2^24. The weight of G does not fit
 * 16 bits with a sign; its halves do. */
CE_FN Luma
prepare_luma (const int c, float wr, float wb)
{
  const int r_weight = (int) (wr * 65536.0f);
  const int b_weight = (int) (wb * 65536.0f);
  const int g_weight = 65536 - r_weight - b_weight;

  return (Luma) { broadcast (_mm_setr_epi8 (0, -1, 2, -1, c, -1, c + 2, -1, 2 * c, -1, 2 * c + 2, -1,
                                            3 * c, -1, 3 * c + 2, -1)),
                  broadcast (_mm_setr_epi8 (1, -1, 1, -1, c + 1, -1, c + 1, -1, 2 * c + 1, -1, 2 * c + 1, -1,
                                            3 * c + 1, -1, 3 * c + 1, -1)),
                  weights_of (r_weight, b_weight), weights_of (g_weight / 2, g_weight - g_weight / 2) };
}

/* Computes a vector of pixels at @p; reads up to 16 bytes beyond them. */
typedef void (*VectorFunc) (const void *constants, int channels, const guint8 *p, float *out);

/* A VectorFunc of luma. */
CE_FN void
luma_vector (const void *constants, int channels, const guint8 *p, float *out)
{
  const Luma *luma = constants;
  CeInts      pixels = load_pixels (p, channels);
  CeInts      sums = CE_MM (add_epi32) (weighted (pixels, luma->red_blue, luma->rb_weights),
                                        weighted (pixels, luma->green_twice, luma->g_weights));

  ce_store (out, (CeVector) CE_MM (cvtepi32_ps) (sums) * (1.0f / 65536.0f));
}

/* A VectorFunc of a channel; the constants are which bytes of the pixels it has. */
CE_FN void
channel_vector (const void *constants, int channels, const guint8 *p, float *out)
{
  const CeInts *pick = constants;

  ce_store (out, (CeVector) CE_MM (cvtepi32_ps) (CE_MM (shuffle_epi8) (load_pixels (p, channels), *pick)));
}

/* Computes a row of RGB or RGBA bytes, the last pixels from a copy, because nothing behind them may be read; prefetches the
 * (nullable) row @next. Returns their number. */
CE_FN int
each_vector (VectorFunc vector, const void *constants, const int channels, const guint8 *p, const guint8 *next, float *out,
             int n)
{
  const int beyond = channels == 3 ? 6 : 0;
  guint8    last[2 * 4 * CE_LANES + 16] = { 0 };
  int       x = 0;

  for (; x + CE_LANES + beyond <= n; x += CE_LANES)
    {
      if (next)
        ce_prefetch (next + channels * x, channels * CE_LANES);
      vector (constants, channels, p + channels * x, out + x);
    }

  if (next)
    {
      ce_prefetch (next + channels * x, channels * (n - x));
      __builtin_prefetch (next + channels * n - 1, 0, 2);
    }
  memcpy (last, p + channels * x, (gsize) channels * (n - x));
  for (int i = 0; x + i < n; i += CE_LANES)
    vector (constants, channels, last + channels * i, out + x + i);

  return n;
}

CE_FN int
luma_vectors (int channels, const guint8 *p, float wr, float wb, const guint8 *next, float *out, int n)
{
  const Luma luma = prepare_luma (channels, wr, wb);

  return each_vector (luma_vector, &luma, channels, p, next, out, n);
}

/* Computes channel @first; the first channel's row prefetches for the others. */
CE_FN int
channel_vectors (const int c, int first, const guint8 *p, const guint8 *next, float *out, int n)
{
  const CeInts pick = broadcast (_mm_setr_epi8 ((char) first, -1, -1, -1, (char) (c + first), -1, -1, -1,
                                                (char) (2 * c + first), -1, -1, -1, (char) (3 * c + first), -1, -1, -1));

  return each_vector (channel_vector, &pick, c, p, first == 0 ? next : NULL, out, n);
}

#else

CE_FN int
luma_vectors (int channels, const guint8 *p, float wr, float wb, const guint8 *next, float *out, int n)
{
  return 0;
}

CE_FN int
channel_vectors (int channels, int first, const guint8 *p, const guint8 *next, float *out, int n)
{
  return 0;
}

#endif

CE_FN void
luma_of_pixels (const void *restrict p, CeType type, int channels, float wr, float wb, float *restrict out, int n)
{
  if (ce_n_colors (channels) == 1)
    {
      ce_load_channel (p, type, channels, 0, out, n);
      return;
    }

  for (int x = 0; x < n; x++)
    out[x] = ce_luma (ce_sample_level (p, type, x * channels), ce_sample_level (p, type, x * channels + 1),
                      ce_sample_level (p, type, x * channels + 2), wr, wb);
}

void
CE_ROW (levels, luma) (const void *pixels, CeType type, int channels, float wr, float wb, const void *next,
                       float *out, int n)
{
  const int size = channels * (int) ce_type_size (type);
  int       done = 0;

  if (type == CE_U8 && channels == 3)
    done = luma_vectors (3, pixels, wr, wb, next, out, n);
  else if (type == CE_U8 && channels == 4)
    done = luma_vectors (4, pixels, wr, wb, next, out, n);

  while (done < n)
    {
      const guint8 *p = (const guint8 *) pixels + (gsize) done * size;
      int           some = MIN (n - done, 128);

      ce_prefetch ((const guint8 *) next + (gsize) done * size, some * size);
#define CALL(type, channels) luma_of_pixels (p, type, channels, wr, wb, out + done, some)
      CE_BY_FORMAT (CALL)
#undef CALL
      done += some;
    }
}

void
CE_ROW (levels, covered) (float *restrict luma, const float *restrict alpha, int n)
{
  for (int x = 0; x < n; x++)
    luma[x] = ce_luma_covered (luma[x], alpha[x]);
}

void
CE_ROW (levels, channel) (const void *pixels, CeType type, int channels, int channel, const void *next, float *out, int n)
{
  if (type == CE_U8 && channels == 3 && channel_vectors (3, channel, pixels, next, out, n) == n)
    return;
  if (type == CE_U8 && channels == 4 && channel_vectors (4, channel, pixels, next, out, n) == n)
    return;

#define CALL(type, channels) ce_load_channel (pixels, type, channels, channel, out, n)
  CE_BY_FORMAT (CALL)
#undef CALL
}
