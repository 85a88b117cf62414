/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Known answers for the strongest color: which one counts, which one at a tie, by which norm, and under alpha.
 */
#include "known.h"

#include <string.h>

/* A step of 4 pixels: from @a to @b in each color. */
#define STEP(r, g, b, r2, g2, b2) U8 (r, g, b, r, g, b, r2, g2, b2, r2, g2, b2)

/* Beside a step of s the derivative is 4 * s, and it is shown as 128 + 4 * s / 8. */
static void
steps (void)
{
  const char *p = "component=horizontal channel=strongest";

  known_u8 ("red is the strongest color", "sobel", p, 4, 1, 3, STEP (0, 40, 7, 80, 0, 7), U8 (128, 168, 168, 128));
  known_u8 ("green is the strongest color", "sobel", p, 4, 1, 3, STEP (0, 80, 7, 40, 0, 7), U8 (128, 88, 88, 128));
  known_u8 ("blue is the strongest color", "sobel", p, 4, 1, 3, STEP (0, 40, 0, 40, 0, 80), U8 (128, 168, 168, 128));
  known_u8 ("of equal colors red counts", "sobel", p, 4, 1, 3, STEP (0, 80, 80, 80, 0, 0), U8 (128, 168, 168, 128));
  known_u8 ("of equal colors red counts, turned", "sobel", p, 4, 1, 3, STEP (80, 0, 0, 0, 80, 80), U8 (128, 88, 88, 128));
  known_u8 ("of green and blue green counts", "sobel", p, 4, 1, 3, STEP (9, 80, 0, 9, 0, 80), U8 (128, 88, 88, 128));
  known_u8 ("magnitude of the strongest color", "sobel", "gain=0.25 channel=strongest", 4, 1, 3, STEP (0, 40, 7, 80, 0, 7),
            U8 (0, 80, 80, 0));
}

/* Red rises by 10 to the right and down, green by 15 to the right. In the middle red has dx = dy = 80, which is
 * 160 by L1 and 113 by L2, green 120 by both. Above it red has 80 and 40: 120 by L1, equal to green's, so that red, the
 * first, counts. At a corner red has 40 and 40, green 60. On the left red has 40 and 80, green 60. */
static void
norms (void)
{
  const guint8 *in = U8 (0, 0, 0, 10, 15, 0, 20, 30, 0, 10, 0, 0, 20, 15, 0, 30, 30, 0, 20, 0, 0, 30, 15, 0, 40, 30, 0);

  known_u8 ("L1 compares colors by L1", "canny", "sigma=0 stage=direction norm=l1 channel=strongest", 3, 3, 3, in,
            U8 (32, 19, 32, 45, 32, 45, 32, 19, 32));
  known_u8 ("L2 compares them by L2", "canny", "sigma=0 stage=direction channel=strongest", 3, 3, 3, in,
            U8 (0, 0, 0, 45, 0, 45, 0, 0, 0));
  known_u8 ("their L1 magnitude", "canny", "sigma=0 stage=magnitude norm=l1 channel=strongest", 3, 3, 3, in,
            U8 (80, 120, 80, 120, 160, 120, 80, 120, 80));
  known_u8 ("Sobel compares colors by L2", "sobel", "norm=l1 channel=strongest", 3, 3, 3, in,
            U8 (60, 120, 60, 120, 120, 120, 60, 120, 60));
}

/* Red of 255 has a luma of 54.2, green of 76 one of 54.4. Both pixels beside the step have 1020; thinning keeps the left. */
static void
equal_luma (void)
{
  const guint8 *in = U8 (255, 0, 0, 255, 0, 0, 255, 0, 0, 0, 76, 0, 0, 76, 0, 0, 76, 0);

  known_u8 ("luma has no edge from red to green", "canny", "sigma=0", 6, 1, 3, in, U8 (0, 0, 0, 0, 0, 0));
  known_u8 ("all colors have one", "canny", "sigma=0 channel=strongest", 6, 1, 3, in, U8 (0, 0, 255, 0, 0, 0));
  known_u8 ("of thresholds that are found, too", "canny", "sigma=0 thresholds=otsu channel=strongest", 6, 1, 3, in,
            U8 (0, 0, 255, 0, 0, 0));
}

