/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Progress in GIMP's status bar. Its Cancel ends the plug-in's process; until
 * everything is computed the image is untouched (target.c), so that is safe.
 */
#include "status.h"

#include <libgimp/gimp.h>

/* A word to GIMP is a round trip through its main loop. */
#define INTERVAL_US 50000

/* Where each part of a drawable's work begins. Measured at 24 megapixels. */
static const double begins[CE_N_STATUS + 1] = { 0.0, 0.4, 0.7, 1.0 };

/**
 * ce_status_start:
 * @status: (out): what to fill
 * @text: shown in the status bar
 * @n_drawables: how many drawables will be filtered
 */
void
ce_status_start (CeStatus *status, const char *text, int n_drawables)
{
  status->n_drawables = n_drawables;
  status->n_done = 0;
  status->told = g_get_monotonic_time ();
  gimp_progress_init (text);
}

/**
 * ce_status_update:
 * @status: the status
 * @part: of the work on one drawable
 * @share: of that part, 0 to 1
 *
 * Tells GIMP, unless it was told just before.
 */
void
ce_status_update (CeStatus *status, CeStatusPart part, double share)
{
  gint64 now = g_get_monotonic_time ();

  if (now - status->told < INTERVAL_US)
    return;

  share = begins[part] + share * (begins[part + 1] - begins[part]);
  gimp_progress_update ((status->n_done + share) / status->n_drawables);
  status->told = now;
}

/**
 * ce_status_next:
 * @status: the status
 *
 * One more drawable is done.
 */
void
ce_status_next (CeStatus *status)
{
  status->n_done++;
}

/**
 * ce_status_read:
 * @share: read
 * @status: a #CeStatus
 *
 * A #CeProgressFunc.
 */
gboolean
ce_status_read (double share, gpointer status)
{
  ce_status_update (status, CE_STATUS_READ, share);

  return TRUE;
}

/**
 * ce_status_rendered:
 * @share: rendered
 * @status: a #CeStatus
 *
 * A #CeProgressFunc.
 */
gboolean
ce_status_rendered (double share, gpointer status)
{
  ce_status_update (status, CE_STATUS_RENDER, share);

  return TRUE;
}

/**
 * ce_status_written:
 * @share: written
 * @status: a #CeStatus
 *
 * A #CeProgressFunc.
 */
gboolean
ce_status_written (double share, gpointer status)
{
  ce_status_update (status, CE_STATUS_WRITE, share);

  return TRUE;
}
