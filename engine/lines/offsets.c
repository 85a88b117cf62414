/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The top of the magnitude beside each edge pixel (F. Devernay, A Non-Maxima Suppression Method for Edge Detection with
 * Sub-Pixel Accuracy, INRIA 2724, 1995), or the middle of the line. The blurred signals are Canny's own, to the bit, and
 * computed where there are edges.
 */
#include "patch.h"

#include "engine/arithmetic.h"
#include "engine/memory.h"
#include "engine/threads.h"

#include <string.h>

typedef struct
{
  const CeEdgeMap  *edges;
  CeOffsets      *offsets;
  int             reach;        /* of middles: pixels beside a line */
  int             columns;      /* of tiles */
  int             failed;       /* atomic: there was no memory for a patch */
} Offsets;

typedef struct
{
  float dx, dy;
  float m;
} Gradient;

/* Reads the nine levels of a signal around a pixel of the image, row by row. */
CE_FN void
read_nine (const CePatch *patch, const float *signal, int x, int y, float v[9])
{
  gssize       n = patch->stride;
  const float *at = signal + (gssize) (y - patch->area.y) * n + (x - patch->area.x);
  gssize       columns[3] = { x > 0 ? -1 : 0, 0, x < patch->width - 1 ? 1 : 0 };
  gssize       rows[3] = { y > 0 ? -n : 0, 0, y < patch->height - 1 ? n : 0 };

  for (int j = 0; j < 3; j++)
    for (int i = 0; i < 3; i++)
      v[3 * j + i] = at[rows[j] + columns[i]];
}

/* Finds the gradient of one signal at a pixel of the image. */
CE_FN void
derivatives (const CePatch *patch, const float *signal, int x, int y, float *dx, float *dy)
{
  const CeDerivative *d = &patch->plan->derivative;
  float               v[9];

  read_nine (patch, signal, x, y, v);
  *dx = ce_gradient_x (v[0], v[3], v[6], v[2], v[5], v[8], d->k1, d->k2, d->scale);
  *dy = ce_gradient_y (v[0], v[1], v[2], v[6], v[7], v[8], d->k1, d->k2, d->scale);
}

/* Returns the magnitude of the only signal at a pixel of the patch whose neighbors are in it, and sets the gradient. */
CE_FN float
magnitude_at (const float *at, gssize n, const CeDerivative *d, float *dx, float *dy)
{
  *dx = ce_gradient_x (at[-n - 1], at[-1], at[n - 1], at[-n + 1], at[1], at[n + 1], d->k1, d->k2, d->scale);
  *dy = ce_gradient_y (at[-n - 1], at[-n], at[-n + 1], at[n - 1], at[n], at[n + 1], d->k1, d->k2, d->scale);

  return ce_sqrt (*dx * *dx + *dy * *dy);
}

