/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The widths of the lone steps of a square of a picture.
 */
#pragma once

#include "cuda-edges.h"

/* The side of a square, pixels. */
#define CE_SQUARE_SIDE 96

/* Parts of a pixel in which widths are counted, and counts: 17 equal differences are the widest run, 4.8 pixels. */
#define CE_WIDTHS_PER_PIXEL 64
#define CE_N_WIDTHS 320

/* The pixels before and behind a step that decide. */
#define CE_STEP_AROUND 11

/* Pixels of a row that are loaded, those of whole vectors, and from one row of lights to the next; that is no power of two,
 * because walks down a column would share lines of the cache. */
#define CE_SQUARE_LOADED 128
#define CE_SQUARE_STRIDE (CE_SQUARE_LOADED + CE_STEP_AROUND + 5)

typedef struct
{
  CeArea  area;                 /* of the picture, up to the side */
  guint32 counts[CE_N_WIDTHS];  /* of steps by width; 0 is none */
  guint   n_steps;
  guint16 steps[2 * CE_SQUARE_SIDE * CE_SQUARE_SIDE];   /* the pixel of each, row by row, from the area's first */
  float   light[(CE_SQUARE_SIDE + 2 * CE_STEP_AROUND) * CE_SQUARE_STRIDE];      /* with the pixels around the area */
  guint8  peaks[CE_SQUARE_SIDE];        /* of a row: bit 0 along the row, bit 1 along the column */
} CeSquare;

void ce_square_count_steps (CeSquare *square, const CeView *view);