static void
shown_levels (void)
{
  known_u8 ("the largest level is shown", "canny", "stage=luma channel=strongest", 4, 1, 3,
            U8 (10, 20, 5, 30, 20, 40, 9, 8, 7, 3, 3, 3), U8 (20, 40, 9, 3));
  known_u8 ("the largest blurred level", "canny", "stage=blurred sigma=0 channel=strongest", 2, 1, 3,
            U8 (10, 20, 5, 30, 20, 40), U8 (20, 40));
}

/* (200 * 51) / 255 = 40. A step of alpha from 255 to 55 has -800, and red's from 0 to (255 * 204) / 255 has 816. */
static void
alpha (void)
{
  known_u8 ("levels under alpha", "canny", "stage=luma channel=strongest", 2, 1, 4, U8 (10, 200, 5, 51, 1, 2, 3, 255),
            U8 (40, 3));
  known_u8 ("black has an edge of alpha", "sobel", "component=horizontal channel=strongest", 4, 1, 4,
            U8 (0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 55, 0, 0, 0, 55), U8 (128, 28, 28, 128));
  known_u8 ("alpha counts after the colors", "sobel", "component=horizontal channel=strongest", 4, 1, 4,
            U8 (0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255, 204, 255, 255, 255, 204), U8 (128, 230, 230, 128));
}

/* Puts squares of 4 pixels, whose sides are not those of luma alone. */
static void
put_squares (CeView *image)
{
  for (int y = 0; y < image->height; y++)
    for (int x = 0; x < image->width; x++)
      for (int c = 0; c < 3; c++)
        test_image_put (image, x, y, c, (x / 4 * 5 + y / 4 * 3 + c * (x / 4 * (y / 8))) % 7 * 40);
}

/* Gray as colors has the bits of luma; middles and gray images have luma's whatever is asked for. */
static void
same_as_luma (void)
{
  static const char *const params[] = {
    "stage=luma", "stage=blurred", "stage=magnitude", "stage=magnitude norm=l1", "stage=direction", "stage=thinned norm=l1",
    "stage=classes", "style=black-on-white", "norm=l1 thresholds=percentile", "thresholds=otsu width=3 operator=scharr"
  };
  static const char *const drawn[] = {
    "of=dark-lines line-width=3 low=2 high=4", "of=dark-lines line-width=0 low=2 high=4",
    "of=light-lines line-width=0 stage=blurred", "of=dark-lines line-width=0 stage=direction",
    "of=light-lines line-width=0 thresholds=otsu norm=l1", "of=dark-lines stage=luma"
  };
  static const CeType types[] = { CE_U8, CE_U16, CE_F32 };

  for (gsize t = 0; t < G_N_ELEMENTS (types); t++)
    {
      CeView gray, colors;
      gsize  size = types[t] == CE_U8 ? 1 : types[t] == CE_U16 ? 2 : 4;

      test_image_init (&gray, 70, 40, 1, types[t]);
      test_image_natural (&gray, 5);
      test_image_init (&colors, 70, 40, 3, types[t]);
      for (int y = 0; y < gray.height; y++)
        for (int x = 0; x < gray.width; x++)
          for (int c = 0; c < 3; c++)
            memcpy (ce_view_pixel (&colors, x, y) + c * size, ce_view_pixel (&gray, x, y), size);

      for (gsize i = 0; i < G_N_ELEMENTS (params); i++)
        {
          g_autofree char *strongest = g_strdup_printf ("%s channel=strongest", params[i]);

          known_same ("gray as colors", "canny", &colors, strongest, &colors, params[i]);
          known_same ("gray", "canny", &gray, strongest, &gray, params[i]);
        }
      known_same ("gray as colors", "sobel", &colors, "channel=strongest gain=0.7", &colors, "gain=0.7");
      put_squares (&colors);
      for (gsize i = 0; i < G_N_ELEMENTS (drawn); i++)
        {
          g_autofree char *strongest = g_strdup_printf ("%s channel=strongest", drawn[i]);

          known_same ("drawn lines are those of luma", "canny", &colors, strongest, &colors, drawn[i]);
        }
      test_image_clear (&gray);
      test_image_clear (&colors);
    }
}

void
known_colors (void)
{
  steps ();
  norms ();
  equal_luma ();
  shown_levels ();
  alpha ();
  same_as_luma ();
}
