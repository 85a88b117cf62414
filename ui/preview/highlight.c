/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An edge that is talked about, as a whole.
 */
#include "private.h"

#include <math.h>

/* Side of the dots that pixels are shown as, at least, logical pixels. */
#define LEAST 2

/* Shows pixels, which stay until others are set, in a color that no picture has. */
void
ce_preview_set_highlight (CePreview *preview, const CePoint *points, gsize n_points)
{
  preview->highlight = points;
  preview->n_highlight = n_points;
  gtk_widget_queue_draw (GTK_WIDGET (preview));
}

void
ce_preview_draw_highlight (CePreview *preview, cairo_t *cr, const CePicturePlace *place)
{
  double size = MAX (preview->scale, LEAST * gtk_widget_get_scale_factor (GTK_WIDGET (preview)));

  for (gsize i = 0; i < preview->n_highlight; i++)
    {
      const CePoint *point = &preview->highlight[i];
      double         x = place->x + point->x * preview->scale, y = place->y + point->y * preview->scale;

      if (x > -size && y > -size && x < place->width && y < place->height)
        cairo_rectangle (cr, floor (x), floor (y), ceil (size), ceil (size));
    }
  cairo_set_source_rgb (cr, 1, 0.45, 0);
  cairo_fill (cr);
}
