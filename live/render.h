/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The render thread owns a session, renders it and paints frames of its results. When the view moves the main thread paints
 * the last result itself, so that the window does not wait for a running render. It uses no toolkit.
 */
#pragma once

#include "messages.h"
#include "painter.h"

typedef struct _CeRender CeRender;

/**
 * CeEventFunc:
 * @event: the event
 * @data: the data of ce_render_new()
 *
 * Called on the main thread.
 */
typedef void (*CeEventFunc) (const CeEvent *event, gpointer data);

CeRender  *ce_render_new          (const CeFilter *filter, CeEventFunc func, gpointer data);
void       ce_render_free         (CeRender *render);

void       ce_render_start        (CeRender *render, const CePlace *place);
void       ce_render_take_session (CeRender *render, CeSession *session, gboolean usable);
void       ce_render_rows_arrived (CeRender *render, int n_arrived);
void       ce_render_set_place    (CeRender *render, const CePlace *place);
guint      ce_render_ask          (CeRender *render, const CeRequest *request);
void       ce_render_set_detail   (CeRender *render, const CeArea *area);
void       ce_render_compare      (CeRender *render, const CePlace *gpu);
void       ce_render_explain      (CeRender *render, int x, int y, int reach);
void       ce_render_find_touched (CeRender *render, const CeTouch *touch);
gboolean   ce_render_is_busy      (CeRender *render, double *share);

CePainter *ce_render_get_painter  (CeRender *render);
CeSession *ce_render_steal        (CeRender *render);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CeRender, ce_render_free)
