/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the files of the preview share: preview.c is the widget, input.c mouse and
 * keyboard, view.c zoom and position, shown.c what is shown, painted.c takes what
 * the painter made, draw.c, outline.c and difference.c draw, geometry.c is what
 * all stand on.
 */
#ifndef CE_PREVIEW_PRIVATE_H
#define CE_PREVIEW_PRIVATE_H

#include "ants.h"
#include "preview.h"

/* What is made beyond the widget, so that panning shows no gap, device pixels. */
#define MARGIN 96

/* A part of a picture as it was painted last. */
typedef struct
{
  CeRegion         region;
  cairo_surface_t *surface;            /* (nullable): there is no such picture; of a result with straight colors */
  gboolean         opaque;
  int              n_rows;             /* of the picture, that had arrived */
  guint            generation;
} CeCanvas;

/* All lengths are screen pixels of the device, not GTK's logical ones: what
 * is pixel for pixel must be so on a high-resolution screen too. */
struct _CePreview
{
  GtkDrawingArea   parent_instance;

  int              width;              /* of the picture */
  int              height;

  double           scale;              /* screen pixels per pixel of the picture */
  double           center_x;           /* what is in the middle, in pixels of the picture */
  double           center_y;
  gboolean         fit;                /* follows the size of the widget */

  CePreviewShow    show;
  gboolean         flipped;            /* before and after change sides */
  double           split;              /* 0 to 1, of the widget's width */

  GtkGesture      *drag;
  gboolean         dragging_split;
  double           drag_x;             /* center or split when the drag began */
  double           drag_y;
  gboolean         pickable;           /* a click asks about an edge */
  double           scrolled;           /* smooth scrolling that is not yet a step */

  CePainter       *painter;
  CeTint          *tint;               /* (nullable) */
  CeAnts          *ants;               /* NULL: no selection */
  gboolean         outlined;
  CeView           difference;         /* shown instead of the pictures; data NULL: not */
  const CePoint   *points;             /* of it */
  int              n_points;
  CePoint         *highlight;          /* (nullable) pixels of the edge that is talked about */
  gsize            n_highlight;
  GdkPixbuf       *placeholder;
  CeCanvas         paintings[CE_N_PICTURES];
  CeOver           over;               /* what of the result is seen over the picture, where everything is */
  CeOver           layer_over;         /* what of it will be a layer over the picture */
  double           opacity;            /* of both */
  cairo_surface_t *laid_over;          /* (nullable) the result as it is drawn, perhaps over the picture */
  gboolean         has_after;
  gboolean         fresh;              /* the painting of the result was not drawn yet */
};

/**
 * CePicturePlace:
 * @x, @y: where the picture's first pixel is, in the widget
 * @width, @height: of the widget
 *
 * Where the picture is in the widget.
 */
typedef struct
{
  int x;
  int y;
  int width;
  int height;
} CePicturePlace;

void     ce_preview_get_size    (CePreview *preview, int *width, int *height);
void     ce_preview_get_place   (CePreview *preview, CePicturePlace *place);
gboolean ce_preview_get_region  (CePreview *preview, CeRegion *region);
void     ce_preview_view_moved  (CePreview *preview);
void     ce_preview_zoom_at     (CePreview *preview, double scale, double x, double y);
double   ce_preview_step_scale  (double scale, int step);
int      ce_preview_split_at    (CePreview *preview);
void     ce_preview_pan         (CePreview *preview, double dx, double dy);

void     ce_preview_draw_difference (CePreview *preview, cairo_t *cr, const CePicturePlace *place);
void     ce_preview_draw_highlight (CePreview *preview, cairo_t *cr, const CePicturePlace *place);
void     ce_preview_ask_outline (CePreview *preview);

void     ce_preview_forget_over (CePreview *preview);
cairo_surface_t *ce_preview_get_after (CePreview *preview);

gboolean ce_preview_draw        (GtkWidget *widget, cairo_t *cr);

void     ce_preview_input_init  (CePreview *preview);
gboolean ce_preview_scroll      (GtkWidget *widget, GdkEventScroll *event);
gboolean ce_preview_key         (GtkWidget *widget, GdkEventKey *event);
gboolean ce_preview_popup_menu  (GtkWidget *widget);
void     ce_preview_update_pointer (GtkWidget *widget, const GdkEventMotion *event);

#endif
