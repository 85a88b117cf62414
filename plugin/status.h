/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CE_STATUS_H
#define CE_STATUS_H

#include <glib.h>

G_BEGIN_DECLS

typedef enum { CE_STATUS_READ, CE_STATUS_RENDER, CE_STATUS_WRITE, CE_N_STATUS } CeStatusPart;

/**
 * CeStatus:
 * @n_drawables: of the call
 * @n_done: of them
 * @told: monotonic time of the last word to GIMP, microseconds
 *
 * What GIMP's status bar shows of a call.
 */
typedef struct
{
  int    n_drawables;
  int    n_done;
  gint64 told;
} CeStatus;

void     ce_status_start    (CeStatus *status, const char *text, int n_drawables);
void     ce_status_update   (CeStatus *status, CeStatusPart part, double share);
void     ce_status_next     (CeStatus *status);
gboolean ce_status_read     (double share, gpointer status);
gboolean ce_status_rendered (double share, gpointer status);
gboolean ce_status_written  (double share, gpointer status);

G_END_DECLS

#endif
