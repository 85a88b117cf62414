/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests the statements of 002 and 003: compares them with answers worked out by hand, with each other, and with our Canny
 * where both define the same.
 */
#include "plain.h"
#include "tests/bench/pictures.h"

#include "engine/arithmetic.h"

#include <math.h>
#include <string.h>

#define W 67
#define H 41

static void
test_gauss_002 (void)
{
  g_autofree guint8 *in = g_malloc (W * H), *out = g_malloc (W * H), *whole = g_malloc (W * H);
  g_autofree float  *between = g_new (float, W * H);
  gboolean           ok = TRUE;

  memset (in, 100, W * H);
  plain_gauss_x (in, between, W, H);
  plain_gauss_y (between, out, W, H);
  plain_gauss_whole (in, whole, W, H, 0, H);
  for (int i = 0; i < W * H; i++)
    ok = ok && out[i] == 100 && whole[i] == 100;
  test_ok (ok, "002: both Gaussians leave a constant, at the border too");

  memset (in, 0, W * H);
  in[20 * W + 30] = 159;
  plain_gauss_x (in, between, W, H);
  plain_gauss_y (between, out, W, H);
  plain_gauss_whole (in, whole, W, H, 0, H);
  /* 159 * 0.30136^2 is 14.44, 159 * 0.113318^2 2.04, 159 * 0.236003 * 0.30136 11.31 */
  test_ok (whole[20 * W + 30] == 15 && whole[18 * W + 28] == 2 && whole[20 * W + 31] == 12 && out[20 * W + 30] == 14
           && out[18 * W + 28] == 2 && out[20 * W + 31] == 11, "002: of one pixel they give their weights, which are not the same");
}

static void
test_gradient_002 (void)
{
  guint8 step[9] = { 10, 60, 60, 10, 60, 60, 10, 60, 60 }, ramp[9] = { 0, 10, 20, 10, 20, 30, 20, 30, 40 };
  float  magnitude[9], direction[9], thinned[9], peak[9] = { 1, 5, 2, 1, 5, 5, 1, 5, 2 };

  plain_gradient (step, magnitude, direction, 3, 3, 0, 3);
  test_ok (magnitude[4] == 200 && plain_octant_sector (direction[4]) == 0 && magnitude[3] == 200 && magnitude[5] == 0,
           "002: a vertical step has a gradient to the side");
  plain_gradient (ramp, magnitude, direction, 3, 3, 0, 3);
  test_ok (magnitude[4] == sqrtf (80 * 80 + 80 * 80) && plain_octant_sector (direction[4]) == 1, "002: a diagonal ramp");
  memset (direction, 0, sizeof direction);
  plain_thin_float (peak, direction, thinned, 3, 3, 0, 3);
  test_ok (thinned[1] == 5 && thinned[4] == 0 && thinned[5] == 0 && thinned[0] == 0,
           "002: thinning keeps what is above both neighbours, not a tie, and outside is the nearest pixel");
}

/* Every pair of derivatives there is. */
static void
test_sectors (void)
{
  int n_002 = 0, n_003 = 0, n_ours = 0, n_printed = 0;

  for (int v = -1020; v <= 1020; v++)
    for (int h = -1020; h <= 1020; h++)
      {
        int   sector = plain_sector (v, h);
        float ax = fabsf ((float) h), ay = fabsf ((float) v), d;

        if (v == 0 && h == 0)
          continue;
        d = 8 * (atanf ((float) v / (float) h) + (float) G_PI) / (float) G_PI;
        n_002 += plain_octant_sector (d >= 8 ? d - 8 : d) != sector;
        n_003 += plain_sector_float (v, h) != sector;
        n_printed += plain_sector_printed (v, h) != sector;
        n_ours += (ay < ax * CE_TAN_22_5 ? 0 : ay > ax * CE_TAN_22_5 + 2 * ax ? 2 : (v < 0) == (h < 0) ? 1 : 3) != sector;
      }
  test_ok (n_ours == 0, "of 4165680 pairs of derivatives our rule puts %d into another sector", n_ours);
  test_ok (n_002 == 0, "002: its arc tangent, correctly rounded, %d", n_002);
  test_ok (n_003 == 0, "003: its arc tangent, as it was meant, %d", n_003);
  test_ok (n_printed > 4165680 * 0.49 && n_printed < 4165680 * 0.51, "003: as it is printed, half of them (%d)", n_printed);
}

