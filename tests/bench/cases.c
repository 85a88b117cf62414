/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Cases with the same picture stand together, since making one takes longer
 * than all that is measured on it.
 */
#include "cases.h"

#define SIZE(name, filter, params, channels, type) { "size", name, filter, params, BENCH_NATURAL, channels, type }
#define WORST(picture, params) { "worst", "canny-l2", "canny", params, picture, 1, CE_U8 }
#define SIGMA(sigma) \
  { "sigma", "canny-sigma-" sigma, "canny", "low=25 high=50 sigma=" sigma, BENCH_NATURAL, 1, CE_U8 }, \
  { "sigma", "laplacian-sigma-" sigma, "laplacian", "threshold=5 sigma=" sigma, BENCH_NATURAL, 1, CE_U8 }
#define UNSHARP(radius) \
  { "sigma", "unsharp-sigma-" radius, "sharpen", "amount=0.5 channels=rgb radius=" radius, BENCH_NATURAL, 3, CE_U8 }
#define STAGE(stage) \
  { "stage", "stage-" stage, "canny", "sigma=1.4 low=25 high=50 stage=" stage, BENCH_NATURAL, 1, CE_U8 }

#define SHARPENED(name, params, channels, type) { "sharpen", name, "sharpen", params, BENCH_NATURAL, channels, type }
#define RESTORED(radius, channels, type) \
  SHARPENED ("deconvolve-" radius, "method=deconvolve amount=1 radius=" radius, channels, type)

#define AT_SIGMA(sigma, name, filter, params, channels, type) \
  { "curve", name "-" sigma, filter, params sigma, BENCH_NATURAL, channels, type },
#define CURVE(name, filter, params, channels, type) \
  AT_SIGMA ("0.3", name, filter, params, channels, type) AT_SIGMA ("0.6", name, filter, params, channels, type) \
  AT_SIGMA ("1", name, filter, params, channels, type) AT_SIGMA ("1.4", name, filter, params, channels, type) \
  AT_SIGMA ("2", name, filter, params, channels, type) AT_SIGMA ("2.5", name, filter, params, channels, type) \
  AT_SIGMA ("3", name, filter, params, channels, type) AT_SIGMA ("3.3", name, filter, params, channels, type) \
  AT_SIGMA ("4", name, filter, params, channels, type) AT_SIGMA ("5", name, filter, params, channels, type)
#define EDGE_CURVES(channels, type) \
  CURVE ("canny", "canny", "low=25 high=50 sigma=", channels, type) \
  CURVE ("laplacian", "laplacian", "threshold=5 sigma=", channels, type)
#define SHARPEN_CURVES(channels, type) \
  CURVE ("unsharp", "sharpen", "amount=0.5 channels=rgb radius=", channels, type)
#define LUMINANCE_CURVES(channels, type) \
  CURVE ("luminance", "sharpen", "amount=0.5 channels=luminance radius=", channels, type)

#define DEPTH(name, filter, params, channels, type) { "depth", name, filter, params, BENCH_NATURAL, channels, type }
#define ALL_OF_DEPTH(channels, type) \
  DEPTH ("canny-l2", "canny", "sigma=0 low=50 high=100", channels, type), \
  DEPTH ("canny-blurred", "canny", "sigma=1.4 low=25 high=50", channels, type), \
  DEPTH ("sobel-l2", "sobel", "", channels, type), \
  DEPTH ("sharpen-kernel", "sharpen", "method=kernel amount=1 channels=rgb", channels, type), \
  DEPTH ("unsharp", "sharpen", "radius=1.4 amount=0.5 channels=rgb", channels, type), \
  DEPTH ("laplacian", "laplacian", "sigma=1.4 threshold=5", channels, type)

