/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The radius of a picture's blur, and how wide its edges are, square by square.
 */
#pragma once

#include "threads.h"

/* The least lone edges of a picture whose blur is told. */
#define CE_FOCUS_LEAST 100

/**
 * CeFocusAnswer:
 * @CE_FOCUS_FOUND: the radius is found
 * @CE_FOCUS_SHARP: it is below 0.6 pixels, so there is nothing to take back
 * @CE_FOCUS_FEW: too few lone edges
 * @CE_FOCUS_MIXED: the sharpest squares and all edges disagree, because only parts are in focus
 * @CE_FOCUS_NOISE: noise above 3 levels of luma, 4 of R, G and B, hides the edges
 *
 * What the edges of a picture tell.
 */
typedef enum { CE_FOCUS_FOUND, CE_FOCUS_SHARP, CE_FOCUS_FEW, CE_FOCUS_MIXED, CE_FOCUS_NOISE } CeFocusAnswer;

/**
 * CeFocus:
 * @answer: what the edges tell
 * @radius: standard deviation of the blur, pixels; 0 unless it is found or below 0.6 pixels
 * @n_edges: the lone edges that counted
 * @sharpness: width of the edges of the sharpest squares, pixels; 0 if no two squares have enough edges
 * @side: of a square, pixels
 * @columns, @rows: squares
 * @widths: (owned): @columns * @rows widths of the edges of a square, pixels, row by row; 0 where they are too few
 * @steps: (nullable) (owned): the pixel before the steepest difference of each lone edge, in no order
 * @n_steps: 0, or @n_edges
 *
 * The focus of a picture.
 */
typedef struct
{
  CeFocusAnswer answer;
  double        radius;
  guint         n_edges;
  double        sharpness;
  int           side;
  int           columns, rows;
  float        *widths;
  CePoint      *steps;
  guint         n_steps;
} CeFocus;

gboolean ce_focus_find  (CeFocus *focus, const CeView *source, gboolean keeps_steps, const CeProgress *progress,
                         GError **error);
void     ce_focus_clear (CeFocus *focus);
