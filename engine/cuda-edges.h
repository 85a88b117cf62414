/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The engine of CUDA Edges: edge filters, sharpening, line art and lines of pictures in memory, on a GPU through CUDA or on
 * the processor, with the same result to the last bit.
 *
 * A program renders in four steps: a filter and its parameters (ce_filter_find(), ce_params_parse()), a session for one
 * source (ce_session_new()), its rows (ce_session_put_rows()), a result (ce_session_render(), ce_session_get_result()).
 * Parameters change, and the source stays. Each function has its arguments, units and errors where it is written. Other
 * folders and programs include this header of the engine alone.
 */
#ifndef CE_CUDA_EDGES_H
#define CE_CUDA_EDGES_H

#include <glib.h>

G_BEGIN_DECLS

/* Pictures: rows of samples, interleaved. */

/**
 * CeType:
 * @CE_U8: unsigned bytes; the level is the value
 * @CE_U16: unsigned words in the perceptual (non-linear) encoding; the level is (value / 65535) * 255
 * @CE_F32: floats in the perceptual (non-linear) encoding; the level is the value times 255, or 0 if that is not finite
 *
 * The type of one sample.
 */
typedef enum
{
  CE_U8,
  CE_U16,
  CE_F32
} CeType;

/* The largest width and height, pixels: four times GIMP's. Up to it sums of 32 bits suffice, and so do CUDA's grids of
 * tiles, which have at most 65,535 rows of blocks. */
#define CE_MAX_SIDE 2000000

/**
 * CeView:
 * @data: the first sample of the first row
 * @stride: bytes from one row to the next
 * @width: pixels in a row
 * @height: rows
 * @channels: samples in a pixel: 1 grey, 2 grey and alpha, 3 RGB, 4 RGBA;
 *   alpha is straight (not premultiplied)
 * @type: type of every sample
 *
 * A picture; the memory belongs to somebody else.
 */
typedef struct
{
  guint8 *data;
  gsize   stride;
  int     width;
  int     height;
  int     channels;
  CeType  type;
} CeView;

/**
 * CePoint:
 * @x, @y: a pixel
 */
typedef struct { int x, y; } CePoint;

/**
 * CeArea:
 * @x, @y: the first column and row
 * @width, @height: columns and rows
 *
 * A rectangle of a picture, in pixels.
 */
typedef struct
{
  int x;
  int y;
  int width;
  int height;
} CeArea;

static inline gsize
ce_type_size (CeType type)
{
  return type == CE_U8 ? 1 : type == CE_U16 ? sizeof (guint16) : sizeof (float);
}

static inline gpointer
ce_view_row (const CeView *view, int y)
{
  return view->data + (gsize) y * view->stride;
}

/* Returns the pixel in column @x of row @y. */
static inline guint8 *
ce_view_pixel (const CeView *view, int x, int y)
{
  return (guint8 *) ce_view_row (view, y) + (gsize) x * view->channels * ce_type_size (view->type);
}

/* Returns a rectangle of @view as a picture in the same memory. */
static inline CeView
ce_view_part (const CeView *view, const CeArea *area)
{
  CeView part = *view;

  part.data = ce_view_pixel (view, area->x, area->y);
  part.width = area->width;
  part.height = area->height;

  return part;
}

/* Errors: each message is one sentence for a user. */

/**
 * CeError:
 * @CE_ERROR_CANCELLED: the progress function returned %FALSE; not a failure to report
 * @CE_ERROR_NO_MEMORY: host or device memory did not suffice
 * @CE_ERROR_DEVICE: the device failed while it worked
 * @CE_ERROR_INVALID: a parameter or an argument is not allowed
 * @CE_ERROR_LATER: the device is being made ready for the filter
 * @CE_ERROR_UNAVAILABLE: the backend cannot be used on this machine, for a reason that has no code of its own
 * @CE_ERROR_NOT_BUILT: the same, because this build has none
 * @CE_ERROR_NO_DRIVER: the same, because its driver is not installed
 * @CE_ERROR_OLD_DRIVER: the same, because its driver is too old
 * @CE_ERROR_UPDATED_DRIVER: the same, because its driver was updated while the machine ran
 * @CE_ERROR_NO_GPU: the same, because the machine has no GPU for it
 * @CE_ERROR_HIDDEN_GPU: the same, because an environment variable hides every GPU
 *
 * The codes of errors. Those from %CE_ERROR_UNAVAILABLE on say that a backend cannot be used on this machine.
 */
