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

static CeOver
get_over (CePreview *preview)
{
  return preview->show == CE_SHOW_OVERLAY ? preview->over : preview->layer_over;
}

/**
 * ce_preview_shows_over:
 * @preview: a preview
 *
 * Returns: whether the picture after is drawn over that before
 */
gboolean
ce_preview_shows_over (CePreview *preview)
{
  return get_over (preview) != CE_OVER_NOT;
}

/* Both as they are on the screen, one over the other. */
static cairo_surface_t *
lay_over (const CeCanvas *before, const CeCanvas *after, CeOver over, double opacity)
{
  int              width = after->region.width, height = after->region.height;
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width, height);
  int              stride = cairo_image_surface_get_stride (surface);
  guchar          *pixels = cairo_image_surface_get_data (surface);

  if (! pixels)
    return surface;

  cairo_surface_flush (surface);
  for (int y = 0; y < height; y++)
    {
      guchar       *row = pixels + (gsize) y * stride;
      const guchar *below = cairo_image_surface_get_data (before->surface)
                            + (gsize) y * cairo_image_surface_get_stride (before->surface);
      const guchar *above = cairo_image_surface_get_data (after->surface)
                            + (gsize) y * cairo_image_surface_get_stride (after->surface);

      memcpy (row, below, (gsize) width * 4);
      ce_over_paint ((guint32 *) (gpointer) row, (const guint32 *) (gconstpointer) above, width, over, opacity);
    }
  cairo_surface_mark_dirty (surface);

  return surface;
}

static gboolean
is_same_part (const CeRegion *a, const CeRegion *b)
{
  return a->scale == b->scale && a->x == b->x && a->y == b->y && a->width == b->width && a->height == b->height;
}

/**
 * ce_preview_get_laid_over:
 * @preview: a preview that shows the result over the picture
 *
 * Returns: (transfer none) (nullable): both, of the size of the result's painting;
 *   %NULL as long as they are of different parts
 */
cairo_surface_t *
ce_preview_get_laid_over (CePreview *preview)
{
  const CeCanvas *before = &preview->paintings[CE_PICTURE_BEFORE], *after = &preview->paintings[CE_PICTURE_AFTER];

  if (! preview->laid_over && before->surface && after->surface && is_same_part (&before->region, &after->region))
    preview->laid_over = lay_over (before, after, get_over (preview), preview->opacity);

  return preview->laid_over;
}
