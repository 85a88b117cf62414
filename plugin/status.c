/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Progress in GIMP's status bar. Its Cancel ends the plug-in's process. Until
 * everything is computed the image is untouched (commit.c). Of several drawables
 * that are replaced a Cancel between two of the requests that put the results in
 * place leaves some replaced, in one step of undo: GIMP has no request for several.
 */
#include "status.h"

#include <libgimp/gimp.h>

/* A word to GIMP is a round trip through its main loop. */
#define INTERVAL_US 50000

/* Where each part of a drawable's work begins. Measured at 24 megapixels. */
static const double begins[CE_N_STATUS + 1] = { 0.0, 0.4, 0.7, 1.0 };

/* @text is shown in the status bar. */
void
ce_status_start (CeStatus *status, const char *text, int n_drawables)
{
  *status = (CeStatus) { .n_drawables = n_drawables, .told = g_get_monotonic_time () };
  gimp_progress_init (text);
}

/* A CeProgressFunc. Tells GIMP, unless it was told just before. */
static gboolean
update (double share, gpointer data)
{
  CeStatus     *status = data;
  const double *begin = &begins[status->part];
  gint64        now = g_get_monotonic_time ();

  if (now - status->told < INTERVAL_US)
    return TRUE;

  share = begin[0] + share * (begin[1] - begin[0]);
  gimp_progress_update ((status->n_done + share) / status->n_drawables);
  status->told = now;

  return TRUE;
}

/* Whom to tell the share of this part of the work on one drawable. */
CeProgress
ce_status_begin (CeStatus *status, CeStatusPart part)
{
  status->part = part;

  return (CeProgress) { .func = update, .data = status };
}
