/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Known answers for Canny's automatic thresholds and their counts.
 */
#include "known.h"

#include "engine/plan.h"

#include <math.h>
#include <string.h>

/* Returns whether a render finds these thresholds. */
static gboolean
finds (const char *backend, const CeView *image, const char *params, double low, double high)
{
  g_autoptr (GError)    error = NULL;
  g_autoptr (CeSession) session = test_session_new ("canny", backend, image, FALSE, &error);
  const CeFilter       *filter = ce_filter_get (CE_FILTER_CANNY);
  CeParams              values;
  const CeFound        *found;

  ce_params_init (&values, filter);
  if (! session || ! ce_params_parse (&values, filter, params, &error)
      || ! ce_session_render (session, &values, NULL, NULL, &error))
    {
      test_note ("%s: %s", backend, error->message);
      return FALSE;
    }

  found = &ce_session_get_status (session)->found;
  if (found->low == low && found->high == high)
    return TRUE;

  test_note ("%s, %s: expected %.9g, %.9g, found %.9g, %.9g", backend, params, low, high, found->low, found->high);
  return FALSE;
}

static void
expect_thresholds (const char *what, const CeView *image, const char *params, double low, double high)
{
  gboolean ok = TRUE;

  for (char **backend = known_backends; *backend; backend++)
    ok &= finds (*backend, image, params, low, high);

  test_ok (ok, "canny: %s (%s)", what, params);
}

/* A step of 10 in ten pixels: magnitude 0 in 8 of them, 40 in 2. */
static void
percentile (void)
{
  CeView image = { (guint8 *) U8 (0, 0, 0, 0, 0, 10, 10, 10, 10, 10), 10, 10, 1, 1, CE_U8 };

  expect_thresholds ("80 % reached in bin 0, whose upper end is 1", &image, "sigma=0 thresholds=percentile share=80", 0.4f, 1);
  expect_thresholds ("81 % reached in bin 40", &image, "sigma=0 thresholds=percentile share=81", 0.4f * 41, 41);
  expect_thresholds ("100 %", &image, "sigma=0 thresholds=percentile share=100", 0.4f * 41, 41);
  expect_thresholds ("0 %", &image, "sigma=0 thresholds=percentile share=0", 0.4f, 1);
}

/* Steps of 10 and 30: magnitudes 0 0 40 40 0 120 120 0 0; thinning keeps the
 * left of each. Of one pixel at 40 and one at 120 every t from 40 to 119 splits
 * alike; the first counts: high 40, low 20. 120 is strong, 40 is not more than
 * 40 and so weak, and hangs on nothing. */
static void
otsu (void)
{
  const guint8 *in = U8 (0, 0, 0, 10, 10, 10, 40, 40, 40);
  CeView        image = { (guint8 *) in, 9, 9, 1, 1, CE_U8 };
  CeView        flat = { (guint8 *) U8 (5, 5, 5), 3, 3, 1, 1, CE_U8 };

  expect_thresholds ("Otsu's threshold is the bin itself", &image, "sigma=0 thresholds=otsu", 20, 40);
  expect_thresholds ("Otsu's threshold of nothing is 0", &flat, "sigma=0 thresholds=otsu", 0, 0);
  known_u8 ("classes by Otsu", "canny", "sigma=0 thresholds=otsu stage=classes", 9, 1, 1, in, U8 (0, 0, 128, 0, 0, 255, 0, 0, 0));
  known_u8 ("edges by Otsu", "canny", "sigma=0 thresholds=otsu", 9, 1, 1, in, U8 (0, 0, 0, 0, 0, 255, 0, 0, 0));
}

static gboolean
counts (const char *backend, const CeView *image, const char *params, CeHistogram what, const int *pairs)
{
  static guint64        bins[CE_HISTOGRAM_BINS];
  g_autoptr (GError)    error = NULL;
  g_autoptr (CeSession) session = test_session_new ("canny", backend, image, FALSE, &error);
  const CeFilter       *filter = ce_filter_get (CE_FILTER_CANNY);
  CeParams              values;
  gboolean              ok = TRUE;

  ce_params_init (&values, filter);
  if (! session || ! ce_params_parse (&values, filter, params, &error)
      || ! ce_session_histogram (session, &values, what, NULL, bins, NULL, NULL, &error))
    {
      test_note ("%s: %s", backend, error->message);
      return FALSE;
    }

  for (; pairs[0] >= 0; pairs += 2)
    {
      ok &= bins[pairs[0]] == (guint64) pairs[1];
      bins[pairs[0]] = 0;
    }
  for (int i = 0; i < CE_HISTOGRAM_BINS; i++)
    ok &= bins[i] == 0;

  return ok;
}

