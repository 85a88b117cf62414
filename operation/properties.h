/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CE_PROPERTIES_H
#define CE_PROPERTIES_H

#include <gegl-plugin.h>

#include "engine/filters.h"

#include "hold.h"

/**
 * CeOperation:
 * @filter: what it does
 * @params: as they were set; ce_operation_get_params() gives what is computed with
 * @color: of lines
 * @strict: the GPU that is named computes it or nobody, for procedures, which can tell why not
 *   (report.c); GIMP's dialog does not show it
 * @process: of a procedure, for which it computes (call.c); 0: an effect like any other
 * @hold: the session and what it is of
 *
 * An effect: a filter that some graph of GEGL's has somewhere.
 */
typedef struct
{
  GeglOperationFilter parent_instance;
  const CeFilter     *filter;
  CeParams            params;
  GeglColor          *color;
  gboolean            strict;
  int                 process;
  CeHold             *hold;
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
