/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <libgimp/gimp.h>

#include "engine/cuda-edges.h"

/* The target of a result. */
typedef struct
{
  GimpImage          *image;         /* the image */
  GimpDrawable       *source;        /* one of its drawables */
  const CeFilter     *filter;
  CeParams            params;        /* that were asked for */
  CeFound             found;         /* what their render found */
  gboolean            needs_alpha;   /* the result needs an alpha channel, because of lines or a selection */
  GimpImage          *scratch;       /* (nullable): an image of ce_scratch_new() that has @result and @before */
  GimpLayer          *result;        /* (nullable): the pixels of the result */
  GimpLayer          *before;        /* (nullable): the source as it was, to revert */
  GimpLayer          *layer;         /* (nullable): a new layer, to be inserted */
  GimpItem           *below;         /* (nullable): the item above which it belongs */
  GimpDrawableFilter *operation;     /* (nullable): computes the source's new pixels, or copies those of @result */
  gboolean            shadowed;      /* the source has a shadow to merge */
  GimpDrawableFilter *edited;        /* (nullable): the effect that a new one replaces */

  gboolean            inserted;
  gboolean            marked;        /* the source got its mark with this result */
  gboolean            gave_alpha;
  gboolean            replaced;
  GimpDrawableFilter *effect;
} CeTarget;

CeTarget *ce_target_new         (GimpImage *image, GimpDrawable *source, const CeFilter *filter, const CeParams *params);
void      ce_target_free        (CeTarget *target);
gboolean  ce_target_draws_lines (const CeTarget *target);
gboolean  ce_target_finish      (CeTarget *target, GError **error);
gboolean  ce_commit             (GimpImage *image, GPtrArray *targets, GError **error);
