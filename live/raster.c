/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Reduction with a box filter: a screen pixel is the mean of exactly the area
 * it covers. Transparent pixels count by their opacity (sums are
 * premultiplied). Edges, which would fade, are reduced in strongest.c.
 */
#include "raster-sums.h"

#include "strongest.h"

#include <math.h>
#include <string.h>

/**
 * ce_region_equal:
 * @a, @b: regions
 *
 * Returns: whether they are the same part at the same size, wherever they are painted from
 */
gboolean
ce_region_equal (const CeRegion *a, const CeRegion *b)
{
  return a->scale == b->scale && a->x == b->x && a->y == b->y && a->width == b->width && a->height == b->height;
}

/**
 * ce_raster_size:
 * @size: pixels of a picture
 * @scale: screen pixels per pixel of the picture
 *
 * Returns: screen pixels it takes, the last of them perhaps only in part
 */
int
ce_raster_size (int size, double scale)
{
  return scale >= 1 ? size : MAX (1, (int) ceil (size * scale - 1e-6));
}

/* Three or four sums of a pixel; of three the last lane is its neighbor's. */
typedef float Sums4 __attribute__ ((vector_size (16)));
typedef gint32 Levels4 __attribute__ ((vector_size (16)));

static inline guint32
level (float mean)
{
  int value = (int) (mean + 0.5f);

  return (guint32) MIN (value, 255);
}

/* Mean of red, green and blue, times opacity, and of opacity if that is a
 * fourth sum, to a color. */
static inline __attribute__ ((always_inline)) guint32
color_of (const float *sums, const float *weights, int n, const int n_sums, float share, const CeLook *look)
{
  Sums4   mean = { 0 };
  Levels4 levels;

  for (int j = 0; j < n; j++)
    {
      Sums4 column;

      memcpy (&column, sums + j * n_sums, sizeof column);
      mean += weights[j] * column;
    }
  mean *= share;
  if (n_sums == 4 && look->straight)
    {
      float opacity = mean[3];

      mean *= opacity > 0 ? 255.0f / opacity : 0;
      mean[3] = opacity;
    }
  levels = __builtin_convertvector (mean + 0.5f, Levels4);

  return (n_sums == 4 ? (guint32) MIN (levels[3], 255) : 255) << 24 | (guint32) MIN (levels[0], 255) << 16
         | (guint32) MIN (levels[1], 255) << 8 | (guint32) MIN (levels[2], 255);
}

/* The same of gray, or of the coverage of a color. */
static inline __attribute__ ((always_inline)) guint32
gray_of (const float *sums, const float *weights, int n, const int n_sums, float share, const CeLook *look)
{
  float mean = 0, opacity = 255.0f;

  for (int j = 0; j < n; j++)
    mean += weights[j] * sums[j * n_sums];
  mean *= share;

  if (look->coverage)
    {
      float covered = MIN (mean, 255.0f), seen = look->straight ? 1 : covered / 255.0f;

      return level (covered) << 24 | level (look->color[0] * seen) << 16 | level (look->color[1] * seen) << 8
             | level (look->color[2] * seen);
    }

  if (n_sums == 2)
    {
      opacity = 0;
      for (int j = 0; j < n; j++)
        opacity += weights[j] * sums[j * n_sums + 1];
      opacity *= share;
      if (look->straight && opacity > 0)
        mean *= 255.0f / opacity;
    }

  return level (opacity) << 24 | level (mean) * 0x010101u;
}

/* Which source columns make up each screen pixel, and what share of it each
 * is: the same for all rows, and the same number for all pixels, so that the
 * loop over them has no branch to be guessed wrong. */
typedef struct
{
  int    n;                /* columns per pixel */
  int   *first;            /* counted from the region's first */
  float *weights;          /* n for each pixel, some of them 0 */
} Columns;

static void
init_columns (Columns *columns, const CeRegion *region, double step, int width, int x0)
{
  columns->n = step == 1 ? 1 : (int) ceil (step) + 1;
  columns->first = g_new (int, region->width);
  columns->weights = g_new (float, (gsize) region->width * columns->n);

  for (int i = 0; i < region->width; i++)
    {
      double from = (region->x + i) * step - region->left;
      double to = MIN ((region->x + i + 1) * step - region->left, width);
      int    first = (int) from;

      columns->first[i] = first - x0;
      for (int j = 0; j < columns->n; j++)
        {
          double share = MAX (ce_raster_overlap (first + j, from, to), 0) / (to - from);

          columns->weights[(gsize) i * columns->n + j] = (float) share;
        }
    }
}

static void
clear_columns (Columns *columns)
{
  g_free (columns->first);
  g_free (columns->weights);
}

/* One row of sums to screen pixels. Called with constants, so that each case
 * is a loop of its own. */
