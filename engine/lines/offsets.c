/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The top of the magnitude beside each edge pixel (F. Devernay, A Non-Maxima Suppression Method for Edge Detection with
 * Sub-Pixel Accuracy, INRIA 2724, 1995). The gradient is Canny's own, to the bit, and computed where there are edges.
 */
#include "trace.h"

#include "engine/arithmetic.h"
#include "engine/samples.h"
#include "engine/threads.h"

#include <string.h>

/* Pixels of a tile. */
#define TILE_WIDTH 128
#define TILE_HEIGHT 64

/* Rows and columns around a pixel whose levels are read: a step, a neighbor and its gradient. */
#define HALO 3

typedef struct
{
  const CeEdgeMap  *edges;
  const CeSource *source;
  const CePlan   *plan;
  CeOffsets      *offsets;
  int             columns;      /* of tiles */
  int             failed;       /* atomic: there was no memory for a tile */
} Offsets;

/* The blurred signals of a tile and its surroundings within the image. */
typedef struct
{
  const CePlan *plan;
  CeArea        area;
  int           width;          /* of the image */
  int           height;
  float        *signals[2];
} Tile;

typedef struct
{
  float dx, dy;
  float m;
} Gradient;

/* Writes the levels of signal @s of @n pixels from column @x on. */
CE_FN void
fill_levels (const CeView *view, CeType type, const CePlan *plan, int s, int x, int y, int n, float *out)
{
  const void *row = ce_view_row (view, y);
  gsize       channels = (gsize) view->channels, alpha = channels - 1, at = (gsize) x * channels;

  if (s > 0 || channels < 3)
    for (int i = 0; i < n; i++)
      out[i] = ce_level_of (row, type, at + (gsize) i * channels + (s > 0 ? alpha : 0));
  else
    for (int i = 0; i < n; i++, at += channels)
      out[i] = ce_luma (ce_level_of (row, type, at), ce_level_of (row, type, at + 1), ce_level_of (row, type, at + 2),
                        plan->wr, plan->wb);
  for (int i = 0; i < n && s == 0 && ! plan->opaque; i++)
    out[i] = ce_luma_covered (out[i], ce_level_of (row, type, (gsize) (x + i) * channels + alpha));
}

/* Writes the levels of signal @s in columns @x to @x + @n - 1 of row @y, the nearest one inside beyond the image. */
static void
levels_row (const CeView *view, const CePlan *plan, int s, int x, int y, int n, float *out)
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

/* Blurs @n samples along a row or, with @stride, down columns; out[i] has the middle in[i]. */
static void
blur (const float *restrict in, gssize stride, const CePlan *plan, int n, float *restrict out)
{
  const float *w = plan->weights;

  for (int i = 0; i < n; i++)
    out[i] = w[0] * in[i];
  for (int k = 1; k <= plan->radius; k++)
    for (int i = 0; i < n; i++)
      out[i] = out[i] + w[k] * (in[i - k * stride] + in[i + k * stride]);
}

/* Computes the blurred signal @s of a tile. */
static gboolean
blur_tile (Tile *tile, const CeView *view, int s)
{
  int              r = tile->plan->radius;
  gsize            n = (gsize) tile->area.width;
  int              n_rows = tile->area.height + 2 * r;
  g_autofree float *levels = g_try_new (float, n + 2 * (gsize) r);
  g_autofree float *rows = g_try_new (float, n * (gsize) n_rows);

  tile->signals[s] = g_try_new (float, n * (gsize) tile->area.height);
  if (! levels || ! rows || ! tile->signals[s])
    return FALSE;

  for (int j = 0; j < n_rows; j++)
    {
      int    y = tile->area.y - r + j;
      float *row = rows + n * (gsize) j;

      if (j > 0 && (y <= 0 || y >= view->height))
        {
          memcpy (row, row - n, n * sizeof (float));
          continue;
        }
      levels_row (view, tile->plan, s, tile->area.x - r, CLAMP (y, 0, view->height - 1), (int) n + 2 * r, levels);
      blur (levels + r, 1, tile->plan, (int) n, row);
    }
  for (int j = 0; j < tile->area.height; j++)
    blur (rows + n * (gsize) (j + r), (gssize) n, tile->plan, (int) n, tile->signals[s] + n * (gsize) j);

  return TRUE;
}

/* Finds the gradient of one signal at a pixel of the image. */
CE_FN void
derivatives (const Tile *tile, const float *signal, int x, int y, float *dx, float *dy)
{
  const CeDerivative *d = &tile->plan->derivative;
  gsize               n = (gsize) tile->area.width;
  const float        *at = signal + (gsize) (y - tile->area.y) * n + (x - tile->area.x);
  gssize              l = x > 0 ? -1 : 0, r = x < tile->width - 1 ? 1 : 0;
  gssize              t = y > 0 ? -(gssize) n : 0, b = y < tile->height - 1 ? (gssize) n : 0;

  *dx = ce_gradient_x (at[t + l], at[l], at[b + l], at[t + r], at[r], at[b + r], d->k1, d->k2, d->scale);
  *dy = ce_gradient_y (at[t + l], at[t], at[t + r], at[b + l], at[b], at[b + r], d->k1, d->k2, d->scale);
}

