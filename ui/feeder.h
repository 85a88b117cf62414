/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Reads the drawable into the worker's session while the dialog already
 * answers: in slices, when the main loop is idle, because GIMP's wire takes
 * one thread only. Reads it again, as slowly, to find out whether it is another
 * now: GIMP tells a plug-in of no change of pixels.
 */
#ifndef CE_FEEDER_H
#define CE_FEEDER_H

#include "dialog.h"
#include "selection.h"
#include "live/worker.h"

G_BEGIN_DECLS

typedef struct _CeFeeder CeFeeder;

/**
 * CeFedFunc:
 * @n_arrived: rows that are there
 * @height: rows there will be
 * @error: (nullable): why the backend that was asked for cannot be used
 *   (rows go on arriving), or why reading stopped (@n_arrived stays below @height)
 * @data: what was given to ce_feeder_new()
 *
 * Called after every slice.
 */
typedef void (*CeFedFunc) (int n_arrived, int height, const GError *error, gpointer data);

/**
 * CeCheckedFunc:
 * @same: whether the drawable and its selection are as they were read
 * @error: (nullable): why they cannot be read; @same is %FALSE then
 * @data: what was given to ce_feeder_new()
 *
 * Called when ce_feeder_check() has found out.
 */
typedef void (*CeCheckedFunc) (gboolean same, const GError *error, gpointer data);

CeFeeder *ce_feeder_new  (const CeDialogSource *source, CeWorker *worker, CeFedFunc func, CeCheckedFunc checked,
                          gpointer data);
void      ce_feeder_free (CeFeeder *feeder);
void      ce_feeder_open (CeFeeder *feeder, CeSelection *selection, const CePlace *place);
gboolean  ce_feeder_check (CeFeeder *feeder);
void      ce_feeder_stop (CeFeeder *feeder);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CeFeeder, ce_feeder_free)

G_END_DECLS

#endif