typedef enum
{
  CE_ERROR_CANCELLED,
  CE_ERROR_NO_MEMORY,
  CE_ERROR_DEVICE,
  CE_ERROR_INVALID,
  CE_ERROR_LATER,
  CE_ERROR_UNAVAILABLE,
  CE_ERROR_NOT_BUILT,
  CE_ERROR_NO_DRIVER,
  CE_ERROR_OLD_DRIVER,
  CE_ERROR_UPDATED_DRIVER,
  CE_ERROR_NO_GPU,
  CE_ERROR_HIDDEN_GPU
} CeError;

#define CE_ERROR (ce_error_quark ())

GQuark ce_error_quark (void);

/* The catalogue: filters, and what scripts, dialogs and the documentation know of their parameters. */

typedef enum { CE_FILTER_SOBEL, CE_FILTER_SHARPEN, CE_FILTER_LAPLACIAN, CE_FILTER_CANNY, CE_FILTER_LINE_ART,
               CE_N_FILTERS } CeFilterId;

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

/**
 * CeChoice:
 * @nick: name in scripts; a public contract
 * @label: for the dialog, to be translated
 * @blurb: (nullable): its effect, one sentence, to be translated
 */
typedef struct
{
  const char *nick;
  const char *label;
  const char *blurb;
} CeChoice;

/**
 * CeCondition:
 * @param: (nullable): name of a choice parameter of the same filter
 * @values: bit n is set if the condition holds for its value n
 *
 * A condition of a parameter's effect. An empty one always holds.
 */
typedef struct
{
  const char *param;
  guint       values;
} CeCondition;

/**
 * CeDefaults:
 * @param: (nullable): name of a choice parameter of the same filter
 * @values: the defaults by its value
 *
 * Defaults that depend on a choice.
 */
typedef struct
{
  const char *param;
  double      values[4];
} CeDefaults;

typedef enum { CE_PARAM_DOUBLE, CE_PARAM_INT, CE_PARAM_CHOICE, CE_PARAM_TEXT } CeParamKind;

/**
 * CeParam:
 * @name: name in scripts; a public contract
 * @label: for the dialog, with a mnemonic, to be translated
 * @blurb: tooltip and documentation, to be translated
 * @kind: number, whole number, choice or text
 * @unit: (nullable): "px", "levels", "%", to be translated
 * @min, @max, @def: range and default of a number, which may be %CE_BY_CHOICE if @defaults has some; @def of a choice is its
 *   value
 * @digits: decimals the dialog shows
 * @choices: (nullable): ended by a %NULL nick; the index is the value in #CeParams
 * @offset: where in #CeParams; a double, an interned string, of the other kinds an int
 * @step: the first step that it changes
 * @applies: conditions that must all hold for it to have an effect
 * @defaults: its defaults, if these depend on a choice
 * @old_name: (nullable): its name in scripts up to version 0.2.0, which goes on working
 * @is_advanced: the dialog folds its row
 */
typedef struct
{
  const char     *name;
  const char     *label;
  const char     *blurb;
  CeParamKind     kind;
  const char     *unit;
  double          min;
  double          max;
  double          def;
  int             digits;
  const CeChoice *choices;
  gsize           offset;
  CeStep          step;
  CeCondition     applies[2];
  CeDefaults      defaults;
  const char     *old_name;
  gboolean        is_advanced;
} CeParam;