static void
test_grey (void)
{
  guint8 white[3] = { 255, 255, 255 }, grey, other;
  int    n_other = 0;

  plain_grey_601 (white, &grey, 1);
  plain_grey_601_float (white, &other, 1);
  test_ok (grey == 254 && other == 254, "003: white is 254 (%d, in float %d)", grey, other);
  for (int color = 0; color < 1 << 24; color++)
    {
      guint8 rgb[3] = { (guint8) (color >> 16), (guint8) (color >> 8), (guint8) color };

      plain_grey_601 (rgb, &grey, 1);
      plain_grey_601_float (rgb, &other, 1);
      n_other += grey != other;
    }
  test_ok (n_other == 20, "003: grey in float differs for %d of 16777216 colors", n_other);
}

static void
test_blur_003 (void)
{
  static const int   taps[] = { 7, 13, 19, 25, 31 };
  g_autofree guint8 *in = g_malloc0 (W * H), *out = g_malloc (W * H), *between = g_malloc (W * H), *whole = g_malloc (W * H);
  float              side[7], filter[49];
  gboolean           ok = TRUE;

  for (int i = 0; i < 5; i++)
    ok = ok && plain_blur_taps (i + 1) == taps[i];
  test_ok (ok, "003: sigma 1 to 5 have 7 to 31 taps");

  in[20 * W + 30] = 255;
  plain_blur_side (1, side);
  plain_blur_filter (1, filter);
  plain_blur_whole (in, whole, W, H, filter, 7, 0, H);
  plain_blur_along_y (in, between, W, H, side, 7, 0, H);
  plain_blur_along_x (between, out, W, H, side, 7, 0, H);
  /* The Gaussian's weights for seven taps are 0.39905 and 0.24204: 255 * 0.39905^2 is 40.6, 255 * 0.39905 * 0.24204 24.6;
   * in two passes 255 * 0.39905 is 101, and 101 * 0.39905 40.3, 101 * 0.24204 24.4. */
  test_ok (whole[20 * W + 30] == 40 && out[20 * W + 30] == 40 && whole[20 * W + 31] == 24 && out[20 * W + 31] == 24
           && out[20 * W + 34] == 0, "003: of one pixel both blurs give their weights");

  memset (in, 200, W * H);
  plain_blur_whole (in, whole, W, H, filter, 7, 0, H);
  /* In the corner pixels outside add nothing: 200 * (0.39905 + 0.24204 + 0.05400 + 0.00443)^2 is 97.9. */
  test_ok (whole[20 * W + 30] >= 199 && whole[0] == 97, "003: a constant stays but for truncation (%d), in the corner %d of 200",
           whole[20 * W + 30], whole[0]);
}

static void
test_sobel_003 (void)
{
  guint8     step[9] = { 10, 60, 60, 10, 60, 60, 10, 60, 60 }, high[9] = { 0, 0, 0, 0, 0, 0, 200, 200, 200 };
  guint8     length[9] = { 9, 9, 9, 9, 9, 9, 9, 9, 9 }, sector[9] = { 0 }, ridge[9] = { 1, 2, 3, 1, 9, 9, 1, 2, 3 };
  guint8     out[9], classes[9];
  PlainSlips slips = { FALSE, TRUE, TRUE };

  plain_sobel_bytes (step, length, sector, 3, 3, NULL, 0, 3);
  test_ok (length[4] == 200 && sector[4] == 0 && length[0] == 9, "003: Sobel of a step; the ring stays");
  plain_sobel_bytes (high, length, sector, 3, 3, NULL, 0, 3);
  test_ok (length[4] == 255 && sector[4] == 2, "003: a root of 800 is 255");
  plain_sobel_bytes (high, length, sector, 3, 3, &slips, 0, 3);
  test_ok (length[4] == 800 % 256, "003: and 32 where it wraps");
  memset (sector, 0, 9);
  plain_thin_bytes (ridge, sector, out, 3, 3, NULL, 0, 3);
  plain_thin_bytes (ridge, sector, classes, 3, 3, &slips, 0, 3);
  test_ok (out[4] == 0 && classes[4] == 9 && out[5] == 0, "003: a tie drops both pixels; ours keeps one");
  plain_threshold ((const guint8[]) { 0, 50, 51, 101, 102, 255 }, classes, 6, 51, 102);
  test_ok (memcmp (classes, ((const guint8[]) { 0, 0, 0x60, 0x60, 0x90, 0x90 }), 6) == 0, "003: classes of magnitudes");
}

