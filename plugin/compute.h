/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CE_COMPUTE_H
#define CE_COMPUTE_H

#include "engine/session.h"

#include "commit.h"
#include "status.h"

/* A call's computing, of one drawable after the other. */
typedef struct
{
  const CeFilter *filter;   /* what to do */
  const CeParams *params;   /* and how */
  CePlace         place;    /* where: what was asked for, or the GPU that the first drawable was computed on */
  CeStatus        status;   /* what GIMP's status bar shows; how many drawables are filtered */
  gboolean        told;     /* it was said why the GPU was left */
} CeComputation;

gboolean ce_compute (CeComputation *computation, CeTarget *target, CeSession *given, GError **error);

#endif
