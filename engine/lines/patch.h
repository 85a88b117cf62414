/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Blurred signals where there are edges. They are Canny's own, to the bit.
 */
#pragma once

#include "trace.h"

/* Pixels of a patch. */
#define CE_PATCH_WIDTH 256
#define CE_PATCH_HEIGHT 128

/* Rows and columns around a pixel whose levels are read: a step, a neighbor and its gradient. */
#define CE_PATCH_HALO 3

/* The blurred signals of a patch and its surroundings within the image. */
typedef struct
{
  const CePlan *plan;
  CeArea        area;
  int           stride;         /* of a row of signals: whole blocks */
  guint64       blocks[CE_PATCH_HEIGHT + 2 * CE_PATCH_HALO]; /* of each row, a bit for each that is near edges */
  int           width;          /* of the image */
  int           height;
  float        *signals[CE_MAX_SIGNALS];
  CeLevels      levels[CE_MAX_SIGNALS]; /* of middles: signals without blur, with surroundings beyond the image */
} CePatch;

gboolean ce_patch_init        (CePatch *patch, const CeEdgeMap *edges, const CeView *view, const CeArea *area);
gboolean ce_patch_copy_levels (CePatch *patch, const CeView *view, const CeArea *area, int margin);
void     ce_patch_clear       (CePatch *patch);
void     ce_patch_levels_row  (const CeView *view, const CePlan *plan, int s, int x, int y, int n, float *out);
