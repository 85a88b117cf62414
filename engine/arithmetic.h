/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The arithmetic every backend computes, to the last bit. C and CUDA include
 * the same text; compile with -ffp-contract=off and --fmad=false. The order
 * of operations is part of the contract: do not "simplify".
 *
 * Levels are floats: 0 black, 255 white.
 */
#ifndef CE_ARITHMETIC_H
#define CE_ARITHMETIC_H

#ifdef __CUDACC__
#define CE_FN static __device__ __forceinline__
#define ce_sqrt(x) __fsqrt_rn (x)
#define ce_abs(x) fabsf (x)
#else
#include <math.h>
#define CE_FN static inline __attribute__ ((always_inline))
#define ce_sqrt(x) __builtin_sqrtf (x)
#define ce_abs(x) __builtin_fabsf (x)
#endif

/* Weights of R and B in luma: luma-709, luma-601. G has the rest. */
#define CE_LUMA_709_R (13933.0f / 65536.0f)
#define CE_LUMA_709_B (4732.0f / 65536.0f)
#define CE_LUMA_601_R (19595.0f / 65536.0f)
#define CE_LUMA_601_B (7471.0f / 65536.0f)

/* tan 22.5 degrees: where thinning changes direction. */
#define CE_TAN_22_5 0.41421357f

/* A float sample as a level. Not finite counts as 0. */
CE_FN float
ce_level_from_float (float value)
{
  float level = value * 255.0f;

  return ce_abs (level) <= 3.402823466e38f ? level : 0.0f;
}

/* wr, wb: weights of red and blue. */
CE_FN float
ce_luma (float r, float g, float b, float wr, float wb)
{
  return (g + wr * (r - g)) + wb * (b - g);
}

/* Luma under its own transparency; exact where opaque. */
CE_FN float
ce_luma_covered (float l, float a)
{
  return a == 255.0f ? l : (l * a) / 255.0f;
}

/* To an 8-bit level: clamped, ties to even. Adding 1.5 * 2^23 leaves no
 * fraction bits, so the addition itself rounds. A NaN gives 0. */
CE_FN unsigned char
ce_level_to_u8 (float level)
{
  float v = level > 0.0f ? level : 0.0f;

  v = v < 255.0f ? v : 255.0f;

  return (unsigned char) (int) ((v + 12582912.0f) - 12582912.0f);
}

/* To a float sample of an edge map: clamped below. A NaN gives 0. */
CE_FN float
ce_level_to_float (float level)
{
  float v = level > 0.0f ? level : 0.0f;

  return v / 255.0f;
}

/* To a float sample of a sharpened image: not clamped. A NaN gives 0. */
CE_FN float
ce_level_to_float_signed (float level)
{
  return (level == level ? level : 0.0f) / 255.0f;
}

/* Derivatives from the eight neighbours (t above, b below, l left, r right),
 * weights k1, k2, then scale: 1 Sobel, 0.25 Scharr, 4/3 Prewitt. */
CE_FN float
ce_gradient_x (float tl, float l, float bl, float tr, float r, float br,
               float k1, float k2, float scale)
{
  return ((k1 * (tr + br) + k2 * r) - (k1 * (tl + bl) + k2 * l)) * scale;
}

CE_FN float
ce_gradient_y (float tl, float t, float tr, float bl, float b, float br,
               float k1, float k2, float scale)
{
  return (k1 * ((bl - tl) + (br - tr)) + k2 * (b - t)) * scale;
}

/* The angle of (dx, dy), y down, as a level: angle * (256 / 360), 0 to 256.
 * Polynomial of Abramowitz and Stegun 4.4.49, error below 0.001 degrees.
 * 0 where the squared magnitude m2 is 0. */
CE_FN float
ce_direction (float dx, float dy, float m2)
{
  float ax = ce_abs (dx);
  float ay = ce_abs (dy);
  float larger = ax > ay ? ax : ay;
  float smaller = ax > ay ? ay : ax;
  float t = smaller / larger;
  float z = t * t;
  float p = ((((0.0208351f * z - 0.0851330f) * z + 0.1801410f) * z - 0.3302995f) * z + 0.9998660f) * t;
  float a = p * 57.29578f;

  a = ay > ax ? 90.0f - a : a;
  a = dx < 0.0f ? 180.0f - a : a;
  a = dy < 0.0f ? 360.0f - a : a;
  a = a < 360.0f ? a : 0.0f;

  return m2 > 0.0f ? a * (256.0f / 360.0f) : 0.0f;
}

/* Whether a pixel that is @i columns and @j rows from an edge pixel lies in the
 * disc of @width pixels across that the edge pixel becomes. The disc of an even
 * width is centred on the corner to the right and below. Integers, exact. */
CE_FN int
ce_disc_has (int i, int j, int width)
{
  int even = 1 - (width & 1);

  return (2 * i - even) * (2 * i - even) + (2 * j - even) * (2 * j - even) <= width * width;
}

/* The eight neighbours' part of the 3x3 sharpening kernel. */
CE_FN float
ce_sum8 (float tl, float t, float tr, float l, float r, float bl, float b, float br)
{
  return ((tl + t) + (tr + l)) + ((r + bl) + (b + br));
}

CE_FN float
ce_laplacian (float up, float down, float left, float right, float centre)
{
  return ((up + down) + (left + right)) - 4.0f * centre;
}

#endif
