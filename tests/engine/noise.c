/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests that the estimate finds the noise that was added to a picture, with and without edges.
 */
#include "tests/support/support.h"

#include <math.h>

#include "engine/image.h"

/* Returns noise that is nearly Gaussian with the standard deviation @sigma, a sum of twelve uniform numbers. */
static double
noise (TestRandom *random, double sigma)
{
  double sum = -6;

  for (int i = 0; i < 12; i++)
    sum += test_random_double (random, 0, 1);

  return sigma * sum;
}

static void
check (double sigma, CeType type, int channels, gboolean edges)
{
  TestRandom random = { 7 };
  CeView     view;
  double     found;

  test_image_init (&view, 701, 503, channels, type);
  for (int y = 0; y < view.height; y++)
    for (int x = 0; x < view.width; x++)
      {
        double level = (edges && (x / 20 + y / 30) % 2 ? 170 : 90) + x * 0.03 + noise (&random, sigma);

        for (int i = 0; i < channels; i++)
          if (type == CE_U8)
            ((guint8 *) ce_view_row (&view, y))[x * channels + i] = (guint8) lrint (level);
          else
            ((float *) ce_view_row (&view, y))[x * channels + i] = (float) (level / 255);
      }

  found = ce_noise_estimate (&view);
  test_ok (fabs (found - sigma) <= 0.05 * sigma + (type == CE_U8 ? 0.1 : 0),
           "noise of %g levels, %s, %d channels, %s: %.2f", sigma, type == CE_U8 ? "u8" : "f32", channels,
           edges ? "edges" : "a ramp", found);
  test_image_clear (&view);
}

int
main (void)
{
  const double sigmas[] = { 0, 1, 2.5, 6, 12 };

  for (guint i = 0; i < G_N_ELEMENTS (sigmas); i++)
    {
      check (sigmas[i], CE_F32, 1, FALSE);
      check (sigmas[i], CE_F32, 3, TRUE);
      check (sigmas[i], CE_U8, 3, FALSE);
      check (sigmas[i], CE_U8, 1, TRUE);
    }

  return test_done ();
}
