/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CE_PROPERTIES_H
#define CE_PROPERTIES_H

#include <gegl-plugin.h>

#include "engine/filters.h"

#include "hold.h"

/* An effect: a filter that some graph of GEGL's has somewhere. */
typedef struct
{
  GeglOperationFilter parent_instance;
  const CeFilter     *filter;    /* what it does */
  CeParams            params;    /* as they were set; ce_operation_get_params() gives what is computed with */
  GeglColor          *color;     /* of lines */
  gboolean            strict;    /* the GPU that is named computes it or nobody: for procedures, which can tell why not */
  int                 process;   /* of a procedure, for which it computes (call.c); 0: an effect like any other */
  CeHold             *hold;      /* the session and what it is of */
} CeOperation;

/* Each class has its filter. */
typedef struct
{
  GeglOperationFilterClass parent_class;
  const CeFilter          *filter;         /* what it does */
} CeOperationClass;

void     ce_operation_add_properties (CeOperationClass *klass);
CeParams ce_operation_get_params     (const CeOperation *self);

#endif