static void
expect_counts (const char *what, const CeView *image, const char *params, CeHistogram histogram, const int *pairs)
{
  gboolean ok = TRUE;

  for (char **backend = known_backends; *backend; backend++)
    ok &= counts (*backend, image, params, histogram, pairs);

  test_ok (ok, "canny: %s (%s)", what, params);
}

static void
histograms (void)
{
  CeView steps = { (guint8 *) U8 (0, 0, 0, 10, 10, 10, 40, 40, 40), 9, 9, 1, 1, CE_U8 };
  CeView plane = { (guint8 *) U8 (0, 1, 2, 1, 2, 3, 2, 3, 4), 3, 3, 3, 1, CE_U8 };
  CeView hdr = { (guint8 *) F32 (0, 0, 4, 4), 16, 4, 1, 1, CE_F32 };
  CeView faint = { (guint8 *) F32 (0, 0, 0.0005f, 0.0005f), 16, 4, 1, 1, CE_F32 };

#define PAIRS(...) ((const int[]) { __VA_ARGS__, -1 })
  expect_counts ("counts of magnitude", &steps, "sigma=0", CE_HISTOGRAM_MAGNITUDE, PAIRS (0, 5, 40, 2, 120, 2));
  expect_counts ("counts of what is kept", &steps, "sigma=0", CE_HISTOGRAM_THINNED, PAIRS (40, 1, 120, 1));
  /* 5.66 at 4 corners, 8.94 at 4 sides, 11.31 in the middle; L1 8, 12, 16 */
  expect_counts ("magnitudes are rounded down", &plane, "sigma=0", CE_HISTOGRAM_MAGNITUDE, PAIRS (5, 4, 8, 4, 11, 1));
  expect_counts ("L1 counts", &plane, "sigma=0 norm=l1", CE_HISTOGRAM_MAGNITUDE, PAIRS (8, 4, 12, 4, 16, 1));
  /* 4 * 4 * 255 = 4080 is beyond the last bin. */
  expect_counts ("the last bin is open", &hdr, "sigma=0", CE_HISTOGRAM_MAGNITUDE, PAIRS (0, 2, 2047, 2));
  /* 0.51 is kept and not 0, so it counts, in bin 0. */
  expect_counts ("a faint edge counts", &faint, "sigma=0", CE_HISTOGRAM_THINNED, PAIRS (0, 1));
#undef PAIRS
}

/* A wide image has noise of @first levels in its first 256 columns and of @other elsewhere. */
static void
uneven (const char *what, int first, int other)
{
  TestRandom random = { 7 };
  CeView     image, expected, result;
  gboolean   ok = TRUE;

  test_image_init (&image, 47 * 256, 180, 1, CE_U8);
  for (int y = 0; y < image.height; y++)
    for (int x = 0; x < image.width; x++)
      ((guint8 *) ce_view_row (&image, y))[x] = (guint8) test_random_int (&random, 0, x < 256 ? first : other);

  ok &= test_render ("canny", "cpu:plain", "sigma=1 thresholds=percentile", &image, &expected, NULL);
  for (char **backend = known_backends; ok && *backend; backend++)
    {
      g_autofree char *diff = NULL;

      ok &= test_render ("canny", *backend, "sigma=1 thresholds=percentile", &image, &result, NULL);
      diff = test_image_diff (&expected, &result);
      ok &= ! diff;
      test_image_clear (&result);
    }
  test_ok (ok, "canny: a percentile of an image that is %s", what);
  test_image_clear (&image);
  test_image_clear (&expected);
}

/* Fills the picture whose gradient in the middle is the largest that one between black and white has in some direction:
 * white where the blurred operator's weight for it is positive. (@cx, @cy) is the direction. */
static void
fill_steepest (guint8 *pixels, int size, const CePlan *plan, double cx, double cy)
{
  int    r = plan->radius + 1, middle = size / 2;
  double k1 = plan->derivative.k1, k2 = plan->derivative.k2;

  for (int y = -r; y <= r; y++)
    for (int x = -r; x <= r; x++)
      {
        double weight = 0;

        for (int j = -1; j <= 1; j++)
          for (int i = -1; i <= 1; i++)
            if (ABS (x - i) < r && ABS (y - j) < r)
              weight += (cx * i * (j ? k1 : k2) + cy * j * (i ? k1 : k2)) * plan->weights[ABS (x - i)]
                        * plan->weights[ABS (y - j)];
        pixels[(middle + y) * size + middle + x] = weight > 0 ? 255 : 0;
      }
}

