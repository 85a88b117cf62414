/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Filters, parameters and what was found, for the engine.
 */
#pragma once

#include "cuda-edges.h"

G_BEGIN_DECLS

/* A default that stands for one that depends on a choice. Each door replaces it (ce_params_quantize()), and so does a plan,
 * because neither a procedure of GIMP nor an operation of GEGL can tell a stated value from a default. */
#define CE_BY_CHOICE (-1)

/* The widest drawn line whose middle is found, pixels. */
#define CE_MAX_LINE_WIDTH 24

/**
 * CeLinesParams:
 * @tolerance: the largest distance of a point from its curve, 0.05 to 10 pixels
 * @least_length: pixels; paths of fewer go, 0 to 10000
 * @gap: pixels between two ends that are joined, 0 to 10
 *
 * What paths are made of edges with.
 */
typedef struct
{
  double tolerance;
  int    least_length;
  int    gap;
} CeLinesParams;

#define CE_LINES_DEFAULTS { .tolerance = 0.25, .least_length = 8, .gap = 0 }

/* Returns whether the result of sharpening needs the radius of the picture's blur. */
static inline gboolean
ce_params_find_radius (const CeParams *params)
{
  return params->radius_from == CE_RADIUS_FOUND && params->method == CE_METHOD_DECONVOLVE
         && params->stage == CE_SHOWN_RESULT;
}

const CeFilter *ce_filter_get_lines     (void);
void            ce_filter_result_format (const CeFilter *filter, const CeView *source, CeView *result);
CeStyle         ce_filter_get_style     (const CeFilter *filter);

const char     *ce_params_get_text      (const CeParams *params, const CeParam *param);
double          ce_params_get_default   (const CeParams *params, const CeFilter *filter, const CeParam *param);
void            ce_params_resolve       (CeParams *params, const CeFilter *filter);
gboolean        ce_params_same          (const CeParams *a, const CeParams *b, const CeParam *param);
gboolean        ce_params_check         (const CeParams *params, const CeFilter *filter, GError **error);
gboolean        ce_params_check_one     (const CeParams *params, const CeParam *param, GError **error);
CeLinesParams   ce_lines_get_params     (const CeParams *params);

const double   *ce_found_get            (const CeFound *found, const CeParam *param);

G_END_DECLS