/**
 * CeFilter:
 * @id: its number
 * @name: "canny"; names files, options and tests
 * @procedure: "plug-in-cuda-canny"
 * @title: "CUDA Canny": layer names; translated, the titles of dialogs and effects
 * @menu_label: with mnemonic and ellipsis, to be translated
 * @menu_path: its place in GIMP's menus
 * @blurb, @help: documentation, to be translated
 * @params: ended by a %NULL name, in the order scripts and the dialog show them
 * @counted: (nullable): the parameter that the histogram of strengths explains
 * @keeps_channels: a result has the channels of the source, else one of levels
 * @makes_paths: its output is paths (engine/lines/), of the edges of @id; it is no filter of pixels
 */
typedef struct
{
  CeFilterId     id;
  const char    *name;
  const char    *procedure;
  const char    *title;
  const char    *menu_label;
  const char    *menu_path;
  const char    *blurb;
  const char    *help;
  const CeParam *params;
  const char    *counted;
  gboolean       keeps_channels;
  gboolean       makes_paths;
} CeFilter;

const CeFilter *ce_filter_get        (CeFilterId id);
const CeFilter *ce_filter_find       (const char *name);
const CeParam  *ce_filter_find_param (const CeFilter *filter, const char *name);

/* Parameters, as numbers and as text. */

/* The order of each enumeration is the order of its choices in the catalogue. */
typedef enum { CE_BACKEND_AUTO, CE_BACKEND_CUDA, CE_BACKEND_CPU } CeBackendChoice;
typedef enum { CE_OUTPUT_NEW_LAYER, CE_OUTPUT_REPLACE, CE_OUTPUT_EFFECT, CE_OUTPUT_PATH } CeOutput;
typedef enum { CE_LINES_TO_PATH, CE_LINES_TO_VECTOR_LAYER, CE_LINES_TO_SELECTION, CE_LINES_TO_SVG } CeLinesOutput;
typedef enum { CE_BLEND_NORMAL, CE_BLEND_MULTIPLY, CE_BLEND_SCREEN, CE_BLEND_OVERLAY, CE_BLEND_SOFT_LIGHT,
               CE_BLEND_HARD_LIGHT, CE_BLEND_DARKEN_ONLY, CE_BLEND_LIGHTEN_ONLY, CE_BLEND_ADDITION,
               CE_BLEND_SUBTRACT, CE_BLEND_DIFFERENCE, CE_BLEND_LUMINANCE, CE_N_BLENDS } CeBlend;
typedef enum { CE_LUMA_709, CE_LUMA_601, CE_LUMA_STRONGEST } CeLuma;
typedef enum { CE_STYLE_WHITE_ON_BLACK, CE_STYLE_BLACK_ON_WHITE, CE_STYLE_LINES } CeStyle;
typedef enum { CE_OPERATOR_SOBEL, CE_OPERATOR_SCHARR, CE_OPERATOR_PREWITT } CeOperator;
typedef enum { CE_COMPONENT_MAGNITUDE, CE_COMPONENT_HORIZONTAL, CE_COMPONENT_VERTICAL, CE_COMPONENT_DIRECTION } CeComponent;
typedef enum { CE_NORM_L2, CE_NORM_L1 } CeNorm;
typedef enum { CE_METHOD_UNSHARP, CE_METHOD_KERNEL, CE_METHOD_DECONVOLVE, CE_METHOD_ADAPTIVE } CeMethod;
typedef enum { CE_RADIUS_GIVEN, CE_RADIUS_FOUND } CeRadiusFrom;
typedef enum { CE_THRESHOLD_HARD, CE_THRESHOLD_SOFT } CeThresholdKind;
typedef enum { CE_SHOWN_RESULT, CE_SHOWN_MASK, CE_SHOWN_SHARPNESS } CeShown;
typedef enum { CE_CHANNELS_LUMINANCE, CE_CHANNELS_RGB } CeChannels;
typedef enum { CE_RESPONSE_EDGES, CE_RESPONSE_ZERO_CROSSINGS, CE_RESPONSE_SIGNED } CeResponse;
typedef enum { CE_OF_EDGES, CE_OF_DARK_LINES, CE_OF_LIGHT_LINES, CE_OF_LINE_ART } CeOf;
typedef enum { CE_THRESHOLDS_MANUAL, CE_THRESHOLDS_PERCENTILE, CE_THRESHOLDS_OTSU } CeThresholds;
typedef enum { CE_STAGE_LUMA, CE_STAGE_BLURRED, CE_STAGE_MAGNITUDE, CE_STAGE_DIRECTION,
               CE_STAGE_THINNED, CE_STAGE_CLASSES, CE_STAGE_EDGES } CeStage;
