/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What opens where an edge was clicked.
 */
#ifndef CE_EDGE_POPOVER_H
#define CE_EDGE_POPOVER_H

#include <gtk/gtk.h>

#include "live/why.h"

G_BEGIN_DECLS

#define CE_TYPE_EDGE_POPOVER (ce_edge_popover_get_type ())
G_DECLARE_FINAL_TYPE (CeEdgePopover, ce_edge_popover, CE, EDGE_POPOVER, GtkPopover)

GtkWidget *ce_edge_popover_new    (GtkWidget *relative_to);
void       ce_edge_popover_ask    (CeEdgePopover *popover, const GdkRectangle *at);
void       ce_edge_popover_answer (CeEdgePopover *popover, const CeEdge *edge, gboolean automatic);

G_END_DECLS

#endif
