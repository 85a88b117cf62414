/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests histograms that a session counts piece by piece, and the share of edges.
 */
#include "tests/support/support.h"

#include <string.h>

#include "live/edge-share.h"
#include "live/jobs/jobs.h"

static void
count (CeFilterId id, const CeView *image, const CeParams *params, const CeView *mask, CeHistogram what, guint64 *bins)
{
  CePlace    cpu = { .choice = CE_BACKEND_CPU };
  CeSession *session = ce_session_new (ce_filter_get (id), &cpu, image->width, image->height, image->channels, image->type,
                                       NULL);

  ce_session_put_rows (session, 0, image->height, image->data, image->stride);
  ce_session_histogram (session, params, what, mask, bins, NULL, NULL, NULL);
  ce_session_free (session);
}

/* Checks that Canny's counts piece by piece, with all pixels selected, equal the backend's counts of the whole. */
static void
counted (CeType type, int channels, TestAlpha alpha, double sigma, CeNorm norm)
{
  TestRandom          random = { 11 };
  CeView              image, mask;
  CeParams            params;
  g_autofree guint64 *bins = g_new (guint64, CE_HISTOGRAM_BINS), *expected = g_new (guint64, CE_HISTOGRAM_BINS);
  int                 n_wrong = 0;
  guint64             n = 0;

  test_image_init (&image, 2601, 583, channels, type);
  test_image_fill (&image, TEST_NATURAL, alpha, &random);
  test_image_init (&mask, 2601, 583, 1, CE_U8);
  ce_params_init (&params, ce_filter_get (CE_FILTER_CANNY));
  params.sigma = sigma;
  params.norm = norm;

  memset (mask.data, 128, ce_view_size (&mask));
  for (CeHistogram what = 0; what < CE_N_HISTOGRAMS; what++)
    {
      count (CE_FILTER_CANNY, &image, &params, NULL, what, expected);
      count (CE_FILTER_CANNY, &image, &params, &mask, what, bins);
      for (int bin = 0; bin < CE_HISTOGRAM_BINS; bin++)
        n_wrong += expected[bin] != bins[bin];
    }
  test_ok (n_wrong == 0, "%d channels, type %d, sigma %g, norm %d: %d bins are others where all is selected",
           channels, type, sigma, norm, n_wrong);

  memset (mask.data, 0, ce_view_size (&mask));
  for (int y = 0; y < 583; y++)
    {
      memset ((guint8 *) ce_view_row (&mask, y) + 600, 127, 100);
      memset ((guint8 *) ce_view_row (&mask, y) + 700, 255, y < 200 ? 150 : 0);
    }
  count (CE_FILTER_CANNY, &image, &params, &mask, CE_HISTOGRAM_MAGNITUDE, bins);
  for (int bin = 0; bin < CE_HISTOGRAM_BINS; bin++)
    n += bins[bin];
  test_ok (n == 200 * 150, "of a selection just its pixels are counted: %d", (int) n);

  test_image_clear (&image);
  test_image_clear (&mask);
}

/* Checks shares of more white pixels in a row than a byte counts, and of black ones in every other row. */
static void
shares (void)
{
  CeParams params;

  ce_params_init (&params, ce_filter_get (CE_FILTER_CANNY));
  for (CeType type = CE_U8; type <= CE_F32; type++)
    {
      CeView view;
      double white, black;

      test_image_init (&view, 700, 130, 1, type);
      for (int y = 0; y < 130; y++)
        for (int x = 0; x < 700; x++)
          test_image_put (&view, x, y, 0, y % 2 ? 255 : 0);
      params.style = CE_STYLE_WHITE_ON_BLACK;
      white = ce_edge_share (&view, &params);
      for (int y = 0; y < 65; y++)
        for (int x = 0; x < 700; x++)
          test_image_put (&view, x, y, 0, 255);
      params.style = CE_STYLE_BLACK_ON_WHITE;
      black = ce_edge_share (&view, &params);
      test_ok (white == 50 && black == 100.0 * 32 / 130, "edges of type %d: %g %% of white ones, %g %% of black ones", type, white, black);
      test_image_clear (&view);
    }
}