typedef enum { CE_DRAWN_SMOOTHED, CE_DRAWN_FLOW, CE_DRAWN_DIFFERENCE, CE_DRAWN_LINES } CeDrawn;

/* The largest number of points of erased edges, and of drawn ones. */
#define CE_MAX_ERASED 4096

/* The largest distance of an erased or drawn edge from its point, pixels. */
#define CE_ERASE_REACH 2

/* The largest standard deviation that deconvolution takes back, pixels. */
#define CE_MAX_SPREAD 5.0

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
 * @radius_from: #CeRadiusFrom, of deconvolution: @sigma, or the radius of the picture's blur
 * @threshold_kind: #CeThresholdKind, of unsharp masking
 * @iterations: of deconvolution
 * @edge_mask: share of the sharpening that needs an edge, percent
 * @halo_light, @halo_dark: share of a change beyond the neighbors' range that stays, percent
 * @detail: levels; weaker detail is noise
 * @tolerance, @least_length, @gap: of paths, pixels
 * @lines_output: #CeLinesOutput
 * @svg_width: of the SVG file, millimeters; 0: by the image's resolution
 * @stroke: width of the lines of a vector layer, pixels; 0 is that of the lines
 * @smooth, @flow, @coherence: standard deviations of line art's Gaussians, pixels: before everything, over the structure
 *   tensor, along the lines
 * @strength: factor of line art's difference of Gaussians
 * @tone: share of brightness in that difference, percent
 * @softness: width of line art's ramp from black to white, levels
 * @erased, @drawn: (nullable): points of edges that are erased from Canny's, or drawn beside them, in pixels of the layer
 *   (ce_params_parse_erased()); interned strings, so that parameters are copied and compared as memory
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
  int    radius_from;
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
  double svg_width;
  double stroke;
  double smooth;
  double flow;
  double coherence;
  double strength;
  double tone;
  double softness;
  const char *erased;
  const char *drawn;
} CeParams;

/**
 * CeCost:
 * @halo: rows and columns around a pixel that it depends on, apart from hysteresis
 * @taps: samples that are read per pixel
 * @threads: of the CPU; 0 if the parameters are not allowed
 * @deconvolves: steps over the whole image come before the result
 *
 * What a render costs.
 */
typedef struct
{
  int      halo;
  int      taps;
  int      threads;
  gboolean deconvolves;
} CeCost;

/**
 * CeResultKind:
 * @CE_RESULT_STYLED: the style has an effect; it has none on sharpening, directions, single derivatives and signed responses
 * @CE_RESULT_COVERAGE: the levels are the coverage of a color
 * @CE_RESULT_PATHS: a call makes lines: of the filter's own row, or of Canny as a path
 *
 * The kind of a result, bits.
 */
typedef enum { CE_RESULT_STYLED = 1, CE_RESULT_COVERAGE = 2, CE_RESULT_PATHS = 4 } CeResultKind;

