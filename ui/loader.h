/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Reads the drawable into the render thread's session while the dialog already
 * answers: in slices, when the main loop is idle, because GIMP's wire takes
 * one thread only. Reads it again, as slowly, to find out whether it is another
 * now: GIMP tells a plug-in of no change of pixels.
 */
#ifndef CE_LOADER_H
#define CE_LOADER_H

#include "dialog.h"
#include "selection.h"
#include "live/render.h"

typedef struct _CeLoader CeLoader;

/* Called after every slice. @error: (nullable): why the backend that was asked for cannot be used, rows go on arriving; or
 * why reading stopped, @n_arrived stays below @height. */
typedef void (*CeLoadedFunc) (int n_arrived, int height, const GError *error, gpointer data);

/* Whether the drawable and its selection are as they were read. @error: (nullable): why they cannot be read; @same is FALSE
 * then. */
typedef void (*CeCheckedFunc) (gboolean same, const GError *error, gpointer data);

CeLoader *ce_loader_new  (const CeDialogSource *source, const CeFilter *filter, CeRender *render, CeLoadedFunc func,
                          CeCheckedFunc checked, gpointer data);
void      ce_loader_free (CeLoader *loader);
void      ce_loader_open (CeLoader *loader, CeSelection *selection, const CePlace *place);
gboolean  ce_loader_check (CeLoader *loader);
void      ce_loader_stop (CeLoader *loader);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CeLoader, ce_loader_free)

#endif
