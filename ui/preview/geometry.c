/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where the picture is in the widget.
 */
#include "private.h"

#include <math.h>

void
ce_preview_get_size (CePreview *preview, int *width, int *height)
{
  GtkWidget *widget = GTK_WIDGET (preview);
  int        factor = gtk_widget_get_scale_factor (widget);

  *width = gtk_widget_get_allocated_width (widget) * factor;
  *height = gtk_widget_get_allocated_height (widget) * factor;
}

void
ce_preview_get_place (CePreview *preview, CePicturePlace *place)
{
  ce_preview_get_size (preview, &place->width, &place->height);
  place->x = (int) floor (place->width / 2.0 - preview->center_x * preview->scale + 0.5);
  place->y = (int) floor (place->height / 2.0 - preview->center_y * preview->scale + 0.5);
}

static void
visible (int position, int visible_size, int size, double scale, int *from, int *n)
{
  int all = ce_raster_size (size, scale);

  *from = CLAMP (-position, 0, all - 1);
  *n = CLAMP (visible_size - position, *from + 1, all) - *from;
}

/* What is visible. FALSE if the widget has no size yet. */
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

/* Where the split line is, in screen pixels of the widget; it stays on the picture. */
int
ce_preview_split_at (CePreview *preview)
{
  CePicturePlace place;
  int            end;

  ce_preview_get_place (preview, &place);
  end = place.x + (int) (preview->width * preview->scale);

  return CLAMP ((int) (preview->split * place.width), MAX (place.x, 0), MIN (end, place.width));
}
