/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What Canny's thinning needs of a gradient, in one go: the magnitude that is
 * compared, and in which of four sectors the direction lies, as bits. The
 * derivatives themselves never leave the registers. Only where comparisons
 * give bits: elsewhere it takes less time to look at the direction of those
 * pixels alone that are candidates.
 */
#include "rows.h"

#ifdef __AVX512BW__

#include "columns.h"

#define PARTS 4

/* The bits of four vectors. */
CE_FN guint64
word_of (const CeMask masks[PARTS])
{
  return _mm512_kunpackd (_mm512_kunpackw (masks[3], masks[2]), _mm512_kunpackw (masks[1], masks[0]));
}

CE_FN guint64
above_threshold (const float *m, float threshold)
{
  CeMask masks[PARTS];

  for (int i = 0; i < PARTS; i++)
    masks[i] = ce_above (ce_load (m + CE_LANES * i), threshold - (CeVector) { 0 });

  return word_of (masks);
}

/* Where dx is 0 the direction is vertical, or there is no gradient; where dy
 * is 0 it is horizontal, but for the smallest number, whose share is rounded
 * to 0. */
CE_FN void
find_sectors (const CeVector dx[PARTS], const CeVector dy[PARTS], gboolean finite, guint64 *sectors)
{
  CeMask horizontal[PARTS], vertical[PARTS], falling[PARTS];

  for (int i = 0; i < PARTS; i++)
    {
      CeVector ax = ce_vector_abs (dx[i]);
      CeVector ay = ce_vector_abs (dy[i]);
      CeVector shallow = ax * CE_TAN_22_5;
      CeVector steep = ce_add_twice (shallow, ax, finite);
      CeMask   differ = _mm512_movepi32_mask ((__m512i) dx[i] ^ (__m512i) dy[i]);

      horizontal[i] = ce_above (shallow, ay);
      vertical[i] = ce_above (ay, steep);
      falling[i] = _mm512_mask_cmp_ps_mask (differ, (__m512) dy[i], _mm512_setzero_ps (), _CMP_NEQ_UQ);
    }

  sectors[CE_SECTOR_HORIZONTAL] = word_of (horizontal);
  sectors[CE_SECTOR_VERTICAL] = word_of (vertical);
  sectors[CE_SECTOR_FALLING] = word_of (falling);
}

CE_FN CeVector
magnitude (CeVector dx, CeVector dy, gboolean l1)
{
  return l1 ? ce_vector_abs (dx) + ce_vector_abs (dy) : dx * dx + dy * dy;
}

CE_FN void
gradient_sectors (const float *a, const float *b, const float *c, float k1, float k2, float scale, gboolean l1,
                  gboolean finite, float low, float *m, guint64 *sectors, int n_words)
{
  const int L = CE_LANES;
  CeColumns left = ce_columns (a - 2 * L, b - 2 * L, c - 2 * L, k1, k2, finite);
  CeColumns here = ce_columns (a - L, b - L, c - L, k1, k2, finite);
  CeColumns right = ce_columns (a, b, c, k1, k2, finite);
  CeVector  dx, dy;

  ce_columns_gradient (&left, &here, &right, k1, k2, scale, finite, &dx, &dy);
  ce_store (m - L, magnitude (dx, dy, l1));

  for (int word = 0; word < n_words; word++, sectors += CE_N_SECTORS)
    {
      CeVector dxs[PARTS], dys[PARTS];
      CeMask   candidates[PARTS];

      for (int i = 0; i < PARTS; i++)
        {
          int      x = 64 * word + L * i;
          CeVector at;

          left = here;
          here = right;
          right = ce_columns (a + x + L, b + x + L, c + x + L, k1, k2, finite);
          ce_columns_gradient (&left, &here, &right, k1, k2, scale, finite, &dxs[i], &dys[i]);
          at = magnitude (dxs[i], dys[i], l1);
          candidates[i] = ce_above (at, low - (CeVector) { 0 });
          ce_store (m + x, at);
        }

      sectors[CE_SECTOR_CANDIDATES] = word_of (candidates);
      if (sectors[CE_SECTOR_CANDIDATES])
        find_sectors (dxs, dys, finite, sectors);
    }

  a += 64 * n_words, b += 64 * n_words, c += 64 * n_words, m += 64 * n_words;
  left = here;
  here = right;
  right = ce_columns (a + L, b + L, c + L, k1, k2, finite);
  ce_columns_gradient (&left, &here, &right, k1, k2, scale, finite, &dx, &dy);
  ce_store (m, magnitude (dx, dy, l1));
}

