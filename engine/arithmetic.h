/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The arithmetic that every backend computes, to the last bit. C and CUDA include the same text and are compiled with
 * -ffp-contract=off and --fmad=false. The order of operations is part of the contract: do not "simplify".
 *
 * Levels are floats: 0 is black, 255 is white.
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

/* The weights of R and B in luma, for luma-709 and luma-601; the weight of G is 1 less both. */
#define CE_LUMA_709_R (13933.0f / 65536.0f)
#define CE_LUMA_709_B (4732.0f / 65536.0f)
#define CE_LUMA_601_R (19595.0f / 65536.0f)
#define CE_LUMA_601_B (7471.0f / 65536.0f)

/* tan 22.5 degrees, at which thinning changes direction. */
#define CE_TAN_22_5 0.41421357f

/* Converts a float sample to a level; a level that is not finite becomes 0. */
CE_FN float
ce_level_from_float (float value)
{
  float level = value * 255.0f;

  return ce_abs (level) <= 3.402823466e38f ? level : 0.0f;
}

/* Converts a sample of 16 bits to a level. */
CE_FN float
ce_level_from_word (unsigned short value)
{
  return ((float) value / 65535.0f) * 255.0f;
}

/* Computes luma from R, G and B with the weights @wr of red and @wb of blue. */
CE_FN float
ce_luma (float r, float g, float b, float wr, float wb)
{
  return (g + wr * (r - g)) + wb * (b - g);
}

/* Multiplies luma by its alpha level; the result is exact where the pixel is opaque. */
CE_FN float
ce_luma_covered (float l, float a)
{
  return a == 255.0f ? l : (l * a) / 255.0f;
}

/* Clamps a level to 0 to 255 and rounds it to a byte, ties to even: the addition rounds, because a float above 2^23 has no
 * fraction bits. A NaN gives 0. */
CE_FN unsigned char
ce_level_to_u8 (float level)
{
  float v = level > 0.0f ? level : 0.0f;

  v = v < 255.0f ? v : 255.0f;

  return (unsigned char) (int) ((v + 12582912.0f) - 12582912.0f);
}

/* Clamps a level to 0 to 255 and rounds it to a sample of 16 bits, a half up. A NaN gives 0. */
CE_FN unsigned short
ce_level_to_u16 (float level)
{
  float v = level > 0.0f ? level : 0.0f;

  v = (v < 255.0f ? v : 255.0f) / 255.0f;

  return (unsigned short) (int) (v * 65535.0f + 0.5f);
}

/* Converts a level to a float sample of an edge map, which is not negative. A NaN gives 0. */
CE_FN float
ce_level_to_float (float level)
{
  float v = level > 0.0f ? level : 0.0f;

  return v / 255.0f;
}

/* Converts a level to a float sample of a sharpened image, without clamping. A NaN gives 0. */
CE_FN float
ce_level_to_float_signed (float level)
{
  return (level == level ? level : 0.0f) / 255.0f;
}

/* Compute a derivative from the eight neighbours (t above, b below, l left, r right) with the weights @k1 and @k2, times
 * @scale: 1 for Sobel, 0.25 for Scharr, 4/3 for Prewitt. */
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

/* How far beyond half a pixel a middle may be, as a factor: both differences of sums round. */
#define CE_RIDGE_ROOM (1.0f + 1.0f / 8192.0f)

/* Finds the middle of a line in nine levels (C. Steger, An Unbiased Detector of Curvilinear Structures, IEEE PAMI 20,
 * 1998): the parabola through them, in least squares, has its largest curvature across the line, in the direction
 * (@nx, @ny), and its slope is 0 in the middle. @k1, @k2, @k3 and @strength are of CeRidge. Returns the curvature times
 * @strength if the middle is within half a pixel along both axes, else 0 with (0, 0).
 *
 * A middle between two pixels belongs to at least one of them: of a line along an axis, a column or row whose sum is not
 * above those beside it has a middle, since the curvature is the sum of both differences, and rounding keeps their order. */
