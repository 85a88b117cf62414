/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Lone steps, edges between two flat sides, and how wide they are. The arithmetic stands in docs/arithmetic.md, “Width of
 * edges”.
 */
#include "lone-steps.h"

#include "samples.h"

#include <string.h>

/* Compiles the loops for wider vectors, too; the loader takes the widest version, before ThreadSanitizer works.
 * Nothing is contracted (-ffp-contract=off), so the bits are the same. */
#if defined __x86_64__ && defined __GLIBC__ && defined __GNUC__ && ! defined __clang__ && ! defined __SANITIZE_THREAD__
#define WIDER __attribute__ ((target_clones ("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define WIDER
#endif

/* A step's run has fewer differences than this on either side of the peak. */
#define LONGEST (CE_STEP_AROUND - 2)

/* Writes the lights of @n pixels from sample @i of a row on. */
CE_FN void
lights_of (gconstpointer row, CeType type, int channels, gsize i, int n, float *light)
{
  for (int x = 0; x < n; x++)
    {
      gsize at = i + (gsize) x * (gsize) channels;

      float r = ce_linear (ce_level_of (row, type, at)), g = r, b = r;

      if (ce_n_colors (channels) == 3)
        {
          g = ce_linear (ce_level_of (row, type, at + 1));
          b = ce_linear (ce_level_of (row, type, at + 2));
        }
      light[x] = ce_luma (r, g, b, CE_LUMA_709_R, CE_LUMA_709_B);
    }
}

CE_FN void
lights_of_type (gconstpointer row, CeType type, int channels, gsize i, int n, float *light)
{
  switch (channels)
    {
    case 1: lights_of (row, type, 1, i, n, light); break;
    case 2: lights_of (row, type, 2, i, n, light); break;
    case 3: lights_of (row, type, 3, i, n, light); break;
    case 4: lights_of (row, type, 4, i, n, light); break;
    }
}

/* Loads the lights of @n pixels of row @y from column @x on. */
WIDER static void
load_row (const CeView *view, int x, int y, int n, float *light)
{
  gconstpointer row = ce_view_row (view, y);
  gsize         i = (gsize) x * (gsize) view->channels;

  switch (view->type)
    {
    case CE_U8: lights_of_type (row, CE_U8, view->channels, i, n, light); break;
    case CE_U16: lights_of_type (row, CE_U16, view->channels, i, n, light); break;
    case CE_F32: lights_of_type (row, CE_F32, view->channels, i, n, light); break;
    }
}

/* Returns the light of the pixel at @x, @y of the square. */
static float *
light_at (CeSquare *square, int x, int y)
{
  return square->light + (y + CE_STEP_AROUND) * CE_SQUARE_STRIDE + x + CE_STEP_AROUND;
}

/* Loads the pixels of the square and those around it that are in the picture. */
static void
load_square (const CeView *view, CeSquare *square)
{
  const CeArea *area = &square->area;
  int           x = MAX (area->x - CE_STEP_AROUND, 0), n = MIN (CE_SQUARE_LOADED, view->width - x);
  int           end = MIN (area->y + area->height + CE_STEP_AROUND, view->height);

  for (int y = MAX (area->y - CE_STEP_AROUND, 0); y < end; y++)
    load_row (view, x, y, n, light_at (square, x - area->x, y - area->y));
}

/* Returns whether a pixel is clipped or transparent. */
static gboolean
is_cut (const CeView *view, int x, int y)
{
  gconstpointer row = ce_view_row (view, y);
  gsize         i = (gsize) x * (gsize) view->channels;
  int           n_colors = ce_n_colors (view->channels);
  float         top = ce_level_of (row, view->type, i);

  for (int k = 1; k < n_colors; k++)
    top = ce_max (top, ce_level_of (row, view->type, i + (gsize) k));

  return top > 253.5f || top < 1.5f
         || (n_colors < view->channels && ce_level_of (row, view->type, i + (gsize) n_colors) < 127.5f);
}

/* A peak: its light, the distances of the next pixel along the step and across it, its run. */
typedef struct
{
  const float *light;
  int          along, across;
  float        sign;
  int          l, r;
} Step;

/* Returns g[k] of docs/arithmetic.md. */
CE_FN float
difference (const Step *step, int k)
{
  const float *c = step->light + k * step->along;

  return step->sign * (c[step->along] - c[0]);
}

/* Returns whether little changes beside the step's run. @sum is that of its run. */
CE_FN int
is_alone (const Step *step, float sum)
{
  float beside = ce_abs (difference (step, -step->l - 2)) + ce_abs (difference (step, -step->l - 1));

  beside = (beside + ce_abs (difference (step, step->r + 1))) + ce_abs (difference (step, step->r + 2));

  return beside < 0.12f * sum;
}

/* Returns the part that the width of a lone step with this @sum, sum of @squares and @mean is counted in; 0 if it does not
 * count. */
