/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Compares results with OpenCV. They are equal for Canny of 8-bit gray and of all colors without blur, derivatives, L1 magnitudes, the 3x3
 * sharpening kernel and the 3x3 Laplacian. The Gaussian has a tolerance.
 */
#include "tests/support/support.h"

#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>

#include <cmath>
#include <cstring>
#include <string>
#include <vector>

static char **backends;

static CeView
view_of (const cv::Mat &image)
{
  return { image.data, image.step, image.cols, image.rows, image.channels (), image.depth () == CV_8U ? CE_U8 : CE_F32 };
}

/* Renders on every backend and counts pixels that differ by more than
 * @tolerance. */
static int
count_differences (const char *filter, const std::string &params, const cv::Mat &image, const cv::Mat &expected,
                   double tolerance = 0)
{
  int n = 0;

  for (char **backend = backends; *backend; backend++)
    {
      GError *error = nullptr;
      CeView  source = view_of (image);
      CeView  result;

      if (! test_render (filter, *backend, params.c_str (), &source, &result, &error))
        {
          test_note ("%s: %s", *backend, error->message);
          g_error_free (error);
          return G_MAXINT;
        }

      cv::Mat found (result.height, result.width, CV_MAKETYPE (result.type == CE_U8 ? CV_8U : CV_32F, result.channels),
                     result.data, result.stride);
      cv::Mat difference;

      cv::absdiff (found, expected, difference);
      difference = difference.reshape (1) > tolerance;
      n += cv::countNonZero (difference);
      test_image_clear (&result);
    }

  return n;
}

struct Picture
{
  std::string name;
  cv::Mat     grey;
  cv::Mat     color;
};

/* Compares Canny of the gray picture or, with @channel strongest, of its colors. */
static void
check_canny (const Picture &picture, const char *channel, TestRandom *random)
{
  const cv::Mat &image = strcmp (channel, "strongest") == 0 ? picture.color : picture.grey;
  int n = 0;
  int n_different = 0;

  for (int l2 = 0; l2 < 2; l2++)
    for (int i = 0; i < 12; i++)
      {
        /* Halves, whose squares are exact in float and in double. */
        double  low = test_random_int (random, 0, i < 6 ? 300 : 1600) / 2.0;
        double  high = test_random_int (random, 0, i < 6 ? 600 : 2200) / 2.0;
        cv::Mat expected;

        cv::Canny (image, expected, low, high, 3, l2 != 0);
        g_autofree char *params = g_strdup_printf ("sigma=0 low=%.1f high=%.1f norm=%s channel=%s", low, high, l2 ? "l2" : "l1",
                                                  channel);
        int              different = count_differences ("canny", params, image, expected);

        n++;
        n_different += different != 0;
        if (different)
          test_note ("%s: %d pixels differ", params, different);
      }

  test_ok (n_different == 0, "Canny (%s) of %s, %d x %d: %d of %d parameter sets differ", channel, picture.name.c_str (),
           image.cols, image.rows, n_different, n);
}

/* 8-bit levels of a float matrix: clamped, rounded to nearest, ties to even. */
static cv::Mat
levels (const cv::Mat &values)
{
  cv::Mat out (values.rows, values.cols, CV_8U);

  for (int y = 0; y < values.rows; y++)
    for (int x = 0; x < values.cols; x++)
      {
        float v = values.at<float> (y, x);

        out.at<uchar> (y, x) = (uchar) std::nearbyint (std::fmin (std::fmax (v, 0.0f), 255.0f));
      }

  return out;
}

static void
check_gradient (const Picture &picture, const char *name, bool scharr)
{
  std::string params = std::string ("operator=") + name + " gain=0.25 component=";
  cv::Mat     dx, dy, l2;

  if (scharr)
    {
      cv::Scharr (picture.grey, dx, CV_32F, 1, 0, 0.25, 0, cv::BORDER_REPLICATE);
      cv::Scharr (picture.grey, dy, CV_32F, 0, 1, 0.25, 0, cv::BORDER_REPLICATE);
    }
  else
    {
      cv::Sobel (picture.grey, dx, CV_32F, 1, 0, 3, 1, 0, cv::BORDER_REPLICATE);
      cv::Sobel (picture.grey, dy, CV_32F, 0, 1, 3, 1, 0, cv::BORDER_REPLICATE);
    }

  cv::Mat squared = dx.mul (dx) + dy.mul (dy);
  cv::sqrt (squared, l2);
  cv::Mat l1 = cv::abs (dx) + cv::abs (dy);
  int     n = count_differences ("sobel", params + "horizontal", picture.grey, levels (128 + 0.25 * 0.125 * dx))
            + count_differences ("sobel", params + "vertical", picture.grey, levels (128 + 0.25 * 0.125 * dy))
            + count_differences ("sobel", params + "magnitude norm=l1", picture.grey, levels (0.25 * l1))
            + count_differences ("sobel", params + "magnitude norm=l2", picture.grey, levels (0.25 * l2));

  test_ok (n == 0, "%s derivatives and magnitudes of %s: %d pixels differ", name, picture.name.c_str (), n);
}

