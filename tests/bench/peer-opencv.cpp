/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * OpenCV's nearest calls, in the way its users write them. Canny, Sobel and
 * the 3x3 kernel compute the same; its 8-bit Gaussian is coarser, and the one
 * of the Laplacian has 5 taps where the filter's has 11. Its quickest Laplacian
 * is that of the diagonal neighbors, twice, hence a threshold of 12.
 */
#include "peer.h"

#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

#include <functional>
#include <map>
#include <string>

static cv::Mat               image, grey, blurred, edges, out, dx, dy, magnitude;
static std::function<void ()> operation;

static void
init (int threads)
{
  cv::setNumThreads (threads);
}

static void
to_grey ()
{
  if (image.channels () == 1)
    grey = image;
  else
    cv::cvtColor (image, grey, cv::COLOR_RGB2GRAY);
}

/* Finds edges of a picture, each pixel's in the strongest channel. */
static void
canny_of (const cv::Mat &from, double sigma, double low, double high, bool l2)
{
  if (sigma > 0)
    cv::GaussianBlur (from, blurred, cv::Size (), sigma, sigma, cv::BORDER_REPLICATE);
  cv::Canny (sigma > 0 ? blurred : from, edges, low, high, 3, l2);
}

static void
canny (double sigma, double low, double high, bool l2)
{
  to_grey ();
  canny_of (grey, sigma, low, high, l2);
}

static void
sobel_l2 ()
{
  to_grey ();
  cv::Sobel (grey, dx, CV_32F, 1, 0, 3, 1, 0, cv::BORDER_REPLICATE);
  cv::Sobel (grey, dy, CV_32F, 0, 1, 3, 1, 0, cv::BORDER_REPLICATE);
  cv::magnitude (dx, dy, magnitude);
  magnitude.convertTo (out, CV_8U);
}

static void
sobel_l1 ()
{
  to_grey ();
  cv::Sobel (grey, dx, CV_16S, 1, 0, 3, 1, 0, cv::BORDER_REPLICATE);
  cv::Sobel (grey, dy, CV_16S, 0, 1, 3, 1, 0, cv::BORDER_REPLICATE);
  cv::convertScaleAbs (dx, edges);
  cv::convertScaleAbs (dy, blurred);
  cv::add (edges, blurred, out);
}

static void
sharpen ()
{
  static const cv::Mat kernel = (cv::Mat_<float> (3, 3) << -1, -1, -1, -1, 9, -1, -1, -1, -1);

  cv::filter2D (image, out, -1, kernel, cv::Point (-1, -1), 0, cv::BORDER_REPLICATE);
}

static void
unsharp ()
{
  cv::GaussianBlur (image, blurred, cv::Size (), 1.4, 1.4, cv::BORDER_REPLICATE);
  cv::addWeighted (image, 1.5, blurred, -0.5, 0, out);
}

static void
laplacian ()
{
  to_grey ();
  cv::GaussianBlur (grey, blurred, cv::Size (5, 5), 1.4, 1.4, cv::BORDER_REPLICATE);
  cv::Laplacian (blurred, dx, CV_16S, 3, 1, 0, cv::BORDER_REPLICATE);
  cv::convertScaleAbs (dx, edges);
  cv::threshold (edges, out, 12, 255, cv::THRESH_BINARY);
}

/* The value of "name=" in a case's parameters. */
static double
value (const std::string &params, const char *name)
{
  auto at = (" " + params).find (std::string (" ") + name + "=");

  return at == std::string::npos ? 0 : std::stod (params.substr (at + std::string (name).size () + 1));
}

static const char *
begin (const char *name, const char *params, const CeView *view)
{
  const double low = value (params, "low"), high = value (params, "high");
  const std::map<std::string, std::function<void ()>> operations = {
    { "canny-l2", [=] { canny (0, low, high, true); } },
    { "canny-l1", [=] { canny (0, low, high, false); } },
    { "canny-blurred", [=] { canny (1.4, low, high, true); } },
    { "canny-colors", [=] { canny_of (image, 0, low, high, true); } },
    { "canny-colors-l1", [=] { canny_of (image, 0, low, high, false); } },
    { "canny-colors-blurred", [=] { canny_of (image, 1.4, low, high, true); } },
    { "sobel-l2", sobel_l2 },
    { "sobel-l1", sobel_l1 },
    { "sharpen-kernel", sharpen },
    { "unsharp", unsharp },
    { "laplacian", laplacian }
  };
  auto found = operations.find (name);

  if (found == operations.end () || view->type != CE_U8 || (view->channels == 4 && found->first != "unsharp"))
    return nullptr;

  image = cv::Mat (view->height, view->width, CV_MAKETYPE (CV_8U, view->channels), view->data, view->stride);
  operation = found->second;

  return "OpenCV " CV_VERSION;
}

static void
run ()
{
  operation ();
}

static void
end ()
{
  for (cv::Mat *matrix : { &image, &grey, &blurred, &edges, &out, &dx, &dy, &magnitude })
    matrix->release ();
}

static gboolean
get_result (CeView *view)
{
  cv::Mat &made = out.empty () ? edges : out;

  *view = { made.data, made.step, made.cols, made.rows, made.channels (), CE_U8 };

  return made.depth () == CV_8U;
}

const BenchPeer bench_opencv = { init, begin, run, end, get_result };
