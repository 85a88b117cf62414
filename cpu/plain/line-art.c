/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The specification of line art: a difference of Gaussians across the flow of the picture, smoothed along it, after H. Kang,
 * S. Lee, C. Chui, 2007, J. E. Kyprianidis, J. Döllner, 2008, and H. Winnemöller, J. E. Kyprianidis, S. Olsen, 2012.
 */
#include "plain.h"

#include "engine/line-art.h"

/* The flow of a picture: a tangent at each pixel. */
typedef struct
{
  CePlane x;
  CePlane y;
} Flow;

static void
clear_flow (Flow *flow)
{
  ce_plain_plane_free (&flow->x);
  ce_plain_plane_free (&flow->y);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Flow, clear_flow)

/* Returns the bounded signal after the first Gaussian. */
static CePlane
smoothed (const CeSource *source, const CePlan *plan)
{
  gsize            n = (gsize) source->view.width * source->view.height;
  g_auto (CePlane) signal = ce_plain_signal (source, plan, 0);

  for (gsize i = 0; i < n; i++)
    signal.v[i] = ce_art_bounded (signal.v[i]);

  return ce_plain_gaussian (&signal, plan);
}

/* Fills in the three products of the derivatives of @l. */
static void
find_tensor (const CePlane *l, CePlane tensor[3])
{
  for (int i = 0; i < 3; i++)
    tensor[i] = ce_plain_plane_new (l->width, l->height);

  for (int y = 0; y < l->height; y++)
    for (int x = 0; x < l->width; x++)
      {
        float tl = ce_plain_at (l, x - 1, y - 1), t = ce_plain_at (l, x, y - 1), tr = ce_plain_at (l, x + 1, y - 1);
        float left = ce_plain_at (l, x - 1, y), right = ce_plain_at (l, x + 1, y);
        float bl = ce_plain_at (l, x - 1, y + 1), b = ce_plain_at (l, x, y + 1), br = ce_plain_at (l, x + 1, y + 1);
        float dx = ce_art_dx (tl, left, bl, tr, right, br), dy = ce_art_dy (tl, t, tr, bl, b, br);
        gsize i = (gsize) y * l->width + x;

        tensor[0].v[i] = dx * dx;
        tensor[1].v[i] = dx * dy;
        tensor[2].v[i] = dy * dy;
      }
}

static Flow
find_flow (const CePlane *l, const CeLineArt *art)
{
  gsize   n = (gsize) l->width * l->height;
  Flow    flow = { ce_plain_plane_new (l->width, l->height), ce_plain_plane_new (l->width, l->height) };
  CePlane tensor[3], blurred[3];

  find_tensor (l, tensor);
  for (int i = 0; i < 3; i++)
    blurred[i] = ce_plain_blur (&tensor[i], art->flow, art->flow_radius);
  for (gsize i = 0; i < n; i++)
    ce_art_tangent (blurred[0].v[i], blurred[1].v[i], blurred[2].v[i], &flow.x.v[i], &flow.y.v[i]);
  for (int i = 0; i < 3; i++)
    {
      ce_plain_plane_free (&tensor[i]);
      ce_plain_plane_free (&blurred[i]);
    }

  return flow;
}

/* Returns the level of @plane at the offset (@ox, @oy) from pixel (@x, @y), between four pixels. */
static float
sample (const CePlane *plane, int x, int y, float ox, float oy)
{
  float qx = floorf (ox), qy = floorf (oy);

  x += (int) qx;
  y += (int) qy;

  return ce_art_between (ce_plain_at (plane, x, y), ce_plain_at (plane, x + 1, y), ce_plain_at (plane, x, y + 1),
                         ce_plain_at (plane, x + 1, y + 1), ox - qx, oy - qy);
}

/* Returns the difference of both Gaussians across the flow. */
static CePlane
difference_across (const CePlane *l, const Flow *flow, const CeLineArt *art)
{
  CePlane out = ce_plain_plane_new (l->width, l->height);

  for (int y = 0; y < l->height; y++)
    for (int x = 0; x < l->width; x++)
      {
        float gx = ce_plain_at (&flow->y, x, y), gy = -ce_plain_at (&flow->x, x, y);
        float a = art->narrow[0] * ce_plain_at (l, x, y), b = art->wide[0] * ce_plain_at (l, x, y);

        for (int i = 1; i <= art->across; i++)
          {
            float ox = (float) i * gx, oy = (float) i * gy;
            float s = sample (l, x, y, ox, oy) + sample (l, x, y, -ox, -oy);

            a = a + art->narrow[i] * s;
            b = b + art->wide[i] * s;
          }
        out.v[(gsize) y * l->width + x] = ce_art_difference (a, b, art->strength, art->tone, art->paper);
      }

  return out;
}

/* Adds the samples of @d from pixel (@x, @y) along the flow, first in the direction (@ux, @uy), to @sum. */
static float
add_along (float sum, const CePlane *d, const Flow *flow, const CeLineArt *art, int x, int y, float ux, float uy)
{
  float ox = 0, oy = 0;

  for (int i = 1; i <= art->along; i++)
    {
      int   nx, ny;
      float tx, ty;

      ox = ox + ux;
      oy = oy + uy;
      sum = sum + art->weights[i] * sample (d, x, y, ox, oy);

      nx = x + (int) floorf (ox + 0.5f);
      ny = y + (int) floorf (oy + 0.5f);
      tx = ce_plain_at (&flow->x, nx, ny);
      ty = ce_plain_at (&flow->y, nx, ny);
      if (tx * ux + ty * uy < 0)
        tx = -tx, ty = -ty;
      ux = tx;
      uy = ty;
    }

  return sum;
}

/* Returns the level of a pixel after the difference is smoothed along the flow. */
static float
level_along (const CePlane *d, const Flow *flow, const CeLineArt *art, int x, int y)
{
  float tx = ce_plain_at (&flow->x, x, y), ty = ce_plain_at (&flow->y, x, y);
  float u = art->weights[0] * ce_plain_at (d, x, y);

  u = add_along (u, d, flow, art, x, y, tx, ty);
  u = add_along (u, d, flow, art, x, y, -tx, -ty);

  return ce_art_level (u, art->threshold, art->per_level);
}

void
ce_plain_line_art (const CeSource *source, const CePlan *plan, const CeView *result)
{
  const CeLineArt *art = &plan->line_art;
  CeDrawn          drawn = plan->params.stage;
  g_auto (CePlane) l = smoothed (source, plan);
  g_auto (CePlane) d = { 0 };
  g_auto (Flow)    flow = { 0 };

  if (drawn >= CE_DRAWN_FLOW)
    flow = find_flow (&l, art);
  if (drawn >= CE_DRAWN_DIFFERENCE)
    d = difference_across (&l, &flow, art);

  for (int y = 0; y < result->height; y++)
    for (int x = 0; x < result->width; x++)
      ce_plain_store (result, x, y, drawn == CE_DRAWN_LINES ? level_along (&d, &flow, art, x, y)
                                    : drawn == CE_DRAWN_FLOW
                                    ? ce_art_angle (ce_plain_at (&flow.x, x, y), ce_plain_at (&flow.y, x, y))
                                    : ce_plain_at (drawn == CE_DRAWN_SMOOTHED ? &l : &d, x, y), plan);
}
