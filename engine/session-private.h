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
  const CeBackend *backend;
  gpointer         job;
  char            *backend_name;
  char            *fallback;

  CeSource         source;
  int              n_arrived;
  CeView           result;       /* the last complete one */
  CeView           spare;        /* the one being rendered */
};

gboolean ce_session_fall_back (CeSession *session, GError *error, GError **result);

static inline gsize
ce_view_size (const CeView *view)
{
  return view->stride * (gsize) view->height;
}

#endif
