/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The widget that shows a picture before and after, at any zoom.
 */
#ifndef CE_PREVIEW_H
#define CE_PREVIEW_H

#include <gtk/gtk.h>

#include "engine/difference.h"

#include "live/over.h"
#include "live/painter.h"

G_BEGIN_DECLS

#define CE_TYPE_PREVIEW (ce_preview_get_type ())
G_DECLARE_FINAL_TYPE (CePreview, ce_preview, CE, PREVIEW, GtkDrawingArea)

/**
 * CePreviewShow:
 * @CE_SHOW_SPLIT: before on one side of a line, after on the other
 * @CE_SHOW_AFTER: the result alone
 * @CE_SHOW_BEFORE: the source alone
 * @CE_SHOW_OVERLAY: the result over the source
 *
 * What a preview shows.
 */
typedef enum { CE_SHOW_SPLIT, CE_SHOW_AFTER, CE_SHOW_BEFORE, CE_SHOW_OVERLAY } CePreviewShow;

GtkWidget    *ce_preview_new             (int width, int height);
void          ce_preview_set_worker      (CePreview *preview, CeWorker *worker);
void          ce_preview_set_tint        (CePreview *preview, CeTint *tint);
void          ce_preview_set_placeholder (CePreview *preview, GdkPixbuf *placeholder);
void          ce_preview_set_selection   (CePreview *preview, const CeView *mask);
gboolean      ce_preview_has_selection   (CePreview *preview);
void          ce_preview_set_outlined    (CePreview *preview, gboolean outlined);
gboolean      ce_preview_get_outlined    (CePreview *preview);
void          ce_preview_set_difference  (CePreview *preview, const CeView *map, const CePoint *points, int n_points);
void          ce_preview_set_highlight   (CePreview *preview, const CePoint *points, gsize n_points);
void          ce_preview_set_pickable    (CePreview *preview, gboolean pickable);
gboolean      ce_preview_get_pickable    (CePreview *preview);
void          ce_preview_changed         (CePreview *preview, CePicture picture);

void          ce_preview_fit             (CePreview *preview);
void          ce_preview_zoom_to         (CePreview *preview, double scale);
void          ce_preview_zoom_step       (CePreview *preview, int step);
void          ce_preview_show_pixel      (CePreview *preview, int x, int y);
double        ce_preview_get_zoom        (CePreview *preview);
void          ce_preview_get_detail      (CePreview *preview, int *x, int *y, int *width, int *height);
gboolean      ce_preview_find_busiest    (CePreview *preview, int width, int height, int *x, int *y);
gboolean      ce_preview_get_fit         (CePreview *preview);

void          ce_preview_set_view        (CePreview *preview, double scale, double x, double y);
void          ce_preview_get_view        (CePreview *preview, double *scale, double *x, double *y);
void          ce_preview_set_split       (CePreview *preview, double split);
double        ce_preview_get_split       (CePreview *preview);

void          ce_preview_set_over        (CePreview *preview, CeOver over, CeOver layer, double opacity);
gboolean      ce_preview_has_over        (CePreview *preview);

void          ce_preview_set_show        (CePreview *preview, CePreviewShow show);
CePreviewShow ce_preview_get_show        (CePreview *preview);

G_END_DECLS

#endif
