/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * With CUDA_EDGES_TRACE set: how long the main loop was held up, and how long
 * it took from a changed parameter to its pixels. For tests and tuning.
 */
#ifndef CE_TRACE_H
#define CE_TRACE_H

#include "engine/filters.h"

G_BEGIN_DECLS

typedef struct _CeTrace CeTrace;

CeTrace *ce_trace_new     (void);
void     ce_trace_changed (CeTrace *trace, guint generation);
void     ce_trace_shown   (CeTrace *trace, guint generation);
void     ce_trace_note    (CeTrace *trace, const char *event);
void     ce_trace_place   (CeTrace *trace, const char *what, int x, int y, int width, int height);
void     ce_trace_values  (CeTrace *trace, const CeFilter *filter, const CeParams *params);
void     ce_trace_free    (CeTrace *trace);

G_END_DECLS

#endif
