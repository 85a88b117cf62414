/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Unsharp masking of bytes: the second pass of the Gaussian and what is made
 * of it, four rows at once.
 *
 * See unsharp.h for the shorter way.
 */
#include "rows.h"

#include "engine/arithmetic.h"
#include "vector-words.h"

#ifdef CE_WITH_WORDS

typedef struct
{
  CeVector row[4];
} FourRows;

/* The bytes at @c as floats, of which @part 1 are the high ones. */
CE_FN CeVector
biased (const guint8 *c, int part)
{
  CeWords words = ce_load_bytes (c);

  return part ? ce_biased_high (words) : ce_biased_low (words);
}

/* What stays in registers where @radius is a constant. */
typedef struct
{
  CeVector weights[CE_MOST_CONSTANT + 1];
  CeVector first;
  CeVector bias;
} Constants;

CE_FN Constants
constants (const CeUnsharp *u, int radius, gboolean whole)
{
  const float *weights = whole ? u->weights : u->scaled;
  Constants    k = { .first = ce_splat (u->first), .bias = ce_splat (-u->first * CE_WORD_BIAS) };

  for (int i = 0; i <= radius && __builtin_constant_p (radius); i++)
    k.weights[i] = ce_splat (weights[i]);

  return k;
}

/* Blurred and, if @whole, as the contract has it; else the scaled result. */
CE_FN FourRows
across_rows (const CeUnsharp *u, const Constants *constants, int radius, gboolean whole, int x,
             const guint8 *const c[4], int offset, int part)
{
  const float *const *rows = u->rows;
  const float        *weights = whole ? u->weights : u->scaled;
  gboolean            constant = __builtin_constant_p (radius);
  CeVector            w = constant ? constants->weights[0] : ce_splat (weights[0]);
  int                 at = x + offset + part * CE_LANES;
  FourRows            up;
  FourRows            down;
  FourRows            sum;

  for (int k = 0; k < 4; k++)
    {
      up.row[k] = down.row[k] = ce_load (rows[radius + k] + at);
      if (whole)
        sum.row[k] = w * up.row[k];
      else
        sum.row[k] = ce_multiply_add (w, up.row[k],
                                      ce_multiply_add (constants->first, biased (c[k] + offset, part), constants->bias));
    }

#pragma GCC unroll 6
  for (int i = 1; i <= radius; i++)
    {
      w = constant ? constants->weights[i] : ce_splat (weights[i]);
      up = (FourRows) { { ce_load (rows[radius - i] + at), up.row[0], up.row[1], up.row[2] } };
      down = (FourRows) { { down.row[1], down.row[2], down.row[3], ce_load (rows[radius + 3 + i] + at) } };
      for (int k = 0; k < 4; k++)
        if (whole)
          sum.row[k] = sum.row[k] + w * (up.row[k] + down.row[k]);
        else
          sum.row[k] = ce_multiply_add (w, up.row[k] + down.row[k], sum.row[k]);
    }

  return sum;
}

/* The contract's result from its blurred levels, as whole levels. */
CE_FN CeIntVector
sharpened (const CeUnsharp *u, CeVector blurred, CeVector biased_level)
{
  CeVector level = biased_level - CE_WORD_BIAS;
  CeVector detail = level - blurred;
#if CE_LANES == 16
  __mmask16 kept = _mm512_cmp_ps_mask ((__m512) ce_vector_abs (detail), _mm512_set1_ps (u->threshold), _CMP_GT_OQ);

  detail = (CeVector) _mm512_maskz_mov_ps (kept, (__m512) detail);
#else
  detail = (CeVector) ((CeIntVector) detail & (ce_vector_abs (detail) > u->threshold));
#endif

  return ce_rounded (level + u->amount * detail);
}

/* The lanes @doubtful of row @row again, as the contract has them. */
static void __attribute__ ((noinline))
again (const CeUnsharp *u, int row, int x, const guint8 *c, int part, unsigned doubtful, guint8 *out)
{
  const float *const *rows = u->rows + row;
  int                 at = x + part * CE_LANES;
  CeVector            blurred = u->weights[0] * ce_load (rows[u->radius] + at);
  CeIntVector         level;

  for (int i = 1; i <= u->radius; i++)
    blurred = blurred + u->weights[i] * (ce_load (rows[u->radius - i] + at) + ce_load (rows[u->radius + i] + at));

  level = sharpened (u, blurred, biased (c, part));
  for (; doubtful; doubtful &= doubtful - 1)
    {
      int i = __builtin_ctz (doubtful);

      out[i / 4 * 8 + part * 4 + i % 4] = (guint8) CLAMP (level[i], 0, 255);
    }
}

/* Four rows of twice the words that a vector holds. */
CE_FN void
whole_block (const CeUnsharp *u, const Constants *constants, int radius, int x, const guint8 *const c[4],
             guint8 *const out[4])
{
  CeWords words[2][4];

  for (int half = 0; half < 2; half++)
    {
      int      offset = half * 2 * CE_LANES;
      FourRows low = across_rows (u, constants, radius, TRUE, x, c, offset, 0);
      FourRows high;

      for (int k = 0; k < 4; k++)
        low.row[k] = (CeVector) sharpened (u, low.row[k], biased (c[k] + offset, 0));
      high = across_rows (u, constants, radius, TRUE, x, c, offset, 1);
      for (int k = 0; k < 4; k++)
        words[half][k] = ce_pack_words ((CeIntVector) low.row[k],
                                        sharpened (u, high.row[k], biased (c[k] + offset, 1)));
    }

  for (int k = 0; k < 4; k++)
    ce_store_bytes (out[k], words[0][k], words[1][k]);
}

