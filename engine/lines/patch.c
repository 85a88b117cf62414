/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Levels of a patch, and their blur by Canny's Gaussian in blocks that are near edges.
 */
#include "patch.h"

#include "engine/arithmetic.h"
#include "engine/samples.h"

#include <string.h>

/* Samples that are blurred at once: N_FOURS times four. Where there are no edges, as many are left out. */
#define N_FOURS 2
#define BLOCK (4 * N_FOURS)
#define ONE G_GUINT64_CONSTANT (1)
/* Rows from the one whose levels are found to the one that is asked for. */
#define AHEAD 4

typedef float Four __attribute__ ((vector_size (16)));
typedef gint32 FourInts __attribute__ ((vector_size (16)));

/* Returns the first four bytes of a pixel. */
static gint32
bytes_at (const guint8 *pixel)
{
  guint32 bytes;

  memcpy (&bytes, pixel, sizeof bytes);

  return (gint32) GUINT32_FROM_LE (bytes);
}

/* Writes the luma of four pixels of bytes at a time, which are @step bytes apart: half of the time of one at a time. Returns
 * how many of the @n pixels it has done. */
static int
fill_fours (const guint8 *at, gsize step, const CePlan *plan, int n, float *out)
{
  int i = 0;

  for (; i + 4 <= n; i += 4, at += 4 * step)
    {
      FourInts rgb = { bytes_at (at), bytes_at (at + step), bytes_at (at + 2 * step), bytes_at (at + 3 * step) };
      Four     r = __builtin_convertvector (rgb & 255, Four), g = __builtin_convertvector (rgb >> 8 & 255, Four);
      Four     b = __builtin_convertvector (rgb >> 16 & 255, Four);
      Four     luma = (g + plan->wr * (r - g)) + plan->wb * (b - g);

      memcpy (out + i, &luma, sizeof luma);
    }

  return i;
}

/* Writes the levels of signal @s of @n pixels from column @x on. */
CE_FN void
fill_levels (const CeView *view, CeType type, const CePlan *plan, int s, int x, int y, int n, float *out)
{
  const CeSignal *signal = &plan->signals.signal[s];
  const void     *row = ce_view_row (view, y);
  int             channels = view->channels, i = 0;

  /* Behind the last pixel of the image there may be no byte. */
  if (type == CE_U8 && channels >= 3 && signal->channel == CE_CHANNEL_LUMA && ! signal->covered)
    i = fill_fours ((const guint8 *) row + (gsize) x * (gsize) channels, (gsize) channels, plan,
                    MIN (n, view->width - 1 - x), out);
  for (; i < n; i++)
    {
      gsize at = (gsize) (x + i) * (gsize) channels;
      float level = signal->channel == CE_CHANNEL_LUMA ? ce_luma_of (row, type, channels, at, plan->wr, plan->wb)
                                                       : ce_level_of (row, type, at + (gsize) signal->channel);

      out[i] = signal->covered ? ce_luma_covered (level, ce_level_of (row, type, at + (gsize) channels - 1)) : level;
    }
}

/* Writes the levels of signal @s in columns @x to @x + @n - 1 of row @y, the nearest one inside beyond the image. */
void
ce_patch_levels_row (const CeView *view, const CePlan *plan, int s, int x, int y, int n, float *out)
{
  int begin = MAX (-x, 0), end = MIN (n, view->width - x);

  switch (view->type)
    {
    case CE_U8: fill_levels (view, CE_U8, plan, s, x + begin, y, end - begin, out + begin); break;
    case CE_U16: fill_levels (view, CE_U16, plan, s, x + begin, y, end - begin, out + begin); break;
    case CE_F32: fill_levels (view, CE_F32, plan, s, x + begin, y, end - begin, out + begin); break;
    }
  for (int i = 0; i < begin; i++)
    out[i] = out[begin];
  for (int i = end; i < n; i++)
    out[i] = out[end - 1];
}

CE_FN Four
four_at (const float *samples)
{
  Four four;

  memcpy (&four, samples, sizeof four);

  return four;
}

/* Blurs whole blocks of @n samples along a row or, with @stride, down columns; out[i] has the middle in[i]. */
static void
blur (const float *in, gssize stride, const CePlan *plan, int n, float *out)
{
  const float *w = plan->weights;

  for (int i = 0; i < n; i += BLOCK)
    {
      Four sum[N_FOURS];

      for (int j = 0; j < N_FOURS; j++)
        sum[j] = w[0] * four_at (in + i + 4 * j);
      for (int k = 1; k <= plan->radius; k++)
        for (int j = 0; j < N_FOURS; j++)
          sum[j] = sum[j] + w[k] * (four_at (in + i + 4 * j - k * stride) + four_at (in + i + 4 * j + k * stride));
      memcpy (out + i, sum, sizeof sum);
    }
}

