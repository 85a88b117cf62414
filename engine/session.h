/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A session: one source image on one backend.
 */
#ifndef CE_SESSION_H
#define CE_SESSION_H

#include "backend.h"
#include "filters.h"

G_BEGIN_DECLS

typedef struct _CeSession CeSession;

/**
 * CePart:
 * @CE_PART_RESULT: the result; Canny follows chains of weak pixels, and erases edges, only within the rectangle and 64
 *   pixels around it
 * @CE_PART_STRENGTH: the gradient's magnitude of the pixels that Canny's thinning keeps, as float levels that are not
 *   clamped, and 0 elsewhere
 *
 * The kinds of results of ce_session_render_part().
 */
typedef enum { CE_PART_RESULT, CE_PART_STRENGTH } CePart;

CeSession  *ce_session_new            (const CeFilter *filter, const CePlace *place,
                                       int width, int height, int channels, CeType type,
                                       GError **error);
void        ce_session_keep_stages    (CeSession *session);
gboolean    ce_session_open           (CeSession *session, GError **error);
void        ce_session_set_origin     (CeSession *session, CePoint origin, CePoint size);
CePoint     ce_session_get_origin     (CeSession *session);
void        ce_session_finish         (CeSession *session);
void        ce_session_free           (CeSession *session);

const CeView *ce_session_get_source   (CeSession *session);
void        ce_session_rows_arrived   (CeSession *session, int y, int n_rows);
void        ce_session_rows_changed   (CeSession *session, int y, int n_rows);
void        ce_session_put_rows       (CeSession *session, int y, int n_rows,
                                       gconstpointer rows, gsize stride);

gboolean    ce_session_render         (CeSession *session, const CeParams *params,
                                       CeProgressFunc progress, gpointer data, GError **error);
const CeView *ce_session_get_result   (CeSession *session);
gboolean    ce_session_render_part    (CeSession *session, const CeParams *params, const CeArea *area, CePart kind,
                                       const CeView *view, CeProgressFunc progress, gpointer data, GError **error);
gboolean    ce_session_histogram      (CeSession *session, const CeParams *params,
                                       CeHistogram counted, const CeView *mask, guint64 *bins,
                                       CeProgressFunc progress, gpointer data, GError **error);

const CeParams *ce_session_get_params (CeSession *session);
const CeFound *ce_session_get_found   (CeSession *session);
const CePlace *ce_session_get_place   (CeSession *session);
const char *ce_session_get_device     (CeSession *session);
const char *ce_session_get_fallback   (CeSession *session);
gboolean    ce_session_is_waiting     (CeSession *session);
CeTimes     ce_session_get_times      (CeSession *session);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CeSession, ce_session_free)

G_END_DECLS

#endif
