/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The parameters of all filters. The catalogue (catalogue.c) lists those of each filter, with texts, ranges and defaults.
 */
#ifndef CE_PARAMS_H
#define CE_PARAMS_H

#include <glib.h>

G_BEGIN_DECLS

typedef enum { CE_FILTER_SOBEL, CE_FILTER_SHARPEN, CE_FILTER_LAPLACIAN, CE_FILTER_CANNY, CE_FILTER_LINE_ART,
               CE_N_FILTERS } CeFilterId;

/* The order of each enumeration is the order of its choices in the catalogue. */
typedef enum { CE_BACKEND_AUTO, CE_BACKEND_CUDA, CE_BACKEND_CPU } CeBackendChoice;
typedef enum { CE_OUTPUT_NEW_LAYER, CE_OUTPUT_REPLACE, CE_OUTPUT_EFFECT, CE_OUTPUT_PATH } CeOutput;
typedef enum { CE_LINES_TO_PATH, CE_LINES_TO_VECTOR_LAYER, CE_LINES_TO_SELECTION, CE_LINES_TO_SVG } CeLinesOutput;
typedef enum { CE_BLEND_NORMAL, CE_BLEND_MULTIPLY, CE_BLEND_SCREEN, CE_BLEND_OVERLAY, CE_BLEND_SOFT_LIGHT,
               CE_BLEND_HARD_LIGHT, CE_BLEND_DARKEN_ONLY, CE_BLEND_LIGHTEN_ONLY, CE_BLEND_ADDITION,
               CE_BLEND_SUBTRACT, CE_BLEND_DIFFERENCE, CE_BLEND_LUMINANCE, CE_N_BLENDS } CeBlend;
typedef enum { CE_LUMA_709, CE_LUMA_601 } CeLuma;
typedef enum { CE_STYLE_WHITE_ON_BLACK, CE_STYLE_BLACK_ON_WHITE, CE_STYLE_LINES } CeStyle;
typedef enum { CE_OPERATOR_SOBEL, CE_OPERATOR_SCHARR, CE_OPERATOR_PREWITT } CeOperator;
typedef enum { CE_COMPONENT_MAGNITUDE, CE_COMPONENT_HORIZONTAL, CE_COMPONENT_VERTICAL, CE_COMPONENT_DIRECTION } CeComponent;
typedef enum { CE_NORM_L2, CE_NORM_L1 } CeNorm;
typedef enum { CE_METHOD_UNSHARP, CE_METHOD_KERNEL, CE_METHOD_DECONVOLVE, CE_METHOD_ADAPTIVE } CeMethod;
typedef enum { CE_THRESHOLD_HARD, CE_THRESHOLD_SOFT } CeThresholdKind;
typedef enum { CE_SHOWN_RESULT, CE_SHOWN_MASK } CeShown;
typedef enum { CE_CHANNELS_LUMINANCE, CE_CHANNELS_RGB } CeChannels;
typedef enum { CE_RESPONSE_EDGES, CE_RESPONSE_ZERO_CROSSINGS, CE_RESPONSE_SIGNED } CeResponse;
typedef enum { CE_OF_EDGES, CE_OF_DARK_LINES, CE_OF_LIGHT_LINES, CE_OF_LINE_ART } CeOf;
typedef enum { CE_THRESHOLDS_MANUAL, CE_THRESHOLDS_PERCENTILE, CE_THRESHOLDS_OTSU } CeThresholds;
typedef enum { CE_STAGE_LUMA, CE_STAGE_BLURRED, CE_STAGE_MAGNITUDE, CE_STAGE_DIRECTION,
               CE_STAGE_THINNED, CE_STAGE_CLASSES, CE_STAGE_EDGES } CeStage;
typedef enum { CE_DRAWN_SMOOTHED, CE_DRAWN_FLOW, CE_DRAWN_DIFFERENCE, CE_DRAWN_LINES } CeDrawn;

/* The largest number of points of erased edges, and the most bytes that they need. */
#define CE_MAX_ERASED 4096
#define CE_MAX_TEXT 100000

/* The largest distance of an erased edge from its point, pixels. */
#define CE_ERASE_REACH 2

/* The largest standard deviation that deconvolution takes back, pixels. */
#define CE_MAX_SPREAD 5.0

/* The widest drawn line whose middle is found, pixels. */
#define CE_MAX_LINE_WIDTH 24

