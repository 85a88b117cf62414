/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What session.c (the source and its backend) and render.c (results) share.
 */
#ifndef CE_SESSION_PRIVATE_H
#define CE_SESSION_PRIVATE_H

#include "session.h"

struct _CeSession
{
  const CeFilter  *filter;
  CePlace          wanted;       /* what was asked for */

  gboolean         is_open;
  gboolean         may_fall_back; /* a GPU was chosen, not named */
  gboolean         is_waiting;   /* for @later, which is being made ready */
  CePlace          later;
  GError          *refusal;      /* why there is no job */
  const CeBackend *backend;
  gpointer         job;
  CePlace          place;        /* of the job */
  char            *fallback;
  CeSource         source;
  CePoint          origin;       /* of the source in its layer, where points of erased edges are told */
  int              n_arrived;
  gboolean         has_changed;  /* the source, or what is kept of it, since the job was opened */

  CeView           result;       /* the last complete one */
  CeView           spare;        /* the one being rendered */
  CeParams         params;       /* of the last complete one */
  CeTimes          times;
  double           start_ms;     /* how long the backend took to start; 0 once told */
};

gboolean ce_session_ready     (CeSession *session, GError **error);
gboolean ce_session_fall_back (CeSession *session, GError *failure, GError **error);

#endif
