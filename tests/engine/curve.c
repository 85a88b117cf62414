/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * curve                     tests the sRGB curve, as TAP
 * curve to-linear N < in    floats of N channels, for tests in other languages
 * curve to-perceptual N < in
 */
#include "pixels/curve.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static double
perceptual (double x)
{
  return x > 0.0031308 ? 1.055 * pow (x, 1 / 2.4) - 0.055 : 12.92 * x;
}

static double
linear (double x)
{
  return x > 0.04045 ? pow ((x + 0.055) / 1.055, 2.4) : x / 12.92;
}

typedef void (*Curve) (const float *in, float *out, gsize n_pixels, int channels);

/* Returns the largest relative error from 2^-20 to 2^12, and of the same range below 0. */
static double
largest_error (Curve curve, double (*exact) (double))
{
  double largest = 0;

  for (double x = 0x1p-20; x < 0x1p12; x *= 1.00003)
    {
      float in[2] = { (float) x, (float) -x };
      float out[2];

      curve (in, out, 2, 1);
      largest = fmax (largest, fabs (out[0] / exact (in[0]) - 1));
      largest = fmax (largest, fabs (out[1] / exact (in[1]) - 1));
    }

  return largest;
}

/* Returns the number of the 65536 levels of 16 bits that a conversion there and back changes. */
static int
count_lost_levels (Curve there, Curve back)
{
  int lost = 0;

  for (int i = 0; i < 65536; i++)
    {
      float value = i / 65535.0f;
      float other;

      there (&value, &other, 1, 1);
      back (&other, &value, 1, 1);
      lost += (int) (value * 65535.0f + 0.5f) != i;
    }

  return lost;
}

static int
test (void)
{
  double up = largest_error (ce_curve_to_perceptual, perceptual);
  double down = largest_error (ce_curve_to_linear, linear);
  int    lost = count_lost_levels (ce_curve_to_perceptual, ce_curve_to_linear);
  float  in[4] = { 0, 1, 0.5f, 0.25f }, out[4];

  ce_curve_to_perceptual (in, out, 1, 4);
  printf ("1..4\n");
  printf ("%s 1 - to perceptual, largest relative error %.3g\n", up < 6e-7 ? "ok" : "not ok", up);
  printf ("%s 2 - to linear, largest relative error %.3g\n", down < 1.2e-6 ? "ok" : "not ok", down);
  printf ("%s 3 - 16-bit levels survive, %d lost\n", lost == 0 ? "ok" : "not ok", lost);
  printf ("%s 4 - 0 stays, alpha is copied\n", out[0] == 0 && out[3] == 0.25f ? "ok" : "not ok");

  return 0;
}

int
main (int argc, char **argv)
{
  Curve  curve = argc > 1 && strcmp (argv[1], "to-linear") == 0 ? ce_curve_to_linear : ce_curve_to_perceptual;
  int    channels = argc > 2 ? argv[2][0] - '0' : 0;
  float  in[4], out[4];

  if (argc == 1)
    return test ();

  while (channels >= 1 && channels <= 4 && fread (in, sizeof *in, channels, stdin) == (size_t) channels)
    {
      curve (in, out, 1, channels);
      fwrite (out, sizeof *out, channels, stdout);
    }

  return 0;
}
