/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the painter has prepared, on its way to the preview.
 */
#include "private.h"

#include <string.h>

#ifdef GDK_WINDOWING_X11
#include <gdk/gdkx.h>
#endif

#include "live/trace.h"

/* A new surface for what was painted, whose pixels it takes. */
static void
take_painting (CeCanvas *canvas, CePainting *painting)
{
  static const cairo_user_data_key_t key;
  guint32                           *pixels = g_steal_pointer (&painting->pixels);

  g_clear_pointer (&canvas->surface, cairo_surface_destroy);
  canvas->region = painting->region;
  canvas->opaque = painting->opaque;
  if (! pixels)
    return;

  canvas->surface = cairo_image_surface_create_for_data ((guchar *) pixels, CAIRO_FORMAT_ARGB32, painting->region.width,
                                                         painting->region.height, painting->region.width * 4);
  cairo_surface_set_user_data (canvas->surface, &key, pixels, g_free);
}

/* Rows below those that were there before. */
static void
add_rows (CeCanvas *canvas, const CePainting *painting)
{
  int     stride = cairo_image_surface_get_stride (canvas->surface);
  guchar *pixels = cairo_image_surface_get_data (canvas->surface);

  cairo_surface_flush (canvas->surface);
  memcpy (pixels + (gsize) painting->first_row * stride, painting->pixels, (gsize) painting->n_painted * stride);
  cairo_surface_mark_dirty (canvas->surface);
}

/* Draws what is queued now, not with GTK's next frame, which comes up to 16 ms
 * later while a slider moves: GTK 3 has no other call for it, and has deprecated
 * this one for the sake of Wayland, where what is drawn between frames waits for
 * the next one anyway. Without it a slider's pixels take 1.19 to 1.59 times as long
 * (tests/ui/latency.py, 24 megapixels, two cores, six cases of three filters, ratios
 * of medians). It draws the whole window, which GTK's frame gives its
 * places first: a slider's knob would be drawn where it was, and stay there. */
static void
draw_now (GtkWidget *widget)
{
#ifdef GDK_WINDOWING_X11
  if (! gtk_widget_is_drawable (widget) || ! GDK_IS_X11_DISPLAY (gtk_widget_get_display (widget)))
    return;

  gtk_container_check_resize (GTK_CONTAINER (gtk_widget_get_toplevel (widget)));
  G_GNUC_BEGIN_IGNORE_DEPRECATIONS
  gdk_window_process_updates (gtk_widget_get_window (widget), FALSE);
  G_GNUC_END_IGNORE_DEPRECATIONS
#endif
}

/* CePaintedFunc. */
static void
painted (CePainting *painting, gpointer data)
{
  CePreview *preview = data;
  CeCanvas  *canvas = &preview->paintings[painting->picture];

  if (painting->n_painted == painting->region.height || ! canvas->surface)
    take_painting (canvas, painting);
  else if (painting->n_painted > 0)
    add_rows (canvas, painting);
  g_clear_pointer (&preview->laid_over, cairo_surface_destroy);
  canvas->n_rows = painting->n_rows;
  canvas->generation = painting->generation;

  if (painting->picture == CE_PICTURE_AFTER)
    {
      ce_trace_mark (painting->generation, "post");
      preview->has_after = canvas->surface != NULL;
      preview->fresh = TRUE;
    }
  else
    ce_preview_ask_outline (preview);
  gtk_widget_queue_draw (GTK_WIDGET (preview));
  if (painting->picture == CE_PICTURE_AFTER)
    draw_now (GTK_WIDGET (preview));
}

/**
 * ce_preview_set_worker:
 * @preview: a preview
 * @worker: (nullable): whose pictures it shows; %NULL before the worker is freed
 */
void
ce_preview_set_worker (CePreview *preview, CeWorker *worker)
{
  g_clear_pointer (&preview->painter, ce_painter_free);
  if (worker)
    {
      preview->painter = ce_painter_new (worker, painted, preview);
      ce_painter_set_tint (preview->painter, preview->tint);
    }
}

/**
 * ce_preview_set_tint:
 * @preview: a preview
 * @tint: (nullable): from the pictures' colors to the screen's
 */
void
ce_preview_set_tint (CePreview *preview, CeTint *tint)
{
  ce_tint_ref (tint);
  ce_tint_unref (preview->tint);
  preview->tint = tint;
  if (! preview->painter)
    return;

  ce_painter_set_tint (preview->painter, tint);
  for (CePicture picture = 0; picture < CE_N_PICTURES; picture++)
    ce_preview_changed (preview, picture);
}

/**
 * ce_preview_changed:
 * @preview: a preview
 * @picture: which picture has changed; results are painted without being told
 *
 * Has the visible part painted again.
 */
void
ce_preview_changed (CePreview *preview, CePicture picture)
{
  CeRegion region;

  if (preview->painter && ce_preview_get_region (preview, &region))
    ce_painter_ask (preview->painter, picture, &region);
}
