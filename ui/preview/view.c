/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Zoom and position: which part of the picture is where in the widget.
 */
#include "private.h"

#include <math.h>

/* What the wheel and + and - step through; above 1 whole pixels become
 * squares of the same size, except at 3:2. */
static const double steps[] = {
  1.0 / 64, 1.0 / 48, 1.0 / 32, 1.0 / 24, 1.0 / 16, 1.0 / 12, 1.0 / 8, 1.0 / 6, 1.0 / 4, 1.0 / 3,
  1.0 / 2, 2.0 / 3, 1, 1.5, 2, 3, 4, 6, 8, 12, 16, 24, 32
};

/* What the painter paints beyond the widget, so that panning shows no gap. */
#define MARGIN 96

static void
get_size (CePreview *preview, int *width, int *height)
{
  GtkWidget *widget = GTK_WIDGET (preview);
  int        factor = gtk_widget_get_scale_factor (widget);

  *width = gtk_widget_get_allocated_width (widget) * factor;
  *height = gtk_widget_get_allocated_height (widget) * factor;
}

static double
fit_scale (CePreview *preview)
{
  int    width, height;
  double scale;

  get_size (preview, &width, &height);
  scale = MIN ((double) width / preview->width, (double) height / preview->height);

  /* A tiny picture in squares of the same size. */
  return scale > 1 ? MIN (floor (scale), 16) : MAX (scale, steps[0] / 16);
}

static double
clamp_center (double center, int size, double scale, int visible)
{
  double half = visible / 2.0 / scale;

  return 2 * half >= size ? size / 2.0 : CLAMP (center, half, size - half);
}

/**
 * ce_preview_view_moved:
 * @preview: a preview whose scale or center changed
 *
 * Keeps the picture inside, orders what is visible now, draws what is there.
 */
void
ce_preview_view_moved (CePreview *preview)
{
  int width, height;

  get_size (preview, &width, &height);
  if (preview->fit)
    preview->scale = fit_scale (preview);
  preview->center_x = clamp_center (preview->center_x, preview->width, preview->scale, width);
  preview->center_y = clamp_center (preview->center_y, preview->height, preview->scale, height);

  for (CePicture picture = 0; picture < CE_N_PICTURES; picture++)
    ce_preview_changed (preview, picture);
  ce_preview_ask_outline (preview);
  gtk_widget_queue_draw (GTK_WIDGET (preview));
  g_signal_emit_by_name (preview, "view-changed");
}

/**
 * ce_preview_get_place:
 * @preview: a preview
 * @place: (out): where the picture is
 */
void
ce_preview_get_place (CePreview *preview, CePicturePlace *place)
{
  get_size (preview, &place->width, &place->height);
  place->x = (int) floor (place->width / 2.0 - preview->center_x * preview->scale + 0.5);
  place->y = (int) floor (place->height / 2.0 - preview->center_y * preview->scale + 0.5);
}

/* The pixels of one side that are visible at @from to @to, with a margin. */
static void
visible (int position, int visible_size, int size, double scale, int *from, int *n)
{
  double step = MAX (scale, 1);
  int    all = ce_raster_size (size, scale);
  int    end = (int) ceil ((visible_size - position + MARGIN) / step);

  *from = CLAMP ((int) floor ((-position - MARGIN) / step), 0, all - 1);
  *n = CLAMP (end, *from + 1, all) - *from;
}

/**
 * ce_preview_get_region:
 * @preview: a preview
 * @region: (out): what is visible
 *
 * Returns: %FALSE if the widget has no size yet
 */
gboolean
ce_preview_get_region (CePreview *preview, CeRegion *region)
{
  CePicturePlace place;

  ce_preview_get_place (preview, &place);
  region->scale = MIN (preview->scale, 1);
  visible (place.x, place.width, preview->width, preview->scale, &region->x, &region->width);
  visible (place.y, place.height, preview->height, preview->scale, &region->y, &region->height);

  return gtk_widget_get_realized (GTK_WIDGET (preview));
}

