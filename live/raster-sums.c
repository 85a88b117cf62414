/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "raster-sums.h"

#include <math.h>
#include <string.h>

#include "engine/samples.h"

#include "blend.h"

/* acc += weight * row, n samples. The common case: no transparency. */
static void
add_u8 (float *restrict acc, const guint8 *restrict row, int n, float weight)
{
  for (int i = 0; i < n; i++)
    acc[i] += weight * row[i];
}

/* The same of words and floats. */
static void
add_levels (float *restrict acc, gconstpointer row, CeType type, int n, float weight)
{
  if (type == CE_U16)
    for (int i = 0; i < n; i++)
      acc[i] += weight * ce_level_seen (row, CE_U16, (gsize) i);
  else
    for (int i = 0; i < n; i++)
      acc[i] += weight * ce_level_seen (row, CE_F32, (gsize) i);
}

/* Colors times opacity, then opacity, n_colors + 1 sums per pixel. Called
 * with constants, so that each case is a loop of its own. */
static inline __attribute__ ((always_inline)) void
add_covered (float *restrict acc, gconstpointer row, const guint8 *restrict mask, int n, float weight,
             const CeType type, const int n_colors, const gboolean alpha)
{
  const int      step = n_colors + alpha;
  const float    share = 1.0f / 255.0f;

  for (int i = 0; i < n; i++)
    {
      float opacity = 255.0f;

      if (alpha)
        opacity = ce_level_seen (row, type, (gsize) (i * step + n_colors));
      if (mask)
        opacity *= mask[i] * share;

      for (int c = 0; c < n_colors; c++)
        acc[i * (n_colors + 1) + c] += weight * share * opacity * ce_level_seen (row, type, (gsize) (i * step + c));
      acc[i * (n_colors + 1) + n_colors] += weight * opacity;
    }
}

#define CASES(n_colors, alpha) \
  case (n_colors) + (alpha): \
    switch (view->type) \
      { \
      case CE_U8: add_covered (acc, row, mask, n, weight, CE_U8, n_colors, alpha); break; \
      case CE_U16: add_covered (acc, row, mask, n, weight, CE_U16, n_colors, alpha); break; \
      case CE_F32: add_covered (acc, row, mask, n, weight, CE_F32, n_colors, alpha); break; \
      } \
    break

static void
add_covered_row (float *acc, const CeView *view, gconstpointer row, const guint8 *mask, int n, float weight)
{
  switch (view->channels)
    {
    CASES (1, 0);
    CASES (1, 1);
    CASES (3, 0);
    CASES (3, 1);
    }
}

/* Columns x to x + n of one row. */
static void
add_row (float *acc, const CeView *view, const CeLook *look, int y, int x, int n, float weight)
{
  const guint8 *row = ce_view_pixel (view, x, y);
  const guint8 *mask = look->mask.data ? (const guint8 *) ce_view_row (&look->mask, y) + x : NULL;

  if (look->source.data)
    ce_blend_add (acc, view, look, x, y, n, weight);
  else if (mask || ce_view_has_alpha (view))
    add_covered_row (acc, view, row, mask, n, weight);
  else if (view->type == CE_U8)
    add_u8 (acc, row, n * view->channels, weight);
  else
    add_levels (acc, row, view->type, n * view->channels, weight);
}

/* whole += row: as add_u8() with weight 1, but several times as fast. */
static void
add_whole (guint16 *restrict whole, const guint8 *restrict row, int n)
{
  for (int i = 0; i < n; i++)
    whole[i] += row[i];
}

static void
take_whole (float *restrict acc, guint16 *restrict whole, int n)
{
  for (int i = 0; i < n; i++)
    {
      acc[i] += whole[i];
      whole[i] = 0;
    }
}

/* The end of a screen row within @row, @weight of which belongs to it and the
 * rest to the next: one pass over the row for both. */
