/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The edges of this image that the user erased, and the way back. They are the argument “erased” of the
 * procedure, so whatever sets that argument erases or brings back.
 */
#ifndef CE_ERASER_H
#define CE_ERASER_H

#include <gtk/gtk.h>

#include "live/render.h"

G_BEGIN_DECLS

typedef struct _CeEraser CeEraser;

CeEraser  *ce_eraser_new      (GObject *config, gboolean several);
void       ce_eraser_free     (CeEraser *eraser);
GtkWidget *ce_eraser_get_row  (CeEraser *eraser);
void       ce_eraser_remember (CeEraser *eraser, const CeEdge *edge);
void       ce_eraser_add      (CeEraser *eraser, const CePoint *points, gsize n_points);
void       ce_eraser_change   (CeEraser *eraser, gboolean back);

G_END_DECLS

#endif
