/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The specification of Canny: J. Canny, A Computational Approach to Edge Detection, IEEE PAMI 8 (6), 1986.
 */
#include "plain.h"

#include "engine/arithmetic.h"

#include <string.h>

/* Outside the image the magnitude is 0. */
static float
magnitude_at (const CePlane *m, int x, int y)
{
  if (x < 0 || y < 0 || x >= m->width || y >= m->height)
    return 0;

  return ce_plain_at (m, x, y);
}

static gboolean
is_peak (const CeGradient *gradient, const CePlane *m, int x, int y)
{
  gsize i = (gsize) y * m->width + x;
  float dx = gradient->dx.v[i];
  float dy = gradient->dy.v[i];
  float ax = ce_abs (dx);
  float ay = ce_abs (dy);
  float centre = m->v[i];
  int   side;

  if (ay < ax * CE_TAN_22_5)
    return centre > magnitude_at (m, x - 1, y) && centre >= magnitude_at (m, x + 1, y);
  if (ay > ax * CE_TAN_22_5 + 2 * ax)
    return centre > magnitude_at (m, x, y - 1) && centre >= magnitude_at (m, x, y + 1);

  side = (dx < 0 && dy > 0) || (dx > 0 && dy < 0) ? 1 : -1;
  return centre > magnitude_at (m, x + side, y - 1) && centre > magnitude_at (m, x - side, y + 1);
}

/* Computes the magnitude that thinning and thresholds compare, squared for the L2 norm, or takes the strength of middles. */
static CePlane
compared_magnitude (const CeGradient *gradient, const CePlan *plan)
{
  gsize   n = (gsize) gradient->m2.width * gradient->m2.height;
  CePlane m = ce_plain_plane_new (gradient->m2.width, gradient->m2.height);

  for (gsize i = 0; i < n; i++)
    m.v[i] = plan->l1 && ! plan->finds_middles ? ce_abs (gradient->dx.v[i]) + ce_abs (gradient->dy.v[i]) : gradient->m2.v[i];

  return m;
}

/* Sets weak pixels (128) that hang on a strong one (255) to 255, and the others to 0. */
static void
hysteresis (guint8 *classes, int width, int height)
{
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (gsize));

  for (gsize i = 0; i < (gsize) width * height; i++)
    if (classes[i] == 255)
      g_array_append_val (stack, i);

  while (stack->len)
    {
      gsize i = g_array_index (stack, gsize, stack->len - 1);
      int   x = (int) (i % width);
      int   y = (int) (i / width);

      g_array_set_size (stack, stack->len - 1);
      for (int ny = MAX (y - 1, 0); ny <= MIN (y + 1, height - 1); ny++)
        for (int nx = MAX (x - 1, 0); nx <= MIN (x + 1, width - 1); nx++)
          {
            gsize n = (gsize) ny * width + nx;

            if (classes[n] == 128)
              {
                classes[n] = 255;
                g_array_append_val (stack, n);
              }
          }
    }

  for (gsize i = 0; i < (gsize) width * height; i++)
    if (classes[i] == 128)
      classes[i] = 0;
}

/* Returns whether an edge pixel's disc has (@x, @y). */
static gboolean
is_line (const guint8 *classes, int width, int height, int x, int y, int across)
{
  for (int j = -across; j <= across; j++)
    for (int i = -across; i <= across; i++)
      if (ce_disc_has (i, j, across) && x - i >= 0 && x - i < width && y - j >= 0 && y - j < height
          && classes[(gsize) (y - j) * width + x - i] == 255)
        return TRUE;

  return FALSE;
}

static void
widen (guint8 **classes, int width, int height, int across)
{
  guint8 *lines = g_malloc0 ((gsize) width * height);

  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      lines[(gsize) y * width + x] = is_line (*classes, width, height, x, y, across) ? 255 : 0;
  g_free (*classes);
  *classes = lines;
}

static void
store_plane (const CeView *result, const CePlane *plane, const CePlan *plan)
{
  for (int y = 0; y < result->height; y++)
    for (int x = 0; x < result->width; x++)
      ce_plain_store (result, x, y, ce_plain_at (plane, x, y), plan);
}

