/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The members of a session, shared by session.c (source and backend), attempt.c, drawing.c, render.c
 * (results) and histogram.c.
 */
#pragma once

#include "backend.h"
#include "filters.h"
#include "focus.h"

struct _CeSession
{
  const CeFilter  *filter;
  CePlace          wanted;       /* the requested place */

  gboolean         is_open;
  gboolean         may_fall_back; /* a GPU was chosen, not named */
  CePlace          later;        /* where a session that is waiting will compute */
  GError          *refusal;      /* the reason why there is no job */
  const CeBackend *backend;
  gpointer         job;
  CeSource         source;
  CeSource         photo;        /* the source, while @source is its line art; else without data */
  CeParams         drawn;        /* of that line art */
  CePoint          size;         /* of the layer that the source is in */
  int              n_arrived;
  gint32           largest;      /* the bits of the largest sample of a floating-point source; of a negative one 0 */
  gboolean         has_changed;  /* the source or @source.keeps, since the job was opened */

  CeParams         searched;     /* of the last search for the width of drawn lines */
  CeFound          widths;       /* found by that search; a line width of 0 before it */

  CeFocus          focus;        /* of the source; without widths before the search for them */
  CeFound          blur;         /* found by that search */

  CeView           result;       /* the last complete one */
  CeView           spare;        /* the one being rendered */
  CeStatus         status;
  double           start_ms;     /* time of the backend's start; 0 once told */
};

/* Returns the luma of what looks at brightness beside edges of all colors: the width of drawn lines, line art. */
static inline int
ce_luma_beside_colors (int luma)
{
  return luma == CE_LUMA_STRONGEST ? CE_LUMA_709 : luma;
}

/* One call of a session. @run does it on the session's backend, and again on the CPU if a GPU fails. */
typedef struct _CeCall CeCall;
struct _CeCall
{
  gboolean      (*run) (CeSession *session, CeCall *call, GError **error);
  const CeParams *params;
  CeParams        resolved;     /* the requested parameters, with the defaults of their choices */
  const CeFound  *known;        /* (nullable): found by an earlier render, so that no threshold is looked for */
  CeFound         found;        /* as far as it is known before the render */
  CeProgress      progress;
  CePlan          plan;         /* resolved from @params */
  double          thresholds_ms; /* time of finding thresholds */
  double          focus_ms;     /* time of finding the focus */
  CePart          kind;
  const CeArea   *area;         /* of a part, else NULL */
  const CeView   *view;
  CeHistogram     counted;      /* of a strength or a histogram */
  const CeView   *mask;         /* of a histogram; NULL: every pixel counts */
  guint64        *bins;
};

gboolean ce_session_resolve_focus (CeSession *session, CeCall *call, GError **error);
gboolean ce_session_put_result   (CeSession *session, gboolean sharpness, const CeArea *area, const CeView *view,
                                  const CeProgress *progress, GError **error);
gboolean ce_session_draw         (CeSession *session, CeCall *call, GError **error);
void     ce_session_undraw       (CeSession *session);
gboolean ce_session_ready        (CeSession *session, const CeCall *call, GError **error);
gboolean ce_session_fall_back    (CeSession *session, GError *failure, GError **error);
gboolean ce_session_attempt      (CeSession *session, CeCall *call, GError **error);
gboolean ce_session_try          (CeSession *session, CeCall *call, GError **error);
gboolean ce_session_call         (CeSession *session, CeCall *call, GError **error);
gboolean ce_session_render_area  (CeSession *session, const CeCall *call, const CeArea *area, const CeView *view,
                                  const CeProgress *progress, GError **error);
CeArea   ce_session_surroundings (CeSession *session, const CeCall *call, const CeArea *area);