/**
 * ce_preview_zoom_at:
 * @preview: a preview
 * @scale: screen pixels per pixel of the picture
 * @x, @y: what stays where it is, in screen pixels of the widget
 */
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

  preview->fit = scale == smallest && smallest < 1;
  preview->scale = scale;
  preview->center_x = image_x - (x - width / 2.0) / scale;
  preview->center_y = image_y - (y - height / 2.0) / scale;
  ce_preview_view_moved (preview);
}

/**
 * ce_preview_step_scale:
 * @scale: screen pixels per pixel of the picture
 * @step: 1 for the next larger usual one, -1 for the next smaller
 *
 * Returns: that scale
 */
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

/**
 * ce_preview_pan:
 * @preview: a preview
 * @dx, @dy: how far the window moves over the picture, in screen pixels
 */
void
ce_preview_pan (CePreview *preview, double dx, double dy)
{
  preview->center_x += dx / preview->scale;
  preview->center_y += dy / preview->scale;
  ce_preview_view_moved (preview);
}

/**
 * ce_preview_split_at:
 * @preview: a preview
 *
 * Returns: where the split line is, in screen pixels of the widget; it stays
 *   on the picture
 */
int
ce_preview_split_at (CePreview *preview)
{
  CePicturePlace place;
  int     end;

  ce_preview_get_place (preview, &place);
  end = place.x + (int) (preview->width * preview->scale);

  return CLAMP ((int) (preview->split * place.width), MAX (place.x, 0), MIN (end, place.width));
}

/**
 * ce_preview_set_view:
 * @preview: a preview
 * @scale: screen pixels per pixel of the picture, 0 to fit it
 * @x, @y: what is in the middle, in pixels of the picture
 *
 * Shows a part of the picture.
 */
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

/**
 * ce_preview_get_view:
 * @preview: a preview
 * @scale: (out): as for ce_preview_set_view()
 * @x, @y: (out): as for ce_preview_set_view()
 */
void
ce_preview_get_view (CePreview *preview, double *scale, double *x, double *y)
{
  *scale = preview->fit ? 0 : preview->scale;
  *x = preview->center_x;
  *y = preview->center_y;
}

/**
 * ce_preview_set_split:
 * @preview: a preview
 * @split: where the line between before and after is, 0 to 1 of the widget's width
 */
void
ce_preview_set_split (CePreview *preview, double split)
{
  preview->split = CLAMP (split, 0, 1);
  gtk_widget_queue_draw (GTK_WIDGET (preview));
}

/**
 * ce_preview_get_split:
 * @preview: a preview
 *
 * Returns: where the line between before and after is
 */
double
ce_preview_get_split (CePreview *preview)
{
  return preview->split;
}

/**
 * ce_preview_get_detail:
 * @preview: a preview
 * @x, @y: (out): first pixel
 * @width, @height: (inout): the size wanted; made smaller if the picture is
 *
 * Tells which part of the picture of a given size is nearest to the middle of
 * what is shown.
 */
void
ce_preview_get_detail (CePreview *preview, int *x, int *y, int *width, int *height)
{
  *width = MIN (*width, preview->width);
  *height = MIN (*height, preview->height);
  *x = CLAMP ((int) preview->center_x - *width / 2, 0, preview->width - *width);
  *y = CLAMP ((int) preview->center_y - *height / 2, 0, preview->height - *height);
}

/**
 * ce_preview_show_pixel:
 * @preview: a preview
 * @x, @y: a pixel of the picture
 *
 * Moves the pixel to the middle, near enough to be seen.
 */
void
ce_preview_show_pixel (CePreview *preview, int x, int y)
{
  preview->fit = FALSE;
  preview->scale = MAX (preview->scale, 8);
  preview->center_x = x + 0.5;
  preview->center_y = y + 0.5;
  ce_preview_view_moved (preview);
}