/* Every magnitude that a picture between black and white can have is below the bound of automatic thresholds. */
static void
bound (void)
{
  static const char *const operators[] = { "sobel", "scharr", "prewitt" };
  static const double      sigmas[] = { 0, 0.3, 0.7, 1, 1.4, 3, 8 };
  enum { SIZE = 64 };
  g_autofree guint8 *pixels = g_malloc0 (SIZE * SIZE);
  CeView             image = { pixels, SIZE, SIZE, SIZE, 1, CE_U8 };
  const CeFilter    *filter = ce_filter_get (CE_FILTER_CANNY);

  for (int i = 0; i < 3 * 2 * (int) G_N_ELEMENTS (sigmas); i++)
    {
      double           sigma = sigmas[i / 6];
      g_autofree char *text = g_strdup_printf ("operator=%s norm=%s sigma=%g", operators[i % 3], i / 3 % 2 ? "l1" : "l2",
                                               sigma);
      gboolean         all = TRUE;
      CeSource         source = { image, TRUE, FALSE };
      CeParams         params;
      CePlan           plan;
      int              n_bins;

      ce_params_init (&params, filter);
      ce_params_parse (&params, filter, text, NULL);
      ce_plan_init (&plan, filter->id, &params, NULL, &source, NULL);
      n_bins = ce_threshold_n_bins (plan.finds_middles, params.sigma, plan.l1);
      for (int angle = 0; angle <= 90; angle += 9)
        {
          guint64               bins[CE_HISTOGRAM_BINS];
          g_autoptr (CeSession) session = NULL;

          fill_steepest (pixels, SIZE, &plan, cos (angle * G_PI / 180), sin (angle * G_PI / 180));
          session = test_session_new ("canny", "cpu:plain", &image, FALSE, NULL);
          all &= ce_session_histogram (session, &params, CE_HISTOGRAM_MAGNITUDE, NULL, bins, NULL, NULL, NULL);
          for (int bin = n_bins; bin < CE_HISTOGRAM_BINS; bin++)
            all &= bins[bin] == 0;
        }
      test_ok (all, "canny: no picture between black and white is beyond the %d bins, %s", n_bins, text);
    }
}

/* Magnitudes that no picture between black and white has count once each, in the last bin that one can fill: 1275 without a
 * Gaussian, 1785 in L1, 255 of middles. Edges of 40 and 400, 200 pixels each, lie beside a sample whose 8 neighbors, all
 * kept, have such magnitudes, infinite ones of the last. L2, t = 40: 200 * 208 * ((200 * 400 + 8 * 1275) / 208 - 40)² =
 * 6.4e9; t = 400: 400 * 8 * (1275 - 220)² = 3.6e9. L1, with 1785: 7.1e9 and 7.8e9. An infinite sample is black. */
static void
hot_sample (void)
{
  enum { WIDTH = 64, HEIGHT = 200 };
  static const float hot[] = { 10, 1000, 1e5f, 1e36f };
  g_autofree float  *pixels = g_new0 (float, WIDTH * HEIGHT);
  CeView             image = { (guint8 *) pixels, WIDTH * sizeof (float), WIDTH, HEIGHT, 1, CE_F32 };

  for (int i = 0; i < WIDTH * HEIGHT; i++)
    pixels[i] = (i % WIDTH < 20 ? 0 : i % WIDTH < 40 ? 10 : 110) / 255.0f;
  expect_thresholds ("Otsu without a hot sample", &image, "sigma=0 thresholds=otsu", 20, 40);
  for (int i = 0; i < (int) G_N_ELEMENTS (hot); i++)
    {
      pixels[10 * WIDTH + 55] = hot[i];
      expect_thresholds ("Otsu beside a hot sample", &image, "sigma=0 thresholds=otsu", 20, 40);
      expect_thresholds ("Otsu beside a hot sample, L1", &image, "sigma=0 norm=l1 thresholds=otsu", 200, 400);
    }
  pixels[10 * WIDTH + 55] = 110 / 255.0f;
  pixels[10 * WIDTH + 10] = INFINITY;
  expect_thresholds ("Otsu beside an infinite sample", &image, "sigma=0 thresholds=otsu", 20, 40);
}

