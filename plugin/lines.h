/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <libgimp/gimp.h>

#include "engine/cuda-edges.h"

/* The results of a call: where they are, counts, lengths in pixels, and in millimeters at the image's horizontal
 * resolution. */
typedef struct
{
  CeLinesOutput output;
  int    n_paths, n_curves;
  double length, length_mm, travel_mm;
} CeLinesFound;

gboolean        ce_lines_check_call (GimpProcedureConfig *config, const CeParams *params, GimpDrawable **drawables,
                                     GError **error);
gboolean        ce_lines_compute (GimpProcedureConfig *config, const CeParams *params, GimpImage *image,
                                  GimpDrawable **drawables, CeSession *session, CeLinesFound *found, GError **error);
void            ce_lines_forget_file (GimpProcedureConfig *config);
void            ce_lines_tell    (GimpProcedureConfig *config, const CeLinesFound *found);
GimpValueArray *ce_lines_return  (GimpProcedure *procedure, const CeLinesFound *found);
