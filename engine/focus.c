/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The radius of a picture's blur, from the widths of its lone steps: of all of them, and of the sharpest squares. The
 * arithmetic stands in docs/arithmetic.md, “Width of edges”.
 */
#include "focus.h"

#include "samples.h"

#include <stdlib.h>
#include <string.h>

/* What was fitted to photos. */
#define SIDE 96                 /* of a square, pixels */
#define LEAST_OF_SQUARE 10      /* steps of a square that has a width */
#define LEAST 100               /* steps of a picture that has a radius */
#define SHARE_OF_ALL 2          /* percent of all steps that are narrower than their estimate */
#define SHARE_OF_SQUARE 30      /* the same of the steps of a square */
#define SHARE_OF_SQUARES 15     /* and of the widths of squares */
#define APART 1.3               /* how many times the smaller estimate the larger one may be */
#define FACTOR 0.9              /* of the smaller estimate */
#define LEAST_RADIUS 0.5        /* pixels, below which there is nothing to take back */
#define MOST_NOISE 3            /* levels of luma, 4 of R, G and B */

/* A share of widths, pixels, and the blur that it tells. */
typedef struct { double width, blur; } Told;

static const Told of_all[] = { { 0, 0 }, { 0.234, 0.4 }, { 0.609, 0.7 }, { 0.828, 1 }, { 1.141, 1.5 }, { 1.414, 2 },
                               { 1.609, 2.5 } };
static const Told of_square[] = { { 0, 0 }, { 0.391, 0.4 }, { 0.742, 0.7 }, { 0.984, 1 }, { 1.391, 1.5 }, { 1.703, 2 },
                                  { 1.961, 2.5 } };

/* A step's run has fewer differences than this on either side of the peak. */
#define LONGEST 9

/* The pixels before and behind a peak that decide. */
#define AROUND (LONGEST + 2)

/* Parts of a pixel in which widths are counted, and counts: 17 equal differences are the widest run, 4.8 pixels. */
#define PARTS 64
#define N_PARTS 320

/* Squares along a side of a tile, whose light fits the cache, and floats from one of its rows to the next. */
#define SQUARES (384 / SIDE)
#define STRIDE (SQUARES * SIDE + 2 * AROUND + 10)

typedef struct
{
  CeArea  area;                 /* of the picture; its first pixel is the first of a square */
  float   light[(SQUARES * SIDE + 2 * AROUND) * STRIDE];    /* from AROUND rows and columns before the area on */
  guint8  cut[(SQUARES * SIDE + 2 * AROUND) * STRIDE];
  guint8  peaks[STRIDE];        /* of a row: bit 0 along the row, bit 1 along the column */
  guint32 counts[SQUARES * SQUARES][N_PARTS];
} Tile;

typedef struct
{
  CeFocus      *focus;
  const CeView *view;
  float         lights[256];    /* of bytes */
  GAsyncQueue  *idle;           /* tiles that no thread uses */
  GMutex        lock;
  guint64       counts[N_PARTS];        /* under the lock */
} Search;

/* Writes the lights of @n pixels from sample @i of a row on, and whether they are cut. */
CE_FN void
load (const Search *search, gconstpointer row, CeType type, gsize i, int n, float *light, guint8 *cut)
{
  int n_channels = search->view->channels, n_colors = ce_n_colors (n_channels);

  for (int x = 0; x < n; x++, i += (gsize) n_channels)
    {
      float level[3], lit[3], top;

      for (int k = 0; k < n_colors; k++)
        {
          level[k] = ce_level_of (row, type, i + (gsize) k);
          lit[k] = type == CE_U8 ? search->lights[((const guint8 *) row)[i + (gsize) k]] : ce_linear (level[k]);
        }
      top = n_colors == 1 ? level[0] : ce_max (ce_max (level[0], level[1]), level[2]);
      light[x] = n_colors == 1 ? lit[0] : ce_luma (lit[0], lit[1], lit[2], CE_LUMA_709_R, CE_LUMA_709_B);
      cut[x] = (top > 253.5f) | (top < 1.5f);
      if (n_colors < n_channels)
        cut[x] |= ce_level_of (row, type, i + (gsize) n_colors) < 127.5f;
    }
}

/* Loads the pixels of the tile and those around it that are in the picture. */
static void
load_tile (const Search *search, Tile *tile)
{
  const CeView *view = search->view;
  const CeArea *area = &tile->area;
  int           x = MAX (area->x - AROUND, 0), n = MIN (area->x + area->width + AROUND, view->width) - x;
  int           end = MIN (area->y + area->height + AROUND, view->height);

  for (int y = MAX (area->y - AROUND, 0); y < end; y++)
    {
      gconstpointer row = ce_view_row (view, y);
      gsize         i = (gsize) x * (gsize) view->channels;
      gsize         to = (gsize) ((y - area->y + AROUND) * STRIDE + x - area->x + AROUND);

      switch (view->type)
        {
        case CE_U8: load (search, row, CE_U8, i, n, tile->light + to, tile->cut + to); break;
        case CE_U16: load (search, row, CE_U16, i, n, tile->light + to, tile->cut + to); break;
        case CE_F32: load (search, row, CE_F32, i, n, tile->light + to, tile->cut + to); break;
        }
    }
}