/* A weak row of 64 pixels that hangs on one: tiles of 14 end after 14, 28, 42 and 56. */
static void
test_passes_003 (void)
{
  static const int from_first[5] = { 14, 28, 42, 56, 64 }, from_border[3] = { 28, 42, 56 };
  guint8           row[64], out[64];
  gboolean         ok = TRUE;

  memset (row, PLAIN_WEAK, 64);
  row[0] = PLAIN_NEW;
  for (int n_passes = 1; n_passes <= 5; n_passes++)
    {
      plain_hysteresis (row, out, 64, 1, 14, n_passes);
      for (int i = 0; i < 64; i++)
        ok = ok && out[i] == (i < from_first[n_passes - 1] ? 255 : 0);
    }
  test_ok (ok, "003: each pass follows a chain through one more tile");
  test_ok (plain_hysteresis (row, out, 64, 1, 14, -1) == 5, "003: and it takes as many as there are tiles");

  row[0] = PLAIN_WEAK;
  row[13] = PLAIN_NEW;
  for (int n_passes = 1; n_passes <= 3; n_passes++)
    {
      plain_hysteresis (row, out, 64, 1, 14, n_passes);
      for (int i = 0; i < 64; i++)
        ok = ok && out[i] == (i < from_border[n_passes - 1] ? 255 : 0);
    }
  test_ok (ok, "003: one more where the strong pixel is in the ring of the next tile");
}

/* Exact ones are the same however they go, and are ours. */
static void
test_exact (BenchPicture picture, int low, int high)
{
  g_autofree guint8 *classes = g_malloc (128 * 96), *out = g_malloc (128 * 96), *tiles = g_malloc (128 * 96);
  g_autofree char   *params = g_strdup_printf ("sigma=0 low=%d high=%d stage=classes", low, high);
  g_autofree char   *all = g_strdup_printf ("sigma=0 low=%d high=%d", low, high);
  g_autofree float  *numbers = g_new (float, 128 * 96);
  g_autoptr (GError) error = NULL;
  CeView             image, result, edges;
  gboolean           ours = TRUE, same = TRUE;
  int                n_edges = 0;

  test_image_init (&image, 128, 96, 1, CE_U8);
  bench_picture_draw (&image, picture);
  if (! test_render ("canny", "cpu:plain", params, &image, &result, &error)
      || ! test_render ("canny", "cpu:plain", all, &image, &edges, &error))
    g_error ("%s", error->message);
  for (int i = 0; i < 128 * 96; i++)
    {
      guint8 class = ((guint8 *) ce_view_row (&result, i / 128))[i % 128];

      classes[i] = class == 255 ? PLAIN_NEW : class ? PLAIN_WEAK : PLAIN_NONE;
      numbers[i] = class == 255 ? 80 : class ? 40 : 39.9f;
    }
  plain_hysteresis_depth (classes, out, 128, 96);
  plain_hysteresis (classes, tiles, 128, 96, 14, -1);
  for (int i = 0; i < 128 * 96; i++)
    {
      ours = ours && out[i] == ((guint8 *) ce_view_row (&edges, i / 128))[i % 128];
      n_edges += out[i] != 0;
    }
  same = memcmp (out, tiles, 128 * 96) == 0;
  plain_hysteresis_queue (numbers, tiles, 128, 96, 40, 80);
  same = same && memcmp (out, tiles, 128 * 96) == 0;
  test_ok (ours && n_edges > 0, "%s: hysteresis is our edges (%d pixels)", bench_picture_name (picture), n_edges);
  test_ok (same, "%s: by depth, by queue, by tiles until stable: the same", bench_picture_name (picture));
  test_image_clear (&image);
  test_image_clear (&result);
  test_image_clear (&edges);
}

int
main (void)
{
  test_gauss_002 ();
  test_gradient_002 ();
  test_sectors ();
  test_grey ();
  test_blur_003 ();
  test_sobel_003 ();
  test_passes_003 ();
  test_exact (BENCH_NATURAL, 40, 100);
  test_exact (BENCH_SPIRAL, 40, 100);
  test_exact (BENCH_COMB, 20, 100);

  return test_done ();
}