void
CE_ROW (gradient_sectors) (const float *const g[3], const CeDerivative *operator_, gboolean l1, gboolean finite,
                           float low, float *m, guint64 *sectors, int n_words)
{
  /* Multiplying by 1 is exact, so the compiler may leave it out for Sobel. */
  if (operator_->k1 == 1.0f && operator_->k2 == 2.0f && ! l1 && finite)
    gradient_sectors (g[0], g[1], g[2], 1.0f, 2.0f, 1.0f, FALSE, TRUE, low, m, sectors, n_words);
  else
    gradient_sectors (g[0], g[1], g[2], operator_->k1, operator_->k2, operator_->scale, l1, FALSE, low, m, sectors, n_words);
}

/* Sobel's derivatives of bytes are integers up to 1020 and so exact in 16
 * bits, in any order. For those, ay > FLAT / 65536 * ax, rounded down, is
 * exactly ay >= CE_TAN_22_5 * ax, and with 2 * ax added the same holds for
 * steep ones (all pairs were tried); 0, 0 is no edge anyway. */
#define FLAT 27146

typedef struct
{
  __m512i dx;
  __m512i dy;
} Shorts;

#define DIFFERENCES(unpack, k, x, y) \
  _mm512_maddubs_epi16 (unpack (x, y), _mm512_set1_epi16 ((gint16) ((k) * 256 + (guint8) -(k))))
#define SHORTS(unpack) \
  (Shorts) { _mm512_add_epi16 (_mm512_add_epi16 (DIFFERENCES (unpack, 1, a[0], a[2]), DIFFERENCES (unpack, 1, c[0], c[2])), \
                               DIFFERENCES (unpack, 2, b[0], b[2])), \
             _mm512_add_epi16 (_mm512_add_epi16 (DIFFERENCES (unpack, 1, a[0], c[0]), DIFFERENCES (unpack, 1, a[2], c[2])), \
                               DIFFERENCES (unpack, 2, a[1], c[1])) }

typedef struct
{
  guint32 horizontal;
  guint32 vertical;
  guint32 falling;
} ShortSectors;

CE_FN ShortSectors
short_sectors (Shorts d)
{
  __m512i ax = _mm512_abs_epi16 (d.dx);
  __m512i ay = _mm512_abs_epi16 (d.dy);
  __m512i shallow = _mm512_mulhi_epu16 (ax, _mm512_set1_epi16 (FLAT));
  __m512i steep = _mm512_add_epi16 (shallow, _mm512_add_epi16 (ax, ax));

  return (ShortSectors) { _mm512_cmple_epi16_mask (ay, shallow), _mm512_cmpgt_epi16_mask (ay, steep),
                          _mm512_movepi16_mask (_mm512_xor_si512 (d.dx, d.dy)) };
}

/* Eight pixels of each sixteen, then the other eight. */
CE_FN guint64
woven (guint32 low, guint32 high)
{
  return _pdep_u64 (low, 0x00ff00ff00ff00ff) | _pdep_u64 (high, 0xff00ff00ff00ff00);
}

CE_FN void
find_short_sectors (Shorts low, Shorts high, guint64 *sectors)
{
  ShortSectors l = short_sectors (low);
  ShortSectors h = short_sectors (high);

  sectors[CE_SECTOR_HORIZONTAL] = woven (l.horizontal, h.horizontal);
  sectors[CE_SECTOR_VERTICAL] = woven (l.vertical, h.vertical);
  sectors[CE_SECTOR_FALLING] = woven (l.falling, h.falling);
}

CE_FN __m512
short_magnitude (__m512i pairs, gboolean l1)
{
  return _mm512_cvtepi32_ps (l1 ? _mm512_madd_epi16 (_mm512_abs_epi16 (pairs), _mm512_set1_epi16 (1))
                                : _mm512_madd_epi16 (pairs, pairs));
}

CE_FN void
load_three (const guint8 *p, __m512i v[3])
{
  for (int i = 0; i < 3; i++)
    v[i] = _mm512_loadu_si512 (p + i - 1);
}

/* Unpacking works inside each 128 bits: @low has pixels 0 to 7 of every
 * sixteen, @high 8 to 15, and halves of those have four of every sixteen. */
