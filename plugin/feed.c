/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A drawable's pixels into a session, a few tiles at a time: while the dialog
 * reads, it has to answer as well.
 */
#include "feed.h"

#include "engine/memory.h"

#include "drawable.h"

struct _CeFeed
{
  GimpDrawable *drawable;
  CePixels      pixels;
  GeglBuffer   *buffer;      /* of the row of tiles that is being read */
  gsize         size;
  gpointer      room;        /* (nullable): of that many bytes */
};

/**
 * ce_feed_new:
 * @drawable: a drawable
 *
 * Returns: (transfer full): what reads it
 */
CeFeed *
ce_feed_new (GimpDrawable *drawable)
{
  CeFeed *feed = g_new0 (CeFeed, 1);

  feed->drawable = drawable;
  ce_drawable_init_pixels (drawable, &feed->pixels);
  feed->size = ce_pixels_room (&feed->pixels, gimp_drawable_get_width (drawable));

  return feed;
}

/**
 * ce_feed_free:
 * @feed: (nullable): what reads a drawable
 */
void
ce_feed_free (CeFeed *feed)
{
  if (! feed)
    return;

  g_clear_object (&feed->buffer);
  ce_memory_free (feed->room, feed->size);
  g_free (feed);
}

/**
 * ce_feed_read:
 * @feed: what reads a drawable
 * @session: a session of it
 * @part: what to read, at most #CE_SLICE_ROWS high; parts come from top to
 *   bottom, and of the same rows from left to right
 * @error: return location
 *
 * Reads a part into the session's memory; announces its rows if it is their last.
 *
 * Returns: %TRUE, or %FALSE with %CE_ERROR_NO_MEMORY
 */
gboolean
ce_feed_read (CeFeed *feed, CeSession *session, const GeglRectangle *part, GError **error)
{
  const CeView *source = ce_session_get_source (session);
  CeView        view = *source;
  gboolean      last = part->x + part->width == source->width;

  if (! feed->room)
    feed->room = ce_memory_alloc (feed->size, error);
  if (! feed->room)
    return FALSE;

  if (! feed->buffer)
    feed->buffer = gimp_drawable_get_buffer (feed->drawable);

  view.width = part->width;
  view.height = part->height;
  view.data = (guint8 *) ce_view_row (source, part->y) + (gsize) part->x * source->channels * ce_type_size (source->type);
  ce_pixels_read (&feed->pixels, feed->buffer, part, &view, feed->room, CE_SHARED);

  if (last)
    {
      /* A fresh buffer uses the memory of these tiles again. */
      g_clear_object (&feed->buffer);
      ce_session_rows_arrived (session, part->y, part->height);
    }
  if (last && part->y + part->height == source->height)
    {
      ce_memory_free (feed->room, feed->size);
      feed->room = NULL;
    }

  return TRUE;
}
