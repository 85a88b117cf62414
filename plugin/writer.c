/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * From a session's result to a drawable, over GIMP's wire.
 */
#include "writer.h"

#include <glib/gi18n.h>

#include "engine/memory.h"
#include "pixels/exchange.h"

#include "drawable.h"

/* Whether GIMP would change samples of the layer when it applies the selection as a mask. */
static gboolean
needs_selection (const CeWriting *writing)
{
  return writing->selected && ! gimp_selection_is_empty (gimp_item_get_image (GIMP_ITEM (writing->source)))
         && ! ce_drawable_keeps_samples (writing->onto);
}

/* Floats of the size of @like. */
static gboolean
new_plane (const CeView *like, int channels, CeView *plane, GError **error)
{
  *plane = *like;
  plane->channels = channels;
  plane->type = CE_F32;
  plane->stride = (gsize) plane->width * (gsize) channels * sizeof (float);
  plane->data = ce_memory_alloc (ce_view_size (plane), error);

  return plane->data != NULL;
}

static gboolean
read_selection (GimpDrawable *source, const CeView *coverage, GError **error)
{
  GimpDrawable           *selection = GIMP_DRAWABLE (gimp_image_get_selection (gimp_item_get_image (GIMP_ITEM (source))));
  g_autoptr (GeglBuffer)  buffer = gimp_drawable_get_buffer (selection);
  CeExchange              exchange = { .buffer = buffer, .view = coverage, .is_remote = TRUE };
  GeglRectangle           all = { 0, 0, coverage->width, coverage->height };

  gimp_drawable_get_offsets (source, &exchange.x, &exchange.y);
  ce_drawable_init_pixels (selection, &exchange.pixels);

  return ce_exchange_read (&exchange, &all, NULL, NULL, error);
}

/* All of the result as pixels of the layer, as transparent as they are not selected. */
static gboolean
paint_selected (const CePaint *paint, const CeView *result, GimpDrawable *source, CeView *painted, GError **error)
{
  int      n = paint->out_channels;
  CeView   coverage;
  gboolean done = new_plane (result, 1, &coverage, error);

  done = done && read_selection (source, &coverage, error) && new_plane (result, n, painted, error);
  for (int y = 0; y < result->height && done; y++)
    {
      const float *covered = ce_view_row (&coverage, y);
      float       *row = ce_view_row (painted, y);

      ce_paint_row (paint, ce_view_row (result, y), row, result->width);
      for (int x = 0; x < result->width; x++)
        row[(gsize) x * (gsize) n + (gsize) n - 1] *= covered[x];
    }
  ce_memory_free (coverage.data, ce_view_size (&coverage));

  return done;
}

/* A fresh buffer for each band uses the memory of tiles again. */
static gboolean
write_bands (CeExchange *exchange, GimpDrawable *onto, gboolean shadow, const CeProgress *progress, GError **error)
{
  int height = exchange->view->height, band = ce_pixels_band_rows (&exchange->pixels, exchange->view->width);

  for (int y = 0; y < height; y += band)
    {
      GeglRectangle          part = { 0, y, exchange->view->width, MIN (band, height - y) };
      g_autoptr (GeglBuffer) buffer = shadow ? gimp_drawable_get_shadow_buffer (onto) : gimp_drawable_get_buffer (onto);

      exchange->buffer = buffer;
      if (! ce_exchange_write (exchange, &part, error))
        return FALSE;
      if (progress && ! progress->func ((double) (y + part.height) / height, progress->data))
        {
          g_set_error (error, CE_ERROR, CE_ERROR_CANCELLED, _("Cancelled."));
          return FALSE;
        }
    }

  return TRUE;
}

static void
choose_color (const CePixels *pixels, CePaint *paint)
{
  GeglColor *color = gimp_context_get_foreground ();

  ce_pixels_get_color (pixels, color, paint->type, &paint->color);
  g_object_unref (color);
}

/* FALSE with CE_ERROR_CANCELLED or CE_ERROR_NO_MEMORY. */
gboolean
ce_write_result (const CeWriting *writing, const CeProgress *progress, GError **error)
{
  const CeView *result = ce_session_get_result (writing->session);
  CePaint       paint = { .type = result->type, .in_channels = result->channels, .lines = writing->lines };
  CeExchange    exchange = { .view = result, .paint = &paint, .is_remote = TRUE };
  CeView        painted = { 0 };
  gboolean      written;

  ce_drawable_init_pixels (writing->onto, &exchange.pixels);
  paint.out_channels = exchange.pixels.channels;
  if (writing->lines)
    choose_color (&exchange.pixels, &paint);
  if (needs_selection (writing))
    {
      exchange.paint = NULL;
      exchange.view = &painted;
    }

  written = (exchange.paint || paint_selected (&paint, result, writing->source, &painted, error))
            && write_bands (&exchange, writing->onto, writing->onto == writing->source, progress, error);
  ce_memory_free (painted.data, ce_view_size (&painted));

  return written;
}
