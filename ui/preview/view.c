/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Zoom and position of the picture in the widget.
 */
#include "private.h"

#include <math.h>

#include "live/detail.h"

static void
get_size (CePreview *preview, int *width, int *height)
{
  GtkWidget *widget = GTK_WIDGET (preview);
  int        factor = gtk_widget_get_scale_factor (widget);

  *width = gtk_widget_get_allocated_width (widget) * factor;
  *height = gtk_widget_get_allocated_height (widget) * factor;
}

void
ce_preview_get_place (CePreview *preview, CePicturePlace *place)
{
  get_size (preview, &place->width, &place->height);
  place->x = (int) floor (place->width / 2.0 - preview->center_x * preview->scale + 0.5);
  place->y = (int) floor (place->height / 2.0 - preview->center_y * preview->scale + 0.5);
}

/* Returns the pixel of the picture, or beside it, at a point of the widget, logical pixels. */
CePoint
ce_preview_get_pixel (CePreview *preview, double x, double y)
{
  int            factor = gtk_widget_get_scale_factor (GTK_WIDGET (preview));
  CePicturePlace place;

  ce_preview_get_place (preview, &place);

  return (CePoint) { (int) floor ((x * factor - place.x) / preview->scale),
                     (int) floor ((y * factor - place.y) / preview->scale) };
}

static void
visible (int position, int visible_size, int size, double scale, int *from, int *n)
{
  int all = ce_raster_size (size, scale);

  *from = CLAMP (-position, 0, all - 1);
  *n = CLAMP (visible_size - position, *from + 1, all) - *from;
}

/* Sets the visible region. FALSE if the widget has no size yet. */
gboolean
ce_preview_get_region (CePreview *preview, CeRegion *region)
{
  CePicturePlace place;

  ce_preview_get_place (preview, &place);
  *region = (CeRegion) { .scale = preview->scale };
  visible (place.x, place.width, preview->width, preview->scale, &region->x, &region->width);
  visible (place.y, place.height, preview->height, preview->scale, &region->y, &region->height);

  return gtk_widget_get_realized (GTK_WIDGET (preview));
}

/* Returns the position of the split line, in screen pixels of the widget; it stays on the picture. */
int
ce_preview_split_at (CePreview *preview)
{
  CePicturePlace place;
  int            end;

  ce_preview_get_place (preview, &place);
  end = place.x + (int) (preview->width * preview->scale);

  return CLAMP ((int) (preview->split * place.width), MAX (place.x, 0), MIN (end, place.width));
}

/* The zoom steps of the wheel and of + and -; above 1 all pixels become squares of one size, except at 3:2. */
static const double steps[] = {
  1.0 / 64, 1.0 / 48, 1.0 / 32, 1.0 / 24, 1.0 / 16, 1.0 / 12, 1.0 / 8, 1.0 / 6, 1.0 / 4, 1.0 / 3,
  1.0 / 2, 2.0 / 3, 1, 1.5, 2, 3, 4, 6, 8, 12, 16, 24, 32
};

static double
fit_scale (CePreview *preview)
{
  int    width, height, factor = gtk_widget_get_scale_factor (GTK_WIDGET (preview));
  double scale;

  get_size (preview, &width, &height);
  scale = MIN ((double) width / preview->width, (double) height / preview->height);

  /* A tiny picture gets squares of one size. Below GIMP's 100 %, on a dense screen, the difference is not visible. */
  return scale > factor ? MIN (floor (scale), 16) : MAX (scale, steps[0] / 16);
}

static double
clamp_center (double center, int size, double scale, int visible)
{
  double half = visible / 2.0 / scale;

  return 2 * half >= size ? size / 2.0 : CLAMP (center, half, size - half);
}

/* Notes a change of the view, or more rows of the source: the frame is painted again before it is drawn. New results
 * arrive as frames of their own. */
void
ce_preview_changed (CePreview *preview)
{
  preview->stale = TRUE;
  gtk_widget_queue_draw (GTK_WIDGET (preview));
}

/* Keeps the picture inside, and draws the new view. */
void
ce_preview_view_moved (CePreview *preview)
{
  int width, height;

  get_size (preview, &width, &height);
  if (preview->fit)
    preview->scale = fit_scale (preview);
  preview->center_x = clamp_center (preview->center_x, preview->width, preview->scale, width);
  preview->center_y = clamp_center (preview->center_y, preview->height, preview->scale, height);

  ce_preview_changed (preview);
  g_object_notify (G_OBJECT (preview), "zoom");
  g_object_notify (G_OBJECT (preview), "bolder");
  g_signal_emit_by_name (preview, "view-changed");
}

