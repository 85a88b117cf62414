/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Blurred signals where there are edges. They are Canny's own, to the bit.
 */
#ifndef CE_TILE_H
#define CE_TILE_H

#include "trace.h"

G_BEGIN_DECLS

/* Pixels of a tile. */
#define CE_TILE_WIDTH 256
#define CE_TILE_HEIGHT 128

/* Rows and columns around a pixel whose levels are read: a step, a neighbor and its gradient. */
#define CE_TILE_HALO 3

/* The blurred signals of a tile and its surroundings within the image. */
typedef struct
{
  const CePlan *plan;
  CeArea        area;
  int           stride;         /* of a row of signals: whole blocks */
  guint32       blocks[CE_TILE_HEIGHT + 2 * CE_TILE_HALO]; /* of each row, a bit for each that is near edges */
  int           width;          /* of the image */
  int           height;
  float        *signals[CE_MAX_SIGNALS];
  CeLevels      levels[CE_MAX_SIGNALS]; /* of middles: signals without blur, with surroundings beyond the image */
} CeTile;

gboolean ce_tile_init        (CeTile *tile, const CeEdgeMap *edges, const CeView *view, const CeArea *area);
gboolean ce_tile_copy_levels (CeTile *tile, const CeView *view, const CeArea *area, int margin);
void     ce_tile_clear       (CeTile *tile);
void     ce_tile_levels_row  (const CeView *view, const CePlan *plan, int s, int x, int y, int n, float *out);

G_END_DECLS

#endif