/* A step of 20 levels: Sobel's magnitude is 80 on both sides of it, Laplacian's response 20. */
static void
counted_filters (void)
{
  static const struct { CeFilterId id; int strength; } rows[] = { { CE_FILTER_SOBEL, 80 }, { CE_FILTER_LAPLACIAN, 20 } };
  CeView   image;
  guint64  bins[CE_HISTOGRAM_BINS];
  CeParams params;

  test_image_init (&image, 64, 32, 1, CE_U8);
  for (int y = 0; y < 32; y++)
    memset ((guint8 *) ce_view_row (&image, y) + 32, 20, 32);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      ce_params_init (&params, ce_filter_get (rows[i].id));
      params.sigma = 0;
      count (rows[i].id, &image, &params, NULL, CE_HISTOGRAM_MAGNITUDE, bins);
      test_ok (bins[rows[i].strength] == 64 && bins[0] == 62 * 32, "%s: %d pixels of %d levels, %d of none",
               ce_filter_get (rows[i].id)->name, (int) bins[rows[i].strength], rows[i].strength, (int) bins[0]);
    }
  test_image_clear (&image);
}

/* Checks that counts of the mask piece by piece equal those of the whole mask. */
static void
counted_mask (int channels, TestAlpha alpha)
{
  const CeFilter     *sharpen = ce_filter_get (CE_FILTER_SHARPEN);
  TestRandom          random = { 12 };
  CePlace             cpu = { .choice = CE_BACKEND_CPU };
  CeView              image;
  CeSession          *session;
  CeParams            params;
  const CeView       *mask;
  g_autofree guint64 *bins = g_new (guint64, CE_HISTOGRAM_BINS);
  guint64             n_between = 0;

  test_image_init (&image, 1601, 283, channels, CE_F32);
  test_image_fill (&image, TEST_NATURAL, alpha, &random);
  session = ce_session_new (sharpen, &cpu, image.width, image.height, channels, CE_F32, NULL);
  ce_session_put_rows (session, 0, image.height, image.data, image.stride);
  ce_params_init (&params, sharpen);
  params.edge_mask = 70;
  params.detail = 1;
  count (CE_FILTER_SHARPEN, &image, &params, NULL, CE_HISTOGRAM_MAGNITUDE, bins);
  for (int bin = 1; bin < 255; bin++)
    n_between += bins[bin];

  params.stage = CE_SHOWN_MASK;
  ce_session_render (session, &params, NULL, NULL, NULL);
  mask = ce_session_get_result (session);
  for (int y = 0; y < mask->height; y++)
    for (int x = 0; x < mask->width; x++)
      bins[(int) (((const float *) ce_view_row (mask, y))[x * mask->channels] * 255.0f)]--;
  for (int bin = 0; bin < CE_HISTOGRAM_BINS; bin++)
    if (bins[bin])
      n_between = 0;
  test_ok (n_between > 0, "%d channels: a mask's histogram is that of the mask, %d pixels between all and nothing", channels,
           (int) n_between);

  ce_session_free (session);
  test_image_clear (&image);
}

/* Otsu's threshold between 10 and 90 is 10, and half of that; 80 of 100 are reached with 90, and the end of that bin
 * counts. */
static void
found_thresholds (void)
{
  g_autofree guint64 *bins = g_new0 (guint64, CE_HISTOGRAM_BINS);
  CeParams            params;

  bins[10] = bins[90] = 100;
  ce_params_init (&params, ce_filter_get (CE_FILTER_CANNY));
  params.thresholds = CE_THRESHOLDS_OTSU;
  ce_params_take_thresholds (&params, bins);
  test_ok (params.high == 10 && params.low == 5, "Otsu's threshold and half of it: %g, %g", params.high, params.low);

  params.thresholds = CE_THRESHOLDS_PERCENTILE;
  params.share = 80;
  ce_params_take_thresholds (&params, bins);
  test_ok (params.high == 91 && params.low == 36.4, "a percentile and two fifths of it: %g, %g", params.high, params.low);
}

int
main (void)
{
  found_thresholds ();
  counted_filters ();
  counted_mask (1, TEST_ALPHA_OPAQUE);
  counted_mask (4, TEST_ALPHA_SHAPES);
  counted (CE_U8, 1, TEST_ALPHA_OPAQUE, 0, CE_NORM_L1);
  counted (CE_U8, 3, TEST_ALPHA_OPAQUE, 1.4, CE_NORM_L2);
  counted (CE_U8, 4, TEST_ALPHA_SHAPES, 1, CE_NORM_L2);
  counted (CE_F32, 3, TEST_ALPHA_OPAQUE, 3, CE_NORM_L1);

  shares ();

  return test_done ();
}