static void
end_row (float *restrict acc, float *restrict carry, guint16 *restrict whole, const guint8 *restrict row, int n,
         float weight)
{
  const float rest = 1 - weight;

  for (int i = 0; i < n; i++)
    {
      float value = row[i];

      acc[i] = carry[i] + whole[i] + weight * value;
      carry[i] = rest * value;
      whole[i] = 0;
    }
}

/* The same where both end between two rows. */
static void
end_between (float *restrict acc, float *restrict carry, guint16 *restrict whole, int n)
{
  for (int i = 0; i < n; i++)
    {
      acc[i] = carry[i] + whole[i];
      carry[i] = 0;
      whole[i] = 0;
    }
}

static gboolean
is_opaque_u8 (const CeSums *sums)
{
  return sums->view->type == CE_U8 && ! sums->covered;
}

static const guint8 *
row_at (const CeSums *sums, int y)
{
  return (const guint8 *) ce_view_row (sums->view, y) + (gsize) sums->x * sums->view->channels;
}

/* Opaque bytes: most rows count in full. */
static void
add_opaque (CeSums *sums, double from, double to)
{
  int    last = (int) to, n_samples = sums->n * sums->n_sums, n_whole = 0;
  double rest = to - last;

  for (int y = (int) ceil (from); y < last; y++)
    {
      add_whole (sums->whole, row_at (sums, y), n_samples);
      if (++n_whole % 256 == 0)
        take_whole (sums->carry, sums->whole, n_samples);
    }

  if (rest > 0)
    end_row (sums->acc, sums->carry, sums->whole, row_at (sums, last), n_samples, (float) rest);
  else
    end_between (sums->acc, sums->carry, sums->whole, n_samples);
}

/**
 * ce_sums_init:
 * @sums: (out): sums
 * @view: a picture
 * @look: how it looks
 * @x: the first column
 * @n: how many
 * @n_more: columns of zeros behind them
 */
void
ce_sums_init (CeSums *sums, const CeView *view, const CeLook *look, int x, int n, int n_more)
{
  sums->view = view;
  sums->look = look;
  sums->x = x;
  sums->n = n;
  sums->covered = look->source.data || look->mask.data || ce_view_has_alpha (view);
  sums->n_sums = look->source.data ? CE_BLEND_SUMS : view->channels + (sums->covered && ! ce_view_has_alpha (view));
  sums->acc = g_new0 (float, (gsize) (n + n_more) * sums->n_sums);
  sums->carry = g_new0 (float, (gsize) n * sums->n_sums);
  sums->whole = g_new0 (guint16, (gsize) n * sums->n_sums);
}

/**
 * ce_sums_clear:
 * @sums: sums
 */
void
ce_sums_clear (CeSums *sums)
{
  g_free (sums->acc);
  g_free (sums->carry);
  g_free (sums->whole);
}

/**
 * ce_sums_begin:
 * @sums: new sums
 * @from: where the first call of ce_sums_add() will begin
 */
void
ce_sums_begin (CeSums *sums, double from)
{
  double part = from - floor (from);

  if (is_opaque_u8 (sums) && part > 0)
    add_u8 (sums->carry, row_at (sums, (int) from), sums->n * sums->n_sums, 1 - (float) part);   /* as end_row() does */
}

/**
 * ce_sums_add:
 * @sums: sums, after ce_sums_begin()
 * @from: first row, and what part of it does not count: where the last call ended
 * @to: where the rows end
 *
 * Adds up the area in @sums->acc.
 */
void
ce_sums_add (CeSums *sums, double from, double to)
{
  if (is_opaque_u8 (sums))
    {
      add_opaque (sums, from, to);
      return;
    }

  memset (sums->acc, 0, (gsize) sums->n * sums->n_sums * sizeof *sums->acc);
  for (int y = (int) from; y < to; y++)
    add_row (sums->acc, sums->view, sums->look, y, sums->x, sums->n, (float) ce_raster_overlap (y, from, to));
}
