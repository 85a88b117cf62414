/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The top of the magnitude beside each edge pixel (F. Devernay, A Non-Maxima Suppression Method for Edge Detection with
 * Sub-Pixel Accuracy, INRIA 2724, 1995), or the middle of the line. The blurred signals are Canny's own, to the bit, and
 * computed where there are edges.
 */
#include "trace.h"

#include "engine/arithmetic.h"
#include "engine/samples.h"
#include "engine/threads.h"

#include <string.h>

/* Pixels of a tile. */
#define TILE_WIDTH 256
#define TILE_HEIGHT 128

/* Samples that are blurred at once: N_FOURS times four. Where there are no edges, as many are left out. */
#define N_FOURS 4
#define BLOCK (4 * N_FOURS)
typedef float Four __attribute__ ((vector_size (16)));

/* Rows and columns around a pixel whose levels are read: a step, a neighbor and its gradient. */
#define HALO 3

typedef struct
{
  const CeEdgeMap  *edges;
  CeOffsets      *offsets;
  int             reach;        /* of middles: pixels beside a line */
  int             columns;      /* of tiles */
  int             failed;       /* atomic: there was no memory for a tile */
} Offsets;

/* The blurred signals of a tile and its surroundings within the image. */
typedef struct
{
  const CePlan *plan;
  CeArea        area;
  int           stride;         /* of a row of signals: whole blocks */
  guint32       blocks[TILE_HEIGHT + 2 * HALO]; /* of each row, a bit for each that is near edges */
  int           width;          /* of the image */
  int           height;
  float        *signals[2];
  CeLevels      levels[2];      /* of middles: signals without blur, with surroundings beyond the image */
} Tile;

typedef struct
{
  float dx, dy;
  float m;
} Gradient;

/* Writes the levels of signal @s of @n pixels from column @x on. */
CE_FN void
fill_levels (const CeView *view, CeType type, int channels, const CePlan *plan, int s, int x, int y, int n, float *out)
{
  const void *row = ce_view_row (view, y);

  for (int i = 0; i < n; i++)
    {
      gsize at = (gsize) (x + i) * (gsize) channels, alpha = at + (gsize) channels - 1;

      if (s > 0)
        out[i] = ce_level_of (row, type, alpha);
      else if (plan->opaque)
        out[i] = ce_luma_of (row, type, channels, at, plan->wr, plan->wb);
      else
        out[i] = ce_luma_covered (ce_luma_of (row, type, channels, at, plan->wr, plan->wb), ce_level_of (row, type, alpha));
    }
}

/* The same, of any number of channels. */
CE_FN void
fill_typed (const CeView *view, CeType type, const CePlan *plan, int s, int x, int y, int n, float *out)
{
  switch (view->channels)
    {
    case 1: fill_levels (view, type, 1, plan, s, x, y, n, out); break;
    case 2: fill_levels (view, type, 2, plan, s, x, y, n, out); break;
    case 3: fill_levels (view, type, 3, plan, s, x, y, n, out); break;
    case 4: fill_levels (view, type, 4, plan, s, x, y, n, out); break;
    }
}

