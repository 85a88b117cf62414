/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "edge-color.h"

#include "comparison.h"

#include <math.h>

/* Returns a sample as a share of white; 0 if its level is not finite. */
static float
share_of (gconstpointer samples, CeType type, int i)
{
  float share = 0;

  switch (type)
    {
    case CE_U8: return ((const guint8 *) samples)[i] / 255.0f;
    case CE_U16: return ((const guint16 *) samples)[i] / 65535.0f;
    case CE_F32: share = ((const float *) samples)[i];
    }

  return isfinite (share * 255) ? share : 0;
}

/* Returns what shares are divided by, so that no magnitude is above 255: those of Canny's stage are cut there. A magnitude
 * is at most 8 times a difference of two levels. Divisions by a power of 2 are exact. */
static float
find_scale (const CeView *part)
{
  float most = 1;
  int   exponent;

  for (int y = 0; y < part->height; y++)
    for (int i = 0; i < part->width * part->channels; i++)
      most = MAX (most, fabsf (share_of (ce_view_row (part, y), part->type, i)));
  frexpf (most, &exponent);

  return ldexpf (16, exponent);
}

/* Copies a channel of @part, under its alpha unless it is alpha, as a picture of its own, divided by @scale. */
static void
copy_channel (const CeView *part, int channel, float scale, CeView *copy)
{
  gboolean covered = part->channels == 4 && channel != 3;

  for (int y = 0; y < part->height; y++)
    for (int x = 0; x < part->width; x++)
      {
        gconstpointer pixel = ce_view_pixel (part, x, y);
        float         share = share_of (pixel, part->type, channel) / scale;

        *(float *) (gpointer) ce_view_pixel (copy, x, y) = covered ? share * share_of (pixel, part->type, 3) : share;
      }
}

/* Returns the magnitude in the middle of a picture of one channel, of any scale; -1 without memory. */
static float
magnitude (const CeView *copy, const CeParams *params, CePoint middle)
{
  const CeFilter       *canny = ce_filter_get (CE_FILTER_CANNY);
  const CePlace         cpu = { .choice = CE_BACKEND_CPU };
  CeParams              shown = *params;
  g_autoptr (CeSession) session = ce_open_copy (canny, &cpu, copy, FALSE, NULL, NULL, NULL);

  shown.stage = CE_STAGE_MAGNITUDE;
  shown.style = CE_STYLE_WHITE_ON_BLACK;
  if (! session || ! ce_session_render (session, &shown, NULL, NULL, NULL))
    return -1;

  return ((const float *) ce_view_row (ce_session_get_result (session), middle.y))[middle.x];
}

/* Returns what Canny with all colors found the edge of a pixel of @source in: the first of the strongest. Of other
 * parameters, of gray pictures and of gray edges, where all colors are equally strong, it is luma. */
CeEdgeColor
ce_find_edge_color (const CeView *source, const CeParams *params, int x, int y)
{
  int         around = ce_params_get_cost (params, ce_filter_get (CE_FILTER_CANNY), source).halo;
  CeArea      area = { MAX (x - around, 0), MAX (y - around, 0), 0, 0 };
  CeView      part, copy = { 0 };
  CeEdgeColor found = CE_EDGE_OF_LUMA;
  float       m[4] = { -1 }, scale;

  if (params->luma != CE_LUMA_STRONGEST || params->of != CE_OF_EDGES || source->channels < 3)
    return found;

  area.width = MIN (x + around + 1, source->width) - area.x;
  area.height = MIN (y + around + 1, source->height) - area.y;
  part = ce_view_part (source, &area);
  scale = find_scale (&part);
  copy = (CeView) { .stride = (gsize) area.width * sizeof (float), .width = area.width, .height = area.height, .channels = 1,
                    .type = CE_F32 };
  copy.data = g_malloc (copy.stride * (gsize) copy.height);
  for (int i = 0; i < source->channels; i++)
    {
      copy_channel (&part, i, scale, &copy);
      m[i] = magnitude (&copy, params, (CePoint) { x - area.x, y - area.y });
      if (i == 0 || m[i] > m[found])
        found = (CeEdgeColor) i;
    }
  g_free (copy.data);

  return found == CE_EDGE_OF_RED && m[0] == m[1] && m[0] == m[2] ? CE_EDGE_OF_LUMA : found;
}