static inline __attribute__ ((always_inline)) void
paint_sums (const CeSums *sums, const Columns *columns, const int n_sums, float share, int width, guint32 *out)
{
  for (int i = 0; i < width; i++)
    {
      const float *first = sums->acc + (gsize) columns->first[i] * n_sums;
      const float *weights = columns->weights + (gsize) i * columns->n;

      if (n_sums >= 3)
        out[i] = color_of (first, weights, columns->n, n_sums, share, sums->look);
      else
        out[i] = gray_of (first, weights, columns->n, n_sums, share, sums->look);
    }
}

static void
paint_row (const CeSums *sums, const Columns *columns, double area_height, int width, guint32 *out)
{
  float share = (float) (1 / area_height);

  switch (sums->n_sums)
    {
    case 1: paint_sums (sums, columns, 1, share, width, out); break;
    case 2: paint_sums (sums, columns, 2, share, width, out); break;
    case 3: paint_sums (sums, columns, 3, share, width, out); break;
    case 4: paint_sums (sums, columns, 4, share, width, out); break;
    }
}

/* Lines have their color already. */
static void
tint_row (const CeSums *sums, guint32 *out, int width)
{
  gboolean gray = sums->n_sums <= 2;

  if (sums->look->tint && ! (gray && sums->look->coverage))
    ce_tint_row (sums->look->tint, out, width, gray, sums->look->straight);
}

static gboolean
shows_strongest (const CeView *view, const CeLook *look, const CeRegion *region)
{
  return look->reduce != CE_REDUCE_MEAN && region->scale < 1 && view->channels <= 2;
}

/* In place of a source that shows where nothing is selected: what is selected
 * as a whole shows the strongest, the rest is there already. */
static void
put_strongest (const CeView *view, const CeLook *look, const CeRegion *region, int j, guint32 *out)
{
  CeLook              plain = *look;
  g_autofree guint32 *opaque = g_new (guint32, region->width), *lines = NULL;

  plain.source.data = NULL;
  plain.coverage = FALSE;
  ce_strongest_row (view, &plain, region, j, opaque);
  if (look->coverage)
    {
      plain.coverage = TRUE;
      lines = g_new (guint32, region->width);
      ce_strongest_row (view, &plain, region, j, lines);
    }

  for (int i = 0; i < region->width; i++)
    if (opaque[i] >> 24 == 255 && ! (look->keep_alpha && out[i] >> 24 < 255))
      out[i] = (lines ? lines : opaque)[i];
}

/**
 * ce_raster_ready:
 * @height: of a picture
 * @n_rows: how many of its rows, from the top, have arrived
 * @region: a part of it
 *
 * Returns: how many rows of the region, from the top, they complete
 */
int
ce_raster_ready (int height, int n_rows, const CeRegion *region)
{
  double step = region->scale >= 1 ? 1 : 1 / region->scale;
  int    ready = 0;

  while (ready < region->height && ceil (MIN ((region->y + ready + 1) * step - region->top, height)) <= n_rows)
    ready++;

  return ready;
}

/**
 * ce_raster_paint:
 * @view: a picture, or what is there of it from the region's @left and @top
 * @n_rows: how many of its rows, from the top, may be read; what needs more stays transparent
 * @look: how it looks
 * @region: what part of the picture, inside ce_raster_size() of both sides
 * @pixels: (out): alpha, red, green, blue from the highest byte down, in the machine's byte order: Cairo's ARGB32, or
 *   that with straight colors, as @look says
 * @stride: bytes from one row of @pixels to the next
 */
void
ce_raster_paint (const CeView *view, int n_rows, const CeLook *look, const CeRegion *region,
                 guint32 *pixels, gsize stride)
{
  double  step = region->scale >= 1 ? 1 : 1 / region->scale;
  int     x = (int) (region->x * step) - region->left;
  int     n = MIN ((int) ceil ((region->x + region->width) * step) - region->left, view->width) - x;
  int     ready = ce_raster_ready (view->height, n_rows, region);
  CeLook  shown = *look;
  Columns columns;
  CeSums  sums;
  gboolean strongest = shows_strongest (view, look, region);

  if (look->tint && look->coverage && ! look->source.data)
    ce_tint_color (look->tint, shown.color);
  init_columns (&columns, region, step, view->width, x);
  ce_sums_init (&sums, view, &shown, x, n, columns.n + 1);     /* color_of() reads one sum more */
  if (ready > 0 && ! (strongest && ! look->source.data))
    ce_sums_begin (&sums, region->y * step - region->top);

  for (int j = 0; j < region->height; j++)
    {
      double   from = (region->y + j) * step - region->top;
      double   to = MIN ((region->y + j + 1) * step - region->top, view->height);
      guint32 *out = (guint32 *) ((guint8 *) pixels + (gsize) j * stride);

      if (j >= ready)
        {
          memset (out, 0, region->width * sizeof *out);
          continue;
        }

      if (strongest && ! look->source.data)
        ce_strongest_row (view, &shown, region, j, out);
      else
        {
          ce_sums_add (&sums, from, to);
          paint_row (&sums, &columns, to - from, region->width, out);
          if (strongest)
            put_strongest (view, &shown, region, j, out);
        }
      tint_row (&sums, out, region->width);
    }

  ce_sums_clear (&sums);
  clear_columns (&columns);
}
