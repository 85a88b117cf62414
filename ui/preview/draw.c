/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Draws the preview.
 */
#include "private.h"

#include <math.h>

#include <glib/gi18n.h>

#include "live/trace.h"

#define CHECK 16                        /* side of a square, logical pixels */

/* Draws GIMP's medium checks, the same in light and dark themes. */
static void
draw_checks (cairo_t *cr, int factor)
{
  static const guint32 greys[4] = { 0xff999999, 0xff666666, 0xff666666, 0xff999999 };
  cairo_surface_t     *checks;
  cairo_matrix_t       matrix;

  checks = cairo_image_surface_create_for_data ((guchar *) greys, CAIRO_FORMAT_RGB24, 2, 2, 8);
  cairo_save (cr);
  cairo_set_source_surface (cr, checks, 0, 0);
  cairo_pattern_set_extend (cairo_get_source (cr), CAIRO_EXTEND_REPEAT);
  cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_NEAREST);
  cairo_matrix_init_scale (&matrix, 1.0 / (CHECK * factor), 1.0 / (CHECK * factor));
  cairo_pattern_set_matrix (cairo_get_source (cr), &matrix);
  cairo_paint (cr);
  cairo_restore (cr);
  cairo_surface_finish (checks);
  cairo_surface_destroy (checks);
}

static void
draw_pixels (cairo_t *cr, const CePicturePlace *place, const CeRegion *region, guint32 *pixels)
{
  cairo_surface_t *surface = cairo_image_surface_create_for_data ((guchar *) pixels, CAIRO_FORMAT_ARGB32, region->width,
                                                                  region->height, region->width * 4);

  cairo_set_source_surface (cr, surface, place->x + region->x, place->y + region->y);
  cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_NEAREST);
  cairo_paint (cr);
  cairo_surface_finish (surface);
  cairo_surface_destroy (surface);
}

/* Draws one of both pictures in a part of the widget; without a result it draws the source. */
static void
draw_side (CePreview *preview, cairo_t *cr, const CePicturePlace *place, gboolean after, int from, int to)
{
  const CeFrame *frame = preview->frame;
  gboolean       curves = after && ce_preview_has_curves (preview);

  if (to <= from || ! frame || ! frame->before)
    return;

  cairo_save (cr);
  cairo_rectangle (cr, from, 0, to - from, place->height);
  cairo_clip (cr);
  draw_pixels (cr, place, &frame->viewport.region, after && frame->after && ! curves ? frame->after : frame->before);
  if (curves)
    ce_preview_draw_curves (preview, cr, place);
  cairo_restore (cr);
}

static void
draw_handle (cairo_t *cr, double x, double y, int factor)
{
  double size = 5 * factor;

  cairo_arc (cr, x, y, 11 * factor, 0, 2 * G_PI);
  cairo_set_source_rgba (cr, 0, 0, 0, 0.65);
  cairo_fill_preserve (cr);
  cairo_set_source_rgba (cr, 1, 1, 1, 0.95);
  cairo_set_line_width (cr, 1.5 * factor);
  cairo_stroke (cr);

  for (int side = -1; side <= 1; side += 2)
    {
      cairo_move_to (cr, x + side * (2 * factor + size), y);
      cairo_line_to (cr, x + side * 3 * factor, y - size * 0.8);
      cairo_line_to (cr, x + side * 3 * factor, y + size * 0.8);
      cairo_close_path (cr);
      cairo_fill (cr);
    }
}

/* Draws the split line, light on dark, so that it is visible on any picture. */
static void
draw_split_line (cairo_t *cr, const CePicturePlace *place, int x, int factor)
{
  cairo_set_source_rgba (cr, 0, 0, 0, 0.65);
  cairo_rectangle (cr, x - 1.5 * factor, 0, 3 * factor, place->height);
  cairo_fill (cr);
  cairo_set_source_rgba (cr, 1, 1, 1, 0.95);
  cairo_rectangle (cr, x - 0.5 * factor, 0, factor, place->height);
  cairo_fill (cr);
  draw_handle (cr, x, place->height / 2.0, factor);
}

/* Returns the upper end of a caption: below the picture, or on it if there is no room. */
static double
get_caption_y (CePreview *preview, const CePicturePlace *place, int factor, int height)
{
  double bottom = (place->y + ceil (preview->height * preview->scale)) / factor;
  double end = (double) place->height / factor;

  return end - bottom >= height + 12 ? bottom + 8 : MIN (end, bottom) - 10 - height;
}

