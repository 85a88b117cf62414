/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The functions and types that the files of the module share.
 */
#pragma once

#include <gegl-plugin.h>

#include "engine/cuda-edges.h"

/* The session of an effect, kept while its parameters change. */
typedef struct _CeSessionCache CeSessionCache;

/* What a cache keeps from one render to the next, for the thread that has locked it. */
typedef struct
{
  CeSession      *session;      /* (nullable): has all rows of the source */
  gsize           size;         /* of the session, about, bytes */
  GeglRectangle   area;         /* of the source that the session has */
  const Babl     *format;       /* of the source */
  CePlace         place;        /* the requested place */
  int             n_renders;    /* renders of the effect so far */
  CeParams        asked;        /* the last requested parameters */
  int             block;        /* size of a block for @asked, pixels each way; 0: the whole image */
  char           *mark;         /* of the source, NULL where no edges by hand asked for it */
  gboolean        told_dropped; /* the user knows that edges by hand were dropped */
  gboolean        told_failure; /* or that the last render failed */
} CeCached;

/* An effect: a filter in a graph of GEGL. */
typedef struct
{
  GeglOperationFilter parent_instance;
  const CeFilter     *filter;
  CeParams            params;    /* as they were set; ce_operation_get_params() returns those that are computed with */
  GeglColor          *color;     /* of lines */
  gboolean            strict;    /* only the named GPU may compute; for procedures, because they can report a failure */
  int                 process;   /* id of the process whose procedure it computes for (call.c); 0: an ordinary effect */
  CeSessionCache     *cache;
} CeOperation;

/* Each class has its filter. */
typedef struct
{
  GeglOperationFilterClass parent_class;
  const CeFilter          *filter;
} CeOperationClass;

void            ce_operation_register       (GTypeModule *module);
void            ce_operation_class_setup    (gpointer klass);
void            ce_operation_init           (GTypeInstance *instance, gpointer klass);
void            ce_operation_add_properties (CeOperationClass *klass);
void            ce_operation_set_color      (CeOperation *self, const GValue *value);
void            ce_operation_add_strict     (GObjectClass *klass, guint id);
CeParams        ce_operation_get_params     (const CeOperation *self);
const char     *ce_operation_source_pad     (GeglOperation *operation);
CePoint         ce_operation_find_origin    (GeglOperation *operation, const GeglRectangle *area, CePoint *size);
gboolean        ce_operation_has_gpu        (void);
gboolean        ce_operation_render         (CeOperation *self, GeglBuffer *input, GeglBuffer *output,
                                             const GeglRectangle *area, const GeglRectangle *roi);
GeglRectangle   ce_block_find               (CeOperation *self, const GeglRectangle *area, const GeglRectangle *roi);

CeSessionCache *ce_session_cache_new          (void);
void            ce_session_cache_free         (CeSessionCache *cache);
GeglRectangle   ce_session_cache_add_change   (CeSessionCache *cache, const GeglRectangle *changed);
GeglRectangle   ce_session_cache_take_change  (CeSessionCache *cache, const GeglRectangle *area);
CeCached       *ce_session_cache_lock         (CeSessionCache *cache);
void            ce_session_cache_unlock       (CeSessionCache *cache);
void            ce_cached_set_session         (CeCached *cached, CeSession *session, gsize size);

void            ce_call_register     (GTypeModule *module);
void            ce_report            (int process, const CeFound *found, const char *reason);
gint64          ce_report_get_failed (void);
char           *ce_report_list_calls (void);