static void
check_kernels (const Picture &picture)
{
  cv::Mat kernel = (cv::Mat_<float> (3, 3) << -1, -1, -1, -1, 9, -1, -1, -1, -1);
  cv::Mat grey, color, lap;
  int     n;

  cv::filter2D (picture.grey, grey, -1, kernel, cv::Point (-1, -1), 0, cv::BORDER_REPLICATE);
  cv::filter2D (picture.color, color, -1, kernel, cv::Point (-1, -1), 0, cv::BORDER_REPLICATE);
  n = count_differences ("sharpen", "method=kernel amount=1", picture.grey, grey)
      + count_differences ("sharpen", "method=kernel amount=1 channels=rgb", picture.color, color);
  test_ok (n == 0, "3x3 sharpening of %s, grey and color: %d samples differ", picture.name.c_str (), n);

  cv::Laplacian (picture.grey, lap, CV_32F, 1, 1, 0, cv::BORDER_REPLICATE);
  n = count_differences ("laplacian", "sigma=0 response=signed", picture.grey, levels (128 + lap))
      + count_differences ("laplacian", "sigma=0 threshold=20", picture.grey, cv::abs (lap) > 20);
  test_ok (n == 0, "Laplacian of %s: %d pixels differ", picture.name.c_str (), n);
}

/* The sums are taken in another order, so floats differ in their last bits. */
static void
check_gaussian (const Picture &picture, double sigma)
{
  int     size = 2 * (int) std::ceil (3 * sigma) + 1;
  cv::Mat values, blurred;

  picture.grey.convertTo (values, CV_32F, 1 / 255.0);
  cv::GaussianBlur (values, blurred, cv::Size (size, size), sigma, sigma, cv::BORDER_REPLICATE);
  g_autofree char *params = g_strdup_printf ("stage=blurred sigma=%g", sigma);
  int              n = count_differences ("canny", params, values, blurred, 1e-5);

  test_ok (n == 0, "Gaussian of %s, σ %g: %d pixels differ by more than 0.003 levels", picture.name.c_str (), sigma, n);
}

static void
add (std::vector<Picture> &pictures, const std::string &name, const cv::Mat &color)
{
  Picture picture = { name, cv::Mat (), color.clone () };

  cv::cvtColor (color, picture.grey, cv::COLOR_RGB2GRAY);
  pictures.push_back (picture);
}

static cv::Mat
natural (int width, int height, guint64 seed)
{
  CeView view;

  test_image_init (&view, width, height, 3, CE_U8);
  test_image_natural (&view, seed);
  cv::Mat color = cv::Mat (height, width, CV_8UC3, view.data, view.stride).clone ();
  test_image_clear (&view);

  return color;
}

/* Made pictures of many sizes, and parts of the photos in @folder. */
static std::vector<Picture>
make_pictures (const char *folder, TestRandom *random)
{
  static const int     sizes[][2] = { { 1, 1 }, { 1, 40 }, { 40, 1 }, { 2, 2 }, { 3, 5 }, { 67, 41 }, { 640, 427 }, { 4200, 20 } };
  std::vector<Picture> pictures;
  std::vector<cv::String> photos;

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    add (pictures, "a made picture", natural (sizes[i][0], sizes[i][1], test_random (random)));

  cv::Mat noise (150, 203, CV_8UC3);
  for (guchar *p = noise.data; p < noise.dataend; p++)
    *p = (guchar) test_random_int (random, 0, 255);
  add (pictures, "noise", noise);

  /* Few levels: colors are often equal. */
  for (int i = 0; i < 7; i++)
    {
      cv::Mat few (61 + i, 90, CV_8UC3);

      for (guchar *p = few.data; p < few.dataend; p++)
        *p = (guchar) (test_random_int (random, 0, 1 + i) * 40);
      add (pictures, "few levels", few);
    }

  cv::glob (std::string (folder) + "/*", photos, false);
  for (const cv::String &name : photos)
    {
      cv::Mat photo = cv::imread (name, cv::IMREAD_COLOR);

      if (photo.empty () || photo.cols < 400 || photo.rows < 300)
        continue;
      cv::Rect part (test_random_int (random, 0, photo.cols - 400), test_random_int (random, 0, photo.rows - 300), 400, 300);
      add (pictures, name.substr (name.find_last_of ('/') + 1), photo (part));
    }

  return pictures;
}

int
main (int argc, char **argv)
{
  TestRandom random = { 20240 };

  cv::setNumThreads (1);
  backends = test_backends (nullptr);
  test_note ("OpenCV %s", CV_VERSION);
  for (const Picture &picture : make_pictures (argc > 1 ? argv[1] : ".", &random))
    {
      check_canny (picture, "luma-709", &random);
      check_canny (picture, "strongest", &random);
      check_gradient (picture, "sobel", false);
      check_gradient (picture, "scharr", true);
      check_kernels (picture);
      check_gaussian (picture, 1.4);
      check_gaussian (picture, 0.5);
    }
  g_strfreev (backends);

  return test_done ();
}
