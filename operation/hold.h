/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CE_HOLD_H
#define CE_HOLD_H

#include <gegl.h>

#include "engine/session.h"

/* How long a session is kept after it was last used, seconds, and bytes that
 * the sessions of all effects together may keep meanwhile. When none has been
 * used for longer, GPUs are released; they take 0.1 s to start again. */
#define CE_HOLD_SECONDS 30
#define CE_HOLD_DEVICE_SECONDS 120
#define CE_HOLD_BYTES ((gsize) 2 << 30)

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

  gatomicrefcount refs;        /* from here on hold.c's own */
  GMutex          lock;        /* of the above */
  gsize           size;        /* of the session, about */
  gint64          used;        /* monotonic time */
  GMutex          news;        /* of what follows */
  gboolean        has_changed;
  GeglRectangle   changed;     /* since the session was filled */
  GeglRectangle   rendered;    /* results of it may be in a cache of GEGL's */
} CeHold;

CeHold       *ce_hold_new            (void);
void          ce_hold_unref          (CeHold *hold);
GeglRectangle ce_hold_source_changed (CeHold *hold, const GeglRectangle *changed);
void          ce_hold_lock           (CeHold *hold);
gboolean      ce_hold_take_changed   (CeHold *hold, const GeglRectangle *area, GeglRectangle *changed);
void          ce_hold_set_session    (CeHold *hold, CeSession *session, gsize size);
void          ce_hold_unlock         (CeHold *hold);

#endif
