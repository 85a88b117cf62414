/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where the picture is in the widget.
 */
#include "private.h"

#include <math.h>

/**
 * ce_preview_get_size:
 * @preview: a preview
 * @width, @height: (out): of the widget, in screen pixels
 */
void
ce_preview_get_size (CePreview *preview, int *width, int *height)
{
  GtkWidget *widget = GTK_WIDGET (preview);
  int        factor = gtk_widget_get_scale_factor (widget);

  *width = gtk_widget_get_allocated_width (widget) * factor;
  *height = gtk_widget_get_allocated_height (widget) * factor;
}

/**
 * ce_preview_get_place:
 * @preview: a preview
 * @place: (out): where the picture is
 */
void
ce_preview_get_place (CePreview *preview, CePicturePlace *place)
{
  ce_preview_get_size (preview, &place->width, &place->height);
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
  int            end;

  ce_preview_get_place (preview, &place);
  end = place.x + (int) (preview->width * preview->scale);

  return CLAMP ((int) (preview->split * place.width), MAX (place.x, 0), MIN (end, place.width));
}
