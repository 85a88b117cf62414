/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The edges of this image that the user erased, and the way back.
 */
#ifndef CE_ERASER_H
#define CE_ERASER_H

#include <gtk/gtk.h>

#include "live/worker.h"

G_BEGIN_DECLS

typedef struct _CeEraser CeEraser;

CeEraser  *ce_eraser_new      (GObject *keeper);
void       ce_eraser_free     (CeEraser *eraser);
void       ce_eraser_attach   (CeEraser *eraser, CeWorker *worker, const char *layer, GSourceOnceFunc again, gpointer data);
guint      ce_eraser_count    (GObject *keeper);
gboolean   ce_eraser_refuse   (GObject *keeper, const CeParams *params, GError **error);
GtkWidget *ce_eraser_get_row  (CeEraser *eraser);
void       ce_eraser_remember (CeEraser *eraser, const CeEdge *edge, const CeParams *params);
void       ce_eraser_add      (CeEraser *eraser);
void       ce_eraser_drop     (CeEraser *eraser, guint index);

G_END_DECLS

#endif
