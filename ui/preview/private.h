/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The types and functions that the preview's files share: preview.c is the widget with its properties, input.c mouse and
 * keyboard, view.c zoom and position, painted.c frames, draw.c drawing, curves.c lines, touch.c touched and highlighted
 * edges.
 */
#pragma once

#include "preview.h"

/* All lengths are screen pixels of the device, not GTK's logical ones, so that pictures at 100 % are exact on a
 * high-resolution screen, too. */
struct _CePreview
{
  GtkDrawingArea   parent_instance;

  int              width;              /* of the picture */
  int              height;

  double           scale;              /* screen pixels per pixel of the picture */
  double           center_x;           /* the middle of the view, in pixels of the picture */
  double           center_y;
  gboolean         fit;                /* follows the size of the widget */
  gboolean         chosen;             /* the user has moved or zoomed */

  CePreviewShow    show;
  gboolean         flipped;            /* before and after change sides */
  double           split;              /* 0 to 1, of the widget's width */

  GtkGesture      *drag;
  gboolean         dragging_split;
  double           drag_x;             /* center or split when the drag began */
  double           drag_y;
  gboolean         pickable;           /* a click asks about an edge */
  gboolean         touching;           /* the drag is a rectangle or, */
  gboolean         brushing;           /* of a brush, a line */
  GArray          *touched;            /* of CePoint, the drag's way, pixels of the picture */
  double           scrolled;           /* smooth scrolling that is not yet a step */

  CeRender        *render;             /* (nullable) */
  CeLut           *lut;                /* (nullable) */
  gboolean         overlays;           /* the result can be shown over the picture */
  gboolean         thin;               /* the result is lines, which would fade below 100 % */
  gboolean         selected;           /* there is a selection */
  gboolean         outlined;           /* its outline is drawn */
  const CePoint   *highlight;          /* (nullable) pixels of the explained edge */
  gsize            n_highlight;
  CeLines         *lines;              /* (nullable) the lines of the edges */
  guint            of_lines;           /* generation of those edges */
  CeFrame         *frame;              /* (nullable) the frame that is drawn */
  gboolean         stale;              /* the frame is of an old view, or lacks rows */
  gboolean         fresh;              /* the frame was not drawn yet */
};

/* The place of the picture in the widget. */
typedef struct
{
  int x;        /* position of the picture's first pixel in the widget */
  int y;
  int width;    /* of the widget */
  int height;
} CePicturePlace;

void     ce_preview_get_place   (CePreview *preview, CePicturePlace *place);
CePoint  ce_preview_get_pixel   (CePreview *preview, double x, double y);
gboolean ce_preview_get_region  (CePreview *preview, CeRegion *region);
void     ce_preview_view_moved  (CePreview *preview);
void     ce_preview_zoom_at     (CePreview *preview, double scale, double x, double y);
double   ce_preview_step_scale  (double scale, int step);
int      ce_preview_split_at    (CePreview *preview);
void     ce_preview_pan         (CePreview *preview, double dx, double dy);

gboolean ce_preview_has_curves  (CePreview *preview);
void     ce_preview_draw_curves (CePreview *preview, cairo_t *cr, const CePicturePlace *place);
void     ce_preview_draw_highlight (CePreview *preview, cairo_t *cr, const CePicturePlace *place);
void     ce_preview_update_frame (CePreview *preview);
gboolean ce_preview_has_after    (CePreview *preview);

gboolean ce_preview_touch_begin (CePreview *preview, double x, double y);
void     ce_preview_touch_move  (CePreview *preview, double x, double y);
void     ce_preview_touch_end   (CePreview *preview);
void     ce_preview_draw_touch  (CePreview *preview, cairo_t *cr, const CePicturePlace *place);
gboolean ce_preview_draw        (GtkWidget *widget, cairo_t *cr);

void     ce_preview_input_init  (CePreview *preview);
gboolean ce_preview_scroll      (GtkWidget *widget, GdkEventScroll *event);
gboolean ce_preview_key         (GtkWidget *widget, GdkEventKey *event);
gboolean ce_preview_popup_menu  (GtkWidget *widget);
void     ce_preview_update_pointer (GtkWidget *widget, const GdkEventMotion *event);
