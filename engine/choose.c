/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What "auto" takes.
 */
#include "choose.h"

#include "backend.h"

/* Starting CUDA costs 100 to 250 ms in every call, part of it hidden behind
 * the arrival of the pixels. A CPU needs that for some tens of megapixels. */
#define GPU_PAYS_FROM_PIXELS (32 * 1000 * 1000)

/**
 * ce_choose_backend:
 * @source: the source's format
 * @filter: what will be rendered
 *
 * Returns: name of the backend that is expected to finish sooner
 */
const char *
ce_choose_backend (const CeView *source, const CeFilter *filter)
{
  gint64 pixels = (gint64) source->width * source->height;

  (void) filter;

  return pixels >= GPU_PAYS_FROM_PIXELS ? "cuda" : "cpu";
}