/* Returns the gradient of the stronger signal, and Canny's magnitude, which is 0 outside the image. */
CE_FN Gradient
gradient_at (const CePatch *patch, int x, int y)
{
  const CePlan *plan = patch->plan;
  Gradient      g = { 0, 0, 0 };

  if (x < 0 || y < 0 || x >= patch->width || y >= patch->height)
    return g;

  for (int s = 0; s < plan->signals.n; s++)
    {
      float dx, dy, m;

      derivatives (patch, patch->signals[s], x, y, &dx, &dy);
      m = plan->compares_l1 ? ce_abs (dx) + ce_abs (dy) : dx * dx + dy * dy;
      if (s == 0 || m > g.m)
        g = (Gradient) { dx, dy, m };
    }
  if (! plan->compares_l1)
    g.m = plan->l1 ? ce_abs (g.dx) + ce_abs (g.dy) : ce_sqrt (g.m);

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

/* Returns the way to the top of the parabola through three magnitudes, whose middle one is @step from the pixel. */
CE_FN CeVec
place_top (gboolean upright, int step, float a, float b, float c)
{
  double along = step + top (a, b, c);

  along = along < -1 ? -1 : along > 1 ? 1 : along;

  return (CeVec) { upright ? 0 : along, upright ? along : 0 };
}

/* Does what find_edge() does of a pixel around which none is beyond the image, with the magnitude of one signal: 5 % of the
 * time of all steps. */
static CeVec
find_common_edge (const CePatch *patch, int x, int y)
{
  gssize       n = patch->stride, by;
  const float *at = patch->signals[0] + (gssize) (y - patch->area.y) * n + (x - patch->area.x);
  CeDerivative d = patch->plan->derivative;
  float        dx, dy, u, v, b = magnitude_at (at, n, &d, &dx, &dy), a, c;
  gboolean     upright = ! (ce_abs (dx) >= ce_abs (dy));
  int          step = 0;

  by = upright ? n : 1;
  a = magnitude_at (at - by, n, &d, &u, &v), c = magnitude_at (at + by, n, &d, &u, &v);
  if (c > b && c >= a)
    step = 1, a = b, b = c, c = magnitude_at (at + 2 * by, n, &d, &u, &v);
  else if (a > b)
    step = -1, c = b, b = a, a = magnitude_at (at - 2 * by, n, &d, &u, &v);

  return place_top (upright, step, a, b, c);
}

/* Returns the way from the pixel's center to the top, at most a pixel: the top of a straight edge is not farther from a
 * pixel that thinning keeps. */
CE_FN CeVec
find_edge (const CePatch *patch, int x, int y)
{
  Gradient here = gradient_at (patch, x, y);
  gboolean upright = ! (ce_abs (here.dx) >= ce_abs (here.dy));
  int      i = upright ? 0 : 1, j = upright ? 1 : 0, step = 0;
  float    a = gradient_at (patch, x - i, y - j).m, b = here.m, c = gradient_at (patch, x + i, y + j).m;

  if (c > b && c >= a)
    step = 1, a = b, b = c, c = gradient_at (patch, x + 2 * i, y + 2 * j).m;
  else if (a > b)
    step = -1, c = b, b = a, a = gradient_at (patch, x - 2 * i, y - 2 * j).m;

  return place_top (upright, step, a, b, c);
}

/* Returns the strength of the middle of a line in nine levels. */
static float
strength_of (const CePatch *patch, const float v[9])
{
  const CeRidge *k = &patch->plan->ridge;
  float          x, y;

  return ce_ridge (v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], v[8], k->k1, k->k2, k->k3, k->strength, &x, &y);
}

/* Finds the way from the pixel's center to the middle of a line in the stronger signal, and the width there. */
static CeVec
find_middle (const Offsets *offsets, const CePatch *patch, int x, int y, CeMiddle *middle)
{
  float           v[9], other[9];
  double          sign = offsets->offsets->sign, curvature;
  CeVec           across, way, at;

  read_nine (patch, patch->signals[0], x, y, v);
  for (int s = 1; s < patch->plan->signals.n; s++)
    {
      read_nine (patch, patch->signals[s], x, y, other);
      if (strength_of (patch, other) > strength_of (patch, v))
        {
          memcpy (v, other, sizeof v);
          middle->signal = s;
        }
    }

  way = ce_middle_find (v, sign, &across, &curvature);
  at = (CeVec) { x + 0.5 + way.x, y + 0.5 + way.y };
  middle->curvature = (float) curvature;
  ce_middle_measure (middle, &patch->levels[middle->signal], at, across, sign, offsets->reach);

  return way;
}

/* Shrinks a patch to the rows, and the words of 64 columns, that have edge pixels; FALSE if there are none. */
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