/* Draws a small caption at the lower edge; with align 0 it begins at x, with 1 it ends there. */
static void
draw_caption (CePreview *preview, cairo_t *cr, const CePicturePlace *place, const char *text, double x, double align)
{
  int           factor = gtk_widget_get_scale_factor (GTK_WIDGET (preview));
  PangoLayout  *layout = gtk_widget_create_pango_layout (GTK_WIDGET (preview), text);
  int           width, height;
  double        pad = 6;

  pango_layout_get_pixel_size (layout, &width, &height);
  cairo_save (cr);
  cairo_scale (cr, factor, factor);
  cairo_translate (cr, x / factor + (align ? -8 - width - pad : 8 + pad),
                   get_caption_y (preview, place, factor, height));
  cairo_set_source_rgba (cr, 0, 0, 0, 0.6);
  cairo_rectangle (cr, -pad, -2, width + 2 * pad, height + 4);
  cairo_fill (cr);
  cairo_set_source_rgb (cr, 1, 1, 1);
  pango_cairo_show_layout (cr, layout);
  cairo_restore (cr);
  g_object_unref (layout);
}

static void
draw_captions (CePreview *preview, cairo_t *cr, const CePicturePlace *place, int split)
{
  const char *before = _("Before");
  gboolean    flipped = preview->flipped;

  if (preview->show == CE_SHOW_SPLIT)
    draw_caption (preview, cr, place, before, split, ! flipped);
  if (preview->show == CE_SHOW_SPLIT && ce_preview_has_after (preview))
    draw_caption (preview, cr, place, _("After"), split, flipped);
  if (preview->show != CE_SHOW_SPLIT && (preview->show == CE_SHOW_BEFORE) != flipped)
    draw_caption (preview, cr, place, before, MAX (place->x, 0), 0);
}

/* Clips to the rows of the picture that have arrived. */
static void
clip_to_picture (CePreview *preview, cairo_t *cr, const CePicturePlace *place)
{
  const CeFrame *frame = preview->frame;

  cairo_rectangle (cr, place->x, place->y, ce_raster_size (preview->width, preview->scale),
                   frame && frame->before ? frame->viewport.region.y + frame->n_ready : 0);
  cairo_clip (cr);
}

/* Draws a cross in the middle, because the keyboard asks about the edge there. */
static void
draw_cross (cairo_t *cr, double x, double y)
{
  for (int light = 0; light < 2; light++)
    {
      cairo_set_source_rgba (cr, light, light, light, 0.9);
      cairo_set_line_width (cr, light ? 1 : 3);
      for (int side = -1; side <= 1; side += 2)
        {
          cairo_move_to (cr, x + side * 4, y);
          cairo_line_to (cr, x + side * 10, y);
          cairo_move_to (cr, x, y + side * 4);
          cairo_line_to (cr, x, y + side * 10);
        }
      cairo_stroke (cr);
    }
}

static void
draw_focus (GtkWidget *widget, cairo_t *cr)
{
  if (! gtk_widget_has_visible_focus (widget))
    return;

  if (CE_PREVIEW (widget)->pickable)
    draw_cross (cr, gtk_widget_get_allocated_width (widget) / 2 + 0.5, gtk_widget_get_allocated_height (widget) / 2 + 0.5);
  gtk_render_focus (gtk_widget_get_style_context (widget), cr, 0, 0, gtk_widget_get_allocated_width (widget),
                    gtk_widget_get_allocated_height (widget));
}

static void
draw_pictures (CePreview *preview, cairo_t *cr, const CePicturePlace *place, int split)
{
  if (preview->show == CE_SHOW_SPLIT)
    {
      draw_side (preview, cr, place, preview->flipped, 0, split);
      draw_side (preview, cr, place, ! preview->flipped, split, place->width);
    }
  else
    draw_side (preview, cr, place, (preview->show == CE_SHOW_BEFORE) == preview->flipped, 0, place->width);
}

/* GtkWidgetClass.draw. */
gboolean
ce_preview_draw (GtkWidget *widget, cairo_t *cr)
{
  CePreview     *preview = CE_PREVIEW (widget);
  int            factor = gtk_widget_get_scale_factor (widget);
  CePicturePlace place;
  int            split;

  if (preview->fresh && ce_preview_has_after (preview))
    ce_trace_mark (preview->frame->generation, "frame");
  ce_preview_update_frame (preview);
  ce_preview_get_place (preview, &place);
  split = ce_preview_split_at (preview);

  /* The background is a shade darker than the dialog in every theme. */
  cairo_set_source_rgba (cr, 0, 0, 0, 0.18);
  cairo_paint (cr);

  cairo_save (cr);
  cairo_scale (cr, 1.0 / factor, 1.0 / factor);
  cairo_save (cr);
  clip_to_picture (preview, cr, &place);
  draw_checks (cr, factor);
  draw_pictures (preview, cr, &place, split);
  ce_preview_draw_highlight (preview, cr, &place);
  ce_preview_draw_touch (preview, cr, &place);
  cairo_restore (cr);

  if (preview->show == CE_SHOW_SPLIT)
    draw_split_line (cr, &place, split, factor);
  draw_captions (preview, cr, &place, split);
  cairo_restore (cr);
  draw_focus (widget, cr);

  if (preview->fresh && ce_preview_has_after (preview))
    g_signal_emit_by_name (preview, "shown", preview->frame->generation);
  preview->fresh = FALSE;

  return FALSE;
}
