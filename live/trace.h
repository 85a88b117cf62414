/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where tests ask for it: how long the main loop was held up, and how long
 * it took from a changed parameter to its pixels. For tests and tuning.
 */
#ifndef CE_TRACE_H
#define CE_TRACE_H

#include "engine/filters.h"

G_BEGIN_DECLS

typedef struct _CeTrace CeTrace;

/**
 * CeMark:
 * @CE_MARK_EVENT: the event of the mouse or the keyboard, as the display dates it
 * @CE_MARK_CHANGED: the parameter has changed
 * @CE_MARK_BEGUN: its render begins
 * @CE_MARK_RENDERED: and ends
 * @CE_MARK_PAINTED: what is visible of the result is ready to be drawn
 * @CE_MARK_HEARD: the main loop knows
 * @CE_MARK_DRAWING: drawing begins
 * @CE_MARK_DRAWN: all is drawn and on its way to the display
 * @CE_MARK_SHOWN: the display has done it
 *
 * Where a change is on its way to the screen.
 */
typedef enum
{
  CE_MARK_EVENT,
  CE_MARK_CHANGED,
  CE_MARK_BEGUN,
  CE_MARK_RENDERED,
  CE_MARK_PAINTED,
  CE_MARK_HEARD,
  CE_MARK_DRAWING,
  CE_MARK_DRAWN,
  CE_MARK_SHOWN,
  CE_N_MARKS
} CeMark;

CeTrace *ce_trace_new     (void);
void     ce_trace_mark    (guint generation, CeMark mark);
void     ce_trace_changed (CeTrace *trace, guint generation, guint32 event_ms);
void     ce_trace_shown   (CeTrace *trace, guint generation);
void     ce_trace_note    (CeTrace *trace, const char *event);
void     ce_trace_place   (CeTrace *trace, const char *what, int x, int y, int width, int height);
void     ce_trace_text    (CeTrace *trace, const char *what, const char *text);
void     ce_trace_values  (CeTrace *trace, const CeFilter *filter, const CeParams *params);
void     ce_trace_free    (CeTrace *trace);

G_END_DECLS

#endif
