/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The outline of the selection for the preview, made on a thread: a selection
 * may be as large and as ragged as the image.
 */
#ifndef CE_ANTS_H
#define CE_ANTS_H

#include <cairo.h>

#include "live/outline.h"

G_BEGIN_DECLS

typedef struct _CeAnts CeAnts;

/**
 * CeAntsFunc:
 * @data: what was given to ce_ants_new()
 *
 * Called on the main thread when there is a new outline to draw.
 */
typedef void (*CeAntsFunc) (gpointer data);

CeAnts *ce_ants_new  (const CeView *mask, CeAntsFunc func, gpointer data);
void    ce_ants_free (CeAnts *ants);
void    ce_ants_ask  (CeAnts *ants, const CeOutlineArea *area, int n_rows, int factor);
void    ce_ants_draw (CeAnts *ants, cairo_t *cr, double x, double y, double scale, int factor);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CeAnts, ce_ants_free)

G_END_DECLS

#endif