void         ce_params_init            (CeParams *params, const CeFilter *filter);
double       ce_params_get             (const CeParams *params, const CeParam *param);
void         ce_params_put             (CeParams *params, const CeParam *param, double value);
gboolean     ce_params_put_text        (CeParams *params, const CeParam *param, const char *text, GError **error);
gboolean     ce_params_parse           (CeParams *params, const CeFilter *filter, const char *text, GError **error);
char        *ce_params_value_to_text   (const CeParams *params, const CeParam *param);
char        *ce_param_default_to_text  (const CeFilter *filter, const CeParam *param);
void         ce_params_quantize        (CeParams *params, const CeFilter *filter);
gboolean     ce_params_applies         (const CeParams *params, const CeFilter *filter, const CeParam *param);
CeStep       ce_params_first_step      (const CeParams *before, const CeParams *after, CeFilterId filter);
CeResultKind ce_filter_get_kind        (const CeFilter *filter, const CeParams *params);
GArray      *ce_params_parse_erased    (const char *text, CePoint *size, GError **error);
void         ce_params_take_thresholds (CeParams *params, const guint64 *bins);
CeCost       ce_params_get_cost        (const CeParams *params, const CeFilter *filter, const CeView *source);

/* Places: where to compute. */

/**
 * CeVariant:
 * @CE_VARIANT_BEST: the fastest one of the machine
 * @CE_VARIANT_PLAIN: the specification
 * @CE_VARIANT_BASE: the one of every machine
 * @CE_VARIANT_V3: x86-64-v3: AVX2
 * @CE_VARIANT_V4: x86-64-v4: AVX-512
 *
 * An instruction set of the CPU backend.
 */
typedef enum { CE_VARIANT_BEST, CE_VARIANT_PLAIN, CE_VARIANT_BASE, CE_VARIANT_V3, CE_VARIANT_V4, CE_N_VARIANTS } CeVariant;

/**
 * CePlace:
 * @choice: the CPU, CUDA, or automatic: the one that ends sooner
 * @device: number of the GPU, 0 the first
 * @variant: of the CPU
 * @may_fall_back: the place was chosen, not named: the CPU continues if it fails
 *
 * A place to compute: a backend, its device, its variant; the best ones if only @choice is set.
 */
typedef struct
{
  CeBackendChoice choice;
  int             device;
  CeVariant       variant;
  gboolean        may_fall_back;
} CePlace;

/**
 * CeStart:
 * @CE_START_FIND: its driver and its devices are found, and none is started
 * @CE_START_NOW: it is started; blocks
 * @CE_START_SOON: it is started on a thread of its own, so that its start overlaps with the arrival of pixels
 *
 * What ce_place_start() does.
 */
typedef enum { CE_START_FIND, CE_START_NOW, CE_START_SOON } CeStart;

/**
 * CeUse:
 * @CE_USE_ONCE: one render, in a process that ends with it
 * @CE_USE_LIVE: renders whenever a slider moves
 *
 * The use of a session.
 */
typedef enum { CE_USE_ONCE, CE_USE_LIVE } CeUse;

/**
 * CeDevice:
 * @name: for users: "NVIDIA H200", or the CPU's instruction set "x86-64-v4"
 * @threads: threads of the CPU, else 0
 * @memory: bytes of device memory, 0 for the CPU
 * @major, @minor: CUDA compute capability, else 0
 * @driver: CUDA version that the driver supports, 1000 * major + 10 * minor, else 0
 * @has_started: atomic: whether it runs in this process
 * @refusal: (nullable): the reason why it cannot be used, one sentence, as far as it is known without a start
 *
 * A device of a backend.
 */
typedef struct
{
  char    name[256];
  int     threads;
  guint64 memory;
  int     major;
  int     minor;
  int     driver;
  int     has_started;
  char   *refusal;
} CeDevice;

/**
 * CeDeviceEntry:
 * @place: the CPU or a GPU; CUDA's first one if there is none
 * @device: (nullable): the device; %NULL if there is none
 * @text: (nullable): the place as ce_place_parse() reads it; %NULL without a device
 * @refusal: (nullable): the reason why it cannot be used, one sentence, as far as it is known without a start
 *
 * One entry of the list.
 */
