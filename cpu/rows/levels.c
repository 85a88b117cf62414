/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Between samples and rows of levels.
 */
#include "formats.h"
#include "vector.h"

void
CE_ROW (levels, samples) (const void *samples, CeType type, const void *next, float *restrict out, int n)
{
  int size = n * (int) ce_type_size (type);

  for (int i = 0; i < size; i += 64)
    __builtin_prefetch ((const guint8 *) next + i, 0, 2);

  switch (type)
    {
    case CE_U8:
      for (int x = 0; x < n; x++)
        out[x] = (float) ((const guint8 *) samples)[x];
      break;
    case CE_U16:
      for (int x = 0; x < n; x++)
        out[x] = ce_word_level (((const guint16 *) samples)[x]);
      break;
    case CE_F32:
      for (int x = 0; x < n; x++)
        out[x] = ce_level_from_float (((const float *) samples)[x]);
      break;
    }
}

void
CE_ROW (levels, store_u8) (const float *restrict levels, gboolean invert, guint8 *restrict out, int n)
{
  if (invert)
    for (int x = 0; x < n; x++)
      out[x] = ce_level_to_u8 (255.0f - levels[x]);
  else
    for (int x = 0; x < n; x++)
      out[x] = ce_level_to_u8 (levels[x]);
}

void
CE_ROW (levels, store_u16) (const float *restrict levels, gboolean invert, guint16 *restrict out, int n)
{
  int x = 0;

#if CE_LANES > 4
  gboolean stream = ce_may_stream (out);

  for (; x + CE_LANES <= n; x += CE_LANES)
    ce_store_words (out + x, invert ? 255.0f - ce_load (levels + x) : ce_load (levels + x), stream);
  ce_streamed ();
#endif
  for (; x < n; x++)
    out[x] = ce_level_word (invert ? 255.0f - levels[x] : levels[x]);
}

void
CE_ROW (levels, store_f32) (const float *restrict levels, gboolean invert, float *restrict out, int n)
{
  gboolean stream = ce_may_stream (out);
  int      x = 0;

  for (; x + CE_LANES <= n; x += CE_LANES)
    {
      CeVector level = ce_load (levels + x);
      CeVector v = invert ? 255.0f - level : level;

      ce_put (out + x, ce_pick (ce_above (v, (CeVector) { 0 }), v, (CeVector) { 0 }) / 255.0f, stream);
    }
  for (; x < n; x++)
    out[x] = ce_level_to_float (invert ? 255.0f - levels[x] : levels[x]);
  ce_streamed ();
}

void
CE_ROW (levels, root) (float *restrict v, int n)
{
  for (int x = 0; x < n; x++)
    v[x] = ce_sqrt (v[x]);
}

void
CE_ROW (levels, scaled) (const float *restrict v, float offset, float gain, float factor, float *restrict out, int n)
{
  for (int x = 0; x < n; x++)
    out[x] = offset + gain * v[x] * factor;
}

void
CE_ROW (levels, clamped) (float *restrict v, int n)
{
  for (int x = 0; x < n; x++)
    v[x] = v[x] < 255.0f ? v[x] : 255.0f;
}

void
CE_ROW (levels, product) (const float *restrict a, const float *restrict b, float *restrict out, int n)
{
  for (int x = 0; x < n; x++)
    out[x] = a[x] * b[x];
}

void
CE_ROW (levels, fraction) (float *restrict v, int n)
{
  for (int x = 0; x < n; x++)
    v[x] = v[x] / 255.0f;
}
