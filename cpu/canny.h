/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The way down a tile, shared by canny.c (pictures, edges) and canny-count.c (histograms, peaks).
 */
#ifndef CE_CPU_CANNY_H
#define CE_CPU_CANNY_H

#include "filter.h"
#include "peaks.h"

G_BEGIN_DECLS

typedef struct
{
  CeRings        rings;
  CeGradientRows gradient;
  CeRing        *levels;        /* of the stages luma and blurred, else NULL */
  float         *m[3];          /* by row, modulo 3 */
  float         *dx[2];         /* by row, modulo 2 */
  float         *dy[2];
  float         *line;
  guint64       *weak;          /* of one row, for all but edges */
  guint64       *strong;
  CePeaksChunk   chunk;
  guint16       *numbers;       /* of bins */
  guint32        counts[2][CE_HISTOGRAM_BINS];  /* of a tile */
  guint64        bins[CE_HISTOGRAM_BINS];
} CeCannyRows;

/* Called with each row that has the magnitudes of the rows above, at and below. */
typedef void (*CeCannyRow) (CeCannyRows *rows, const CeCpuRender *render, const CeTile *tile, int y);

void ce_canny_rows_init (gpointer rows, const CeCpuRender *render, int tile_width);
void ce_canny_down      (CeCannyRows *rows, const CeCpuRender *render, const CeTile *tile, CeCannyRow row);

G_END_DECLS

#endif