/* Returns whether the difference of @c and @next is a peak between that of @before and @c and that of @next and @behind. */
CE_FN int
is_peak (float before, float c, float next, float behind)
{
  float d = ce_abs (next - c);

  return (d > ce_abs (c - before)) & (d >= ce_abs (behind - next)) & (d > 0.005f);
}

/* A peak: its light, whether its pixels are cut, the distances of the next pixel along the step and across it, its run. */
typedef struct
{
  const float  *light;
  const guint8 *cut;
  int           along, across;
  float         sign;
  int           l, r;
} Step;

/* Returns g[k] of docs/arithmetic.md. */
CE_FN float
difference (const Step *step, int k)
{
  const float *c = step->light + k * step->along;

  return step->sign * (c[step->along] - c[0]);
}

/* Returns whether the step is alone: little changes beside its run, and no pixel of it is cut. @sum is that of its run. */
static gboolean
is_alone (const Step *step, float sum)
{
  float beside = ce_abs (difference (step, -step->l - 2)) + ce_abs (difference (step, -step->l - 1));
  int   cut = 0;

  beside = (beside + ce_abs (difference (step, step->r + 1))) + ce_abs (difference (step, step->r + 2));
  for (int k = -step->l - 1; k <= step->r + 2; k++)
    cut |= step->cut[k * step->along];

  return beside < 0.12f * sum && ! cut;
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
  if (! (ce_abs (t) <= CE_TAN_22_5 && ce_abs (u - v) <= 0.35f * (v + 0.1f)))
    return 0;

  return CLAMP ((guint) (ce_sqrt (v > 0 ? v : 0) * PARTS + 0.5f), 1, N_PARTS - 1);
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
  if (step->l == LONGEST || step->r == LONGEST || step->l + step->r == 0)
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

/* Counts the steps at the peaks of row @y, from column @x on to before column @end of the tile, in their squares. */
static void
count_peaks (Tile *tile, int y, int x, int end)
{
  for (; x < end; x++)
    for (int bit = 0; tile->peaks[x] >> bit; bit++)
      if (tile->peaks[x] >> bit & 1)
        {
          int  at = (y + AROUND) * STRIDE + x + AROUND;
          Step step = { tile->light + at, tile->cut + at, bit ? STRIDE : 1, bit ? 1 : STRIDE, 1, 0, 0 };

          tile->counts[y / SIDE * SQUARES + x / SIDE][measure (&step)]++;
        }
}

/* Counts the steps of the rows and columns of the tile, of a picture of @width x @height pixels. */
static void
count_steps (Tile *tile, int width, int height)
{
  const CeArea *area = &tile->area;
  int           x = MAX (1 - area->x, 0), end = MIN (width - 1 - area->x, area->width);
  int           along = MAX (10 - area->x, 0), along_end = MIN (width - 11 - area->x, area->width);

  for (int y = MAX (1 - area->y, 0); y < MIN (height - 1 - area->y, area->height); y++)
    {
      const float *c = tile->light + (y + AROUND) * STRIDE + AROUND;
      int          down = area->y + y >= 10 && area->y + y < height - 11;

      memset (tile->peaks, 0, sizeof tile->peaks);
      for (int i = along; i < along_end; i++)
        tile->peaks[i] = (guint8) is_peak (c[i - 1], c[i], c[i + 1], c[i + 2]);
      for (int i = x; down && i < end; i++)
        tile->peaks[i] |= (guint8) (is_peak (c[i - STRIDE], c[i], c[i + STRIDE], c[i + 2 * STRIDE]) << 1);
      count_peaks (tile, y, x, end);
    }
}

/* Returns the width that @percent of @n counts are below, pixels. */
static double
share_of (const guint64 *counts, guint64 n, guint percent)
{
  guint64 below = 0, rank = n * percent / 100;

  for (int i = 1; i < N_PARTS; i++)
    {
      below += counts[i];
      if (below > rank)
        return (double) i / PARTS;
    }

  return 0;
}

/* Returns the blur of a @width, from the straight lines through the @n points @told. */
static double
blur_of (double width, const Told *told, guint n)
{
  guint i = 1;

  while (i + 1 < n && width > told[i].width)
    i++;

  told += i;

  return told[-1].blur + (width - told[-1].width) * (told->blur - told[-1].blur) / (told->width - told[-1].width);
}

/* Writes the widths of the tile's squares, and adds their counts to those of the picture. */
static void
close_squares (Search *search, Tile *tile)
{
  CeFocus *focus = search->focus;
  guint64  all[N_PARTS] = { 0 };

  for (int i = 0; i < SQUARES * SQUARES; i++)
    {
      int     column = tile->area.x / SIDE + i % SQUARES, row = tile->area.y / SIDE + i / SQUARES;
      guint64 counts[N_PARTS] = { 0 }, n = 0;

      for (int k = 1; k < N_PARTS; k++)
        {
          counts[k] = tile->counts[i][k];
          all[k] += counts[k];
          n += counts[k];
        }
      if (n >= LEAST_OF_SQUARE)
        focus->widths[(gsize) row * (gsize) focus->columns + (gsize) column]
          = (float) blur_of (share_of (counts, n, SHARE_OF_SQUARE), of_square, G_N_ELEMENTS (of_square));
    }

  g_mutex_lock (&search->lock);
  for (int k = 1; k < N_PARTS; k++)
    search->counts[k] += all[k];
  g_mutex_unlock (&search->lock);
}

/* A CeTask: counts the steps of one tile. */
static void
search_tile (int task, gpointer data)
{
  Search       *search = data;
  const CeView *view = search->view;
  int           side = SQUARES * SIDE, n_columns = (view->width + side - 1) / side;
  int           x = task % n_columns * side, y = task / n_columns * side;
  Tile         *tile = g_async_queue_try_pop (search->idle);

  if (! tile)
    tile = g_new (Tile, 1);
  tile->area = (CeArea) { x, y, MIN (side, view->width - x), MIN (side, view->height - y) };
  memset (tile->counts, 0, sizeof tile->counts);
  load_tile (search, tile);
  count_steps (tile, view->width, view->height);
  close_squares (search, tile);
  g_async_queue_push (search->idle, tile);
}

static int
compare_widths (gconstpointer a, gconstpointer b)
{
  float first = *(const float *) a, second = *(const float *) b;

  return (first > second) - (first < second);
}

/* Returns the width of the sharpest squares, pixels; 0 if fewer than two have one. */
static double
find_sharpness (const CeFocus *focus)
{
  gsize             n = (gsize) focus->columns * (gsize) focus->rows, m = 0;
  g_autofree float *known = g_new (float, n);

  for (gsize i = 0; i < n; i++)
    if (focus->widths[i] > 0)
      known[m++] = focus->widths[i];
  qsort (known, m, sizeof *known, compare_widths);

  return m < 2 ? 0 : known[m * SHARE_OF_SQUARES / 100];
}

/* Answers from the counts of all steps and the widths of squares. */
static void
answer (Search *search)
{
  CeFocus *focus = search->focus;
  guint64  n = 0;
  double   all, radius;

  for (int k = 1; k < N_PARTS; k++)
    n += search->counts[k];
  focus->n_edges = (guint) n;
  focus->sharpness = find_sharpness (focus);
  all = blur_of (share_of (search->counts, n, SHARE_OF_ALL), of_all, G_N_ELEMENTS (of_all));
  radius = FACTOR * MIN (all, focus->sharpness);
  if (ce_noise_estimate (search->view) > MOST_NOISE)
    focus->answer = CE_FOCUS_NOISE;
  else if (n < LEAST || focus->sharpness == 0)
    focus->answer = CE_FOCUS_FEW;
  else if (MAX (all, focus->sharpness) > APART * MIN (all, focus->sharpness))
    focus->answer = CE_FOCUS_MIXED;
  else
    focus->answer = radius < LEAST_RADIUS ? CE_FOCUS_SHARP : CE_FOCUS_FOUND;
  if (focus->answer == CE_FOCUS_FOUND || focus->answer == CE_FOCUS_SHARP)
    focus->radius = radius;
}

/* Finds the radius of the blur of @source, and the widths of its squares; free them with ce_focus_clear(). The (nullable)
 * @progress is that of ce_threads_run(). FALSE with CE_ERROR_CANCELLED, and nothing to free. */
gboolean
ce_focus_find (CeFocus *focus, const CeView *source, const CeProgress *progress, GError **error)
{
  Search   search = { .focus = focus, .view = source, .idle = g_async_queue_new_full (g_free) };
  int      side = SQUARES * SIDE, n_tiles = ((source->width + side - 1) / side) * ((source->height + side - 1) / side);
  gboolean done;

  *focus = (CeFocus) { .answer = CE_FOCUS_FEW, .side = SIDE, .columns = (source->width + SIDE - 1) / SIDE,
                       .rows = (source->height + SIDE - 1) / SIDE };
  focus->widths = g_new0 (float, (gsize) focus->columns * (gsize) focus->rows);
  for (int i = 0; i < 256; i++)
    search.lights[i] = ce_linear ((float) i);
  g_mutex_init (&search.lock);

  done = ce_threads_run (n_tiles, search_tile, &search, progress, error);
  if (done)
    answer (&search);
  else
    ce_focus_clear (focus);
  g_mutex_clear (&search.lock);
  g_async_queue_unref (search.idle);

  return done;
}

void
ce_focus_clear (CeFocus *focus)
{
  g_clear_pointer (&focus->widths, g_free);
}