/* Shows the largest level of the signals. */
static void
early_stage (const CeSource *source, const CePlan *plan, const CeView *result)
{
  g_auto (CePlane) most = ce_plain_plane_new (result->width, result->height);

  for (int s = 0; s < plan->signals.n; s++)
    {
      g_auto (CePlane) signal = ce_plain_signal (source, plan, s);
      g_auto (CePlane) blurred = ce_plain_gaussian (&signal, plan);

      for (gsize i = 0; i < (gsize) most.width * most.height; i++)
        if (s == 0 || blurred.v[i] > most.v[i])
          most.v[i] = blurred.v[i];
    }
  store_plane (result, &most, plan);
}

static float
magnitude_of (float m, const CePlan *plan)
{
  return plan->l1 ? m : ce_sqrt (m);
}

/* Returns the magnitude as a level that is shown. */
static float
shown_magnitude (float m, const CePlan *plan)
{
  float magnitude = magnitude_of (m, plan);

  return magnitude < 255.0f || plan->is_strength ? magnitude : 255.0f;
}

static void
classify (const CeGradient *gradient, const CePlane *m, const CePlan *plan, guint8 *classes)
{
  for (int y = 0; y < m->height; y++)
    for (int x = 0; x < m->width; x++)
      {
        gsize i = (gsize) y * m->width + x;

        classes[i] = is_peak (gradient, m, x, y) && m->v[i] > plan->low ? (m->v[i] > plan->high ? 255 : 128) : 0;
      }
}

static void
late_stage (const CeGradient *gradient, const CePlane *m, const CePlan *plan, const CeView *result)
{
  int                stage = plan->params.stage;
  g_autofree guint8 *classes = g_malloc0 ((gsize) m->width * m->height);

  if (stage == CE_STAGE_CLASSES || stage == CE_STAGE_EDGES)
    classify (gradient, m, plan, classes);
  if (stage == CE_STAGE_EDGES)
    hysteresis (classes, m->width, m->height);
  if (plan->is_widened)
    widen (&classes, m->width, m->height, plan->params.width);

  for (int y = 0; y < m->height; y++)
    for (int x = 0; x < m->width; x++)
      {
        gsize i = (gsize) y * m->width + x;
        float level;

        switch (stage)
          {
          case CE_STAGE_MAGNITUDE:
            level = shown_magnitude (m->v[i], plan);
            break;

          case CE_STAGE_DIRECTION:
            level = ce_direction (gradient->dx.v[i], gradient->dy.v[i], gradient->m2.v[i]);
            break;

          case CE_STAGE_THINNED:
            level = is_peak (gradient, m, x, y) ? shown_magnitude (m->v[i], plan) : 0.0f;
            break;

          default:
            level = classes[i];
            break;
          }
        ce_plain_store (result, x, y, level, plan);
      }
}

void
ce_plain_canny (const CeSource *source, const CePlan *plan, const CeView *result)
{
  g_auto (CeGradient) gradient = { 0 };
  g_auto (CePlane)    m = { 0 };

  if (plan->params.stage == CE_STAGE_LUMA || plan->params.stage == CE_STAGE_BLURRED)
    {
      early_stage (source, plan, result);
      return;
    }

  gradient = ce_plain_gradient (source, plan);
  m = compared_magnitude (&gradient, plan);
  late_stage (&gradient, &m, plan, result);
}

/* Counts floor (magnitude); a NaN counts in the last bin. */
void
ce_plain_histogram (const CeSource *source, const CePlan *plan, CeHistogram counted, guint64 *bins)
{
  g_auto (CeGradient) gradient = ce_plain_gradient (source, plan);
  g_auto (CePlane)    m = compared_magnitude (&gradient, plan);

  memset (bins, 0, CE_HISTOGRAM_BINS * sizeof *bins);
  for (int y = 0; y < m.height; y++)
    for (int x = 0; x < m.width; x++)
      {
        float magnitude = magnitude_of (m.v[(gsize) y * m.width + x], plan);

        if (counted == CE_HISTOGRAM_THINNED && ! (is_peak (&gradient, &m, x, y) && magnitude > 0))
          continue;
        magnitude = magnitude < CE_HISTOGRAM_BINS - 1 ? magnitude : CE_HISTOGRAM_BINS - 1;
        bins[(int) magnitude]++;
      }
}
