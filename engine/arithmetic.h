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

/* A sample of 16 bits as a level. */
CE_FN float
ce_level_from_word (unsigned short value)
{
  return ((float) value / 65535.0f) * 255.0f;
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

/* To a sample of 16 bits, a half up. A NaN gives 0. */
CE_FN unsigned short
ce_level_to_u16 (float level)
{
  float v = level > 0.0f ? level : 0.0f;

  v = (v < 255.0f ? v : 255.0f) / 255.0f;

  return (unsigned short) (int) (v * 65535.0f + 0.5f);
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

/* The sum of the four nearest neighbours less four times the pixel. */
CE_FN float
ce_laplacian (float up, float down, float left, float right, float centre)
{
  return ((up + down) + (left + right)) - 4.0f * centre;
}

/* The smaller and the larger; the second where one is no number. */
CE_FN float
ce_smaller (float a, float b)
{
  return a < b ? a : b;
}

CE_FN float
ce_larger (float a, float b)
{
  return a > b ? a : b;
}

/* Detail brought nearer to 0 by @threshold. */
CE_FN float
ce_soft (float detail, float threshold)
{
  float rest = ce_abs (detail) - threshold;

  rest = rest > 0.0f ? rest : 0.0f;

  return detail < 0.0f ? -rest : rest;
}

/* Five neighbours in a row or column, weights 1, 4, 6, 4, 1. */
CE_FN float
ce_soften (float a, float b, float c, float d, float e)
{
  return (((a + e) + 4.0f * (b + d)) + 6.0f * c) * 0.0625f;
}

/* 0 up to @low, 1 from @low + 1 / @scale on, smooth between. */
CE_FN float
ce_ramp (float v, float low, float scale)
{
  float f = (v - low) * scale;

  f = f > 0.0f ? f : 0.0f;
  f = f < 1.0f ? f : 1.0f;

  return (f * f) * (3.0f - 2.0f * f);
}

/* The change of @c, from which the shares @light and @dark are taken of what it leads beyond @lo and @hi. */
CE_FN float
ce_limited (float change, float c, float lo, float hi, float light, float dark)
{
  float v = c + change;
  float over = v - hi;
  float under = lo - v;

  change = over > 0.0f ? change - light * over : change;

  return under > 0.0f ? change + dark * under : change;
}

/* Contrast-adaptive sharpening works on squares of levels, in which light is nearly linear. */
#define CE_ADAPTIVE_MOST 1e9f
#define CE_ADAPTIVE_ROOM 130050.0f      /* 2 * 255 * 255 */

CE_FN float
ce_adaptive_level (float level)
{
  float v = level > 0.0f ? level : 0.0f;

  return v < CE_ADAPTIVE_MOST ? v : CE_ADAPTIVE_MOST;
}

/* What counts of a neighbour of @middle that is only opaque to a share. */
CE_FN float
ce_adaptive_under (float neighbour, float middle, float opacity)
{
  return ce_adaptive_level (middle + opacity * (neighbour - middle));
}

/* What AMD's FidelityFX CAS adds to the middle of nine levels from ce_adaptive_level(), in rows a b c, d e f, g h i; @peak
 * is its weight of a neighbour where contrast is lowest, -0.2 to 0. */
CE_FN float
ce_adaptive (float a, float b, float c, float d, float e, float f, float g, float h, float i, float peak)
{
  float level = e;
  float mn, mx, room, amp, w, out;

  a = a * a, b = b * b, c = c * c, d = d * d, e = e * e, f = f * f, g = g * g, h = h * h, i = i * i;
  mn = ce_smaller (ce_smaller (ce_smaller (d, e), ce_smaller (f, b)), h);
  mx = ce_larger (ce_larger (ce_larger (d, e), ce_larger (f, b)), h);
  mn = mn + ce_smaller (ce_smaller (mn, ce_smaller (a, c)), ce_smaller (g, i));
  mx = mx + ce_larger (ce_larger (mx, ce_larger (a, c)), ce_larger (g, i));
  room = CE_ADAPTIVE_ROOM - mx;
  amp = mx > 0.0f ? ce_smaller (mn, room) / mx : 0.0f;
  amp = amp > 0.0f ? amp : 0.0f;
  amp = amp < 1.0f ? amp : 1.0f;
  w = ce_sqrt (amp) * peak;
  out = ((((b * w + d * w) + f * w) + h * w) + e) / (1.0f + 4.0f * w);
  out = out > 0.0f ? out : 0.0f;

  return ce_sqrt (out) - level;
}

/* Linear light of a level, 0 to 1 for 0 to 255: the cubic of "sRGB approximations for HLSL" (Chilliant, 2012), which keeps
 * within 0.0017 of sRGB's curve. */
#define CE_LINEAR_3 0.305306011f
#define CE_LINEAR_2 0.682171111f
#define CE_LINEAR_1 0.012522878f

CE_FN float
ce_linear_of (float v)
{
  return v * (v * (v * CE_LINEAR_3 + CE_LINEAR_2) + CE_LINEAR_1);
}

/* The share of white that a level is, not below 0. */
CE_FN float
ce_share (float level)
{
  float v = level / 255.0f;

  v = v > 0.0f ? v : 0.0f;

  return v < 65536.0f ? v : 65536.0f;
}

CE_FN float
ce_linear (float level)
{
  return ce_linear_of (ce_share (level));
}

/* A step of Newton's towards the share whose linear light is @light. */
CE_FN float
ce_nearer (float v, float light)
{
  float slope = v * (v * (3.0f * CE_LINEAR_3) + 2.0f * CE_LINEAR_2) + CE_LINEAR_1;

  v = v - (ce_linear_of (v) - light) / slope;

  return v > 0.0f ? v : 0.0f;
}

/* What to add to a level so that its light becomes @ratio times as much; exactly 0 if that is 1. */
CE_FN float
ce_relit (float level, float ratio)
{
  float from = ce_share (level);
  float light = ce_linear_of (from) * ratio;
  float v = from * ce_sqrt (ratio);

  v = ce_nearer (v, light);
  v = ce_nearer (v, light);
  v = ce_nearer (v, light);

  return (v - from) * 255.0f;
}

/* Richardson and Lucy's correction, before it is blurred: @observed through the blurred @estimate; where they differ by less
 * than noise, @damping times the root of the light, nearer to 1. */
CE_FN float
ce_correction (float observed, float blurred, float damping)
{
  float r = observed / (blurred + 1e-12f);
  float noise = damping * ce_sqrt (observed);
  float rest = ce_abs (observed - blurred);
  float s = rest / noise;

  return rest < noise ? 1.0f + (r - 1.0f) * (s * s) : r;
}

/* How many times as much light a pixel gets whose light @c is changed. */
CE_FN float
ce_relight (float c, float change)
{
  float light = c + change;

  light = light > 0.0f ? light : 0.0f;

  return c > 0.0f ? light / c : 1.0f;
}

#endif