/**
 * CeParams:
 * @backend: #CeBackendChoice; the engine ignores it, as @output, @opacity and @blend
 * @output: #CeOutput
 * @opacity: percent, of a new layer
 * @blend: #CeBlend, of a new layer or an effect
 * @luma: #CeLuma, of the edge filters
 * @style: #CeStyle; the engine inverts for black-on-white and renders lines as white-on-black, which the caller turns into
 *   coverage
 * @operator_, @component, @norm, @method, @channels, @response, @thresholds: of the enumerations above
 * @stage: of the filter: #CeStage, #CeShown of sharpening, #CeDrawn of line art
 * @gain: factor of a gradient or a response
 * @sigma: standard deviation of the Gaussian, pixels; the radius of unsharp masking; across the lines of line art
 * @amount: factor of sharpening
 * @threshold: levels
 * @low, @high: levels of gradient magnitude
 * @share: percent of the pixels that are not edges
 * @width: of Canny's lines, pixels
 * @of: #CeOf, what Canny finds; line art is of lines only: a session finds the dark lines of the line art of its source
 * @line_width: of the drawn lines whose middles Canny finds, pixels; 0, of lines only, is to be found
 * @threshold_kind: #CeThresholdKind, of unsharp masking
 * @iterations: of deconvolution
 * @edge_mask: share of the sharpening that needs an edge, percent
 * @halo_light, @halo_dark: share of a change beyond the neighbors' range that stays, percent
 * @detail: levels; weaker detail is noise
 * @tolerance, @least_length, @gap: of paths, pixels
 * @lines_output: #CeLinesOutput
 * @smooth, @flow, @coherence: standard deviations of line art's Gaussians, pixels: before everything, over the structure
 *   tensor, along the lines
 * @strength: factor of line art's difference of Gaussians
 * @tone: share of brightness in that difference, percent
 * @softness: width of line art's ramp from black to white, levels
 * @erased: (nullable): points of Canny's erased edges in pixels of the layer (ce_params_parse_erased()); an interned
 *   string, so that parameters are copied and compared as memory
 *
 * Every parameter of every filter. A filter reads only those that its row of the catalogue lists. Choices are int, because
 * the catalogue fills them.
 */
typedef struct
{
  int    backend;
  int    output;
  int    blend;
  int    luma;
  int    style;
  int    operator_;
  int    component;
  int    norm;
  int    method;
  int    channels;
  int    response;
  int    thresholds;
  int    stage;
  int    width;
  int    of;
  int    threshold_kind;
  int    iterations;
  double gain;
  double sigma;
  double amount;
  double threshold;
  double low;
  double high;
  double share;
  double line_width;
  double edge_mask;
  double halo_light;
  double halo_dark;
  double detail;
  double opacity;
  double tolerance;
  int    least_length;
  int    gap;
  int    lines_output;
  double smooth;
  double flow;
  double coherence;
  double strength;
  double tone;
  double softness;
  const char *erased;
} CeParams;

/**
 * CeStep:
 * @CE_STEP_LEVELS: samples to signals: luma, coverage by alpha
 * @CE_STEP_BLUR: the Gaussian
 * @CE_STEP_GRADIENT: derivatives, magnitude, thinning
 * @CE_STEP_THRESHOLDS: thresholds, hysteresis
 * @CE_STEP_OUTPUT: the choice of the stage that is shown, and its style
 * @CE_STEP_NONE: behind the last step
 * @CE_STEP_PLACE: the same, of a parameter that places the result in GIMP's image; operations of GEGL, batch runs and
 *   recipes do not use those
 *
 * The steps of a filter, in their order. The catalogue names the first step that each parameter changes, so that a backend
 * may keep the results of the steps before it.
 */
typedef enum
{
  CE_STEP_LEVELS,
  CE_STEP_BLUR,
  CE_STEP_GRADIENT,
  CE_STEP_THRESHOLDS,
  CE_STEP_OUTPUT,
  CE_STEP_NONE,
  CE_STEP_PLACE
} CeStep;

/* Bins of the histograms of gradient magnitude; the last one is open. */
#define CE_HISTOGRAM_BINS 2048

/**
 * CeHistogram:
 * @CE_HISTOGRAM_MAGNITUDE: floor(magnitude) of every pixel
 * @CE_HISTOGRAM_THINNED: floor(magnitude) of the pixels that thinning keeps
 *
 * The pixels that a histogram counts.
 */
typedef enum { CE_HISTOGRAM_MAGNITUDE, CE_HISTOGRAM_THINNED, CE_N_HISTOGRAMS } CeHistogram;

G_END_DECLS

#endif
