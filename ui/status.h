/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The line below the preview: what computed and how long, how far it is, or
 * what went wrong.
 */
#ifndef CE_STATUS_H
#define CE_STATUS_H

#include <gtk/gtk.h>

#include "live/render.h"

/* Icons: what the user may want to change, and what went wrong. */
#define CE_STATUS_ADVICE "dialog-information"
#define CE_STATUS_ERROR "dialog-warning"

#define CE_TYPE_STATUS_LINE (ce_status_line_get_type ())
G_DECLARE_FINAL_TYPE (CeStatusLine, ce_status_line, CE, STATUS_LINE, GtkBox)

GtkWidget *ce_status_line_new          (void);
GtkWidget *ce_status_line_get_time     (CeStatusLine *line);
void       ce_status_line_set_rendered (CeStatusLine *line, const CeEvent *event);
void       ce_status_line_set          (CeStatusLine *line, const char *icon, const char *text);
void       ce_status_line_set_progress (CeStatusLine *line, double share);

#endif
