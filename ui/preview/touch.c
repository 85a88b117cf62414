/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Touched edges: a drag with Shift is a rectangle, one with Ctrl a brush. And the highlight of an explained edge.
 */
#include "private.h"

#include <math.h>

/* The radius of the brush, logical pixels. */
#define RADIUS 8

static double
get_radius (CePreview *preview)
{
  return RADIUS * gtk_widget_get_scale_factor (GTK_WIDGET (preview)) / preview->scale;
}

/* Returns whether the drag that begins here touches edges. */
gboolean
ce_preview_touch_begin (CePreview *preview, double x, double y)
{
  GdkModifierType state = 0;
  CePoint         point = ce_preview_get_pixel (preview, x, y);

  gtk_get_current_event_state (&state);
  preview->touching = preview->pickable && (state & (GDK_SHIFT_MASK | GDK_CONTROL_MASK));
  if (! preview->touching)
    return FALSE;

  preview->brushing = (state & GDK_CONTROL_MASK) != 0;
  preview->touched = g_array_new (FALSE, FALSE, sizeof (CePoint));
  g_array_append_val (preview->touched, point);

  return TRUE;
}

void
ce_preview_touch_move (CePreview *preview, double x, double y)
{
  CePoint point = ce_preview_get_pixel (preview, x, y);

  if (! preview->brushing)
    g_array_set_size (preview->touched, 1);
  g_array_append_val (preview->touched, point);
  gtk_widget_queue_draw (GTK_WIDGET (preview));
}

/* Returns the rectangle around all points, @more larger on all sides. */
static CeArea
get_area (const GArray *points, int more)
{
  CePoint least = g_array_index (points, CePoint, 0), most = least;

  for (guint i = 1; i < points->len; i++)
    {
      const CePoint *point = &g_array_index (points, CePoint, i);

      least = (CePoint) { MIN (least.x, point->x), MIN (least.y, point->y) };
      most = (CePoint) { MAX (most.x, point->x), MAX (most.y, point->y) };
    }

  return (CeArea) { least.x - more, least.y - more, most.x - least.x + 1 + 2 * more, most.y - least.y + 1 + 2 * more };
}

void
ce_preview_touch_end (CePreview *preview)
{
  double  radius = preview->brushing ? get_radius (preview) : 0;
  CeTouch touch = { get_area (preview->touched, (int) ceil (radius)), radius, NULL, 0 };

  if (preview->brushing)
    {
      touch.path = (CePoint *) (gpointer) preview->touched->data;
      touch.n_path = preview->touched->len;
    }
  preview->touching = FALSE;
  if (preview->brushing || preview->touched->len > 1)
    g_signal_emit_by_name (preview, "touched", &touch);
  g_clear_pointer (&preview->touched, g_array_unref);
  gtk_widget_queue_draw (GTK_WIDGET (preview));
}

/* Draws the rectangle or the brush's stroke, in device pixels. */
void
ce_preview_draw_touch (CePreview *preview, cairo_t *cr, const CePicturePlace *place)
{
  if (! preview->touching)
    return;

  cairo_save (cr);
  cairo_translate (cr, place->x, place->y);
  cairo_scale (cr, preview->scale, preview->scale);
  cairo_set_source_rgba (cr, 1, 0.45, 0, 0.4);
  if (preview->brushing)
    {
      for (guint i = 0; i < preview->touched->len; i++)
        cairo_line_to (cr, g_array_index (preview->touched, CePoint, i).x + 0.5,
                       g_array_index (preview->touched, CePoint, i).y + 0.5);
      cairo_set_line_cap (cr, CAIRO_LINE_CAP_ROUND);
      cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
      cairo_set_line_width (cr, 2 * get_radius (preview));
      cairo_stroke (cr);
    }
  else
    {
      CeArea area = get_area (preview->touched, 0);

      cairo_rectangle (cr, area.x, area.y, area.width, area.height);
      cairo_fill (cr);
    }
  cairo_restore (cr);
}

/* The least side of a highlighted pixel's dot, logical pixels. */
#define LEAST 2

/* Highlights pixels until others are set, in a color that is rare in pictures. */
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
