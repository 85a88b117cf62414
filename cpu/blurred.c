/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blurred.h"

#include "engine/memory.h"

/* Most bytes that are kept: of 128 megapixels. */
#define BUDGET ((gsize) 512 << 20)

void
ce_blurred_clear (CeBlurred *blurred)
{
  ce_memory_free (blurred->rows, blurred->size);
}

static gboolean
alloc (CeBlurred *blurred, const CeView *source)
{
  if (blurred->rows)
    return TRUE;

  blurred->width = source->width;
  blurred->size = (gsize) source->width * (gsize) source->height * sizeof (float);
  if (blurred->size <= ce_keep_budget (BUDGET))
    blurred->rows = ce_memory_alloc (blurred->size, NULL);

  return blurred->rows != NULL;
}

/* Of colors, by default, the luminance is sharpened. Of other signals there are
 * several floats for each pixel, which take as long to read as to compute. */
static gboolean
is_worthwhile (const CeView *source, const CeParams *params)
{
  return params->method == CE_METHOD_UNSHARP && params->shown == CE_SHOWN_RESULT
         && params->channels == CE_CHANNELS_LUMINANCE && source->channels >= 3 && params->sigma > 0;
}

/**
 * ce_blurred_begin:
 * @blurred: what is kept
 * @source: the image
 * @params: of the render of sharpening that begins
 *
 * Nothing is kept while only radii change: that would only cost time.
 *
 * Returns: whether the render has to do with the rows of @blurred: it reads
 *   them if they are complete, and writes them if not
 */
gboolean
ce_blurred_begin (CeBlurred *blurred, const CeView *source, const CeParams *params)
{
  if (! blurred->keeps || ! is_worthwhile (source, params))
    return FALSE;

  blurred->complete = ce_stamp_holds (&blurred->filled, params, CE_FILTER_SHARPEN, CE_STEP_THRESHOLDS);
  if (blurred->complete)
    return TRUE;

  blurred->filled.valid = FALSE;

  return ce_stamp_holds (&blurred->rendered, params, CE_FILTER_SHARPEN, CE_STEP_THRESHOLDS) && alloc (blurred, source);
}

/* After a render of sharpening that was not cancelled; @written: it had to do with
 * the rows. */
void
ce_blurred_end (CeBlurred *blurred, const CeParams *params, gboolean written)
{
  blurred->rendered = ce_stamp (params);
  if (written)
    blurred->filled = ce_stamp (params);
}