typedef struct
{
  CePlace         place;
  const CeDevice *device;
  const char     *text;
  const char     *refusal;
} CeDeviceEntry;

gboolean ce_place_parse   (CePlace *place, const char *text, GError **error);
CePlace  ce_choose_place  (const CePlace *wanted, const CeFilter *filter, const CeParams *params, const CeView *source,
                           CeUse use);
gboolean ce_place_start   (const CePlace *place, CeStart how, GError **error);
void     ce_place_wait    (void);
GArray  *ce_devices_list  (gboolean wait, gboolean *complete);

/* Sessions: one source, any number of results. */

/**
 * CeProgressFunc:
 * @share: the share done, 0 to 1
 * @data: of the caller
 *
 * Called on the thread that renders, about every 10 ms.
 *
 * Returns: %FALSE to cancel
 */
typedef gboolean (*CeProgressFunc) (double share, gpointer data);

/**
 * CeTimes:
 * @start_ms: the device's start; 0 once it runs
 * @upload_ms: the source's way to the device, with the first render
 * @compute_ms: computing alone
 * @download_ms: the result's way to the host
 * @total_ms: wall time of the render for its caller
 *
 * The times of the last render, in milliseconds.
 */
typedef struct
{
  double start_ms;
  double upload_ms;
  double compute_ms;
  double download_ms;
  double total_ms;
} CeTimes;

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

/**
 * CePart:
 * @CE_PART_RESULT: the result; Canny follows chains of weak pixels, and erases edges, only within the rectangle and 64
 *   pixels around it
 * @CE_PART_STRENGTH: the gradient's magnitude of the pixels that Canny's thinning keeps, as float levels that are not
 *   clamped, and 0 elsewhere
 *
 * The kinds of results of ce_session_render_part().
 */
typedef enum { CE_PART_RESULT, CE_PART_STRENGTH } CePart;

/**
 * CeFound:
 * @low, @high: thresholds, levels
 * @line_width: of drawn lines, pixels; 0 if none was looked for
 * @largest: the largest sample of a floating-point source, else 0
 * @noise: standard deviation of the source's noise, levels, if it was estimated, else 0
 * @wider_lines: width of drawn lines that may be missing beside those of @line_width, which was found, pixels; 0 if none may
 * @dots: pieces of ink in a drawing that are too short for a line, if lines were made
 * @erased_width, @erased_height: size of the picture whose erased or drawn edges were dropped, pixels; 0 if none were; a
 *   width of -1 if it was mirrored or turned
 * @radius: standard deviation of the Gaussian of sharpening, pixels
 * @blur: that of the picture's blur, pixels, hundredths; 0 if it was not found or not looked for
 * @edges: lone edges that tell it
 * @sharpness: width of the edges of the sharpest squares, pixels; 0 if no two squares have enough edges
 * @focus: what the edges tell: 1 @blur, 2 that it is below 0.6 pixels, 3 that they are too few, 4 that only parts are in
 *   focus, 5 that @noise hides them; 0 if they were not looked for
 * @is_left: 1 if the picture stays as it is, because its blur was to be taken back and @focus is not 1
 *
 * Values of the catalogue's parameters that a render computed with, and that a picture decides where a call does not, and
 * what a user may have to know of the picture.
 */
typedef struct
{
  double low;
  double high;
  double line_width;
  double largest;
  double noise;
  double wider_lines;
  double dots;
  double erased_width;
  double erased_height;
  double radius;
  double blur;
  double edges;
  double sharpness;
  double focus;
  double is_left;
} CeFound;

