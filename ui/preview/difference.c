/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The preview while CPU and GPU are compared and something differs.
 */
#include "private.h"

#include <math.h>

/* Radius of the ring around a pixel that differs, logical pixels. */
#define RING 7

/**
 * ce_preview_set_difference:
 * @preview: a preview
 * @map: (nullable): as from ce_difference_map(), must stay; %NULL: the pictures again
 * @points: pixels that differ, must stay
 * @n_points: how many
 *
 * Shows a map of differences instead of the pictures.
 */
void
ce_preview_set_difference (CePreview *preview, const CeView *map, const CePoint *points, int n_points)
{
  preview->difference = map ? *map : (CeView) { NULL };
  preview->points = points;
  preview->n_points = n_points;
  gtk_widget_queue_draw (GTK_WIDGET (preview));
}

/* A pixel alone fades when the map is reduced: each has a ring. */
static void
draw_rings (CePreview *preview, cairo_t *cr, const CePicturePlace *place, int factor)
{
  for (int i = 0; i < preview->n_points; i++)
    {
      double x = place->x + (preview->points[i].x + 0.5) * preview->scale;
      double y = place->y + (preview->points[i].y + 0.5) * preview->scale;

      if (x < 0 || y < 0 || x > place->width || y > place->height)
        continue;

      cairo_new_sub_path (cr);
      cairo_arc (cr, x, y, MAX (RING * factor, preview->scale), 0, 2 * G_PI);
    }
  cairo_set_line_width (cr, 1.5 * factor);
  cairo_set_source_rgb (cr, 1, 0.6, 0.1);
  cairo_stroke (cr);
}

/**
 * ce_preview_draw_difference:
 * @preview: a preview that has a map of differences
 * @cr: where to, in device pixels
 * @place: where the picture is
 *
 * Draws the map, on the main thread: it is the rarest of pictures.
 */
void
ce_preview_draw_difference (CePreview *preview, cairo_t *cr, const CePicturePlace *place)
{
  static const CeLook plain;
  double              zoom = MAX (preview->scale, 1);
  cairo_surface_t    *surface;
  CeRegion            region;

  if (! ce_preview_get_region (preview, &region))
    return;

  surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, region.width, region.height);
  ce_raster_paint (&preview->difference, preview->difference.height, &plain, &region,
                   (guint32 *) cairo_image_surface_get_data (surface), cairo_image_surface_get_stride (surface));
  cairo_surface_mark_dirty (surface);
  cairo_save (cr);
  cairo_translate (cr, place->x + region.x * zoom, place->y + region.y * zoom);
  cairo_scale (cr, zoom, zoom);
  cairo_set_source_surface (cr, surface, 0, 0);
  cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_NEAREST);
  cairo_paint (cr);
  cairo_restore (cr);
  cairo_surface_destroy (surface);
  draw_rings (preview, cr, place, gtk_widget_get_scale_factor (GTK_WIDGET (preview)));
}