static guint
part_of (const Step *step, float sum, float squares, float mean)
{
  const float *c = step->light, *next = c + step->along;
  int          to = step->across;
  float        t = (0.25f * ((c[to] - c[-to]) + (next[to] - next[-to]))) / (next[0] - c[0]), slant = 1 + t * t;
  float        e = (sum * sum) / (squares * 3.5449077f), v = (e * e - 0.083333336f) / slant, u = 0;

  for (int k = -step->l; k <= step->r; k++)
    u += (((float) k - mean) * ((float) k - mean)) * difference (step, k);
  u = (u / sum - 0.083333336f) / slant;
  if (! (ce_abs (u - v) <= 0.35f * (v + 0.1f)))
    return 0;

  return CLAMP ((guint) (ce_sqrt (v > 0 ? v : 0) * CE_WIDTHS_PER_PIXEL + 0.5f), 1, CE_N_WIDTHS - 1);
}

/* Follows the differences on both sides of the peak. Returns the part of part_of(). */
static guint
measure (Step *step)
{
  float least, sum = 0, squares = 0, moment = 0;

  step->sign = step->light[step->along] < step->light[0] ? -1 : 1;
  least = 0.04f * difference (step, 0);
  while (step->l < LONGEST && difference (step, -step->l - 1) > least)
    step->l++;
  while (step->r < LONGEST && difference (step, step->r + 1) > least)
    step->r++;
  if (step->l == LONGEST || step->r == LONGEST)
    return 0;

  for (int k = -step->l; k <= step->r; k++)
    {
      float g = difference (step, k);

      sum += g;
      squares += g * g;
      moment += (float) k * g;
    }

  return sum > 0.08f && is_alone (step, sum) ? part_of (step, sum, squares, moment / sum) : 0;
}

/* Returns whether a pixel of the step, whose peak is at @x, @y of the picture, is cut. */
static gboolean
is_step_cut (const CeView *view, const Step *step, int x, int y)
{
  for (int k = -step->l - 1; k <= step->r + 2; k++)
    if (step->along == 1 ? is_cut (view, x + k, y) : is_cut (view, x, y + k))
      return TRUE;

  return FALSE;
}

/* Counts the steps at the peak in column @x of row @y of the square. */
static void
count_peak (const CeView *view, CeSquare *square, int x, int y)
{
  for (int bit = 0; square->peaks[x] >> bit; bit++)
    if (square->peaks[x] >> bit & 1)
      {
        int   along = bit ? CE_SQUARE_STRIDE : 1;
        Step  step = { light_at (square, x, y), along, CE_SQUARE_STRIDE + 1 - along, 1, 0, 0 };
        guint part = measure (&step);

        if (part && ! is_step_cut (view, &step, square->area.x + x, square->area.y + y))
          {
            square->counts[part]++;
            square->steps[square->n_steps++] = (guint16) (y * CE_SQUARE_SIDE + x);
          }
      }
}

/* Returns whether a step may have its peak between the lights @c[0] and @c[@along]: it is a peak, its run is longer than
 * one difference, and its edge is not far from across. */
CE_FN int
may_be_step (const float *c, int along, int across)
{
  float d = c[along] - c[0], before = c[0] - c[-along], behind = c[2 * along] - c[along], e = ce_abs (d);
  float t = (0.25f * ((c[across] - c[-across]) + (c[along + across] - c[along - across]))) / d;

  return (e > ce_abs (before)) & (e >= ce_abs (behind)) & (e > 0.005f) & (ce_abs (t) <= CE_TAN_22_5)
         & (((ce_abs (before) > 0.04f * e) & ((before < 0) == (d < 0)))
            | ((ce_abs (behind) > 0.04f * e) & ((behind < 0) == (d < 0))));
}

/* Marks with @bit where a step may be in a row of lights @c, from column @x on to before column @end. */
WIDER static void
mark_steps (guint8 *peaks, const float *c, int along, int across, guint8 bit, int x, int end)
{
  for (; x < end; x++)
    peaks[x] |= may_be_step (c + x, along, across) ? bit : 0;
}

/* Counts the lone steps of the rows and columns of the square's area of a picture by their widths, and lists them. */
void
ce_square_count_steps (CeSquare *square, const CeView *view)
{
  const CeArea *area = &square->area;
  int           x = MAX (1 - area->x, 0), end = MIN (view->width - 1 - area->x, area->width);
  int           along = MAX (10 - area->x, 0), along_end = MIN (view->width - 11 - area->x, area->width);

  memset (square->counts, 0, sizeof square->counts);
  square->n_steps = 0;
  load_square (view, square);
  for (int y = MAX (1 - area->y, 0); y < MIN (view->height - 1 - area->y, area->height); y++)
    {
      const float *c = light_at (square, 0, y);
      guint64      eight;

      memset (square->peaks, 0, CE_SQUARE_SIDE);
      mark_steps (square->peaks, c, 1, CE_SQUARE_STRIDE, 1, along, along_end);
      if (area->y + y >= 10 && area->y + y < view->height - 11)
        mark_steps (square->peaks, c, CE_SQUARE_STRIDE, 1, 2, x, end);
      for (int i = 0; i < CE_SQUARE_SIDE; i += 8)
        if (memcpy (&eight, square->peaks + i, 8), eight)
          for (int k = i; k < i + 8; k++)
            count_peak (view, square, k, y);
    }
}
