/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Canny's edges in the preview: a click asks about one, which can be kept, dropped or erased; what a drag went over is
 * erased. Those that are erased are the argument “erased” of the procedure, so whatever sets that argument erases or
 * brings back.
 */
#ifndef CE_EDGES_H
#define CE_EDGES_H

#include <gtk/gtk.h>

#include "live/render.h"
#include "ui/preview/preview.h"

typedef struct _CeEdges CeEdges;

CeEdges   *ce_edges_new     (GObject *config, gboolean several, CePreview *preview, CeRender *render);
void       ce_edges_free    (CeEdges *edges);
GtkWidget *ce_edges_get_row (CeEdges *edges);
void       ce_edges_leave   (CeEdges *edges);
void       ce_edges_handle  (CeEdges *edges, const CeEvent *event);

#endif