CE_FN float
ce_ridge (float tl, float t, float tr, float l, float c, float r, float bl, float b, float br,
          float k1, float k2, float k3, float strength, float *nx, float *ny)
{
  float left = (tl + bl) + l, middle = (t + b) + c, right = (tr + br) + r;
  float above = (tl + tr) + t, here = (l + r) + c, below = (bl + br) + b;
  float dx = (right - left) * k1;
  float dy = (below - above) * k1;
  float dxx = ((left - middle) + (right - middle)) * k2;
  float dyy = ((above - here) + (below - here)) * k2;
  float dxy = ((br - tr) - (bl - tl)) * k3;
  float half = (dxx - dyy) * 0.5f;
  float root = ce_sqrt (half * half + dxy * dxy);
  float curvature = (dxx + dyy) * 0.5f + root;
  float x = half >= 0.0f ? half + root : dxy;
  float y = half >= 0.0f ? dxy : root - half;
  float length2 = x * x + y * y;
  float slope = 2.0f * (dx * x + dy * y);
  float most = (curvature * length2) * CE_RIDGE_ROOM;
  int   is_middle = (curvature > 0.0f) & (ce_abs (slope * x) <= most) & (ce_abs (slope * y) <= most);
  int   has_direction = is_middle & (length2 >= 1e-20f);

  *nx = has_direction ? x : 0.0f;
  *ny = has_direction ? y : 0.0f;

  return is_middle ? curvature * strength : 0.0f;
}

/* Computes the angle of (dx, dy), y down, as a level: degrees * (256 / 360), 0 to 256; 0 where the squared magnitude @m2 is
 * 0. The polynomial is Abramowitz and Stegun's 4.4.49, with an error below 0.001 degrees. */
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

/* Returns whether the disc of @width pixels across that an edge pixel becomes has the pixel @i columns to its right and @j
 * rows below it. A disc of even width is centred on the edge pixel's lower right corner. */
CE_FN int
ce_disc_has (int i, int j, int width)
{
  int even = 1 - (width & 1);

  return (2 * i - even) * (2 * i - even) + (2 * j - even) * (2 * j - even) <= width * width;
}

/* Sums eight terms in the order of the 3x3 sharpening kernel. */
CE_FN float
ce_sum8 (float tl, float t, float tr, float l, float r, float bl, float b, float br)
{
  return ((tl + t) + (tr + l)) + ((r + bl) + (b + br));
}

/* Subtracts four times the pixel from the sum of its four nearest neighbours. */
CE_FN float
ce_laplacian (float up, float down, float left, float right, float centre)
{
  return ((up + down) + (left + right)) - 4.0f * centre;
}

/* Return the smaller and the larger of two numbers, or @b if one of them is NaN. */
CE_FN float
ce_min (float a, float b)
{
  return a < b ? a : b;
}

CE_FN float
ce_max (float a, float b)
{
  return a > b ? a : b;
}

/* Returns 0 for a @detail of up to @threshold levels. */
CE_FN float
ce_hard (float detail, float threshold)
{
  return ce_abs (detail) <= threshold ? 0.0f : detail;
}

/* Brings @detail nearer to 0 by @threshold levels, and not beyond 0. */
CE_FN float
ce_soft (float detail, float threshold)
{
  float rest = ce_abs (detail) - threshold;

  rest = rest > 0.0f ? rest : 0.0f;

  return detail < 0.0f ? -rest : rest;
}

/* Averages five neighbours in a row or column with the weights 1, 4, 6, 4 and 1. */
CE_FN float
ce_soften (float a, float b, float c, float d, float e)
{
  return (((a + e) + 4.0f * (b + d)) + 6.0f * c) * 0.0625f;
}

/* Returns 0 up to @low, 1 from @low + 1 / @scale on, and a smooth cubic between them. */
CE_FN float
ce_ramp (float v, float low, float scale)
{
  float f = (v - low) * scale;

  f = f > 0.0f ? f : 0.0f;
  f = f < 1.0f ? f : 1.0f;

  return (f * f) * (3.0f - 2.0f * f);
}

/* Limits the halos of @change: subtracts the share @light of the excess of @c + @change above @hi, or the share @dark of its
 * excess below @lo. */
CE_FN float
ce_limited (float change, float c, float lo, float hi, float light, float dark)
{
  float v = c + change;
  float over = v - hi;
  float under = lo - v;

  change = over > 0.0f ? change - light * over : change;

  return under > 0.0f ? change + dark * under : change;
}