const BenchCase bench_cases[] = {
  SIZE ("canny-l2", "canny", "sigma=0 low=50 high=100", 1, CE_U8),
  SIZE ("canny-l1", "canny", "sigma=0 low=50 high=100 norm=l1", 1, CE_U8),
  SIZE ("canny-blurred", "canny", "sigma=1.4 low=25 high=50", 1, CE_U8),
  SIZE ("canny-otsu", "canny", "sigma=1.4 thresholds=otsu", 1, CE_U8),
  SIZE ("canny-percentile", "canny", "sigma=1.4 thresholds=percentile", 1, CE_U8),
  SIZE ("canny-l2-otsu", "canny", "sigma=0 thresholds=otsu", 1, CE_U8),
  SIZE ("sobel-l2", "sobel", "", 1, CE_U8),
  SIZE ("sobel-l1", "sobel", "norm=l1", 1, CE_U8),
  SIZE ("sobel-horizontal", "sobel", "component=horizontal", 1, CE_U8),
  SIZE ("sharpen-kernel", "sharpen", "method=kernel amount=1", 1, CE_U8),
  SIZE ("unsharp", "sharpen", "radius=1.4 amount=0.5", 1, CE_U8),
  SIZE ("laplacian", "laplacian", "sigma=1.4 threshold=5", 1, CE_U8),
  SIZE ("line-art", "line-art", "", 1, CE_U8),
  STAGE ("luma"), STAGE ("blurred"), STAGE ("magnitude"), STAGE ("direction"), STAGE ("thinned"), STAGE ("classes"),
  STAGE ("edges"),
  SIGMA ("0"), SIGMA ("0.3"), SIGMA ("0.5"), SIGMA ("1"), SIGMA ("1.4"), SIGMA ("2"), SIGMA ("3"), SIGMA ("5"), SIGMA ("10"), SIGMA ("20"),

  SIZE ("canny-l2", "canny", "sigma=0 low=50 high=100 channel=luma-601", 3, CE_U8),
  SIZE ("canny-blurred", "canny", "sigma=1.4 low=25 high=50 channel=luma-601", 3, CE_U8),
  SIZE ("canny-colors", "canny", "sigma=0 low=50 high=100 channel=strongest", 3, CE_U8),
  SIZE ("canny-colors-l1", "canny", "sigma=0 low=50 high=100 norm=l1 channel=strongest", 3, CE_U8),
  SIZE ("canny-colors-blurred", "canny", "sigma=1.4 low=25 high=50 channel=strongest", 3, CE_U8),
  SIZE ("sobel-l2", "sobel", "channel=luma-601", 3, CE_U8),
  SIZE ("sobel-colors", "sobel", "channel=strongest", 3, CE_U8),
  SIZE ("sharpen-kernel", "sharpen", "method=kernel amount=1 channels=rgb", 3, CE_U8),
  SIZE ("unsharp", "sharpen", "radius=1.4 amount=0.5 channels=rgb", 3, CE_U8),
  SIZE ("unsharp-luminance", "sharpen", "radius=1.4 amount=0.5 channels=luminance", 3, CE_U8),
  SIZE ("laplacian", "laplacian", "sigma=1.4 threshold=5 channel=luma-601", 3, CE_U8),
  SIZE ("line-art", "line-art", "channel=luma-601", 3, CE_U8),
  UNSHARP ("0.3"), UNSHARP ("0.5"), UNSHARP ("1"), UNSHARP ("1.4"), UNSHARP ("2"), UNSHARP ("3"), UNSHARP ("5"), UNSHARP ("10"), UNSHARP ("20"),

  SIZE ("canny-blurred", "canny", "sigma=1.4 low=25 high=50", 4, CE_U8),
  SIZE ("sobel-l2", "sobel", "", 4, CE_U8),
  SIZE ("unsharp", "sharpen", "radius=1.4 amount=0.5 channels=rgb", 4, CE_U8),

  SIZE ("canny-blurred", "canny", "sigma=1.4 low=25 high=50", 1, CE_U16),
  SIZE ("sobel-l2", "sobel", "", 1, CE_U16),
  SIZE ("sharpen-kernel", "sharpen", "method=kernel amount=1", 1, CE_U16),
  SIZE ("canny-blurred", "canny", "sigma=1.4 low=25 high=50", 3, CE_U16),
  SIZE ("unsharp", "sharpen", "radius=1.4 amount=0.5 channels=rgb", 3, CE_U16),
  SIZE ("unsharp", "sharpen", "radius=1.4 amount=0.5 channels=rgb", 4, CE_U16),
  SIZE ("canny-l2", "canny", "sigma=0 low=50 high=100", 1, CE_F32),
  SIZE ("canny-blurred", "canny", "sigma=1.4 low=25 high=50", 1, CE_F32),
  SIZE ("sobel-l2", "sobel", "", 1, CE_F32),
  SIZE ("sharpen-kernel", "sharpen", "method=kernel amount=1", 1, CE_F32),
  SIZE ("canny-blurred", "canny", "sigma=1.4 low=25 high=50", 3, CE_F32),
  SIZE ("unsharp", "sharpen", "radius=1.4 amount=0.5 channels=rgb", 4, CE_F32),

  RESTORED ("0.7", 3, CE_U8), RESTORED ("1", 3, CE_U8), RESTORED ("2", 3, CE_U8), RESTORED ("3", 3, CE_U8), RESTORED ("5", 3, CE_U8),
  RESTORED ("1", 3, CE_F32),
  SHARPENED ("deconvolve-channels", "method=deconvolve amount=1 radius=1 channels=rgb", 3, CE_U8),
  SHARPENED ("deconvolve-damped", "method=deconvolve amount=1 radius=1 detail=2 edge-mask=40 halo-light=50 halo-dark=50", 3, CE_U8),
  SHARPENED ("adaptive", "method=adaptive amount=1", 3, CE_U8), SHARPENED ("adaptive", "method=adaptive amount=1", 3, CE_F32),
  SHARPENED ("unsharp-masked", "radius=1.4 edge-mask=40 halo-light=50 halo-dark=50 threshold=2 threshold-kind=soft", 3, CE_U8),
  SHARPENED ("unsharp-masked", "radius=1.4 edge-mask=40 halo-light=50 halo-dark=50 threshold=2 threshold-kind=soft", 3, CE_F32),

  EDGE_CURVES (1, CE_U8) SHARPEN_CURVES (1, CE_U8)
  EDGE_CURVES (3, CE_U8) SHARPEN_CURVES (3, CE_U8) LUMINANCE_CURVES (3, CE_U8)
  EDGE_CURVES (4, CE_U8) SHARPEN_CURVES (4, CE_U8) LUMINANCE_CURVES (4, CE_U8)
  EDGE_CURVES (1, CE_U16) SHARPEN_CURVES (1, CE_U16)
  EDGE_CURVES (3, CE_U16) SHARPEN_CURVES (3, CE_U16) LUMINANCE_CURVES (3, CE_U16)
  EDGE_CURVES (4, CE_U16) SHARPEN_CURVES (4, CE_U16) LUMINANCE_CURVES (4, CE_U16)
  EDGE_CURVES (1, CE_F32) SHARPEN_CURVES (1, CE_F32)
  EDGE_CURVES (3, CE_F32) SHARPEN_CURVES (3, CE_F32) LUMINANCE_CURVES (3, CE_F32)
  EDGE_CURVES (4, CE_F32) SHARPEN_CURVES (4, CE_F32)

  ALL_OF_DEPTH (1, CE_U8), ALL_OF_DEPTH (3, CE_U8), ALL_OF_DEPTH (4, CE_U8),
  ALL_OF_DEPTH (1, CE_U16), ALL_OF_DEPTH (3, CE_U16), ALL_OF_DEPTH (4, CE_U16),
  ALL_OF_DEPTH (1, CE_F32), ALL_OF_DEPTH (3, CE_F32), ALL_OF_DEPTH (4, CE_F32),

  WORST (BENCH_NATURAL, "sigma=0 low=40 high=100"),
  WORST (BENCH_NOISE, "sigma=0 low=40 high=100"),
  WORST (BENCH_STRIPES, "sigma=0 low=40 high=100"),
  WORST (BENCH_CHECKER, "sigma=0 low=40 high=100"),
  WORST (BENCH_SPIRAL, "sigma=0 low=40 high=100"),
  WORST (BENCH_COMB, "sigma=0 low=20 high=100"),
  WORST (BENCH_FLAT, "sigma=0 low=40 high=100"),
};

const guint bench_n_cases = G_N_ELEMENTS (bench_cases);