/* Computes the offsets of a patch's edge pixels. */
static void
place_pixels (const Offsets *offsets, const CePatch *patch, const CeArea *area)
{
  const CeEdgeMap *edges = offsets->edges;
  CeOffsets       *found = offsets->offsets;
  gboolean         is_common = ! patch->signals[1] && ! patch->plan->l1;

  for (int y = area->y; y < area->y + area->height; y++)
    for (int x0 = area->x; x0 < area->x + area->width; x0 += 64)
      {
        gsize word = (gsize) y * edges->words + (gsize) x0 / 64;
        guint number = edges->before[word];

        for (guint64 bits = edges->bits[word]; bits; bits &= bits - 1, number++)
          {
            int x = x0 + __builtin_ctzll (bits);
            int beside = MIN (MIN (x, patch->width - 1 - x), MIN (y, patch->height - 1 - y));

            if (found->middles)
              found->offset[number] = find_middle (offsets, patch, x, y, &found->middles[number]);
            else if (beside >= CE_PATCH_HALO && is_common)
              found->offset[number] = find_common_edge (patch, x, y);
            else
              found->offset[number] = find_edge (patch, x, y);
          }
      }
}

/* A CeTask: a patch. */
static void
place_tile (int task, gpointer data)
{
  Offsets      *offsets = data;
  const CeView *view = &offsets->offsets->source->view;
  CeArea        area = { task % offsets->columns * CE_PATCH_WIDTH, task / offsets->columns * CE_PATCH_HEIGHT, 0, 0 };
  CePatch       patch = { .plan = offsets->offsets->plan, .width = view->width, .height = view->height };
  gboolean      done;

  area.width = MIN (CE_PATCH_WIDTH, view->width - area.x);
  area.height = MIN (CE_PATCH_HEIGHT, view->height - area.y);
  if (! shrink_to_edges (offsets->edges, &area))
    return;

  done = ce_patch_init (&patch, offsets->edges, view, &area)
         && (! offsets->offsets->middles || ce_patch_copy_levels (&patch, view, &area, offsets->reach + 2));
  if (done)
    place_pixels (offsets, &patch, &area);
  else
    g_atomic_int_set (&offsets->failed, TRUE);
  ce_patch_clear (&patch);
}

/* Finds the offsets of edges, or of middles, which @plan found. */
gboolean
ce_offsets_init (CeOffsets *offsets, const CeEdgeMap *edges, const CeSource *source, const CePlan *plan,
                 const CeProgress *progress, GError **error)
{
  Offsets all = { .edges = edges, .offsets = offsets, .reach = (int) ceil (plan->found.line_width) + 3 };
  int     n_rows = (edges->height + CE_PATCH_HEIGHT - 1) / CE_PATCH_HEIGHT;

  *offsets = (CeOffsets) { .source = source, .plan = plan, .sign = plan->params.of == CE_OF_LIGHT_LINES ? -1 : 1 };
  offsets->offset = ce_trace_take (edges->n, sizeof *offsets->offset, error);
  if (! offsets->offset)
    return FALSE;
  if (plan->finds_middles && ! (offsets->middles = ce_trace_alloc (edges->n, sizeof *offsets->middles, error)))
    return FALSE;

  all.columns = (edges->width + CE_PATCH_WIDTH - 1) / CE_PATCH_WIDTH;
  if (! ce_threads_run (all.columns * n_rows, place_tile, &all, progress, error))
    return FALSE;

  return ! all.failed || ce_memory_refuse (CE_PATCH_WIDTH * CE_PATCH_HEIGHT * sizeof (float), error);
}

/* Returns the level of a signal at a pixel, the nearest one inside beyond the image, negative for light lines. */
double
ce_offsets_level (const CeOffsets *offsets, int signal, CePoint point)
{
  const CeView *view = &offsets->source->view;
  int           x = CLAMP (point.x, 0, view->width - 1), y = CLAMP (point.y, 0, view->height - 1);
  float         level;

  ce_patch_levels_row (view, offsets->plan, signal, x, y, 1, &level);

  return offsets->sign * level;
}

void
ce_offsets_clear (CeOffsets *offsets)
{
  g_clear_pointer (&offsets->offset, g_free);
  g_clear_pointer (&offsets->middles, g_free);
}
