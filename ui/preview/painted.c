/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Keeps the preview's frames. The render thread sends those of new results; others are painted before they are drawn.
 */
#include "private.h"

#ifdef GDK_WINDOWING_X11
#include <gdk/gdkx.h>
#endif

#include "live/trace.h"

/* Draws queued updates now. GTK's next frame comes up to 16 ms later while a slider moves, and GTK 3 has no other call. It
 * has deprecated this one for Wayland, where drawing between frames waits for the next frame anyway. Without this call a
 * slider's pixels take 1.19 to 1.59 times as long (tests/ui/latency.py, 24 megapixels, two cores, six cases of three
 * filters, ratios of medians). It draws the whole window. GTK's frame allocates widgets before it draws, so without that a
 * slider's knob would be drawn at its old place and stay there. */
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

static void
show (CePreview *preview, CeFrame *frame)
{
  ce_frame_unref (preview->frame);
  preview->frame = frame;
  preview->fresh = TRUE;
}

/* Shows a frame at once. */
void
ce_preview_take_frame (CePreview *preview, CeFrame *frame)
{
  ce_trace_mark (frame->generation, "post");
  show (preview, ce_frame_ref (frame));
  gtk_widget_queue_draw (GTK_WIDGET (preview));
  draw_now (GTK_WIDGET (preview));
}

/* Paints a frame of the current view, independent of running renders. */
void
ce_preview_update_frame (CePreview *preview)
{
  CeViewport viewport = { .overlay = preview->show == CE_SHOW_OVERLAY, .lut = preview->lut };

  if (! preview->stale || ! preview->render || ! ce_preview_get_region (preview, &viewport.region))
    return;

  if (preview->selected && preview->outlined)
    viewport.outline = gtk_widget_get_scale_factor (GTK_WIDGET (preview));
  preview->stale = FALSE;
  show (preview, ce_painter_paint (ce_render_get_painter (preview->render), &viewport));
}

/* Returns whether there is a result. */
gboolean
ce_preview_has_after (CePreview *preview)
{
  return preview->frame && preview->frame->after;
}

void
ce_preview_set_render (CePreview *preview, CeRender *render)
{
  preview->render = render;
  ce_preview_changed (preview);
}

void
ce_preview_set_lut (CePreview *preview, CeLut *lut)
{
  ce_lut_ref (lut);
  ce_lut_unref (preview->lut);
  preview->lut = lut;
  ce_preview_changed (preview);
}