/* Writes the levels of signal @s in columns @x to @x + @n - 1 of row @y, the nearest one inside beyond the image. */
static void
levels_row (const CeView *view, const CePlan *plan, int s, int x, int y, int n, float *out)
{
  int begin = MAX (-x, 0), end = MIN (n, view->width - x);

  switch (view->type)
    {
    case CE_U8: fill_typed (view, CE_U8, plan, s, x + begin, y, end - begin, out + begin); break;
    case CE_U16: fill_typed (view, CE_U16, plan, s, x + begin, y, end - begin, out + begin); break;
    case CE_F32: fill_typed (view, CE_F32, plan, s, x + begin, y, end - begin, out + begin); break;
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

/* Finds the blocks of each row of a tile, as bits, that are within HALO pixels of edges. */
static void
find_blocks (const CeEdgeMap *edges, Tile *tile, const CeArea *area)
{
  for (int y = area->y; y < area->y + area->height; y++)
    {
      guint32 found = 0;

      for (int x0 = area->x; x0 < area->x + area->width; x0 += 64)
        for (guint64 bits = edges->bits[(gsize) y * edges->words + (gsize) x0 / 64]; bits; bits &= bits - 1)
          {
            int x = x0 + __builtin_ctzll (bits) - tile->area.x;

            found |= 1u << (MAX (x - HALO, 0) / BLOCK) | 1u << (MIN (x + HALO, tile->area.width - 1) / BLOCK);
          }
      for (int j = MAX (y - HALO, tile->area.y); j <= MIN (y + HALO, tile->area.y + tile->area.height - 1); j++)
        tile->blocks[j - tile->area.y] |= found;
    }
}

/* Returns the first run of blocks in *@blocks, in samples, and takes it from there. */
static int
take_run (guint32 *blocks, int *n)
{
  int begin = __builtin_ctz (*blocks), end = __builtin_ctz (~(*blocks >> begin)) + begin;

  *blocks &= *blocks + (1u << begin);
  *n = (end - begin) * BLOCK;

  return begin * BLOCK;
}

/* Computes the blurred signal @s of a tile, in the blocks that are near edges. */
static gboolean
blur_tile (Tile *tile, const CeView *view, int s)
{
  int               r = tile->plan->radius, n_rows = tile->area.height + 2 * r, i, m;
  gsize             n = (gsize) tile->stride;
  g_autofree float *levels = g_try_new (float, n + 2 * (gsize) r);
  g_autofree float *rows = g_try_new (float, n * (gsize) n_rows);

  tile->signals[s] = g_try_new (float, n * (gsize) tile->area.height);
  if (! levels || ! rows || ! tile->signals[s])
    return FALSE;

  for (int j = 0; j < n_rows; j++)
    {
      int     y = CLAMP (tile->area.y - r + j, 0, view->height - 1);
      guint32 blocks = 0;

      for (int k = MAX (j - 2 * r, 0); k <= MIN (j, tile->area.height - 1); k++)
        blocks |= tile->blocks[k];
      while (blocks)
        {
          i = take_run (&blocks, &m);
          levels_row (view, tile->plan, s, tile->area.x - r + i, y, m + 2 * r, levels);
          blur (levels + r, 1, tile->plan, m, rows + n * (gsize) j + i);
        }
    }
  for (int j = 0; j < tile->area.height; j++)
    for (guint32 blocks = tile->blocks[j]; blocks;)
      {
        i = take_run (&blocks, &m);
        blur (rows + n * (gsize) (j + r) + i, (gssize) n, tile->plan, m, tile->signals[s] + n * (gsize) j + i);
      }

  return TRUE;
}

/* Copies signal @s of the pixels of @area and of those up to @margin pixels beside it. */
static gboolean
copy_levels (Tile *tile, const CeView *view, int s, const CeArea *area, int margin)
{
  CeLevels *levels = &tile->levels[s];
  int       n_rows = area->height + 2 * margin;

  *levels = (CeLevels) { NULL, area->x - margin, area->y - margin, area->width + 2 * margin };
  levels->data = g_try_new (float, (gsize) levels->width * (gsize) n_rows);
  for (int j = 0; j < n_rows && levels->data; j++)
    levels_row (view, tile->plan, s, levels->x, CLAMP (levels->y + j, 0, view->height - 1), levels->width,
                levels->data + (gsize) levels->width * (gsize) j);

  return levels->data != NULL;
}

/* Reads the nine levels of a signal around a pixel of the image, row by row; of one @inside, none is beyond the image. */
CE_FN void
read_nine (const Tile *tile, const float *signal, int x, int y, gboolean inside, float v[9])
{
  gssize       n = tile->stride;
  const float *at = signal + (gssize) (y - tile->area.y) * n + (x - tile->area.x);
  gssize       columns[3] = { inside || x > 0 ? -1 : 0, 0, inside || x < tile->width - 1 ? 1 : 0 };
  gssize       rows[3] = { inside || y > 0 ? -n : 0, 0, inside || y < tile->height - 1 ? n : 0 };

  for (int j = 0; j < 3; j++)
    for (int i = 0; i < 3; i++)
      v[3 * j + i] = at[rows[j] + columns[i]];
}

/* Finds the gradient of one signal at a pixel of the image. */
CE_FN void
derivatives (const Tile *tile, const float *signal, int x, int y, gboolean inside, float *dx, float *dy)
{
  const CeDerivative *d = &tile->plan->derivative;
  float               v[9];

  read_nine (tile, signal, x, y, inside, v);
  *dx = ce_gradient_x (v[0], v[3], v[6], v[2], v[5], v[8], d->k1, d->k2, d->scale);
  *dy = ce_gradient_y (v[0], v[1], v[2], v[6], v[7], v[8], d->k1, d->k2, d->scale);
}

/* Returns the gradient of the stronger signal, and Canny's magnitude, which is 0 outside the image. */
CE_FN Gradient
gradient_at (const Tile *tile, int x, int y, gboolean inside)
{
  Gradient g = { 0, 0, 0 };
  float    m2;

  if (! inside && (x < 0 || y < 0 || x >= tile->width || y >= tile->height))
    return g;

  derivatives (tile, tile->signals[0], x, y, inside, &g.dx, &g.dy);
  m2 = g.dx * g.dx + g.dy * g.dy;
  if (tile->signals[1])
    {
      float dx, dy, other;

      derivatives (tile, tile->signals[1], x, y, inside, &dx, &dy);
      other = dx * dx + dy * dy;
      if (other > m2)
        g.dx = dx, g.dy = dy, m2 = other;
    }
  g.m = tile->plan->l1 ? ce_abs (g.dx) + ce_abs (g.dy) : ce_sqrt (m2);

  return g;
}

/* Returns the top of the parabola through three magnitudes, at most half a pixel from the middle one. */
static double
top (double a, double b, double c)
{
  double k = (a - 2 * b) + c;
  double t = k < 0 ? (0.5 * (a - c)) / k : 0;

  return t < -0.5 ? -0.5 : t > 0.5 ? 0.5 : t;
}

/* Returns the way from the pixel's center to the top, at most a pixel: the top of a straight edge is not farther from a
 * pixel that thinning keeps. Around a pixel @inside none is beyond the image. */
CE_FN CeDot
find_edge (const Tile *tile, int x, int y, gboolean inside)
{
  Gradient here = gradient_at (tile, x, y, inside);
  gboolean upright = ! (ce_abs (here.dx) >= ce_abs (here.dy));
  int      i = upright ? 0 : 1, j = upright ? 1 : 0, step = 0;
  float    a = gradient_at (tile, x - i, y - j, inside).m, b = here.m, c = gradient_at (tile, x + i, y + j, inside).m;
  double   along;

  if (c > b && c >= a)
    step = 1, a = b, b = c, c = gradient_at (tile, x + 2 * i, y + 2 * j, inside).m;
  else if (a > b)
    step = -1, c = b, b = a, a = gradient_at (tile, x - 2 * i, y - 2 * j, inside).m;

  along = step + top (a, b, c);
  along = along < -1 ? -1 : along > 1 ? 1 : along;

  return (CeDot) { upright ? 0 : along, upright ? along : 0 };
}

/* Returns the strength of the middle of a line in nine levels. */
static float
strength_of (const Tile *tile, const float v[9])
{
  const CeRidge *k = &tile->plan->ridge;
  float          x, y;

  return ce_ridge (v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], v[8], k->k1, k->k2, k->k3, k->strength, &x, &y);
}

/* Finds the way from the pixel's center to the middle of a line in the stronger signal, and the width there. */
static CeDot
find_middle (const Offsets *offsets, const Tile *tile, int x, int y, CeMiddle *middle)
{
  float           v[9], other[9];
  double          sign = offsets->offsets->sign, curvature;
  CeDot           across, way, at;

  read_nine (tile, tile->signals[0], x, y, FALSE, v);
  if (tile->signals[1])
    {
      read_nine (tile, tile->signals[1], x, y, FALSE, other);
      if (strength_of (tile, other) > strength_of (tile, v))
        {
          memcpy (v, other, sizeof v);
          middle->signal = 1;
        }
    }

  way = ce_middle_find (v, sign, &across, &curvature);
  at = (CeDot) { x + 0.5 + way.x, y + 0.5 + way.y };
  middle->curvature = (float) curvature;
  ce_middle_measure (middle, &tile->levels[middle->signal], at, across, sign, offsets->reach);

  return way;
}

/* Shrinks a tile to the rows, and the words of 64 columns, that have edge pixels; FALSE if there are none. */
static gboolean
shrink_to_edges (const CeEdgeMap *edges, CeArea *area)
{
  int left = G_MAXINT, right = 0, top = G_MAXINT, bottom = 0, end = area->x + area->width;

  for (int y = area->y; y < area->y + area->height; y++)
    for (int x = area->x; x < end; x += 64)
      if (edges->bits[(gsize) y * edges->words + (gsize) x / 64])
        {
          left = MIN (left, x), right = MAX (right, x + 64);
          top = MIN (top, y), bottom = y + 1;
        }
  *area = (CeArea) { left, top, MIN (right, end) - left, bottom - top };

  return bottom > 0;
}

/* Computes the offsets of a tile's edge pixels. */
static void
place_pixels (const Offsets *offsets, const Tile *tile, const CeArea *area)
{
  const CeEdgeMap *edges = offsets->edges;
  CeOffsets       *found = offsets->offsets;

  for (int y = area->y; y < area->y + area->height; y++)
    for (int x0 = area->x; x0 < area->x + area->width; x0 += 64)
      {
        gsize word = (gsize) y * edges->words + (gsize) x0 / 64;
        guint number = edges->before[word];

        for (guint64 bits = edges->bits[word]; bits; bits &= bits - 1, number++)
          {
            int x = x0 + __builtin_ctzll (bits);

            if (found->middles)
              found->ways[number] = find_middle (offsets, tile, x, y, &found->middles[number]);
            else if (x >= HALO && y >= HALO && x < tile->width - HALO && y < tile->height - HALO)
              found->ways[number] = find_edge (tile, x, y, TRUE);
            else
              found->ways[number] = find_edge (tile, x, y, FALSE);
          }
      }
}

/* A CeTask: a tile. */
static void
place_tile (int task, gpointer data)
{
  Offsets      *offsets = data;
  const CeView *view = &offsets->offsets->source->view;
  CeArea        area = { task % offsets->columns * TILE_WIDTH, task / offsets->columns * TILE_HEIGHT, 0, 0 };
  Tile          tile = { .plan = offsets->offsets->plan, .width = view->width, .height = view->height };
  gboolean      done = TRUE;

  area.width = MIN (TILE_WIDTH, view->width - area.x);
  area.height = MIN (TILE_HEIGHT, view->height - area.y);
  if (! shrink_to_edges (offsets->edges, &area))
    return;

  tile.area.x = MAX (area.x - HALO, 0);
  tile.area.y = MAX (area.y - HALO, 0);
  tile.area.width = MIN (area.x + area.width + HALO, view->width) - tile.area.x;
  tile.area.height = MIN (area.y + area.height + HALO, view->height) - tile.area.y;
  tile.stride = (tile.area.width + BLOCK - 1) / BLOCK * BLOCK;
  find_blocks (offsets->edges, &tile, &area);
  for (int s = 0; s < (tile.plan->opaque ? 1 : 2) && done; s++)
    done = blur_tile (&tile, view, s)
           && (! offsets->offsets->middles || copy_levels (&tile, view, s, &area, offsets->reach + 2));
  if (done)
    place_pixels (offsets, &tile, &area);
  else
    g_atomic_int_set (&offsets->failed, TRUE);
  for (int s = 0; s < 2; s++)
    {
      g_free (tile.signals[s]);
      g_free (tile.levels[s].data);
    }
}

/* Finds the offsets of edges, or of middles, which @plan found. */
gboolean
ce_offsets_init (CeOffsets *offsets, const CeEdgeMap *edges, const CeSource *source, const CePlan *plan,
                 const CeProgress *progress, GError **error)
{
  Offsets all = { .edges = edges, .offsets = offsets, .reach = (int) ceil (plan->params.line_width) + 3 };
  int     n_rows = (edges->height + TILE_HEIGHT - 1) / TILE_HEIGHT;

  *offsets = (CeOffsets) { .source = source, .plan = plan, .sign = plan->params.of == CE_OF_LIGHT_LINES ? -1 : 1 };
  offsets->ways = ce_trace_alloc (edges->n, sizeof *offsets->ways, error);
  if (! offsets->ways)
    return FALSE;
  if (plan->finds_middles && ! (offsets->middles = ce_trace_alloc (edges->n, sizeof *offsets->middles, error)))
    return FALSE;

  all.columns = (edges->width + TILE_WIDTH - 1) / TILE_WIDTH;
  if (! ce_threads_run (all.columns * n_rows, place_tile, &all, progress, error))
    return FALSE;

  return ! all.failed || ce_trace_no_memory (TILE_WIDTH * TILE_HEIGHT * sizeof (float), error);
}

/* Returns the level of a signal at a pixel, the nearest one inside beyond the image, negative for light lines. */
double
ce_offsets_level (const CeOffsets *offsets, int signal, CePoint point)
{
  const CeView *view = &offsets->source->view;
  int           x = CLAMP (point.x, 0, view->width - 1), y = CLAMP (point.y, 0, view->height - 1);
  float         level;

  levels_row (view, offsets->plan, signal, x, y, 1, &level);

  return offsets->sign * level;
}

void
ce_offsets_clear (CeOffsets *offsets)
{
  g_clear_pointer (&offsets->ways, g_free);
  g_clear_pointer (&offsets->middles, g_free);
}