/* Contrast-adaptive sharpening works on squares of levels, because they are nearly linear light. */
#define CE_ADAPTIVE_MOST 1e9f
#define CE_ADAPTIVE_ROOM 130050.0f      /* 2 * 255 * 255 */

CE_FN float
ce_adaptive_level (float level)
{
  float v = level > 0.0f ? level : 0.0f;

  return v < CE_ADAPTIVE_MOST ? v : CE_ADAPTIVE_MOST;
}

/* Mixes a neighbour with @middle by its @opacity, 0 to 1. */
CE_FN float
ce_adaptive_under (float neighbour, float middle, float opacity)
{
  return ce_adaptive_level (middle + opacity * (neighbour - middle));
}

/* Computes the change that AMD's FidelityFX CAS makes to the middle of nine levels from ce_adaptive_level(), in rows a b c,
 * d e f, g h i. @peak, -0.2 to 0, is the weight of a neighbour where contrast is lowest. */
CE_FN float
ce_adaptive (float a, float b, float c, float d, float e, float f, float g, float h, float i, float peak)
{
  float level = e;
  float mn, mx, room, amp, w, out;

  a = a * a, b = b * b, c = c * c, d = d * d, e = e * e, f = f * f, g = g * g, h = h * h, i = i * i;
  mn = ce_min (ce_min (ce_min (d, e), ce_min (f, b)), h);
  mx = ce_max (ce_max (ce_max (d, e), ce_max (f, b)), h);
  mn = mn + ce_min (ce_min (mn, ce_min (a, c)), ce_min (g, i));
  mx = mx + ce_max (ce_max (mx, ce_max (a, c)), ce_max (g, i));
  room = CE_ADAPTIVE_ROOM - mx;
  amp = mx > 0.0f ? ce_min (mn, room) / mx : 0.0f;
  amp = amp > 0.0f ? amp : 0.0f;
  amp = amp < 1.0f ? amp : 1.0f;
  w = ce_sqrt (amp) * peak;
  out = ((((b * w + d * w) + f * w) + h * w) + e) / (1.0f + 4.0f * w);
  out = out > 0.0f ? out : 0.0f;

  return ce_sqrt (out) - level;
}

/* The cubic of "sRGB approximations for HLSL" (Chilliant, 2012) from a share of white to linear light, both 0 to 1. It
 * differs from sRGB's curve by at most 0.0017. */
#define CE_LINEAR_3 0.305306011f
#define CE_LINEAR_2 0.682171111f
#define CE_LINEAR_1 0.012522878f

CE_FN float
ce_linear_of (float v)
{
  return v * (v * (v * CE_LINEAR_3 + CE_LINEAR_2) + CE_LINEAR_1);
}

/* Converts a level to a share of white, 0 to 65536. */
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

/* Makes one step of Newton's method towards the share of white whose linear light is @light. */
CE_FN float
ce_nearer (float v, float light)
{
  float slope = v * (v * (3.0f * CE_LINEAR_3) + 2.0f * CE_LINEAR_2) + CE_LINEAR_1;

  v = v - (ce_linear_of (v) - light) / slope;

  return v > 0.0f ? v : 0.0f;
}

/* Computes the change of a level that multiplies its linear light by @ratio; it is exactly 0 for a ratio of 1. */
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

/* Computes Richardson and Lucy's correction before it is blurred: @observed divided by the @blurred estimate. The ratio is
 * brought nearer to 1 where both differ by less than the noise, which is @damping times the root of the light. */
CE_FN float
ce_correction (float observed, float blurred, float damping)
{
  float r = observed / (blurred + 1e-12f);
  float noise = damping * ce_sqrt (observed);
  float rest = ce_abs (observed - blurred);
  float s = rest / noise;

  return rest < noise ? 1.0f + (r - 1.0f) * (s * s) : r;
}

/* Returns the ratio by which @change multiplies the linear light @c; 1 where there is no light. */
CE_FN float
ce_relight (float c, float change)
{
  float light = c + change;

  light = light > 0.0f ? light : 0.0f;

  return c > 0.0f ? light / c : 1.0f;
}

#endif