/**
 * CeStatus:
 * @params: of the last complete result, as they were asked for, with the defaults of their choices
 * @found: by the render of that result
 * @times: of that render
 * @place: where the session computes, once it is open
 * @device: its device for people, “NVIDIA H200”, or the CPU variant that was asked for
 * @fallback: (nullable): the reason why an automatic session left the GPU, one sentence
 * @is_waiting: it left the GPU until the driver has compiled its kernels; the first render after that is on the GPU again
 * @origin: position of the source's first pixel in its layer
 * @steps: (nullable): pixels of the @n_steps lone edges of ce_session_find_focus() if the session keeps stages, in no order;
 *   valid until the source changes
 * @n_steps: 0 without them
 *
 * A session after its last complete result.
 */
typedef struct
{
  CeParams    params;
  CeFound     found;
  CeTimes     times;
  CePlace     place;
  const char *device;
  char       *fallback;
  gboolean    is_waiting;
  CePoint     origin;
  CePoint    *steps;
  guint       n_steps;
} CeStatus;

typedef struct _CeSession CeSession;

CeSession      *ce_session_new         (const CeFilter *filter, const CePlace *place, int width, int height, int channels,
                                        CeType type, GError **error);
void            ce_session_keep_stages (CeSession *session);
gboolean        ce_session_open        (CeSession *session, GError **error);
void            ce_session_set_origin  (CeSession *session, CePoint origin, CePoint size);
void            ce_session_finish      (CeSession *session);
void            ce_session_free        (CeSession *session);

const CeView   *ce_session_get_source  (CeSession *session);
void            ce_session_put_rows    (CeSession *session, int y, int n_rows, gconstpointer rows, gsize stride);

gboolean        ce_session_render      (CeSession *session, const CeParams *params, CeProgressFunc progress, gpointer data,
                                        GError **error);
const CeView   *ce_session_get_result  (CeSession *session);
gboolean        ce_session_render_part (CeSession *session, const CeParams *params, const CeFound *known, const CeArea *area,
                                        CePart kind, const CeView *view, CeProgressFunc progress, gpointer data,
                                        GError **error);
gboolean        ce_session_histogram   (CeSession *session, const CeParams *params, CeHistogram counted, const CeView *mask,
                                        guint64 *bins, CeProgressFunc progress, gpointer data, GError **error);
gboolean        ce_session_find_focus  (CeSession *session, CeFound *found, CeProgressFunc progress, gpointer data,
                                        GError **error);

const CeStatus *ce_session_get_status  (CeSession *session);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CeSession, ce_session_free)

/* What a render found, in words. */

void   ce_found_init      (CeFound *found, const CeParams *params, const char *text);
char  *ce_found_to_text   (const CeFound *found);
char  *ce_found_note      (const CeFound *found);
char  *ce_filter_describe (const CeFilter *filter, const CeParams *params, const CeFound *found);
char  *ce_params_to_text  (const CeParams *params, const CeFilter *filter, const CeFound *found);

/* Lines: edges, or middles of drawn lines, as curves below the pixel. */

/* A point, in pixels from the image's corner. */
typedef struct { double x, y; } CeVec;

/**
 * CeBezier:
 * @is_line: it is straight, and the handles are its ends
 * @handle: of the begin and of the end of a cubic Bézier curve
 * @to: its end; it begins where the one before it ends
 */
typedef struct
{
  gboolean is_line;
  CeVec    handle[2];
  CeVec    to;
} CeBezier;

/**
 * CePath:
 * @from: where its first curve begins
 * @first: number of its first curve
 * @n: its curves, at least one
 * @n_pixels: edge pixels that it was made of
 * @length: pixels
 * @width: of the drawn line whose middle it is, pixels; 0 of an edge
 * @is_closed: its last curve ends at @from
 * @is_butt: its line has butt ends, at its own; the ends of others are round, half a width beyond
 */
typedef struct
{
  CeVec    from;
  guint    first;
  guint    n;
  guint    n_pixels;
  double   length;
  double   width;
  gboolean is_closed;
  gboolean is_butt;
} CePath;

