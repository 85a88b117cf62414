/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The sRGB curve between linear light and the perceptual encoding, in operations that IEEE 754 defines to the last bit,
 * so that a linear image gives the same result in every process; babl chooses among several curves by timing them. Roots
 * start from the exponent's bits and are polished by Halley's and Newton's iterations. The error stays below 1.2e-6 of
 * the value (tests/engine/curve.c).
 */
#include "curve.h"

#include <string.h>

#define FN static inline __attribute__ ((always_inline))

/* Compiles the loops for wider vectors, too; the loader takes the widest version, before ThreadSanitizer works.
 * Nothing is contracted (-ffp-contract=off), so the bits are the same. */
#if defined __x86_64__ && defined __GLIBC__ && defined __GNUC__ && ! defined __clang__ && ! defined __SANITIZE_THREAD__
#define WIDER __attribute__ ((target_clones ("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define WIDER
#endif

FN float
from_bits (gint32 bits)
{
  float value;

  memcpy (&value, &bits, sizeof value);
  return value;
}

FN gint32
to_bits (float value)
{
  gint32 bits;

  memcpy (&bits, &value, sizeof bits);
  return bits;
}

/* Makes one step of Halley's iteration towards the cube root. */
FN float
polish_cube_root (float y, float x)
{
  float cube = y * y * y;

  return y * ((cube + (x + x)) / ((cube + cube) + x));
}

/* Makes one step of Newton's iteration towards the fifth root. */
FN float
polish_fifth_root (float y, float x)
{
  float square = y * y;

  return (4.0f * y + x / (square * square)) * 0.2f;
}

/* Computes x^(5/12) = x^(1/4) * x^(1/6). */
FN float
to_perceptual (float x)
{
  float y = x > 0.0031308f ? x : 0.0031308f;
  float root = from_bits ((gint32) ((float) to_bits (y) * (1.0f / 3.0f)) + 709921077);

  root = polish_cube_root (root, y);
  root = polish_cube_root (root, y);
  y = 1.055f * (__builtin_sqrtf (__builtin_sqrtf (y)) * __builtin_sqrtf (root)) - 0.055f;

  return x > 0.0031308f ? y : 12.92f * x;
}

/* Computes u^2.4 = u^2 * (u^(1/5))^2. */
FN float
to_linear (float x)
{
  float y = x > 0.04045f ? x : 0.04045f;
  float u = (y + 0.055f) / 1.055f;
  float root = from_bits ((gint32) ((float) to_bits (u) * 0.2f) + 851500000);

  root = polish_fifth_root (root, u);
  root = polish_fifth_root (root, u);
  root = polish_fifth_root (root, u);
  y = (u * u) * (root * root);

  return x > 0.04045f ? y : x / 12.92f;
}

static void
restore_alpha (const float *in, float *out, gsize n_pixels, int channels)
{
  if (channels == 2 || channels == 4)
    for (gsize i = channels - 1; i < n_pixels * channels; i += channels)
      out[i] = in[i];
}

/* Converts @n_pixels, of @channels as in CeView, from linear light to the perceptual encoding; alpha is copied. */
WIDER void
ce_curve_to_perceptual (const float *restrict in, float *restrict out, gsize n_pixels, int channels)
{
  for (gsize i = 0; i < n_pixels * channels; i++)
    out[i] = to_perceptual (in[i]);
  restore_alpha (in, out, n_pixels, channels);
}

/* Converts @n_pixels back to linear light. */
WIDER void
ce_curve_to_linear (const float *restrict in, float *restrict out, gsize n_pixels, int channels)
{
  for (gsize i = 0; i < n_pixels * channels; i++)
    out[i] = to_linear (in[i]);
  restore_alpha (in, out, n_pixels, channels);
}
