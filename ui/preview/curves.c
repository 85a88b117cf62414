/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Draws lines over the picture, at 100 % and above. Below 100 % the pixels of their edges replace them, because both
 * differ by less than a screen pixel, and a photo may have a million curves.
 */
#include "private.h"

/* Widths of the lines and of the dark rim that shows them on any picture, logical pixels. */
#define WIDTH 1.5
#define RIM 3.5

/* Shows the lines of the result of a request. */
void
ce_preview_set_lines (CePreview *preview, CeLines *lines, guint generation)
{
  g_clear_pointer (&preview->lines, ce_lines_unref);
  preview->lines = lines ? ce_lines_ref (lines) : NULL;
  preview->of_lines = generation;
  gtk_widget_queue_draw (GTK_WIDGET (preview));
}

/* Returns whether lines replace the result. */
gboolean
ce_preview_has_curves (CePreview *preview)
{
  return preview->lines && preview->frame && preview->frame->generation == preview->of_lines && preview->scale >= 1;
}

/* Returns whether a curve may be visible in a rectangle: it lies between its ends and its handles. */
static gboolean
is_seen (const CeVec *from, const CeBezier *curve, double left, double top, double right, double bottom)
{
  const CeVec *a = &curve->handle[0], *b = &curve->handle[1], *to = &curve->to;

  return MAX (MAX (from->x, to->x), MAX (a->x, b->x)) >= left && MIN (MIN (from->x, to->x), MIN (a->x, b->x)) <= right
         && MAX (MAX (from->y, to->y), MAX (a->y, b->y)) >= top && MIN (MIN (from->y, to->y), MIN (a->y, b->y)) <= bottom;
}

static void
add_path (cairo_t *cr, const CeLines *lines, const CePath *path, double left, double top, double right, double bottom)
{
  CeVec    from = path->from;
  gboolean connected = FALSE;

  for (guint i = path->first; i < path->first + path->n; i++)
    {
      const CeBezier *curve = &lines->curves[i];
      gboolean         seen = is_seen (&from, curve, left, top, right, bottom);

      if (seen && ! connected)
        cairo_move_to (cr, from.x, from.y);
      if (seen)
        cairo_curve_to (cr, curve->handle[0].x, curve->handle[0].y, curve->handle[1].x, curve->handle[1].y, curve->to.x,
                        curve->to.y);
      connected = seen;
      from = curve->to;
    }
}

/* Draws the lines, in device pixels. */
void
ce_preview_draw_curves (CePreview *preview, cairo_t *cr, const CePicturePlace *place)
{
  int            factor = gtk_widget_get_scale_factor (GTK_WIDGET (preview));
  double         rim = RIM * factor / preview->scale, left = -place->x / preview->scale - rim;
  double         top = -place->y / preview->scale - rim, right = left + place->width / preview->scale + 2 * rim;
  double         bottom = top + place->height / preview->scale + 2 * rim;
  const CeLines *lines = preview->lines;

  cairo_save (cr);
  cairo_translate (cr, place->x, place->y);
  cairo_scale (cr, preview->scale, preview->scale);
  for (guint i = 0; i < lines->n_paths; i++)
    add_path (cr, lines, &lines->paths[i], left, top, right, bottom);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_ROUND);
  cairo_set_source_rgba (cr, 0, 0, 0, 0.45);
  cairo_set_line_width (cr, rim);
  cairo_stroke_preserve (cr);
  cairo_set_source_rgb (cr, CE_LINES_RED / 255.0, CE_LINES_GREEN / 255.0, CE_LINES_BLUE / 255.0);
  cairo_set_line_width (cr, WIDTH * factor / preview->scale);
  cairo_stroke (cr);
  cairo_restore (cr);
}
