/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Times line art as its arithmetic is usually written down: a loop over all pixels for each step, on all cores. Its result
 * is ours to the bit.
 */
#include "engine/filters.h"
#include "engine/line-art.h"
#include "engine/plan.h"
#include "engine/threads.h"
#include "peer.h"

/* Rows of a task. */
#define ROWS 8

enum { LEVELS, XX, XY, YY, ALONG_XX, ALONG_XY, ALONG_YY, TX, TY, DIFFERENCES, N_PLANES };

typedef void (*Step) (int x, int y, gsize i);

static CePlan  plan;
static float  *planes[N_PLANES];
static guint8 *pixels;
static int     width, height;
static Step    step;

static float
at (int plane, int x, int y)
{
  return planes[plane][(gsize) CLAMP (y, 0, height - 1) * (gsize) width + (gsize) CLAMP (x, 0, width - 1)];
}

static void
multiply (int x, int y, gsize i)
{
#define L(column, row) at (LEVELS, x + (column), y + (row))
  float dx = ce_art_dx (L (-1, -1), L (-1, 0), L (-1, 1), L (1, -1), L (1, 0), L (1, 1));
  float dy = ce_art_dy (L (-1, -1), L (0, -1), L (1, -1), L (-1, 1), L (0, 1), L (1, 1));
#undef L

  planes[XX][i] = dx * dx;
  planes[XY][i] = dx * dy;
  planes[YY][i] = dy * dy;
}

static float
blurred (int plane, int x, int y, int right, int down)
{
  const CeLineArt *art = &plan.line_art;
  float            sum = art->flow[0] * at (plane, x, y);

  for (int i = 1; i <= art->flow_radius; i++)
    sum = sum + art->flow[i] * (at (plane, x - i * right, y - i * down) + at (plane, x + i * right, y + i * down));

  return sum;
}

static void
blur_rows (int x, int y, gsize i)
{
  for (int k = 0; k < 3; k++)
    planes[ALONG_XX + k][i] = blurred (XX + k, x, y, 1, 0);
}

static void
find_tangent (int x, int y, gsize i)
{
  ce_art_tangent (blurred (ALONG_XX, x, y, 0, 1), blurred (ALONG_XY, x, y, 0, 1), blurred (ALONG_YY, x, y, 0, 1),
                  &planes[TX][i], &planes[TY][i]);
}

static float
sample (int plane, int x, int y, float ox, float oy)
{
  float qx = floorf (ox), qy = floorf (oy);

  x += (int) qx;
  y += (int) qy;

  return ce_art_between (at (plane, x, y), at (plane, x + 1, y), at (plane, x, y + 1), at (plane, x + 1, y + 1), ox - qx,
                         oy - qy);
}

static void
find_difference (int x, int y, gsize i)
{
  const CeLineArt *art = &plan.line_art;
  float            gx = planes[TY][i], gy = -planes[TX][i];
  float            narrow = art->narrow[0] * planes[LEVELS][i], wide = art->wide[0] * planes[LEVELS][i];

  for (int k = 1; k <= art->across; k++)
    {
      float ox = (float) k * gx, oy = (float) k * gy;
      float both = sample (LEVELS, x, y, ox, oy) + sample (LEVELS, x, y, -ox, -oy);

      narrow = narrow + art->narrow[k] * both;
      wide = wide + art->wide[k] * both;
    }
  planes[DIFFERENCES][i] = ce_art_difference (narrow, wide, art->strength, art->tone, art->paper);
}

static void
find_level (int x, int y, gsize i)
{
  const CeLineArt *art = &plan.line_art;
  float            sum = art->weights[0] * planes[DIFFERENCES][i];

  for (int side = 0; side < 2; side++)
    {
      float ux = side ? -planes[TX][i] : planes[TX][i], uy = side ? -planes[TY][i] : planes[TY][i], ox = 0, oy = 0;

      for (int k = 1; k <= art->along; k++)
        {
          float tx, ty;

          ox = ox + ux;
          oy = oy + uy;
          sum = sum + art->weights[k] * sample (DIFFERENCES, x, y, ox, oy);
          tx = at (TX, x + (int) floorf (ox + 0.5f), y + (int) floorf (oy + 0.5f));
          ty = at (TY, x + (int) floorf (ox + 0.5f), y + (int) floorf (oy + 0.5f));
          if (tx * ux + ty * uy < 0)
            tx = -tx, ty = -ty;
          ux = tx;
          uy = ty;
        }
    }
  pixels[i] = ce_level_to_u8 (ce_art_level (sum, art->threshold, art->per_level));
}

/* A CeTask: does the step for some rows. */
static void
do_rows (int task, gpointer data)
{
  for (int y = task * ROWS; y < MIN ((task + 1) * ROWS, height); y++)
    for (int x = 0; x < width; x++)
      step (x, y, (gsize) y * (gsize) width + (gsize) x);
}

static void
init (int threads)
{
}

static const char *
begin (const char *name, const char *params, const CeView *image)
{
  CeSource source = { .view = *image, .opaque = TRUE };
  CeParams defaults;
  gsize    n = (gsize) image->width * (gsize) image->height;

  if (! g_str_equal (name, "line-art") || image->channels != 1 || image->type != CE_U8)
    return NULL;

  ce_params_init (&defaults, ce_filter_find ("line-art"));
  if (! ce_plan_init (&plan, CE_FILTER_LINE_ART, &defaults, NULL, &source, NULL))
    return NULL;

  width = image->width;
  height = image->height;
  pixels = g_malloc (n);
  for (int i = 0; i < N_PLANES; i++)
    planes[i] = g_new (float, n);
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      planes[LEVELS][(gsize) y * (gsize) width + (gsize) x] = *(const guint8 *) ce_view_pixel (image, x, y);

  return "a loop for each step";
}

static void
run (void)
{
  static const Step steps[] = { multiply, blur_rows, find_tangent, find_difference, find_level };

  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      step = steps[i];
      ce_threads_run ((height + ROWS - 1) / ROWS, do_rows, NULL, NULL, NULL);
    }
}

static void
end (void)
{
  for (int i = 0; i < N_PLANES; i++)
    g_clear_pointer (&planes[i], g_free);
  g_clear_pointer (&pixels, g_free);
}

static gboolean
get_result (CeView *view)
{
  *view = (CeView) { pixels, (gsize) width, width, height, 1, CE_U8 };

  return TRUE;
}

const BenchPeer bench_plain = { init, begin, run, end, get_result };
