/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Draws known shapes with 8 x 8 samples per pixel, blurred by 0.7 pixels, and finds their lines.
 */
#pragma once

#include "support.h"

#include "engine/lines/trace.h"

typedef struct { double x, y, size, angle; } Shape;
typedef double (*InsideFunc) (const Shape *shape, double x, double y);

double   drawing_disc   (const Shape *shape, double x, double y);
double   drawing_square (const Shape *shape, double x, double y);
double   drawing_from_segment (CeVec a, CeVec b, double x, double y);
double   drawing_wave   (const Shape *shape, double x, double y);
void     drawing_draw   (CeView *view, int side, InsideFunc inside, const Shape *shape, double noise, guint64 seed);
void     drawing_blur   (CeView *view, double sigma);
CeLines *drawing_find   (const CeView *view, const char *text, double tolerance);
CeVec    drawing_point  (CeVec from, const CeBezier *curve, double u);
