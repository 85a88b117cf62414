/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The widget that shows a picture before and after, at any zoom.
 */
#pragma once

#include <gtk/gtk.h>

#include "live/difference.h"

#include "live/render.h"
#include "live/explain.h"

#define CE_TYPE_PREVIEW (ce_preview_get_type ())
G_DECLARE_FINAL_TYPE (CePreview, ce_preview, CE, PREVIEW, GtkDrawingArea)

/* Properties: "show" (a CePreviewShow), "split" (0 to 1, of the width), "outlined" (the selection's outline is drawn, if
 * there is one), "selected" (there is a selection), "pickable" (a click asks about an edge), "overlays" (the result can be
 * shown over the source), "thin" (the result is lines that would fade below 100 %); to be read: "zoom" (screen pixels per
 * pixel of the picture), "bolder" (lines are drawn so). */

/* Before on one side of a line and after on the other, one of them alone, or the result over the source. */
typedef enum { CE_SHOW_SPLIT, CE_SHOW_AFTER, CE_SHOW_BEFORE, CE_SHOW_OVERLAY } CePreviewShow;

GtkWidget *ce_preview_new             (int width, int height, gboolean overlays);
void       ce_preview_add_bar         (CePreview *preview, GtkBox *box);
void       ce_preview_set_render      (CePreview *preview, CeRender *render);
void       ce_preview_set_lut         (CePreview *preview, CeLut *lut);
void       ce_preview_set_highlight   (CePreview *preview, const CePoint *points, gsize n_points);
void       ce_preview_set_lines       (CePreview *preview, CeLines *lines, guint generation);
void       ce_preview_changed         (CePreview *preview);
void       ce_preview_take_frame      (CePreview *preview, CeFrame *frame);

void       ce_preview_fit             (CePreview *preview);
void       ce_preview_zoom_original   (CePreview *preview);
void       ce_preview_zoom_step       (CePreview *preview, int step);
void       ce_preview_show_detail     (CePreview *preview, const CeView *source, const CeView *mask);
void       ce_preview_set_view        (CePreview *preview, double scale, double x, double y);
gboolean   ce_preview_get_view        (CePreview *preview, double *scale, double *x, double *y);
void       ce_preview_get_detail      (CePreview *preview, int *x, int *y, int *width, int *height);
gboolean   ce_preview_find_densest    (CePreview *preview, int width, int height, int *x, int *y);