CE_FN void
short_block (const CeUnsharp *u, const Constants *constants, int radius, int x, const guint8 *const c[4],
             guint8 *const out[4])
{
  /* Half a level makes cutting off round. With the doubt on top, those in doubt
   * are the ones that are less than twice the doubt above a whole level. */
  CeIntVector moved = CE_UNSHARP_SCALE / 2 + u->doubt - (CeIntVector) { 0 };
  CeIntVector near = (0xffff & ~(2 * u->doubt - 1)) - (CeIntVector) { 0 };
  CeWords     words[2][4];
  guint64     doubtful[2][2] = { { 0 } };       /* 16 bits for each row */

#pragma GCC unroll 2
  for (int half = 0; half < 2; half++)
    {
      FourRows sum[2];

#pragma GCC unroll 2
      for (int part = 0; part < 2; part++)
        {
          sum[part] = across_rows (u, constants, radius, FALSE, x, c, half * 2 * CE_LANES, part);
          for (int k = 0; k < 4; k++)
            {
              sum[part].row[k] = (CeVector) (ce_rounded (sum[part].row[k]) + moved);
              doubtful[half][part] |= (guint64) ce_none_of ((CeIntVector) sum[part].row[k], near) << 16 * k;
            }
        }

      for (int k = 0; k < 4; k++)
        words[half][k] = ce_upper_words ((CeIntVector) sum[0].row[k], (CeIntVector) sum[1].row[k]);
    }

  for (int k = 0; k < 4; k++)
    ce_store_bytes (out[k], words[0][k], words[1][k]);

  if (! (doubtful[0][0] | doubtful[0][1] | doubtful[1][0] | doubtful[1][1]))
    return;

  for (int i = 0; i < 4; i++)
    for (guint64 bits = doubtful[i / 2][i % 2]; bits; )
      {
        int     k = __builtin_ctzll (bits) / 16;
        int     offset = i / 2 * 2 * CE_LANES;
        guint64 row = (guint64) 0xffff << 16 * k;

        again (u, k, x + offset, c[k] + offset, i % 2, (unsigned) ((bits & row) >> 16 * k), out[k] + offset);
        bits &= ~row;
      }
}

CE_FN void
block (const CeUnsharp *u, const Constants *constants, int radius, gboolean whole, int x, const guint8 *const c[4],
       guint8 *const out[4])
{
  if (whole)
    whole_block (u, constants, radius, x, c, out);
  else
    short_block (u, constants, radius, x, c, out);
}

/* The last block on copies: rows of pixels have no room behind them. */
static void __attribute__ ((noinline))
last_block (const CeUnsharp *u, const Constants *constants, gboolean whole, int x, int n)
{
  guint8               in[4][4 * CE_LANES] = { 0 };
  guint8               out[4][4 * CE_LANES];
  guint8 *const        to[4] = { out[0], out[1], out[2], out[3] };
  const guint8 *const  from[4] = { in[0], in[1], in[2], in[3] };

  for (int k = 0; k < 4; k++)
    memcpy (in[k], u->c[k] + x, n);
  block (u, constants, u->radius, whole, x, from, to);
  for (int k = 0; k < 4; k++)
    memcpy (u->out[k] + x, out[k], n);
}

/* Rows of a tile are so short that the processor has hardly begun to guess when it
 * is through with one; so those that follow are asked for on the way. */
CE_FN void
unsharp (const CeUnsharp *u, int radius, gboolean whole, int n)
{
  const Constants     k0 = constants (u, radius, whole);
  const guint8 *const from[4] = { u->c[0], u->c[1], u->c[2], u->c[3] };
  const guint8 *const ahead[4] = { u->ahead[0], u->ahead[1], u->ahead[2], u->ahead[3] };
  guint8 *const       to[4] = { u->out[0], u->out[1], u->out[2], u->out[3] };
  int                 x = 0;

  for (; x + 4 * CE_LANES <= n; x += 4 * CE_LANES)
    {
      const guint8 *const c[4] = { from[0] + x, from[1] + x, from[2] + x, from[3] + x };
      guint8 *const       out[4] = { to[0] + x, to[1] + x, to[2] + x, to[3] + x };

      for (int k = 0; k < 4; k++)
        __builtin_prefetch (ahead[k] + x, 0, 3);
      block (u, &k0, radius, whole, x, c, out);
    }

  if (x < n)
    last_block (u, &k0, whole, x, n - x);
}

void
CE_ROW (bytes, unsharp) (const CeUnsharp *u, int n)
{
  if (! u->doubt)
    {
      unsharp (u, u->radius, TRUE, n);
      return;
    }

#define CALL(radius) unsharp (u, radius, FALSE, n)
  CE_BY_RADIUS (u->radius, CALL)
#undef CALL
}

#endif
