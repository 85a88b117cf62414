/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The rows of the catalogue of filters, what a render costs and what it found. Programs include cuda-edges.h alone.
 */
#ifndef CE_CATALOGUE_H
#define CE_CATALOGUE_H

#include "types.h"

G_BEGIN_DECLS

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

/* A default that stands for one that depends on a choice. Each door replaces it (ce_params_quantize()), and so does a plan,
 * because neither a procedure of GIMP nor an operation of GEGL can tell a stated value from a default. */
#define CE_BY_CHOICE (-1)

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

/**
 * CeFound:
 * @low, @high: thresholds, levels
 * @line_width: of drawn lines, pixels; 0 if none was looked for
 * @largest: the largest sample of a floating-point source, else 0
 * @wider_lines: width of drawn lines that may be missing beside those of @line_width, which was found, pixels; 0 if none may
 * @dots: pieces of ink in a drawing that are too short for a line, if lines were made
 * @erased_width, @erased_height: size of the picture whose erased edges were dropped, pixels; 0 if none were; a width of -1
 *   if it was mirrored or turned
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
  double wider_lines;
  double dots;
  double erased_width;
  double erased_height;
} CeFound;

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
 * CeStatus:
 * @params: of the last complete result: those asked for, with what was found in their place
 * @found: by the render of that result
 * @times: of that render
 * @place: where the session computes, once it is open
 * @device: its device for people, “NVIDIA H200”, or the CPU variant that was asked for
 * @fallback: (nullable): the reason why an automatic session left the GPU, one sentence
 * @is_waiting: it left the GPU until the driver has compiled its kernels; the first render after that is on the GPU again
 * @origin: position of the source's first pixel in its layer
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
} CeStatus;

G_END_DECLS

#endif
