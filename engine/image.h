/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Pixels in memory, for the engine and its backends.
 */
#pragma once

#include "cuda-edges.h"

G_BEGIN_DECLS

static inline gboolean
ce_view_has_alpha (const CeView *view)
{
  return view->channels == 2 || view->channels == 4;
}

/* Returns the number of color samples of a pixel: 1 for gray, 3 for R, G and B. */
static inline int
ce_n_colors (int channels)
{
  return channels < 3 ? 1 : 3;
}

/* Returns the bytes of all rows. */
static inline gsize
ce_view_size (const CeView *view)
{
  return view->stride * (gsize) view->height;
}

double ce_noise_estimate (const CeView *view);

G_END_DECLS