/* Finds the blocks of each row of a patch, as bits, that are within CE_PATCH_HALO pixels of edges. */
static void
find_blocks (const CeEdgeMap *edges, CePatch *patch, const CeArea *area)
{
  int right = patch->area.width - 1, bottom = patch->area.height - 1;

  for (int y = area->y; y < area->y + area->height; y++)
    {
      int     row = y - patch->area.y;
      guint64 found = 0;

      for (int x0 = area->x; x0 < area->x + area->width; x0 += 64)
        for (guint64 bits = edges->bits[(gsize) y * edges->words + (gsize) x0 / 64]; bits; bits &= bits - 1)
          {
            int x = x0 + __builtin_ctzll (bits) - patch->area.x;

            found |= ONE << (MAX (x - CE_PATCH_HALO, 0) / BLOCK) | ONE << (MIN (x + CE_PATCH_HALO, right) / BLOCK);
          }
      for (int j = MAX (row - CE_PATCH_HALO, 0); j <= MIN (row + CE_PATCH_HALO, bottom); j++)
        patch->blocks[j] |= found;
    }
}

/* Returns the first run of blocks in *@blocks, in samples, and takes it from there. */
static int
take_run (guint64 *blocks, int *n)
{
  int begin = __builtin_ctzll (*blocks), end = __builtin_ctzll (~(*blocks >> begin)) + begin;

  *blocks &= *blocks + (ONE << begin);
  *n = (end - begin) * BLOCK;

  return begin * BLOCK;
}

/* Asks for the pixels of a row that is needed soon: each row of a patch is in other pages, which no processor foresees, and
 * that takes half of the time of their levels. */
static void
fetch_row (const CeView *view, int x, int y, int n)
{
  const guint8 *row = ce_view_row (view, MIN (y, view->height - 1));
  gsize         pixel = (gsize) view->channels * ce_type_size (view->type);

  for (gsize i = (gsize) MAX (x, 0) * pixel; i < (gsize) (x + n) * pixel; i += 64)
    __builtin_prefetch (row + i);
}

/* Computes the blurred signal @s of a patch, in the blocks that are near edges. */
static gboolean
blur_tile (CePatch *patch, const CeView *view, int s)
{
  int               r = patch->plan->radius, n_rows = patch->area.height + 2 * r, i, m;
  gsize             n = (gsize) patch->stride;
  g_autofree float *levels = g_try_new (float, n + 2 * (gsize) r);
  g_autofree float *rows = g_try_new (float, n * (gsize) n_rows);

  patch->signals[s] = g_try_new (float, n * (gsize) patch->area.height);
  if (! levels || ! rows || ! patch->signals[s])
    return FALSE;

  for (int j = 0; j < n_rows; j++)
    {
      int     y = CLAMP (patch->area.y - r + j, 0, view->height - 1);
      guint64 blocks = 0;

      for (int k = MAX (j - 2 * r, 0); k <= MIN (j, patch->area.height - 1); k++)
        blocks |= patch->blocks[k];
      while (blocks)
        {
          i = take_run (&blocks, &m);
          fetch_row (view, patch->area.x - r + i, y + AHEAD, m + 2 * r);
          ce_patch_levels_row (view, patch->plan, s, patch->area.x - r + i, y, m + 2 * r, levels);
          blur (levels + r, 1, patch->plan, m, rows + n * (gsize) j + i);
        }
    }
  for (int j = 0; j < patch->area.height; j++)
    for (guint64 blocks = patch->blocks[j]; blocks;)
      {
        i = take_run (&blocks, &m);
        blur (rows + n * (gsize) (j + r) + i, (gssize) n, patch->plan, m, patch->signals[s] + n * (gsize) j + i);
      }

  return TRUE;
}

/* Copies the signals of the pixels of @area and of those up to @margin pixels beside it. */
gboolean
ce_patch_copy_levels (CePatch *patch, const CeView *view, const CeArea *area, int margin)
{
  for (int s = 0; s < patch->plan->signals.n; s++)
    {
      CeLevels *levels = &patch->levels[s];
      int       n_rows = area->height + 2 * margin;

      *levels = (CeLevels) { NULL, area->x - margin, area->y - margin, area->width + 2 * margin };
      levels->data = g_try_new (float, (gsize) levels->width * (gsize) n_rows);
      for (int j = 0; j < n_rows && levels->data; j++)
        ce_patch_levels_row (view, patch->plan, s, levels->x, CLAMP (levels->y + j, 0, view->height - 1), levels->width,
                            levels->data + (gsize) levels->width * (gsize) j);
      if (! levels->data)
        return FALSE;
    }

  return TRUE;
}

/* Blurs the signals around the edges in @area; FALSE without memory. Of @patch plan, width and height are known. */
gboolean
ce_patch_init (CePatch *patch, const CeEdgeMap *edges, const CeView *view, const CeArea *area)
{
  gboolean done = TRUE;

  patch->area.x = MAX (area->x - CE_PATCH_HALO, 0);
  patch->area.y = MAX (area->y - CE_PATCH_HALO, 0);
  patch->area.width = MIN (area->x + area->width + CE_PATCH_HALO, view->width) - patch->area.x;
  patch->area.height = MIN (area->y + area->height + CE_PATCH_HALO, view->height) - patch->area.y;
  patch->stride = (patch->area.width + BLOCK - 1) / BLOCK * BLOCK;
  find_blocks (edges, patch, area);
  for (int s = 0; s < patch->plan->signals.n && done; s++)
    done = blur_tile (patch, view, s);

  return done;
}

void
ce_patch_clear (CePatch *patch)
{
  for (int s = 0; s < CE_MAX_SIGNALS; s++)
    {
      g_free (patch->signals[s]);
      g_free (patch->levels[s].data);
    }
}
