/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What session.c (the source, the backend) and render.c (results) share.
 */
#ifndef CE_SESSION_PRIVATE_H
#define CE_SESSION_PRIVATE_H

#include "session.h"

struct _CeSession
{
  const CeFilter  *filter;
  CeParams         params;
  CeTimes          times;
  gboolean         automatic;
  gboolean         keeps;
  gboolean         expects;
  CeParams         expected;

  char            *wanted;       /* the backend that was asked for */
  GThread         *opening;      /* NULL: nothing opens on a thread */
  int              ended;        /* atomic: what opens has ended */
  gboolean         is_open;      /* and what follows is nobody else's any more */
  GError          *refusal;      /* why there is no job */
  double           start_ms;     /* how long the backend took to start; 0 once told */
  double           thresholds_ms; /* how long the last render looked for automatic thresholds */
  const CeBackend *backend;
  gpointer         job;
  char            *backend_name;
  char            *fallback;

  CeSource         source;
  int              n_arrived;
  CeView           result;       /* the last complete one */
  CeView           spare;        /* the one being rendered */
  gpointer         reserve;      /* (nullable): for the result after that */
};

gboolean ce_session_fall_back     (CeSession *session, GError *error, GError **result);
void     ce_session_tell_expected (CeSession *session);

static inline gsize
ce_view_size (const CeView *view)
{
  return view->stride * (gsize) view->height;
}

#endif