/**
 * CeLines:
 * @width, @height: of the image, pixels
 * @n_pixels: edge pixels
 * @n_chains: chains between nodes, and loops
 * @n_dots: of middles: pieces of ink that are too short for a line; 0 of edges and of line art
 * @paths: @n_paths of them, in the order of their first pixels
 * @curves: @n_curves of them, those of one path behind those of the one before
 * @length: of all paths, pixels
 *
 * Counted.
 */
typedef struct
{
  int       width;
  int       height;
  guint     n_pixels;
  guint     n_chains;
  guint     n_dots;
  guint     n_paths;
  guint     n_curves;
  CePath   *paths;
  CeBezier *curves;
  double    length;
} CeLines;

/**
 * CeSvg:
 * @x_dpi, @y_dpi: pixels per inch; 0 if they are not known
 * @mm: width of the document, millimeters, its height follows; 0: by the resolution
 * @is_one: all paths are one element, without an order the last one first, as GIMP merges elements
 * @order: (nullable): of ce_lines_order(); else that of the paths
 * @progress: (nullable): about what is written; returns %FALSE to cancel
 * @data: for @progress
 */
typedef struct
{
  double         x_dpi;
  double         y_dpi;
  double         mm;
  gboolean       is_one;
  const guint   *order;
  CeProgressFunc progress;
  gpointer       data;
} CeSvg;

CeLines *ce_lines_find   (CeSession *session, const CeParams *params, const CeView *selection,
                          CeProgressFunc progress, gpointer data, GError **error);
CeLines *ce_lines_ref    (CeLines *lines);
void     ce_lines_unref  (CeLines *lines);
guint   *ce_lines_order  (const CeLines *lines, double *travel, CeProgressFunc progress, gpointer data, GError **error);
GString *ce_lines_to_svg (const CeLines *lines, const CeSvg *svg);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CeLines, ce_lines_unref)

/* Memory of pictures, and tasks on all cores. */

/* A task of ce_threads_share(), 0 to the number of tasks less 1; any thread runs it. */
typedef void (*CeTask) (int task, gpointer data);

gpointer ce_memory_alloc  (gsize size, GError **error);
void     ce_memory_free   (gpointer memory, gsize size);
gboolean ce_memory_take   (CeView *view, int width, int height, GError **error);
void     ce_memory_put    (CeView *view);
void     ce_release       (gboolean devices);
void     ce_threads_share (int n_tasks, CeTask task, gpointer data);

/* Requests of tests. */

/**
 * CeTestingFault:
 * @CE_FAULT_START: CUDA does not start
 * @CE_FAULT_MEMORY: no device memory can be allocated
 * @CE_FAULT_LAUNCH: no kernel can be launched
 *
 * Faults of CUDA.
 */
typedef enum { CE_FAULT_START = 1, CE_FAULT_MEMORY = 2, CE_FAULT_LAUNCH = 4 } CeTestingFault;

/**
 * CeTesting:
 * @threads: threads of the CPU backend; 0 is one per processor
 * @keep_memory: bytes that the CPU may keep between renders; 0 is its own limit
 * @cuda_memory: bytes of device memory of a job; 0 is nearly all
 * @cuda_taps: taps between two polls of Cancel, so that small images are cut, too; 0 is the best number
 * @cuda_fail: #CeTestingFault bits
 * @idle: seconds after which operations release unused memory; 0 is their own limit
 * @soon: a dialog shows the visible part of every result first, and a slow effect is computed in blocks
 * @trace: a dialog prints its steps and their times
 * @compare_with: (nullable): the place that a dialog compares the CPU with, "cpu:plain"
 *
 * Read once from CE_TESTING, a list like "threads=2 cuda-fail=start,launch trace"; 0 everywhere without it. Test programs
 * may set members.
 */
typedef struct
{
  int      threads;
  gint64   keep_memory;
  gint64   cuda_memory;
  gint64   cuda_taps;
  guint    cuda_fail;
  int      idle;
  gboolean soon;
  gboolean trace;
  char    *compare_with;
} CeTesting;

CeTesting *ce_testing (void);

G_END_DECLS

#endif