/* Returns the gradient of the stronger signal, and Canny's magnitude, which is 0 outside the image. */
CE_FN Gradient
gradient_at (const Tile *tile, int x, int y)
{
  Gradient g = { 0, 0, 0 };
  float    m2;

  if (x < 0 || y < 0 || x >= tile->width || y >= tile->height)
    return g;

  derivatives (tile, tile->signals[0], x, y, &g.dx, &g.dy);
  m2 = g.dx * g.dx + g.dy * g.dy;
  if (tile->signals[1])
    {
      float dx, dy, other;

      derivatives (tile, tile->signals[1], x, y, &dx, &dy);
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
 * pixel that thinning keeps. */
static double
offset_at (const Tile *tile, int x, int y, guint8 *upright)
{
  Gradient here = gradient_at (tile, x, y);
  int      i, j, step = 0;
  float    a, b = here.m, c;
  double   along;

  *upright = ! (ce_abs (here.dx) >= ce_abs (here.dy));
  i = *upright ? 0 : 1;
  j = *upright ? 1 : 0;
  a = gradient_at (tile, x - i, y - j).m;
  c = gradient_at (tile, x + i, y + j).m;
  if (c > b && c >= a)
    step = 1, a = b, b = c, c = gradient_at (tile, x + 2 * i, y + 2 * j).m;
  else if (a > b)
    step = -1, c = b, b = a, a = gradient_at (tile, x - 2 * i, y - 2 * j).m;

  along = step + top (a, b, c);

  return along < -1 ? -1 : along > 1 ? 1 : along;
}

/* Returns whether a tile has an edge pixel. */
static gboolean
has_edges (const CeEdgeMap *edges, const CeArea *area)
{
  for (int y = area->y; y < area->y + area->height; y++)
    for (int x = area->x; x < area->x + area->width; x += 64)
      if (edges->bits[(gsize) y * edges->words + (gsize) x / 64])
        return TRUE;

  return FALSE;
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
          found->along[number] = offset_at (tile, x0 + __builtin_ctzll (bits), y, &found->upright[number]);
      }
}

/* A CeTask: a tile. */
static void
place_tile (int task, gpointer data)
{
  Offsets      *offsets = data;
  const CeView *view = &offsets->source->view;
  CeArea        area = { task % offsets->columns * TILE_WIDTH, task / offsets->columns * TILE_HEIGHT, 0, 0 };
  Tile          tile = { .plan = offsets->plan, .width = view->width, .height = view->height };
  gboolean      done = TRUE;

  area.width = MIN (TILE_WIDTH, view->width - area.x);
  area.height = MIN (TILE_HEIGHT, view->height - area.y);
  if (! has_edges (offsets->edges, &area))
    return;

  tile.area.x = MAX (area.x - HALO, 0);
  tile.area.y = MAX (area.y - HALO, 0);
  tile.area.width = MIN (area.x + area.width + HALO, view->width) - tile.area.x;
  tile.area.height = MIN (area.y + area.height + HALO, view->height) - tile.area.y;
  for (int s = 0; s < (tile.plan->opaque ? 1 : 2) && done; s++)
    done = blur_tile (&tile, view, s);
  if (done)
    place_pixels (offsets, &tile, &area);
  else
    g_atomic_int_set (&offsets->failed, TRUE);
  g_free (tile.signals[0]);
  g_free (tile.signals[1]);
}

gboolean
ce_offsets_init (CeOffsets *offsets, const CeEdgeMap *edges, const CeSource *source, const CeParams *params,
                 const CeProgress *progress, GError **error)
{
  Offsets all = { .edges = edges, .source = source, .offsets = offsets };
  CePlan  plan;
  int     n_rows = (edges->height + TILE_HEIGHT - 1) / TILE_HEIGHT;

  *offsets = (CeOffsets) { 0 };
  if (! ce_plan_init (&plan, CE_FILTER_CANNY, params, source, error))
    return FALSE;

  offsets->along = ce_trace_alloc (edges->n, sizeof *offsets->along, error);
  offsets->upright = offsets->along ? ce_trace_alloc (edges->n, 1, error) : NULL;
  if (! offsets->upright)
    return FALSE;

  all.plan = &plan;
  all.columns = (edges->width + TILE_WIDTH - 1) / TILE_WIDTH;
  if (! ce_threads_run (all.columns * n_rows, place_tile, &all, progress, error))
    return FALSE;

  return ! all.failed || ce_trace_no_memory (TILE_WIDTH * TILE_HEIGHT * sizeof (float), error);
}

void
ce_offsets_clear (CeOffsets *offsets)
{
  g_clear_pointer (&offsets->along, g_free);
  g_clear_pointer (&offsets->upright, g_free);
}
