/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Samples to rows of levels and back.
 */
#include "formats.h"
#include "vector.h"

void
CE_ROW (levels, samples) (const void *samples, CeType type, const void *next, float *out, int n)
{
  ce_prefetch (next, n * (int) ce_type_size (type));
  switch (type)
    {
    case CE_U8: ce_load_channel (samples, CE_U8, 1, 0, out, n); break;
    case CE_U16: ce_load_channel (samples, CE_U16, 1, 0, out, n); break;
    case CE_F32: ce_load_channel (samples, CE_F32, 1, 0, out, n); break;
    }
}

/* Stores levels; compilers make vectors of the loop over bytes. */
CE_FN void
store (const float *restrict levels, gboolean invert, CeType type, void *restrict out, int n)
{
  int x = 0;

  for (; CE_LANES > 4 && type != CE_U8 && x + CE_LANES <= n; x += CE_LANES)
    {
      CeVector level = ce_load (levels + x);
      CeVector v = invert ? 255.0f - level : level;

      ce_store_samples (out, type, x, ce_pick (ce_above (v, (CeVector) { 0 }), v, (CeVector) { 0 }));
    }
  for (; x < n; x++)
    {
      float v = invert ? 255.0f - levels[x] : levels[x];

      if (type == CE_U16)
        ((guint16 *) out)[x] = ce_level_word (v);
      else
        ce_put_level (out, type, x, v, TRUE);
    }
}

void
CE_ROW (levels, store) (const float *levels, gboolean invert, CeType type, void *out, int n)
{
#define CALL(type) invert ? store (levels, TRUE, type, out, n) : store (levels, FALSE, type, out, n)
  switch (type)
    {
    case CE_U8: CALL (CE_U8); break;
    case CE_U16: CALL (CE_U16); break;
    case CE_F32: CALL (CE_F32); break;
    }
#undef CALL
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