/* The same of many: a third of the edges, half of the pixels, or all of them. */
static void
hot_columns (void)
{
  float  in[] = { 0, 0, 0, 10 / 255.0f, 10 / 255.0f, 10 / 255.0f, 40 / 255.0f, 40 / 255.0f, 40 / 255.0f, 100, 100, 100 };
  CeView three = { (guint8 *) in, sizeof in, 12, 1, 1, CE_F32 };
  CeView half = { (guint8 *) F32 (0, 0, 4, 4), 16, 4, 1, 1, CE_F32 };
  CeView line = { (guint8 *) F32 (0, 0, 0, 0, 0, 100, 0, 0, 0, 0, 0), 44, 11, 1, 1, CE_F32 };
  CeView all = { (guint8 *) F32 (1e36f, 0, 1e36f), 12, 3, 1, 1, CE_F32 };

  /* 40, 120, 1275: t = 40: 1 * 2 * (697.5 - 40)² = 0.86e6; t = 120: 2 * 1 * (1275 - 80)² = 2.9e6 */
  expect_thresholds ("Otsu beside a hot edge", &three, "sigma=0 thresholds=otsu", 60, 120);
  expect_thresholds ("a share without hot pixels", &half, "sigma=0 thresholds=percentile share=50", 0.4f, 1);
  expect_thresholds ("a share of hot pixels", &half, "sigma=0 thresholds=percentile share=51", 0.4f * 1276, 1276);
  expect_thresholds ("a share of hot pixels, L1", &half, "sigma=0 norm=l1 thresholds=percentile share=51", 0.4f * 1786, 1786);
  expect_thresholds ("a share of hot middles", &line, "of=light-lines thresholds=percentile share=100", 0.4f * 256, 256);
  /* -infinite, none (infinite less infinite), infinite */
  expect_thresholds ("a share of infinite magnitudes", &all, "sigma=0 thresholds=percentile share=1", 0.4f * 1276, 1276);
}

/* Tests the two rules on invented counts. */
static void
rules (void)
{
  guint64 bins[CE_HISTOGRAM_BINS] = { 0 };

  test_ok (ce_threshold_otsu (bins, CE_HISTOGRAM_BINS) == 0, "Otsu of no counts is 0");
  bins[7] = 12;
  test_ok (ce_threshold_otsu (bins, CE_HISTOGRAM_BINS) == 0, "Otsu of one bin is 0");
  test_ok (ce_threshold_percentile (bins, CE_HISTOGRAM_BINS, 50) == 8, "a percentile is the upper end of its bin");

  /* 4 at 2, 1 at 3, 5 at 10. t = 2: 4 * 6 * (53/6 - 2)² = 1120.7; t = 3: 5 * 5
   * * (10 - 11/5)² = 1521. */
  memset (bins, 0, sizeof bins);
  bins[2] = 4;
  bins[3] = 1;
  bins[10] = 5;
  test_ok (ce_threshold_otsu (bins, CE_HISTOGRAM_BINS) == 3, "Otsu's best split");
  test_ok (ce_threshold_percentile (bins, CE_HISTOGRAM_BINS, 40) == 3, "40 %% of ten is reached by four");
  test_ok (ce_threshold_percentile (bins, CE_HISTOGRAM_BINS, 40.1) == 4, "40.1 %% of ten is not");

  /* 1 each at 2, 6 and 10. t = 2: 1 * 2 * (8 - 2)² = 72; t = 6: 2 * 1 * (10 - 4)² = 72. */
  memset (bins, 0, sizeof bins);
  bins[2] = bins[6] = bins[10] = 1;
  test_ok (ce_threshold_otsu (bins, CE_HISTOGRAM_BINS) == 2, "Otsu's first split on a tie");

  memset (bins, 0, sizeof bins);
  bins[CE_HISTOGRAM_BINS - 1] = 1;
  test_ok (ce_threshold_percentile (bins, CE_HISTOGRAM_BINS, 100) == 2048, "the last bin ends at 2048");
}

void
known_automatic (void)
{
  percentile ();
  otsu ();
  histograms ();
  uneven ("even", 90, 90);
  uneven ("calmer than its first columns", 250, 20);
  uneven ("busier than its first columns", 20, 250);
  rules ();
  bound ();
  hot_sample ();
  hot_columns ();
}
