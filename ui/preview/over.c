/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The result over the picture.
 */
#include "private.h"

#include <string.h>

/**
 * ce_preview_set_over:
 * @preview: a preview
 * @over: what of the result lies over the picture when everything is shown so
 * @layer: what of it will in GIMP, which the picture after shows
 * @opacity: of both, 0 to 1
 */
void
ce_preview_set_over (CePreview *preview, CeOver over, CeOver layer, double opacity)
{
  if (preview->over == over && preview->layer_over == layer && preview->opacity == opacity)
    return;

  preview->over = over;
  preview->layer_over = layer;
  preview->opacity = opacity;
  ce_preview_forget_over (preview);
}

/**
 * ce_preview_has_over:
 * @preview: a preview
 *
 * Returns: whether everything can be shown over the picture
 */
gboolean
ce_preview_has_over (CePreview *preview)
{
  return preview->over != CE_OVER_NOT;
}

/**
 * ce_preview_forget_over:
 * @preview: a preview one of whose paintings is another now
 */
void
ce_preview_forget_over (CePreview *preview)
{
  g_clear_pointer (&preview->laid_over, cairo_surface_destroy);
  gtk_widget_queue_draw (GTK_WIDGET (preview));
}

static const guint32 *
get_row (const CeCanvas *canvas, int y)
{
  return (const guint32 *) (gconstpointer) (cairo_image_surface_get_data (canvas->surface)
                                            + (gsize) y * cairo_image_surface_get_stride (canvas->surface));
}

/* As they are on the screen, the result over the picture or over nothing. */
static cairo_surface_t *
lay_over (const CeCanvas *before, const CeCanvas *after, CeOver over, double opacity)
{
  int              width = after->region.width, height = after->region.height;
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width, height);
  int              stride = cairo_image_surface_get_stride (surface);
  guchar          *pixels = cairo_image_surface_get_data (surface);
  const CeCanvas  *below = over == CE_OVER_NOT ? after : before;

  if (! pixels)
    return surface;

  cairo_surface_flush (surface);
  for (int y = 0; y < height; y++)
    {
      guint32 *row = (guint32 *) (gpointer) (pixels + (gsize) y * stride);

      memcpy (row, get_row (below, y), (gsize) width * 4);
      if (over == CE_OVER_NOT)
        ce_over_nothing (row, width);
      else
        ce_over_paint (row, get_row (after, y), width, over, opacity);
    }
  cairo_surface_mark_dirty (surface);

  return surface;
}

/**
 * ce_preview_get_after:
 * @preview: a preview
 *
 * Returns: (transfer none) (nullable): the result as it is to be drawn, over the picture where it is to be so and both
 *   are of the same part
 */
cairo_surface_t *
ce_preview_get_after (CePreview *preview)
{
  const CeCanvas *before = &preview->paintings[CE_PICTURE_BEFORE], *after = &preview->paintings[CE_PICTURE_AFTER];
  CeOver          over = preview->show == CE_SHOW_OVERLAY ? preview->over : preview->layer_over;

  if (preview->laid_over || ! after->surface)
    return preview->laid_over;

  if (! before->surface || ! ce_region_equal (&before->region, &after->region))
    over = CE_OVER_NOT;
  if (over == CE_OVER_NOT && after->opaque)
    return after->surface;

  return preview->laid_over = lay_over (before, after, over, preview->opacity);
}
