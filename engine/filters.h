/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The catalogue of filters. Procedures, dialog rows, layer names, tests and benchmark rows are made from it.
 */
#ifndef CE_FILTERS_H
#define CE_FILTERS_H

#include "error.h"
#include "found.h"
#include "image.h"
#include "params.h"

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
} CeFilter;

const CeFilter *ce_filter_get           (CeFilterId id);
const CeFilter *ce_filter_get_lines     (void);
gboolean        ce_filter_makes_lines   (const CeFilter *filter, const CeParams *params);
const CeFilter *ce_filter_find          (const char *name);
const CeParam  *ce_filter_find_param    (const CeFilter *filter, const char *name);
void            ce_filter_result_format (const CeFilter *filter, const CeView *source, CeView *result);
char           *ce_filter_describe      (const CeFilter *filter, const CeParams *params, const CeFound *found);
CeStyle         ce_filter_get_style     (const CeFilter *filter);
gboolean        ce_filter_has_style     (const CeFilter *filter, const CeParams *params);
gboolean        ce_filter_draws_lines   (const CeFilter *filter, const CeParams *params);

void            ce_params_init          (CeParams *params, const CeFilter *filter);
double          ce_params_get           (const CeParams *params, const CeParam *param);
void            ce_params_put           (CeParams *params, const CeParam *param, double value);
const char     *ce_params_get_text      (const CeParams *params, const CeParam *param);
void            ce_params_put_text      (CeParams *params, const CeParam *param, const char *text);
double          ce_params_get_default   (const CeParams *params, const CeFilter *filter, const CeParam *param);
void            ce_params_resolve       (CeParams *params, const CeFilter *filter);
gboolean        ce_params_follow        (CeParams *params, const CeParams *before, const CeFilter *filter);
gboolean        ce_params_same          (const CeParams *a, const CeParams *b, const CeParam *param);
void            ce_params_quantize        (CeParams *params, const CeFilter *filter);
gboolean        ce_params_check         (const CeParams *params, const CeFilter *filter, GError **error);
gboolean        ce_params_check_one     (const CeParams *params, const CeParam *param, GError **error);
gboolean        ce_params_set_text      (CeParams *params, const CeParam *param, const char *text, GError **error);
gboolean        ce_params_parse         (CeParams *params, const CeFilter *filter,
                                         const char *text, GError **error);
GArray         *ce_params_parse_erased  (const char *text, CePoint *size, GError **error);
char           *ce_param_default_to_text (const CeFilter *filter, const CeParam *param);
char           *ce_params_value_to_text (const CeParams *params, const CeParam *param);
char           *ce_params_to_text       (const CeParams *params, const CeFilter *filter);
gboolean        ce_param_is_placement         (const CeParam *param);
gboolean        ce_params_applies       (const CeParams *params, const CeFilter *filter,
                                         const CeParam *param);

G_END_DECLS

#endif