CE_FN void
word_u8 (const guint8 *const g[3], gboolean l1, float threshold, float *m, guint64 *sectors)
{
  __m512i a[3], b[3], c[3];
  Shorts  low, high;
  __m512  v0, v1, v2, v3, t0, t1, t2, t3;
  guint64 candidates;

  load_three (g[0], a);
  load_three (g[1], b);
  load_three (g[2], c);
  low = SHORTS (_mm512_unpacklo_epi8);
  high = SHORTS (_mm512_unpackhi_epi8);

  v0 = short_magnitude (_mm512_unpacklo_epi16 (low.dx, low.dy), l1);
  v1 = short_magnitude (_mm512_unpackhi_epi16 (low.dx, low.dy), l1);
  v2 = short_magnitude (_mm512_unpacklo_epi16 (high.dx, high.dy), l1);
  v3 = short_magnitude (_mm512_unpackhi_epi16 (high.dx, high.dy), l1);
  t0 = _mm512_shuffle_f32x4 (v0, v1, 0x44);
  t1 = _mm512_shuffle_f32x4 (v2, v3, 0x44);
  t2 = _mm512_shuffle_f32x4 (v0, v1, 0xee);
  t3 = _mm512_shuffle_f32x4 (v2, v3, 0xee);
  _mm512_storeu_ps (m, _mm512_shuffle_f32x4 (t0, t1, 0x88));
  _mm512_storeu_ps (m + 16, _mm512_shuffle_f32x4 (t0, t1, 0xdd));
  _mm512_storeu_ps (m + 32, _mm512_shuffle_f32x4 (t2, t3, 0x88));
  _mm512_storeu_ps (m + 48, _mm512_shuffle_f32x4 (t2, t3, 0xdd));

  candidates = above_threshold (m, threshold);
  sectors[CE_SECTOR_CANDIDATES] = candidates;
  if (candidates)
    find_short_sectors (low, high, sectors);
}

void
CE_ROW (sectors_u8) (const guint8 *const g[3], gboolean l1, float low, const guint8 *next,
                     float *m, guint64 *sectors, int n_words)
{
  for (int word = 0; word < n_words; word++)
    {
      const guint8 *at[3] = { g[0] + 64 * word, g[1] + 64 * word, g[2] + 64 * word };

      __builtin_prefetch (next + 64 * word, 0, 2);
      if (l1)
        word_u8 (at, TRUE, low, m + 64 * word, sectors + CE_N_SECTORS * word);
      else
        word_u8 (at, FALSE, low, m + 64 * word, sectors + CE_N_SECTORS * word);
    }
}

/* Of the @candidates those that are larger than their neighbors across the
 * edge. All four cases are computed and one is taken, so there is no branch to
 * mispredict. */
CE_FN guint64
kept (const float *above, const float *at, const float *below, const guint64 *sectors, guint64 candidates)
{
  guint64 horizontal = 0, vertical = 0, rising = 0, falling = 0;
  guint64 diagonal;

  for (int i = 0; i < 64; i += CE_LANES)
    {
      CeVector m = ce_load (at + i);

      if (! (candidates >> i & 0xffff))
        continue;

#define PAIR(first, second) (ce_mask_bits ((first) & (second)) << i)
      horizontal |= PAIR (ce_above (m, ce_load (at + i - 1)), ce_at_least (m, ce_load (at + i + 1)));
      vertical |= PAIR (ce_above (m, ce_load (above + i)), ce_at_least (m, ce_load (below + i)));
      rising |= PAIR (ce_above (m, ce_load (above + i - 1)), ce_above (m, ce_load (below + i + 1)));
      falling |= PAIR (ce_above (m, ce_load (above + i + 1)), ce_above (m, ce_load (below + i - 1)));
#undef PAIR
    }

  diagonal = (sectors[CE_SECTOR_FALLING] & falling) | (~sectors[CE_SECTOR_FALLING] & rising);

  return candidates
         & ((sectors[CE_SECTOR_HORIZONTAL] & horizontal)
            | (sectors[CE_SECTOR_VERTICAL] & vertical)
            | (~(sectors[CE_SECTOR_HORIZONTAL] | sectors[CE_SECTOR_VERTICAL]) & diagonal));
}

void
CE_ROW (thin_sectors) (const float *const m[3], const guint64 *sectors, float high,
                       guint64 *weak, guint64 *strong, int n_words)
{
  for (int word = 0; word < n_words; word++)
    {
      int     x = 64 * word;
      guint64 bits = sectors[CE_N_SECTORS * word + CE_SECTOR_CANDIDATES];

      if (bits)
        bits = kept (m[0] + x, m[1] + x, m[2] + x, sectors + CE_N_SECTORS * word, bits);

      weak[word] = bits;
      strong[word] = bits ? bits & above_threshold (m[1] + x, high) : 0;
    }
}

#endif