/* Zooms; the pixel at x, y of the widget, in screen pixels, keeps its place. */
void
ce_preview_zoom_at (CePreview *preview, double scale, double x, double y)
{
  int    width, height;
  double smallest = MIN (fit_scale (preview), 1);
  double image_x, image_y;

  get_size (preview, &width, &height);
  scale = CLAMP (scale, smallest, steps[G_N_ELEMENTS (steps) - 1]);
  image_x = preview->center_x + (x - width / 2.0) / preview->scale;
  image_y = preview->center_y + (y - height / 2.0) / preview->scale;

  preview->chosen = TRUE;
  preview->fit = scale == smallest && smallest < 1;
  preview->scale = scale;
  preview->center_x = image_x - (x - width / 2.0) / scale;
  preview->center_y = image_y - (y - height / 2.0) / scale;
  ce_preview_view_moved (preview);
}

/* Returns the next larger (1) or smaller (-1) step of the zoom. */
double
ce_preview_step_scale (double scale, int step)
{
  int n = G_N_ELEMENTS (steps);

  if (step > 0)
    {
      for (int i = 0; i < n; i++)
        if (steps[i] > scale * 1.001)
          return steps[i];
      return steps[n - 1];
    }

  for (int i = n - 1; i >= 0; i--)
    if (steps[i] < scale / 1.001)
      return steps[i];
  return scale / 2;
}

/* Shows the whole picture, also when the widget changes its size. */
void
ce_preview_fit (CePreview *preview)
{
  preview->chosen = preview->fit = TRUE;
  ce_preview_view_moved (preview);
}

static void
zoom_to (CePreview *preview, double scale)
{
  CePicturePlace place;

  ce_preview_get_place (preview, &place);
  ce_preview_zoom_at (preview, scale, place.width / 2.0, place.height / 2.0);
}

/* Shows the picture in the size of GIMP's 100 %, whose pixels are those of a screen at scale 1. */
void
ce_preview_zoom_original (CePreview *preview)
{
  zoom_to (preview, gtk_widget_get_scale_factor (GTK_WIDGET (preview)));
}

void
ce_preview_zoom_step (CePreview *preview, int step)
{
  zoom_to (preview, ce_preview_step_scale (preview->scale, step));
}

void
ce_preview_pan (CePreview *preview, double dx, double dy)
{
  preview->chosen = TRUE;
  preview->center_x += dx / preview->scale;
  preview->center_y += dy / preview->scale;
  ce_preview_view_moved (preview);
}

/* Shows a part of the picture: scale 0 fits it, and x and y are in the middle. */
void
ce_preview_set_view (CePreview *preview, double scale, double x, double y)
{
  preview->fit = scale <= 0;
  if (! preview->fit)
    {
      preview->scale = CLAMP (scale, steps[0], steps[G_N_ELEMENTS (steps) - 1]);
      preview->center_x = x;
      preview->center_y = y;
    }
  ce_preview_view_moved (preview);
}

/* Shows the most detailed part of the picture @source, among the pixels of the (nullable) @mask, at GIMP's 100 %. */
void
ce_preview_show_detail (CePreview *preview, const CeView *source, const CeView *mask)
{
  GtkWidget *widget = GTK_WIDGET (preview);
  CePoint    middle = ce_find_detail (source, mask, gtk_widget_get_allocated_width (widget),
                                      gtk_widget_get_allocated_height (widget));

  ce_preview_set_view (preview, gtk_widget_get_scale_factor (widget), middle.x, middle.y);
}

/* Sets the view as for ce_preview_set_view(). Returns whether the user has chosen it. */
gboolean
ce_preview_get_view (CePreview *preview, double *scale, double *x, double *y)
{
  *scale = preview->fit ? 0 : preview->scale;
  *x = preview->center_x;
  *y = preview->center_y;

  return preview->chosen;
}

/* Finds the part of the picture nearest to the middle of the view, of the given size or less if the picture is smaller. */
void
ce_preview_get_detail (CePreview *preview, int *x, int *y, int *width, int *height)
{
  *width = MIN (*width, preview->width);
  *height = MIN (*height, preview->height);
  *x = CLAMP ((int) preview->center_x - *width / 2, 0, preview->width - *width);
  *y = CLAMP ((int) preview->center_y - *height / 2, 0, preview->height - *height);
}
