/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A ring computes rows of levels on demand and keeps the last ones, so that a chain of rings runs down a tile inside the
 * cache.
 *
 * A tile is a rectangle of the image. A ring's row covers the columns of the tile and reach_x columns on either side;
 * columns beyond the image are copies of the nearest one inside.
 */
#pragma once

#include "cpu/rows/rows.h"

typedef struct
{
  int x0;
  int y0;
  int x1;
  int y1;
} CeTile;

typedef struct _CeCpuRender CeCpuRender;
typedef struct _CeRing CeRing;

/* The most rows that a ring computes at once: those of the Gaussian's vertical pass. */
#define CE_RING_AT_ONCE 4

/* Computes columns @x0 to @x1 of row @y, and of the rows below if the ring computes several. Each of @out points to column
 * @x0. */
typedef void (*CeRingCompute) (CeRing *ring, int y, int x0, int x1, float *const *out);

struct _CeRing
{
  /* its computation */
  CeRingCompute      compute;
  const CeCpuRender *render;
  const float       *plane;     /* input of the source's size, or NULL */
  CeRing            *inputs[3];
  const float       *weights;   /* of a Gaussian */
  int                take_x;    /* columns and rows that it reads around a pixel */
  int                take_y;
  int                step;      /* interleaved channels */
  int                channel;   /* of the source, or CE_CHANNEL_LUMA */
  int                at_once;   /* rows that it computes at once: 1 or 4 */

  /* needs of its readers */
  gboolean           is_read;   /* by the filter, see ce_ring_need() */
  int                reach_x;
  int                reach_y;
  int                depth;

  /* its rows */
  float             *first;     /* first row, at the tile's first column */
  gsize              pitch;     /* floats from row to row */
  int                next;      /* first row not yet computed */
  CeTile             tile;
};

/* Rings, inputs before their readers. A ring with several readers keeps as many rows as the slowest reader is behind. */
typedef struct
{
  const CeCpuRender *render;
  CeRing             ring[40];
  int                n;
} CeRings;

CeRing      *ce_rings_channel     (CeRings *rings, int channel);
CeRing      *ce_rings_signal      (CeRings *rings, int number);
CeRing      *ce_rings_samples     (CeRings *rings);
CeRing      *ce_rings_fraction    (CeRings *rings, int step);
CeRing      *ce_rings_product     (CeRings *rings, CeRing *a, CeRing *b);
CeRing      *ce_rings_plane       (CeRings *rings, const float *plane);
CeRing      *ce_rings_slope       (CeRings *rings);
CeRing      *ce_rings_bounded     (CeRings *rings);
CeRing      *ce_rings_tensor      (CeRings *rings, CeRing *levels);
CeRing      *ce_rings_gaussian_of (CeRings *rings, CeRing *input, const float *weights, int radius);
CeRing      *ce_rings_gaussian    (CeRings *rings, CeRing *input);
CeRing      *ce_rings_blurred     (CeRings *rings, CeRing *input);
CeRing      *ce_rings_deconvolved (CeRings *rings, CeRing *estimate, const float *light);
void         ce_rings_alloc       (CeRings *rings, int tile_width);
void         ce_rings_begin       (CeRings *rings, const CeTile *tile);

void         ce_ring_need         (CeRing *ring, int reach_x, int reach_y, int depth);
void         ce_ring_rows         (CeRing *ring, int y, int n_rows, const float **rows);
const float *ce_ring_row          (CeRing *ring, int y);
