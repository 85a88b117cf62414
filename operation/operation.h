/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the files of the module know of each other.
 */
#ifndef CE_OPERATION_H
#define CE_OPERATION_H

#include <gegl-plugin.h>

#include "engine/session.h"

/* The session of an effect, kept while its parameters change. */
typedef struct
{
  CeSession      *session;     /* (nullable): has all rows of the source; up to @block whoever has locked it owns this */
  GeglRectangle   area;        /* of the source, that it has */
  const Babl     *format;      /* of the source */
  CePlace         place;       /* that was asked for */
  int             n_renders;   /* how often the effect was rendered */
  CeParams        asked;       /* the parameters that were last asked for */
  int             block;       /* of these, what is computed at a time, pixels each way; 0: all of it */

  GMutex          lock;        /* from here on session-cache.c's own: of the above */
  gsize           size;        /* of the session, about */
  gint64          used;        /* monotonic time */
  GMutex          change_lock; /* of what follows */
  GeglRectangle   changed;     /* of the source since the session has it */
  GeglRectangle   rendered;    /* results of it may be in a cache of GEGL's */
} CeSessionCache;

/* An effect: a filter that some graph of GEGL's has somewhere. */
typedef struct
{
  GeglOperationFilter parent_instance;
  const CeFilter     *filter;    /* what it does */
  CeParams            params;    /* as they were set; ce_operation_get_params() gives what is computed with */
  GeglColor          *color;     /* of lines */
  gboolean            strict;    /* the GPU that is named computes it or nobody: for procedures, which can tell why not */
  int                 process;   /* of a procedure, for which it computes (call.c); 0: an effect like any other */
  CeSessionCache     *cache;     /* the session and what it is of */
} CeOperation;

/* Each class has its filter. */
typedef struct
{
  GeglOperationFilterClass parent_class;
  const CeFilter          *filter;         /* what it does */
} CeOperationClass;

void            ce_operation_register       (GTypeModule *module);
void            ce_operation_class_setup    (gpointer klass);
void            ce_operation_init           (GTypeInstance *instance, gpointer klass);
void            ce_operation_add_properties (CeOperationClass *klass);
void            ce_operation_set_color      (CeOperation *self, const GValue *value);
void            ce_operation_add_strict     (GObjectClass *klass, guint id);
CeParams        ce_operation_get_params     (const CeOperation *self);
const char     *ce_operation_source_pad     (GeglOperation *operation);
CePoint         ce_operation_find_origin    (GeglOperation *operation, const GeglRectangle *area);
gboolean        ce_operation_render         (CeOperation *self, GeglBuffer *input, GeglBuffer *output,
                                             const GeglRectangle *area, const GeglRectangle *roi);
GeglRectangle   ce_block_find               (CeOperation *self, const GeglRectangle *area, const GeglRectangle *roi);

CeSessionCache *ce_session_cache_new          (void);
void            ce_session_cache_free         (CeSessionCache *cache);
GeglRectangle   ce_session_cache_add_change   (CeSessionCache *cache, const GeglRectangle *changed);
GeglRectangle   ce_session_cache_take_change  (CeSessionCache *cache, const GeglRectangle *area);
void            ce_session_cache_lock         (CeSessionCache *cache);
void            ce_session_cache_set          (CeSessionCache *cache, CeSession *session, gsize size);
void            ce_session_cache_unlock       (CeSessionCache *cache);

void            ce_call_register     (GTypeModule *module);
void            ce_report            (int process, const CeParams *found, const char *reason);
gint64          ce_report_get_failed (void);
char           *ce_report_list_calls (void);

#endif
