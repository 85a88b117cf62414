/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CE_COMPUTE_H
#define CE_COMPUTE_H

#include "engine/session.h"

#include "commit.h"
#include "status.h"

G_BEGIN_DECLS

/**
 * CeComputation:
 * @filter: what to do
 * @params: and how
 * @place: where: what was asked for, or the GPU that the first drawable was computed on
 * @status: what GIMP's status bar shows; how many drawables are filtered
 * @told: it was said why the GPU was left
 *
 * A call's computing, of one drawable after the other.
 */
typedef struct
{
  const CeFilter *filter;
  const CeParams *params;
  CePlace         place;
  CeStatus        status;
  gboolean        told;
} CeComputation;

gboolean ce_compute (CeComputation *computation, CeTarget *target, CeSession *given, GError **error);

G_END_DECLS

#endif
