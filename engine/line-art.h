/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The arithmetic of line art, under the rules of arithmetic.h.
 */
#ifndef CE_LINE_ART_H
#define CE_LINE_ART_H

#include "arithmetic.h"

/* How much longer than 1 a tangent may be along an axis, because squares of the smallest floats round to whole units of
 * 2^-149: the root of 1.5. */
#define CE_ART_LONGEST 1.2248

/* Bounds a level of line art, so that squares of squares of its derivatives stay finite. A NaN gives 0. */
CE_FN float
ce_art_bounded (float level)
{
  float v = level == level ? level : 0.0f;

  v = v > -1024.0f ? v : -1024.0f;

  return v < 2048.0f ? v : 2048.0f;
}

/* Compute Sobel's derivatives of line art from the eight neighbours. */
CE_FN float
ce_art_dx (float tl, float l, float bl, float tr, float r, float br)
{
  return ((tr - tl) + 2.0f * (r - l)) + (br - bl);
}

CE_FN float
ce_art_dy (float tl, float t, float tr, float bl, float b, float br)
{
  return ((bl - tl) + 2.0f * (b - t)) + (br - tr);
}

/* Finds the tangent (@x, @y), of length 1, to the strongest change that the blurred tensor @e, @f, @g has: the eigenvector
 * of its smaller eigenvalue, of its two forms the one without cancellation; (0, 1) where both eigenvalues are equal. */
CE_FN void
ce_art_tangent (float e, float f, float g, float *x, float *y)
{
  float d = (e - g) * 0.5f;
  float r = ce_sqrt (d * d + f * f);
  float u = d < 0.0f ? r - d : -f;
  float v = d < 0.0f ? -f : d + r;
  float n = ce_sqrt (u * u + v * v);

  *x = n == 0.0f ? 0.0f : u / n;
  *y = n == 0.0f ? 1.0f : v / n;
}

/* Computes the angle of a tangent as a level, 0 to 256 for 0 to 180 degrees: its sign means nothing, so it is doubled. */
CE_FN float
ce_art_angle (float x, float y)
{
  return ce_direction (x * x - y * y, 2.0f * (x * y), 1.0f);
}

/* Interpolates between four pixels, @fx of the way from left to right and @fy of the way down. */
CE_FN float
ce_art_between (float tl, float tr, float bl, float br, float fx, float fy)
{
  float t = tl + fx * (tr - tl);
  float b = bl + fx * (br - bl);

  return t + fy * (b - t);
}

/* Computes the difference of the Gaussians @narrow and @wide as a level, on paper that is @tone dark. */
CE_FN float
ce_art_difference (float narrow, float wide, float strength, float tone, float paper)
{
  return (strength * (narrow - wide) + tone * narrow) + paper;
}

/* Computes the level of a difference: a smooth cubic from black to white, which begins at @threshold and is 1 / @per_level
 * wide, or a jump there if @per_level is 0. */
CE_FN float
ce_art_level (float difference, float threshold, float per_level)
{
  float v = 1.0f + (difference - threshold) * per_level;

  v = v > 0.0f ? v : 0.0f;
  v = v < 1.0f ? v : 1.0f;
  if (per_level == 0.0f)
    v = difference >= threshold ? 1.0f : 0.0f;

  return 255.0f * ((v * v) * (3.0f - 2.0f * v));
}

#endif
