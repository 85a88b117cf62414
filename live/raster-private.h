/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Types and functions that raster.c (columns to screen pixels), raster-rows.c (rows to sums of columns) and strongest.c
 * share.
 */
#pragma once

#include "raster.h"

/* Pixels that are converted to levels at a time, so that they stay in the cache. */
#define CE_RASTER_PIECE 256

/* Samples of bytes that are summed up at a time, for the same reason. */
#define CE_RASTER_SAMPLES 8192

/* The data of a row that is painted. */
typedef struct
{
  const CeView   *view;
  const CeLook   *look;
  const CeRegion *region;
  int             left;            /* columns and rows of the picture before the view's first */
  int             top;
  int             x;               /* the first column */
  int             n;               /* columns */
  int             n_sums;          /* for each column: as many as channels if all are opaque, 4 if not */
  int             n_weights;       /* for each screen pixel, some of them 0, so that no loop has a branch */
  int            *first;           /* column of each screen pixel, from @x */
  float          *weights;
  float          *sums;            /* of the columns, behind them some zeros */
  guint16         whole[CE_RASTER_SAMPLES];        /* sums of bytes, 0 between two rows */
  float           levels[CE_RASTER_PIECE * 4];     /* of some pixels of the picture */
  float           below[CE_RASTER_PIECE * 4];      /* of the source that they replace */
  guint8         *strength;        /* of the columns, and sums of their opacities */
  float          *opacity;
} CeRaster;

/* Returns the part of sample @i within @from to @to. */
static inline double
ce_raster_overlap (int i, double from, double to)
{
  return MAX (MIN (i + 1, to) - MAX (i, from), 0);
}

static inline guint32
ce_raster_level (float level)
{
  return (guint32) MIN ((int) (level + 0.5f), 255);
}

static inline guint32
ce_raster_color (float opacity, const CeLook *look)
{
  return ce_raster_level (opacity) << 24 | (guint32) look->color[0] << 16 | (guint32) look->color[1] << 8 | look->color[2];
}

float ce_raster_sum_rows    (CeRaster *raster, double from, double to);
void  ce_raster_read_levels (float *levels, const CeView *view, int x, int y, int n);
void  ce_raster_strongest   (CeRaster *raster, int j, guint32 *out);
