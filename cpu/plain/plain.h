/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The specification: whole frames, one stage after the other. Every other variant and backend has to give the same bits.
 */
#pragma once

#include "engine/plan.h"

/* An image of one sample per pixel, a level unless a comment says otherwise. */
typedef struct
{
  int    width;
  int    height;
  float *v;
} CePlane;

typedef struct
{
  CePlane dx;
  CePlane dy;
  CePlane m2;
} CeGradient;

static inline void
ce_plain_plane_free (CePlane *plane)
{
  g_clear_pointer (&plane->v, g_free);
}

static inline void
ce_plain_gradient_free (CeGradient *gradient)
{
  ce_plain_plane_free (&gradient->dx);
  ce_plain_plane_free (&gradient->dy);
  ce_plain_plane_free (&gradient->m2);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CePlane, ce_plain_plane_free)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CeGradient, ce_plain_gradient_free)

CePlane    ce_plain_plane_new  (int width, int height);
CePlane    ce_plain_channel    (const CeSource *source, int channel);
CePlane    ce_plain_luma       (const CeSource *source, const CePlan *plan);
CePlane    ce_plain_signal     (const CeSource *source, const CePlan *plan, int number);
CePlane    ce_plain_gaussian   (const CePlane *plane, const CePlan *plan);
CePlane    ce_plain_blur       (const CePlane *plane, const float *weights, int radius);
CeGradient ce_plain_gradient   (const CeSource *source, const CePlan *plan);
CePlane    ce_plain_mask       (const CeSource *source, const CePlan *plan);
void       ce_plain_limit      (CePlane *change, const CePlane *c, const CePlane *mask, const CePlan *plan);
CePlane    ce_plain_blurred    (const CePlane *c, const CePlane *alpha, const CePlan *plan);
CePlane    ce_plain_deconvolved   (const CePlane *light, const CePlane *alpha, const CePlan *plan);
void       ce_plain_store      (const CeView *result, int x, int y, float level, const CePlan *plan);

void       ce_plain_histogram  (const CeSource *source, const CePlan *plan, CeHistogram counted, guint64 *bins);

/* Render a filter. */
#define CE_PLAIN_FILTER(ID, name) \
  void ce_plain_ ## name (const CeSource *source, const CePlan *plan, const CeView *result);
CE_EACH_FILTER (CE_PLAIN_FILTER)
#undef CE_PLAIN_FILTER

static inline float
ce_plain_at (const CePlane *plane, int x, int y)
{
  x = CLAMP (x, 0, plane->width - 1);
  y = CLAMP (y, 0, plane->height - 1);

  return plane->v[(gsize) y * plane->width + x];
}
